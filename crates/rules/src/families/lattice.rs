//! Points that move towards the origin by fixed vectors.

use bouton_values::Player;

use super::{Coordinates, Picture, TupleRules, distinct};

/// A point of ℕᵏ that moves towards the origin by fixed vectors: Wythoff's queen, rook, king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatticeRules {
    /// The names of the coordinates.
    pub names: Vec<String>,
    /// The moves, each a vector that is subtracted.
    pub moves: Vec<LatticeMove>,
}

/// A move of a lattice game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LatticeMove {
    /// By how much each coordinate falls; not all of them 0.
    pub vector: Vec<u64>,
    /// May the vector be applied any number of times at once (a ray), or just once (a step)?
    pub ray: bool,
}

impl LatticeMove {
    /// How often the vector can be applied at `tuple`, ignoring whether it is a ray.
    fn reach(&self, tuple: &[u64]) -> u64 {
        let limits = self.vector.iter().zip(tuple).filter(|(fall, _)| **fall > 0);
        limits.map(|(fall, number)| number / fall).min().unwrap_or(0)
    }

    fn applications(&self, tuple: &[u64]) -> u64 {
        if self.ray { self.reach(tuple) } else { self.reach(tuple).min(1) }
    }

    fn apply(&self, tuple: &[u64], times: u64) -> Vec<u64> {
        tuple.iter().zip(&self.vector).map(|(number, fall)| number - fall * times).collect()
    }
}

impl TupleRules for LatticeRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::Named(self.names.clone())
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        let options = self.moves.iter().flat_map(|lattice_move| {
            (1..=lattice_move.applications(tuple)).map(|times| lattice_move.apply(tuple, times))
        });
        distinct(options.collect())
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        self.moves.iter().map(|lattice_move| u128::from(lattice_move.applications(tuple))).sum()
    }

    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        if !self.is_symmetric() {
            return tuple.to_vec();
        }
        let mut sorted = tuple.to_vec();
        sorted.sort_unstable();
        sorted
    }

    fn picture(&self) -> Picture {
        Picture::Heaps
    }
}

impl LatticeRules {
    /// Do the moves stay the same under every exchange of two coordinates?
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        (1..self.names.len()).all(|index| {
            self.moves.iter().all(|lattice_move| {
                let mut swapped = lattice_move.clone();
                swapped.vector.swap(0, index);
                self.moves.contains(&swapped)
            })
        })
    }
}
