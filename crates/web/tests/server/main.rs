//! The server over loopback: what it answers, what it describes, and what it withstands.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod class;
mod common;
mod description;
mod hostile;
mod pages;
mod questions;
