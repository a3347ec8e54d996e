//! Five papers, executable: every definition, table, theorem, example, question and experiment as a claim whose verdict
//! is computed.
//!
//! A [`Claim`] is a statement and a checker. The checker starts from the rules, never from a printed number: printed
//! tables and sequences are transcribed in `data/` and *compared*. A checker takes the statement as a value (a table, a
//! constant, a direction), so that a test can hand it a wrong one and see it refuted.
//!
//! # Main definitions
//! * [`PAPERS`]: all claims, in the order of the papers.
//! * [`Finding`]: the verdict with its bound, the counterexample that one can follow by hand, the corrected statement
//!   (itself checked), and [`Exhibit`]s: tables with wrong cells marked, strips, curves.
//! * [`Effort`]: a default run of seconds, or bounds as far as the fast engines go.

pub mod antonim;
pub mod claim;
pub mod ending_partizan;
pub mod finding;
mod frame;
mod judge;
pub mod nim;
pub mod nimrod;
pub mod relations;
pub mod report;
pub mod run;
#[cfg(test)]
mod testing;
pub mod text;
pub mod theorems;
mod words;

pub use claim::{Claim, PAPERS, Paper, claims, select};
pub use finding::{
    Cell, Counterexample, Curve, Exhibit, Finding, FindingView, Known, Picture, Statement, Verdict,
};
pub use frame::{Effort, Frame};
