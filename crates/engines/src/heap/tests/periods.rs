//! Periods: true, and the least.

use proptest::prelude::*;

use super::*;
use crate::heap::HeapValues;
use crate::heap::period::{Reach, find, reduce};
use crate::heap::register::Register;

/// Who loses the heaps that end the game under the EO rule: Left the odd ones, Right the even ones.
const EVEN_ODD: [u64; 2] = [0xaaaa_aaaa_aaaa_aaaa, 0x5555_5555_5555_5555];

/// Periods of the literature (Winning Ways, chapter 4).
#[test]
fn known_periods_are_found_and_proved() {
    for (code, preperiod, length) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.15", 1, 10),
        ("0.17", 33, 34),
        ("0.3", 0, 2),
    ] {
        let game = game(&format!("octal:{code}"));
        let found = sequence(&HeapValues, &game, Quantity::NimValue, 10);
        assert_eq!(period(&found), (preperiod, length), "{code}");
    }
}

/// A heap may not be taken whole here: all heaps up to 64 are worth 0, and 65 is not.
#[test]
fn the_first_heap_that_can_be_left_belongs_to_the_window() {
    for last in [62, 63, 64, 65] {
        for digit in [1, 2] {
            let text = format!("octal:0.{}{digit}", "0".repeat(last - 1));
            let found = sequence(&HeapValues, &game(&text), Quantity::NimValue, 300);
            let Terms::NimValues(values) = &found.terms else { panic!("values were asked for") };
            let expected: Vec<u64> = oracle_values(&game(&text), 300);
            assert_eq!(*values, expected, "{text}");
            let p = found.period.unwrap();
            let start = p.preperiod as usize..300 - p.period as usize;
            let mut repeats = start.map(|n| expected[n] == expected[n + p.period as usize]);
            assert!(repeats.all(|holds| holds), "{text} {p:?}");
        }
    }
}

/// Periods much longer than the window, found without a table and in one.
#[test]
fn long_periods_are_true_and_least() {
    for (set, length) in [
        (vec![8, 26, 35, 53, 61], 263_853),
        (vec![18, 27, 37, 64], 7959),
        (vec![8, 33, 55, 63], 6884),
    ] {
        let game = game(&format!("subtraction:{}", text(&set)));
        let terminals = vec![Outcome::P; set[0] as usize];
        for engine in LONE {
            let found = sequence(engine, &game, Quantity::Outcome, 100);
            let (preperiod, period) = period(&found);
            assert_eq!(period, length, "{} {}", game.text(), engine.name());
            let terms = slow::letters(&set, &terminals, (preperiod + 2 * period + 64) as usize);
            slow::assert_least_period(&terms, preperiod, period);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

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
        prop_assert_eq!(found, Some(slow::period(&terms)));
    }

    #[test]
    fn reduction_finds_the_least_period(
        word in prop::collection::vec(0u8..2, 1..9),
        head in prop::collection::vec(0u8..2, 0..6),
        copies in 1u64..4,
    ) {
        let cycle = word.repeat(copies as usize);
        let mut terms = head.clone();
        while terms.len() < 200 {
            terms.extend(&cycle);
        }
        let reduced = reduce(&terms, head.len() as u64, cycle.len() as u64);
        prop_assert_eq!(reduced, slow::period(&terms));
    }

    /// Brent on the register, the doubling table, and the lanes of a census say the same.
    #[test]
    fn periods_of_wide_sets_agree(bits in any::<u64>(), few in any::<u64>(), fewer in any::<u64>()) {
        for set in [bits & few & fewer | 1 << 40, bits & few | 1 << 63, few & fewer & 0xfff_ffff | 1] {
            let elements: Vec<u64> = (1..=64).filter(|s| set >> (s - 1) & 1 == 1).collect();
            let game = game(&format!("ending-partizan:{}", text(&elements)));
            let by_register = Register::labelled(set, EVEN_ODD).period(1 << 16, &Limits::default()).unwrap();
            if let Some(expected) = by_register {
                let found = sequence(&HeapOutcomes, &game, Quantity::Outcome, 100);
                prop_assert_eq!(period(&found), expected);
                let found = sequence(&ShiftRegister, &game, Quantity::Outcome, 100);
                prop_assert_eq!(period(&found), expected);
            }
        }
    }
}
