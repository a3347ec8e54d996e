//! Heap tables against the oracle on all small rules, and against slow programs on large ones.

mod ladder;
mod outcomes;
mod periods;
mod slow;
mod values;

use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_oracle::Oracle;
use bouton_rules::{Game, Limits, Position, Refusal, Watch};
use bouton_values::Outcome;

use super::{HeapOutcomes, ShiftRegister};
use crate::ask::{Ask, Quantity};
use crate::engine::Engine;
use crate::finding::{Finding, Sequence, Terms};

/// Both engines for a lone heap.
const LONE: [&dyn Engine; 2] = [&ShiftRegister, &HeapOutcomes];

fn game(text: &str) -> Game {
    Game::parse(text).unwrap()
}

fn try_sequence(
    engine: &dyn Engine,
    game: &Game,
    of: Quantity,
    to: u64,
    limits: &Limits,
) -> Result<Sequence, Refusal> {
    let ask = Ask::Sequence { of, to, row: None };
    match engine.prepare(game, &ask).unwrap()(limits)? {
        Finding::Sequence(sequence) => Ok(sequence),
        other => panic!("asked for a sequence, found {other:?}"),
    }
}

fn sequence(engine: &dyn Engine, game: &Game, of: Quantity, to: u64) -> Sequence {
    try_sequence(engine, game, of, to, &Limits::default()).unwrap()
}

fn period(sequence: &Sequence) -> (u64, u64) {
    let period = sequence.period.as_ref().expect("finite sets have a period");
    assert_eq!(period.saltus, crate::Saltus::ZERO);
    (period.preperiod, period.period)
}

fn outcomes(sequence: &Sequence) -> &[Outcome] {
    match &sequence.terms {
        Terms::Outcomes(outcomes) => outcomes,
        other => panic!("asked for outcomes, found {other:?}"),
    }
}

/// All sets with elements from 1 to `most`, ascending.
fn sets(most: u64) -> impl Iterator<Item = Vec<u64>> {
    (1u64..1 << most).map(move |bits| (1..=most).filter(|s| bits >> (s - 1) & 1 == 1).collect())
}

fn text(set: &[u64]) -> String {
    set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn oracle_outcomes(game: &Game, to: u64) -> Vec<Outcome> {
    let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
    (0..=to).map(|n| oracle.outcome(&Position::Tuple(vec![n])).unwrap()).collect()
}

fn oracle_values(game: &Game, to: u64) -> Vec<u64> {
    let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
    (0..=to).map(|n| oracle.nim_value(&Position::Tuple(vec![n])).unwrap().unwrap().0).collect()
}

/// Says stop at once.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

fn impatient() -> Limits {
    Limits { watch: Arc::new(Impatient), ..Limits::default() }
}
