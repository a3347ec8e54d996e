//! The solvers. Each states the theorem it rests on, checks that the theorem's conditions hold, and
//! is compared with the oracle in its tests.
//!
//! # Main definitions
//! * [`Engine`]: prepares a question, or declines it with the reason.
//! * [`Ask`] and [`Finding`]: what can be asked, and what is found.
//! * [`LADDER`]: all engines, the fastest and most particular first.
//! * [`NimrodStops`]: Nimrod's plane, for callers who ask for one window of it after another.

mod antonim;
mod ask;
mod automatic;
pub mod census;
mod closed;
mod definition;
mod engine;
mod few;
mod finding;
pub mod graph;
mod heap;
mod ladder;
mod lattice;
mod nimrod;
pub mod octal;
pub mod partizan;
pub mod quotient;
mod real;
mod slice;
mod sum;
#[cfg(test)]
mod testing;
mod view;
mod words;
mod written;

pub use ask::{Ask, Entries, Quantity, TableShape, Window};
pub use automatic::certified;
pub use closed::{Sector, SectorKind, sector};
pub use engine::{Declined, Engine, Run};
pub use finding::{
    Bits, Chart, Finding, Periodicity, Saltus, Sequence, Solution, Standing, Table, Terms, Value,
};
pub use ladder::LADDER;
pub use nimrod::{NimrodPosition, NimrodStop, NimrodStops, NimrodSweep, SweepResult};
pub use written::{Bytecode, MoveKinds, Style};
