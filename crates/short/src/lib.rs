//! The calculus of short games: canonical forms, their arithmetic, order, temperatures and notation.
//!
//! A [`Form`] is a canonical form in a store, [`Forms`]: two games are equal if and only if their
//! forms are the same. Everything else is asked of the store.
//!
//! # References
//! J. H. Conway, *On Numbers and Games*; A. N. Siegel, *Combinatorial Game Theory*, chapter II.

mod arithmetic;
mod atomic;
mod birthday;
mod canonical;
mod cooling;
mod day;
mod dyadic;
mod form;
mod incentives;
mod induction;
pub mod notation;
mod order;
mod products;
mod reduced;
mod simple;
mod stops;
mod store;
mod thermograph;
mod verdicts;

pub use day::BORN_BY;
pub use dyadic::Dyadic;
pub use form::{Comparison, Form, NumberUpStar};
pub use notation::{Expression, Input, Relation, Texts};
pub use store::Forms;
pub use thermograph::{Thermograph, Trajectory};
