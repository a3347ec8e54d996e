//! A sequence as a strip of coloured cells, folded so that its period shows as columns.

use bouton_engines::{Periodicity, Sequence, Terms};
use bouton_rules::Refusal;
use bouton_values::Outcome;

use super::canvas::{CHARACTER, Canvas, Colour, INK, ticks};

/// Side of a cell in pixels.
const CELL: u32 = 10;
const MARGIN: u32 = 64;
/// Columns where the period gives no better number.
const USUAL_COLUMNS: u64 = 60;
const MOST_COLUMNS: u64 = 200;
const MOST_TERMS: usize = 200_000;

/// The strip as a PNG file. A line marks where the periodic part begins.
pub fn png(sequence: &Sequence) -> Result<Vec<u8>, Refusal> {
    let colours = colours(sequence);
    if colours.len() > MOST_TERMS {
        return Err(Refusal::bad(
            format!("a strip of {} terms is too long to draw", colours.len()),
            format!("plot at most {MOST_TERMS}"),
        ));
    }
    let layout = Layout::of(sequence.period.as_ref(), colours.len() as u64);
    let width = MARGIN + layout.columns as u32 * CELL + 16;
    let height = 40 + layout.rows as u32 * CELL;
    let mut canvas = Canvas::new(width, height);
    for (n, colour) in (0..).zip(&colours) {
        canvas.fill(layout.corner(n), (CELL - 1, CELL - 1), *colour);
    }
    for row in ticks(0, layout.rows, layout.rows.min(20)) {
        let text = layout.first_of(row).to_string();
        let left = (MARGIN - 8).saturating_sub(CHARACTER * text.len() as u32);
        canvas.text((left, 24 + row as u32 * CELL), &text, INK);
    }
    canvas.text((MARGIN, 6), &layout.title(sequence.period.as_ref()), INK);
    if let Some(Periodicity { preperiod, .. }) = sequence.period
        && preperiod < colours.len() as u64
    {
        let (left, top) = layout.corner(preperiod);
        canvas.fill((left - 2, top - 1), (2, CELL + 1), MARK);
    }
    Ok(canvas.png())
}

const MARK: Colour = [214, 73, 51];

/// Where each term stands: the periodic part starts in the first column.
struct Layout {
    columns: u64,
    rows: u64,
    /// Empty cells before the first term.
    offset: u64,
}

impl Layout {
    fn of(period: Option<&Periodicity>, terms: u64) -> Layout {
        let columns = match period {
            Some(found) if found.period <= MOST_COLUMNS => {
                (USUAL_COLUMNS / found.period).max(1) * found.period
            }
            _ => USUAL_COLUMNS,
        };
        let preperiod = period.map_or(0, |found| found.preperiod);
        let offset = (columns - preperiod % columns) % columns;
        Layout { columns, rows: (terms + offset).div_ceil(columns).max(1), offset }
    }

    fn corner(&self, n: u64) -> (u32, u32) {
        let place = n + self.offset;
        let (row, column) = (place / self.columns, place % self.columns);
        (MARGIN + column as u32 * CELL, 24 + row as u32 * CELL)
    }

    fn first_of(&self, row: u64) -> u64 {
        (row * self.columns).saturating_sub(self.offset)
    }

    fn title(&self, period: Option<&Periodicity>) -> String {
        match period {
            None => format!("no period proved; {} to a line", self.columns),
            Some(Periodicity { preperiod, period, .. }) => {
                format!("period {period} after {preperiod}; {} to a line", self.columns)
            }
        }
    }
}

fn colours(sequence: &Sequence) -> Vec<Colour> {
    match &sequence.terms {
        Terms::NimValues(values) => values.iter().map(|value| of_value(*value)).collect(),
        _ => super::outcomes(sequence).unwrap_or_default().iter().map(|o| of_outcome(*o)).collect(),
    }
}

fn of_outcome(outcome: Outcome) -> Colour {
    match outcome {
        Outcome::P => [31, 41, 55],
        Outcome::N => [222, 214, 190],
        Outcome::L => [86, 140, 214],
        Outcome::R => [208, 96, 132],
        Outcome::D => [226, 190, 76],
    }
}

/// Dark for 0, then hues that walk around the circle by the golden angle, so that neighbours differ.
fn of_value(value: u64) -> Colour {
    if value == 0 {
        return [31, 41, 55];
    }
    let hue = (value % 1000) as f64 * 0.381_966_011 % 1.0;
    let channel = |shift: f64| {
        let wave = (std::f64::consts::TAU * (hue + shift)).cos();
        (165.0 + 75.0 * wave).clamp(0.0, 255.0) as u8
    };
    [channel(0.0), channel(1.0 / 3.0), channel(2.0 / 3.0)]
}
