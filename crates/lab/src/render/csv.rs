use std::fmt::Write;

use bouton_engines::{Sequence, Terms};

/// Two columns with a heading: the index and the term. Neither ever needs quotes.
#[must_use]
pub fn csv(sequence: &Sequence) -> String {
    let mut text = String::from("n,term\n");
    let mut line = |index: usize, term: &dyn std::fmt::Display| {
        writeln!(text, "{index},{term}").expect("a string takes all");
    };
    match &sequence.terms {
        Terms::Outcomes(terms) => {
            terms.iter().enumerate().for_each(|(index, term)| line(index, term));
        }
        Terms::Losing(_) => super::outcomes(sequence)
            .iter()
            .flatten()
            .enumerate()
            .for_each(|(index, term)| line(index, term)),
        Terms::NimValues(terms) => {
            terms.iter().enumerate().for_each(|(index, term)| line(index, term));
        }
    }
    text
}
