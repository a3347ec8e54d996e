//! The two readings of the rules, and the printed tables.

use bouton_lab::rules::{Limits, Refusal};

use crate::frame::Result;
use crate::judge::{Judge, ascending, data_lines};

/// The order of positions.
pub(super) const SMALLEST: &str = "smallest by the number of heaps, then by the sum";

/// Which zeros may repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Antonim: heaps that are not empty differ, empty ones may repeat.
    Z,
    /// The printed sentence read literally: all heaps differ. That is Welter's game.
    W,
}

impl Reading {
    pub(super) const BOTH: [Reading; 2] = [Reading::Z, Reading::W];

    pub(super) fn judge(self, limits: &Limits) -> Result<Judge<'static>> {
        Judge::of(if self == Reading::Z { "antonim" } else { "welter" }, limits)
    }

    /// Is this a position?
    pub(super) fn is_legal(self, heaps: &[u64]) -> bool {
        heaps.iter().enumerate().all(|(place, heap)| {
            (self == Reading::Z && *heap == 0) || !heaps[..place].contains(heap)
        })
    }

    /// All positions with this many heaps below a bound, ascending, the smallest sum first.
    pub(super) fn positions(self, heaps: usize, below: u64) -> Vec<Vec<u64>> {
        ascending(heaps, below, |tuple| self.is_legal(tuple))
    }
}

/// All z up to a bound that make (t, z) a P-position.
pub(super) fn completions(
    judge: &mut Judge<'_>,
    reading: Reading,
    heaps: &[u64],
    most: u64,
) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    for z in 0..=most {
        let position = [heaps, &[z]].concat();
        if reading.is_legal(&position) && judge.is_p(&position)? {
            found.push(z);
        }
    }
    Ok(found)
}

/// The z that makes (t, z) a P-position, if t is one itself: at most the sum of t and its length, as Theorem 1 has it.
pub(super) fn completion(
    judge: &mut Judge<'_>,
    reading: Reading,
    heaps: &[u64],
) -> Result<Option<u64>> {
    let most = heaps.iter().sum::<u64>() + heaps.len() as u64;
    Ok(completions(judge, reading, heaps, most)?.first().copied())
}

/// A printed table of completions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// The heaps that are the same all over the table.
    pub(super) fixed: Vec<u64>,
    pub(super) columns: Vec<u64>,
    /// Each row with its heading; `None` for X.
    pub(super) rows: Vec<(u64, Vec<Option<u64>>)>,
}

impl Printed {
    /// The tables in a transcription: rows `heading | cells` below a line `| headings`, and `layer
    /// w` above those with a fixed heap.
    pub(super) fn read(text: &str) -> Result<Vec<Printed>> {
        let mut tables: Vec<Printed> = Vec::new();
        let mut fixed = Vec::new();
        for line in data_lines(text) {
            if let Some(layer) = line.strip_prefix("layer") {
                fixed = vec![number(layer)?];
                continue;
            }
            let (heading, cells) = line.split_once('|').ok_or_else(|| unreadable(line))?;
            let cells = cells.split_whitespace();
            if heading.trim().is_empty() {
                let columns = cells.map(number).collect::<Result<_, _>>()?;
                tables.push(Printed { fixed: fixed.clone(), columns, rows: Vec::new() });
                continue;
            }
            let table = tables.last_mut().ok_or_else(|| unreadable(line))?;
            let cell = |cell| if cell == "X" { Ok(None) } else { number(cell).map(Some) };
            let row = cells.map(cell).collect::<Result<Vec<_>>>()?;
            if row.len() != table.columns.len() {
                return Err(unreadable(line));
            }
            table.rows.push((number(heading)?, row));
        }
        Ok(tables)
    }

    /// Each cell: the heaps that it completes, and what is printed.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Vec<u64>, Option<u64>)> + '_ {
        self.rows.iter().flat_map(move |(heading, row)| {
            row.iter().zip(&self.columns).map(move |(cell, column)| {
                ([&self.fixed[..], &[*heading, *column]].concat(), *cell)
            })
        })
    }
}

fn number(text: &str) -> Result<u64> {
    text.trim().parse().map_err(|_| unreadable(text))
}

fn unreadable(line: &str) -> Refusal {
    Refusal::bad(format!("the transcription has a line `{line}`"), "write `heading | cells`")
}

/// The tables that the paper prints, by their numbers.
pub(super) fn table(number: usize) -> Result<Vec<Printed>> {
    Printed::read(super::DATA[number - 1])
}

/// Runs a check under both readings.
pub(super) fn under_both<T>(
    limits: &Limits,
    mut check: impl FnMut(Reading, &mut Judge<'_>) -> Result<T>,
) -> Result<[T; 2]> {
    let [z, w] = Reading::BOTH.map(|reading| check(reading, &mut reading.judge(limits)?));
    Ok([z?, w?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_are_read_whole() {
        let [first] = &table(1).unwrap()[..] else { panic!("Table 1 is one table") };
        assert_eq!((first.rows.len(), first.columns.len()), (15, 13));
        let row = "4 5 6 X 0 1 2 11 12 13 14 7 8".split(' ').map(|cell| cell.parse().ok());
        assert_eq!(first.rows[3], (3, row.collect()));
        let layers = table(2).unwrap();
        assert_eq!(layers.iter().map(|layer| layer.fixed.clone()).collect::<Vec<_>>(), [[0], [1]]);
        assert!(layers.iter().all(|layer| layer.cells().count() == 36));
        assert_eq!(layers[1].cells().last(), Some((vec![1, 5, 5], None)));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for text in ["1 2 3", "1 | 2", "| 0 1\n0 | 5", "| 0\n0 | x", "layer x"] {
            assert!(Printed::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn positions_are_those_of_the_rules() {
        for (reading, text) in [(Reading::Z, "antonim"), (Reading::W, "welter")] {
            let game = bouton_lab::rules::Game::parse(text).unwrap();
            let position = |t: &Vec<u64>| game.position(&crate::judge::listed(t, ",")).is_ok();
            let all = ascending(3, 5, |_| true);
            let legal: Vec<Vec<u64>> = all.into_iter().filter(position).collect();
            assert_eq!(reading.positions(3, 5), legal);
        }
    }
}
