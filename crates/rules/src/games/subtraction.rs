use crate::catalogue::{Built, Entry, Rules};
use crate::ending::{Ending, TerminalLabels};
use crate::families::{HeapMoves, HeapRules};
use crate::set::SubtractionSet;
use crate::spec::Spec;
use bouton_values::Refusal;

pub(crate) const SUBTRACTION: Entry = Entry {
    name: "subtraction",
    parameters: "S",
    summary: "Take s tokens from one heap, for some s in the set S. S may be infinite: 2+ is all \
              integers from 2, 4+2k is 4, 6, 8, …",
    positions: "the heaps: 9 or 9,5",
    source: "Winning Ways, chapter 4; Nim and Anti-Nim (the set {1,3,4})",
    example: ("subtraction:1,3,4", "9"),
    build: |parameters| {
        let set = SubtractionSet::parse(parameters)?;
        Ok(Built::with(set.to_string(), both(set, usize::MAX)))
    },
};

pub(crate) const ENDING_PARTIZAN: Entry = Entry {
    name: "ending-partizan",
    parameters: "S, S@LABELS or S@VALUES",
    summary: "One heap; both players take s tokens, s in S. Who is stuck at an even heap sees Left \
              win, at an odd heap Right. Labels name the winner at the heaps 0 to min S - 1 \
              instead: L, R, N (the stuck player wins) or P (loses); games with commas, such as \
              @1,{0|-1}, take the place of the stuck heaps.",
    positions: "the heap: 11",
    source: "H. Inoue et al., On Ending Partizan Subtraction Nim",
    example: ("ending-partizan:2,3", "11"),
    build: |parameters| {
        let (set, word) = match parameters.split_once('@') {
            None => (SubtractionSet::parse(parameters)?, None),
            Some((set, word)) => (SubtractionSet::parse(set)?, Some(word.trim())),
        };
        let labels = match word {
            None => TerminalLabels::EvenOdd,
            Some(word) => TerminalLabels::parse(word, set.min())?,
        };
        let parameters = match word {
            None => set.to_string(),
            Some(_) => format!("{set}@{labels}"),
        };
        let rules = Rules::Ended(both(set, 1), Ending::Partizan(labels));
        Ok(Built { parameters, rules })
    },
};

pub(crate) const PARTIZAN_SUBTRACTION: Entry = Entry {
    name: "partizan-subtraction",
    parameters: "L|R",
    summary: "Left takes a number of tokens in L from one heap, Right one in R.",
    positions: "the heaps: 9 or 9,5",
    source: "A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan-subtraction:1,2|1,3", "9"),
    build: |parameters| {
        let (left, right) = parameters.split_once('|').ok_or_else(|| {
            Refusal::bad("Right's set is missing", "write both sets: partizan-subtraction:1,2|1,3")
        })?;
        let (left, right) = (SubtractionSet::parse(left)?, SubtractionSet::parse(right)?);
        let parameters = format!("{left}|{right}");
        let moves = HeapMoves::Subtract { left, right };
        Ok(Built::with(parameters, Spec::Heap(HeapRules::new(moves))))
    },
};

fn both(set: SubtractionSet, most_heaps: usize) -> Spec {
    let moves = HeapMoves::Subtract { left: set.clone(), right: set };
    Spec::Heap(HeapRules { moves, most_heaps })
}
