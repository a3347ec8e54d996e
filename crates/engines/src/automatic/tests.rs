//! What is read off theorems, compared with the oracle and with formulas of the literature; and who answers what.

use bouton_oracle::Oracle;

use super::*;
use crate::ask::{Quantity, Window};
use crate::ladder::LADDER;
use crate::testing::{assert_solution, try_solve};

/// Takes questions of any size.
const EAGER: ProvedAutomata =
    ProvedAutomata { above_tables: 0, above_heaps: 0, above_oracle: 0, ..ProvedAutomata::USUAL };

const PASS: &str = "game pass; position a, b, pass; legal pass <= 1; move a' < a; move b' < b; \
    move pass = 1, a + b >= 1: pass' = 0";
const MARK: &str = "game mark; position n; move n' = n - 1; move n >= 1: n' = n div 2";
const NEAR: &str = "game near; position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; \
    move k >= 1, l >= 1, abs(k - l) < 2: a' = a - k, b' = b - l";

fn read(text: &str) -> Game {
    Game::as_written(text).or_else(|_| Game::parse(text)).unwrap()
}

fn tuples(length: usize, below: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |tuples, _| {
        let longer = |tuple: Vec<u64>| (0..below).map(move |x| [&tuple[..], &[x]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

#[test]
fn small_positions_equal_the_oracle() {
    let mut compared = 0;
    for (text, numbers, below) in [
        ("wythoff", 2, 14),
        ("wythoff/misere", 2, 14),
        (NEAR, 2, 12),
        ("nim", 3, 6),
        ("nim/misere", 3, 5),
        ("antonim", 3, 6),
        ("welter", 3, 6),
        ("moore:2", 3, 5),
        (PASS, 3, 6),
        (MARK, 1, 200),
        ("game mm; position n; move n' = n - 1; move n >= 1: n' = n div 2; end misere", 1, 100),
        (
            "game p; position n; left move s in {1, 2}: n' = n - s; right move s in {1, 3}: n' = n - s",
            1,
            80,
        ),
        ("ending-partizan:2,3", 1, 80),
        ("subtraction:1,3,4/misere", 2, 10),
        (
            "game s; position a, b, c; move k >= 1: a' = a - k; move k >= 1: b' = b - k, a' = a + k; \
          move k >= 1: c' = c - k, b' = b + k",
            3,
            5,
        ),
        (
            "game f; position heap, limit; move 1 <= k <= limit: heap' = heap - k, limit' = 2 * k",
            2,
            14,
        ),
        ("game g; heaps h; move one h, h = greatest h: 0 <= h' < h", 3, 5),
        (
            "game c; rows h; legal falling h; legal first h >= 1; legal least h <= 2; \
          move one h: 0 <= h' < h, later h' = min(later h, h')",
            3,
            6,
        ),
    ] {
        let game = read(text);
        let finite = game.finite().unwrap();
        let mut oracle = Oracle::new(finite, Limits::default());
        let mut here = 0;
        for tuple in tuples(numbers, below) {
            let Ok(position) = finite.spec.tuple(tuple) else { continue };
            if position.tuple().unwrap().len() != numbers {
                continue;
            }
            let solution = try_solve(&EAGER, &game, position.clone())
                .unwrap_or_else(|| panic!("declined: {text} {position}"));
            assert_eq!(solution.unlisted, None);
            assert_solution(&mut oracle, &game, &position, &solution);
            here += 1;
        }
        assert!(here > 40, "{text}: {here}");
        compared += here;
    }
    assert!(compared > 2200, "{compared}");
}

/// Numbers from a seed (Knuth's linear congruential generator), as often small as large.
struct Dice(u64);

impl Dice {
    fn number(&mut self) -> u64 {
        let mut next = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 16
        };
        let bits = next() % 60;
        (next() << 20 ^ next()) % (1 << bits).min(MAX_NUMBER) + 1
    }
}

/// Is `small` the floor of kφ? By φ² = φ + 1 alone: n ≤ kφ exactly if n² ≤ nk + k².
fn is_floor(small: u64, k: u64) -> bool {
    let at_most = |n: u128, k: u128| n * n <= n * k + k * k;
    at_most(small.into(), k.into()) && !at_most(u128::from(small) + 1, k.into())
}

/// Wythoff's and Bouton's theorems at large positions: who wins, and every winning move.
#[test]
fn large_positions_obey_the_theorems_of_the_literature() {
    let mut dice = Dice(7);
    let [wythoff, nim] = ["wythoff", "nim"].map(read);
    for _ in 0..300 {
        let tuple = vec![dice.number(), dice.number()];
        let found = try_solve(&EAGER, &wythoff, Position::Tuple(tuple.clone())).unwrap();
        let lost = |a: u64, b: u64| is_floor(a.min(b), a.abs_diff(b));
        assert_eq!(found.outcome == Outcome::P, lost(tuple[0], tuple[1]), "{tuple:?}");
        for option in &found.left {
            let [a, b] = *option.tuple().unwrap() else { panic!("{option}") };
            let taken = [tuple[0] - a, tuple[1] - b];
            assert!(
                lost(a, b) && (taken[0] == taken[1] || taken.contains(&0)),
                "{tuple:?} {option}"
            );
        }
        // By Wythoff's theorem a won position has one, two or three winning moves.
        assert_eq!(found.left.is_empty(), found.outcome == Outcome::P);
        let tuple = vec![dice.number(), dice.number(), dice.number()];
        let sum = tuple[0] ^ tuple[1] ^ tuple[2];
        let found = try_solve(&EAGER, &nim, Position::Tuple(tuple.clone())).unwrap();
        let mut expected: Vec<Position> = (0..3)
            .filter(|heap| sum != 0 && tuple[*heap] ^ sum < tuple[*heap])
            .map(|heap| Position::Tuple(crate::engine::with(&tuple, heap, tuple[heap] ^ sum)))
            .collect();
        expected.sort();
        assert_eq!(found.left, expected, "{tuple:?}");
    }
}

fn engine(game: &Game, ask: &Ask) -> &'static str {
    let takes = |engine: &&&dyn Engine| engine.prepare(game, ask).is_ok();
    LADDER.iter().find(takes).unwrap().name()
}

#[test]
fn large_questions_without_a_closed_form_are_answered_by_a_theorem() {
    let solve = |numbers: &[u64]| Ask::Solve(Position::Tuple(numbers.to_vec()));
    let huge = MAX_NUMBER;
    for (text, small, large, other) in [
        ("wythoff/misere", vec![300, 400], vec![huge, huge - 5], "lattice-table"),
        (NEAR, vec![300, 400], vec![huge, huge / 2], "bytecode"),
        (PASS, vec![30, 40, 1], vec![huge, huge - 1, 1], "bytecode"),
        (MARK, vec![100_000], vec![huge], "heap-values"),
        (MARK, vec![1 << 21], vec![1 << 23], "heap-values"),
        (
            "game g; heaps h; move one h, h = greatest h: 0 <= h' < h",
            vec![5, 6, 7],
            vec![huge, 7, huge],
            "oracle",
        ),
    ] {
        let game = Game::parse(text).unwrap();
        assert_eq!(engine(&game, &solve(&small)), other, "{text}");
        assert_eq!(engine(&game, &solve(&large)), "proved-automata", "{text}");
        let found = try_solve(&ProvedAutomata::USUAL, &game, Position::Tuple(large)).unwrap();
        assert!(found.reasons[0].contains("proved for all numbers"), "{:?}", found.reasons);
    }
    // A closed form comes first.
    assert_eq!(engine(&Game::parse("wythoff").unwrap(), &solve(&[huge, huge])), "wythoff-golden");
    let game = Game::parse(NEAR).unwrap();
    let far = Window { x: huge - 9..huge, y: huge - 5..huge };
    assert_eq!(engine(&game, &Ask::chart(far, Vec::new())), "proved-automata");
    let mark = Game::parse(MARK).unwrap();
    let to = 1000;
    assert_eq!(engine(&mark, &Ask::Sequence { of: Quantity::Outcome, to, row: None }), "bytecode");
}

/// Windows far away: Fraenkel's pairs for |k - l| < 2 (1982), by the floor of k√2: n ≤ k√2 exactly if n² ≤ 2k².
#[test]
fn charts_far_away_show_fraenkels_pairs() {
    let root = |k: u128| (k..=2 * k).rev().find(|n| n * n <= 2 * k * k);
    let game = Game::parse(NEAR).unwrap();
    for k in [1_u128 << 20, 123_456] {
        let small = u64::try_from(root(k).unwrap()).unwrap();
        let large = small + 2 * k as u64;
        let ask =
            Ask::chart(Window { x: small - 3..small + 4, y: large - 2..large + 3 }, Vec::new());
        let run = EAGER.prepare(&game, &ask).ok().unwrap();
        let Finding::Chart(chart) = run(&Limits::default()).unwrap() else { panic!("a chart") };
        let letters = chart.letters();
        assert_eq!(&letters[2][3..4], "P", "{letters:?}");
        assert_eq!(letters.concat().matches('P').count(), 1, "{letters:?}");
    }
}

#[test]
fn what_the_end_of_numbers_could_change_is_declined() {
    let reason = |text: &str, tuple: &[u64]| {
        let game = Game::parse(text).unwrap();
        let ask = Ask::Solve(Position::Tuple(tuple.to_vec()));
        EAGER.prepare(&game, &ask).err().map(|declined| declined.reason)
    };
    // The limit rises to twice what was taken.
    let rising = "game f; position heap, limit; move 1 <= k <= limit, k mod 2 = 1: heap' = heap - k, limit' = 2 * k";
    let declined = reason(rising, &[MAX_NUMBER, MAX_NUMBER]).unwrap();
    assert!(declined.contains("rise") || declined.contains("found"), "{declined}");
    let capped = "game f; position a, b; move k >= 1: a' = a - k, b' = min(2 * k, 1000000000000000000); \
        move k >= 1: b' = b - k";
    assert!(reason(capped, &[5, 5]).is_some());
    // Euclid's game multiplies unknowns; a digraph has no text.
    assert!(reason("euclid", &[5, 5]).is_some());
    assert!(reason("octal:0.77", &[5]).is_some());
}

#[test]
fn too_few_steps_decline_and_are_not_remembered() {
    let text = "game few; position a, b; move a' < a; move b' < b; move a' = a - 3, b' = b - 3";
    let game = Game::parse(text).unwrap();
    let ask = Ask::Solve(Position::Tuple(vec![MAX_NUMBER; 2]));
    let few = Limits { steps: 1000, ..Limits::default() };
    assert!(EAGER.prepare_within(&game, &ask, &few, false).is_err());
    assert!(EAGER.prepare(&game, &ask).is_ok());
}

/// The theorem of normal play is put in the place of that of misère play: the checker rejects it, and nobody sees an answer.
#[test]
fn a_wrong_theorem_does_not_reach_anybody() {
    let swindler = ProvedAutomata {
        search: |question, limits| {
            let mut program = question.program.clone();
            program.end = read("nim").written().unwrap().program.end.clone();
            Question { program: &program, ..question.clone() }.strategy(limits)
        },
        ..EAGER
    };
    let text = "game swindle; heaps h; move one h: 0 <= h' < h; end misere";
    let game = Game::parse(text).unwrap();
    let ask = Ask::Solve(Position::Tuple(vec![5, 7]));
    // A second time, too: what was rejected is not remembered.
    for _ in 0..2 {
        let run = swindler.prepare(&game, &ask).ok().unwrap();
        match run(&Limits::default()) {
            Err(Refusal::Bug { problem }) => assert!(problem.contains("rejected"), "{problem}"),
            other => panic!("{other:?}"),
        }
    }
    // By Bouton's theorem (5, 7) is won; the search that is not hindered says so afterwards.
    let found = try_solve(&EAGER, &game, Position::Tuple(vec![5, 7])).unwrap();
    assert_eq!(found.outcome, Outcome::N);
}
