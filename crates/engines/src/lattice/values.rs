//! The nim-values of a board, with a bitset of the values met so far for each line of each ray.

use std::ops::Range;

use bouton_rules::{Limits, Meter, Refusal};
use bouton_values::to_index;

use super::board::{Board, BoardMove};
use super::steps::StepSweep;
use crate::heap::ValueSet;

/// Cells that are worked on between two reports: a few milliseconds.
const CELLS: usize = 1 << 16;

/// The entry where there is no position, or a line has not begun.
const NONE: u64 = u64::MAX;

impl Board {
    /// Calls `row` with the place of each row and the nim-values of its cells.
    pub(super) fn values(
        &self,
        limits: &Limits,
        row: impl FnMut(&[usize], &[u64]),
    ) -> Result<(), Refusal> {
        self.check_values(limits)?;
        if self.cells() == 0 {
            return Ok(());
        }
        match StepSweep::new(self) {
            Some(sweep) => self.sweep(sweep, limits, row),
            None => self.sweep(Sweep::new(self), limits, row),
        }
    }

    fn sweep(
        &self,
        mut rows: impl Rows,
        limits: &Limits,
        mut row: impl FnMut(&[usize], &[u64]),
    ) -> Result<(), Refusal> {
        let mut meter =
            Meter::new(limits, "the table of nim-values").out_of(self.cells()).every(CELLS as u64);
        let mut place = vec![0; self.rows.len()];
        loop {
            rows.begin(&place);
            for start in (0..self.length).step_by(CELLS) {
                let end = self.length.min(start + CELLS);
                rows.decide(start..end);
                meter.spend((end - start) as u64)?;
            }
            rows.finish();
            row(&place, rows.values());
            if !self.advance(&mut place) {
                return Ok(());
            }
        }
    }

    /// Refuses what costs more than the limits allow.
    pub(super) fn check_values(&self, limits: &Limits) -> Result<(), Refusal> {
        let rows = self.rows_kept().saturating_add(1 + self.moves.len() as u128);
        let words = (self.options() / 64).saturating_add(1);
        let sets = self.lines().saturating_mul(words.saturating_mul(8).saturating_add(32));
        let bytes = rows.saturating_mul(8 * self.length as u128).saturating_add(sets);
        limits.check_memory("the table of nim-values", bytes)?;
        // As measured; words that are full are passed over, about one in three is looked at.
        let moves = self.moves.len() as u128;
        let steps = moves.saturating_mul(5u128.saturating_add(words / 3)).saturating_add(10);
        limits.check_steps("the table of nim-values", self.cells().saturating_mul(steps))
    }

    /// The most options that a position has; no nim-value exceeds it.
    fn options(&self) -> u128 {
        self.moves.iter().map(|of| of.longest(&self.rows, self.length) as u128).sum()
    }

    /// How many lines the rays have: each begins where the ray cannot go.
    fn lines(&self) -> u128 {
        let rays = self.moves.iter().filter(|of| of.is_ray);
        rays.map(|of| self.cells() - of.cells_that_can(&self.rows, self.length)).sum()
    }
}

/// A way to find the nim-values of one row after the other.
pub(super) trait Rows {
    /// Loads what other rows give.
    fn begin(&mut self, place: &[usize]);

    /// Finds the values of these cells, after those before them.
    fn decide(&mut self, cells: Range<usize>);

    /// Stores what later rows need.
    fn finish(&mut self);

    /// The values of the row.
    fn values(&self) -> &[u64];
}

struct Sweep<'a> {
    board: &'a Board,
    /// One for each move.
    tracks: Vec<Track<'a>>,
    /// The nim-values that were met on each line.
    lines: Vec<ValueSet>,
    /// How many rows came before this one.
    number: usize,
    values: Vec<u64>,
    /// The lines through the cell that is being worked on, and the values that single steps reach.
    through: Vec<usize>,
    stepped: Vec<u64>,
}

/// What is carried along one move: for a ray the numbers of lines, for a step nim-values.
struct Track<'a> {
    of: &'a BoardMove,
    /// For each cell of the row, the entry of the cell to which the move leads.
    arriving: Vec<u64>,
    /// For a move out of the row: the entries of earlier rows.
    kept: Vec<u64>,
}

impl<'a> Sweep<'a> {
    fn new(board: &'a Board) -> Sweep<'a> {
        let length = board.length;
        let tracks = board.moves.iter().map(|of| Track {
            of,
            arriving: vec![NONE; length],
            kept: vec![NONE; of.back * length],
        });
        Sweep {
            board,
            tracks: tracks.collect(),
            lines: Vec::new(),
            number: 0,
            values: vec![0; length],
            through: Vec::new(),
            stepped: Vec::new(),
        }
    }

    /// The least value that is on no line through the cell and at no step's end.
    fn decide_one(&mut self, x: usize) {
        self.through.clear();
        self.stepped.clear();
        for Track { of, arriving, .. } in &mut self.tracks {
            let before = if of.back == 0 { x.checked_sub(of.along) } else { None };
            match (before, of.is_ray) {
                (Some(before), true) => arriving[x] = arriving[before],
                (Some(before), false) => arriving[x] = self.values[before],
                (None, _) => {}
            }
            if !of.is_ray {
                self.stepped.push(arriving[x]);
                continue;
            }
            if arriving[x] == NONE {
                arriving[x] = self.lines.len() as u64;
                self.lines.push(ValueSet::default());
            }
            self.through.push(to_index(arriving[x]));
        }
        let value = mex(&self.lines, &self.through, &self.stepped);
        self.values[x] = value;
        for line in &self.through {
            self.lines[*line].insert(to_index(value));
        }
    }
}

impl Rows for Sweep<'_> {
    fn begin(&mut self, place: &[usize]) {
        let length = self.board.length;
        for Track { of, arriving, kept } in self.tracks.iter_mut().filter(|t| t.of.back > 0) {
            let start = self.number % of.back * length;
            match of.is_possible(place) {
                true => of.shift(&kept[start..start + length], NONE, arriving),
                false => arriving.fill(NONE),
            }
        }
    }

    fn decide(&mut self, cells: Range<usize>) {
        cells.for_each(|x| self.decide_one(x));
    }

    fn finish(&mut self) {
        let length = self.board.length;
        for Track { of, arriving, kept } in &mut self.tracks {
            if of.back > 0 {
                let start = self.number % of.back * length;
                let passed_on = if of.is_ray { &*arriving } else { &self.values };
                kept[start..start + length].copy_from_slice(passed_on);
            }
            if of.back == 0 {
                arriving.fill(NONE);
            }
        }
        self.number += 1;
    }

    fn values(&self) -> &[u64] {
        &self.values
    }
}

/// The least number that is in none of these lines and not among the single values.
fn mex(lines: &[ValueSet], through: &[usize], single: &[u64]) -> u64 {
    // All values of a full word are excluded, so the search begins after the full words of any line.
    let mut index = through.iter().map(|line| lines[*line].full_words()).max().unwrap_or(0);
    loop {
        let met = through.iter().fold(0, |met, line| met | lines[*line].word(index));
        let here = single.iter().filter(|value| *value / 64 == index as u64);
        let met = here.fold(met, |met, value| met | 1 << (value % 64));
        if met != u64::MAX {
            return 64 * index as u64 + u64::from(met.trailing_ones());
        }
        index += 1;
    }
}
