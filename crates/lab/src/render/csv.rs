use std::fmt::Write;

use bouton_engines::{Sequence, Terms};

/// Two columns with a heading: the index and the term. Values are quoted, as they hold commas; the
/// names that long ones mention follow with what they stand for.
#[must_use]
pub fn csv(sequence: &Sequence) -> String {
    let mut text = String::from("n,term\n");
    let mut line = |index: &dyn std::fmt::Display, term: &dyn std::fmt::Display| {
        writeln!(text, "{index},{term}").expect("a string takes all");
    };
    match &sequence.terms {
        Terms::Outcomes(terms) => {
            terms.iter().enumerate().for_each(|(index, term)| line(&index, term));
        }
        Terms::Losing(_) => super::outcomes(sequence)
            .iter()
            .flatten()
            .enumerate()
            .for_each(|(index, term)| line(&index, term)),
        Terms::Values(terms) => {
            let quoted = |text: &String| format!("\"{text}\"");
            for (index, term) in terms.games.iter().enumerate() {
                line(&index, &quoted(term));
            }
            for (name, text) in &terms.definitions {
                line(name, &quoted(text));
            }
        }
        Terms::NimValues(terms) => {
            terms.iter().enumerate().for_each(|(index, term)| line(&index, term));
        }
    }
    text
}
