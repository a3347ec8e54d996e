//! Rule texts that run as bytecode, against the oracle: every position of a box, in both styles.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod compare;
mod random;
mod texts;
