//! The part of the plane that the question asks for.

use std::ops::Range;

use bouton_values::to_index;

use super::outside::fill;
use super::words::{LANES, Tile};
use crate::ask::Window;
use crate::finding::Bits;

/// The lost positions of a window, as far as they are known.
pub(super) struct Picture<'a> {
    window: &'a Window,
    /// The words that the piles of the window lie in.
    words: Range<u64>,
    /// For each row of the window, these words.
    rows: Vec<Vec<u64>>,
}

impl Picture<'_> {
    /// An empty picture.
    pub(super) fn new(window: &Window) -> Picture<'_> {
        let words = window.x.start / LANES..window.x.end.div_ceil(LANES);
        let length = to_index(words.end - words.start);
        let rows = window.y.clone().map(|_| vec![0; length]).collect();
        Picture { window, words, rows }
    }

    /// The bytes that the picture of a window takes.
    pub(super) fn bytes(window: &Window) -> u128 {
        let width = u128::from(window.x.end.saturating_sub(window.x.start));
        let height = u128::from(window.y.end.saturating_sub(window.y.start));
        let row = width / 8 + 16 + 2 * size_of::<Bits>() as u128;
        height.saturating_mul(row)
    }

    /// Adds what the sectors decide in a row, up to the pile `until`.
    pub(super) fn fill_outside(&mut self, row: u64, until: u128) {
        let from = i128::from(self.words.start * LANES);
        fill(&mut self.rows[to_index(row - self.window.y.start)], row, from, until);
    }

    /// Which of these words of a band belong to the picture?
    pub(super) fn wanted(&self, band: u64, words: Range<u64>) -> Range<u64> {
        if self.rows_of(band).is_empty() {
            return 0..0;
        }
        words.start.max(self.words.start)..words.end.min(self.words.end)
    }

    /// Keeps the lanes of a tile that belong to the picture.
    pub(super) fn keep(&mut self, band: u64, word: u64, tile: &Tile) {
        for row in self.rows_of(band) {
            let lane = (row % LANES) as usize;
            let (row, word) = (row - self.window.y.start, word - self.words.start);
            self.rows[to_index(row)][to_index(word)] = tile.0[lane];
        }
    }

    /// The rows of the window that lie in a band.
    fn rows_of(&self, band: u64) -> Range<u64> {
        let Range { start, end } = self.window.y;
        start.max(band * LANES)..end.min((band + 1) * LANES)
    }

    /// The bits of the window, row by row.
    pub(super) fn into_rows(self) -> Vec<Bits> {
        let length = to_index(self.window.x.end - self.window.x.start);
        let skip = self.window.x.start % LANES;
        let row = |words: Vec<u64>| Bits::new(dropping(words, skip), length);
        self.rows.into_iter().map(row).collect()
    }
}

/// The words without their first few bits, fewer than 64.
fn dropping(mut words: Vec<u64>, bits: u64) -> Vec<u64> {
    if bits > 0 {
        for index in 0..words.len() {
            let next = words.get(index + 1).copied().unwrap_or(0);
            words[index] = words[index] >> bits | next << (64 - bits);
        }
    }
    words
}
