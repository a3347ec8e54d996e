//! Draws a sequence as a strip of coloured cells, folded so that its period shows as columns.

use bouton_engines::{Periodicity, Sequence, Terms};
use bouton_rules::Refusal;
use bouton_values::{Outcome, counted};

use super::chart::{OUTCOMES, meaning, outcome_colour};
use super::scene::{Anchor, Colour, Pen, Point, Scene, Text, ink_on, ticks};

/// The strip of a sequence. A line marks where the periodic part begins.
pub fn scene(sequence: &Sequence) -> Result<Scene, Refusal> {
    let cells = match &sequence.terms {
        Terms::NimValues(values) => values.iter().map(|n| (of_value(*n), n.to_string())).collect(),
        Terms::Values(_) => {
            return Err(Refusal::unsupported(
                "a strip shows outcomes or nim-values, not other values",
                "draw the outcomes or the nim-values",
            ));
        }
        Terms::Outcomes(_) | Terms::Losing(_) => {
            let found = super::outcomes(sequence).unwrap_or_default();
            found.iter().map(|one| (outcome_colour(*one), one.to_string())).collect()
        }
    };
    let found = sequence.period.as_ref();
    let period = found.map(|Periodicity { preperiod, period, .. }| (Some(*preperiod), *period));
    strip("", cells, period)
}

/// The strip of letters of outcomes, if there are some.
pub fn of_letters(
    caption: &str,
    letters: &str,
    period: Option<usize>,
) -> Result<Option<Scene>, Refusal> {
    if letters.is_empty() {
        return Ok(None);
    }
    let colour = |letter: char| {
        let known = OUTCOMES.into_iter().find(|outcome| outcome.letter() == letter);
        known.map_or([213, 216, 220], outcome_colour)
    };
    let cells = letters.chars().map(|letter| (colour(letter), letter.to_string())).collect();
    let period = period.filter(|period| *period > 0).map(|period| (None, period as u64));
    strip(caption, cells, period).map(Some)
}

/// The most terms that are written into their cells; longer strips have small cells.
const MOST_WRITTEN: usize = 400;
const MOST_TERMS: u64 = 200_000;
const MARK: Colour = [214, 73, 51];

/// Refuses a strip of too many terms, which need not be computed then.
pub fn check_length(count: u64) -> Result<(), Refusal> {
    if count <= MOST_TERMS {
        return Ok(());
    }
    Err(Refusal::bad(
        format!("a strip of {count} terms is too long to draw"),
        format!("draw at most {MOST_TERMS}"),
    ))
}

/// Draws the terms, each with its colour; the period may say where it begins.
fn strip(
    title: &str,
    cells: Vec<(Colour, String)>,
    period: Option<(Option<u64>, u64)>,
) -> Result<Scene, Refusal> {
    let count = cells.len();
    check_length(count as u64)?;
    let is_written = count <= MOST_WRITTEN;
    let layout = Layout::of(period, count as u64, is_written);
    let said = match period {
        None => "no period proved".to_owned(),
        Some((None, period)) => format!("period {period}"),
        Some((Some(start), period)) => format!("period {period} after {start}"),
    };
    let said = format!("{said}; {} to a line", layout.columns);
    let first: Vec<&str> = cells.iter().take(MOST_WRITTEN).map(|(_, term)| &**term).collect();
    let mut scene =
        Scene::new(title, format!("{}; {said}: {}", counted(count, "term"), first.join(" ")));
    let side = layout.side;
    for (n, (colour, term)) in (0..).zip(&cells) {
        let (x, y) = layout.corner(n);
        scene.hinted(format!("{n}: {term}"), |scene| {
            scene.rect((x, y), (side - 1.0, side - 1.0), *colour);
            if is_written {
                let text = Text::new((x + side / 2.0, y + side / 2.0 + 4.0), term, Anchor::Middle);
                scene.text(text.colour(ink_on(*colour)));
            }
        });
    }
    let headings = if is_written && layout.offset == 0 { layout.columns } else { 0 };
    scene.text(Text::new((0.0, if headings > 0 { -24.0 } else { -10.0 }), said, Anchor::Start));
    for column in 0..headings {
        let place = (layout.corner(column).0 + side / 2.0, -6.0);
        scene.text(Text::new(place, column.to_string(), Anchor::Middle).size(9.0));
    }
    for row in ticks(0, layout.rows, layout.rows.min(20) + 1) {
        let base = (row as f64 + 0.5) * side + 4.0;
        let first = (row * layout.columns).saturating_sub(layout.offset);
        scene.text(Text::new((-8.0, base), first.to_string(), Anchor::End));
    }
    let start = period.and_then(|(start, _)| start).filter(|start| *start < count as u64);
    if let Some((x, y)) = start.map(|start| layout.corner(start)) {
        scene.line([(x - 1.5, y - 1.0), (x - 1.5, y + side)], Pen::new(MARK, 2.0));
    }
    let is_letter = |term: &str| term.starts_with(|c: char| c.is_alphabetic());
    let has_it = |colour| cells.iter().any(|(other, term)| *other == colour && is_letter(term));
    let shown = OUTCOMES.into_iter().filter(|one| has_it(outcome_colour(*one)));
    let legend: Vec<(Colour, String)> =
        shown.map(|one| (outcome_colour(one), meaning(one).to_owned())).collect();
    let (right, floor) = (layout.columns as f64 * side, layout.rows as f64 * side);
    scene.legend(floor + 24.0, 0.0..right.max(400.0), &legend);
    scene.fitted()
}

/// The place of each term: the periodic part starts in the first column.
struct Layout {
    /// The side of a cell, with the gap to the next.
    side: f64,
    columns: u64,
    rows: u64,
    /// Empty cells before the first term.
    offset: u64,
}

impl Layout {
    fn of(period: Option<(Option<u64>, u64)>, terms: u64, is_written: bool) -> Layout {
        let (side, usual, most) = if is_written { (22.0, 30, 60) } else { (10.0, 60, 200) };
        let columns = match period {
            Some((_, period)) if period <= most => (usual / period).max(1) * period,
            _ => usual,
        };
        let preperiod = period.and_then(|(start, _)| start).unwrap_or(0);
        let offset = (columns - preperiod % columns) % columns;
        let columns = if offset == 0 { columns.min(terms.max(1)) } else { columns };
        Layout { side, columns, rows: (terms + offset).div_ceil(columns).max(1), offset }
    }

    fn corner(&self, n: u64) -> Point {
        let place = n + self.offset;
        let (row, column) = (place / self.columns, place % self.columns);
        (column as f64 * self.side, row as f64 * self.side)
    }
}

/// Dark for 0, then hues that walk around the circle by the golden angle, so that neighbours differ.
fn of_value(value: u64) -> Colour {
    if value == 0 {
        return outcome_colour(Outcome::P);
    }
    let hue = (value % 1000) as f64 * 0.381_966_011 % 1.0;
    let channel = |shift: f64| {
        let wave = (std::f64::consts::TAU * (hue + shift)).cos();
        (165.0 + 75.0 * wave).clamp(0.0, 255.0) as u8
    };
    [channel(0.0), channel(1.0 / 3.0), channel(2.0 / 3.0)]
}

#[cfg(test)]
mod tests {
    use super::super::scene::hex;
    use super::*;

    #[test]
    fn a_strip_has_a_cell_for_each_term_and_marks_the_period() {
        let terms = Terms::Outcomes(vec![Outcome::P, Outcome::N, Outcome::N, Outcome::L]);
        let period = Some(Periodicity::proved(1, 3));
        let sequence = Sequence { terms, period, reasons: Vec::new(), stopped: None };
        let drawn = scene(&sequence).and_then(|scene| scene.svg()).expect("it is short");
        for title in ["0: P", "1: N", "2: N", "3: L"] {
            assert_eq!(drawn.matches(&format!("<title>{title}</title>")).count(), 1);
        }
        assert!(drawn.contains("period 3 after 1"));
        assert_eq!(drawn.matches(&hex(MARK)).count(), 1);
        let named = ["P", "N", "L", "R"].map(|letter| drawn.contains(&format!(">{letter}: ")));
        assert_eq!(named, [true, true, true, false], "the legend has what occurs");
    }

    #[test]
    fn long_strips_are_refused_with_numbers() {
        let strip = |count: usize| {
            let terms = Terms::NimValues(vec![0; count]);
            scene(&Sequence { terms, period: None, reasons: Vec::new(), stopped: None })
        };
        let refusal = strip(200_001).unwrap_err();
        assert_eq!(refusal.to_string(), "a strip of 200001 terms is too long to draw");
        let long = strip(30_000).expect("it is short enough for a PNG");
        assert!(long.svg().unwrap_err().help().to_string().ends_with("or write a .png"));
    }

    #[test]
    fn rows_hold_whole_periods() {
        for (period, expected) in
            [(None, 30), (Some(2), 30), (Some(7), 28), (Some(45), 45), (Some(999), 30)]
        {
            let layout = Layout::of(period.map(|period| (None, period)), 300, true);
            assert_eq!(layout.columns, expected, "{period:?}");
        }
        let folded = Layout::of(Some((Some(71), 12)), 200, true);
        assert_eq!((folded.columns, folded.corner(71).0), (24, 0.0));
    }
}
