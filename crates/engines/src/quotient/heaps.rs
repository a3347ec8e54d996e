//! Heaps and their options, as far as a quotient needs them.

use bouton_rules::{HeapRules, Meter, Refusal};
use bouton_values::Player;

/// A sum of heaps: their sizes, ascending, without those that have no option.
pub(super) type Sum = Vec<u32>;

/// What a heap of one size may become.
pub(super) struct Heap {
    /// The options, each once.
    pub(super) options: Vec<Sum>,
    /// The most moves that can be made in it: every move lowers the total of these.
    pub(super) moves: u64,
}

impl Heap {
    /// Has it no options? Then it is equal to the empty sum.
    pub(super) fn is_terminal(&self) -> bool {
        self.options.is_empty()
    }
}

/// The heaps 0, 1, 2, … as far as they are known.
pub(super) struct Heaps<'a> {
    rules: &'a HeapRules,
    heaps: Vec<Heap>,
    bytes: u128,
}

impl<'a> Heaps<'a> {
    pub(super) fn new(rules: &'a HeapRules) -> Heaps<'a> {
        Heaps { rules, heaps: Vec::new(), bytes: 0 }
    }

    pub(super) fn get(&self, heap: u32) -> &Heap {
        &self.heaps[heap as usize]
    }

    /// The heaps that have options, ascending.
    pub(super) fn playable(&self) -> Vec<u32> {
        (0..self.heaps.len() as u32).filter(|heap| !self.get(*heap).is_terminal()).collect()
    }

    /// The most moves that can be made in a sum.
    pub(super) fn moves(&self, sum: &[u32]) -> u64 {
        sum.iter().map(|heap| self.get(*heap).moves).sum()
    }

    /// Adds the next heap.
    pub(super) fn grow(&mut self, meter: &mut Meter) -> Result<(), Refusal> {
        const BYTES_PER_OPTION: u128 = 48;
        const STEPS_PER_OPTION: u128 = 100;
        let heap = self.heaps.len() as u64;
        let bound = self.rules.option_bound_of_heap(heap);
        self.bytes += 64 + bound * BYTES_PER_OPTION;
        meter.hold("the list of options", self.bytes)?;
        meter.spend_many(bound * STEPS_PER_OPTION)?;
        let written = self.rules.options_of_heap(heap, Player::Left);
        let mut options: Vec<Sum> = written.iter().map(|parts| self.playable_of(parts)).collect();
        options.sort_unstable();
        options.dedup();
        let moves = options.iter().map(|option| self.moves(option) + 1).max().unwrap_or(0);
        self.heaps.push(Heap { options, moves });
        Ok(())
    }

    /// The parts that have options, ascending.
    fn playable_of(&self, parts: &[u64]) -> Sum {
        let known = parts.iter().map(|part| u32::try_from(*part).expect("heaps fit 32 bits"));
        let mut sum: Sum = known.filter(|part| !self.get(*part).is_terminal()).collect();
        sum.sort_unstable();
        sum
    }
}

/// The sum of two sums.
pub(super) fn added(one: &[u32], other: &[u32]) -> Sum {
    let mut sum = [one, other].concat();
    sum.sort_unstable();
    sum
}
