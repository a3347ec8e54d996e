//! Second programs, written to be read, which share nothing with the engines.

use std::collections::BTreeSet;

use bouton_rules::{Ending, SubtractionSet};
use bouton_values::{Outcome, Player};

/// The outcomes of the heaps 0 to `to`, by the definition.
pub(super) fn outcomes(sets: [&SubtractionSet; 2], ending: &Ending, to: u64) -> Vec<Outcome> {
    let mut known: Vec<Outcome> = Vec::new();
    for heap in 0..=to {
        let [left_first, right_first] = Player::BOTH.map(|mover| {
            let options: Vec<Outcome> = sets[mover.index()]
                .up_to(heap)
                .map(|taken| known[(heap - taken) as usize])
                .collect();
            let wins = |option: &Outcome| option.winner(mover.opponent()) == Some(mover);
            Some(match options.is_empty() {
                true => ending.winner(heap, mover),
                false if options.iter().any(wins) => mover,
                false => mover.opponent(),
            })
        });
        known.push(Outcome::from_winners(left_first, right_first));
    }
    known
}

/// The outcomes where both players take from one set, by the letters of Proposition 2 from the terminal ones on.
pub(super) fn letters(set: &[u64], terminals: &[Outcome], to: usize) -> Vec<Outcome> {
    let mut known = terminals.to_vec();
    for heap in known.len()..=to {
        let taken = set.iter().take_while(|taken| **taken as usize <= heap);
        let options: Vec<Outcome> = taken.map(|taken| known[heap - *taken as usize]).collect();
        let has = |letter| options.contains(&letter);
        known.push(match () {
            () if has(Outcome::P) || has(Outcome::L) && has(Outcome::R) => Outcome::N,
            () if has(Outcome::L) => Outcome::L,
            () if has(Outcome::R) => Outcome::R,
            () => Outcome::P,
        });
    }
    known
}

/// The nim-values of the heaps 0 to `to`.
pub(super) fn values(set: &SubtractionSet, to: u64) -> Vec<u64> {
    let mut known: Vec<u64> = Vec::new();
    for heap in 0..=to {
        let options: BTreeSet<u64> =
            set.up_to(heap).map(|taken| known[(heap - taken) as usize]).collect();
        known.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    known
}

/// The least preperiod and period, by trying all periods on the second half of the terms; there
/// must be enough of them for the period to show.
pub(super) fn period<T: Eq>(terms: &[T]) -> (u64, u64) {
    let half = terms.len() / 2;
    let period = (1..half)
        .find(|p| (half..terms.len() - p).all(|n| terms[n] == terms[n + p]))
        .expect("the prefix is long enough");
    let differs = |n: &usize| terms[*n] != terms[*n + period];
    let preperiod = (0..terms.len() - period).rev().find(differs).map_or(0, |n| n + 1);
    (preperiod as u64, period as u64)
}

/// The terms, which are more than two periods, repeat from there on, and nothing less repeats.
pub(super) fn assert_least_period<T: Eq>(terms: &[T], preperiod: u64, period: u64) {
    let (start, period) = (preperiod as usize, period as usize);
    assert!(terms.len() > start + 2 * period, "more terms are needed");
    let repeats = |from: usize, p: usize| (from..terms.len() - p).all(|n| terms[n] == terms[n + p]);
    assert!(repeats(start, period), "{period} is not a period from {preperiod} on");
    assert!(start == 0 || terms[start - 1] != terms[start - 1 + period], "it begins earlier");
    let divisors = (1..period).filter(|d| period.is_multiple_of(*d));
    divisors.for_each(|d| assert!(!repeats(start, d), "{d} is a period, not only {period}"));
}
