//! Nimrod: row 1 by whole rows of bits against a flat table of bytes, and at two sizes; and tiles of a map.

use bouton_engines::{
    Ask, Bits, Finding, LADDER, NimrodStops, Quantity, Sequence, SweepResult, Terms, Window,
};
use bouton_rules::{Game, Limits};

use crate::measure::{Comparison, best_of};

pub(crate) fn run() -> Vec<Comparison> {
    vec![against_bytes(), against_a_tenth(), from_stops()]
}

fn against_bytes() -> Comparison {
    let bytes = best_of(2, || flat_table(1_000_000));
    let words = best_of(10, || row_1(1_000_000));
    assert_eq!(words.result, bytes.result);
    assert_eq!(words.result.count_ones(), 387_023);
    Comparison {
        subject: "nimrod, row 1 to 10^6".to_owned(),
        baseline: "flat table of bytes".to_owned(),
        baseline_time: bytes.time,
        engine_time: words.time,
        engine_bytes: words.peak_bytes,
        goal: 200.0,
    }
}

/// Ten times the piles are 31.6 times the work.
fn against_a_tenth() -> Comparison {
    let tenth = best_of(3, || row_1(10_000_000));
    let whole = best_of(2, || row_1(100_000_000));
    assert_eq!(tenth.result.count_ones(), 3_870_335);
    assert!(tenth.result.ones().eq(whole.result.ones().take(3_870_335)));
    assert_eq!(whole.result.count_ones(), 38_703_821);
    Comparison {
        subject: "nimrod, row 1 to 10^8".to_owned(),
        baseline: "40 × row 1 to 10^7".to_owned(),
        baseline_time: 40 * tenth.time,
        engine_time: whole.time,
        engine_bytes: whole.peak_bytes,
        goal: 1.0,
    }
}

/// The 24 tiles around a far one, when that has been drawn.
fn from_stops() -> Comparison {
    let (limits, far) = (Limits::default(), 10_000_000);
    let tile = |stops: &mut NimrodStops, x: u64, y: u64| {
        let sweep = stops.sweep(&Window { x: x..x + 256, y: y..y + 256 }, &limits);
        match sweep.and_then(|sweep| sweep.run(&limits, |stop| stops.keep(stop))) {
            Ok(SweepResult::Rows(rows)) => rows,
            other => panic!("it was not asked to stop: {other:?}"),
        }
    };
    let around = || (0..24).map(|n| (far + n % 6 * 256 - 512, 1 + n / 6 * 256));
    let mut stops = NimrodStops::new(64 << 20);
    tile(&mut stops, far, 1);
    let from_stops =
        best_of(3, || around().map(|(x, y)| tile(&mut stops, x, y)).collect::<Vec<_>>());
    let none = || NimrodStops::new(0);
    let fresh = best_of(1, || around().map(|(x, y)| tile(&mut none(), x, y)).collect::<Vec<_>>());
    assert_eq!(from_stops.result, fresh.result);
    Comparison {
        subject: "nimrod, 24 tiles around (10^7, 1)".to_owned(),
        baseline: "each from the pile 0".to_owned(),
        baseline_time: fresh.time,
        engine_time: from_stops.time,
        engine_bytes: from_stops.peak_bytes,
        goal: 20.0,
    }
}

fn row_1(to: u64) -> Bits {
    let game = Game::parse("nimrod").expect("a game of the catalogue");
    let ask = Ask::Sequence { of: Quantity::Outcome, to, row: Some(1) };
    let engine = LADDER.iter().find(|engine| engine.name() == "nimrod-rows");
    let run = engine.and_then(|engine| engine.prepare(&game, &ask).ok()).expect("a row of Nimrod");
    match run(&Limits::default()) {
        Ok(Finding::Sequence(Sequence { terms: Terms::Losing(bits), .. })) => bits,
        other => panic!("a row was asked for: {other:?}"),
    }
}

/// The straightforward program: a byte for each pile and each of the √(2P) rates that can be reached,
/// pile by pile. Each choice is read once, not three times, and whether it is legal is asked once a
/// pile; of four ways to write it this was the fastest.
fn flat_table(to: usize) -> Bits {
    let rates = (2 * to).isqrt() + 2;
    let width = rates + 1;
    let mut lost = vec![0u8; (to + 1) * width];
    for pile in 0..=to {
        let (past, now) = lost.split_at_mut(pile * width);
        let now = &mut now[..width];
        let choice = |rate: usize| past[(pile - rate) * width + rate];
        let most = rates.min(pile);
        let (mut below, mut here) = (0, if most > 0 { choice(1) } else { 0 });
        for (cell, next) in now[1..].iter_mut().zip(2..=most) {
            let above = choice(next);
            *cell = (below | here | above) ^ 1;
            (below, here) = (here, above);
        }
        for cell in &mut now[most.max(1)..] {
            *cell = (below | here) ^ 1;
            (below, here) = (here, 0);
        }
    }
    lost.iter().skip(1).step_by(width).map(|cell| *cell == 1).collect()
}
