//! Shows the engines' answers as text.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::iter::{from_fn, once};
use std::ops::Range;

use bouton_ask::{
    ChartView, CountView, Known, Of, Period, Position, Rows, Saltus, SequenceView, SolveView,
    TableView, Terms,
};
use bouton_values::{Outcome, counted, to_index};

use super::style::{FAINT, GOOD, STRONG, of_outcome, paint};
use super::{AsText, chart};
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

/// Lines of a text, made while they are written.
type Lines<'a> = Box<dyn Iterator<Item = String> + 'a>;

/// A heading, and lines beside faint labels.
pub(crate) struct Sheet<'a> {
    lines: Vec<Lines<'a>>,
    /// How wide labels are.
    column: usize,
}

impl<'a> Sheet<'a> {
    /// A sheet with short labels, whose long lines are folded.
    pub(crate) fn new(heading: String) -> Sheet<'a> {
        Sheet::wide(heading, LABEL)
    }

    /// A sheet with labels of this width.
    pub(crate) fn wide(heading: String, column: usize) -> Sheet<'a> {
        Sheet { lines: vec![Box::new([heading, String::new()].into_iter())], column }
    }

    pub(crate) fn line(&mut self, line: String) {
        self.lines.push(Box::new(once(line)));
    }

    pub(crate) fn blank(&mut self) {
        self.line(String::new());
    }

    /// Some lines beside their label; nothing if there are none.
    pub(crate) fn part(&mut self, label: &str, lines: impl IntoIterator<Item = String>) {
        self.long_part(label, Box::new(lines.into_iter().collect::<Vec<_>>().into_iter()));
    }

    /// Lines beside their label that are made while they are written.
    fn long_part(&mut self, label: &str, lines: Lines<'a>) {
        self.lines.push(match self.column {
            LABEL => labelled(label, lines),
            column => beside(label, column, lines),
        });
    }

    pub(crate) fn text(self) -> String {
        self.lines.into_iter().flatten().map(|line| line + "\n").collect()
    }

    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        self.lines.into_iter().flatten().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Adds how the result is known.
    fn known(mut self, known: Vec<String>) -> Sheet<'a> {
        self.blank();
        self.part("known", known);
        self
    }
}

/// The lines that name the engine and its theorem.
fn credit(known: &Known) -> Vec<String> {
    let how = paint(STRONG, &known.standing);
    vec![format!("{how} by the engine {}", known.engine), known.theorem.clone()]
}

/// The engines that declined a question, each with the reason, as text.
#[must_use]
pub fn plan_text(answer: &Answer) -> String {
    let width = answer.declined.iter().map(|rung| rung.engine.len()).max().unwrap_or(0);
    let declined = answer
        .declined
        .iter()
        .map(|rung| paint(FAINT, format!("{:width$}  {}", rung.engine, rung.reason)));
    let lines = declined.chain([format!("{:width$}  answers", answer.engine)]);
    let mut sheet = Sheet { lines: Vec::new(), column: LABEL };
    sheet.part("plan", lines);
    sheet.text()
}

/// How wide labels are, usually.
const LABEL: usize = 7;

/// The lines beside a faint label, the long ones folded.
fn labelled<'a>(label: &str, lines: Lines<'a>) -> Lines<'a> {
    beside(label, LABEL, Box::new(lines.flat_map(|line| folded(&line))))
}

/// The lines beside a faint label of this width.
fn beside<'a>(label: &str, width: usize, lines: Lines<'a>) -> Lines<'a> {
    let label = format!("  {}", paint(FAINT, format!("{label:<width$}")));
    let labels = once(label).chain(std::iter::repeat(" ".repeat(2 + width)));
    Box::new(labels.zip(lines).map(|(label, line)| label + &line))
}

impl AsText for SolveView {
    fn text(&self, all: bool) -> String {
        let heading = format!("{}  {}", name(&self.title, &self.game), self.position);
        let mut sheet = Sheet::new(heading);
        let (beside, below) = match &self.value {
            Some(value) if value.chars().count() <= SHORT_VALUE => {
                (format!("   value {}", paint(STRONG, value)), None)
            }
            value => (String::new(), value.clone()),
        };
        let outcome: String = self.outcome.chars().map(coloured).collect();
        sheet.line(format!("  {outcome}  {}{beside}", self.sentence));
        sheet.blank();
        if let Some(value) = below {
            sheet.part("value", [value]);
            sheet.blank();
        }
        let lists = match (&self.left_winning_moves, &self.right_winning_moves) {
            (Some(left), Some(right)) => vec![("Left", left), ("Right", right)],
            _ => vec![("moves", &self.winning_moves)],
        };
        for (label, winning) in lists {
            sheet.part(label, moves(winning, all));
            sheet.blank();
        }
        if let Some(why) = &self.moves_left_out {
            sheet.lines.pop();
            sheet.part("", [paint(FAINT, format!("There may be more: {why}."))]);
            sheet.blank();
        }
        sheet.part("why", self.reasons.clone());
        let mut known = credit(&self.known);
        // The value's engine is named apart if it is another one.
        let other = self.value_known.as_ref().filter(|other| other.engine != self.known.engine);
        if let Some([who, theorem]) = other.map(credit).as_deref() {
            known.extend([format!("the value: {who}"), theorem.clone()]);
        }
        sheet.known(known).text()
    }
}

fn moves(winning: &[Position], all: bool) -> Vec<String> {
    if winning.is_empty() {
        return vec![paint(FAINT, "no move wins")];
    }
    let shown = if all { winning.len() } else { winning.len().min(SHOWN_MOVES) };
    let texts: Vec<String> = winning[..shown].iter().map(ToString::to_string).collect();
    let lines = plain_list(&texts, "  ", WIDTH - 9).into_iter().map(|line| paint(GOOD, line));
    let left = winning.len() - shown;
    let more = (left > 0).then(|| paint(FAINT, format!("and {left} more (--all)")));
    lines.chain(more).collect()
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
    list(items.iter().cloned(), separator, width).collect()
}

/// The lines of [`plain_list`], one after the other.
fn list<'a>(
    items: impl Iterator<Item = String> + 'a,
    separator: &'a str,
    width: usize,
) -> Lines<'a> {
    let mut items = items.peekable();
    Box::new(from_fn(move || {
        let mut line = items.next()?;
        let mut length = line.chars().count();
        let mut fits = |item: &String| {
            length += separator.len() + item.chars().count();
            length <= width
        };
        while let Some(item) = items.next_if(&mut fits) {
            line.push_str(separator);
            line.push_str(&item);
        }
        if items.peek().is_some() {
            line.push_str(separator.trim_end());
        }
        Some(line)
    }))
}

impl AsText for SequenceView {
    fn text(&self, all: bool) -> String {
        self.sheet(all).text()
    }

    fn write_text(&self, all: bool, out: &mut dyn Write) -> io::Result<()> {
        self.sheet(all).write(out)
    }
}

/// A view whose text may be long.
trait AsSheet {
    fn sheet(&self, all: bool) -> Sheet<'_>;
}

impl AsSheet for SequenceView {
    fn sheet(&self, all: bool) -> Sheet<'_> {
        let row = self.row.map_or_else(String::new, |row| format!(", row {row}"));
        let heading = format!("{}  0..{}{row}", name(&self.title, &self.game), self.to);
        let mut sheet = Sheet::new(heading);
        terms(self, all, &mut sheet);
        if self.of != Of::Losing {
            sheet.blank();
            sheet.part("period", [period(self.period.as_ref())]);
            sheet.part("why", self.reasons.clone());
        }
        sheet.known(credit(&self.known))
    }
}

/// The terms of a sequence.
fn terms<'a>(view: &'a SequenceView, all: bool, sheet: &mut Sheet<'a>) {
    match (&view.terms, &view.losing) {
        (Terms::Numbers(heaps), _) if view.of == Of::Losing => {
            sheet.long_part("losing", cut(heaps, ", ", all));
        }
        // If no position is won by one player alone, the losing ones say everything.
        (Terms::Letters(letters), Some(losing))
            if letters.chars().all(|letter| "NP".contains(letter)) =>
        {
            sheet.long_part("losing", cut(losing, ", ", all));
            sheet.part("", [paint(FAINT, "among 1, 2, 3, …; 0 is not counted")]);
        }
        (Terms::Letters(letters), _) => {
            sheet.long_part("terms", strip(letters, view.period.as_ref(), all));
        }
        (Terms::Numbers(values), _) => sheet.long_part("terms", cut(values, " ", all)),
        (Terms::Values(texts), _) => {
            sheet.long_part("terms", values(texts, all));
            let mut named: Vec<(&String, &String)> = view.definitions.iter().collect();
            named.sort_by_key(|(name, _)| (name.len(), *name));
            if !named.is_empty() {
                let (named, more) = first_of(&named, SHOWN_VALUES, all);
                let lines = named.iter().map(|(name, text)| format!("{name} = {text}"));
                sheet.blank();
                sheet.part("where", lines.chain(more));
            }
        }
    }
}

/// Longer values are cut, unless `all` is set.
const LONGEST_VALUE: usize = 160;

/// Short values beside each other; if some are long, one per line with its index.
fn values(texts: &[String], all: bool) -> Lines<'_> {
    const SHORT: usize = 12;
    let length = |text: &String| text.chars().count();
    if texts.iter().all(|text| length(text) <= SHORT) {
        return cut(texts, "  ", all);
    }
    let (shown, more) = first_of(texts, SHOWN_VALUES, all);
    let width = shown.len().saturating_sub(1).to_string().len();
    let line = move |(index, text): (usize, &String)| {
        let index = paint(FAINT, format!("{index:>width$}"));
        if all || length(text) <= LONGEST_VALUE {
            return format!("{index}  {text}");
        }
        let start: String = text.chars().take(LONGEST_VALUE).collect();
        format!("{index}  {start}… ({} characters, --all)", length(text))
    };
    Box::new(shown.iter().enumerate().map(line).chain(more))
}

/// Coloured letters, folded so that the period shows.
fn strip<'a>(letters: &'a str, period: Option<&Period>, all: bool) -> Lines<'a> {
    let (shown, more) = first_of(letters.as_bytes(), SHOWN_TERMS, all);
    let line = |chunk: &[u8]| chunk.iter().map(|letter| coloured((*letter).into())).collect();
    Box::new(shown.chunks(line_length(period)).map(line).chain(more))
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

fn cut<'a, T: ToString>(items: &'a [T], separator: &'a str, all: bool) -> Lines<'a> {
    let (shown, more) = first_of(items, SHOWN_TERMS, all);
    let none = shown.is_empty().then(|| paint(FAINT, "none"));
    let lines = list(shown.iter().map(T::to_string), separator, WIDTH - 9);
    Box::new(lines.chain(none).chain(more))
}

/// The first items, unless all are wanted, and a line that says how many are left out.
pub(super) fn first_of<T>(items: &[T], most: usize, all: bool) -> (&[T], Option<String>) {
    let shown = if all { items.len() } else { items.len().min(most) };
    let left = items.len() - shown;
    (&items[..shown], (left > 0).then(|| paint(FAINT, format!("… {left} more (--all)"))))
}

fn period(found: Option<&Period>) -> String {
    let Some(Period { preperiod, period, saltus, standing }) = found else {
        return paint(FAINT, "none proved");
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
    format!("{}{growth}{seen}", period_from(*preperiod, *period))
}

/// A period, and where it begins.
pub(crate) fn period_from(preperiod: u64, period: u64) -> String {
    match preperiod {
        0 => format!("{} from the start", paint(STRONG, period)),
        _ => format!("{} after a preperiod of {preperiod}", paint(STRONG, period)),
    }
}

impl AsText for TableView {
    fn text(&self, all: bool) -> String {
        self.sheet(all).text()
    }

    fn write_text(&self, all: bool, out: &mut dyn Write) -> io::Result<()> {
        self.sheet(all).write(out)
    }
}

impl AsSheet for TableView {
    fn sheet(&self, _: bool) -> Sheet<'_> {
        let mut heading = name(&self.title, &self.game);
        if !self.fixed.is_empty() {
            heading += &format!("  {},…", Position::Numbers(self.fixed.clone()));
        }
        let mut sheet = Sheet::new(heading);
        sheet.lines.push(match &self.rows {
            Rows::Numbers(rows) => {
                let most = rows.iter().flatten().flatten().max();
                table(rows, most.map_or(1, |number| number.to_string().len()))
            }
            Rows::Letters(rows) => table(rows, 1),
        });
        sheet.known(credit(&self.known))
    }
}

impl AsText for CountView {
    fn text(&self, _: bool) -> String {
        let CountView { heaps, below, count, .. } = self;
        let heading =
            format!("{}  {} below {below}", name(&self.title, &self.game), counted(*heaps, "heap"));
        let positions = if *count == 1 { "P-position" } else { "P-positions" };
        let line = format!("  {} {positions}", paint(STRONG, count));
        let mut sheet = Sheet::new(heading);
        sheet.line(line);
        sheet.known(credit(&self.known)).text()
    }
}

/// A table whose longest cell has this length.
fn table<T: Display>(rows: &[Vec<Option<T>>], longest: usize) -> Lines<'_> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = longest.max(columns.to_string().len());
    let side = rows.len().to_string().len();
    let heads: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    let head = [
        paint(FAINT, format!("  {:>side$} │{heads}", "")),
        paint(FAINT, format!("  {}─┼{}", "─".repeat(side), "─".repeat(heads.len()))),
    ];
    let line = move |(index, row): (usize, &Vec<Option<T>>)| {
        let mut line = format!("  {}", paint(FAINT, format!("{index:>side$} │")));
        for cell in row {
            // Writing to a text does not fail.
            let _ = match cell {
                Some(cell) => write!(line, " {cell:>width$}"),
                None => write!(line, " {:>width$}", 'X'),
            };
        }
        line
    };
    Box::new(head.into_iter().chain(rows.iter().enumerate().map(line)))
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
        let mut sheet = Sheet::new(heading);
        sheet.lines.push(Box::new(cells.into_iter()));
        sheet.known(credit(&self.known)).text()
    }
}

/// A number for each position, the largest y on top, with the numbers at the sides.
fn numbers(x: &Range<u64>, y: &Range<u64>, rows: &[Vec<Option<u64>>]) -> Vec<String> {
    let cells: Vec<Vec<String>> = rows.iter().map(|row| texts(row)).collect();
    let below: Vec<String> = x.clone().map(|x| x.to_string()).collect();
    let wide = cells.iter().flatten().chain(&below).map(String::len).max().unwrap_or(1);
    let line = |row: &Vec<String>| row.iter().map(|cell| format!(" {cell:>wide$}")).collect();
    upwards(y, cells.iter().map(line), line(&below))
}

/// A letter for each position, and what letters mean.
fn letters(x: &Range<u64>, y: &Range<u64>, rows: &[String]) -> Vec<String> {
    let mut lines =
        upwards(y, rows.iter().map(|row| row.chars().map(coloured).collect()), ticks(x));
    let used = |letter: &char| rows.iter().any(|row| row.contains(*letter));
    let known = ['P', 'N', 'L', 'R', 'D', 'X'].into_iter().filter(used);
    let legend: Vec<String> =
        known.map(|letter| format!("{} {}", coloured(letter), meaning(letter))).collect();
    lines.push(format!("  {:width$}  {}", "", legend.join("   "), width = label_width(y)));
    lines
}

/// The rows of a chart with the lowest at the bottom, and a line below them.
fn upwards(y: &Range<u64>, rows: impl Iterator<Item = String>, below: String) -> Vec<String> {
    let width = label_width(y);
    let row = |(y, row)| format!("  {}{row}", paint(FAINT, format!("{y:>width$} │")));
    let mut lines: Vec<String> = (y.start..).zip(rows).map(row).collect();
    lines.reverse();
    lines.push(paint(FAINT, format!("  {:>width$} └{below}", "")));
    lines
}

fn label_width(y: &Range<u64>) -> usize {
    y.end.saturating_sub(1).to_string().len()
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
    let outcome = letter.to_string().parse().ok();
    outcome.map_or("not a legal position", |outcome| &chart::meaning(outcome)["P: ".len()..])
}

fn texts<T: Display>(row: &[Option<T>]) -> Vec<String> {
    row.iter().map(|cell| cell.as_ref().map_or("X".to_owned(), T::to_string)).collect()
}
