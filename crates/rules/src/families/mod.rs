//! The families of rules on tuples of integers, one file each, and rules on boards.
//!
//! A family is data that engines can match on; [`TupleRules`] is what all of them can do. Rules
//! that fit no family implement [`TupleRules`] in their game's own file, or [`BoardRules`] if they are
//! played on a board.

mod board;
mod digraph;
mod distinct;
mod euclid;
mod heap;
mod lattice;
mod limit;
mod moore;
mod normalised;
mod rate;
mod written;

use std::fmt;

use bouton_values::Player;

use crate::profile::Fact;
use bouton_values::{Refusal, counted};

pub use board::{BoardLook, BoardRules};
pub(crate) use board::{CELLS_RUN_OUT, read_board};
pub use digraph::DigraphRules;
pub use distinct::DistinctRules;
pub use euclid::EuclidRules;
pub use heap::{HeapMoves, HeapRule, HeapRules};
pub use lattice::{LatticeMove, LatticeRules};
pub use limit::LimitRules;
pub use moore::MooreRules;
pub use normalised::NormalisedRules;
pub use rate::RateRules;
pub use written::WrittenRules;

/// Rules on tuples of non-negative integers, for a tuple that passed [`TupleRules::check`].
pub trait TupleRules: fmt::Debug + Send + Sync {
    /// What the numbers of a position mean.
    fn coordinates(&self) -> Coordinates;

    /// Is the tuple a legal position? Its length has been checked already.
    fn check(&self, tuple: &[u64]) -> Result<(), Refusal>;

    /// The tuples that `mover` can move to, each once.
    fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>>;

    /// At most this many options.
    fn option_bound(&self, tuple: &[u64]) -> u128;

    /// Do both players have the same options?
    fn same_options(&self) -> Fact {
        Fact::proved("the rules do not mention who moves")
    }

    /// Does every run of moves end?
    fn terminates(&self) -> Fact {
        Fact::proved("each move lowers the total")
    }

    /// Is a position the disjunctive sum of its numbers?
    fn independent(&self) -> Fact {
        Fact::Unknown
    }

    /// How far below a lone number its options lie, if there is a bound and nothing splits.
    fn lookback(&self) -> Option<u64> {
        None
    }

    /// One representative of the tuples that play alike.
    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        tuple.to_vec()
    }

    /// The tokens on the table, which a partizan ending looks at. Beyond 64 bits only the parity is kept.
    fn tokens(&self, tuple: &[u64]) -> u64 {
        capped(tuple.iter().map(|number| u128::from(*number)).sum())
    }

    /// Do the numbers count tokens, so that a partizan ending makes sense?
    fn counts_tokens(&self) -> bool {
        true
    }

    /// Completes a shortened tuple, such as Fibonacci Nim's heap without its limit.
    fn fill(&self, tuple: Vec<u64>) -> Vec<u64> {
        tuple
    }

    /// Are the numbers falling rows of squares, the first of which stays, and takes every move one of the others with
    /// all that lie to the right of it and below?
    fn eats_corners(&self) -> bool {
        false
    }

    /// How the position would be drawn.
    fn picture(&self) -> Picture {
        Picture::Heaps
    }
}

/// What the numbers of a position mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// At least `least` and at most `most` heaps or coins, in any order.
    Heaps {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// One number for each of these names.
    Named(Vec<String>),
}

impl Coordinates {
    /// One number for each of these names.
    pub(crate) fn named(names: &[&str]) -> Coordinates {
        Coordinates::Named(names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// Any number of heaps, at least one.
    pub const HEAPS: Coordinates = Coordinates::Heaps { least: 1, most: usize::MAX };

    /// Refuses a tuple of the wrong length.
    pub(crate) fn check_length(&self, length: usize) -> Result<(), Refusal> {
        match self {
            Coordinates::Heaps { least, .. } if length < *least => Err(Refusal::bad(
                "the position has no heap",
                "write the heaps with commas, such as 3,4,6",
            )),
            Coordinates::Heaps { most, .. } if length > *most => Err(Refusal::bad(
                format!("the position has {length} heaps, the game is played with {most}"),
                "write one number for each heap",
            )),
            Coordinates::Named(names) if length != names.len() => Err(Refusal::bad(
                format!(
                    "the position has {}, the game needs {}",
                    counted(length, "number"),
                    names.len()
                ),
                format!("write {}", names.join(",")),
            )),
            _ => Ok(()),
        }
    }
}

/// How a position is drawn for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A row of tokens for each heap.
    Heaps,
    /// A coin on its square for each number.
    NumberLine,
    /// A pile and the rate at which it shrinks.
    PileAndRate,
    /// Rows of squares.
    Board(BoardLook),
    /// The numbers alone.
    Plain,
}

/// A number of tokens in 64 bits; what is larger becomes the largest such number of the same parity,
/// which is all that an ending asks of so many.
pub(crate) fn capped(tokens: u128) -> u64 {
    let parity = (tokens % 2) as u64;
    u64::try_from(tokens).unwrap_or(u64::MAX - 1 + parity)
}

/// Sorted, without empty heaps: the representative of a position whose heaps have no order.
fn sorted_without_zeros(tuple: &[u64]) -> Vec<u64> {
    let mut heaps: Vec<u64> = tuple.iter().copied().filter(|heap| *heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

/// The tuple with the number at `index` replaced by `parts`, in its place.
fn replaced(tuple: &[u64], index: usize, parts: &[u64]) -> Vec<u64> {
    [&tuple[..index], parts, &tuple[index + 1..]].concat()
}

/// The tuple with one number changed.
fn with(tuple: &[u64], index: usize, number: u64) -> Vec<u64> {
    replaced(tuple, index, &[number])
}

/// Each element once, in the order of first appearance.
fn distinct(mut options: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let mut seen = std::collections::HashSet::new();
    options.retain(|option| seen.insert(option.clone()));
    options
}
