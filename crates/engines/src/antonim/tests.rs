//! Completions against the oracle, and against a second program where the oracle is too slow.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_oracle::Oracle;
use bouton_rules::{Limits, Position, Refusal, Watch};
use bouton_values::Outcome;
use proptest::prelude::*;

use super::search::{Scope, search};
use super::*;
use crate::ask::TableShape;
use crate::finding::Table;
use crate::ladder::LADDER;
use crate::testing::{assert_equals_oracle, solve_with};

fn tuples(heaps: u32, below: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..below.pow(heaps)).map(move |code| (0..heaps).map(|i| code / below.pow(i) % below).collect())
}

fn ascending(heaps: u32, below: u64) -> impl Iterator<Item = Vec<u64>> {
    tuples(heaps, below).filter(|tuple| tuple.is_sorted())
}

fn ask(game: &str, ask: Ask) -> Finding {
    let game = Game::parse(game).unwrap();
    CompletionSearch.prepare(&game, &ask).unwrap()(&Limits::default()).unwrap()
}

fn count(game: &str, heaps: usize, below: u64) -> u128 {
    match ask(game, Ask::Count { heaps, below }) {
        Finding::Count(count) => count,
        other => panic!("asked for a count, found {other:?}"),
    }
}

fn table(game: &str, fixed: &[u64], rows: u64, columns: u64) -> Vec<Vec<Option<u64>>> {
    let shape = TableShape { entries: Entries::Completion, fixed: fixed.to_vec(), rows, columns };
    match ask(game, Ask::Table(shape)) {
        Finding::Table(Table::Numbers(rows)) => rows,
        other => panic!("asked for a table, found {other:?}"),
    }
}

#[test]
fn solutions_equal_the_oracle() {
    for game in ["antonim", "welter"] {
        for (heaps, below) in [(1, 20), (2, 20), (3, 12), (4, 8), (5, 6)] {
            assert_equals_oracle(&CompletionSearch, game, tuples(heaps, below));
        }
        for (heaps, below) in [(3, 20), (4, 13), (5, 9), (6, 8), (7, 7)] {
            assert_equals_oracle(&CompletionSearch, game, ascending(heaps, below));
        }
    }
}

/// Cells are the least number that the oracle calls P, searched well beyond the table.
#[test]
fn tables_equal_the_oracle() {
    for name in ["antonim", "welter"] {
        let game = Game::parse(name).unwrap();
        let finite = game.finite().unwrap();
        let mut oracle = Oracle::new(finite, Limits::default());
        let tables: [&[u64]; 9] =
            [&[], &[0], &[1], &[4], &[0, 0], &[1, 3], &[3, 3], &[0, 2, 5], &[1, 2, 4]];
        for fixed in tables {
            for (rows, columns) in [(7, 6), (1, 5), (3, 1), (1, 1), (0, 4), (2, 0)] {
                let found = table(name, fixed, rows, columns);
                assert_eq!(found.len() as u64, rows);
                for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
                    let heaps = [fixed, &[row, column]].concat();
                    let expected = finite.spec.tuple(heaps.clone()).ok().and_then(|_| {
                        (0..40).find(|z| {
                            let position = finite.spec.tuple([&heaps[..], &[*z]].concat());
                            position.is_ok_and(|p| oracle.outcome(&p) == Ok(Outcome::P))
                        })
                    });
                    let cell = found[row as usize][column as usize];
                    assert_eq!(cell, expected, "{name} {fixed:?} {row} {column}");
                }
            }
        }
    }
}

#[test]
fn counts_equal_the_oracle() {
    for name in ["antonim", "welter"] {
        let game = Game::parse(name).unwrap();
        let finite = game.finite().unwrap();
        let mut oracle = Oracle::new(finite, Limits::default());
        for (heaps, most) in [(1, 9), (2, 20), (3, 20), (4, 12), (5, 9), (6, 8), (7, 6), (0, 3)] {
            for below in 0..=most {
                let expected = ascending(heaps, below)
                    .filter_map(|tuple| finite.spec.tuple(tuple).ok())
                    .filter(|position| oracle.outcome(position) == Ok(Outcome::P))
                    .count();
                let counted = count(name, heaps as usize, below);
                assert_eq!(counted, expected as u128, "{name} {heaps} {below}");
            }
        }
    }
}

/// A second program, from the rules alone: a position is P iff none of the lines through it, on which
/// all heaps but one stay, has had a P-position. The completion of every ascending triple below a
/// bound is noted if it lies below the bound too.
struct Lines {
    below: u64,
    /// `u32::MAX` while there is none.
    completions: Vec<u32>,
}

impl Lines {
    fn new(below: u64, zeros_repeat: bool) -> Lines {
        let size = below.pow(3) as usize;
        let mut lines = Lines { below, completions: vec![u32::MAX; size] };
        let next = |heap: u64| if heap == 0 && zeros_repeat { 0 } else { heap + 1 };
        for a in 0..below {
            for b in next(a)..below {
                for c in next(b)..below {
                    (next(c)..below).for_each(|d| lines.visit([a, b, c, d]));
                }
            }
        }
        lines
    }

    fn line(&self, [a, b, c]: [u64; 3]) -> usize {
        ((a * self.below + b) * self.below + c) as usize
    }

    fn visit(&mut self, [a, b, c, d]: [u64; 4]) {
        let lines = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].map(|line| self.line(line));
        if lines.iter().all(|line| self.completions[*line] == u32::MAX) {
            for (line, missing) in lines.iter().zip([d, c, b, a]) {
                self.completions[*line] = missing as u32;
            }
        }
    }

    fn completion(&self, mut others: [u64; 3]) -> Option<u64> {
        others.sort_unstable();
        let completion = self.completions[self.line(others)];
        (completion < u32::MAX).then_some(completion.into())
    }

    fn count(&self, below: u64) -> u128 {
        let lines = ascending_triples(below);
        let largest = lines.filter(|line| {
            self.completion(*line)
                .is_some_and(|z| z < below && (z > line[2] || *line == [0; 3] && z == 0))
        });
        largest.count() as u128
    }
}

fn ascending_triples(below: u64) -> impl Iterator<Item = [u64; 3]> {
    (0..below).flat_map(move |a| (a..below).flat_map(move |b| (b..below).map(move |c| [a, b, c])))
}

#[test]
fn counts_at_the_edges_of_words_equal_the_second_program() {
    for (game, zeros_repeat) in [("antonim", true), ("welter", false)] {
        let lines = Lines::new(131, zeros_repeat);
        for below in [62, 63, 64, 65, 66, 67, 126, 127, 128, 129, 130, 131] {
            assert_eq!(count(game, 4, below), lines.count(below), "{game} {below}");
        }
    }
}

/// The second program knows the completions that are below its bound.
#[test]
fn tables_at_the_edges_of_words_equal_the_second_program() {
    for (game, zeros_repeat) in [("antonim", true), ("welter", false)] {
        let lines = Lines::new(150, zeros_repeat);
        for fixed in [0, 1, 2, 62, 63, 64, 65, 66, 127, 128] {
            let found = table(game, &[fixed], 67, 130);
            for (row, column) in (0..67).flat_map(|row| (0..130).map(move |c| (row, c))) {
                let cell = found[row as usize][column as usize].filter(|cell| *cell < 150);
                let expected = lines.completion([fixed, row, column]);
                assert_eq!(cell, expected, "{game} {fixed},{row},{column}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Verdict and winning moves follow from the second program's completions.
    #[test]
    fn random_positions_equal_the_second_program(
        heaps in prop::collection::vec(0..150u64, 4),
        is_lost: bool,
        place in 0..4usize,
    ) {
        thread_local!(static LINES: Lines = Lines::new(150, true));
        LINES.with(|lines| {
            let mut heaps = heaps;
            let others = |heaps: &[u64], place: usize| {
                let mut others = heaps.to_vec();
                others.remove(place);
                [others[0], others[1], others[2]]
            };
            // Half of the positions should be lost ones.
            if is_lost && let Some(completion) = lines.completion(others(&heaps, place)) {
                heaps[place] = completion;
            }
            prop_assume!(Reading::Antonim.set(&heaps).is_some());
            let solution = solve_with(&CompletionSearch, "antonim", &heaps);
            let targets = (0..4).filter_map(|place| {
                let target = lines.completion(others(&heaps, place))?;
                (target < heaps[place]).then(|| crate::engine::with(&heaps, place, target))
            });
            let expected: HashSet<Vec<u64>> = targets.collect();
            let found = solution.left.iter().map(|option| option.tuple().unwrap().to_vec());
            prop_assert_eq!(found.collect::<HashSet<_>>(), expected);
            Ok(())
        })?;
    }

    /// Large positions: a winning move leads to a lost position, and from a lost position every move
    /// leads to one that can be won.
    #[test]
    fn large_positions_are_won_and_lost_in_turn(
        small in 1..6u64, others in prop::collection::hash_set(6..400u64, 3..5), pick: usize,
    ) {
        let heaps: Vec<u64> = others.into_iter().take(3).chain([small]).collect();
        let solution = solve_with(&CompletionSearch, "antonim", &heaps);
        let lost = match solution.left.first() {
            None => heaps,
            Some(option) => option.tuple().unwrap().to_vec(),
        };
        prop_assert!(solve_with(&CompletionSearch, "antonim", &lost).left.is_empty(), "{:?}", lost);
        let place = pick % 4;
        let legal = (0..lost[place]).filter(|lower| *lower == 0 || !lost.contains(lower));
        let legal: Vec<u64> = legal.collect();
        if let Some(lower) = legal.get(pick / 4 % legal.len().max(1)) {
            let option = crate::engine::with(&lost, place, *lower);
            prop_assert!(!solve_with(&CompletionSearch, "antonim", &option).left.is_empty());
        }
    }
}

/// The P-positions of five and six heaps below a bound, by lines, on tuples with zeros.
fn slow_sets(heaps: usize, below: u64) -> HashSet<Vec<usize>> {
    let mut done: HashMap<Vec<u64>, u64> = HashMap::new();
    let mut found = HashSet::new();
    let mut tuple = vec![0; heaps];
    loop {
        if Reading::Antonim.set(&tuple).is_some() {
            let lines: Vec<Vec<u64>> =
                (0..heaps).map(|place| [&tuple[..place], &tuple[place + 1..]].concat()).collect();
            if lines.iter().all(|line| !done.contains_key(line)) {
                found.insert(Reading::Antonim.set(&tuple).unwrap());
                done.extend(lines.into_iter().zip(tuple.iter().copied()));
            }
        }
        let Some(place) = (0..heaps).rev().find(|place| tuple[*place] + 1 < below) else {
            return found;
        };
        let raised = tuple[place] + 1;
        tuple[place..].fill(raised);
    }
}

/// The sets themselves, not just how many, in every layer that was searched on the way.
#[test]
fn sets_of_five_and_six_equal_the_second_program() {
    for (heaps, below) in [(5, 18), (6, 14), (7, 12)] {
        let slow = slow_sets(heaps, below);
        let most = below as usize - 1;
        let scope = Scope::up_to(most, (most + 1 - heaps..most).map(|b| b + 1).collect());
        let mut found = HashSet::new();
        search(Reading::Antonim, &scope, &Limits::default(), |s, finds| {
            for find in finds {
                assert!(found.insert([&[find.a], s, &[find.z]].concat()), "found twice");
            }
        })
        .unwrap();
        let searched = slow.iter().filter(|set| set.len() >= 4).cloned().collect();
        assert_eq!(found, searched, "{heaps} heaps below {below}");
        let few = slow.len() - found.len();
        assert_eq!(count("antonim", 3, below), few as u128);
    }
}

/// Five heaps across a word's edge: the least one small, so that the second program keeps up.
#[test]
fn five_heaps_at_the_edge_of_a_word_are_consistent() {
    for heaps in [[1, 2, 63, 64, 65], [2, 5, 62, 64, 128], [3, 4, 60, 63, 127], [1, 7, 31, 64, 66]]
    {
        let solution = solve_with(&CompletionSearch, "antonim", &heaps);
        let lost = solution.left.first().map_or(heaps.to_vec(), |o| o.tuple().unwrap().to_vec());
        assert!(solve_with(&CompletionSearch, "antonim", &lost).left.is_empty(), "{lost:?}");
        let game = Game::parse("antonim").unwrap();
        let options = game
            .finite()
            .unwrap()
            .spec
            .options(&Position::Tuple(lost), bouton_values::Player::Left);
        for option in options {
            let option = option.tuple().unwrap();
            assert!(
                !solve_with(&CompletionSearch, "antonim", option).left.is_empty(),
                "{option:?}"
            );
        }
    }
}

/// More heaps than the kernel has rows for at compile time.
#[test]
fn crowded_positions_equal_the_oracle() {
    let crowded = (9..=14).map(|most| (1..=most).collect());
    assert_equals_oracle(&CompletionSearch, "antonim", crowded);
    let gaps = (0..12u64).map(|gap| (1..=12).filter(|heap| *heap != gap).collect());
    assert_equals_oracle(&CompletionSearch, "antonim", gaps);
    let gaps = (0..12u64).map(|gap| (0..=12).filter(|coin| *coin != gap).collect());
    assert_equals_oracle(&CompletionSearch, "welter", gaps);
}

#[test]
fn the_ladder_leads_here() {
    let completion = |fixed: &[u64]| TableShape {
        entries: Entries::Completion,
        fixed: fixed.to_vec(),
        rows: 9,
        columns: 9,
    };
    let position = |heaps: &[u64]| Ask::Solve(Position::Tuple(heaps.to_vec()));
    let asked = [
        ("antonim", position(&[1, 4, 5, 7])),
        ("antonim", position(&[1, 4, 5, 7, 9])),
        ("antonim", position(&[1, 0, 4, 5, 7, 9, 10])),
        ("antonim", Ask::Table(completion(&[]))),
        ("antonim", Ask::Table(completion(&[1]))),
        ("antonim", Ask::Table(completion(&[1, 2]))),
        ("antonim", Ask::Table(completion(&[1, 2, 3]))),
        ("welter", Ask::Table(completion(&[1]))),
        ("antonim", Ask::Count { heaps: 3, below: 64 }),
        ("antonim", Ask::Count { heaps: 4, below: 64 }),
        ("antonim", Ask::Count { heaps: 5, below: 64 }),
        ("antonim", Ask::Count { heaps: 6, below: 64 }),
        ("welter", Ask::Count { heaps: 4, below: 64 }),
    ];
    for (game, ask) in asked {
        let game = Game::parse(game).unwrap();
        let first = LADDER.iter().find(|engine| engine.prepare(&game, &ask).is_ok());
        assert_eq!(first.map(|engine| engine.name()), Some("completions"), "{ask:?}");
    }
}

/// Below a power of two less one, X, Y, Z range over all but zero: 2ᵏ - 1 times 2ᵏ - 2 pairs make a
/// triple each.
#[test]
fn counts_of_three_heaps_have_no_limit() {
    let all = (1u128 << 59) - 1;
    assert_eq!(count("antonim", 3, all as u64), 1 + all * (all - 1) / 6);
    assert_eq!(count("antonim", 2, 1_000_001), 500_001);
}

fn refusal(game: &str, ask: Ask, limits: &Limits) -> Refusal {
    let game = Game::parse(game).unwrap();
    CompletionSearch.prepare(&game, &ask).unwrap()(limits).unwrap_err()
}

#[test]
fn what_is_too_much_is_refused_with_numbers() {
    let huge = MAX_NUMBER;
    let asked = [
        Ask::Solve(Position::Tuple(vec![huge, huge - 1, huge - 2, huge - 3])),
        Ask::Solve(Position::Tuple(vec![1, 2, huge - 1, huge])),
        Ask::Solve(Position::Tuple((100..130).collect())),
        Ask::Count { heaps: 4, below: 10_000 },
        Ask::Count { heaps: 4, below: huge },
        Ask::Count { heaps: 9, below: 400 },
        Ask::Count { heaps: usize::MAX, below: 1000 },
        Ask::Count { heaps: usize::MAX, below: huge },
        Ask::Table(TableShape {
            entries: Entries::Completion,
            fixed: vec![5_000],
            rows: 3_000,
            columns: 3_000,
        }),
    ];
    for ask in asked {
        for game in ["antonim", "welter"] {
            if game == "welter" && matches!(ask, Ask::Count { heaps: usize::MAX, .. }) {
                continue;
            }
            let refusal = refusal(game, ask.clone(), &Limits::default());
            assert!(refusal.to_string().contains("allowed"), "{game} {ask:?}: {refusal}");
        }
    }
}

/// The largest heap hardly matters: beyond the completions of the others it is a free move.
#[test]
fn one_huge_heap_is_no_obstacle() {
    let solution = solve_with(&CompletionSearch, "antonim", &[1, MAX_NUMBER, 4, 5]);
    assert_eq!(solution.left, [Position::Tuple(vec![1, 7, 4, 5])]);
}

/// Stops after a few reports and remembers how many there were.
struct Impatient {
    reports: AtomicU64,
    patience: u64,
}

impl Watch for Impatient {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        let reports = self.reports.fetch_add(1, Ordering::Relaxed) + 1;
        if reports > self.patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn stopping_is_obeyed() {
    let watch = Arc::new(Impatient { reports: AtomicU64::new(0), patience: 3 });
    let limits = Limits { watch: watch.clone(), ..Limits::default() };
    for (heaps, below) in [(4, 1000), (5, 150), (6, 100)] {
        watch.reports.store(0, Ordering::Relaxed);
        let refusal = refusal("antonim", Ask::Count { heaps, below }, &limits);
        assert_eq!(refusal, Refusal::Interrupted);
        assert_eq!(watch.reports.load(Ordering::Relaxed), 4);
    }
}
