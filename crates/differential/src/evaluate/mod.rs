//! A second evaluator of the rule language, written from its reference alone: by brute force, on the tree that
//! the generator made.

pub mod interval;
mod outcomes;
mod rules;
mod search;

pub use outcomes::{Evaluator, Place, Verdict};
pub use rules::Rules;

/// There are too many positions, options or choices for a second opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;
