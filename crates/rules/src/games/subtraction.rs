use std::borrow::Cow;

use crate::catalogue::{Built, Entry, Rules};
use crate::ending::{Ending, TerminalLabels};
use crate::families::{HeapMoves, HeapRules};
use crate::set::SubtractionSet;
use crate::spec::Spec;
use crate::written::StatedRules;
use bouton_values::{Outcome, Refusal};

const SUBTRACTION_TEXT: &str = include_str!("texts/subtraction.game");
const ENDING_PARTIZAN_TEXT: &str = include_str!("texts/ending-partizan.game");
const PARTIZAN_SUBTRACTION_TEXT: &str = include_str!("texts/partizan-subtraction.game");

pub(crate) const SUBTRACTION: Entry = Entry {
    name: "subtraction",
    title: "Subtraction",
    parameters: "S",
    summary: "Take s tokens from one heap, for some s in the set S. S may be infinite: 2+ is all \
              integers from 2, 4+2k is 4, 6, 8, …",
    positions: "the heaps: 9 or 9,5",
    source: "Winning Ways, chapter 4; Nim and Anti-Nim (the set {1,3,4})",
    example: ("subtraction:1,3,4", "9"),
    text: Some(SUBTRACTION_TEXT),
    build: |parameters| {
        let set = SubtractionSet::parse(parameters)?.to_string();
        let text = StatedRules::new(SUBTRACTION_TEXT).with_arguments(set.clone());
        Ok(Built::stated(set, text))
    },
};

pub(crate) const ENDING_PARTIZAN: Entry = Entry {
    name: "ending-partizan",
    title: "Ending-partizan subtraction",
    parameters: "S, S@LABELS or S@VALUES",
    summary: "One heap; both players take s tokens, s in S. Who is stuck at an even heap sees Left \
              win, at an odd heap Right. Labels name the winner at the heaps 0 to min S - 1 \
              instead: L, R, N (the stuck player wins) or P (loses); games with commas, such as \
              @1,{0|-1}, take the place of the stuck heaps.",
    positions: "the heap: 11",
    source: "H. Inoue et al., On Ending Partizan Subtraction Nim",
    example: ("ending-partizan:2,3", "11"),
    text: Some(ENDING_PARTIZAN_TEXT),
    build: |parameters| {
        let (set, word) = match parameters.split_once('@') {
            None => (SubtractionSet::parse(parameters)?, None),
            Some((set, word)) => (SubtractionSet::parse(set)?, Some(word.trim())),
        };
        let written = set.to_string();
        let (parameters, labels) = match word {
            None => (written.clone(), TerminalLabels::EvenOdd),
            Some(word) => {
                let labels = TerminalLabels::parse(word, set.min())?;
                (format!("{set}@{labels}"), labels)
            }
        };
        let text = match &labels {
            TerminalLabels::EvenOdd => Some(Cow::Borrowed(ENDING_PARTIZAN_TEXT)),
            TerminalLabels::Word(letters) if letters.len() <= LONGEST_WORD => {
                Some(Cow::Owned(labelled(letters)))
            }
            _ => None,
        };
        let (spec, ending) = (both(set, 1), Ending::at_stuck_heaps(labels));
        let rules = match text {
            Some(text) => {
                let text = StatedRules::new(text).with_arguments(written).with_own_ending();
                Rules::Both(spec, Some(ending), text)
            }
            None => Rules::Ended(spec, ending),
        };
        Ok(Built { parameters, rules })
    },
};

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

pub(crate) const PARTIZAN_SUBTRACTION: Entry = Entry {
    name: "partizan-subtraction",
    title: "Partizan subtraction",
    parameters: "L|R",
    summary: "Left takes a number of tokens in L from one heap, Right one in R.",
    positions: "the heaps: 9 or 9,5",
    source: "A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan-subtraction:1,2|1,3", "9"),
    text: Some(PARTIZAN_SUBTRACTION_TEXT),
    build: |parameters| {
        let (left, right) = parameters.split_once('|').ok_or_else(|| {
            Refusal::bad("Right's set is missing", "write both sets: partizan-subtraction:1,2|1,3")
        })?;
        let (left, right) = (SubtractionSet::parse(left)?, SubtractionSet::parse(right)?);
        let sets = format!("{left}|{right}");
        let text = StatedRules::new(PARTIZAN_SUBTRACTION_TEXT).with_arguments(sets.clone());
        Ok(Built::stated(sets, text))
    },
};

fn both(set: SubtractionSet, most_heaps: usize) -> Spec {
    let moves = HeapMoves::Subtract { left: set.clone(), right: set };
    Spec::Heap(HeapRules { moves, most_heaps })
}
