//! Any text as an expression: reading and evaluating never panic and keep a small budget, and what is
//! printed is read back as the same game.

#![no_main]

use bouton_lab::rules::Limits;
use bouton_lab::short::{Expression, Forms};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(expression) = Expression::parse(text) else { return };
    let limits = Limits { memory: 4 << 20, steps: 4_000_000, ..Limits::default() };
    let mut forms = Forms::new(limits);
    let Ok(form) = expression.evaluate(&mut forms) else { return };
    let Ok(text) = forms.text(form) else { return };
    let again = Expression::parse(&text).expect("a printed game is read").evaluate(&mut forms);
    assert!(again.is_err() || again == Ok(form), "{text}");
});
