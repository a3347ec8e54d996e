//! Positions as sets of positive integers.

use bouton_rules::DistinctRules;
use bouton_values::to_index;

/// How a game's numbers are read as a set of positive integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Empty heaps are left out; a move may take a number out of the set.
    Antonim,
    /// Squares are counted from 1; numbers stay in the set.
    Welter,
}

impl Reading {
    pub(super) fn of(rules: &DistinctRules) -> Reading {
        if rules.zeros_repeat { Reading::Antonim } else { Reading::Welter }
    }

    /// The number that a heap contributes to the set, or 0 if it contributes none.
    pub(super) fn read(self, heap: u64) -> usize {
        match self {
            Reading::Antonim => to_index(heap),
            Reading::Welter => to_index(heap) + 1,
        }
    }

    /// The heap that a number of the set comes from; in Antonim 0 is an empty heap.
    pub(super) fn write(self, number: usize) -> u64 {
        match self {
            Reading::Antonim => number as u64,
            Reading::Welter => number as u64 - 1,
        }
    }

    /// The set of these heaps, ascending; `None` if two of them contribute the same number.
    pub(super) fn set(self, heaps: &[u64]) -> Option<Vec<usize>> {
        let mut set: Vec<usize> = heaps.iter().map(|heap| self.read(*heap)).collect();
        set.retain(|number| *number > 0);
        set.sort_unstable();
        set.is_sorted_by(|a, b| a < b).then_some(set)
    }

    /// The first layer that takes a search.
    pub(super) fn first_layer(self) -> usize {
        match self {
            Reading::Antonim => 4,
            Reading::Welter => 3,
        }
    }
}
