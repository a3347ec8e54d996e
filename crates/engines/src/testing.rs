//! Shared by the engines' tests: the comparison with the oracle.

use bouton_oracle::Oracle;
use bouton_rules::{Game, Limits, Position};

use crate::ask::Ask;
use crate::engine::Engine;
use crate::finding::{Finding, Solution};

/// The engine's solution of a position; panics if the engine declines.
pub(crate) fn solve_with(engine: &dyn Engine, game: &str, tuple: &[u64]) -> Solution {
    let game = Game::parse(game).unwrap();
    let position = game.finite().unwrap().spec.tuple(tuple.to_vec()).unwrap();
    try_solve(engine, &game, position).expect("the engine accepts the position")
}

/// The engine's solution, or `None` if it declines.
pub(crate) fn try_solve(engine: &dyn Engine, game: &Game, position: Position) -> Option<Solution> {
    let ask = Ask::Solve(position);
    let run = engine.prepare(game, &ask).ok()?;
    match run(&Limits::default()).unwrap() {
        Finding::Solution(solution) => Some(solution),
        other => panic!("asked to solve, found {other:?}"),
    }
}

/// Compares outcome, winning moves and, where the engine gives one, value with the oracle's, on
/// every legal one of these tuples. Returns how many positions were compared; an engine that
/// declines one of them fails.
pub(crate) fn assert_equals_oracle(
    engine: &dyn Engine,
    game: &str,
    tuples: impl IntoIterator<Item = Vec<u64>>,
) -> usize {
    let game = Game::parse(game).unwrap();
    let finite = game.finite().unwrap();
    let mut oracle = Oracle::new(finite, Limits::default());
    let mut compared = 0;
    for tuple in tuples {
        let Ok(position) = finite.spec.tuple(tuple) else { continue };
        let solution = try_solve(engine, &game, position.clone())
            .unwrap_or_else(|| panic!("{} declined {} {position}", engine.name(), game.text()));
        assert_solution(&mut oracle, &game, &position, &solution);
        compared += 1;
    }
    assert!(compared > 0, "nothing was compared");
    compared
}

/// Compares one solution with the oracle's.
pub(crate) fn assert_solution(
    oracle: &mut Oracle<'_, bouton_rules::FiniteGame>,
    game: &Game,
    position: &Position,
    solution: &Solution,
) {
    let verdict = oracle.verdict(position).unwrap();
    let at = format!("{} {position}", game.text());
    assert_eq!(solution.outcome, verdict.outcome, "{at}");
    assert_eq!(sorted(&solution.left), sorted(&verdict.left), "{at}: Left's moves");
    assert_eq!(sorted(&solution.right), sorted(&verdict.right), "{at}: Right's moves");
    assert!(!solution.reasons.is_empty(), "{at}: no reason is given");
    if let Some(value) = solution.nim_value() {
        assert!(game.finite().unwrap().has_nim_values(), "{at}: a value where none is defined");
        assert_eq!(oracle.nim_value(position), Ok(Some(value)), "{at}: the value");
    }
}

fn sorted(positions: &[Position]) -> Vec<Position> {
    let mut sorted = positions.to_vec();
    sorted.sort();
    sorted
}
