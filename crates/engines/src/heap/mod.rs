//! Games of independent heaps, by tables over a single heap.
//!
//! # What is accepted, and why that is sound
//! * [`HeapValues`]: impartial heap games under normal play. The nim-value of a position is the nim-sum
//!   of those of its heaps (Sprague and Grundy), and that of a heap the least that none of its options
//!   has. A table to the largest heap ([`value_table`]) therefore solves every position.
//! * [`ShiftRegister`] and [`HeapOutcomes`]: subtraction games with a single heap, under any ending, also
//!   with different sets for Left and Right. By definition each outcome follows from those of smaller
//!   heaps; for partizan endings this is Proposition 2 of *On Ending Partizan Subtraction Nim*. The first
//!   keeps the last 64 heaps in two words ([`register`]); the second takes any set, 64 heaps at a time
//!   ([`blocks`]).
//!
//! Periods are proved by the theorem in [`period`], or not reported.

mod blocks;
mod lone;
mod mex;
mod one_hot;
mod outcomes;
pub(crate) mod period;
pub(crate) mod register;
mod tail;
mod value_table;
mod values;

#[cfg(test)]
mod tests;

pub(crate) use mex::ValueSet;
pub(crate) use one_hot::lowest_zero;
pub(crate) use outcomes::{HeapOutcomes, ShiftRegister};
pub(crate) use value_table::{Heaps, ValueTable};
pub(crate) use values::HeapValues;
