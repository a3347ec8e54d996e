//! The tests of this crate from outside, as one program: each program more would be linked with all of Bouton again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "facts/main.rs"]
mod facts;
mod meaning;
mod mistakes;
mod syntax;
mod syntax_help;
mod syntax_mistakes;
mod syntax_random;
