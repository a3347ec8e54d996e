//! A certificate for a period, written down, read back, and checked from the rules alone.

use bouton_lab::certificates::{Certificate, check};
use bouton_lab::certify::certificate;
use bouton_lab::rules::{Game, Limits, Refusal};
use bouton_lab::{Ask, Quantity, Question, answer};

pub(crate) fn main() -> Result<(), Refusal> {
    let ask = Ask::Sequence { of: Quantity::NimValue, to: 200, row: None };
    let question = Question::new(Game::parse("octal:0.77")?, ask);
    let written = certificate(&question, &answer(&question)?)?.to_json();
    let read = Certificate::parse(&written).expect("what was written can be read");
    let verified = check(&read, &Limits::default()).expect("the checker agrees");
    for sentence in &verified {
        println!("{sentence}");
    }
    assert!(!verified.is_empty());
    // A certificate of something else is refused.
    let damaged = Certificate::parse(&written.replacen("octal:0.77", "octal:0.07", 1));
    assert!(damaged.is_ok_and(|damaged| check(&damaged, &Limits::default()).is_err()));
    Ok(())
}
