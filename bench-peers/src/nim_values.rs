//! Nim-values of subtraction games.
//!
//! `cgt` computes them by `Sub::grundy_sequence`, an iterator with a ring of max S values; Bouton by
//! the first engine of its ladder that accepts the question. Both fill a vector, and the vectors must
//! be equal.

use bouton_engines::{Ask, Finding, Quantity, Sequence, Terms};
use cgt::short::impartial::games::subtraction::Sub;

use crate::measure::{Line, best_of, first_answer};

pub(crate) fn compare(set: &[u32], to: usize, goal: f64) -> Line {
    let (theirs, their_time) = best_of(3, || peer(set, to));
    let (ours, our_time) = best_of(3, || bouton(set, to));
    assert!(ours == theirs, "{set:?}: the values differ");
    let subject = format!("nim-values of {set:?} to {to}");
    Line { subject, peer: "cgt 0.11", their_time, our_time, goal }
}

fn peer(set: &[u32], to: usize) -> Vec<u64> {
    let sequence = Sub::new(set.to_vec()).grundy_sequence();
    sequence.take(to + 1).map(|nimber| u64::from(nimber.value())).collect()
}

fn bouton(set: &[u32], to: usize) -> Vec<u64> {
    let elements: Vec<String> = set.iter().map(u32::to_string).collect();
    let ask = Ask::Sequence { of: Quantity::NimValue, to: to as u64, row: None };
    match first_answer(&format!("subtraction:{}", elements.join(",")), &ask) {
        Finding::Sequence(Sequence { terms: Terms::NimValues(values), .. }) => values,
        other => panic!("asked for nim-values, found {other:?}"),
    }
}
