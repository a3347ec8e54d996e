//! The types that all crates share: players, outcomes, nim-values, limits on the cost of an answer, and refusals.
//!
//! # Main definitions
//! * [`Player`]: Left or Right.
//! * [`Outcome`]: `N`, `P`, `L` or `R`, and where play may go on for ever one of five with a draw.
//! * [`Nimber`]: the value of an impartial position; `+` is the nim-sum.
//! * [`mex`]: the least excludant, from which all nim-values come.
//! * `Tree`: a short game, compared by Conway's definition; an oracle for tests.
//! * [`Limits`] and [`Refusal`]: what an answer may cost, and why there is none, with numbers in it.
//! * [`Help`]: what to do about a refusal, worded by each front.
//! * [`Meter`]: counts steps against the limits during a computation.
//!
//! # References
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapters 1-4;
//! A. N. Siegel, *Combinatorial Game Theory*, chapters I and IV.

mod help;
mod index;
mod limits;
mod meter;
mod nimber;
mod outcome;
mod player;
mod refusal;
#[cfg(feature = "tree")]
mod tree;
mod words;

pub use help::{Help, Reference};
pub use index::{saturating_index, to_index};
pub use limits::{Limits, Quiet, Watch};
pub use meter::Meter;
pub use nimber::{Nimber, mex};
pub use outcome::{Outcome, ParseOutcomeError};
pub use player::Player;
pub use refusal::{Refusal, Unit};
#[cfg(feature = "tree")]
pub use tree::Tree;
pub use words::{counted, excerpt};
