//! Any text as a certificate: reading and checking never panic and keep a small budget.

#![no_main]

use bouton_lab::certificates::{Certificate, check};
use bouton_lab::rules::Limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(certificate) = Certificate::parse(text) else { return };
    assert_eq!(Certificate::parse(&certificate.to_json()), Ok(certificate.clone()));
    let limits = Limits { memory: 1 << 20, steps: 1_000_000, ..Limits::default() };
    let _ = check(&certificate, &limits);
});
