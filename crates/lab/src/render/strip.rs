//! A sequence as a strip of coloured cells, folded so that its period shows as columns.

use bouton_engines::{Periodicity, Sequence, Terms};
use bouton_rules::Refusal;
use bouton_values::Outcome;

use super::canvas::{CHARACTER, Canvas, Colour, INK, hex, ticks};

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
    let (width, height) = layout.size();
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
    if let Some((left, top)) = layout.mark(sequence, colours.len() as u64) {
        canvas.fill((left - 2, top - 1), (2, CELL + 1), MARK);
    }
    Ok(canvas.png())
}

/// Cells of an SVG strip have a text each; more than this is a burden to whoever shows it.
const MOST_CELLS: usize = 20_000;

/// The strip as an SVG document. Each cell says its index and term when it is pointed at.
pub fn svg(sequence: &Sequence) -> Result<String, Refusal> {
    let colours = colours(sequence);
    if colours.len() > MOST_CELLS {
        return Err(Refusal::bad(
            format!("a strip of {} terms is too long for SVG", colours.len()),
            format!("draw at most {MOST_CELLS}, or write a .png"),
        ));
    }
    let layout = Layout::of(sequence.period.as_ref(), colours.len() as u64);
    let (width, height) = layout.size();
    let title = layout.title(sequence.period.as_ref());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"10\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"14\" fill=\"{ink}\">{title}</text>\n",
        ink = hex(INK)
    );
    svg += &legend(sequence, width);
    let side = CELL - 1;
    for (n, colour) in colours.iter().enumerate() {
        let (left, top) = layout.corner(n as u64);
        svg += &format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" \
             fill=\"{}\"><title>{n}: {}</title></rect>\n",
            hex(*colour),
            term(sequence, n)
        );
    }
    for row in ticks(0, layout.rows, layout.rows.min(20)) {
        let (right, below) = (MARGIN - 8, 24 + row as u32 * CELL + side);
        svg += &format!(
            "<text x=\"{right}\" y=\"{below}\" text-anchor=\"end\" fill=\"{}\">{}</text>\n",
            hex(INK),
            layout.first_of(row)
        );
    }
    if let Some((left, top)) = layout.mark(sequence, colours.len() as u64) {
        svg += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"2\" height=\"{}\" fill=\"{}\"/>\n",
            left - 2,
            top - 1,
            CELL + 1,
            hex(MARK)
        );
    }
    Ok(svg + "</svg>\n")
}

/// The outcomes that occur, each with its colour, at the right end of the first line.
fn legend(sequence: &Sequence, width: u32) -> String {
    let found = super::outcomes(sequence).unwrap_or_default();
    let all = [Outcome::P, Outcome::N, Outcome::L, Outcome::R, Outcome::D];
    let occurs = |outcome: &Outcome| found.iter().any(|term| term.letter() == outcome.letter());
    let shown = all.into_iter().filter(occurs).rev();
    let entry = |(place, outcome): (u32, Outcome)| {
        let left = width - 40 - 28 * place;
        format!(
            "<rect x=\"{left}\" y=\"6\" width=\"9\" height=\"9\" fill=\"{}\"/>\
             <text x=\"{}\" y=\"14\" fill=\"{}\">{outcome}</text>\n",
            hex(of_outcome(outcome)),
            left + 12,
            hex(INK)
        )
    };
    (0..).zip(shown).map(entry).collect()
}

/// The term as it is written.
fn term(sequence: &Sequence, n: usize) -> String {
    match &sequence.terms {
        Terms::Outcomes(outcomes) => outcomes[n].to_string(),
        Terms::NimValues(values) => values[n].to_string(),
        Terms::Values(texts) => super::canvas::escaped(&texts.games[n]),
        Terms::Losing(bits) => if bits.get(n) { "P" } else { "N" }.to_owned(),
    }
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

    fn size(&self) -> (u32, u32) {
        (MARGIN + self.columns as u32 * CELL + 16, 40 + self.rows as u32 * CELL)
    }

    /// The corner of the cell where the periodic part begins, if it is drawn.
    fn mark(&self, sequence: &Sequence, terms: u64) -> Option<(u32, u32)> {
        let preperiod = sequence.period.as_ref()?.preperiod;
        (preperiod < terms).then(|| self.corner(preperiod))
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
        Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR => [226, 190, 76],
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_strip_has_a_cell_for_each_term_and_marks_the_period() {
        let terms = Terms::Outcomes(vec![Outcome::P, Outcome::N, Outcome::N, Outcome::L]);
        let period = Some(Periodicity::proved(1, 3));
        let sequence = Sequence { terms, period, reasons: Vec::new(), stopped: None };
        let drawn = svg(&sequence).expect("it is short");
        for title in ["0: P", "1: N", "2: N", "3: L"] {
            assert_eq!(drawn.matches(&format!("<title>{title}</title>")).count(), 1);
        }
        assert!(drawn.contains("period 3 after 1"));
        assert_eq!(drawn.matches(&hex(MARK)).count(), 1);
        let named = ["P", "N", "L", "R"].map(|letter| drawn.contains(&format!(">{letter}</text>")));
        assert_eq!(named, [true, true, true, false], "the legend has what occurs");
    }

    #[test]
    fn strips_too_long_for_svg_are_refused() {
        let terms = Terms::NimValues(vec![0; MOST_CELLS + 1]);
        let sequence = Sequence { terms, period: None, reasons: Vec::new(), stopped: None };
        assert!(svg(&sequence).is_err());
    }
}
