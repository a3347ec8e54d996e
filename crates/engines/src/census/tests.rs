//! The census against one set at a time, by the register and by a second program.

use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_rules::Watch;
use bouton_values::Outcome;
use proptest::prelude::*;

use super::*;

/// The outcomes of the heaps 0 to `to` by the letters of Proposition 2, under the EO rule.
fn letters(set: &[usize], to: usize) -> Vec<Outcome> {
    letters_from(set, "LR".repeat(32).as_str(), to)
}

/// The outcomes by the slow program, with these labels of the heaps that end the game.
fn letters_from(set: &[usize], labels: &str, to: usize) -> Vec<Outcome> {
    let labels: Vec<Outcome> = labels.chars().map(|l| l.to_string().parse().unwrap()).collect();
    let mut known = Vec::new();
    for heap in 0..=to {
        let taken = set.iter().take_while(|taken| **taken <= heap);
        let options: Vec<Outcome> = taken.map(|taken| known[heap - taken]).collect();
        let has = |letter| options.contains(&letter);
        known.push(match () {
            () if options.is_empty() => labels[heap],
            () if has(Outcome::P) || has(Outcome::L) && has(Outcome::R) => Outcome::N,
            () if has(Outcome::L) => Outcome::L,
            () if has(Outcome::R) => Outcome::R,
            () => Outcome::P,
        });
    }
    known
}

/// The row of a set by the slow program, from enough heaps for the period to show.
fn slow_row(set: u64, heaps: usize) -> Row {
    let elements: Vec<usize> = (1..=64).filter(|s| set >> (s - 1) & 1 == 1).collect();
    let outcomes = letters(&elements, heaps);
    let half = heaps / 2;
    let repeats = |p: &usize| (half..heaps - p).all(|n| outcomes[n] == outcomes[n + p]);
    let period = (1..half).find(repeats).expect("the period shows");
    let differs = |n: &usize| outcomes[*n] != outcomes[*n + period];
    let preperiod = (0..heaps - period).rev().find(differs).map_or(0, |n| n + 1);
    let eventually_left = outcomes[preperiod..].iter().all(|outcome| *outcome == Outcome::L);
    Row { set, preperiod: preperiod as u64, period: period as u64, eventually_left }
}

fn rows(family: Family, numbers: Range<u64>) -> Vec<Row> {
    let mut rows = Vec::new();
    family.classify_range(numbers, &Limits::default(), |row| rows.push(*row)).unwrap();
    rows
}

fn row_by_register(set: u64) -> Row {
    let family = Family::new(set.trailing_zeros() + 1, 64).unwrap();
    let (preperiod, period, eventually_left) = family.one_by_one(set, &Limits::default()).unwrap();
    Row { set, preperiod, period, eventually_left }
}

#[test]
fn every_family_within_fourteen_equals_one_set_at_a_time() {
    for min in 1..=14 {
        let family = Family::new(min, 14).unwrap();
        let rows = rows(family, 0..family.games());
        assert_eq!(rows.len() as u64, family.games());
        for (row, number) in rows.iter().zip(0..) {
            assert_eq!(row.set, family.set(number));
            assert_eq!(*row, row_by_register(row.set), "{:?}", row.elements().collect::<Vec<_>>());
        }
    }
}

#[test]
fn every_set_within_ten_equals_a_second_program() {
    for min in 1..=10 {
        let family = Family::new(min, 10).unwrap();
        for row in rows(family, 0..family.games()) {
            assert_eq!(row, slow_row(row.set, 250), "{:?}", row.elements().collect::<Vec<_>>());
        }
    }
}

/// The sets with a smaller maximum come first, and ranges are parts of the whole.
#[test]
fn the_order_is_fixed() {
    let whole = rows(Family::new(2, 13).unwrap(), 0..u64::MAX);
    assert!(whole.is_sorted_by_key(|row| row.set));
    assert_eq!(whole.len(), 2048);
    assert_eq!(whole[..512], rows(Family::new(2, 11).unwrap(), 0..512));
    let mut parts = Vec::new();
    for range in [0..1, 1..255, 255..257, 257..1000, 1000..1024, 1024..5000, 6000..7000] {
        parts.extend(rows(Family::new(2, 13).unwrap(), range));
    }
    assert_eq!(whole, parts);
}

/// The letters and the hash of each set against the outcomes by the slow program.
fn check_words(family: Family, labels: &str, heaps: usize) {
    let found = with_words(family, 0..family.games());
    assert_eq!(found.len() as u64, family.games());
    for (row, word) in &found {
        let elements: Vec<usize> = row.elements().map(|s| s as usize).collect();
        let outcomes = letters_from(&elements, labels, heaps);
        let (first, period) = (row.preperiod as usize, row.period as usize);
        let one = &outcomes[first..first + period];
        assert!((first..=heaps).zip(one.iter().cycle()).all(|(n, o)| outcomes[n] == *o));
        assert!(first == 0 || outcomes[first - 1] != outcomes[first - 1 + period]);
        assert_eq!(family.word(row, &Limits::default()).unwrap(), one);
        assert_eq!(row.eventually_left, one == [Outcome::L]);
        let text: String = one.iter().map(|outcome| outcome.letter()).collect();
        assert_eq!(word.hash, Fnv::default().text(&text).0);
        let occurring: String = "LNPR".chars().filter(|letter| text.contains(*letter)).collect();
        assert_eq!(word.letters.text(), occurring);
    }
}

/// The rows of these sets, and their columns, which must say the same.
fn with_words(family: Family, numbers: Range<u64>) -> Vec<(Row, PeriodWord)> {
    let mut columns = Columns::default();
    family.fill(numbers.clone(), &Limits::default(), &mut columns).unwrap();
    let rows = rows(family, numbers);
    assert_eq!(columns.periods.len(), rows.len());
    rows.into_iter()
        .enumerate()
        .map(|(i, row)| {
            assert_eq!(u64::from(columns.periods[i]), row.period);
            assert_eq!(u64::from(columns.preperiods[i]), row.preperiod);
            let index = usize::from(columns.letters[i]);
            let letters = Letters::all().nth(index).unwrap();
            assert_eq!(letters.index(), index);
            (row, PeriodWord { letters, hash: columns.hashes[i] })
        })
        .collect()
}

#[test]
fn words_are_the_outcomes_of_a_period() {
    check_words(Family::new(1, 9).unwrap(), &"LR".repeat(32), 400);
    check_words(Family::new(3, 11).unwrap(), &"LR".repeat(32), 400);
}

/// All labels of three heaps, and some of more.
#[test]
fn labels_are_where_the_outcomes_begin() {
    let letters = ['N', 'P', 'L', 'R'];
    for number in 0..64 {
        let labels: String =
            [number / 16, number / 4, number].map(|n| letters[n % 4]).iter().collect();
        let family = Family::labelled(3, 9, Labels::parse(&labels).unwrap()).unwrap();
        check_words(family, &labels, 500);
    }
    let labels = Labels::parse("PPLN").unwrap();
    check_words(Family::labelled(4, 12, labels).unwrap(), "PPLN", 600);
    assert_eq!(Labels::parse("LR").unwrap().loses, Labels::even_odd(2).loses.map(|w| w & 3));
    for wrong in ["", "LX", "D", &"L".repeat(65)] {
        assert!(Labels::parse(wrong).is_err(), "{wrong}");
    }
    assert!(Family::labelled(3, 9, Labels::parse("LN").unwrap()).is_err());
}

/// Lanes whose period does not show and those whose does have the same words.
#[test]
fn words_of_long_periods_are_those_of_the_register() {
    // Among them is the longest preperiod of all sets with minimum 2 and maximum 24, which is 286.
    let family = Family::new(2, 24).unwrap();
    let mut unshown = 0;
    for (row, word) in with_words(family, 2_260_000..2_264_000) {
        unshown += u64::from(row.preperiod + row.period > 128);
        assert_eq!(word, PeriodWord::of(family.word(&row, &Limits::default()).unwrap()));
    }
    assert!(unshown > 0, "all periods showed");
}

/// Propositions 3 and 4 of the paper: {2,3} has period 5 from 2 on, {2,3,6} is L from 8 on.
#[test]
fn known_sets_are_in_the_census() {
    let find =
        |set: u64| rows(Family::new(2, 6).unwrap(), 0..16).into_iter().find(|r| r.set == set);
    let two_three = Row { set: 0b110, preperiod: 2, period: 5, eventually_left: false };
    let with_six = Row { set: 0b100110, preperiod: 8, period: 1, eventually_left: true };
    assert_eq!([find(0b110), find(0b100110)], [Some(two_three), Some(with_six)]);
}

#[test]
fn a_summary_counts_its_rows() {
    let family = Family::new(2, 12).unwrap();
    let summary = family.summary(&Limits::default()).unwrap();
    let rows = rows(family, 0..family.games());
    assert_eq!(summary.games, 1024);
    assert_eq!(
        summary.eventually_left,
        rows.iter().filter(|row| row.eventually_left).count() as u64
    );
    let longest = rows.iter().map(|row| row.period).max();
    assert_eq!(summary.longest_period.map(|row| row.period), longest);
    let longest = rows.iter().map(|row| row.preperiod).max();
    assert_eq!(summary.longest_preperiod.map(|row| row.preperiod), longest);
}

struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn nonsense_and_excess_are_refused() {
    for (min, max) in [(0, 5), (6, 5), (2, 65)] {
        assert!(Family::new(min, max).is_err(), "{min} {max}");
    }
    let huge = Family::new(1, 64).unwrap();
    assert_eq!(huge.set(huge.games() - 1), u64::MAX);
    assert!(matches!(huge.summary(&Limits::default()), Err(Refusal::Limit { .. })));
    let impatient = Limits { watch: Arc::new(Impatient), ..Limits::default() };
    assert_eq!(Family::new(2, 9).unwrap().summary(&impatient), Err(Refusal::Interrupted));
    let few_steps = Limits { steps: 1000, ..Limits::default() };
    assert!(matches!(
        Family::new(3, 64).unwrap().one_by_one(1 << 63 | 1 << 40 | 1 << 2, &few_steps),
        Err(Refusal::Limit { .. })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Blocks somewhere in families to maximum 30, lane by lane, and some to 64.
    #[test]
    fn random_blocks_equal_one_set_at_a_time(min in 1u32..=64, more in 0u32..30, at in any::<u64>()) {
        for max in [(min + more).min(30).max(min), 40.max(min), 64] {
            let family = Family::new(min, max).unwrap();
            let start = at % family.games();
            for row in rows(family, start..start.saturating_add(20)) {
                prop_assert_eq!(row, row_by_register(row.set));
            }
        }
    }
}
