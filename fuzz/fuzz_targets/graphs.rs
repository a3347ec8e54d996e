//! Any bytes as a digraph in any format: reading never panics and keeps a small budget.

#![no_main]

use bouton_lab::graphs::{Format, read};
use bouton_lab::rules::Limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { memory: 4 << 20, steps: 4_000_000, ..Limits::default() };
    for format in Format::ALL {
        let _ = read(&mut &bytes[..], format, &limits);
    }
    let guessed = Format::guess(bytes, None);
    let _ = read(&mut &bytes[..], guessed, &limits);
});
