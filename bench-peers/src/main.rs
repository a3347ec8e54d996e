//! Bouton against the crate `cgt`: nim-values of subtraction games, as each gives them.
//!
//! `cgt` computes them by `Sub::grundy_sequence`, an iterator with a ring of max S values; Bouton by
//! the first engine of its ladder that accepts the question. Both fill a vector, and the vectors must
//! be equal.

use std::time::{Duration, Instant};

use bouton_engines::{Ask, Finding, LADDER, Quantity, Sequence, Terms};
use bouton_rules::{Game, Limits};
use cgt::short::impartial::games::subtraction::Sub;

fn main() {
    println!("nim-values of                 to         cgt 0.11     bouton    ratio     goal");
    compare(&[2, 3, 5], 10_000_000, 5.0);
    compare(&[8, 26, 35, 53, 61], 10_000_000, 5.0);
    compare(&[1, 2, 3, 5, 8, 13, 21, 34, 55], 1_000_000, 5.0);
}

fn compare(set: &[u32], to: usize, goal: f64) {
    let (theirs, their_time) = best_of(3, || peer(set, to));
    let (ours, our_time) = best_of(3, || bouton(set, to));
    assert!(ours == theirs, "{set:?}: the values differ");
    let ratio = their_time.as_secs_f64() / our_time.as_secs_f64();
    println!(
        "{:<26} {to:>10} {:>11.4} s {:>8.4} s {ratio:>8.1} {goal:>8.1}",
        format!("{set:?}"),
        their_time.as_secs_f64(),
        our_time.as_secs_f64(),
    );
}

fn best_of(times: usize, work: impl Fn() -> Vec<u64>) -> (Vec<u64>, Duration) {
    let run = || {
        let start = Instant::now();
        let values = work();
        (values, start.elapsed())
    };
    (1..times).fold(run(), |best, _| {
        let again = run();
        if again.1 < best.1 { again } else { best }
    })
}

fn peer(set: &[u32], to: usize) -> Vec<u64> {
    let sequence = Sub::new(set.to_vec()).grundy_sequence();
    sequence.take(to + 1).map(|nimber| u64::from(nimber.value())).collect()
}

fn bouton(set: &[u32], to: usize) -> Vec<u64> {
    let elements: Vec<String> = set.iter().map(u32::to_string).collect();
    let game = Game::parse(&format!("subtraction:{}", elements.join(",")));
    let game = game.expect("the set is well written");
    let ask = Ask::Sequence { of: Quantity::NimValue, to: to as u64, row: None };
    let run = LADDER.iter().find_map(|engine| engine.prepare(&game, &ask).ok());
    match run.expect("somebody accepts")(&Limits::default()) {
        Ok(Finding::Sequence(Sequence { terms: Terms::NimValues(values), .. })) => values,
        other => panic!("asked for nim-values, found {other:?}"),
    }
}
