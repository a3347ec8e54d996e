//! Subtraction games, and their partizan and ending-partizan relatives, in the catalogue.

use std::borrow::Cow;

use crate::catalogue::{Built, Entry, Rules, stated_text};
use crate::ending::{Ending, TerminalLabels};
use crate::families::{HeapMoves, HeapRules};
use crate::labels;
use crate::set::SubtractionSet;
use crate::spec::Spec;
use crate::written::StatedRules;
use bouton_values::{Outcome, Refusal};

/// Subtraction games, and their partizan and ending-partizan relatives.
pub(crate) fn entries() -> [Entry; 3] {
    [
        Entry::by("subtraction", |parameters| stated("subtraction", parameters)),
        Entry::by("partizan-subtraction", |parameters| stated("partizan-subtraction", parameters)),
        Entry::by("ending-partizan", ending_partizan),
    ]
}

fn stated(name: &str, parameters: &str) -> Result<Built, Refusal> {
    let rules = HeapRules::named(name, parameters).expect("the name is that of sets")?;
    let HeapMoves::Subtract { left, right } = &rules.moves else { unreachable!("sets were read") };
    let sets = match name {
        "subtraction" => left.to_string(),
        _ => format!("{left}|{right}"),
    };
    let text = StatedRules::new(stated_text(name)).with_arguments(sets.clone());
    Ok(Built::stated(sets, text))
}

fn ending_partizan(parameters: &str) -> Result<Built, Refusal> {
    let (set, word) = match parameters.split_once('@') {
        None => (SubtractionSet::parse(parameters)?, None),
        Some((set, word)) => (SubtractionSet::parse(set)?, Some(word.trim())),
    };
    let written = set.to_string();
    let (parameters, labels) = match word {
        None => (written.clone(), TerminalLabels::EvenOdd),
        Some(word) => {
            let labels = labels::parse_labels(word, set.min())?;
            (format!("{set}@{labels}"), labels)
        }
    };
    let text = match &labels {
        TerminalLabels::EvenOdd => Some(Cow::Borrowed(stated_text("ending-partizan"))),
        TerminalLabels::Word(letters) if letters.len() <= LONGEST_WORD => {
            Some(Cow::Owned(labelled(letters)))
        }
        _ => None,
    };
    let text = text.map(|text| StatedRules::new(text).with_arguments(written));
    let moves = HeapMoves::Subtract { left: set.clone(), right: set };
    let spec = Spec::Heap(HeapRules { moves, most_heaps: 1 });
    let rules = Rules::Ended(spec, Ending::at_stuck_heaps(labels));
    Ok(Built::with(parameters, rules).with_text(text))
}

/// Longer words are not written out as rules.
const LONGEST_WORD: usize = 32;

/// The rules with a word as their ending: a letter for each of the first heaps.
fn labelled(word: &[Outcome]) -> String {
    let winner = |letter: &Outcome| match letter {
        Outcome::L => "left",
        Outcome::R => "right",
        Outcome::N => "misere",
        // Labels are never draws.
        _ => "normal",
    };
    let cases =
        word.iter().enumerate().map(|(n, letter)| format!("{} if n = {n} else ", winner(letter)));
    let end = cases.collect::<String>();
    format!(
        "# One heap, from which both players take s tokens, s in S.\n# H. Inoue et al., On Ending Partizan \
         Subtraction Nim.\ngame ending-partizan(S)\nposition n\nmove s in S: n' = n - s\nend {end}normal\n"
    )
}
