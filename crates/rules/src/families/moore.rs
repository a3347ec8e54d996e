//! Moore's Nim: a move lowers several heaps at once.

use bouton_values::Player;

use super::{Coordinates, TupleRules, distinct, sorted_without_zeros, with};
use crate::profile::Fact;

/// Moore's Nim_k: a move takes tokens from at least one and at most `most` heaps, as many as one
/// likes from each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MooreRules {
    /// k, the most heaps that one move may lower; 1 is Nim.
    pub most: usize,
}

impl TupleRules for MooreRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::HEAPS
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        self.lower(tuple, 0, self.most, &mut options);
        options.retain(|option| option != tuple);
        distinct(options)
    }

    /// The sum over all choices of at most k heaps of the product of their sizes: the coefficients
    /// of ∏(1 + heap·x) up to xᵏ.
    fn option_bound(&self, tuple: &[u64]) -> u128 {
        let mut ways = vec![0u128; self.most.min(tuple.len()) + 1];
        ways[0] = 1;
        for heap in tuple {
            for lowered in (1..ways.len()).rev() {
                let more = ways[lowered - 1].saturating_mul(u128::from(*heap));
                ways[lowered] = ways[lowered].saturating_add(more);
            }
        }
        ways[1..].iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    fn independent(&self) -> Fact {
        match self.most {
            1 => Fact::proved("a move changes one heap and looks at no other"),
            _ => Fact::refuted("a move may lower several heaps"),
        }
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        sorted_without_zeros(tuple)
    }
}

impl MooreRules {
    /// Collects what arises from lowering at most `most` of the heaps from `from` on.
    fn lower(&self, tuple: &[u64], from: usize, most: usize, into: &mut Vec<Vec<u64>>) {
        into.push(tuple.to_vec());
        if most == 0 {
            return;
        }
        for index in from..tuple.len() {
            for lower in (0..tuple[index]).rev() {
                self.lower(&with(tuple, index, lower), index + 1, most - 1, into);
            }
        }
    }
}
