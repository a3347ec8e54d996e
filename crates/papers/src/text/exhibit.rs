//! What a finding shows, as aligned text.

use crate::{Cell, Curve, Exhibit};

use crate::report::picture_command;
use bouton_lab::render::style::{FAINT, paint};

/// Strips are folded here, or at the largest multiple of their period below.
const STRIP: usize = 60;
/// Points of a curve that are shown.
const POINTS: usize = 24;
/// Characters of a bar.
const BAR: f64 = 40.0;

/// The lines of an exhibit, its caption first.
#[must_use]
pub fn exhibit(exhibit: &Exhibit) -> Vec<String> {
    match exhibit {
        Exhibit::Table { caption, columns, rows } => captioned(caption, table(columns, rows)),
        Exhibit::Strip { caption, letters, period } => {
            captioned(caption, strip(letters, *period, STRIP))
        }
        Exhibit::Curves { caption, x, y, curves } => {
            captioned(&format!("{caption}: {y} over {x}"), curves_as_lines(curves))
        }
        Exhibit::Picture(shown) => {
            captioned(&shown.caption, vec![picture_command(shown, "picture")])
        }
        Exhibit::Lines { caption, lines } => captioned(caption, lines.clone()),
    }
}

fn captioned(caption: &str, lines: Vec<String>) -> Vec<String> {
    let lines = lines.into_iter().map(|line| format!("    {line}").trim_end().to_owned());
    [format!("  {}", paint(FAINT, caption))].into_iter().chain(lines).collect()
}

/// Columns set right; a wrong cell shows what is printed, a mark, and what is right.
fn table(columns: &[String], rows: &[(String, Vec<Cell>)]) -> Vec<String> {
    let texts: Vec<Vec<String>> = rows
        .iter()
        .map(|(label, cells)| [label.clone()].into_iter().chain(cells.iter().map(shown)).collect())
        .collect();
    let count = texts.iter().map(Vec::len).chain([columns.len()]).max().unwrap_or(0);
    let width = |column: usize| {
        let rows = texts.iter().map(Vec::as_slice).chain([columns]);
        let cells = rows.filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    let mut lines = vec![paint(FAINT, line(columns))];
    lines.extend(texts.iter().map(|row| line(row)));
    if rows.iter().flat_map(|(_, cells)| cells).any(|cell| cell.printed.is_some()) {
        lines.push(paint(FAINT, "a ≠ b: printed a, computed b"));
    }
    lines
}

fn shown(cell: &Cell) -> String {
    match &cell.printed {
        None => cell.text.clone(),
        Some(printed) => format!("{printed} ≠ {}", cell.text),
    }
}

/// Outcomes in lines, folded by the period if there is one that fits.
pub(crate) fn strip(letters: &str, period: Option<usize>, widest: usize) -> Vec<String> {
    let width = match period {
        Some(period) if (1..=widest).contains(&period) => widest / period * period,
        _ => widest,
    };
    let letters: Vec<char> = letters.chars().collect();
    letters.chunks(width).map(|chunk| chunk.iter().collect()).collect()
}

/// A few points of each curve with bars.
fn curves_as_lines(curves: &[Curve]) -> Vec<String> {
    let most =
        curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).fold(0.0, f64::max);
    let mut lines = Vec::new();
    for curve in curves {
        lines.push(curve.name.clone());
        let step = curve.points.len().div_ceil(POINTS).max(1);
        let last = curve.points.len().saturating_sub(1);
        let shown = curve.points.iter().enumerate();
        let shown = shown.filter(|(index, _)| index % step == 0 || *index == last);
        let shown: Vec<_> = shown.map(|(_, (x, y))| (number(*x), number(*y), y)).collect();
        let width = shown.iter().map(|(x, ..)| x.len()).max().unwrap_or(0);
        let high = shown.iter().map(|(_, text, _)| text.len()).max().unwrap_or(0);
        for (x, text, y) in shown {
            let bar = if most > 0.0 { (BAR * y / most).clamp(0.0, BAR) as usize } else { 0 };
            lines.push(format!("  {x:>width$}  {text:>high$}  {}", "█".repeat(bar)));
        }
    }
    lines
}

/// Integers as they are, everything else with four digits after the point.
fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value:.4}")
    }
}
