//! Tables against the oracle.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_oracle::Oracle;
use bouton_rules::{Ending, FiniteGame, LatticeMove, LatticeRules, Position, Watch};
use bouton_values::Outcome;

use super::steps::StepSweep;
use super::*;
use crate::ask::{Entries, Quantity, TableShape, Window};
use crate::closed::WythoffGolden;
use crate::finding::{Chart, Sequence, Table, Terms};
use crate::ladder::LADDER;
use crate::testing::{assert_equals_oracle, solve_with};

const PLANE: [&str; 8] = [
    "wythoff",
    "wythoff/misere",
    "rook",
    "rook/misere",
    "king",
    "king/misere",
    "euclid",
    "euclid/misere",
];

fn tuples(length: u32, below: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..below.pow(length))
        .map(move |code| (0..length).map(|i| code / below.pow(i) % below).collect())
}

fn found(game: &Game, ask: Ask) -> Finding {
    LatticeTable.prepare(game, &ask).unwrap()(&Limits::default()).unwrap()
}

fn oracle(game: &FiniteGame) -> Oracle<'_, FiniteGame> {
    Oracle::new(game, Limits::default())
}

#[test]
fn solutions_equal_the_oracle() {
    for game in PLANE {
        assert_equals_oracle(&LatticeTable, game, tuples(2, 30));
    }
    for (dimension, below) in [(1, 40), (3, 8), (4, 4)] {
        for walk in ["rook", "king"] {
            for ending in ["", "/misere"] {
                let game = format!("{walk}:{dimension}{ending}");
                assert_equals_oracle(&LatticeTable, &game, tuples(dimension, below));
            }
        }
    }
}

/// Steps out of the row, within it, or both, and with a ray among them; 64 steps are too many for a word.
#[test]
fn values_of_steps_equal_the_oracle() {
    let many = (1..=8).flat_map(|a| (1..=8).map(move |b| format!("a' = a - {a}, b' = b - {b}")));
    let many = many.collect::<Vec<_>>().join("; move ");
    for (moves, are_steps) in [
        ("a' = a - 1; move b' = b - 1; move a' = a - 1, b' = b - 1", true),
        ("a' = a - 1, b' = b - 2; move a' = a - 2, b' = b - 1", true),
        ("b' = b - 2; move b' = b - 3", true),
        ("a' = a - 3; move a' = a - 1, b' = b - 4", true),
        ("a' = a - 3; move k >= 1: b' = b - k", false),
        (&many, false),
    ] {
        let text = format!("game s; position a, b; move {moves}");
        let game = Game::parse(&text).unwrap();
        let finite = game.finite().unwrap();
        let Spec::Lattice(rules) = &finite.spec else { panic!("{text}") };
        let walk = Walk { rules, is_misere: false };
        assert_eq!(StepSweep::new(&walk.board(&[0, 1], &[30, 25])).is_some(), are_steps, "{text}");
        let shape = TableShape {
            entries: Entries::Of(Quantity::NimValue),
            fixed: vec![],
            rows: 30,
            columns: 25,
        };
        let Finding::Table(Table::Numbers(rows)) = found(&game, Ask::Table(shape)) else {
            panic!("a table of numbers")
        };
        let mut oracle = oracle(finite);
        for (a, b) in (0..30).flat_map(|a| (0..25).map(move |b| (a, b))) {
            let position = finite.spec.tuple(vec![a, b]).unwrap();
            let wanted = oracle.nim_value(&position).unwrap().map(|value| value.0);
            assert_eq!(rows[a as usize][b as usize], wanted, "{a},{b} {text}");
        }
    }
}

#[test]
fn solutions_have_values_under_normal_play() {
    for (game, position) in
        [("king", vec![5, 9]), ("rook:3", vec![3, 4, 6]), ("euclid", vec![7, 30])]
    {
        let solution = solve_with(&LatticeTable, game, &position);
        assert!(solution.value.is_some(), "{game}");
    }
    assert_eq!(
        solve_with(&LatticeTable, "rook:3", &[30, 40, 60]).nim_value().unwrap().0,
        30 ^ 40 ^ 60
    );
    assert_eq!(solve_with(&LatticeTable, "wythoff/misere", &[5, 9]).value, None);
}

/// All tables with two numbers fixed or none, by cells.
#[test]
fn tables_equal_the_oracle() {
    for (name, fixed) in [("rook:3", vec![5]), ("king:3", vec![2]), ("rook:4", vec![2, 3])]
        .into_iter()
        .chain(PLANE.map(|name| (name, vec![])))
        .chain([("rook:3/misere", vec![3]), ("king:4/misere", vec![1, 2])])
    {
        let game = Game::parse(name).unwrap();
        let finite = game.finite().unwrap();
        let mut oracle = oracle(finite);
        let (rows, columns) = (9, 11);
        for of in [Quantity::Outcome, Quantity::NimValue] {
            if of == Quantity::NimValue && !finite.has_nim_values() {
                continue;
            }
            let shape =
                TableShape { entries: Entries::Of(of), fixed: fixed.clone(), rows, columns };
            let Finding::Table(table) = found(&game, Ask::Table(shape)) else {
                panic!("asked for a table")
            };
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
                let position = Position::Tuple([&fixed[..], &[row, column]].concat());
                let (r, c) = (row as usize, column as usize);
                match &table {
                    Table::Outcomes(cells) => {
                        assert_eq!(
                            cells[r][c],
                            oracle.outcome(&position).ok(),
                            "{name} {position}"
                        );
                    }
                    Table::Numbers(cells) => {
                        let expected = oracle.nim_value(&position).unwrap().unwrap().0;
                        assert_eq!(cells[r][c], Some(expected), "{name} {position}");
                    }
                }
            }
        }
    }
}

#[test]
fn charts_and_sequences_equal_the_oracle() {
    for name in PLANE {
        let game = Game::parse(name).unwrap();
        let mut oracle = oracle(game.finite().unwrap());
        for (x, y) in [(0..30, 0..30), (3..21, 7..30), (5..6, 0..2), (0..70, 62..66)] {
            let window = Window { x: x.clone(), y: y.clone() };
            let Finding::Chart(Chart::Losing(rows)) = found(&game, Ask::chart(window, Vec::new()))
            else {
                panic!("asked for a chart")
            };
            assert_eq!(rows.len() as u64, y.end - y.start);
            for (row, y) in rows.iter().zip(y) {
                assert_eq!(row.len() as u64, x.end - x.start);
                for (cell, x) in x.clone().enumerate() {
                    let lost = oracle.outcome(&Position::Tuple(vec![x, y])) == Ok(Outcome::P);
                    assert_eq!(row.get(cell), lost, "{name} {x},{y}");
                }
            }
        }
        for row in 0..20 {
            assert_sequence(&game, &mut oracle, 40, Some(row));
        }
    }
    for name in ["rook:1", "king:1/misere", "rook:1/misere", "king:1"] {
        let game = Game::parse(name).unwrap();
        assert_sequence(&game, &mut oracle(game.finite().unwrap()), 40, None);
    }
}

fn assert_sequence(game: &Game, oracle: &mut Oracle<'_, FiniteGame>, to: u64, row: Option<u64>) {
    let position = |x: u64| Position::Tuple([Some(x), row].into_iter().flatten().collect());
    let terms = |of| match found(game, Ask::Sequence { of, to, row }) {
        Finding::Sequence(Sequence { terms, .. }) => terms,
        other => panic!("asked for a sequence, found {other:?}"),
    };
    let lost = (0..=to).map(|x| oracle.outcome(&position(x)) == Ok(Outcome::P)).collect();
    assert_eq!(terms(Quantity::Outcome), Terms::Losing(lost), "{} {row:?}", game.text());
    if game.finite().unwrap().has_nim_values() {
        let values = (0..=to).map(|x| oracle.nim_value(&position(x)).unwrap().unwrap().0).collect();
        assert_eq!(terms(Quantity::NimValue), Terms::NimValues(values), "{} {row:?}", game.text());
    }
}

#[test]
fn empty_views_are_empty() {
    let game = Game::parse("wythoff").unwrap();
    let chart = |x, y| found(&game, Ask::chart(Window { x, y }, Vec::new()));
    assert_eq!(chart(3..3, 0..2), Finding::Chart(Chart::Losing(vec![Default::default(); 2])));
    assert_eq!(chart(0..9, 4..4), Finding::Chart(Chart::Losing(vec![])));
    let entries = Entries::Of(Quantity::NimValue);
    let shape = TableShape { entries, fixed: vec![], rows: 2, columns: 0 };
    assert_eq!(found(&game, Ask::Table(shape)), Finding::Table(Table::Numbers(vec![vec![]; 2])));
}

/// Every set of at most three moves from a few, steps and rays, with long and slanted vectors.
#[test]
fn all_small_rules_equal_the_oracle() {
    let vectors =
        [vec![1, 0], vec![0, 2], vec![1, 1], vec![2, 1], vec![0, 1], vec![3, 0], vec![1, 3]];
    let moves: Vec<LatticeMove> = [true, false]
        .into_iter()
        .flat_map(|ray| vectors.iter().map(move |v| LatticeMove { vector: v.clone(), ray }))
        .collect();
    for chosen in 1u32..1 << moves.len() {
        if chosen.count_ones() > 3 {
            continue;
        }
        let moves = (0..moves.len()).filter(|i| chosen >> i & 1 == 1).map(|i| moves[i].clone());
        let rules =
            LatticeRules { names: ["a", "b"].map(str::to_owned).to_vec(), moves: moves.collect() };
        for ending in [Ending::Normal, Ending::Misere] {
            assert_board(&FiniteGame { spec: Spec::Lattice(rules.clone()), ending }, &[9, 12]);
        }
    }
}

#[test]
fn slanted_rules_in_three_dimensions_equal_the_oracle() {
    let moves = [
        ([1, 0, 0], true),
        ([0, 2, 1], true),
        ([1, 1, 1], true),
        ([2, 0, 1], false),
        ([9, 0, 0], true),
    ];
    let moves = moves.map(|(vector, ray)| LatticeMove { vector: vector.to_vec(), ray });
    let rules =
        LatticeRules { names: ["a", "b", "c"].map(str::to_owned).to_vec(), moves: moves.to_vec() };
    for ending in [Ending::Normal, Ending::Misere] {
        assert_board(&FiniteGame { spec: Spec::Lattice(rules.clone()), ending }, &[7, 6, 8]);
    }
}

fn assert_board(game: &FiniteGame, sides: &[usize]) {
    let Spec::Lattice(rules) = &game.spec else { panic!("a lattice game") };
    let walk = Walk { rules, is_misere: game.ending == Ending::Misere };
    let mut oracle = oracle(game);
    let axes: Vec<usize> = (0..sides.len()).collect();
    let board = walk.board(&axes, sides);
    let limits = Limits::default();
    let position = |place: &[usize], x: usize| {
        Position::Tuple(place.iter().chain([&x]).map(|number| *number as u64).collect())
    };
    board
        .outcomes(walk.is_misere, &limits, |place, lost| {
            for (x, lost) in lost.iter().enumerate() {
                let position = position(place, x);
                let expected = oracle.outcome(&position) == Ok(Outcome::P);
                assert_eq!(*lost == 1, expected, "{rules:?} {position}");
            }
        })
        .unwrap();
    if walk.is_misere {
        return;
    }
    board
        .values(&limits, |place, values| {
            for (x, value) in values.iter().enumerate() {
                let position = position(place, x);
                let expected = oracle.nim_value(&position).unwrap().unwrap().0;
                assert_eq!(*value, expected, "{rules:?} {position}");
            }
        })
        .unwrap();
}

/// Wythoff's P-positions below 1000 are the golden pairs, and no others.
#[test]
fn wythoff_is_golden() {
    let game = Game::parse("wythoff").unwrap();
    let window = Window { x: 0..1000, y: 0..1000 };
    let Finding::Chart(Chart::Losing(rows)) = found(&game, Ask::chart(window, Vec::new())) else {
        panic!("asked for a chart")
    };
    let mut count = 0;
    for (y, row) in rows.iter().enumerate() {
        for x in row.ones() {
            let solution = solve_with(&WythoffGolden, "wythoff", &[x, y as u64]);
            assert_eq!(solution.outcome, Outcome::P, "{x},{y}");
            count += 1;
        }
    }
    // Below 1000 are the pairs number 0 to 381, as ⌊381φ²⌋ = 997 and ⌊382φ²⌋ = 1000; all but (0,0)
    // stand in two orders.
    assert_eq!(count, 2 * 381 + 1);
}

/// The values of a rook are nim-sums: a table well beyond one word.
#[test]
fn a_rook_is_worth_the_nim_sum() {
    let game = Game::parse("rook").unwrap();
    let shape = TableShape {
        entries: Entries::Of(Quantity::NimValue),
        fixed: vec![],
        rows: 300,
        columns: 200,
    };
    let Finding::Table(Table::Numbers(rows)) = found(&game, Ask::Table(shape)) else {
        panic!("asked for a table")
    };
    for (a, row) in rows.iter().enumerate() {
        for (b, value) in row.iter().enumerate() {
            assert_eq!(*value, Some((a ^ b) as u64), "{a},{b}");
        }
    }
}

/// Reports come in the middle of long rows; nothing gets lost there.
#[test]
fn long_rows_are_not_interrupted() {
    let to = 5 << 19;
    for (name, is_lost) in [("rook:1", (|n| n == 0) as fn(u64) -> bool), ("king:1", |n| n % 2 == 0)]
    {
        let game = Game::parse(name).unwrap();
        let ask = Ask::Sequence { of: Quantity::Outcome, to, row: None };
        let Finding::Sequence(Sequence { terms: Terms::Losing(bits), .. }) = found(&game, ask)
        else {
            panic!("asked for a sequence")
        };
        assert_eq!(bits, (0..=to).map(is_lost).collect(), "{name}");
    }
}

#[test]
fn euclid_is_solved_at_any_size() {
    let (a, b) = (MAX_NUMBER, MAX_NUMBER / 7 + 3);
    for game in ["euclid", "euclid/misere"] {
        let solution = solve_with(&LatticeTable, game, &[a, b]);
        for option in &solution.left {
            let option = option.tuple().unwrap();
            assert!(solve_with(&LatticeTable, game, option).left.is_empty());
        }
        assert_eq!(solution.outcome == Outcome::N, !solution.left.is_empty());
    }
}

#[test]
fn the_ladder_leads_here() {
    let of = |of| Entries::Of(of);
    let shape =
        |fixed: &[u64], entries| TableShape { entries, fixed: fixed.to_vec(), rows: 9, columns: 9 };
    let solve = |tuple: &[u64]| Ask::Solve(Position::Tuple(tuple.to_vec()));
    let window = Window { x: 0..9, y: 0..9 };
    let row = |of| Ask::Sequence { of, to: 9, row: Some(3) };
    for (game, ask) in [
        ("wythoff/misere", solve(&[3, 5])),
        ("king", solve(&[3, 5])),
        ("king:3/misere", solve(&[3, 5, 6])),
        ("euclid/misere", solve(&[3, 5])),
        ("wythoff", Ask::Table(shape(&[], of(Quantity::Outcome)))),
        ("wythoff", Ask::Table(shape(&[], of(Quantity::NimValue)))),
        ("rook:3", Ask::Table(shape(&[4], of(Quantity::NimValue)))),
        ("euclid", Ask::Table(shape(&[], of(Quantity::NimValue)))),
        ("wythoff/misere", Ask::chart(window.clone(), Vec::new())),
        ("king", Ask::chart(window.clone(), Vec::new())),
        ("euclid", Ask::chart(window, Vec::new())),
        ("wythoff", row(Quantity::NimValue)),
        ("king/misere", row(Quantity::Outcome)),
    ] {
        let game = Game::parse(game).unwrap();
        let first = LADDER.iter().find(|engine| engine.prepare(&game, &ask).is_ok());
        assert_eq!(first.map(|engine| engine.name()), Some("lattice-table"), "{ask:?}");
    }
}

#[test]
fn what_makes_no_sense_is_declined() {
    let game = |text| Game::parse(text).unwrap();
    let entries = Entries::Of(Quantity::NimValue);
    let shape = TableShape { entries, fixed: vec![1], rows: 2, columns: 2 };
    for (game, ask) in [
        (game("wythoff"), Ask::Table(shape.clone())),
        (game("rook:3/misere"), Ask::Table(shape)),
        (game("rook:3"), Ask::chart(Window { x: 0..2, y: 0..2 }, Vec::new())),
        (game("rook:3"), Ask::Sequence { of: Quantity::Outcome, to: 3, row: Some(1) }),
        (game("wythoff"), Ask::Sequence { of: Quantity::Outcome, to: 3, row: None }),
        (game("wythoff"), Ask::Count { heaps: 2, below: 5 }),
        (game("nim"), Ask::chart(Window { x: 0..2, y: 0..2 }, Vec::new())),
        (game("euclid"), Ask::chart(Window { x: 0..2, y: MAX_NUMBER..u64::MAX }, Vec::new())),
    ] {
        assert!(LatticeTable.prepare(&game, &ask).is_err(), "{} {ask:?}", game.text());
    }
}

#[test]
fn what_is_too_much_is_refused_with_numbers() {
    let huge = MAX_NUMBER;
    let solve = |tuple: &[u64]| Ask::Solve(Position::Tuple(tuple.to_vec()));
    for (game, ask) in [
        ("king", solve(&[huge, huge])),
        ("wythoff/misere", solve(&[200_000, 200_000])),
        ("king", solve(&[huge, 0])),
        ("rook:4", solve(&[huge, huge, huge, huge])),
        ("king:4/misere", solve(&[huge, huge, huge, 3])),
        ("rook:3", solve(&[5000, 5000, 5000])),
        ("rook", Ask::chart(Window { x: 0..huge, y: 0..3 }, Vec::new())),
        ("rook", Ask::chart(Window { x: huge - 2..huge, y: 0..3 }, Vec::new())),
        ("euclid", Ask::chart(Window { x: 0..1 << 30, y: 0..1 << 30 }, Vec::new())),
        ("wythoff", Ask::Sequence { of: Quantity::NimValue, to: huge, row: Some(2) }),
    ] {
        let game = Game::parse(game).unwrap();
        let run = LatticeTable.prepare(&game, &ask).unwrap();
        let refusal = run(&Limits::default()).unwrap_err();
        assert!(refusal.to_string().contains("allowed"), "{} {ask:?}: {refusal}", game.text());
    }
}

/// Where nim-values cost too much, outcomes are still found.
#[test]
fn values_are_left_out_where_they_cost_too_much() {
    let game = Game::parse("rook").unwrap();
    let ask = Ask::Solve(Position::Tuple(vec![500, 400]));
    let solve = |steps| {
        let limits = Limits { steps, ..Limits::default() };
        match LatticeTable.prepare(&game, &ask).unwrap()(&limits) {
            Ok(Finding::Solution(solution)) => solution,
            other => panic!("asked to solve, found {other:?}"),
        }
    };
    assert_eq!(solve(1 << 30).nim_value().map(|value| value.0), Some(500 ^ 400));
    assert_eq!(solve(1_500_000).value, None);
    assert_eq!(solve(1 << 30).left, solve(1_500_000).left);
}

struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        self.0.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    }
}

#[test]
fn stopping_is_obeyed() {
    for (game, of) in [
        ("wythoff", Quantity::NimValue),
        ("king", Quantity::Outcome),
        ("euclid", Quantity::NimValue),
    ] {
        let game = Game::parse(game).unwrap();
        let watch = Arc::new(Impatient(AtomicU64::new(0)));
        let limits = Limits { watch: watch.clone(), ..Limits::default() };
        let shape =
            TableShape { entries: Entries::Of(of), fixed: vec![], rows: 2000, columns: 2000 };
        let refusal = LatticeTable.prepare(&game, &Ask::Table(shape)).unwrap()(&limits);
        assert_eq!(refusal, Err(Refusal::Interrupted));
        assert_eq!(watch.0.load(Ordering::Relaxed), 1);
    }
}
