//! Grundy's game: a heap is split into two unequal ones.

use bouton_values::Player;

use crate::families::HeapRule;

/// Into two heaps that are not empty and not alike.
#[derive(Debug)]
pub(crate) struct UnequalSplit;

impl HeapRule for UnequalSplit {
    fn options(&self, heap: u64, _: Player) -> Vec<Vec<u64>> {
        (1..heap.div_ceil(2)).map(|small| vec![small, heap - small]).collect()
    }

    fn option_bound(&self, heap: u64) -> u128 {
        u128::from(heap / 2)
    }

    fn splits_unequally(&self) -> bool {
        true
    }
}
