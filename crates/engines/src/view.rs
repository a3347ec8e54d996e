//! Parts of a plane of positions: what tables, charts and sequences show.

use std::ops::Range;

use bouton_rules::{FiniteGame, Limits, Refusal};
use bouton_values::to_index;

use crate::ask::{Ask, Entries};
use crate::engine::Declined;
use crate::finding::Bits;

/// Rows and cells of a plane; the order of the axes decides which positions they are.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The axis of each number: the fixed ones, then that of the rows, then that of the cells.
    pub(crate) axes: Vec<usize>,
    /// The fixed numbers.
    pub(crate) fixed: Vec<u64>,
    pub(crate) rows: Range<u64>,
    pub(crate) cells: Range<u64>,
}

impl View {
    /// The view that a question about a game of this dimension asks for.
    pub(crate) fn of(ask: &Ask, dimension: usize) -> Result<View, Declined> {
        match ask {
            Ask::Table(shape) => {
                if shape.entries == Entries::Completion {
                    return Declined::because("this engine gives outcomes and nim-values");
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
            Ask::Sequence { to, row, .. } => View::of_sequence(*to, *row, dimension),
            _ => match ask.window() {
                Some((window, beside)) if beside.len() + 2 == dimension => Ok(View {
                    axes: (2..dimension).chain([1, 0]).collect(),
                    fixed: beside.to_vec(),
                    rows: window.y.clone(),
                    cells: window.x.clone(),
                }),
                _ => Declined::because(format!(
                    "this engine cannot show that for {dimension} numbers"
                )),
            },
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

    /// The numbers of the position in a row and a cell.
    pub(crate) fn numbers(&self, row: u64, cell: u64) -> Vec<u64> {
        let mut numbers = vec![0; self.axes.len()];
        // In one dimension the only row has no number of its own.
        let shown = [&self.fixed[..], &[row, cell]].concat();
        let shown = &shown[shown.len() - self.axes.len()..];
        self.axes.iter().zip(shown).for_each(|(axis, number)| numbers[*axis] = *number);
        numbers
    }

    /// The numbers of the position in the last row and cell.
    pub(crate) fn corner(&self) -> Vec<u64> {
        self.numbers(self.rows.end.saturating_sub(1), self.cells.end.saturating_sub(1))
    }

    /// How many cells it has.
    pub(crate) fn size(&self) -> u128 {
        let [rows, cells] = [&self.rows, &self.cells].map(length);
        u128::from(rows).saturating_mul(cells.into())
    }

    /// The largest number of any position in the view.
    pub(crate) fn largest(&self) -> u64 {
        let ends = [self.rows.end.saturating_sub(1), self.cells.end.saturating_sub(1)];
        self.fixed.iter().chain(&ends).copied().max().unwrap_or(0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() || self.cells.is_empty()
    }

    /// Refuses a view that takes more memory than is allowed.
    pub(crate) fn check(&self, bytes_per_cell: u128, limits: &Limits) -> Result<(), Refusal> {
        let [rows, cells] = [&self.rows, &self.cells].map(|range| u128::from(length(range)));
        let bytes = rows.saturating_mul(cells.saturating_mul(bytes_per_cell).saturating_add(24));
        limits.check_memory("the table", bytes)
    }

    /// Collects one row of items for each row of the view, also where the rows are empty.
    pub(crate) fn collect<T: Clone>(
        &self,
        empty: T,
        fill: impl FnOnce(&mut Vec<T>) -> Result<(), Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        if self.is_empty() {
            return Ok(vec![empty; to_index(length(&self.rows))]);
        }
        let mut rows = Vec::new();
        fill(&mut rows)?;
        Ok(rows)
    }
}

impl View {
    /// The only row of a sequence; refused where one of its positions is not legal.
    pub(crate) fn legal_row<T>(
        &self,
        game: &FiniteGame,
        mut rows: Vec<Vec<Option<T>>>,
    ) -> Result<Vec<T>, Refusal> {
        let row = rows.swap_remove(0);
        if let Some(cell) = row.iter().position(Option::is_none) {
            game.spec.tuple(self.numbers(self.rows.start, self.cells.start + cell as u64))?;
        }
        Ok(row.into_iter().flatten().collect())
    }
}

/// How many numbers a range has.
pub(crate) fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

/// A bit for each byte, which is 0 or 1.
pub(crate) fn pack(row: &[u8]) -> Bits {
    Bits::new(row.chunks(64).map(pack_word).collect(), row.len())
}

/// A bit for each of up to 64 bytes, which are 0 or 1.
pub(crate) fn pack_word(bytes: &[u8]) -> u64 {
    let eights = bytes.chunks(8).enumerate();
    eights.fold(0, |word, (index, eight)| word | u64::from(pack_eight(eight)) << (8 * index))
}

/// The product has the i-th byte's bit at each place 8i + 7k with 1 ≤ k ≤ 8; these differ for all i
/// and k, and the place is 56 + i only for k = 8 - i.
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

    #[test]
    fn positions_have_their_numbers_in_order() {
        let chart = View { axes: vec![1, 0], fixed: vec![], rows: 0..9, cells: 0..9 };
        assert_eq!(chart.numbers(2, 7), [7, 2]);
        let slice = View { axes: vec![2, 3, 1, 0], fixed: vec![5, 4], rows: 0..9, cells: 0..9 };
        assert_eq!(slice.numbers(2, 7), [7, 2, 5, 4]);
        let table = View { axes: vec![0, 1, 2], fixed: vec![5], rows: 0..9, cells: 0..9 };
        assert_eq!(table.numbers(2, 7), [5, 2, 7]);
        let line = View { axes: vec![0], fixed: vec![], rows: 0..1, cells: 0..9 };
        assert_eq!(line.numbers(0, 7), [7]);
    }
}
