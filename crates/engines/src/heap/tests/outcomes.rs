//! The outcomes of a lone heap.

use bouton_rules::{Ending, SubtractionSet, TerminalLabels};
use proptest::prelude::*;

use super::*;
use crate::heap::lone::{LoneHeap, Losses};
use crate::heap::register::Register;
use crate::testing::{assert_equals_oracle, try_solve};

/// Compares both engines' outcomes and periods with these outcomes, which must show the period.
fn assert_outcomes(game: &Game, expected: &[Outcome]) {
    let shown = slow::period(expected);
    for engine in LONE {
        let found = sequence(engine, game, Quantity::Outcome, expected.len() as u64 - 1);
        assert_eq!(period(&found), shown, "{} {}", game.text(), engine.name());
        assert_eq!(outcomes(&found), expected, "{} {}", game.text(), engine.name());
    }
}

/// The letters of a labelling with this number.
fn labelling(code: u64, terminals: u64) -> Vec<Outcome> {
    const LETTERS: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
    (0..terminals).map(|i| LETTERS[(code >> (2 * i) & 3) as usize]).collect()
}

/// The register's outcomes of the heaps 0 to `to`.
fn by_register(set: &SubtractionSet, labels: &[Outcome], to: u64) -> Vec<Outcome> {
    let ending = Ending::Partizan(TerminalLabels::Word(labels.to_vec()));
    let register = Register::new(&LoneHeap { sets: [set, set], ending: &ending }).unwrap();
    let losses = register.losses(to, &Limits::default()).unwrap();
    (0..=to).map(|heap| losses.outcome(heap)).collect()
}

#[test]
fn every_set_within_ten_equals_the_oracle_with_its_period() {
    for set in sets(10) {
        let text = text(&set);
        let even_odd = labelling(0b01_00_01_00_01_00_01_00_01_00, set[0]);
        for (text, terminals) in [
            (format!("subtraction:{text}"), vec![Outcome::P; set[0] as usize]),
            (format!("subtraction:{text}/misere"), vec![Outcome::N; set[0] as usize]),
            (format!("ending-partizan:{text}"), even_odd),
        ] {
            let game = game(&text);
            let expected = slow::letters(&set, &terminals, 200);
            assert_eq!(oracle_outcomes(&game, 30), expected[..=30], "{text}");
            assert_outcomes(&game, &expected);
        }
    }
}

/// Every labelling of the terminal heaps against the oracle, by the rules as one writes them.
#[test]
fn every_labelling_of_small_sets_equals_the_oracle() {
    for set in sets(7).filter(|set| set[0] <= 3) {
        for code in 0..1 << (2 * set[0]) {
            let labels = labelling(code, set[0]);
            let word: String = labels.iter().map(|label| label.letter()).collect();
            let game = game(&format!("ending-partizan:{}@{word}", text(&set)));
            let expected = oracle_outcomes(&game, 30);
            assert_eq!(slow::letters(&set, &labels, 30), expected, "{}", game.text());
            for engine in LONE {
                let found = sequence(engine, &game, Quantity::Outcome, 30);
                assert_eq!(outcomes(&found), expected, "{} {}", game.text(), engine.name());
            }
        }
    }
}

/// Every labelling for every set within 1..=10 of minimum at most 6, and every 61st or so above,
/// against the letters of Proposition 2, which the test before compares with the oracle.
#[test]
fn every_labelling_of_sets_within_ten_equals_a_second_program() {
    for elements in sets(10) {
        let set = SubtractionSet::new(elements.clone()).unwrap();
        let stride = [1, 1, 1, 1, 1, 1, 1, 7, 61, 251, 509][elements[0] as usize];
        for code in (0..1 << (2 * elements[0])).step_by(stride) {
            let labels = labelling(code, elements[0]);
            let expected = slow::letters(&elements, &labels, 40);
            assert_eq!(by_register(&set, &labels, 40), expected, "{set} {labels:?}");
        }
    }
}

#[test]
fn partizan_sets_equal_the_oracle() {
    for left in sets(4) {
        for right in sets(4) {
            for ending in ["", "/misere", "/even-odd"] {
                let text = format!("partizan-subtraction:{}|{}{ending}", text(&left), text(&right));
                let expected = oracle_outcomes(&game(&text), 40);
                for engine in LONE {
                    let found = sequence(engine, &game(&text), Quantity::Outcome, 40);
                    assert_eq!(outcomes(&found), expected, "{text} {}", engine.name());
                    if left != right {
                        let tuples = (0..9).flat_map(|n| [vec![n], vec![0, n, 0]]);
                        assert_equals_oracle(engine, &text, tuples);
                    }
                }
            }
        }
    }
}

/// Elements at the ends of words.
#[test]
fn word_edges_equal_a_second_program() {
    for most in [62u64, 63, 64, 65, 66, 127, 128, 129, 130] {
        for set in [
            vec![most],
            vec![1, most],
            vec![most - 1, most],
            vec![5, most / 2, most],
            vec![2, 3, most - 2, most - 1, most],
        ] {
            let game = game(&format!("ending-partizan:{}", text(&set)));
            let even_odd: Vec<Outcome> =
                (0..set[0]).map(|n| [Outcome::L, Outcome::R][n as usize % 2]).collect();
            for engine in LONE.into_iter().skip(usize::from(most > 64)) {
                let found = sequence(engine, &game, Quantity::Outcome, 2000);
                let (preperiod, period) = period(&found);
                let to = (preperiod + 2 * period + most).max(2000) as usize;
                let expected = slow::letters(&set, &even_odd, to);
                assert_eq!(outcomes(&found), &expected[..=2000], "{}", game.text());
                slow::assert_least_period(&expected, preperiod, period);
            }
        }
    }
}

#[test]
fn sets_without_end_equal_a_second_program() {
    let endings = ["", "/misere", "/even-odd"];
    for (left, right) in [
        ("2+", "2+"),
        ("3,4+2k", "3,4+2k"),
        ("2,70+3k", "2,70+3k"),
        ("1,5+100k", "2,3"),
        ("4+7k,9", "2,65,200"),
        ("64+64k", "63+65k"),
        ("3,5,90+", "4+1000k"),
    ] {
        for ending in endings {
            let game = game(&format!("partizan-subtraction:{left}|{right}{ending}"));
            let sets = [left, right].map(|set| SubtractionSet::parse(set).unwrap());
            let finite = game.finite().unwrap();
            let expected = slow::outcomes([&sets[0], &sets[1]], &finite.ending, 500);
            let found = sequence(&HeapOutcomes, &game, Quantity::Outcome, 500);
            assert_eq!(outcomes(&found), expected, "{}", game.text());
            assert_eq!(found.period, None, "{}", game.text());
        }
    }
    // Remark 2 of the paper: with all integers from 2 on, every heap from 3 on is N.
    let found = sequence(&HeapOutcomes, &game("ending-partizan:2+"), Quantity::Outcome, 1_000_000);
    assert!(outcomes(&found)[3..].iter().all(|outcome| *outcome == Outcome::N));
}

#[test]
fn windows_of_losses_are_the_bits_from_there_on() {
    let mut losses = Losses::default();
    losses.push([0x0123_4567_89ab_cdef, 0]);
    losses.push([0xfedc_ba98_7654_3210, u64::MAX]);
    for start in -70..140i64 {
        for player in bouton_values::Player::BOTH {
            let bit = |n: i64| (0..128).contains(&n) && losses.loses(player, n as u64);
            let expected = (0..64).fold(0, |word, i| word | u64::from(bit(start + i)) << i);
            assert_eq!(losses.window(player, start), expected, "{start}");
        }
    }
}

#[test]
fn huge_heaps_are_reduced_modulo_the_period() {
    // S = {2, 3}: L at 0, 2 mod 5, N at 3, 4, P at 1 from 6 on (Proposition 3).
    let game = game("ending-partizan:2,3");
    let huge = 1_000_000_000_000_000_000;
    for (rest, expected) in ["L", "P", "L", "N", "N"].into_iter().enumerate() {
        for engine in LONE {
            let heap = huge - 5 + rest as u64;
            let solution = try_solve(engine, &game, Position::Tuple(vec![heap])).unwrap();
            assert_eq!(solution.outcome.to_string(), expected, "{heap}");
        }
    }
}

/// Heaps within a period that is longer than the table to the heap.
#[test]
fn solutions_in_long_periods_equal_the_oracle() {
    for text in
        ["ending-partizan:11,43,50,58", "subtraction:16,43,59/misere", "ending-partizan:9,64"]
    {
        for engine in LONE {
            assert_equals_oracle(engine, text, (0..150).step_by(7).map(|heap| vec![heap]));
        }
    }
}

#[test]
fn what_exceeds_the_limits_is_refused() {
    let tight = Limits { steps: 10_000, memory: 10_000, ..Limits::default() };
    for text in ["ending-partizan:2,3", "ending-partizan:2,100", "ending-partizan:2+"] {
        let game = game(text);
        for engine in LONE.into_iter().filter(|e| {
            e.prepare(&game, &Ask::Sequence { of: Quantity::Outcome, to: 9, row: None }).is_ok()
        }) {
            let found = try_sequence(engine, &game, Quantity::Outcome, 1_000_000, &tight);
            assert!(matches!(found, Err(Refusal::Limit { .. })), "{text} {found:?}");
            let stopped = try_sequence(engine, &game, Quantity::Outcome, 1 << 20, &impatient());
            assert_eq!(stopped, Err(Refusal::Interrupted), "{text}");
        }
    }
    let game = game("ending-partizan:2,100000");
    let ask = Ask::Solve(Position::Tuple(vec![1_000_000_000_000_000_000]));
    let refusal = HeapOutcomes.prepare(&game, &ask).unwrap()(&tight).unwrap_err();
    assert!(matches!(refusal, Refusal::Limit { .. }), "{refusal}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_sets_equal_a_second_program(
        left in prop::collection::btree_set(1u64..200, 1..12),
        right in prop::collection::btree_set(1u64..200, 1..12),
        scale in 1u64..4,
        labels in prop::collection::vec(0u64..4, 200),
    ) {
        // Small scales keep within a word, large ones go far beyond.
        let sets = [left, right].map(|set| {
            SubtractionSet::new(set.iter().map(|s| s * scale * scale / 9 + 1)).unwrap()
        });
        let word = labels.iter().map(|code| labelling(*code, 1)[0]).collect();
        let ending = Ending::Partizan(TerminalLabels::Word(word));
        let rules = LoneHeap { sets: [&sets[0], &sets[1]], ending: &ending };
        let expected = slow::outcomes(rules.sets, &ending, 700);
        let table = crate::heap::blocks::table(&rules, 700, 0, &Limits::default()).unwrap();
        prop_assert_eq!(table.terms(701), &expected[..]);
        if let Some(register) = Register::new(&rules) {
            let table = register.table(700, 0, &Limits::default()).unwrap();
            prop_assert_eq!(table.terms(701), expected);
        }
    }
}
