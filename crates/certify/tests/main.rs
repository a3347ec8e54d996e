//! The tests of this crate from outside, as one program: each program more would be linked with all of Bouton again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod automatic;
mod common;
mod files;
mod graph_files;
mod graphs;
mod periods;
mod positions;
mod texts;
mod values;
