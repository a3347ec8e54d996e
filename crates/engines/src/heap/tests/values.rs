//! Nim-values of heaps.

use bouton_rules::{MAX_NUMBER, Spec, SubtractionSet};
use proptest::prelude::*;

use super::*;
use crate::ask::{Entries, TableShape};
use crate::definition::Definition;
use crate::heap::Heaps;
use crate::heap::{HeapValues, ValueTable};
use crate::testing::{assert_equals_oracle, assert_solution, try_solve};
use crate::written::values_of_heaps;

fn values(found: &Sequence) -> &[u64] {
    match &found.terms {
        Terms::NimValues(values) => values,
        other => panic!("asked for nim-values, found {other:?}"),
    }
}

#[test]
fn every_set_within_ten_equals_the_oracle_with_its_period() {
    for set in sets(10) {
        let game = game(&format!("subtraction:{}", text(&set)));
        let expected = slow::values(&SubtractionSet::new(set).unwrap(), 300);
        assert_eq!(oracle_values(&game, 30), expected[..=30], "{}", game.text());
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 300);
        assert_eq!(period(&found), slow::period(&expected), "{}", game.text());
        assert_eq!(values(&found), expected, "{}", game.text());
        let losing = sequence(&HeapValues, &game, Quantity::Outcome, 300);
        let by_register = sequence(&ShiftRegister, &game, Quantity::Outcome, 300);
        assert_eq!(losing.terms, by_register.terms, "{}", game.text());
        assert_eq!(losing.period, by_register.period, "{}", game.text());
    }
}

/// Tables over two heaps beside some that are fixed, also where coins vanish in pairs and where there is no heap 0.
#[test]
fn tables_equal_the_oracle() {
    for (text, fixed) in [
        ("nim", &[][..]),
        ("kayles", &[3]),
        ("subtraction:1,3,4", &[2, 5]),
        ("grundy", &[]),
        ("lasker", &[1]),
        ("coins:ruler", &[4]),
        ("coins:turtles", &[]),
        ("octal:0.137", &[MAX_NUMBER + 1]),
    ] {
        let game = game(text);
        for of in [Quantity::Outcome, Quantity::NimValue] {
            let entries = Entries::Of(of);
            let ask =
                Ask::Table(TableShape { entries, fixed: fixed.to_vec(), rows: 7, columns: 9 });
            let found = |engine: &dyn Engine| {
                engine.prepare(&game, &ask).unwrap()(&Limits::default()).unwrap()
            };
            assert_eq!(found(&HeapValues), found(&Definition), "{text} {fixed:?}");
        }
    }
    let ask = Ask::Table(TableShape {
        entries: Entries::Of(Quantity::NimValue),
        fixed: Vec::new(),
        rows: 1 << 40,
        columns: 1 << 40,
    });
    let refused = HeapValues.prepare(&game("kayles"), &ask).unwrap()(&Limits::default());
    assert!(matches!(refused, Err(Refusal::Limit { .. })), "{refused:?}");
}

/// As many elements as a word has bits, and more; blocks of 1, 3, 4, 64 and 70 heaps.
#[test]
fn large_sets_equal_a_second_program() {
    for count in [1, 2, 62, 63, 64, 65, 130] {
        for least in [1u64, 3, 4, 64, 70] {
            for step in [1, 2, 5] {
                let set = SubtractionSet::new((0..count).map(|i| least + step * i)).unwrap();
                let game = game(&format!("subtraction:{set}"));
                let expected = slow::values(&set, 1500);
                let found = sequence(&HeapValues, &game, Quantity::NimValue, 1500);
                assert_eq!(values(&found), expected, "{set}");
            }
        }
    }
}

#[test]
fn sets_without_end_equal_a_second_program() {
    for text in ["2+", "1+", "3,4+2k", "5,9,2+3k", "2,70+3k", "1,2,3,64+64k", "7,3+5k,12", "9+100k"]
    {
        let set = SubtractionSet::parse(text).unwrap();
        let game = game(&format!("subtraction:{text}"));
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 600);
        assert_eq!(values(&found), slow::values(&set, 600), "{text}");
    }
    // From 2 on, a heap is worth half its size; a million heaps would be 10¹² moves one by one.
    let found = sequence(&HeapValues, &game("subtraction:2+"), Quantity::NimValue, 1_000_000);
    assert!((0..).zip(values(&found)).all(|(heap, value): (u64, &u64)| *value == heap / 2));
}

/// Heaps by the rules of a text: compiled where one heap takes the place of one, and by marks where not.
#[test]
fn rules_of_texts_equal_the_oracle() {
    for (text, is_compiled) in [
        ("position h; move k in 1 .. h: h' = h - k * k", true),
        ("position h; move h' = h - 1; move h' = h div 2 if h >= 1", true),
        ("position h; move 1 <= k <= 7, h' = h xor k, h' < h", true),
        ("heaps h; move one h, k in 1 .. h: h' = h - k * k", true),
        ("heaps h; move one h: h' = h - 1; move one h: h' = h div 2 if h >= 1", true),
        (
            "heaps h; move one h: h' = none if h mod 3 = 1; move one h: h' = h - 2 if h mod 5 != 3",
            false,
        ),
        (
            "heaps h; move one h: h' = a + b where a = h div 2, b = h - a, a >= 1; move one h: h' = h - 1",
            false,
        ),
        ("coins h; move one h: h' = h div 2 if h >= 1; move one h: h' = h - 1", true),
    ] {
        let text = format!("game t; {text}");
        let game = game(&text);
        let Spec::Heap(rules) = &game.finite().unwrap().spec else { panic!("{text}: not heaps") };
        let heaps = Heaps::of(&game, rules);
        assert_eq!(values_of_heaps(heaps.text.unwrap(), 9).is_ok(), is_compiled, "{text}");
        // Where heaps multiply, the oracle does not get far.
        let to = if is_compiled { 200 } else { 24 };
        let found = sequence(&HeapValues, &game, Quantity::NimValue, to);
        if !text.contains("coins") {
            assert_eq!(values(&found), oracle_values(&game, to), "{text}");
        }
        let heaps: Vec<Vec<u64>> = match rules.most_heaps {
            1 => (0..60).map(|heap| vec![heap]).collect(),
            _ => (1..14).flat_map(|a| (a + 1..14).map(move |b| vec![a, b])).collect(),
        };
        assert_equals_oracle(&HeapValues, &text, heaps);
    }
}

/// All 512 codes 0.ddd. Where a period is reported it must hold for the oracle's terms too.
#[test]
fn all_codes_of_three_digits_equal_the_oracle() {
    let mut proved = 0;
    for code in 0..512 {
        let game = game(&format!("octal:0.{code:03o}"));
        let Spec::Heap(rules) = &game.finite().unwrap().spec else { panic!("a code is of heaps") };
        let expected = oracle_values(&game, 14);
        let heaps = Heaps { rules, text: None };
        let table = ValueTable::searching(heaps, 14, 1 << 17, &Limits::default()).unwrap();
        assert_eq!(table.terms(15, |value| value), expected, "{}", game.text());
        if let Some((preperiod, period)) = table.period {
            proved += 1;
            let start = preperiod as usize..15usize.saturating_sub(period as usize);
            let mut repeats = start.map(|n| expected[n] == expected[n + period as usize]);
            assert!(repeats.all(|holds| holds), "{}", game.text());
        }
    }
    assert!(proved > 200, "only {proved} periods are proved");
}

/// The outcomes of heaps that split, and their periods, come from the nim-values.
#[test]
fn outcomes_of_codes_equal_the_oracle() {
    for code in ["0.07", "0.3", "0.137", "0.15", "4.0", "0.2"] {
        let game = game(&format!("octal:{code}"));
        let found = sequence(&HeapValues, &game, Quantity::Outcome, 14);
        assert_eq!(outcomes(&found), oracle_outcomes(&game, 14), "{code}");
        let Some(p) = found.period else { continue };
        let values = sequence(&HeapValues, &game, Quantity::NimValue, 2000);
        let losing: Vec<bool> = super::values::values(&values).iter().map(|v| *v == 0).collect();
        assert_eq!((p.preperiod, p.period), slow::period(&losing), "{code}");
    }
}

#[test]
fn sums_of_heaps_equal_the_oracle() {
    // Heaps of a hexadecimal code break into so many positions that the oracle takes long.
    for (game, single, pair) in [
        ("kayles", 11, 6),
        ("dawsons-chess", 11, 6),
        ("octal:4.0", 11, 6),
        ("octal:0.8", 11, 6),
        ("octal:8.f", 9, 4),
        ("octal:4.[3]", 9, 4),
        ("grundy", 11, 6),
        ("subtraction:1,3,4", 11, 6),
        ("subtraction:2+", 11, 6),
        ("subtraction:3,4+2k", 11, 6),
        ("nim", 11, 6),
        ("coins:turtles", 8, 6),
        ("coins:mock-turtles", 8, 6),
        ("coins:twins", 8, 6),
        ("coins:triplets", 8, 6),
        ("coins:ruler", 8, 6),
    ] {
        let pairs = (0..pair).flat_map(|a| (0..pair).map(move |b| vec![a, b]));
        assert_equals_oracle(&HeapValues, game, pairs);
        assert_equals_oracle(&HeapValues, game, (0..single).map(|n| vec![n]));
    }
    assert_equals_oracle(&HeapValues, "coins:ruler", [vec![], vec![0, 1, 2, 5], vec![3, 4, 6]]);
}

#[test]
fn huge_heaps_are_reduced_modulo_the_period() {
    let game = game("subtraction:1,3,4");
    let huge = 1_000_000_000_000_000_000 / 7 * 7;
    for (heap, losing) in [(huge, true), (huge - 5, true), (huge - 1, false)] {
        let solution = try_solve(&HeapValues, &game, Position::Tuple(vec![heap])).unwrap();
        assert_eq!(solution.left.is_empty(), losing, "{heap}");
    }
}

#[test]
fn what_exceeds_the_limits_is_refused() {
    let ten_to_the_ten = 10_000_000_000;
    for text in ["officers", "subtraction:2+", "subtraction:1,3,4"] {
        let found = try_sequence(
            &HeapValues,
            &game(text),
            Quantity::NimValue,
            ten_to_the_ten,
            &Limits::default(),
        );
        let refusal = found.unwrap_err();
        assert!(matches!(refusal, Refusal::Limit { .. }), "{text}: {refusal}");
    }
    for text in ["officers", "subtraction:2+", "subtraction:1,3,4"] {
        let found = try_sequence(&HeapValues, &game(text), Quantity::NimValue, 9999, &impatient());
        assert_eq!(found, Err(Refusal::Interrupted), "{text}");
    }
    let rich = Limits { memory: u64::MAX, steps: u64::MAX, ..Limits::default() };
    let ask = Ask::Solve(Position::Tuple(vec![1 << 33]));
    let refusal = HeapValues.prepare(&game("octal:0.[03]"), &ask).unwrap()(&rich).unwrap_err();
    assert!(refusal.to_string().contains("ends"), "{refusal}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_positions_equal_the_oracle(
        heaps in prop::collection::vec(0u64..8, 1..4),
        code in 0u32..512,
    ) {
        let game = game(&format!("octal:0.{code:03o}"));
        let position = Position::Tuple(heaps);
        let solution = try_solve(&HeapValues, &game, position.clone()).unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        assert_solution(&mut oracle, &game, &position, &solution);
    }

    #[test]
    fn random_sets_equal_a_second_program(
        set in prop::collection::btree_set(1u64..300, 1..30),
    ) {
        let set = SubtractionSet::new(set).unwrap();
        let game = game(&format!("subtraction:{set}"));
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 1000);
        prop_assert_eq!(values(&found), slow::values(&set, 1000));
    }
}
