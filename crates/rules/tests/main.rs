//! The tests of this crate from outside, as one program: each program more would be linked with all of Bouton again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod boards;
mod common;
mod families;
mod recognition;
