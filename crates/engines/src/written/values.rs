//! The table of nim-values of a rule text: a number for each position.

use bouton_rules::{Limits, Refusal};

use super::columns::Lane;
use super::machine::{Lanes, Machine};
use super::sweep::{Block, Kernel, Sweep};

/// What the table holds for illegal positions.
const ILLEGAL: u32 = u32::MAX;

/// The nim-value in a cell of the table; `None` where the position is not legal.
pub(super) fn nim_value(cell: u32) -> Option<u32> {
    (cell != ILLEGAL).then_some(cell)
}

/// Fills the table of nim-values (Sprague, Grundy): for each lane the set of the values of its options is kept as
/// bits, and the first that is missing is the value.
#[derive(Default)]
pub(super) struct Values {
    /// The bits, lane by lane.
    words: Vec<u64>,
    /// How many words each lane has.
    width: usize,
    lanes: usize,
}

impl Values {
    /// The nim-values of a box.
    pub(super) fn table(sweep: &Sweep<'_>, limits: &Limits) -> Result<Vec<u32>, Refusal> {
        Values::check_memory(sweep, limits)?;
        sweep.run(&mut Values::default(), limits)
    }

    /// Refuses a table that takes more memory than is allowed.
    pub(super) fn check_memory(sweep: &Sweep<'_>, limits: &Limits) -> Result<(), Refusal> {
        let bytes = sweep.layout.cells().saturating_mul(4);
        limits.check_memory("the table of nim-values", bytes)
    }

    fn add(&mut self, lane: usize, value: u32) {
        if value == ILLEGAL {
            return;
        }
        let word = value as usize / 64;
        if word >= self.width {
            self.widen(word + 1);
        }
        self.words[lane * self.width + word] |= 1 << (value % 64);
    }

    #[cold]
    fn widen(&mut self, width: usize) {
        let mut words = vec![0; self.lanes * width];
        for (new, old) in words.chunks_mut(width).zip(self.words.chunks(self.width)) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.words, self.width) = (words, width);
    }

    /// The least number that is not in the set.
    fn missing(&self, lane: usize) -> u32 {
        let words = &self.words[lane * self.width..(lane + 1) * self.width];
        let full = words.iter().take_while(|word| **word == u64::MAX).count();
        let rest = words.get(full).map_or(0, |word| word.trailing_ones());
        full as u32 * 64 + rest
    }
}

impl Kernel for Values {
    type Cell = u32;
    const ILLEGAL: u32 = ILLEGAL;

    fn start(&mut self, block: &Block, _: &[u32]) {
        self.width = self.width.max(1);
        self.lanes = block.lanes.end;
        self.words.clear();
        self.words.resize(self.lanes * self.width, 0);
    }

    fn take(&mut self, lanes: &Lanes<'_>, cells: impl Iterator<Item = u32>) {
        for (lane, value) in lanes.range.clone().zip(cells) {
            if lanes.counts(lane) {
                self.add(if lanes.gather { 0 } else { lane }, value);
            }
        }
    }

    fn flag(&mut self, _: usize, _: &Lanes<'_>) {
        unreachable!("where nim-values are wanted, no ray is carried along")
    }

    fn settle<T: Lane>(&mut self, legal: Lanes<'_>, _: &mut Machine<T>, now: &mut [u32]) {
        for lane in legal.range.clone().filter(|lane| legal.counts(*lane)) {
            now[lane] = self.missing(lane);
        }
    }
}
