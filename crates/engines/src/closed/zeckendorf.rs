//! Fibonacci Nim by Zeckendorf's representation.
//!
//! *Zeckendorf's theorem*: each positive integer is in one way a sum of Fibonacci numbers
//! 1, 2, 3, 5, 8, … of which no two are neighbours: its *parts*.
//!
//! *Whinihan's theorem* (1963): with a heap n of which at most L tokens may be taken, the mover loses
//! iff n = 0 or the least part of n exceeds L.
//!
//! *Every winning move.* Taking t leads to the heap n - t and the limit 2t. Suppose that this is lost
//! by the theorem and n - t > 0: its least part F exceeds 2t. Then t < F/2 is less than the Fibonacci
//! number before F, so the parts of t lie two places or more below F, and the parts of n - t and of t
//! together are the parts of n. So t is the sum of some of the least parts of n. It remains to try
//! these sums, at most 87: such a t wins iff it is all of n or the next part exceeds 2t.
//!
//! *Proof of the theorem*, by induction: if the least part of n exceeds L, no such sum may be taken.
//! If it does not, take it, F: the next part is at least two places higher and so exceeds 2F. ∎

use bouton_rules::{Game, LimitRules, Spec};

use super::valued_where_lost;
use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, normal, pair, run};
use crate::finding::{Finding, Solution};

/// Fibonacci Nim under normal play.
pub(crate) struct Zeckendorf;

impl Engine for Zeckendorf {
    fn name(&self) -> &'static str {
        "zeckendorf"
    }

    fn theorem(&self) -> &'static str {
        "Whinihan's theorem: in Fibonacci Nim the mover loses iff the heap is empty or the least \
         part of its Zeckendorf representation exceeds the limit"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let rules = match normal(game)? {
            Spec::Limit(rules) if rules.factor == 2 => rules,
            Spec::Limit(rules) => {
                return Declined::because(format!("the factor is {}, not 2", rules.factor));
            }
            _ => return Declined::because("the moves are not those of Fibonacci Nim"),
        };
        let [heap, limit] = pair(ask, "a heap with a limit")?;
        run(Finding::Solution, move |_| Ok(solve(rules, heap, limit)))
    }
}

fn solve(rules: &LimitRules, heap: u64, limit: u64) -> Solution {
    let parts = parts(heap);
    let takes = winning_takes(&parts, limit);
    let reasons = explain(heap, limit, &parts, &takes);
    valued_where_lost(takes.iter().map(|take| rules.after(heap, take.taken)).collect(), reasons)
}

/// The Zeckendorf representation, greatest part first.
fn parts(number: u64) -> Vec<u64> {
    let mut fibonacci = vec![1, 2];
    while let [.., before, last] = fibonacci[..]
        && last < number
    {
        fibonacci.push(before + last);
    }
    let mut rest = number;
    let mut parts = Vec::new();
    for part in fibonacci.into_iter().rev() {
        if part <= rest {
            rest -= part;
            parts.push(part);
        }
    }
    parts
}

/// A winning move, and the least part that it leaves.
struct Take {
    taken: u64,
    next: Option<u64>,
}

/// The sums of least parts within the limit whose double is less than the next part.
fn winning_takes(parts: &[u64], limit: u64) -> Vec<Take> {
    let mut taken = 0;
    let mut takes = Vec::new();
    for index in (0..parts.len()).rev() {
        taken += parts[index];
        let next = index.checked_sub(1).map(|above| parts[above]);
        if taken <= limit && next.is_none_or(|part| part > 2 * taken) {
            takes.push(Take { taken, next });
        }
    }
    takes
}

fn explain(heap: u64, limit: u64, parts: &[u64], takes: &[Take]) -> Vec<String> {
    let Some(least) = parts.last() else {
        return vec!["the heap is empty: the mover is stuck and loses".to_owned()];
    };
    if limit == 0 {
        return vec!["nothing may be taken: the mover is stuck and loses".to_owned()];
    }
    let sum: Vec<String> = parts.iter().map(u64::to_string).collect();
    let mut lines = vec![match parts.len() {
        1 => format!("{heap} is a Fibonacci number"),
        _ => format!(
            "{heap} = {}: Fibonacci numbers of which no two are neighbours (Zeckendorf)",
            sum.join(" + ")
        ),
    }];
    if takes.is_empty() {
        lines.push(format!(
            "the least part {least} exceeds the limit {limit}: whatever is taken, the opponent can \
             take the least part of the rest"
        ));
    }
    lines.extend(takes.iter().map(Take::explain));
    lines
}

impl Take {
    fn explain(&self) -> String {
        let taken = self.taken;
        match self.next {
            None => format!("take all {taken}"),
            Some(next) => format!(
                "take {taken}: the opponent may then take {} at most, less than the least part \
                 left, {next}",
                2 * taken
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::MAX_NUMBER;
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number};
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        let positions =
            (0..=80).flat_map(|heap| (0..=heap + 2).map(move |limit| vec![heap, limit]));
        assert_equals_oracle(&Zeckendorf, "fibonacci", positions);
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["fibonacci:1", "fibonacci:3", "fibonacci/misere", "nim", "wythoff"] {
            assert_declines(&Zeckendorf, game, "20,3");
        }
    }

    #[test]
    fn the_reason_shows_the_representation() {
        let solution = solve_with(&Zeckendorf, "fibonacci", &[20, 3]);
        assert!(solution.reasons[0].starts_with("20 = 13 + 5 + 2:"), "{:?}", solution.reasons);
    }

    /// The parts as the definition wants them: Fibonacci numbers with gaps, and the right sum.
    fn assert_zeckendorf(number: u64, parts: &[u64]) {
        let mut fibonacci = vec![1u64, 2];
        while fibonacci[fibonacci.len() - 1] < MAX_NUMBER {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        let places: Vec<usize> =
            parts.iter().map(|part| fibonacci.binary_search(part).unwrap()).collect();
        assert!(places.windows(2).all(|pair| pair[0] >= pair[1] + 2), "{number}: {parts:?}");
        assert_eq!(parts.iter().sum::<u64>(), number);
    }

    proptest! {
        #[test]
        fn huge_heaps_obey_the_theorem(heap in number(), limit in number(), pick: u64) {
            assert_zeckendorf(heap, &parts(heap));
            let least = parts(heap).last().copied().unwrap_or(u64::MAX);
            // At the theorem's edge and anywhere.
            for limit in [limit, least - 1, least.min(MAX_NUMBER)] {
                let limit = limit.min(MAX_NUMBER);
                let winning = solve_with(&Zeckendorf, "fibonacci", &[heap, limit]).left;
                prop_assert_eq!(winning.is_empty(), least > limit);
                for option in &winning {
                    let [rest, next_limit] = option.tuple().unwrap() else { panic!("a pair") };
                    let taken = heap - rest;
                    prop_assert!((1..=limit).contains(&taken));
                    prop_assert_eq!(*next_limit, (2 * taken).min(MAX_NUMBER));
                    prop_assert!(solve_with(&Zeckendorf, "fibonacci", &[*rest, *next_limit]).left.is_empty());
                }
                // A random other move loses.
                let taken = 1 + pick % limit.min(heap).max(1);
                if taken <= limit.min(heap) {
                    let option = vec![heap - taken, (2 * taken).min(MAX_NUMBER)];
                    let lost = solve_with(&Zeckendorf, "fibonacci", &option).left.is_empty();
                    prop_assert_eq!(lost, winning.contains(&bouton_rules::Position::Tuple(option)));
                }
            }
        }
    }
}
