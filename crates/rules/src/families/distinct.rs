//! Heaps of which no two may be equal: Antonim and Welter's game.

use bouton_values::Player;

use super::{Coordinates, Picture, TupleRules, sorted_without_zeros, with};
use crate::profile::Fact;
use bouton_values::Refusal;

/// Heaps of which no two may be alike: Antonim, where empty heaps may repeat, and Welter's game,
/// where they may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctRules {
    /// May several heaps be empty, although all others must differ?
    pub zeros_repeat: bool,
}

impl DistinctRules {
    fn clashes(&self, a: u64, b: u64) -> bool {
        a == b && !(a == 0 && self.zeros_repeat)
    }
}

impl TupleRules for DistinctRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::HEAPS
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        let mut sorted = tuple.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| self.clashes(pair[0], pair[1])) {
            Some(pair) => Err(Refusal::bad(
                format!("two heaps are equal: {0} and {0}", pair[0]),
                if self.zeros_repeat {
                    "in Antonim no two heaps that are not empty may be alike, such as 1,4,5,7"
                } else {
                    "in Welter's game no two coins share a square, square 0 included"
                },
            )),
            None => Ok(()),
        }
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for (index, heap) in tuple.iter().enumerate() {
            let free = |lower: &u64| !tuple.iter().any(|other| self.clashes(*other, *lower));
            options.extend((0..*heap).rev().filter(free).map(|lower| with(tuple, index, lower)));
        }
        options
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        tuple.iter().map(|heap| u128::from(*heap)).sum()
    }

    fn independent(&self) -> Fact {
        Fact::refuted("a heap may not become equal to another")
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        if self.zeros_repeat {
            return sorted_without_zeros(tuple);
        }
        let mut sorted = tuple.to_vec();
        sorted.sort_unstable();
        sorted
    }

    fn picture(&self) -> Picture {
        Picture::NumberLine
    }
}
