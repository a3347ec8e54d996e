//! Antonim with at most three heaps.
//!
//! *Theorem* (Winning Ways, chapter 15; theorem 2 of *A Winning Strategy for the Game of Antonim*):
//! a position (x, y, z) of Antonim is P iff (x+1) ⊕ (y+1) ⊕ (z+1) = 0, or x = y = z = 0. The second
//! case is missing in print, although 1 ⊕ 1 ⊕ 1 = 1. Empty heaps change nothing, so the theorem
//! decides each position with at most three heaps that are not empty: missing heaps count as 0.
//!
//! *Proof.* Write X = x+1 and so on. A move changes one of X, Y, Z and so cannot lead from sum 0 to
//! sum 0; nor can it lead from sum 0 to (0,0,0), for then the sum was 1 ⊕ 1 ⊕ Z = Z > 0. Now let the
//! sum not be 0 and some heap not be empty. If two heaps are empty, the third is taken whole. Else
//! X, Y, Z are pairwise different, and as in Nim one of them, say X, exceeds Y ⊕ Z. Lower x to
//! (Y ⊕ Z) - 1: that is not negative because Y ≠ Z, and it is legal because Y ⊕ Z differs from Y and
//! from Z, which are not 0. ∎
//!
//! So for each heap there is at most one winning target: the number that *completes* the two others.

use bouton_rules::{Game, Limits, Refusal, Spec};

use super::{valued_where_lost, with};
use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, finite, normal, run, tuple};
use crate::finding::{Chart, Finding, Solution};
use crate::slice::{Alike, Slice};

/// Antonim with at most three heaps that are not empty, under normal play.
pub(crate) struct AntonimTriples;

impl Engine for AntonimTriples {
    fn name(&self) -> &'static str {
        "antonim-three-heaps"
    }

    fn theorem(&self) -> &'static str {
        "Antonim with three heaps is lost for the mover iff (x+1) ⊕ (y+1) ⊕ (z+1) = 0 or all heaps \
         are empty"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        match normal(game)? {
            Spec::Distinct(rules) if rules.zeros_repeat => {}
            _ => return Declined::because("the moves are not those of Antonim"),
        }
        if ask.window().is_some() {
            let slice = Slice::of(finite(game)?, ask)?;
            let mut fixed = slice.beside.iter().copied().filter(|heap| *heap > 0);
            return match (fixed.next(), fixed.next()) {
                (_, Some(_)) => {
                    Declined::because("together with x and y, more than three heaps are non-empty")
                }
                (z, None) => {
                    run(Finding::Chart, move |limits| chart(slice, z.unwrap_or(0), limits))
                }
            };
        }
        let heaps = tuple(ask)?;
        match heaps.iter().filter(|heap| **heap > 0).count() {
            0..=3 => run(Finding::Solution, move |_| Ok(solve(heaps))),
            many => Declined::because(format!(
                "{many} heaps are not empty; the nim-sum rule fails from four heaps on"
            )),
        }
    }
}

fn solve(heaps: &[u64]) -> Solution {
    let completed = (0..heaps.len()).filter_map(|index| Completion::of(heaps, index));
    let (winning, reasons): (Vec<_>, Vec<_>) = completed
        .filter(|completion| completion.number < heaps[completion.index])
        .map(|completion| {
            let option = with(heaps, completion.index, completion.number);
            (option, completion.explain_move(heaps[completion.index]))
        })
        .unzip();
    let reasons = if winning.is_empty() { vec![explain_loss(heaps)] } else { reasons };
    valued_where_lost(winning, reasons)
}

/// The slice with the one heap z beside it that may not be empty.
fn chart(slice: Slice<'_>, z: u64, limits: &Limits) -> Result<Chart, Refusal> {
    slice.chart_of_completions(Alike::Zeros, limits, |y| {
        (y != z || y == 0).then(|| completion(y, z))
    })
}

/// The number that makes a P-position with two heaps, which are different or empty.
fn completion(y: u64, z: u64) -> u64 {
    match [y, z] {
        [0, 0] => 0,
        [y, z] => ((y + 1) ^ (z + 1)) - 1,
    }
}

/// The number that makes a P-position of the heaps other than the one at `index`.
struct Completion {
    index: usize,
    others: [u64; 2],
    number: u64,
}

impl Completion {
    /// `None` if the heap is empty: it cannot be lowered.
    fn of(heaps: &[u64], index: usize) -> Option<Completion> {
        if heaps[index] == 0 {
            return None;
        }
        let mut others = heaps.iter().enumerate().filter(|(i, heap)| *i != index && **heap > 0);
        let mut other = || others.next().map_or(0, |(_, heap)| *heap);
        let others @ [y, z] = [other(), other()];
        Some(Completion { index, others, number: completion(y, z) })
    }

    /// "4 and 7 are completed by 12: 12+1 = (4+1) ⊕ (7+1)".
    fn explain(&self) -> String {
        let ([y, z], x) = (self.others, self.number);
        format!("{y} and {z} are completed by {x}: {x}+1 = ({y}+1) ⊕ ({z}+1)")
    }

    fn explain_move(&self, heap: u64) -> String {
        match self.others {
            [0, 0] => format!("{heap} is the only heap: take all of it"),
            _ => format!("{}; so lower {heap} to {}", self.explain(), self.number),
        }
    }
}

fn explain_loss(heaps: &[u64]) -> String {
    let completion = (0..heaps.len()).find_map(|index| Completion::of(heaps, index));
    match completion {
        None => "all heaps are empty: the mover is stuck and loses".to_owned(),
        Some(completion) => format!(
            "{}; any move changes one of the three numbers, and the opponent completes them again",
            completion.explain()
        ),
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{MAX_NUMBER, Position};
    use bouton_values::Outcome;
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number, tuples};
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        for length in 1..=3 {
            assert_equals_oracle(&AntonimTriples, "antonim", tuples(length, 24));
        }
        let few = |heaps: &Vec<u64>| heaps.iter().filter(|heap| **heap > 0).count() <= 3;
        assert_equals_oracle(&AntonimTriples, "antonim", tuples(4, 8).filter(few));
        assert_equals_oracle(&AntonimTriples, "antonim", tuples(5, 6).filter(few));
    }

    /// The theorem as printed, without the second case, fails at (0,0,0) and nowhere else.
    #[test]
    fn the_printed_theorem_has_one_exception() {
        let legal = |h: &Vec<u64>| (0..3).all(|i| (0..i).all(|j| h[i] != h[j] || h[i] == 0));
        let exceptions: Vec<Vec<u64>> = tuples(3, 24)
            .filter(legal)
            .filter(|h| {
                let printed = (h[0] + 1) ^ (h[1] + 1) ^ (h[2] + 1) == 0;
                (solve_with(&AntonimTriples, "antonim", h).outcome == Outcome::P) != printed
            })
            .collect();
        assert_eq!(exceptions, [[0, 0, 0]]);
    }

    #[test]
    fn other_games_are_declined() {
        for (game, position) in [
            ("antonim", "1,4,5,7"),
            ("antonim", "0,1,2,3,4"),
            ("antonim/misere", "1,2,4"),
            ("welter", "1,2,4"),
            ("nim", "1,2,4"),
        ] {
            assert_declines(&AntonimTriples, game, position);
        }
    }

    #[test]
    fn the_reason_names_the_completion() {
        let solution = solve_with(&AntonimTriples, "antonim", &[4, 20, 0, 7]);
        let reason = "4 and 7 are completed by 12: 12+1 = (4+1) ⊕ (7+1); so lower 20 to 12";
        assert_eq!(solution.reasons, [reason]);
    }

    proptest! {
        /// A winning move leads to a position without one; from there, a random move leads to a
        /// position with one, and raising a heap to one from which the way back is listed.
        #[test]
        fn huge_heaps_are_won_and_lost_in_turn(heaps in prop::collection::vec(number(), 3), pick: u64) {
            let distinct = heaps.iter().all(|heap| {
                *heap == 0 || heaps.iter().filter(|other| *other == heap).count() == 1
            });
            prop_assume!(distinct);
            let solution = solve_with(&AntonimTriples, "antonim", &heaps);
            for option in &solution.left {
                let option = option.tuple().unwrap();
                let changed = (0..3).filter(|i| option[*i] != heaps[*i]);
                prop_assert_eq!(changed.count(), 1);
                prop_assert!((0..3).all(|i| option[i] <= heaps[i]));
                prop_assert!(solve_with(&AntonimTriples, "antonim", option).left.is_empty());
                let raised = option[2] + pick % (MAX_NUMBER + 1 - option[2]);
                if !option.contains(&raised) {
                    let before = solve_with(&AntonimTriples, "antonim", &with(option, 2, raised));
                    prop_assert!(before.left.contains(&Position::Tuple(option.to_vec())));
                }
                let Some(index) = (0..3).find(|i| option[*i] > 0) else { continue };
                let lower = pick % option[index];
                if lower == 0 || !option.contains(&lower) {
                    let moved = with(option, index, lower);
                    prop_assert!(!solve_with(&AntonimTriples, "antonim", &moved).left.is_empty());
                }
            }
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ (heap + 1));
            prop_assert_eq!(solution.left.is_empty(), sum == 0 || heaps == [0, 0, 0]);
        }
    }
}
