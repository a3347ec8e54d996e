//! Games of independent heaps: a move changes one heap, whatever the others are.

use std::fmt;
use std::sync::Arc;

use bouton_values::{Player, Refusal};

use crate::code::TakeAndBreakCode;
use crate::fact::Fact;
use crate::set::SubtractionSet;
use crate::tuple::{Coordinates, Picture, TupleRules, distinct, replaced, sorted_without_zeros};

/// Heaps that do not know of each other: a move changes one heap, perhaps into several.
#[derive(Clone, Debug)]
pub struct HeapRules {
    /// The moves of one heap.
    pub moves: HeapMoves,
    /// The most heaps that a position may have; one, where only a lone heap is defined.
    pub most_heaps: usize,
}

/// The moves of one heap: which heaps may take its place.
#[derive(Clone, Debug)]
pub enum HeapMoves {
    /// Any smaller heap: Nim.
    Any,
    /// The heap less an element of the mover's set.
    Subtract {
        /// What Left may take.
        left: SubtractionSet,
        /// What Right may take.
        right: SubtractionSet,
    },
    /// Take and break by a code.
    Code(TakeAndBreakCode),
    /// Take and break by the mover's code; the two differ.
    PartizanCode {
        /// Left's code.
        left: TakeAndBreakCode,
        /// Right's code.
        right: TakeAndBreakCode,
    },
    /// A rule that fits none of these.
    Rule(Arc<dyn HeapRule>),
}

/// A rule for one heap that is neither a set nor a code.
///
/// Whatever a heap becomes is smaller than it was.
pub trait HeapRule: fmt::Debug + Send + Sync {
    /// The options of a lone heap for `mover`, each as the list of heaps that are left.
    fn options(&self, heap: u64, mover: Player) -> Vec<Vec<u64>>;

    /// At most this many options of this heap, for either player.
    fn option_bound(&self, heap: u64) -> u128;

    /// At most this many options of this heap and of any smaller one, for either player: the bound of this heap,
    /// unless a smaller one may have a greater bound.
    fn option_bound_up_to(&self, heap: u64) -> u128 {
        self.option_bound(heap)
    }

    /// Do both players have the same options?
    fn same_options(&self) -> Fact {
        Fact::proved("the rules do not mention who moves")
    }

    /// Do two equal heaps vanish together, as a coin does that is turned twice? Only a rule that gives both players
    /// the same options may say so, under normal play: then two equal heaps have the value 0.
    fn twins_vanish(&self) -> bool {
        false
    }

    /// Does a heap of size 0 count for something, as a coin on square 0 does?
    fn zero_counts(&self) -> bool {
        false
    }

    /// Is every move, and nothing else, a split into two heaps that are not empty and not alike?
    fn splits_unequally(&self) -> bool {
        false
    }
}

impl HeapRules {
    /// Rules with these moves, on any number of heaps.
    #[must_use]
    pub fn new(moves: HeapMoves) -> HeapRules {
        HeapRules { moves, most_heaps: usize::MAX }
    }

    fn rule(&self) -> Option<&dyn HeapRule> {
        match &self.moves {
            HeapMoves::Rule(rule) => Some(rule.as_ref()),
            _ => None,
        }
    }

    fn twins_vanish(&self) -> bool {
        self.rule().is_some_and(HeapRule::twins_vanish)
    }

    /// Does a heap of size 0 count for something?
    #[must_use]
    pub fn zeros_count(&self) -> bool {
        self.rule().is_some_and(HeapRule::zero_counts)
    }

    /// The options of a lone heap for `mover`, each as the heaps that are left.
    #[must_use]
    pub fn options_of_heap(&self, heap: u64, mover: Player) -> Vec<Vec<u64>> {
        match &self.moves {
            HeapMoves::Any => (0..heap).rev().map(|lower| vec![lower]).collect(),
            HeapMoves::Subtract { left, right } => {
                let set = if mover == Player::Left { left } else { right };
                set.up_to(heap).map(|taken| vec![heap - taken]).collect()
            }
            HeapMoves::Code(code) => code.options(heap),
            HeapMoves::PartizanCode { left, right } => {
                let code = if mover == Player::Left { left } else { right };
                code.options(heap)
            }
            HeapMoves::Rule(rule) => rule.options(heap, mover),
        }
    }

    /// A tuple as these rules write it: where twins vanish, sorted and without them.
    #[must_use]
    pub fn tidy(&self, tuple: Vec<u64>) -> Vec<u64> {
        if self.twins_vanish() { without_twins(&tuple) } else { tuple }
    }

    /// At most this many options of one heap.
    #[must_use]
    pub fn option_bound_of_heap(&self, heap: u64) -> u128 {
        match &self.moves {
            HeapMoves::Rule(rule) => rule.option_bound(heap),
            _ => self.option_bound_up_to(heap),
        }
    }

    /// At most this many options of one heap, this one or a smaller one.
    #[must_use]
    pub fn option_bound_up_to(&self, heap: u64) -> u128 {
        match &self.moves {
            HeapMoves::Any => u128::from(heap),
            HeapMoves::Subtract { left, right } => {
                left.count_up_to(heap).max(right.count_up_to(heap))
            }
            HeapMoves::Code(code) => code.option_bound(heap),
            HeapMoves::PartizanCode { left, right } => {
                left.option_bound(heap).max(right.option_bound(heap))
            }
            HeapMoves::Rule(rule) => rule.option_bound_up_to(heap),
        }
    }

    /// The most heaps that one move leaves of a heap, and the most tokens that one move takes,
    /// where both are bounded: what a proof of periodicity needs.
    #[must_use]
    pub fn bounds(&self) -> Option<(u32, u64)> {
        match &self.moves {
            HeapMoves::Any | HeapMoves::Rule(_) => None,
            HeapMoves::Subtract { left, right } => Some((1, left.max()?.max(right.max()?))),
            HeapMoves::Code(code) => Some((code.most_parts(), code.last_digit()?)),
            HeapMoves::PartizanCode { left, right } => Some((
                left.most_parts().max(right.most_parts()),
                left.last_digit()?.max(right.last_digit()?),
            )),
        }
    }
}

impl TupleRules for HeapRules {
    fn coordinates(&self) -> Coordinates {
        let least = usize::from(!self.zeros_count());
        Coordinates::Heaps { least, most: self.most_heaps }
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        if self.twins_vanish() { check_twins(tuple) } else { Ok(()) }
    }

    fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for (index, heap) in tuple.iter().enumerate() {
            for parts in self.options_of_heap(*heap, mover) {
                options.push(self.tidy(replaced(tuple, index, &parts)));
            }
        }
        distinct(options)
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        tuple.iter().fold(0, |sum, heap| sum.saturating_add(self.option_bound_of_heap(*heap)))
    }

    fn same_options(&self) -> Fact {
        match &self.moves {
            HeapMoves::Subtract { left, right } if left != right => {
                Fact::refuted("Left and Right have different subtraction sets")
            }
            HeapMoves::Subtract { .. } => Fact::proved("both players subtract from the same set"),
            HeapMoves::PartizanCode { .. } => {
                Fact::refuted("Left and Right take and break by different codes")
            }
            HeapMoves::Rule(rule) => rule.same_options(),
            HeapMoves::Any | HeapMoves::Code(_) => {
                Fact::proved("the rules do not mention who moves")
            }
        }
    }

    fn terminates(&self) -> Fact {
        Fact::proved("each move replaces a heap by smaller ones")
    }

    fn independent(&self) -> Fact {
        match self.twins_vanish() {
            true => Fact::refuted("two coins on one place vanish"),
            false => Fact::proved("a move changes one heap and looks at no other"),
        }
    }

    fn lookback(&self) -> Option<u64> {
        match self.bounds() {
            Some((1, most_taken)) => Some(most_taken),
            _ => None,
        }
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        if self.zeros_count() {
            let mut heaps = tuple.to_vec();
            heaps.sort_unstable();
            return heaps;
        }
        sorted_without_zeros(tuple)
    }

    fn counts_tokens(&self) -> bool {
        !self.zeros_count()
    }

    fn picture(&self) -> Picture {
        if self.zeros_count() { Picture::NumberLine } else { Picture::Heaps }
    }
}

/// Refuses a coin that is named twice.
pub(crate) fn check_twins(tuple: &[u64]) -> Result<(), Refusal> {
    let mut sorted = tuple.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Refusal::bad(
            format!("the coin {} is named twice", pair[0]),
            "name each coin that shows heads once, such as 0,3,4",
        )),
        None => Ok(()),
    }
}

/// Sorted, with equal numbers removed in pairs.
fn without_twins(tuple: &[u64]) -> Vec<u64> {
    let mut sorted = tuple.to_vec();
    sorted.sort_unstable();
    let mut odd: Vec<u64> = Vec::with_capacity(sorted.len());
    for number in sorted {
        if odd.last() == Some(&number) {
            odd.pop();
        } else {
            odd.push(number);
        }
    }
    odd
}
