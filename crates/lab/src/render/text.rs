//! Shows the engines' answers as text.

use std::ops::Range;

use bouton_ask::{
    ChartView, CountView, Known, Of, Period, Position, Rows, Saltus, SequenceView, SolveView,
    TableView, Terms,
};
use bouton_values::{Outcome, Player, counted, to_index};

use super::AsText;
use super::style::{FAINT, GOOD, STRONG, of_outcome, paint};
use crate::answer::Answer;

/// The most winning moves that are shown, unless `all` is set.
const SHOWN_MOVES: usize = 8;
/// The most terms that are shown, unless `all` is set.
const SHOWN_TERMS: usize = 400;
/// The most long values that are shown, unless `all` is set.
const SHOWN_VALUES: usize = 60;
/// Values with more characters get a line each.
const SHORT_VALUE: usize = 40;
/// The line width for long lists.
const WIDTH: usize = 76;

/// The title of a game.
fn name(title: &Option<String>, game: &str) -> String {
    paint(STRONG, title.as_deref().unwrap_or(game))
}

/// A page of text: the heading, the body, and how the result is known.
fn page(heading: String, body: Vec<String>, known: Vec<String>) -> String {
    let mut sheet = Sheet::new(heading);
    sheet.lines.extend(body);
    sheet.blank();
    sheet.part("known", known);
    sheet.text()
}

/// A heading, and lines beside faint labels.
pub(crate) struct Sheet {
    lines: Vec<String>,
    /// How wide labels are.
    column: usize,
}

impl Sheet {
    /// A sheet with short labels, whose long lines are folded.
    pub(crate) fn new(heading: String) -> Sheet {
        Sheet::wide(heading, LABEL)
    }

    /// A sheet with labels of this width.
    pub(crate) fn wide(heading: String, column: usize) -> Sheet {
        Sheet { lines: vec![heading, String::new()], column }
    }

    pub(crate) fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    pub(crate) fn blank(&mut self) {
        self.lines.push(String::new());
    }

    /// Some lines beside their label; nothing if there are none.
    pub(crate) fn part(&mut self, label: &str, lines: impl IntoIterator<Item = String>) {
        let lines: Vec<String> = lines.into_iter().collect();
        let part = match self.column {
            LABEL => labelled(label, lines),
            column => beside(label, column, &lines),
        };
        self.lines.extend(part);
    }

    pub(crate) fn text(self) -> String {
        self.lines.join("\n") + "\n"
    }
}

/// The lines that name the engine and its theorem.
fn credit(known: &Known) -> Vec<String> {
    let how = paint(STRONG, &known.standing);
    vec![format!("{how} by the engine {}", known.engine), known.theorem.clone()]
}

/// Which engines declined a question, and why.
#[must_use]
pub fn plan_text(answer: &Answer) -> String {
    let width = answer.declined.iter().map(|rung| rung.engine.len()).max().unwrap_or(0);
    let declined = answer
        .declined
        .iter()
        .map(|rung| paint(FAINT, format!("{:width$}  {}", rung.engine, rung.reason)));
    let lines = declined.chain([format!("{:width$}  answers", answer.engine)]).collect();
    labelled("plan", lines).join("\n") + "\n"
}

/// How wide labels are, usually.
const LABEL: usize = 7;

/// The lines beside a faint label, the long ones folded.
fn labelled(label: &str, lines: Vec<String>) -> Vec<String> {
    let lines: Vec<String> = lines.iter().flat_map(|line| folded(line)).collect();
    beside(label, LABEL, &lines)
}

/// The lines beside a faint label of this width.
fn beside(label: &str, width: usize, lines: &[String]) -> Vec<String> {
    let mut labels = vec![format!("  {}", paint(FAINT, format!("{label:<width$}")))];
    labels.resize(lines.len().max(1), " ".repeat(2 + width));
    labels.iter().zip(lines).map(|(label, line)| format!("{label}{line}")).collect()
}

impl AsText for SolveView {
    fn text(&self, all: bool) -> String {
        let heading = format!("{}  {}", name(&self.title, &self.game), self.position);
        let (beside, below) = match &self.value {
            Some(value) if value.chars().count() <= SHORT_VALUE => {
                (format!("   value {}", paint(STRONG, value)), Vec::new())
            }
            Some(value) => (String::new(), labelled("value", vec![value.clone()])),
            None => (String::new(), Vec::new()),
        };
        let outcome: String = self.outcome.chars().map(coloured).collect();
        let mut lines = vec![format!("  {outcome}  {}{beside}", self.sentence), String::new()];
        if !below.is_empty() {
            lines.extend(below);
            lines.push(String::new());
        }
        match (&self.left_winning_moves, &self.right_winning_moves) {
            (Some(left), Some(right)) => {
                lines.extend(moves(&Player::Left.to_string(), left, all));
                lines.extend(moves(&Player::Right.to_string(), right, all));
            }
            _ => lines.extend(moves("moves", &self.winning_moves, all)),
        }
        if let Some(why) = &self.moves_left_out {
            let note = format!("There may be more: {why}.");
            let blank = lines.pop();
            lines.extend(labelled("", vec![paint(FAINT, note)]));
            lines.extend(blank);
        }
        lines.extend(labelled("why", self.reasons.clone()));
        let mut known = credit(&self.known);
        // The value's engine is named apart if it is another one.
        let other = self.value_known.as_ref().filter(|other| other.engine != self.known.engine);
        if let Some([who, theorem]) = other.map(credit).as_deref() {
            known.extend([format!("the value: {who}"), theorem.clone()]);
        }
        page(heading, lines, known)
    }
}

fn moves(label: &str, winning: &[Position], all: bool) -> Vec<String> {
    let list = match winning.len() {
        0 => vec![paint(FAINT, "no move wins")],
        count => {
            let shown = if all { count } else { count.min(SHOWN_MOVES) };
            let texts: Vec<String> = winning[..shown].iter().map(ToString::to_string).collect();
            let mut lines: Vec<String> = plain_list(&texts, "  ", WIDTH - 9)
                .into_iter()
                .map(|line| paint(GOOD, line))
                .collect();
            if shown < count {
                lines.push(paint(FAINT, format!("and {} more (--all)", count - shown)));
            }
            lines
        }
    };
    let mut lines = labelled(label, list);
    lines.push(String::new());
    lines
}

/// A sentence folded between words; a short line keeps its spaces.
fn folded(line: &str) -> Vec<String> {
    const LONGEST: usize = 88;
    if line.chars().count() <= LONGEST || line.contains('\u{1b}') {
        return vec![line.to_owned()];
    }
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let mut lines = plain_list(&words, " ", LONGEST - 2);
    for line in lines.iter_mut().skip(1) {
        line.insert_str(0, "  ");
    }
    lines
}

/// Items with a separator, folded at a width. A comma stays at the end of its line, so that the list can be pasted.
#[must_use]
pub fn plain_list(items: &[String], separator: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line)
                if line.chars().count() + separator.len() + item.chars().count() <= width =>
            {
                line.push_str(separator);
                line.push_str(item);
            }
            last => {
                if let Some(line) = last {
                    line.push_str(separator.trim_end());
                }
                lines.push(item.clone());
            }
        }
    }
    lines
}

impl AsText for SequenceView {
    fn text(&self, all: bool) -> String {
        let row = self.row.map_or_else(String::new, |row| format!(", row {row}"));
        let heading = format!("{}  0..{}{row}", name(&self.title, &self.game), self.to);
        let mut lines = terms(self, all);
        if self.of != Of::Losing {
            lines.push(String::new());
            lines.extend(labelled("period", vec![period(self.period.as_ref())]));
            lines.extend(labelled("why", self.reasons.clone()));
        }
        page(heading, lines, credit(&self.known))
    }
}

/// The terms of a sequence.
fn terms(view: &SequenceView, all: bool) -> Vec<String> {
    let numbers = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>();
    match (&view.terms, &view.losing) {
        (Terms::Numbers(heaps), _) if view.of == Of::Losing => {
            labelled("losing", cut(&numbers(heaps), ", ", all))
        }
        // If no position is won by one player alone, the losing ones say everything.
        (Terms::Letters(letters), Some(losing))
            if letters.chars().all(|letter| "NP".contains(letter)) =>
        {
            let mut lines = labelled("losing", cut(&numbers(losing), ", ", all));
            lines.extend(labelled("", vec![paint(FAINT, "among 1, 2, 3, …; 0 is not counted")]));
            lines
        }
        (Terms::Letters(letters), _) => {
            labelled("terms", strip(letters, view.period.as_ref(), all))
        }
        (Terms::Numbers(values), _) => labelled("terms", cut(&numbers(values), " ", all)),
        (Terms::Values(texts), _) => {
            let mut lines = labelled("terms", values(texts, all));
            let mut named: Vec<(&String, &String)> = view.definitions.iter().collect();
            named.sort_by_key(|(name, _)| (name.len(), *name));
            lines.extend(definitions(&named, all));
            lines
        }
    }
}

/// Longer values are cut, unless `all` is set.
const LONGEST_VALUE: usize = 160;

/// Short values beside each other; if some are long, one per line with its index.
fn values(texts: &[String], all: bool) -> Vec<String> {
    const SHORT: usize = 12;
    let length = |text: &String| text.chars().count();
    if texts.iter().all(|text| length(text) <= SHORT) {
        return cut(texts, "  ", all);
    }
    let shown = if all { texts.len() } else { texts.len().min(SHOWN_VALUES) };
    let width = shown.saturating_sub(1).to_string().len();
    let line = |(index, text): (usize, &String)| {
        let index = paint(FAINT, format!("{index:>width$}"));
        if all || length(text) <= LONGEST_VALUE {
            return format!("{index}  {text}");
        }
        let start: String = text.chars().take(LONGEST_VALUE).collect();
        format!("{index}  {start}… ({} characters, --all)", length(text))
    };
    let mut lines: Vec<String> = texts[..shown].iter().enumerate().map(line).collect();
    lines.extend(rest(shown, texts.len()));
    lines
}

/// The definitions of the names in the terms.
fn definitions(list: &[(&String, &String)], all: bool) -> Vec<String> {
    if list.is_empty() {
        return Vec::new();
    }
    let shown = if all { list.len() } else { list.len().min(SHOWN_VALUES) };
    let mut lines: Vec<String> =
        list[..shown].iter().map(|(name, text)| format!("{name} = {text}")).collect();
    lines.extend(rest(shown, list.len()));
    [vec![String::new()], labelled("where", lines)].concat()
}

/// Coloured letters, folded so that the period shows.
fn strip(letters: &str, period: Option<&Period>, all: bool) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    let shown = if all { letters.len() } else { letters.len().min(SHOWN_TERMS) };
    let line = |chunk: &[char]| chunk.iter().map(|letter| coloured(*letter)).collect::<String>();
    let mut lines: Vec<String> = letters[..shown].chunks(line_length(period)).map(line).collect();
    lines.extend(rest(shown, letters.len()));
    lines
}

/// Outcomes are folded at a multiple of the period, so that the period shows as columns.
fn line_length(period: Option<&Period>) -> usize {
    const LONGEST: usize = 60;
    match period {
        Some(found) if found.period <= LONGEST as u64 => {
            let period = to_index(found.period);
            LONGEST / period * period
        }
        _ => LONGEST,
    }
}

fn cut(items: &[String], separator: &str, all: bool) -> Vec<String> {
    let shown = if all { items.len() } else { items.len().min(SHOWN_TERMS) };
    let mut lines = plain_list(&items[..shown], separator, WIDTH - 9);
    if lines.is_empty() {
        lines.push(paint(FAINT, "none"));
    }
    lines.extend(rest(shown, items.len()));
    lines
}

fn rest(shown: usize, all: usize) -> Option<String> {
    (shown < all).then(|| paint(FAINT, format!("… {} more (--all)", all - shown)))
}

fn period(found: Option<&Period>) -> String {
    let Some(Period { preperiod, period, saltus, standing }) = found else {
        return paint(FAINT, "none proved");
    };
    let after = match preperiod {
        0 => "from the start".to_owned(),
        _ => format!("after a preperiod of {preperiod}"),
    };
    let growth = match saltus {
        Saltus::Number(0) => String::new(),
        Saltus::Number(number) => format!(", saltus {}", paint(STRONG, number)),
        Saltus::Game(game) => format!(", saltus {}", paint(STRONG, game)),
    };
    let seen = match standing.strip_prefix("computed to ") {
        Some(n) => paint(FAINT, format!("  (seen to {n}, not proved)")),
        None => String::new(),
    };
    format!("{} {after}{growth}{seen}", paint(STRONG, period))
}

impl AsText for TableView {
    fn text(&self, _: bool) -> String {
        let mut heading = name(&self.title, &self.game);
        if !self.fixed.is_empty() {
            heading += &format!("  {},…", Position::Numbers(self.fixed.clone()));
        }
        page(heading, table(&self.rows), credit(&self.known))
    }
}

impl AsText for CountView {
    fn text(&self, _: bool) -> String {
        let CountView { heaps, below, count, .. } = self;
        let heading =
            format!("{}  {} below {below}", name(&self.title, &self.game), counted(*heaps, "heap"));
        let positions = if *count == 1 { "P-position" } else { "P-positions" };
        let line = format!("  {} {positions}", paint(STRONG, count));
        page(heading, vec![line], credit(&self.known))
    }
}

fn table(found: &Rows) -> Vec<String> {
    let cells: Vec<Vec<String>> = match found {
        Rows::Numbers(rows) => rows.iter().map(|row| texts(row)).collect(),
        Rows::Letters(rows) => rows.iter().map(|row| texts(row)).collect(),
    };
    let columns = cells.first().map_or(0, Vec::len);
    let longest = cells.iter().flatten().map(String::len).max().unwrap_or(1);
    let width = longest.max(columns.to_string().len());
    let side = cells.len().to_string().len();
    let heads: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    let mut lines = vec![paint(FAINT, format!("  {:>side$} │{heads}", ""))];
    lines.push(paint(FAINT, format!("  {}─┼{}", "─".repeat(side), "─".repeat(heads.len()))));
    for (index, row) in cells.iter().enumerate() {
        let line: String = row.iter().map(|cell| format!(" {cell:>width$}")).collect();
        lines.push(format!("  {}{line}", paint(FAINT, format!("{index:>side$} │"))));
    }
    lines
}

impl AsText for ChartView {
    fn text(&self, _: bool) -> String {
        let game = name(&self.title, &self.game);
        let beside = match &self.beside[..] {
            [] => String::new(),
            beside => format!(" beside {}", Position::Numbers(beside.to_vec())),
        };
        let [x, y] = [self.x, self.y].map(|[start, end]| start..end);
        let side = |side: &Range<u64>| format!("{}..{}", side.start, side.end.saturating_sub(1));
        let heading = format!("{game}  {} × {}{beside}", side(&x), side(&y));
        let cells = match &self.values[..] {
            [] => letters(&x, &y, &self.rows),
            values => numbers(&x, &y, values),
        };
        page(heading, cells, credit(&self.known))
    }
}

/// A number for each position, the largest y on top, with the numbers at the sides.
fn numbers(x: &Range<u64>, y: &Range<u64>, rows: &[Vec<Option<u64>>]) -> Vec<String> {
    let width = y.end.saturating_sub(1).to_string().len();
    let cells: Vec<Vec<String>> = rows.iter().map(|row| texts(row)).collect();
    let below: Vec<String> = x.clone().map(|x| x.to_string()).collect();
    let wide = cells.iter().flatten().chain(&below).map(String::len).max().unwrap_or(1);
    let line =
        |row: &[String]| row.iter().map(|cell| format!(" {cell:>wide$}")).collect::<String>();
    let rows = (y.start..)
        .zip(&cells)
        .map(|(y, row)| format!("  {}{}", paint(FAINT, format!("{y:>width$} │")), line(row)));
    let mut lines: Vec<String> = rows.collect();
    lines.reverse();
    lines.push(paint(FAINT, format!("  {:>width$} └{}", "", line(&below))));
    lines
}

/// A letter for each position, and what letters mean.
fn letters(x: &Range<u64>, y: &Range<u64>, rows: &[String]) -> Vec<String> {
    let width = y.end.saturating_sub(1).to_string().len();
    let rows_of_letters = (y.start..).zip(rows).map(|(y, row)| {
        let row: String = row.chars().map(coloured).collect();
        format!("  {}{row}", paint(FAINT, format!("{y:>width$} │")))
    });
    let mut lines: Vec<String> = rows_of_letters.collect();
    lines.reverse();
    lines.push(paint(FAINT, format!("  {:>width$} └{}", "", ticks(x))));
    let used = |letter: &char| rows.iter().any(|row| row.contains(*letter));
    let known = ['P', 'N', 'L', 'R', 'D', 'X'].into_iter().filter(used);
    let legend: Vec<String> =
        known.map(|letter| format!("{} {}", coloured(letter), meaning(letter))).collect();
    lines.push(format!("  {:width$}  {}", "", legend.join("   ")));
    lines
}

/// Every tenth number under its column.
fn ticks(x: &Range<u64>) -> String {
    let mut text = String::new();
    for number in x.clone() {
        let column = to_index(number - x.start);
        if number.is_multiple_of(10) && text.len() <= column {
            text += &" ".repeat(column - text.len());
            text += &number.to_string();
        }
    }
    text
}

/// A letter in the colour of its outcome.
fn coloured(letter: char) -> String {
    match letter.to_string().parse::<Outcome>() {
        Ok(outcome) => paint(of_outcome(outcome), letter),
        Err(_) => paint(FAINT, letter),
    }
}

fn meaning(letter: char) -> &'static str {
    match letter {
        'P' => "the previous player wins",
        'N' => "the next player wins",
        'L' => "Left wins",
        'R' => "Right wins",
        'D' => "a draw",
        _ => "not a legal position",
    }
}

fn texts<T: std::fmt::Display>(row: &[Option<T>]) -> Vec<String> {
    row.iter().map(|cell| cell.as_ref().map_or("X".to_owned(), T::to_string)).collect()
}
