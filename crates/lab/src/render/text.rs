use bouton_engines::{
    Ask, Chart, Finding, Periodicity, Saltus, Sequence, Solution, Standing, Table, Terms, Window,
};
use bouton_rules::Position;
use bouton_values::{Nimber, Outcome, Player};

use super::style::{FAINT, GOOD, STRONG, of_outcome, paint};
use crate::answer::Answer;
use crate::question::Question;
use crate::show::is_impartial;

/// How much is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// All winning moves and terms, not just the first ones.
    pub all: bool,
    /// Which engines declined, and why.
    pub plan: bool,
    /// Nim-values by name: 0, *, *2.
    pub names: bool,
}

/// Winning moves that are shown without `all`.
const SHOWN_MOVES: usize = 8;
/// Terms that are shown without `all`.
const SHOWN_TERMS: usize = 400;
/// Long values that are shown without `all`.
const SHOWN_VALUES: usize = 60;
/// Where long lists are folded.
const WIDTH: usize = 76;

/// The answer for people, with colours.
#[must_use]
pub fn text(question: &Question, answer: &Answer, detail: Detail) -> String {
    let mut lines = vec![heading(question), String::new()];
    match &answer.finding {
        Finding::Solution(found) => lines.extend(solution(question, found, detail)),
        Finding::Sequence(found) => lines.extend(sequence(question, found, detail)),
        Finding::Table(found) => lines.extend(table(found)),
        Finding::Chart(found) => {
            let window = question.ask.window().map(|(window, _)| window);
            lines.extend(window.iter().flat_map(|window| chart(window, found)));
        }
        Finding::Count(count) => lines.push(format!("  {} P-positions", paint(STRONG, count))),
    }
    lines.push(String::new());
    lines.extend(labelled("known", known(answer)));
    if detail.plan {
        lines.extend(labelled("plan", plan(answer)));
    }
    lines.join("\n") + "\n"
}

fn heading(question: &Question) -> String {
    let game = paint(STRONG, question.game.title());
    match &question.ask {
        Ask::Solve(position) => format!("{game}  {position}"),
        Ask::Sequence { to, row: Some(row), .. } | Ask::Values { to, row: Some(row) } => {
            format!("{game}  0..{to}, row {row}")
        }
        Ask::Sequence { to, .. } | Ask::Values { to, .. } => format!("{game}  0..{to}"),
        Ask::Table(shape) if shape.fixed.is_empty() => game,
        Ask::Table(shape) => format!("{game}  {},…", Position::Tuple(shape.fixed.clone())),
        Ask::Chart(window) => chart_heading(question, window, &[]),
        Ask::Slice { window, beside } => chart_heading(question, window, beside),
        Ask::Count { heaps, below } => format!("{game}  {heaps} heaps below {below}"),
    }
}

fn chart_heading(question: &Question, window: &Window, beside: &[u64]) -> String {
    let game = paint(STRONG, question.game.title());
    let beside = match beside {
        [] => String::new(),
        beside => format!(" beside {}", Position::Tuple(beside.to_vec())),
    };
    let [x, y] = [&window.x, &window.y]
        .map(|side| format!("{}..{}", side.start, side.end.saturating_sub(1)));
    format!("{game}  {x} × {y}{beside}")
}

/// Who found what, and by which theorem; the value apart where somebody else found it.
fn known(answer: &Answer) -> Vec<String> {
    let how = paint(STRONG, answer.standing);
    let mut lines =
        vec![format!("{how} by the engine {}", answer.engine), answer.theorem.to_owned()];
    if let Some(other) = answer.value_by.filter(|credit| credit.engine != answer.engine) {
        let how = paint(STRONG, Standing::Proved);
        lines.push(format!("the value: {how} by the engine {}", other.engine));
        lines.push(other.theorem.to_owned());
    }
    lines
}

fn plan(answer: &Answer) -> Vec<String> {
    let width = answer.declined.iter().map(|rung| rung.engine.len()).max().unwrap_or(0);
    let declined = answer
        .declined
        .iter()
        .map(|rung| paint(FAINT, format!("{:width$}  {}", rung.engine, rung.reason)));
    declined.chain([format!("{:width$}  answers", answer.engine)]).collect()
}

/// The lines beside a faint label, the long ones folded.
pub(super) fn labelled(label: &str, lines: Vec<String>) -> Vec<String> {
    let lines: Vec<String> = lines.iter().flat_map(|line| folded(line)).collect();
    let mut labels = vec![format!("  {}", paint(FAINT, format!("{label:<7}")))];
    labels.resize(lines.len().max(1), " ".repeat(9));
    labels.iter().zip(lines).map(|(label, line)| format!("{label}{line}")).collect()
}

fn solution(question: &Question, found: &Solution, detail: Detail) -> Vec<String> {
    let value = match &found.value {
        Some(value) => format!("   value {}", paint(STRONG, value)),
        None => String::new(),
    };
    let outcome = paint(of_outcome(found.outcome), found.outcome);
    let mut lines =
        vec![format!("  {outcome}  {}{value}", found.outcome.sentence()), String::new()];
    let impartial = is_impartial(&question.game);
    if impartial {
        lines.extend(moves("moves", &found.left, detail));
    } else {
        for player in Player::BOTH {
            lines.extend(moves(&player.to_string(), found.winning(player), detail));
        }
    }
    lines.extend(labelled("why", found.reasons.clone()));
    lines
}

fn moves(label: &str, winning: &[Position], detail: Detail) -> Vec<String> {
    let list = match winning.len() {
        0 => vec![paint(FAINT, "no move wins")],
        count => {
            let shown = if detail.all { count } else { count.min(SHOWN_MOVES) };
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

/// A sentence folded between words; what is short enough keeps its spaces.
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

fn sequence(question: &Question, found: &Sequence, detail: Detail) -> Vec<String> {
    let row = matches!(question.ask, Ask::Sequence { row: Some(_), .. });
    // The letters of a row say more than which are lost where the players' moves differ.
    let mut lines = if row && is_impartial(&question.game) {
        let losing: Vec<String> = super::losing_indices(found).iter().map(u64::to_string).collect();
        let mut lines = labelled("losing", cut(&losing, ", ", detail));
        lines.extend(labelled("", vec![paint(FAINT, "among 1, 2, 3, …; 0 is left out")]));
        lines
    } else {
        labelled("terms", terms(found, detail))
    };
    if let Terms::Values(texts) = &found.terms {
        lines.extend(definitions(&texts.definitions, detail));
    }
    lines.push(String::new());
    lines.extend(labelled("period", vec![period(found.period.as_ref())]));
    lines.extend(labelled("why", found.reasons.clone()));
    lines
}

fn terms(found: &Sequence, detail: Detail) -> Vec<String> {
    match &found.terms {
        Terms::NimValues(values) => {
            let name = |value: &u64| match detail.names {
                true => Nimber(*value).to_string(),
                false => value.to_string(),
            };
            cut(&values.iter().map(name).collect::<Vec<_>>(), " ", detail)
        }
        Terms::Outcomes(outcomes) => strip(outcomes, found.period.as_ref(), detail),
        Terms::Values(texts) => values(&texts.games, detail),
        Terms::Losing(_) => {
            strip(&super::outcomes(found).unwrap_or_default(), found.period.as_ref(), detail)
        }
    }
}

/// Values that are longer than this are cut short without `all`.
const LONGEST_VALUE: usize = 160;

/// Short values beside each other; where some are long, one a line with its index.
fn values(texts: &[String], detail: Detail) -> Vec<String> {
    const SHORT: usize = 12;
    let length = |text: &String| text.chars().count();
    if texts.iter().all(|text| length(text) <= SHORT) {
        return cut(texts, "  ", detail);
    }
    let shown = if detail.all { texts.len() } else { texts.len().min(SHOWN_VALUES) };
    let width = shown.saturating_sub(1).to_string().len();
    let line = |(index, text): (usize, &String)| {
        let index = paint(FAINT, format!("{index:>width$}"));
        if detail.all || length(text) <= LONGEST_VALUE {
            return format!("{index}  {text}");
        }
        let start: String = text.chars().take(LONGEST_VALUE).collect();
        format!("{index}  {start}… ({} characters, --all)", length(text))
    };
    let mut lines: Vec<String> = texts[..shown].iter().enumerate().map(line).collect();
    lines.extend(rest(shown, texts.len()));
    lines
}

/// What the names in the terms stand for.
fn definitions(list: &[(String, String)], detail: Detail) -> Vec<String> {
    if list.is_empty() {
        return Vec::new();
    }
    let shown = if detail.all { list.len() } else { list.len().min(SHOWN_VALUES) };
    let mut lines: Vec<String> =
        list[..shown].iter().map(|(name, text)| format!("{name} = {text}")).collect();
    lines.extend(rest(shown, list.len()));
    [vec![String::new()], labelled("where", lines)].concat()
}

/// Coloured letters, folded so that the period shows.
fn strip(outcomes: &[Outcome], period: Option<&Periodicity>, detail: Detail) -> Vec<String> {
    let shown = if detail.all { outcomes.len() } else { outcomes.len().min(SHOWN_TERMS) };
    let coloured = |chunk: &[Outcome]| {
        chunk.iter().map(|outcome| paint(of_outcome(*outcome), outcome)).collect::<String>()
    };
    let mut lines: Vec<String> =
        outcomes[..shown].chunks(line_length(period)).map(coloured).collect();
    lines.extend(rest(shown, outcomes.len()));
    lines
}

/// Outcomes are folded at a multiple of the period, so that the period shows as columns.
fn line_length(period: Option<&Periodicity>) -> usize {
    const LONGEST: usize = 60;
    match period {
        Some(found) if found.period <= LONGEST as u64 => {
            let period = found.period as usize;
            LONGEST / period * period
        }
        _ => LONGEST,
    }
}

fn cut(items: &[String], separator: &str, detail: Detail) -> Vec<String> {
    let shown = if detail.all { items.len() } else { items.len().min(SHOWN_TERMS) };
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

fn period(found: Option<&Periodicity>) -> String {
    match found {
        None => paint(FAINT, "none proved"),
        Some(Periodicity { preperiod, period, saltus, standing }) => {
            let after = match preperiod {
                0 => "from the start".to_owned(),
                _ => format!("after a preperiod of {preperiod}"),
            };
            let growth = match saltus {
                Saltus::Number(0) => String::new(),
                Saltus::Number(number) => format!(", saltus {}", paint(STRONG, number)),
                Saltus::Game(game) => format!(", saltus {}", paint(STRONG, game)),
            };
            let seen = match standing {
                Standing::Proved => String::new(),
                Standing::ComputedTo(n) => paint(FAINT, format!("  (seen to {n}, not proved)")),
            };
            format!("{} {after}{growth}{seen}", paint(STRONG, period))
        }
    }
}

fn table(found: &Table) -> Vec<String> {
    let cells: Vec<Vec<String>> = match found {
        Table::Numbers(rows) => rows.iter().map(|row| texts(row)).collect(),
        Table::Outcomes(rows) => rows.iter().map(|row| texts(row)).collect(),
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

/// A chart for people.
#[must_use]
pub fn chart_text(
    question: &Question,
    answer: &Answer,
    window: &Window,
    beside: &[u64],
    found: &Chart,
) -> String {
    let mut lines = vec![chart_heading(question, window, beside), String::new()];
    lines.extend(chart(window, found));
    lines.push(String::new());
    lines.extend(labelled("known", known(answer)));
    lines.join("\n") + "\n"
}

/// A cell for each position, the largest y on top, with the numbers at the sides and what letters mean.
fn chart(window: &Window, found: &Chart) -> Vec<String> {
    let width = window.y.end.saturating_sub(1).to_string().len();
    let letters = found.letters();
    if let Chart::NimValues(rows) = found {
        let cells: Vec<Vec<String>> = rows.iter().map(|row| texts(row)).collect();
        let numbers: Vec<String> = window.x.clone().map(|x| x.to_string()).collect();
        let wide = cells.iter().flatten().chain(&numbers).map(String::len).max().unwrap_or(1);
        let line = |row: &[String]| row.iter().map(|cell| format!(" {cell:>wide$}")).collect();
        let rows =
            window.y.clone().zip(&cells).collect::<Vec<_>>().into_iter().rev().map(|(y, row)| {
                let row: String = line(row);
                format!("  {}{row}", paint(FAINT, format!("{y:>width$} │")))
            });
        let below: String = line(&numbers);
        return rows.chain([paint(FAINT, format!("  {:>width$} └{below}", ""))]).collect();
    }
    let mut lines: Vec<String> = letters
        .iter()
        .enumerate()
        .rev()
        .map(|(index, row)| {
            let y = window.y.start + index as u64;
            let row: String = row.chars().map(coloured).collect();
            format!("  {}{row}", paint(FAINT, format!("{y:>width$} │")))
        })
        .collect();
    lines.push(paint(FAINT, format!("  {:>width$} └{}", "", ticks(&window.x))));
    let used = |letter: &char| letters.iter().any(|row| row.contains(*letter));
    let known = ['P', 'N', 'L', 'R', 'D', 'X'].into_iter().filter(used);
    let legend: Vec<String> =
        known.map(|letter| format!("{} {}", coloured(letter), meaning(letter))).collect();
    lines.push(format!("  {:width$}  {}", "", legend.join("   ")));
    lines
}

/// Every tenth number under its column.
fn ticks(x: &std::ops::Range<u64>) -> String {
    let mut text = String::new();
    for number in x.clone() {
        let column = (number - x.start) as usize;
        if number.is_multiple_of(10) && text.len() <= column {
            text += &" ".repeat(column - text.len());
            text += &number.to_string();
        }
    }
    text
}

fn coloured(letter: char) -> String {
    let outcome = [Outcome::P, Outcome::N, Outcome::L, Outcome::R, Outcome::D]
        .into_iter()
        .find(|outcome| outcome.letter() == letter);
    outcome.map_or_else(|| paint(FAINT, letter), |outcome| paint(of_outcome(outcome), letter))
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

/// The heaps that are lost for the mover, for people.
#[must_use]
pub fn losing_text(question: &Question, answer: &Answer, heaps: &[u64], detail: Detail) -> String {
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let mut lines = vec![heading(question), String::new()];
    lines.extend(labelled("losing", cut(&heaps, ", ", detail)));
    lines.push(String::new());
    lines.extend(labelled("known", known(answer)));
    lines.join("\n") + "\n"
}

fn texts<T: std::fmt::Display>(row: &[Option<T>]) -> Vec<String> {
    row.iter().map(|cell| cell.as_ref().map_or("X".to_owned(), T::to_string)).collect()
}
