//! Heaps that do not know of each other, by tables over a single heap.
//!
//! # What is accepted, and why that is sound
//! * [`HeapValues`]: impartial heap games under normal play. A position is worth the nim-sum of its
//!   heaps (Sprague and Grundy), and a heap is worth the least nim-value that none of its options
//!   has. A table to the largest heap therefore solves every position.
//! * [`HeapOutcomes`]: a lone heap from which one subtracts, under any ending, also with different
//!   sets for Left and Right. Each outcome follows from those of smaller heaps (Proposition 2 of *On
//!   Ending Partizan Subtraction Nim*).
//!
//! Both look for a period with [`period::find`], which reports only what its theorem proves.

mod outcomes;
pub(crate) mod period;
mod values;

#[cfg(test)]
mod tests;

pub(crate) use outcomes::HeapOutcomes;
pub(crate) use values::{HeapValues, ValueTable};
