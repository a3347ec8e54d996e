//! A heap, with a limit on the next move that depends on the last one: Fibonacci Nim.

use bouton_values::Player;

use super::{Coordinates, TupleRules};
use crate::profile::Fact;
use bouton_definition::MAX_NUMBER;
use bouton_values::Refusal;

/// Fibonacci Nim and its relatives: one heap, and a limit on what the next move may take, which is
/// `factor` times what the last one took. The first move may take anything but the whole heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitRules {
    /// How many times the number of tokens taken last may be taken now; 2 in Fibonacci Nim.
    pub factor: u64,
    /// Is a limit beyond the largest number of a position that number? Otherwise heaps that could lead to one are
    /// refused.
    pub capped: bool,
}

impl LimitRules {
    /// The position after taking `taken` tokens from the heap.
    #[must_use]
    pub fn after(&self, heap: u64, taken: u64) -> Vec<u64> {
        vec![heap - taken, self.factor.saturating_mul(taken).min(MAX_NUMBER)]
    }
}

impl TupleRules for LimitRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::named(&["heap", "limit"])
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        let largest = MAX_NUMBER / self.factor.max(1);
        match self.capped || tuple[0] <= largest {
            true => Ok(()),
            false => Err(Refusal::bad(
                format!("from a heap of {} the limit could exceed {MAX_NUMBER}", tuple[0]),
                format!("write a heap of at most {largest}"),
            )),
        }
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let (heap, limit) = (tuple[0], tuple[1]);
        (1..=limit.min(heap)).map(|taken| self.after(heap, taken)).collect()
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        u128::from(tuple[0].min(tuple[1]))
    }

    fn terminates(&self) -> Fact {
        Fact::proved("each move lowers the heap")
    }

    /// A limit above the heap allows no more than the heap.
    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        vec![tuple[0], tuple[1].min(tuple[0])]
    }

    fn tokens(&self, tuple: &[u64]) -> u64 {
        tuple[0]
    }

    fn fill(&self, tuple: Vec<u64>) -> Vec<u64> {
        match tuple[..] {
            [heap] => vec![heap, heap.saturating_sub(1)],
            _ => tuple,
        }
    }
}
