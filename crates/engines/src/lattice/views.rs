//! Parts of a plane of positions, and what is shown of them.

use std::ops::Range;

use bouton_rules::{Limits, Refusal};
use bouton_values::Outcome;

use super::Plane;
use crate::ask::{Ask, Entries, Quantity};
use crate::engine::Declined;
use crate::finding::{Bits, Chart, Sequence, Table, Terms};

/// Rows and cells of a plane: which positions they stand for depends on the order of the axes.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The axis of each number: the fixed ones, then that of the rows, then that of the cells.
    pub(super) axes: Vec<usize>,
    /// The fixed numbers.
    pub(super) fixed: Vec<u64>,
    pub(super) rows: Range<u64>,
    pub(super) cells: Range<u64>,
}

impl View {
    /// What a question about a game of this dimension wants to see.
    pub(super) fn of(ask: &Ask, dimension: usize) -> Result<View, Declined> {
        match ask {
            Ask::Table(shape) => {
                if shape.entries == Entries::Completion {
                    return Declined::because("it gives outcomes and nim-values");
                }
                if shape.fixed.len() + 2 != dimension {
                    return Declined::because(format!("a position has {dimension} numbers"));
                }
                Ok(View {
                    axes: (0..dimension).collect(),
                    fixed: shape.fixed.clone(),
                    rows: 0..shape.rows,
                    cells: 0..shape.columns,
                })
            }
            Ask::Chart(window) if dimension == 2 => Ok(View {
                axes: vec![1, 0],
                fixed: Vec::new(),
                rows: window.y.clone(),
                cells: window.x.clone(),
            }),
            Ask::Sequence { to, row, .. } => View::of_sequence(*to, *row, dimension),
            _ => Declined::because(format!("it cannot show that of {dimension} numbers")),
        }
    }

    fn of_sequence(to: u64, row: Option<u64>, dimension: usize) -> Result<View, Declined> {
        let cells = 0..to.saturating_add(1);
        match (row, dimension) {
            (None, 1) => Ok(View { axes: vec![0], fixed: Vec::new(), rows: 0..1, cells }),
            (Some(row), 2) => {
                let rows = row..row.saturating_add(1);
                Ok(View { axes: vec![1, 0], fixed: Vec::new(), rows, cells })
            }
            _ => Declined::because(format!("a position has {dimension} numbers")),
        }
    }

    /// The largest number of any position in the view.
    pub(super) fn largest(&self) -> u64 {
        let ends = [self.rows.end.saturating_sub(1), self.cells.end.saturating_sub(1)];
        self.fixed.iter().chain(&ends).copied().max().unwrap_or(0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() || self.cells.is_empty()
    }

    fn check(&self, bytes_per_cell: u128, limits: &Limits) -> Result<(), Refusal> {
        let length = |range: &Range<u64>| u128::from(range.end.saturating_sub(range.start));
        let [rows, cells] = [&self.rows, &self.cells].map(length);
        let bytes = rows.saturating_mul(cells.saturating_mul(bytes_per_cell).saturating_add(24));
        limits.check_memory("the table", bytes)
    }

    /// One row of whatever for each row of the view, also where they are empty.
    fn collect<T: Clone>(
        &self,
        empty: T,
        fill: impl FnOnce(&mut Vec<T>) -> Result<(), Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        if self.is_empty() {
            let rows = self.rows.end.saturating_sub(self.rows.start);
            return Ok(vec![empty; rows as usize]);
        }
        let mut rows = Vec::new();
        fill(&mut rows)?;
        Ok(rows)
    }

    pub(super) fn table_of_outcomes(
        &self,
        plane: &impl Plane,
        limits: &Limits,
    ) -> Result<Table, Refusal> {
        self.check(1, limits)?;
        let outcome = |lost: &u8| Some(if *lost > 0 { Outcome::P } else { Outcome::N });
        let rows = self.collect(Vec::new(), |rows| {
            plane.losing(self, limits, |row| rows.push(row.iter().map(outcome).collect()))
        });
        rows.map(Table::Outcomes)
    }

    pub(super) fn table_of_values(
        &self,
        plane: &impl Plane,
        limits: &Limits,
    ) -> Result<Table, Refusal> {
        self.check(16, limits)?;
        let rows = self.collect(Vec::new(), |rows| {
            plane.values(self, limits, |row| rows.push(row.iter().copied().map(Some).collect()))
        });
        rows.map(Table::Numbers)
    }

    pub(super) fn chart(&self, plane: &impl Plane, limits: &Limits) -> Result<Chart, Refusal> {
        self.check(1, limits)?;
        let rows = self.collect(Bits::default(), |rows| {
            plane.losing(self, limits, |row| rows.push(pack(row)))
        });
        rows.map(Chart::Losing)
    }

    pub(super) fn sequence(
        &self,
        plane: &impl Plane,
        of: Quantity,
        limits: &Limits,
    ) -> Result<Sequence, Refusal> {
        self.check(8, limits)?;
        let mut losing = Bits::default();
        let mut values = Vec::new();
        let terms = match of {
            Quantity::Outcome => {
                plane.losing(self, limits, |row| losing = pack(row))?;
                Terms::Losing(losing)
            }
            Quantity::NimValue => {
                plane.values(self, limits, |row| values = row.to_vec())?;
                Terms::NimValues(values)
            }
        };
        let reasons = vec![
            "each term was worked out from smaller positions; no period is claimed".to_owned(),
        ];
        Ok(Sequence { terms, period: None, reasons, stopped: None })
    }
}

/// A bit for each byte, which is 0 or 1.
pub(super) fn pack(row: &[u8]) -> Bits {
    let word = |bytes: &[u8]| {
        let eights = bytes.chunks(8).enumerate();
        eights.fold(0, |word, (index, eight)| word | u64::from(pack_eight(eight)) << (8 * index))
    };
    Bits::new(row.chunks(64).map(word).collect(), row.len())
}

/// The product has the i-th byte's bit at each place 8i + 7k with 1 ≤ k ≤ 8; these differ for all i
/// and k, and the place is 56 + i just for k = 8 - i.
fn pack_eight(bytes: &[u8]) -> u8 {
    let mut eight = [0; 8];
    eight[..bytes.len()].copy_from_slice(bytes);
    (u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_packed() {
        for bits in 0..=255u8 {
            let bytes: Vec<u8> = (0..8).map(|i| bits >> i & 1).collect();
            assert_eq!(pack_eight(&bytes), bits);
        }
        for length in [0, 1, 7, 63, 64, 65, 200] {
            let bytes: Vec<u8> = (0..length).map(|i| u8::from(i * i % 7 < 3)).collect();
            assert_eq!(pack(&bytes), bytes.iter().map(|byte| *byte == 1).collect());
        }
    }
}
