//! Bytes as choices of a generator of rule texts: whatever is said of the game agrees with a second evaluator.

#![no_main]

use bouton_differential::{Case, Mix, compare};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let differences = compare(&Case::of_bytes(bytes), &mut Mix::default());
    assert!(differences.is_empty(), "{}", differences[0]);
});
