//! A6, A10 and A11: the printed tables, and the pattern in the first.

use bouton_lab::rules::Limits;

use super::heaps::{Printed, Reading, completion, under_both};
use super::recursion::Completer;
use crate::finding::{self, Cell, Exhibit};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, name};
use crate::words::words;

/// A6 and A11. Decided cell by cell with the oracle; there is an X where the headings are not a position.
pub(super) fn compare(tables: &[Printed], frame: &Frame) -> Result {
    let [z, w] = under_both(&frame.limits, |reading, judge| compute(tables, reading, judge))?;
    let (cells, counts) = (z.concat().len(), [wrong(&z.concat()), wrong(&w.concat())]);
    let mut tried =
        frame.forall(words("A6.order", &[]), z.iter().flatten()).survey(|tried, cell| {
            let (heaps, printed, right) = cell;
            tried.expect(printed == right, || {
                words("A6.wrong", &[&name(heaps), &shown(right), &shown(printed)])
            });
        })?;
    tried.cases *= 2;
    let count = if counts[0] == 0 { "none is".to_owned() } else { format!("{} are", counts[0]) };
    let mut finding =
        tried.argued("A6", &[&cells]).note(words("A6.note", &[&cells, &count, &counts[1]]));
    for (table, (z, w)) in tables.iter().zip(z.iter().zip(&w)) {
        let layer = table.fixed.iter().map(|heap| format!(", layer {heap}")).collect::<String>();
        for (reading, cells) in Reading::BOTH.into_iter().zip([z, w]) {
            if reading == Reading::Z || counts[1] > 1 {
                let caption = format!("Completions{layer}, printed and computed under {reading:?}");
                finding = finding.exhibit(exhibit(caption, table, cells));
            }
        }
    }
    Ok(finding)
}

/// The heaps of a cell, what is printed, and what is right.
type Compared = (Vec<u64>, Option<u64>, Option<u64>);

/// Every cell of each table with what is right under a reading.
fn compute(
    tables: &[Printed],
    reading: Reading,
    judge: &mut Judge<'_>,
) -> Result<Vec<Vec<Compared>>> {
    let mut computed = |(heaps, printed): (Vec<u64>, Option<u64>)| {
        let right = completion(judge, reading, &heaps)?;
        Ok((heaps, printed, right))
    };
    tables.iter().map(|table| table.cells().map(&mut computed).collect()).collect()
}

fn wrong(cells: &[Compared]) -> usize {
    cells.iter().filter(|(_, printed, right)| printed != right).count()
}

/// How many cells would be wrong in Welter's game: `1 of 195 cells`.
pub(super) fn wrong_under_w(tables: &[Printed], limits: &Limits) -> Result<String> {
    let cells = compute(tables, Reading::W, &mut Reading::W.judge(limits)?)?.concat();
    Ok(format!("{} of {} cells", wrong(&cells), cells.len()))
}

fn shown(cell: &Option<u64>) -> String {
    cell.map_or("X".to_owned(), |z| z.to_string())
}

fn exhibit(caption: impl Into<String>, table: &Printed, cells: &[Compared]) -> Exhibit {
    let rows = table.rows.iter().zip(cells.chunks(table.columns.len()));
    let rows = rows.map(|((heading, _), cells)| {
        let cells =
            cells.iter().map(|(_, printed, right)| Cell::compared(shown(right), shown(printed)));
        (heading, cells.collect())
    });
    let columns = [String::new()].into_iter().chain(table.columns.iter().map(u64::to_string));
    finding::table(caption, columns, rows)
}

/// A way of filling the table of three heaps: each entry is the least number, from `least` on, that
/// is not earlier in its row or column and not a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) least: u64,
    /// Does a heading 0 count as a heading?
    pub(super) zero_heading_counts: bool,
}

/// "The least positive integer".
pub(super) const LEAST_POSITIVE: Pattern = Pattern { least: 1, zero_heading_counts: true };
/// What holds.
pub(super) const LEAST_FREE: Pattern = Pattern { least: 0, zero_heading_counts: false };

impl Pattern {
    /// The table below a size; nothing where the headings are equal and not 0.
    fn fill(self, size: u64, reading: Reading) -> Printed {
        let mut completer = Completer::new(reading, self);
        let mut cell =
            |x: u64, y: u64| reading.is_legal(&[x, y]).then(|| completer.completion(&[x, y]));
        let rows = (0..size).map(|x| (x, (0..size).map(|y| cell(x, y)).collect())).collect();
        Printed { fixed: Vec::new(), columns: (0..size).collect(), rows }
    }

    /// Does it fill a table with what is right?
    fn is_right(self, size: u64, reading: Reading, cells: &[Compared]) -> bool {
        let filled = self.fill(size, reading);
        filled.cells().map(|(_, z)| z).eq(cells.iter().map(|(_, _, right)| *right))
    }
}

/// A10. Decided by filling a table and comparing it with the completions that the oracle gives.
pub(super) fn pattern(pattern: &Pattern, frame: &Frame) -> Result {
    let size = frame.pick(15, 32);
    let [z, w] = under_both(&frame.limits, |reading, judge| {
        Ok(compute(&[pattern.fill(size, reading)], reading, judge)?.concat())
    })?;
    let mut cells: Vec<&Compared> = z.iter().collect();
    cells.sort_by_key(|(heaps, ..)| (heaps[0] + heaps[1], heaps[0]));
    let tried =
        frame.forall(words("A10.order", &[]), cells).survey(|tried, (heaps, said, right)| {
            tried.expect(said == right, || {
                words("A10.wrong", &[&heaps[0], &heaps[1], &shown(said), &shown(right)])
            });
        })?;
    let finding = tried.argued("A10", &[&size]);
    if finding.counterexample.is_none() {
        return Ok(finding);
    }
    let literal = Pattern { least: 0, zero_heading_counts: true };
    let is_right =
        LEAST_FREE.is_right(size, Reading::Z, &z) && literal.is_right(size, Reading::W, &w);
    sure(is_right, "the corrected pattern")?;
    let corner: Vec<Compared> =
        z.iter().filter(|(heaps, ..)| heaps.iter().all(|heap| *heap < CORNER)).cloned().collect();
    let caption = "The table as the printed pattern would fill it, and as it is";
    Ok(finding
        .say("A10.corrected", &[])
        .say("A10.welter", &[])
        .note(words("A10.note", &[&wrong(&z), &z.len()]))
        .exhibit(exhibit(caption, &pattern.fill(CORNER, Reading::Z), &corner)))
}

/// How much of the table is shown.
const CORNER: u64 = 7;
