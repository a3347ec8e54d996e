//! Boxes of positions, in rows along the last axis.

use bouton_rules::{LatticeRules, Limits, Refusal};
use bouton_values::{saturating_index, to_index};

use super::Plane;
use crate::view::View;

/// A lattice game with its ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'a> {
    pub(super) rules: &'a LatticeRules,
    pub(super) is_misere: bool,
}

impl Plane for Walk<'_> {
    fn losing(
        &self,
        view: &View,
        limits: &Limits,
        mut row: impl FnMut(&[u8]),
    ) -> Result<(), Refusal> {
        let shown = VisiblePart::of(view);
        self.board(&view.axes, &shown.sides).outcomes(self.is_misere, limits, |place, cells| {
            if shown.contains(place) {
                row(&cells[shown.first..]);
            }
        })
    }

    fn values(
        &self,
        view: &View,
        limits: &Limits,
        mut row: impl FnMut(&[u64]),
    ) -> Result<(), Refusal> {
        let shown = VisiblePart::of(view);
        self.board(&view.axes, &shown.sides).values(limits, |place, cells| {
            if shown.contains(place) {
                row(&cells[shown.first..]);
            }
        })
    }
}

impl Walk<'_> {
    /// The positions below `sides`, with the axes in this order.
    pub(super) fn board(&self, axes: &[usize], sides: &[usize]) -> Board {
        let moves = self.rules.moves.iter().map(|lattice_move| {
            let vector: Vec<usize> =
                axes.iter().map(|axis| to_index(lattice_move.vector[*axis])).collect();
            (vector, lattice_move.ray)
        });
        Board::new(sides, moves)
    }
}

/// The part of a board that a view shows.
struct VisiblePart {
    sides: Vec<usize>,
    fixed: Vec<usize>,
    first_row: usize,
    /// The first cell of each row.
    first: usize,
}

impl VisiblePart {
    fn of(view: &View) -> VisiblePart {
        let fixed: Vec<usize> = view.fixed.iter().map(|number| saturating_index(*number)).collect();
        let mut sides: Vec<usize> = fixed.iter().map(|number| number.saturating_add(1)).collect();
        sides.extend([saturating_index(view.rows.end), saturating_index(view.cells.end)]);
        // In one dimension the only row has no number of its own.
        let numbers = view.axes.len();
        sides.drain(..sides.len() - numbers);
        VisiblePart {
            sides,
            fixed,
            first_row: saturating_index(view.rows.start),
            first: saturating_index(view.cells.start),
        }
    }

    fn contains(&self, place: &[usize]) -> bool {
        match place.split_last() {
            None => true,
            Some((row, fixed)) => *row >= self.first_row && fixed == self.fixed,
        }
    }
}

/// The positions below some bounds, in rows along the last axis.
pub(super) struct Board {
    /// How many rows there are in each direction.
    pub(super) rows: Vec<usize>,
    /// How many cells a row has.
    pub(super) length: usize,
    pub(super) moves: Vec<BoardMove>,
}

/// A move, as seen from a row.
pub(super) struct BoardMove {
    /// How far it goes in the directions of the rows.
    vector: Vec<usize>,
    /// By how many rows it goes back; 0 if it stays in the row.
    pub(super) back: usize,
    /// How far it goes along the row.
    pub(super) along: usize,
    pub(super) is_ray: bool,
}

impl BoardMove {
    /// Does it stay on the board, apart from the last axis?
    pub(super) fn is_possible(&self, place: &[usize]) -> bool {
        self.vector.iter().zip(place).all(|(fall, number)| fall <= number)
    }

    /// How often it can be made from the corner of the board opposite the origin.
    pub(super) fn longest(&self, rows: &[usize], length: usize) -> usize {
        let falls = self.vector.iter().zip(rows).chain([(&self.along, &length)]);
        let reach =
            falls.filter(|(fall, _)| **fall > 0).map(|(fall, side)| side.saturating_sub(1) / fall);
        let reach = reach.min().unwrap_or(0);
        if self.is_ray { reach } else { reach.min(1) }
    }

    /// The number of cells from which it can be made.
    pub(super) fn cells_that_can(&self, rows: &[usize], length: usize) -> u128 {
        let falls = self.vector.iter().zip(rows).chain([(&self.along, &length)]);
        falls
            .fold(1, |cells, (fall, side)| cells.saturating_mul(side.saturating_sub(*fall) as u128))
    }

    /// For each cell of a row, the entry of the cell to which the move leads; `nothing` off the board.
    pub(super) fn shift<T: Copy>(&self, from: &[T], nothing: T, into: &mut [T]) {
        let off = self.along.min(into.len());
        into[..off].fill(nothing);
        into[off..].copy_from_slice(&from[..from.len() - off]);
    }
}

impl Board {
    fn new(sides: &[usize], moves: impl Iterator<Item = (Vec<usize>, bool)>) -> Board {
        let (length, rows) = sides.split_last().expect("a board has a dimension");
        let rows = rows.to_vec();
        // A move that is longer than the board is never made on it.
        let fits = |vector: &[usize]| vector.iter().zip(sides).all(|(fall, side)| fall < side);
        let moves = moves.filter(|(vector, _)| fits(vector)).map(|(mut vector, is_ray)| {
            let along = vector.pop().expect("a vector has a dimension");
            let back = row_number(&vector, &rows);
            BoardMove { vector, back, along, is_ray }
        });
        let moves = moves.collect();
        Board { rows, length: *length, moves }
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> u128 {
        self.row_count().saturating_mul(self.length as u128)
    }

    /// How many rows there are.
    pub(super) fn row_count(&self) -> u128 {
        self.rows.iter().fold(1, |rows, side| rows.saturating_mul(*side as u128))
    }

    /// How many rows, over all moves, must be kept for later.
    pub(super) fn rows_kept(&self) -> u128 {
        self.moves.iter().map(|board_move| board_move.back as u128).sum()
    }

    /// The row after this one, or none.
    pub(super) fn advance(&self, place: &mut [usize]) -> bool {
        for (number, side) in place.iter_mut().zip(&self.rows).rev() {
            *number += 1;
            if *number < *side {
                return true;
            }
            *number = 0;
        }
        false
    }

    /// The number of a row in the order of [`Board::advance`].
    pub(super) fn row_number(&self, place: &[usize]) -> usize {
        row_number(place, &self.rows)
    }
}

fn row_number(place: &[usize], sides: &[usize]) -> usize {
    let places = place.iter().zip(sides);
    // Boards for which this overflows are refused before it is used.
    places.fold(0, |index, (number, side)| index.saturating_mul(*side).saturating_add(*number))
}
