//! The sparse-space method against the definition and the oracle, also where it does not pay.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_oracle::Oracle;
use bouton_rules::{Game, HeapRules, Limits, Position, Refusal, Spec, Unit, Watch};
use bouton_values::Outcome;
use proptest::prelude::*;

use super::marks::Marks;
use super::moves::Moves;
use super::search::may_repeat;
use super::space::Policy;
use super::{CodePeriod, SparseSpace, Values, survey};
use crate::ask::{Ask, Quantity};
use crate::engine::Engine;
use crate::finding::{Finding, Sequence, Solution, Terms};
use crate::heap::period::{self, Reach};
use crate::ladder::LADDER;
use crate::testing::try_solve;

/// Uses whatever space the terms suggest, from the first heaps on, and never the plain method.
const ALWAYS: Policy = Policy { least_terms: 2, one_in: 0, forced: None };

fn rules(game: &str) -> HeapRules {
    let game = Game::parse(game).unwrap();
    let Spec::Heap(rules) = &game.finite().unwrap().spec else { panic!("not a heap game") };
    rules.clone()
}

/// The terms of the heaps 0 to `to`, under a policy.
fn terms(game: &str, policy: Policy, to: u64) -> Vec<u16> {
    let mut values = Values::with_policy(Moves::of(&rules(game)).unwrap(), policy);
    values.extend_to(to, &Limits::default()).unwrap();
    assert_eq!(values.terms().len() as u64, to + 1);
    values.into_terms()
}

/// The definition, a second time and slowly: for each digit d_i what it allows, heap by heap.
fn slow_code(digits: &[u8], to: usize) -> Vec<u16> {
    slow(to, |n| {
        let mut options = Vec::new();
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - taken;
            match rest {
                0 if digit & 1 != 0 => options.push((0, 0)),
                0 => {}
                _ => {
                    options.extend((digit & 2 != 0).then_some((0, rest)));
                    options.extend((1..rest).filter(|_| digit & 4 != 0).map(|a| (a, rest - a)));
                }
            }
        }
        options
    })
}

fn slow_grundy(to: usize) -> Vec<u16> {
    slow(to, |n| (1..n).map(|a| (a, n - a)).filter(|(a, b)| a != b).collect())
}

fn slow(to: usize, options: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<u16> {
    let mut values = vec![0u16];
    for n in 1..=to {
        let options = options(n);
        let mut seen = vec![false; options.len() + 1];
        for (a, b) in options {
            let value = usize::from(values[a] ^ values[b]);
            if value < seen.len() {
                seen[value] = true;
            }
        }
        values.push(seen.iter().position(|seen| !seen).unwrap() as u16);
    }
    values
}

/// The digits of a code, the one before the point first.
fn digits(code: &str) -> Vec<u8> {
    code.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect()
}

fn sequence(engine: &dyn Engine, game: &str, of: Quantity, to: u64) -> Sequence {
    let game = Game::parse(game).unwrap();
    let ask = Ask::Sequence { of, to, row: None };
    match engine.prepare(&game, &ask).unwrap()(&Limits::default()).unwrap() {
        Finding::Sequence(sequence) => sequence,
        other => panic!("asked for a sequence, found {other:?}"),
    }
}

fn plain_table() -> &'static dyn Engine {
    *LADDER.iter().find(|engine| engine.name() == "heap-values").unwrap()
}

/// All 512 codes 0.ddd and a seventh of the codes 4.ddd: as the engine runs, with a space forced on
/// it from the start, and with masks and twists that have nothing to do with the game.
#[test]
fn codes_of_three_digits_equal_the_definition() {
    let codes = (0..512).map(|code| format!("0.{code:03o}"));
    let more = (0..512).step_by(7).map(|code| format!("4.{code:03o}"));
    for (number, code) in codes.chain(more).enumerate() {
        let expected = slow_code(&digits(&code), 300);
        let forced = Some((number as u16 * 5 + 1, number % 2 == 1));
        for policy in [Policy::default(), ALWAYS, Policy { forced, ..ALWAYS }] {
            let found = terms(&format!("octal:{code}"), policy, 300);
            assert_eq!(found, expected, "{code} {policy:?}");
        }
    }
}

#[test]
fn codes_of_three_digits_equal_the_oracle() {
    for code in 0..512 {
        let text = format!("octal:0.{code:03o}");
        let game = Game::parse(&text).unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        let expected: Vec<u64> = (0..=14)
            .map(|n| oracle.nim_value(&Position::Tuple(vec![n])).unwrap().unwrap().0)
            .collect();
        let found: Vec<u64> = terms(&text, ALWAYS, 14).iter().copied().map(u64::from).collect();
        assert_eq!(found, expected, "{text}");
        if Moves::of(&rules(&text)).unwrap().splits() > 0 {
            let outcomes = expected.iter().map(|v| if *v == 0 { Outcome::P } else { Outcome::N });
            let found = sequence(&SparseSpace, &text, Quantity::Outcome, 14);
            assert_eq!(found.terms, Terms::Outcomes(outcomes.collect()), "{text}");
            let found = sequence(&SparseSpace, &text, Quantity::NimValue, 14);
            assert_eq!(found.terms, Terms::NimValues(expected), "{text}");
        }
    }
}

#[test]
fn grundys_game_equals_the_definition() {
    let expected = slow_grundy(3000);
    let forced = Policy { forced: Some((5, true)), ..ALWAYS };
    for policy in [Policy::default(), ALWAYS, forced] {
        assert_eq!(terms("grundy", policy, 3000), expected, "{policy:?}");
    }
}

/// 0.564 has values on both sides of each power of two up to 512 among its first 3000.
#[test]
fn values_at_the_edges_of_words_equal_the_definition() {
    let expected = slow_code(&digits("0.564"), 3000);
    for edge in [63, 64, 65, 127, 128, 255, 256, 511, 512] {
        assert!(expected.contains(&edge), "{edge} does not occur");
    }
    for policy in [Policy::default(), ALWAYS] {
        assert_eq!(terms("octal:0.564", policy, 3000), expected, "{policy:?}");
    }
    assert_eq!(terms("officers", Policy::default(), 3000), slow_code(&[0, 6], 3000));
}

/// Which space is learnt: Officers has one, 0.104 only with the twist, and 0.006 none so soon.
#[test]
fn spaces_are_learnt_where_there_are_any() {
    for (code, twist) in [("0.6", Some(false)), ("0.104", Some(true)), ("0.006", None)] {
        let mut values = Values::new(&rules(&format!("octal:{code}"))).unwrap();
        values.extend_to(2500, &Limits::default()).unwrap();
        assert_eq!(values.space().map(|space| space.is_twisted()), twist, "{code}");
        assert_eq!(values.terms(), slow_code(&digits(code), 2500), "{code}");
    }
}

#[test]
fn the_least_value_may_exceed_sixteen_bits() {
    let mut marks = Marks::new(1);
    assert_eq!(marks.least(), Some(0));
    assert!(marks.admit(u16::MAX) && !marks.admit(u16::MAX) && !marks.admit(0));
    (0..u16::MAX).for_each(|value| marks.mark(value));
    assert_eq!(marks.least(), Some(u16::MAX));
    marks.mark(u16::MAX);
    assert_eq!(marks.least(), None);
    assert!(!marks.is_marked(1 << 16));
    marks.clear();
    assert_eq!(marks.least(), Some(0));
}

/// The literature: Winning Ways, chapter 4; A. Flammenkamp's tables.
#[test]
fn known_periods_are_found_and_proved() {
    for (code, to, preperiod, period) in [
        ("0.77", 10, 71, 12),
        ("0.07", 10, 53, 34),
        ("0.137", 10, 52, 34),
        ("0.17", 10, 33, 34),
        ("0.055", 10, 259, 148),
        ("0.156", 10_000, 3479, 349),
        ("0.356", 20_000, 7315, 142),
        ("0.644", 20_000, 3256, 442),
        ("0.165", 20_000, 5181, 1550),
        ("0.127", 100_000, 46_578, 4),
        ("0.16", 600_000, 105_351, 149_459),
        ("0.56", 700_000, 326_640, 144),
    ] {
        let found = sequence(&SparseSpace, &format!("octal:{code}"), Quantity::NimValue, to);
        let found = found.period.unwrap_or_else(|| panic!("{code} has no period"));
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{code}");
    }
}

/// The quick look before the search for a period never hides one.
#[test]
fn what_proves_a_period_may_repeat() {
    let mut proved = 0;
    for code in 0..64 {
        let game = format!("octal:0.{code:02o}");
        let reach = Moves::of(&rules(&game)).unwrap().reach.unwrap();
        let terms = terms(&game, Policy::default(), 1200);
        for length in (1..terms.len()).step_by(13) {
            let proves = period::find(&terms[..length], reach).is_some();
            assert!(!proves || may_repeat(&terms[..length], reach), "{code:o} {length}");
            proved += u32::from(proves && length > 300);
        }
    }
    assert!(proved > 1000, "{proved}");
    let officers = terms("officers", Policy::default(), 1200);
    assert!(!may_repeat(&officers, Reach { parts: 2, taken: 1 }));
}

/// The periods that the table by the definition proves are those that are proved here, also of the
/// outcomes, and the same terms lead to them.
#[test]
fn sequences_equal_those_of_the_plain_table() {
    for code in ["0.77", "0.07", "0.137", "4.0", "4.7", "0.6", "0.15", "0.26", "0.324", "0.0007"] {
        for (of, to) in [Quantity::NimValue, Quantity::Outcome].into_iter().zip([700, 5000]) {
            let game = format!("octal:{code}");
            let found = sequence(&SparseSpace, &game, of, to);
            let expected = sequence(plain_table(), &game, of, to);
            assert_eq!((found.terms, found.period), (expected.terms, expected.period), "{code}");
        }
    }
    assert_eq!(sequence(&SparseSpace, "grundy", Quantity::Outcome, 500).period, None);
}

#[test]
fn large_heaps_have_the_winning_moves_of_the_plain_table() {
    for (game, heaps) in [
        ("kayles", vec![2001]),
        ("kayles", vec![2600, 4, 2600, 77]),
        ("officers", vec![2003, 0, 5]),
        ("octal:4.7", vec![2050]),
        ("octal:0.137", vec![3, 2222, 2223]),
        ("octal:0.0007", vec![2001, 1]),
        ("grundy", vec![2002]),
        ("grundy", vec![2100, 2101]),
    ] {
        let game = Game::parse(game).unwrap();
        let position = Position::Tuple(heaps);
        let found = try_solve(&SparseSpace, &game, position.clone()).expect("a heap is large");
        let expected = try_solve(plain_table(), &game, position.clone()).unwrap();
        let facts = |s: &Solution| (s.outcome, s.nim_value(), s.left.clone(), s.right.clone());
        assert_eq!(facts(&found), facts(&expected), "{} {position}", game.text());
        assert!(!found.reasons.is_empty());
    }
}

/// Small heaps too, past the engine's own threshold: every option, in the order of the rules.
#[test]
fn options_are_those_of_the_rules() {
    for game in ["kayles", "officers", "octal:4.7", "octal:0.137", "octal:0.1005", "grundy"] {
        let rules = rules(game);
        let moves = Moves::of(&rules).unwrap();
        for heap in 0..40 {
            let found: Vec<_> = moves.options(heap, u64::MAX).map(|left| left.parts()).collect();
            let expected = rules.options_of_heap(heap, bouton_values::Player::Left);
            assert_eq!(found, expected, "{game} {heap}");
            assert!(found.len() as u128 <= moves.option_bound(heap));
        }
    }
}

#[test]
fn huge_heaps_are_reduced_modulo_the_period() {
    let game = Game::parse("kayles").unwrap();
    let huge = 1_000_000_000_000_000_000;
    let lost = Position::Tuple(vec![huge, huge + 12]);
    let solution = try_solve(&SparseSpace, &game, lost).unwrap();
    assert_eq!((solution.outcome, solution.left.len()), (Outcome::P, 0));
}

/// A heap with too many options still has its value and some winning moves. Kayles repeats with the period 12 from 71
/// on (Guy and Smith), so the definition's small heaps tell whether these moves win.
#[test]
fn where_the_moves_are_too_many_some_are_listed() {
    let small = slow_code(&[0, 7, 7], 200);
    let worth = |heap: u64| small[if heap < 100 { heap } else { 96 + heap % 12 } as usize];
    let game = Game::parse("kayles").unwrap();
    for huge in [1_000_000_000_000, 1_000_000_000_000_000_000] {
        let solution = try_solve(&SparseSpace, &game, Position::Tuple(vec![huge])).unwrap();
        assert_eq!(solution.nim_value().map(|value| value.0), Some(worth(huge).into()));
        assert_eq!((solution.outcome, solution.left.len()), (Outcome::N, 100));
        let unlisted = solution.unlisted.expect("there are more");
        assert!(matches!(unlisted, Refusal::Limit { unit: Unit::Steps, .. }), "{unlisted}");
        for position in &solution.left {
            let heaps = position.tuple().unwrap();
            assert!([huge - 1, huge - 2].contains(&heaps.iter().sum()), "{position}");
            assert_eq!(heaps.iter().fold(0, |sum, heap| sum ^ worth(*heap)), 0, "{position}");
        }
    }
}

/// Which engine answers: the first that accepts.
#[test]
fn the_ladder_asks_the_right_engine() {
    let sequence = |to| Ask::Sequence { of: Quantity::NimValue, to, row: None };
    let solve = |heaps: &[u64]| Ask::Solve(Position::Tuple(heaps.to_vec()));
    for (game, ask, engine) in [
        ("kayles", sequence(10), Some("sparse-space")),
        ("officers", sequence(1_000_000), Some("sparse-space")),
        ("grundy", sequence(100), Some("sparse-space")),
        ("octal:4.0", sequence(100), Some("sparse-space")),
        ("kayles", solve(&[2000, 5]), Some("heap-values")),
        ("kayles", solve(&[5, 2001]), Some("sparse-space")),
        ("grundy", solve(&[5000]), Some("sparse-space")),
        ("grundy", solve(&[50]), Some("heap-values")),
        ("octal:4.[3]", sequence(100), Some("lasker")),
        ("octal:0.33", sequence(100), None),
        ("octal:0.8", sequence(100), None),
        ("octal:0.[7]", sequence(100), None),
        ("coins:ruler", sequence(100), None),
        ("subtraction:1,2", sequence(100), None),
        ("nim", solve(&[5000]), None),
        ("kayles/misere", solve(&[9000]), None),
    ] {
        let parsed = Game::parse(game).unwrap();
        let answering = LADDER.iter().find(|engine| engine.prepare(&parsed, &ask).is_ok());
        let name = answering.map(|engine| engine.name());
        match engine {
            Some(engine) => assert_eq!(name, Some(engine), "{game} {ask:?}"),
            None => assert_ne!(name, Some("sparse-space"), "{game} {ask:?}"),
        }
    }
}

/// Counts the reports, and stops the work after some of them.
struct Stopping {
    reports: AtomicU64,
    after: u64,
}

impl Watch for Stopping {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        let reports = self.reports.fetch_add(1, Ordering::Relaxed);
        if reports < self.after { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

fn stopping(after: u64) -> Limits {
    let reports = AtomicU64::new(0);
    Limits { watch: Arc::new(Stopping { reports, after }), ..Limits::default() }
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let expected = terms("officers", Policy::default(), 9000);
    let mut values = Values::new(&rules("officers")).unwrap();
    assert_eq!(values.extend_to(9000, &stopping(3)), Err(Refusal::Interrupted));
    let stopped = values.terms().len();
    assert!(stopped > 1000 && stopped < 9000, "{stopped}");
    assert_eq!(values.terms(), &expected[..stopped]);
    let mut resumed = Values::new(&rules("officers")).unwrap().resume(values.terms().to_vec());
    for values in [&mut values, resumed.as_mut().unwrap()] {
        values.extend_to(9000, &Limits::default()).unwrap();
        assert_eq!(values.terms(), expected);
        values.extend_to(10, &Limits::default()).unwrap();
        assert_eq!(values.terms().len(), 9001);
    }
}

#[test]
fn foreign_terms_are_not_resumed() {
    let kayles = || Values::new(&rules("kayles")).unwrap();
    let officers = terms("officers", Policy::default(), 2000);
    assert!(matches!(kayles().resume(officers), Err(Refusal::BadInput { .. })));
    let mut spoilt = terms("kayles", Policy::default(), 2000);
    spoilt[2000] ^= 1;
    assert!(matches!(kayles().resume(spoilt), Err(Refusal::BadInput { .. })));
    for length in [0, 1, 2, 511, 512, 513, 700] {
        let mut known = terms("kayles", Policy::default(), 700);
        known.truncate(length);
        let resumed = kayles().resume(known.clone()).unwrap();
        assert_eq!(resumed.terms(), known);
    }
}

#[test]
fn what_exceeds_the_limits_is_refused() {
    let refuse = |game: &str, to: u64, limits: &Limits| {
        let game = Game::parse(game).unwrap();
        let ask = Ask::Sequence { of: Quantity::NimValue, to, row: None };
        SparseSpace.prepare(&game, &ask).unwrap()(limits).unwrap_err()
    };
    let default = Limits::default();
    let few_steps = Limits { steps: 1_000_000, ..default.clone() };
    let little_memory = Limits { memory: 100_000, ..default.clone() };
    for game in ["officers", "grundy"] {
        for (to, limits, exceeded) in [
            (10_000_000_000, &default, Unit::Bytes),
            (100_000, &few_steps, Unit::Steps),
            (12_000, &little_memory, Unit::Bytes),
        ] {
            let refusal = refuse(game, to, limits);
            let Refusal::Limit { needed, allowed, unit, .. } = refusal else { panic!("{refusal}") };
            assert!(unit == exceeded && needed > allowed, "{game} {to}");
        }
    }
    assert_eq!(refuse("officers", 100_000, &stopping(0)), Refusal::Interrupted);
    let mut values = Values::new(&rules("officers")).unwrap();
    assert!(values.extend_to(u64::MAX, &default).is_err());
}

#[test]
fn the_survey_is_complete_and_deterministic() {
    let limits = Limits::default();
    let codes = survey(2, 400, &limits).unwrap();
    assert_eq!(codes, survey(2, 400, &limits).unwrap());
    let texts: Vec<&str> = codes.iter().map(|surveyed| surveyed.code.as_str()).collect();
    assert_eq!(texts.len(), 64);
    assert_eq!(
        texts[..10],
        ["0.0", "0.01", "0.02", "0.03", "0.04", "0.05", "0.06", "0.07", "0.1", "0.11"]
    );
    assert_eq!(*texts.last().unwrap(), "0.77");
    for CodePeriod { code, period } in &codes {
        let Some((preperiod, period)) = *period else { continue };
        let expected = slow_code(&digits(code), 1000);
        let (start, period) = (preperiod as usize, period as usize);
        let repeats = |n: usize, p: usize| expected[n] == expected[n + p];
        assert!((start..=1000 - period).all(|n| repeats(n, period)), "{code}");
        assert!(start == 0 || !repeats(start - 1, period), "{code}: the preperiod");
        assert!((1..period).all(|p| (start..500).any(|n| !repeats(n, p))), "{code}: the period");
    }
    let period = |text: &str| codes.iter().find(|surveyed| surveyed.code == text).unwrap().period;
    assert_eq!(period("0.77"), Some((71, 12)));
    assert_eq!(period("0.07"), Some((53, 34)));
    assert_eq!(period("0.06"), None);
    assert!(survey(0, 100, &limits).is_err() && survey(3, 0, &limits).is_err());
    assert_eq!(survey(3, 300, &stopping(5)), Err(Refusal::Interrupted));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn longer_codes_equal_the_definition(
        first in prop::sample::select(vec![0u8, 4]),
        rest in prop::collection::vec(0u8..8, 1..9),
        mask in 1u16..64,
        twist: bool,
    ) {
        let text: String = rest.iter().map(u8::to_string).collect();
        let game = format!("octal:{first}.{text}");
        let all = [&[first], &rest[..]].concat();
        let expected = slow_code(&all, 1000);
        let forced = Policy { forced: Some((mask, twist)), ..ALWAYS };
        for policy in [Policy::default(), ALWAYS, forced] {
            prop_assert_eq!(&terms(&game, policy, 1000), &expected, "{} {:?}", game, policy);
        }
    }
}
