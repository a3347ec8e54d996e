//! The tests of this crate from outside, as one program: each program more would be linked with all of Bouton again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod certificates;
mod charts;
mod duels;
mod examples;
mod lessons;
mod loopy;
mod proved_automata;
mod puzzles;
mod relations;
mod rocq;
mod rule_files;
mod rule_texts;
mod suite;
mod texts;
mod verified;
mod within;
