//! Nim-values where every move is a single step, row by row as bits.
//!
//! A position has at most as many options as there are moves, so no nim-value exceeds their number. Where they are at
//! most [`MOST`], a value g is kept as the word 2^g, as in `heap::one_hot`: the values of the options are joined by "or",
//! and the lowest 0 of the result is the value. What other rows give is joined by loops over the whole row, without a
//! choice in them; only steps within the row are taken cell by cell.

use std::ops::Range;

use super::board::{Board, BoardMove};
use super::values::Rows;
use crate::heap::lowest_zero;

/// The most moves, so that a nim-value is a bit of a word.
const MOST: usize = 63;

pub(super) struct StepSweep<'a> {
    /// Moves out of the row, each with the words of as many rows as it goes back.
    tracks: Vec<(&'a BoardMove, Vec<u64>)>,
    /// How far moves within the row go.
    within: Vec<usize>,
    /// What a move out of the row leads to, and what all of them do.
    arriving: Vec<u64>,
    seen: Vec<u64>,
    /// The row as words, and as values.
    words: Vec<u64>,
    values: Vec<u64>,
    /// How many rows came before this one.
    number: usize,
}

impl<'a> StepSweep<'a> {
    /// The sweep, if all moves are steps and few.
    pub(super) fn new(board: &'a Board) -> Option<StepSweep<'a>> {
        if board.moves.len() > MOST || board.moves.iter().any(|of| of.is_ray) {
            return None;
        }
        let length = board.length;
        let (out, within): (Vec<_>, Vec<_>) = board.moves.iter().partition(|of| of.back > 0);
        let row = || vec![0; length];
        Some(StepSweep {
            tracks: out.into_iter().map(|of| (of, vec![0; of.back * length])).collect(),
            within: within.into_iter().map(|of| of.along).collect(),
            arriving: row(),
            seen: row(),
            words: row(),
            values: row(),
            number: 0,
        })
    }

    /// The row's part of what is kept for a move that goes this many rows back.
    fn kept(&self, back: usize) -> Range<usize> {
        let length = self.values.len();
        let start = self.number % back * length;
        start..start + length
    }
}

impl Rows for StepSweep<'_> {
    fn begin(&mut self, place: &[usize]) {
        self.seen.fill(0);
        for index in 0..self.tracks.len() {
            let kept = self.kept(self.tracks[index].0.back);
            let (of, rows) = &self.tracks[index];
            if of.is_possible(place) {
                of.shift(&rows[kept], 0, &mut self.arriving);
                let arriving = self.seen.iter_mut().zip(&self.arriving);
                arriving.for_each(|(seen, arriving)| *seen |= arriving);
            }
        }
    }

    fn decide(&mut self, cells: Range<usize>) {
        let StepSweep { within, seen, words, values, .. } = self;
        for x in cells.clone() {
            let before = within.iter().filter_map(|along| words.get(x.wrapping_sub(*along)));
            words[x] = lowest_zero(before.fold(seen[x], |seen, word| seen | word));
        }
        for (value, word) in values[cells.clone()].iter_mut().zip(&words[cells]) {
            *value = word.trailing_zeros().into();
        }
    }

    fn finish(&mut self) {
        for index in 0..self.tracks.len() {
            let kept = self.kept(self.tracks[index].0.back);
            self.tracks[index].1[kept].copy_from_slice(&self.words);
        }
        self.number += 1;
    }

    fn values(&self) -> &[u64] {
        &self.values
    }
}
