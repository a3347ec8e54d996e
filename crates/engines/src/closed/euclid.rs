//! The game of Euclid by the golden ratio.
//!
//! *Theorem* (Cole and Davie, 1969): a position with a zero is P, for nobody can move. For a ≥ b > 0
//! it is P iff a ≠ b and a/b < φ = (1+√5)/2, that is, iff a > b and a² < ab + b².
//!
//! *Proof, and every winning move.* Let a ≥ b > 0 and a = qb + r with 0 ≤ r < b. The options leave
//! b and one of r, r+b, …, r+(q-1)b; all from r+2b on exceed φb.
//! If r = 0, leaving 0 wins, and leaving b does not, for then the opponent does the same.
//! If r > 0, leaving r gives a ratio b/r, and leaving r+b a ratio 1 + r/b, which is below φ iff
//! b/r > φ, since φ = 1 + 1/φ: precisely one of the two is P, by induction. Leaving r+b is a move iff
//! q ≥ 2. So the mover loses iff q = 1, r > 0 and 1 + r/b = a/b < φ. ∎
//!
//! A position that is not lost thus has one winning move, or two mirror images if a = b.

use bouton_rules::{Game, Spec};

use super::{valued_where_lost, with};
use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, normal, pair, run};
use crate::finding::{Finding, Solution};

/// The game of Euclid under normal play.
pub(crate) struct EuclidGolden;

impl Engine for EuclidGolden {
    fn name(&self) -> &'static str {
        "euclid-golden"
    }

    fn theorem(&self) -> &'static str {
        "Cole and Davie: Euclid's game at a ≥ b > 0 is lost for the mover iff a ≠ b and a/b < φ"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Spec::Euclid(_) = normal(game)? else {
            return Declined::because("the moves are not those of Euclid's game");
        };
        let numbers = pair(ask, "a pair")?;
        run(Finding::Solution, move |_| Ok(solve(numbers)))
    }
}

fn solve(pair: [u64; 2]) -> Solution {
    let winning: Vec<Vec<u64>> = (0..2).filter_map(|index| winning_move(pair, index)).collect();
    let reasons = explain(pair, &winning);
    valued_where_lost(winning, reasons)
}

/// The winning move that lowers the number at `index`: it leaves the remainder, or the remainder
/// and once the other number.
fn winning_move(pair: [u64; 2], index: usize) -> Option<Vec<u64>> {
    let (number, other) = (pair[index], pair[1 - index]);
    let rest = number.checked_rem(other)?;
    let lost = [rest, rest + other].into_iter().filter(|left| is_lost([*left, other]));
    lost.filter(|left| *left < number).map(|left| with(&pair, index, left)).next()
}

fn is_lost([a, b]: [u64; 2]) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    small == 0 || (small < large && golden_excess(large, small) < 0)
}

/// large² - large·small - small²: negative iff large/small < φ, and never 0 as φ is irrational.
fn golden_excess(large: u64, small: u64) -> i128 {
    let (large, small) = (i128::from(large), i128::from(small));
    large * large - large * small - small * small
}

fn explain(pair: [u64; 2], winning: &[Vec<u64>]) -> Vec<String> {
    let (small, large) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
    match winning.first() {
        None if small == 0 => vec!["one number is 0: the mover is stuck and loses".to_owned()],
        None => vec![
            compare(large, small),
            format!(
                "below φ there is one move only, to {} and {small}, and it leads above φ",
                large - small
            ),
        ],
        Some(_) if large.is_multiple_of(small) => {
            vec![format!("{small} divides {large}: subtract all and leave 0")]
        }
        Some(option) => {
            let (small_left, large_left) = (option[0].min(option[1]), option[0].max(option[1]));
            vec![
                compare(large, small),
                format!("leave {large_left} and {small_left}: {}", compare(large_left, small_left)),
            ]
        }
    }
}

/// "8/5 is below φ, because 8² - 8·5 - 5² = -1".
fn compare(large: u64, small: u64) -> String {
    let excess = golden_excess(large, small);
    let side = if excess < 0 { "below" } else { "above" };
    format!("{large}/{small} is {side} φ, because {large}² - {large}·{small} - {small}² = {excess}")
}

#[cfg(test)]
mod tests {
    use bouton_rules::MAX_NUMBER;
    use bouton_values::Outcome;
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number, tuples};
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        assert_equals_oracle(&EuclidGolden, "euclid", tuples(2, 100));
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["euclid/misere", "nim", "wythoff", "fibonacci"] {
            assert_declines(&EuclidGolden, game, "5,8");
        }
    }

    /// Quotients of neighbouring Fibonacci numbers lie below and above φ in turn, as closely as
    /// fractions can.
    #[test]
    fn fibonacci_quotients_alternate() {
        let (mut small, mut large, mut lost) = (2, 3, true);
        while large <= MAX_NUMBER {
            let outcome = solve_with(&EuclidGolden, "euclid", &[small, large]).outcome;
            assert_eq!(outcome, if lost { Outcome::P } else { Outcome::N }, "{large}/{small}");
            (small, large, lost) = (large, large + small, !lost);
        }
        assert!(large > 1 << 59);
    }

    /// Euclid's algorithm decides the winner without φ (Winning Ways): the mover wins iff the first
    /// quotient that is not 1 comes after an even number of ones; the last quotient is at least 2,
    /// unless the numbers are equal.
    fn wins_by_quotients(a: u64, b: u64) -> bool {
        let (mut large, mut small) = (a.max(b), a.min(b));
        let mut wins = true;
        while small > 0 {
            if large / small > 1 || large == small {
                return wins;
            }
            (large, small, wins) = (small, large - small, !wins);
        }
        false
    }

    proptest! {
        #[test]
        fn huge_numbers_agree_with_the_quotients(a in number(), b in number(), close in 0..1000u64) {
            for b in [b, (a as f64 / 1.618_033_988_749_895) as u64 + close] {
                let solution = solve_with(&EuclidGolden, "euclid", &[a, b]);
                prop_assert_eq!(solution.outcome == Outcome::N, wins_by_quotients(a, b));
                let images = if a == b && a > 0 { 2 } else { 1 };
                prop_assert_eq!(solution.left.len(), if wins_by_quotients(a, b) { images } else { 0 });
                for option in &solution.left {
                    let option = option.tuple().unwrap();
                    prop_assert!(!wins_by_quotients(option[0], option[1]));
                    let (large, small) = (a.max(b), a.min(b));
                    let kept = option.iter().filter(|number| **number == small).count();
                    prop_assert_eq!(kept, 1);
                    prop_assert_eq!((large - (option[0] + option[1] - small)) % small, 0);
                    prop_assert!(option[0] + option[1] < a + b);
                }
            }
        }
    }
}
