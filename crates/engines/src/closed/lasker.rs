//! Lasker's Nim: take from a heap as in Nim, or split it into two.
//!
//! *Theorem* (Winning Ways, chapter 4): a heap of n tokens has the nim-value
//!
//! > 0 for n = 0; n for n = 4m+1 and n = 4m+2; 4m+4 for n = 4m+3; 4m+3 for n = 4m+4.
//!
//! So the value exchanges 4m+3 and 4m+4 and is its own inverse.
//!
//! *Every winning move.* The heap n must be left with the value t, its own plus the nim-sum of the
//! whole position. By taking, that is the one heap with the value t, if it is smaller. By splitting
//! into a and b with the values x and y we need x ⊕ y = t and a + b = n. Here a = x + 1 if x = 4m+3,
//! x - 1 if x = 4m+4, else x; so the last two binary digits of x, and with t those of y, determine the sum
//! x + y. Now x + y = t + 2(x ∧ y): the digits common to x and y are known, they must not meet those
//! of t, and each digit of t belongs to x or to y as one likes. Thus the solutions come in at most
//! four families, their number is known beforehand, and no other split need be looked at.

use bouton_rules::{Game, HeapMoves, HeapRules, Limits, Refusal, Spec, TakeAndBreakCode};
use bouton_values::Nimber;

use super::{positions, with};
use crate::ask::{Ask, Quantity};
use crate::engine::{Declined, Engine, Run, normal, run, tuple};
use crate::finding::{Finding, Periodicity, Saltus, Sequence, Solution, Terms};
use crate::words::binary_columns;

/// Lasker's Nim under normal play.
pub(crate) struct LaskerClosed;

impl Engine for LaskerClosed {
    fn name(&self) -> &'static str {
        "lasker"
    }

    fn theorem(&self) -> &'static str {
        "in Lasker's Nim the nim-value of a heap is its size, except that 4m+3 and 4m+4 are exchanged"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        match normal(game)? {
            Spec::Heap(rules) if is_lasker(rules) => {}
            _ => return Declined::because("the moves are not those of Lasker's Nim"),
        }
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                run(Finding::Solution, move |limits| solve(heaps, limits))
            }
            Ask::Sequence { of: Quantity::NimValue, to, row: None } => {
                run(Finding::Sequence, move |limits| sequence(*to, limits))
            }
            _ => Declined::because("this engine solves positions and gives nim-values"),
        }
    }
}

fn is_lasker(rules: &HeapRules) -> bool {
    let HeapMoves::Code(code) = &rules.moves else { return false };
    TakeAndBreakCode::parse("4.[3]").is_ok_and(|lasker| lasker == *code)
}

/// The value of a heap, and the heap of a value.
fn value(heap: u64) -> u64 {
    match heap % 4 {
        3 => heap + 1,
        0 => heap.saturating_sub(1),
        _ => heap,
    }
}

/// The period starts at 1: the value of 4 is 3, not 4 more than that of 0.
fn sequence(to: u64, limits: &Limits) -> Result<Sequence, Refusal> {
    limits.check_memory("the sequence", u128::from(to) * 8)?;
    Ok(Sequence {
        terms: Terms::NimValues((0..=to).map(value).collect()),
        period: Some(Periodicity::growing(1, 4, Saltus::Number(4))),
        reasons: vec![
            "the nim-value of a heap is its size, except that 4m+3 and 4m+4 are exchanged"
                .to_owned(),
        ],
        stopped: None,
    })
}

fn solve(heaps: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ value(*heap));
    let winning = winning_moves(heaps, sum, limits)?;
    let reasons = explain(heaps, &winning);
    Ok(Solution::impartial(Some(Nimber(sum)), positions(winning), reasons))
}

fn winning_moves(heaps: &[u64], sum: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Refusal> {
    if sum == 0 {
        return Ok(Vec::new());
    }
    let splits: Vec<(usize, Splits)> = (0..heaps.len())
        .flat_map(|index| {
            let families = Splits::families(heaps[index], value(heaps[index]) ^ sum);
            families.into_iter().map(move |family| (index, family))
        })
        .collect();
    let count = splits.iter().map(|(_, family)| family.count()).fold(0, u128::saturating_add);
    // Both players' lists hold the moves; each split was counted in both orders.
    let bytes = 64 + 8 * heaps.len() as u128;
    limits.check_memory("the list of all winning moves", count.saturating_mul(bytes))?;
    let lower = heaps.iter().enumerate().map(|(index, heap)| (index, value(value(*heap) ^ sum)));
    let takes = lower.filter(|(index, left)| *left < heaps[*index]);
    let mut moves: Vec<Vec<u64>> = takes.map(|(index, left)| with(heaps, index, left)).collect();
    for (index, family) in splits {
        moves.extend(family.parts().map(|parts| split(heaps, index, parts)));
    }
    Ok(moves)
}

fn split(heaps: &[u64], index: usize, parts: [u64; 2]) -> Vec<u64> {
    [&heaps[..index], &parts, &heaps[index + 1..]].concat()
}

/// Ways to split a heap: the parts' values are x = common + chosen and y = common + (rest of
/// `either`), for any choice among the digits of `either` above the last two.
struct Splits {
    common: u64,
    either: u64,
    /// The last two digits of x that belong to `either`.
    low_choice: u64,
}

impl Splits {
    /// The ways to split `heap` into parts whose values have the nim-sum `sum`.
    fn families(heap: u64, sum: u64) -> Vec<Splits> {
        (0..4).filter_map(|low| Splits::family(heap, sum, low)).collect()
    }

    /// The ways in which the first part's value ends with the two digits `low`.
    fn family(heap: u64, sum: u64, low: u64) -> Option<Splits> {
        let total = i128::from(heap) + excess(low) + excess((low ^ sum) & 3);
        let doubled = u64::try_from(total - i128::from(sum)).ok()?;
        let (common, low_choice) = (doubled / 2, low & sum);
        let fits = doubled.is_multiple_of(2) && common & sum == 0 && common & 3 | low_choice == low;
        fits.then_some(Splits { common, either: sum, low_choice })
    }

    /// How many there are, counting both orders of the parts, and empty parts.
    fn count(&self) -> u128 {
        1 << (self.either & !3).count_ones()
    }

    /// The parts, the smaller first.
    fn parts(&self) -> impl Iterator<Item = [u64; 2]> {
        let high = self.either & !3;
        let (common, either, low_choice) = (self.common, self.either, self.low_choice);
        let subsets = std::iter::successors(Some(0u64), move |subset| {
            (*subset != high).then(|| subset.wrapping_sub(high) & high)
        });
        let values = subsets.map(move |subset| {
            let chosen = subset | low_choice;
            [common | chosen, common | (either ^ chosen)]
        });
        let parts = values.filter(|values| !values.contains(&0)).map(|values| values.map(value));
        parts.filter(|[a, b]| a <= b)
    }
}

/// By how much a value that is not 0 exceeds its heap, from its last two digits.
fn excess(low: u64) -> i128 {
    match low {
        0 => 1,
        3 => -1,
        _ => 0,
    }
}

fn explain(heaps: &[u64], winning: &[Vec<u64>]) -> Vec<String> {
    if heaps.iter().all(|heap| *heap == 0) {
        return vec!["no token is left: the mover is stuck and loses".to_owned()];
    }
    let named: Vec<(String, u64)> =
        heaps.iter().map(|heap| (format!("the value of {heap}"), value(*heap))).collect();
    let mut lines = vec![
        "the nim-value of a heap is its size, except that 3 and 4, 7 and 8, … are exchanged"
            .to_owned(),
    ];
    lines.extend(binary_columns(&named, "sum"));
    lines.push(match winning.first() {
        None => "any move makes some column odd, and the opponent evens it again".to_owned(),
        Some(option) => explain_move(heaps, option),
    });
    lines
}

fn explain_move(heaps: &[u64], option: &[u64]) -> String {
    let index = heaps.iter().zip(option).take_while(|(heap, left)| heap == left).count();
    let (heap, left) = (heaps[index], option[index]);
    if option.len() == heaps.len() {
        return format!(
            "lower {heap} to {left} with the value {}: every column is even",
            value(left)
        );
    }
    let other = option[index + 1];
    format!(
        "split {heap} into {left} and {other} with the value {} ⊕ {}: every column is even",
        value(left),
        value(other)
    )
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;
    use bouton_rules::Position;
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number, tuples};
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        assert_equals_oracle(&LaskerClosed, "lasker", tuples(1, 20));
        assert_equals_oracle(&LaskerClosed, "lasker", tuples(2, 10));
        assert_equals_oracle(&LaskerClosed, "lasker", tuples(3, 6));
    }

    #[test]
    fn the_values_are_the_oracles_and_the_period_is_the_least() {
        let game = Game::parse("lasker").unwrap();
        let ask = Ask::Sequence { of: Quantity::NimValue, to: 24, row: None };
        let run = LaskerClosed.prepare(&game, &ask).unwrap();
        let Finding::Sequence(sequence) = run(&Limits::default()).unwrap() else {
            panic!("asked for a sequence")
        };
        let Terms::NimValues(terms) = &sequence.terms else { panic!("asked for nim-values") };
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        for (heap, term) in terms.iter().enumerate() {
            let value = oracle.nim_value(&Position::Tuple(vec![heap as u64])).unwrap();
            assert_eq!(value, Some(Nimber(*term)), "heap {heap}");
        }
        assert_eq!(sequence.period, least_period(terms));
    }

    /// The least period, then the least preperiod, that fit the terms with half of them to spare.
    fn least_period(terms: &[u64]) -> Option<Periodicity> {
        let fits = |preperiod: usize, period: usize| {
            let saltus = terms[preperiod + period].checked_sub(terms[preperiod])?;
            let steps = (preperiod..terms.len() - period).map(|n| (terms[n], terms[n + period]));
            steps.into_iter().all(|(now, then)| then == now + saltus).then_some(Periodicity {
                standing: crate::Standing::Proved,
                preperiod: preperiod as u64,
                period: period as u64,
                saltus: Saltus::Number(saltus),
            })
        };
        (1..6).find_map(|period| (0..6).find_map(|preperiod| fits(preperiod, period)))
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["nim", "kayles", "octal:4.[7]", "octal:0.[3]", "octal:4.3", "lasker/misere"] {
            assert_declines(&LaskerClosed, game, "3,2");
        }
        let game = Game::parse("lasker").unwrap();
        let ask = Ask::Sequence { of: Quantity::NimValue, to: 24, row: Some(1) };
        assert!(LaskerClosed.prepare(&game, &ask).is_err());
    }

    #[test]
    fn too_many_winning_moves_are_refused_with_numbers() {
        // A heap of 2⁴⁸ - 2 beside one that is worth 2⁴⁸ - 3: to split the former so that the parts'
        // values share no digit, there are some 2⁴⁵ ways.
        let game = Game::parse("lasker").unwrap();
        let ask = Ask::Solve(game.position("281474976710653,281474976710654").unwrap());
        let run = LaskerClosed.prepare(&game, &ask).unwrap();
        let refusal = run(&Limits::default()).unwrap_err().to_string();
        assert!(refusal.starts_with("the list of all winning moves would need"), "{refusal}");
    }

    /// The value of a heap as the theorem prints it, by cases on n = 4m + j with j from 1 to 4.
    fn printed(n: u64) -> u64 {
        let Some(before) = n.checked_sub(1) else { return 0 };
        4 * (before / 4) + [1, 2, 4, 3][(before % 4) as usize]
    }

    fn sum(heaps: &[u64]) -> u64 {
        heaps.iter().fold(0, |sum, heap| sum ^ printed(*heap))
    }

    proptest! {
        /// Medium heaps: every split and every take is tried.
        #[test]
        fn all_splits_of_medium_heaps_are_found(heaps in prop::collection::vec(0..600u64, 1..4)) {
            let mut expected = Vec::new();
            for (index, heap) in heaps.iter().enumerate() {
                let takes = (0..*heap).map(|left| with(&heaps, index, left));
                let splits = (1..=heap / 2).map(|a| split(&heaps, index, [a, heap - a]));
                expected.extend(takes.chain(splits).filter(|option| sum(option) == 0));
            }
            expected.sort();
            let solution = solve_with(&LaskerClosed, "lasker", &heaps);
            let mut found: Vec<Vec<u64>> =
                solution.left.iter().map(|option| option.tuple().unwrap().to_vec()).collect();
            found.sort();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(solution.nim_value(), Some(Nimber(sum(&heaps))));
        }

        /// Huge heaps: each move found is legal and leads to 0, and there is one iff the sum is not 0.
        #[test]
        fn huge_heaps_obey_the_lemmas(heaps in prop::collection::vec(number(), 1..5)) {
            let game = Game::parse("lasker").unwrap();
            let ask = Ask::Solve(Position::Tuple(heaps.clone()));
            let limits = Limits { memory: 1 << 20, ..Limits::default() };
            let solution = match LaskerClosed.prepare(&game, &ask).unwrap()(&limits) {
                Ok(Finding::Solution(solution)) => solution,
                Err(Refusal::Limit { .. }) => return Ok(()),
                other => panic!("asked to solve, found {other:?}"),
            };
            prop_assert_eq!(solution.left.is_empty(), sum(&heaps) == 0);
            for option in &solution.left {
                let option = option.tuple().unwrap();
                prop_assert_eq!(sum(option), 0);
                let index = heaps.iter().zip(option).take_while(|(heap, left)| heap == left).count();
                let more = option.len() - heaps.len();
                prop_assert!(more <= 1);
                prop_assert_eq!(&heaps[index + 1..], &option[index + 1 + more..]);
                match more {
                    0 => prop_assert!(option[index] < heaps[index]),
                    _ => prop_assert_eq!(option[index] + option[index + 1], heaps[index]),
                }
                prop_assert!(more == 0 || option[index] > 0);
            }
        }
    }
}
