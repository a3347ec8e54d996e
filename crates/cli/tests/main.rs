//! The tests of this crate from outside, as one program: each program more would be linked with all of Bouton again.

mod census;
mod cli;
mod input;
mod regular_files;
mod serve;
