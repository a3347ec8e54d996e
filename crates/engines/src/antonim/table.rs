//! Tables of completions in Antonim.

use bouton_rules::{Limits, Refusal};
use bouton_values::to_index;

use super::kernel::Find;
use super::reading::Reading;
use super::search::{Scope, search};
use super::shorter::Shorter;
use crate::ask::TableShape;
use crate::finding::Table;

/// The completions of (fixed…, row, column).
pub(super) fn table(
    reading: Reading,
    shape: &TableShape,
    limits: &Limits,
) -> Result<Table, Refusal> {
    shape.check_room(limits)?;
    let mut cells = Cells {
        reading,
        shape,
        rows: vec![vec![None; to_index(shape.columns)]; to_index(shape.rows)],
    };
    let Some(fixed) = reading.set(&shape.fixed) else {
        return Ok(Table::Numbers(cells.rows));
    };
    if shape.rows == 0 || shape.columns == 0 {
        return Ok(Table::Numbers(cells.rows));
    }
    let last = [shape.rows - 1, shape.columns - 1].map(|number| reading.read(number));
    let mut bounds = [&fixed[..], &last].concat();
    bounds.retain(|bound| *bound > 0);
    bounds.sort_unstable();
    let numbers = bounds.len();
    if numbers + 1 < reading.first_layer() {
        cells.fill(numbers + 1, &Shorter::new(reading));
        return Ok(Table::Numbers(cells.rows));
    }
    let shorter = search(reading, &Scope::uncapped(bounds), limits, |s, finds| {
        if s.len() + 1 == numbers {
            cells.enter(&fixed, s, finds);
        }
    })?;
    cells.fill(numbers, &shorter);
    Ok(Table::Numbers(cells.rows))
}

struct Cells<'a> {
    reading: Reading,
    shape: &'a TableShape,
    rows: Vec<Vec<Option<u64>>>,
}

impl Cells<'_> {
    /// Enters each P-set {a} ∪ s ∪ {z} that contains the fixed numbers: of the numbers beside them one
    /// is the completion, and the others are the row and the column, 0 if there are fewer.
    fn enter(&mut self, fixed: &[usize], s: &[usize], finds: &[Find]) {
        for [x, y, z] in finds.iter().filter_map(|find| find.beside(fixed, s)) {
            self.set(x, y, z);
            self.set(x, z, y);
            self.set(y, z, x);
        }
    }

    /// The completion of two numbers beside the fixed ones, in either order.
    fn set(&mut self, x: usize, y: usize, completion: usize) {
        // In Welter's game all three are numbers; in Antonim 0 is an empty heap.
        let [x, y, completion] = [x, y, completion].map(|number| self.reading.write(number));
        for (row, column) in [(x, y), (y, x)] {
            if row < self.shape.rows && column < self.shape.columns {
                self.rows[to_index(row)][to_index(column)] = Some(completion);
            }
        }
    }

    /// The other cells: tuples with fewer than `searched` numbers by the layers below. Where no number
    /// is a completion, taking one out is.
    fn fill(&mut self, searched: usize, shorter: &Shorter) {
        let TableShape { fixed, rows, columns, .. } = self.shape;
        for (row, column) in (0..*rows).flat_map(|row| (0..*columns).map(move |c| (row, c))) {
            let cell = &mut self.rows[to_index(row)][to_index(column)];
            let numbers = [&fixed[..], &[row, column]].concat();
            let Some(set) = self.reading.set(&numbers).filter(|_| cell.is_none()) else { continue };
            let completion = match set.len() < searched {
                true => shorter.completion(&set).unwrap_or(0),
                false => 0,
            };
            *cell = Some(self.reading.write(completion));
        }
    }
}
