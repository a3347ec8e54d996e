//! Closed forms: each file states a theorem, checks its conditions and applies it.

mod nim;

pub(crate) use nim::{MisereNim, NimSum};
