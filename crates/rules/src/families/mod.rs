//! The families of rules on tuples of integers, one file each, and rules on boards.
//!
//! A family is data that engines can match on; [`TupleRules`] is what all of them can do. Rules
//! that fit no family implement [`TupleRules`] in their game's own file, or [`BoardRules`] if they are
//! played on a board. Independent heaps and digraphs are definitions, not only families: their types are those of
//! [`bouton_definition`].

mod board;
mod distinct;
mod euclid;
mod lattice;
mod limit;
mod moore;
mod normalised;
mod rate;
mod written;

pub use board::BoardRules;
pub(crate) use board::{letter, read_board};
pub use bouton_definition::{
    BoardLook, Coordinates, DigraphRules, HeapMoves, HeapRule, HeapRules, Picture, TupleRules,
};
pub(crate) use bouton_definition::{capped, distinct, sorted_without_zeros, with};
pub use distinct::DistinctRules;
pub use euclid::EuclidRules;
pub use lattice::{LatticeMove, LatticeRules};
pub use limit::LimitRules;
pub use moore::MooreRules;
pub use normalised::NormalisedRules;
pub use rate::RateRules;
pub use written::WrittenRules;
