//! Nimrod, whole rows at once, and its relatives, column by column.
//!
//! * [`NimrodRows`] (`rows`): Nimrod under normal play, 64 rows by 64 piles in a step.
//!   - `words` is the kernel, `low` the kernel for the rows below 64;
//!   - `need` says which rows take part and for how long, and what that costs;
//!   - `outside` fills in what the sectors decide;
//!   - `sweep` runs the rows, `picture` keeps the window of the question;
//!   - `stops` keeps the state of sweeps at some piles, so that later ones need not begin at the pile 0.
//! * [`RateColumns`] (`columns`): any reach, also misère play.
//! * `solution` puts into words what either of them found about a position.

mod columns;
mod low;
mod need;
mod outside;
mod picture;
mod rows;
mod solution;
mod stops;
mod sweep;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use columns::RateColumns;
pub(crate) use rows::NimrodRows;
pub use stops::{NimrodPosition, NimrodStop, NimrodStops, NimrodSweep, SweepResult};
