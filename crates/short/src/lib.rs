//! The calculus of short games.
//!
//! A [`Form`] is a canonical form in a store, [`Forms`]: two games are equal if and only if their
//! forms are the same. Everything else is asked of the store.
//!
//! # References
//! J. H. Conway, *On Numbers and Games*; A. N. Siegel, *Combinatorial Game Theory*, chapter II.

mod arithmetic;
mod budget;
mod canonical;
mod dyadic;
mod form;
mod order;
mod simple;
mod store;

pub use dyadic::Dyadic;
pub use form::{Comparison, Form, NumberUpStar};
pub use store::Forms;
