//! Five papers, executable: every definition, table, theorem, example, question and experiment as a
//! claim whose verdict is computed.
//!
//! A [`Claim`] is a statement and a checker. The checker starts from the rules, never from a
//! printed number: printed tables and sequences are transcribed in `data/` and *compared*. A
//! checker takes the statement as a value (a table, a constant, a direction), so that a test can
//! hand it a wrong one and see it refuted.
//!
//! # Main definitions
//! * [`PAPERS`]: all claims, in the order of the papers.
//! * [`Finding`]: the verdict with its bound, the counterexample that one can follow by hand, the
//!   corrected statement (itself checked), and [`Exhibit`]s: tables with wrong cells marked,
//!   strips, curves.
//! * [`Effort`]: a default run of seconds, or bounds as far as the fast engines go.

pub mod antonim;
pub mod claim;
pub mod ending_partizan;
pub mod finding;
mod judge;
pub mod nim;
pub mod nimrod;
pub mod relations;
#[cfg(test)]
mod testing;
mod view;

pub use claim::{Claim, Effort, PAPERS, Paper, claims, select};
pub use finding::{
    Cell, Counterexample, Curve, Exhibit, Finding, Known, Picture, Statement, Verdict,
};
