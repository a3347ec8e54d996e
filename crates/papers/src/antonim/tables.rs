//! A6, A10 and A11: the printed tables, and the pattern in the first.

use bouton_lab::rules::Limits;

use super::heaps::{Printed, Reading, completion, under_both};
use crate::finding::{self, Cell, Counterexample, Exhibit, Finding, Known};
use crate::frame::{Frame, Result, all, sure};
use crate::judge::{Judge, name};
use crate::words::{argued, words};

/// A6 and A11: every cell of the printed tables is the completion of its headings, X where they are
/// no position. Decided cell by cell with the oracle.
pub(super) fn compare(tables: &[Printed], frame: &Frame) -> Result {
    let [z, w] = under_both(&frame.limits, |reading, judge| compute(tables, reading, judge))?;
    let (cells, counts) = (z.len(), [wrong(&z), wrong(&w)]);
    let enumerated =
        format!("all {cells} cells, every z up to the bound of Theorem 1, under both readings");
    let domain = all(enumerated, "the first wrong cell, row by row", &z);
    let mut tried = frame.forall(domain).survey(|tried, (heaps, printed, right)| {
        tried.expect(printed == right, || {
            let ([printed, right], name) = ([printed, right].map(shown), name(heaps));
            let what = format!("{name} is completed by {right}, printed is {printed}");
            (what, [format!("the oracle decided every (…,z) beside {name}")])
        });
        Ok(())
    })?;
    tried.cases += w.len() as u128;
    let reason = format!("the table has {cells} cells, and each was computed from the rules");
    let mut finding = tried
        .finding(Known::exhausted(cells as u64, reason))
        .note(words("A6.note", &[&cells, &count(counts[0]), &counts[1]]));
    for (table, start) in tables.iter().zip(starts(tables)) {
        let end = start + table.cells().count();
        finding = finding.exhibit(exhibit(table, &z[start..end], Reading::Z));
        if counts[1] > 1 {
            finding = finding.exhibit(exhibit(table, &w[start..end], Reading::W));
        }
    }
    Ok(finding)
}

/// The heaps of a cell, what is printed, and what is right.
type Compared = (Vec<u64>, Option<u64>, Option<u64>);

/// Every cell of the tables with what is right under a reading.
fn compute(tables: &[Printed], reading: Reading, judge: &mut Judge<'_>) -> Result<Vec<Compared>> {
    let mut computed = Vec::new();
    for (heaps, printed) in tables.iter().flat_map(|table| table.cells().collect::<Vec<_>>()) {
        let right = match reading.is_legal(&heaps) {
            true => completion(judge, reading, &heaps)?,
            false => None,
        };
        computed.push((heaps, printed, right));
    }
    Ok(computed)
}

fn wrong(cells: &[Compared]) -> usize {
    cells.iter().filter(|(_, printed, right)| printed != right).count()
}

/// How many cells would be wrong in Welter's game: `1 of 195 cells`.
pub(super) fn wrong_under_w(tables: &[Printed], limits: &Limits) -> Result<String> {
    let game = Reading::W.game()?;
    let cells = compute(tables, Reading::W, &mut Judge::new(&game, limits)?)?;
    Ok(format!("{} of {} cells", wrong(&cells), cells.len()))
}

/// Where the cells of each table begin in the list of all.
fn starts(tables: &[Printed]) -> impl Iterator<Item = usize> + '_ {
    tables.iter().scan(0, |end, table| {
        let start = *end;
        *end += table.cells().count();
        Some(start)
    })
}

fn count(wrong: usize) -> String {
    if wrong == 0 { "none is".to_owned() } else { format!("{wrong} are") }
}

fn shown(cell: &Option<u64>) -> String {
    cell.map_or("X".to_owned(), |z| z.to_string())
}

fn exhibit(table: &Printed, cells: &[Compared], reading: Reading) -> Exhibit {
    let rows = table.rows.iter().zip(cells.chunks(table.columns.len()));
    let rows = rows.map(|((heading, _), cells)| {
        let cells =
            cells.iter().map(|(_, printed, right)| Cell::compared(shown(right), shown(printed)));
        (heading, cells.collect())
    });
    let layer = table.fixed.iter().map(|heap| format!(", layer {heap}")).collect::<String>();
    let columns = [String::new()].into_iter().chain(table.columns.iter().map(u64::to_string));
    let caption = format!("Completions{layer}, printed and computed under {}", reading.letter());
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
    /// The table below a size, filled row by row; `None` where the headings are equal and not 0.
    fn fill(self, size: usize, reading: Reading) -> Vec<Vec<Option<u64>>> {
        let mut rows: Vec<Vec<Option<u64>>> = Vec::new();
        for x in 0..size {
            let mut row: Vec<Option<u64>> = Vec::new();
            for y in 0..size {
                let headings = [x as u64, y as u64];
                let entry = reading.is_legal(&headings).then(|| {
                    let taken = |z: u64| {
                        let is_heading =
                            headings.contains(&z) && (z > 0 || self.zero_heading_counts);
                        is_heading
                            || row.contains(&Some(z))
                            || rows.iter().any(|row| row[y] == Some(z))
                    };
                    (self.least..).find(|z| !taken(*z)).unwrap_or_default()
                });
                row.push(entry);
            }
            rows.push(row);
        }
        rows
    }
}

/// A10: the pattern in Table 1. Decided by filling a table and comparing it with the completions
/// that the oracle gives; the corrected pattern also by the argument of Theorem 3.
pub(super) fn pattern(pattern: &Pattern, frame: &Frame) -> Result {
    let size = frame.pick(15, 32);
    let computed = under_both(&frame.limits, |reading, judge| {
        let mut rows = Vec::new();
        for x in 0..size as u64 {
            let mut row = Vec::new();
            for y in 0..size as u64 {
                row.push(if reading.is_legal(&[x, y]) {
                    completion(judge, reading, &[x, y])?
                } else {
                    None
                });
            }
            rows.push(row);
        }
        Ok(rows)
    })?;
    let [z, w] = &computed;
    let enumerated =
        format!("the table of {size}×{size} completions from the oracle, filled by the pattern");
    let cases = (size * size) as u128;
    let against = first_difference(&pattern.fill(size, Reading::Z), z);
    let finding = Finding::decided(against, argued("A10", &[]), cases, enumerated);
    if finding.counterexample.is_none() {
        return Ok(finding);
    }
    let literal = Pattern { least: 0, zero_heading_counts: true };
    let is_right = &LEAST_FREE.fill(size, Reading::Z) == z && &literal.fill(size, Reading::W) == w;
    sure(is_right, "the corrected pattern")?;
    Ok(finding
        .say("A10.corrected", &[])
        .say("A10.welter", &[])
        .note(words(
            "A10.wrong",
            &[&differences(&pattern.fill(size, Reading::Z), z).count(), &cases],
        ))
        .exhibit(filled(&pattern.fill(7, Reading::Z), z)))
}

/// The cells in which two tables differ.
fn differences<'a>(
    filled: &'a [Vec<Option<u64>>],
    right: &'a [Vec<Option<u64>>],
) -> impl Iterator<Item = (u64, u64, Option<u64>, Option<u64>)> + 'a {
    let rows = (0..).zip(filled.iter().zip(right));
    rows.flat_map(|(x, (filled, right))| {
        let cells = (0..).zip(filled.iter().zip(right));
        cells.filter(|(_, (f, r))| f != r).map(move |(y, (f, r))| (x, y, *f, *r))
    })
}

/// The difference with the least sum of headings.
fn first_difference(
    filled: &[Vec<Option<u64>>],
    right: &[Vec<Option<u64>>],
) -> Option<Counterexample> {
    let (x, y, said, z) = differences(filled, right).min_by_key(|(x, y, _, _)| (x + y, *x))?;
    let [said, z] = [said, z].map(|cell| shown(&cell));
    Some(Counterexample::new(
        format!("the cell {} is {z}, the pattern gives {said}", name(&[x, y])),
        [
            format!("the headings are {x} and {y}"),
            format!("({x},{y},{z}) is P by the rules"),
            format!("the pattern's least number left is {said}"),
        ],
        "smallest by the sum of the headings",
    ))
}

fn filled(filled: &[Vec<Option<u64>>], right: &[Vec<Option<u64>>]) -> Exhibit {
    let rows = filled.iter().zip(right).enumerate().map(|(x, (filled, right))| {
        let cells = filled.iter().zip(right);
        (x, cells.map(|(f, r)| Cell::compared(shown(r), shown(f))).collect())
    });
    let columns = [String::new()].into_iter().chain((0..filled.len()).map(|y| y.to_string()));
    finding::table("The table as the printed pattern would fill it, and as it is", columns, rows)
}
