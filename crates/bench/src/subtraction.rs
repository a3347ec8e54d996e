//! Subtraction games: nim-values and outcomes of a lone heap.

use bouton_engines::{Ask, Finding, LADDER, Quantity, Sequence, Terms};
use bouton_rules::{Game, Limits, SubtractionSet};
use bouton_values::Outcome;

use crate::measure::{Comparison, best_of, measure};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![
        // Ten million words: allocating the memory takes most of the time, in both programs.
        nim_values("2,3,5", 10_000_000, 1.5),
        nim_values(LONG_PERIOD, 10_000_000, 2.0),
        nim_values("3,4+2k", 20_000, 100.0),
        outcomes(LONG_PERIOD, 10_000_000, 5.0),
        outcomes("7,100,129,333,512,777,1000", 10_000_000, 3.0),
    ]
}

/// A set whose outcomes have the period 263 853, and whose nim-values have none that is short.
const LONG_PERIOD: &str = "8,26,35,53,61";

fn nim_values(set: &str, to: u64, goal: f64) -> Comparison {
    let baseline = measure(|| plain_values(&parse(set), to));
    let engine = best_of(3, || match sequence(set, Quantity::NimValue, to).terms {
        Terms::NimValues(values) => values,
        other => panic!("asked for nim-values, found {other:?}"),
    });
    assert!(engine.result == baseline.result, "{set}");
    Comparison {
        subject: format!("nim-values of {{{set}}} to {to}"),
        baseline: "table, mex by marks".to_owned(),
        baseline_time: baseline.time,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal,
    }
}

fn outcomes(set: &str, to: u64, goal: f64) -> Comparison {
    let baseline = measure(|| plain_outcomes(&parse(set), to));
    let engine = best_of(3, || match sequence(set, Quantity::Outcome, to).terms {
        Terms::Outcomes(outcomes) => outcomes,
        other => panic!("asked for outcomes, found {other:?}"),
    });
    let is_lost = |outcome: &Outcome| *outcome == Outcome::P;
    assert!(engine.result.iter().map(is_lost).eq(baseline.result.iter().copied()));
    let shown = if set.len() > 15 { format!("{}…", &set[..14]) } else { set.to_owned() };
    Comparison {
        subject: format!("outcomes of {{{shown}}} to {to}"),
        baseline: "table of booleans".to_owned(),
        baseline_time: baseline.time,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal,
    }
}

fn parse(set: &str) -> SubtractionSet {
    SubtractionSet::parse(set).expect("the set is well written")
}

fn sequence(set: &str, of: Quantity, to: u64) -> Sequence {
    let game = Game::parse(&format!("subtraction:{set}")).expect("the game is in the catalogue");
    let ask = Ask::Sequence { of, to, row: None };
    let run = LADDER.iter().find_map(|engine| engine.prepare(&game, &ask).ok());
    match run.expect("an engine accepts")(&Limits::default()) {
        Ok(Finding::Sequence(sequence)) => sequence,
        other => panic!("asked for a sequence, found {other:?}"),
    }
}

/// One heap after the other; a value is marked with the heap that can reach it.
fn plain_values(set: &SubtractionSet, to: u64) -> Vec<u64> {
    let elements: Vec<usize> = set.up_to(to).map(|s| s as usize).collect();
    let mut values: Vec<u64> = Vec::with_capacity(to as usize + 1);
    let mut marks = vec![usize::MAX; elements.len() + 1];
    for heap in 0..=to as usize {
        for taken in elements.iter().take_while(|taken| **taken <= heap) {
            marks[values[heap - taken] as usize] = heap;
        }
        let least = marks.iter().take_while(|mark| **mark == heap).count();
        values.push(least as u64);
    }
    values
}

/// Whether the mover loses, one heap after the other.
fn plain_outcomes(set: &SubtractionSet, to: u64) -> Vec<bool> {
    let elements: Vec<usize> = set.up_to(to).map(|s| s as usize).collect();
    let mut lost: Vec<bool> = Vec::with_capacity(to as usize + 1);
    for heap in 0..=to as usize {
        let wins = elements.iter().take_while(|s| **s <= heap).any(|s| lost[heap - s]);
        lost.push(!wins);
    }
    lost
}
