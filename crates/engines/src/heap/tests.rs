//! Heap tables against the oracle, on all small rules.

use bouton_oracle::Oracle;
use bouton_rules::{Game, Limits, Position};
use bouton_values::Outcome;
use proptest::prelude::*;

use super::period::{Reach, find, reduce};
use super::{HeapOutcomes, HeapValues};
use crate::ask::{Ask, Quantity};
use crate::engine::Engine;
use crate::finding::{Finding, Sequence, Terms};
use crate::testing::{assert_equals_oracle, assert_solution, try_solve};

fn sequence(engine: &dyn Engine, game: &Game, of: Quantity, to: u64) -> Sequence {
    let ask = Ask::Sequence { of, to, row: None };
    match engine.prepare(game, &ask).unwrap()(&Limits::default()).unwrap() {
        Finding::Sequence(sequence) => sequence,
        other => panic!("asked for a sequence, found {other:?}"),
    }
}

/// All subsets of 1..=8, as text.
fn sets() -> impl Iterator<Item = (Vec<u64>, String)> {
    (1u32..256).map(|bits| {
        let set: Vec<u64> = (1..=8).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        let text = set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        (set, text)
    })
}

/// The least period by trying them all on a prefix long enough for any period of these games.
fn slow_period<T: Eq>(terms: &[T]) -> (u64, u64) {
    let half = terms.len() / 2;
    let period = (1..half)
        .find(|p| (half..terms.len() - p).all(|n| terms[n] == terms[n + p]))
        .expect("the prefix is long enough");
    let differs = |n: &usize| terms[*n] != terms[*n + period];
    let preperiod = (0..terms.len() - period).rev().find(differs).map_or(0, |n| n + 1);
    (preperiod as u64, period as u64)
}

fn oracle_outcomes(game: &Game, to: u64) -> Vec<Outcome> {
    let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
    (0..=to).map(|n| oracle.outcome(&Position::Tuple(vec![n])).unwrap()).collect()
}

fn oracle_values(game: &Game, to: u64) -> Vec<u64> {
    let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
    (0..=to).map(|n| oracle.nim_value(&Position::Tuple(vec![n])).unwrap().unwrap().0).collect()
}

#[test]
fn outcomes_of_all_small_sets_equal_the_oracle_with_their_periods() {
    for (_, text) in sets() {
        for game in [
            format!("subtraction:{text}"),
            format!("subtraction:{text}/misere"),
            format!("ending-partizan:{text}"),
        ] {
            let game = Game::parse(&game).unwrap();
            let expected = oracle_outcomes(&game, 400);
            let found = sequence(&HeapOutcomes, &game, Quantity::Outcome, 400);
            let period = found.period.expect("finite sets have a period");
            assert_eq!(
                (period.preperiod, period.period),
                slow_period(&expected),
                "{}",
                game.text()
            );
            assert_eq!(found.terms, Terms::Outcomes(expected), "{}", game.text());
        }
    }
}

/// Every labelling of the terminal heaps, for every set within 1..=8 whose minimum is at most 3.
#[test]
fn every_labelling_equals_the_oracle() {
    for (set, text) in sets().filter(|(set, _)| set[0] <= 3) {
        for code in 0..4usize.pow(set[0] as u32) {
            let letter = |i: u32| ["L", "R", "N", "P"][code / 4usize.pow(i) % 4];
            let labels: String = (0..set[0] as u32).map(letter).collect();
            let game = Game::parse(&format!("ending-partizan:{text}@{labels}")).unwrap();
            let expected = oracle_outcomes(&game, 120);
            let found = sequence(&HeapOutcomes, &game, Quantity::Outcome, 120);
            assert_eq!(found.terms, Terms::Outcomes(expected), "{}", game.text());
        }
    }
}

#[test]
fn partizan_sets_equal_the_oracle() {
    for left in 1u32..16 {
        for right in 1u32..16 {
            let text = |bits: u32| {
                let set = (1..=4).filter(|s| bits >> (s - 1) & 1 == 1);
                set.map(|s| s.to_string()).collect::<Vec<_>>().join(",")
            };
            for ending in ["", "/misere", "/even-odd"] {
                let game = format!("partizan-subtraction:{}|{}{ending}", text(left), text(right));
                let parsed = Game::parse(&game).unwrap();
                let expected = oracle_outcomes(&parsed, 60);
                let found = sequence(&HeapOutcomes, &parsed, Quantity::Outcome, 60);
                assert_eq!(found.terms, Terms::Outcomes(expected), "{game}");
                let tuples = (0..14).flat_map(|n| [vec![n], vec![0, n], vec![n, 0, 0]]);
                if left != right {
                    assert_equals_oracle(&HeapOutcomes, &game, tuples);
                }
            }
        }
    }
}

#[test]
fn nim_values_of_all_small_sets_equal_the_oracle_with_their_periods() {
    for (_, text) in sets() {
        let game = Game::parse(&format!("subtraction:{text}")).unwrap();
        let expected = oracle_values(&game, 400);
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 400);
        let period = found.period.expect("finite sets have a period");
        assert_eq!((period.preperiod, period.period), slow_period(&expected), "{text}");
        assert_eq!(found.terms, Terms::NimValues(expected), "{text}");
    }
}

/// All 512 codes 0.ddd. Where a period is reported it must hold for the oracle's terms too.
#[test]
fn all_codes_of_three_digits_equal_the_oracle() {
    let mut proved = 0;
    for code in 0..512 {
        let game = format!("octal:0.{:03o}", code);
        let game = Game::parse(&game).unwrap();
        let values = oracle_values(&game, 18);
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 18);
        assert_eq!(found.terms, Terms::NimValues(values.clone()), "{}", game.text());
        let outcomes = sequence(&HeapValues, &game, Quantity::Outcome, 18);
        let expected = oracle_outcomes(&game, 18);
        assert_eq!(outcomes.terms, Terms::Outcomes(expected.clone()), "{}", game.text());
        if let Some(p) = found.period {
            proved += 1;
            let repeats = |n: usize| values[n] == values[n + p.period as usize];
            assert!((p.preperiod as usize..19usize.saturating_sub(p.period as usize)).all(repeats));
        }
        if let Some(p) = outcomes.period {
            let repeats = |n: usize| expected[n] == expected[n + p.period as usize];
            assert!((p.preperiod as usize..19usize.saturating_sub(p.period as usize)).all(repeats));
        }
    }
    assert!(proved > 200, "only {proved} codes have a proved period");
}

/// Periods of the literature (Winning Ways, chapter 4).
#[test]
fn known_periods_are_found_and_proved() {
    for (code, preperiod, period) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.15", 1, 10),
        ("0.17", 33, 34),
        ("0.3", 0, 2),
    ] {
        let game = Game::parse(&format!("octal:{code}")).unwrap();
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 10).period.unwrap();
        assert_eq!((found.preperiod, found.period, found.saltus), (preperiod, period, 0), "{code}");
    }
}

#[test]
fn sums_of_heaps_equal_the_oracle() {
    let pairs = || (0..7u64).flat_map(|a| (0..7).map(move |b| vec![a, b]));
    for game in [
        "kayles",
        "dawsons-chess",
        "octal:4.0",
        "octal:0.8",
        "octal:8.f",
        "octal:4.[3]",
        "grundy",
        "subtraction:1,3,4",
        "subtraction:2+",
        "subtraction:3,4+2k",
        "nim",
        "coins:turtles",
        "coins:mock-turtles",
        "coins:twins",
        "coins:triplets",
        "coins:ruler",
    ] {
        assert_equals_oracle(&HeapValues, game, pairs());
        assert_equals_oracle(&HeapValues, game, (0..11).map(|n| vec![n]));
    }
    assert_equals_oracle(&HeapValues, "coins:ruler", [vec![], vec![0, 1, 2, 5], vec![3, 4, 6]]);
}

/// Lookbacks of 63, 64 and 65, against a second program: outcomes by the letters of Proposition 2.
#[test]
fn long_lookbacks_equal_a_second_program() {
    for most in [63u64, 64, 65, 127, 128, 129] {
        let set = [5, most / 2, most];
        let game = format!("ending-partizan:5,{},{most}", most / 2);
        let game = Game::parse(&game).unwrap();
        let mut letters: Vec<char> = vec!['L', 'R', 'L', 'R', 'L'];
        for n in 5..4000usize {
            let options: Vec<char> = set
                .iter()
                .filter(|s| **s as usize <= n)
                .map(|s| letters[n - *s as usize])
                .collect();
            let has = |letter| options.contains(&letter);
            letters.push(match () {
                () if has('P') || has('L') && has('R') => 'N',
                () if has('L') => 'L',
                () if has('R') => 'R',
                () => 'P',
            });
        }
        let found = sequence(&HeapOutcomes, &game, Quantity::Outcome, 3999);
        let Terms::Outcomes(outcomes) = found.terms else { panic!("outcomes were asked for") };
        assert!(outcomes.iter().map(|o| o.letter()).eq(letters.iter().copied()), "{}", game.text());
    }
}

#[test]
fn huge_heaps_are_reduced_modulo_the_period() {
    let game = Game::parse("subtraction:1,3,4").unwrap();
    let huge = 1_000_000_000_000_000_000 / 7 * 7;
    for (heap, losing) in [(huge, true), (huge - 5, true), (huge - 1, false)] {
        let solution = try_solve(&HeapValues, &game, Position::Tuple(vec![heap])).unwrap();
        assert_eq!(solution.left.is_empty(), losing, "{heap}");
    }
}

#[test]
fn what_does_not_fit_is_declined_or_refused() {
    let ask = Ask::Solve(Position::Tuple(vec![3, 4]));
    for game in ["kayles/misere", "antonim", "partizan-subtraction:1|2"] {
        assert!(HeapValues.prepare(&Game::parse(game).unwrap(), &ask).is_err(), "{game}");
    }
    for game in ["kayles", "nim", "antonim", "partizan-subtraction:1|2"] {
        assert!(HeapOutcomes.prepare(&Game::parse(game).unwrap(), &ask).is_err(), "{game}");
    }
    let officers = Game::parse("officers").unwrap();
    let ask = Ask::Sequence { of: Quantity::NimValue, to: 10_000_000_000, row: None };
    let refusal = HeapValues.prepare(&officers, &ask).unwrap()(&Limits::default()).unwrap_err();
    assert!(refusal.to_string().contains("needs"), "{refusal}");
}

proptest! {
    /// Whatever is reported is a true period of the sequence that the rule generates, and the least.
    #[test]
    fn found_periods_are_true_and_least(
        seed in prop::collection::vec(0u8..3, 1..5),
        table in prop::collection::vec(0u8..3, 81),
    ) {
        // A shift register: each term is read from a table at the last k terms.
        let k = seed.len();
        let mut terms = seed;
        for n in k..1200 {
            let index = terms[n - k..].iter().fold(0usize, |code, term| 3 * code + *term as usize);
            terms.push(table[index]);
        }
        let found = find(&terms[..600], Reach { parts: 1, taken: k as u64 });
        prop_assert_eq!(found, Some(slow_period(&terms)));
    }

    #[test]
    fn reduction_finds_the_least_period(word in prop::collection::vec(0u8..2, 1..9), head in prop::collection::vec(0u8..2, 0..6), copies in 1u64..4) {
        let cycle = word.repeat(copies as usize);
        let mut terms = head.clone();
        while terms.len() < 200 {
            terms.extend(&cycle);
        }
        let reduced = reduce(&terms, head.len() as u64, cycle.len() as u64);
        prop_assert_eq!(reduced, slow_period(&terms));
    }

    #[test]
    fn random_positions_equal_the_oracle(heaps in prop::collection::vec(0u64..12, 1..4), code in 0u32..512) {
        let game = Game::parse(&format!("octal:0.{code:03o}")).unwrap();
        let position = Position::Tuple(heaps);
        let solution = try_solve(&HeapValues, &game, position.clone()).unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        assert_solution(&mut oracle, &game, &position, &solution);
    }
}
