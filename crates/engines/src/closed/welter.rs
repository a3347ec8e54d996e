//! Welter's game by Welter's function.
//!
//! *Welter's theorem* (1954; On Numbers and Games, chapter 13): coins on different squares a, b, c, …
//! have the nim-value
//!
//! > [a|b|c|…] = a ⊕ b ⊕ c ⊕ … ⊕ (a|b) ⊕ (a|c) ⊕ (b|c) ⊕ …,
//!
//! the nim-sum of the squares and of a *pair term* for any two of them: (x|y) = 2ⁿ⁺¹ - 1, where 2ⁿ
//! is the largest power of two that divides x - y.
//!
//! *Every winning move.* Let the other coins stay and ask which square x makes [x|b|c|…] = 0. Bit m
//! of (x|b) is 1 iff 2ᵐ divides x - b, which depends on the bits of x below m only. So bit m of the
//! whole is bit m of x, changed or not according to the lower bits of x. From the lowest bit upwards
//! each bit of x is forced: there is at most one such x, and it is found in 64 steps. It is a move
//! if it lies lower and no coin is there.

use bouton_rules::{Game, Limits, Refusal, Spec};
use bouton_values::Nimber;

use super::nim::nim_sum;
use super::{positions, with};
use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, finite, normal, run, tuple};
use crate::finding::{Chart, Finding, Solution};
use crate::slice::{Alike, Slice};

/// Welter's game with any number of coins, under normal play.
pub(crate) struct WelterFunction;

impl Engine for WelterFunction {
    fn name(&self) -> &'static str {
        "welter-function"
    }

    fn theorem(&self) -> &'static str {
        "Welter's theorem: the nim-value of coins on different squares is the nim-sum of these and of \
         (x|y) = 2^(n+1) - 1 over all pairs, 2^n being the largest power of two that divides x - y"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        match normal(game)? {
            Spec::Distinct(rules) if !rules.zeros_repeat => {
                if ask.window().is_some() {
                    let slice = Slice::of(finite(game)?, ask)?;
                    return run(Finding::Chart, move |limits| chart(slice, limits));
                }
                let coins = tuple(ask)?;
                run(Finding::Solution, move |_| Ok(solve(coins)))
            }
            _ => Declined::because("the moves are not those of Welter's game"),
        }
    }
}

fn solve(coins: &[u64]) -> Solution {
    let targets = (0..coins.len()).filter_map(|index| Some((index, target(coins, index)?)));
    let winning: Vec<Vec<u64>> =
        targets.map(|(index, square)| with(coins, index, square)).collect();
    let reasons = explain(coins, &winning);
    Solution::impartial(Some(Nimber(welter(coins))), positions(winning), reasons)
}

fn chart(slice: Slice<'_>, limits: &Limits) -> Result<Chart, Refusal> {
    slice.chart_of_completions(Alike::None, limits, |y| completion(&[&[y], slice.beside].concat()))
}

/// Welter's function.
fn welter(coins: &[u64]) -> u64 {
    nim_sum(coins) ^ nim_sum(&pair_terms(coins))
}

fn pair_terms(coins: &[u64]) -> Vec<u64> {
    let after = |index: usize| coins[index + 1..].iter();
    let pairs = coins.iter().enumerate().flat_map(|(index, x)| after(index).map(|y| (*x, *y)));
    pairs.map(|(x, y)| pair_term(x, y)).collect()
}

/// (x|y): the lowest bit in which x and y differ, and all below it.
fn pair_term(x: u64, y: u64) -> u64 {
    let difference = x ^ y;
    difference ^ difference.wrapping_sub(1)
}

/// The square to which the coin at `index` must move to make Welter's function 0, if that is legal.
fn target(coins: &[u64], index: usize) -> Option<u64> {
    let mut others = coins.to_vec();
    let coin = others.remove(index);
    completion(&others).filter(|square| *square < coin)
}

/// The square on which one more coin makes Welter's function 0, if no coin is there.
fn completion(others: &[u64]) -> Option<u64> {
    let value = welter(others);
    let mut square = 0u64;
    for bit in 0..u64::BITS {
        let lower_bits = (1 << bit) - 1;
        let congruent = others.iter().filter(|other| (*other ^ square) & lower_bits == 0).count();
        square |= (value >> bit & 1 ^ congruent as u64 & 1) << bit;
    }
    (!others.contains(&square)).then_some(square)
}

/// With more coins than this their pair terms are summed up instead of listed.
const MOST_LISTED: usize = 4;

fn explain(coins: &[u64], winning: &[Vec<u64>]) -> Vec<String> {
    let mut lines = vec![explain_value(coins)];
    lines.push(match winning.first() {
        None if coins.iter().all(|coin| *coin < coins.len() as u64) => {
            "the coins fill the lowest squares: the mover is stuck and loses".to_owned()
        }
        None => "any move changes that 0, and the opponent makes it 0 again".to_owned(),
        Some(option) => {
            let changed = coins.iter().zip(option).find(|(before, after)| before != after);
            let (from, to) = changed.expect("a move changes a coin's square");
            format!("moving the coin on {from} to {to} makes it {}", welter(option))
        }
    });
    lines
}

/// "[1|3|6] = 4, the nim-sum of the squares, ⊕ 3 ⊕ 1 ⊕ 1 from the pairs = 7".
fn explain_value(coins: &[u64]) -> String {
    let sum = nim_sum(coins);
    let terms = pair_terms(coins);
    let value = sum ^ nim_sum(&terms);
    let joined = |numbers: &[u64], with: &str| {
        numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(with)
    };
    match coins.len() {
        1 => format!("a lone coin on square {value} is a Nim heap of {value}"),
        2..=MOST_LISTED => format!(
            "[{}] = {}, the nim-sum of the squares, ⊕ {} from the pairs = {value}",
            joined(coins, "|"),
            sum,
            joined(&terms, " ⊕ ")
        ),
        many => format!(
            "the squares of the {many} coins have the nim-sum {sum}, their {} pair terms {}: \
             together {value}",
            terms.len(),
            nim_sum(&terms)
        ),
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{MAX_NUMBER, Position};
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number, tuples};
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        for length in 1..=4 {
            assert_equals_oracle(&WelterFunction, "welter", tuples(length, 12));
        }
        assert_equals_oracle(&WelterFunction, "welter", tuples(2, 40));
        assert_equals_oracle(&WelterFunction, "welter", tuples(5, 7));
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["antonim", "nim", "welter/misere", "moore:2"] {
            assert_declines(&WelterFunction, game, "1,3,6");
        }
    }

    /// Conway's mates (On Numbers and Games, chapter 13) give the value in another way.
    #[test]
    fn mates_give_the_same_value() {
        for coins in tuples(4, 11).filter(|coins| distinct(coins)) {
            assert_eq!(Some(welter(&coins)), by_mates(&coins), "{coins:?}");
        }
    }

    /// For an even number of coins: again and again take out two that are congruent modulo the
    /// highest power of two; the value is the nim-sum of [x|y] = (x ⊕ y) - 1 over these pairs.
    fn by_mates(coins: &[u64]) -> Option<u64> {
        let mut rest = coins.to_vec();
        let mut value = 0;
        while !rest.is_empty() {
            let places = (0..rest.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let (i, j) = places.max_by_key(|(i, j)| (rest[*i] ^ rest[*j]).trailing_zeros())?;
            value ^= (rest[i] ^ rest[j]) - 1;
            rest.remove(i);
            rest.remove(j);
        }
        Some(value)
    }

    fn distinct(coins: &[u64]) -> bool {
        (0..coins.len()).all(|i| !coins[..i].contains(&coins[i]))
    }

    proptest! {
        /// The value changes under any move, replies have the value 0, there is one iff the value is
        /// not 0, and where a coin was raised from a lost position the way back is listed.
        #[test]
        fn huge_squares_obey_the_definition(
            coins in prop::collection::vec(number(), 1..8), which: prop::sample::Index, pick: u64,
        ) {
            prop_assume!(distinct(&coins));
            let solution = solve_with(&WelterFunction, "welter", &coins);
            let value = solution.nim_value().unwrap();
            prop_assert_eq!(solution.left.is_empty(), value == Nimber::ZERO);
            for option in &solution.left {
                let option = option.tuple().unwrap();
                prop_assert!(distinct(option));
                prop_assert!(option.iter().zip(&coins).all(|(after, before)| after <= before));
                prop_assert_eq!(option.iter().zip(&coins).filter(|(a, b)| a != b).count(), 1);
                let reply = solve_with(&WelterFunction, "welter", option);
                prop_assert_eq!(reply.nim_value(), Some(Nimber::ZERO));
                let raised = option[0] + pick % (MAX_NUMBER + 1 - option[0]);
                if !option.contains(&raised) {
                    let before = solve_with(&WelterFunction, "welter", &with(option, 0, raised));
                    prop_assert!(before.left.contains(&Position::Tuple(option.to_vec())));
                }
            }
            let index = which.index(coins.len());
            let moved = with(&coins, index, pick % coins[index].max(1));
            if distinct(&moved) && moved != coins {
                let after = solve_with(&WelterFunction, "welter", &moved).nim_value();
                prop_assert_ne!(after, Some(value));
            }
        }

        /// An even number of huge coins against the mates.
        #[test]
        fn huge_squares_agree_with_their_mates(coins in prop::collection::vec(number(), 6)) {
            prop_assume!(distinct(&coins));
            prop_assert_eq!(Some(welter(&coins)), by_mates(&coins));
        }
    }
}
