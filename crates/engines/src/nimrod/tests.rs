//! Rows, windows and positions of Nimrod and its relatives against the oracle and a second program.

use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_oracle::Oracle;
use bouton_rules::{Game, Limits, Position, RateRules, Refusal, Watch};
use bouton_values::Outcome;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rustc_hash::FxHashMap;

use super::need::Need;
use super::outside::core_begins;
use super::{NimrodRows, RateColumns};
use crate::LADDER;
use crate::ask::{Ask, Quantity, Window};
use crate::closed::sector;
use crate::engine::Engine;
use crate::finding::{Bits, Chart, Finding, Sequence, Terms};
use crate::testing::assert_equals_oracle;

fn ask_row(to: u64, row: u64) -> Ask {
    Ask::Sequence { of: Quantity::Outcome, to, row: Some(row) }
}

fn run(engine: &dyn Engine, game: &str, ask: &Ask, limits: &Limits) -> Result<Finding, Refusal> {
    let game = Game::parse(game).unwrap();
    engine.prepare(&game, ask).unwrap()(limits)
}

fn row(engine: &dyn Engine, game: &str, to: u64, row: u64) -> Bits {
    match run(engine, game, &ask_row(to, row), &Limits::default()) {
        Ok(Finding::Sequence(Sequence { terms: Terms::Losing(terms), .. })) => terms,
        other => panic!("a row was asked for, found {other:?}"),
    }
}

fn chart(window: &Window) -> Vec<Bits> {
    match run(&NimrodRows, "nimrod", &Ask::chart(window.clone(), Vec::new()), &Limits::default()) {
        Ok(Finding::Chart(Chart::Losing(rows))) => rows,
        other => panic!("a chart was asked for, found {other:?}"),
    }
}

/// The whole grid to 600×60, row by row.
fn assert_rows_equal_the_oracle(engine: &dyn Engine, name: &str) {
    let game = Game::parse(name).unwrap();
    let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
    for rate in 1..=60 {
        let terms = row(engine, name, 600, rate);
        assert_eq!(terms.len(), 601);
        for pile in 0..=600 {
            let position = Position::Tuple(vec![pile as u64, rate]);
            let lost = oracle.outcome(&position) == Ok(Outcome::P);
            assert_eq!(terms.get(pile), lost, "{name} {position}");
        }
    }
}

#[test]
fn rows_equal_the_oracle() {
    for name in ["nimrod", "nimrod:3", "nimrod/misere"] {
        assert_rows_equal_the_oracle(&RateColumns, name);
    }
    assert_rows_equal_the_oracle(&NimrodRows, "nimrod");
}

#[test]
fn solutions_equal_the_oracle() {
    let grid = || (0..70).flat_map(|pile| (1..14).map(move |rate| vec![pile, rate]));
    for game in ["nimrod", "nimrod/misere", "nimrod:2", "nimrod:5/misere"] {
        assert_equals_oracle(&RateColumns, game, grid());
    }
    assert_equals_oracle(&NimrodRows, "nimrod", grid());
    let deeper =
        (0..2_600).step_by(37).flat_map(|pile| [1, 2, 30, 63, 64, 65, 70].map(|r| [pile, r]));
    assert_equals_oracle(&NimrodRows, "nimrod", deeper.map(Vec::from));
}

#[test]
fn rows_that_end_near_a_word_equal_the_columns() {
    let short = [62, 63, 64, 65, 66, 126, 127, 128, 129, 130, 255, 256, 257];
    let rates = (1..=20).chain([31, 32, 33, 47, 62, 63, 64, 65, 66, 127, 128, 129, 200, 1_000]);
    let long = [4_095, 4_096, 4_097];
    let cases = rates.flat_map(|rate| short.map(|to| (to, rate)));
    let more =
        [1, 2, 5, 40, 63, 64, 65, 100].into_iter().flat_map(|rate| long.map(|to| (to, rate)));
    for (to, rate) in cases.chain(more) {
        let (words, columns) =
            (row(&NimrodRows, "nimrod", to, rate), row(&RateColumns, "nimrod", to, rate));
        assert_eq!(words, columns, "row {rate} to {to}");
    }
}

/// A second program, as plain as can be: a byte for each (p,r), of the last 1024 piles. Calls `see` with
/// each pile and its rates from 0 on. The highest rates are wrong, for they lack the one above.
pub(super) fn plain_table(piles: usize, rates: usize, mut see: impl FnMut(usize, &[u8])) {
    assert!(rates < 1024);
    let mut lost = vec![[0u8; 1024]; 1024];
    for pile in 0..piles {
        let mut here = [0; 1024];
        for (rate, cell) in here.iter_mut().enumerate().take(rates).skip(1) {
            let least = if rate == 1 { 1 } else { rate - 1 };
            let wins = (least..=rate + 1)
                .any(|chosen| chosen <= pile && lost[(pile - chosen) % 1024][chosen] == 1);
            *cell = u8::from(!wins);
        }
        lost[pile % 1024] = here;
        see(pile, &here[..rates]);
    }
}

fn assert_window(window: &Window, mut is_lost: impl FnMut(u64, u64) -> bool) {
    let rows = chart(window);
    assert_eq!(rows.len() as u64, window.y.end - window.y.start);
    for (bits, rate) in rows.iter().zip(window.y.clone()) {
        assert_eq!(bits.len() as u64, window.x.end - window.x.start);
        let wrong =
            window.x.clone().zip(0..).find(|(pile, x)| bits.get(*x) != is_lost(*pile, rate));
        assert_eq!(wrong, None, "row {rate} of {window:?}");
    }
}

/// A small part of a large plane, with the bands 1 to 9 in four octaves.
#[test]
fn a_late_window_equals_a_plain_table() {
    let window = Window { x: 197_123..200_001, y: 1..641 };
    let mut table = vec![Vec::new(); 200_001];
    // From (200 000, 640) no rate above 903 can be reached.
    plain_table(200_001, 905, |pile, rates| {
        if window.x.contains(&(pile as u64)) {
            table[pile] = rates.to_vec();
        }
    });
    assert_window(&window, |pile, rate| table[pile as usize][rate as usize] == 1);
}

/// Windows of all sizes anywhere in a smaller plane, and whole rows.
#[test]
fn windows_and_rows_equal_a_plain_table() {
    let (piles, highest) = (20_000u64, 300u64);
    let mut table = Vec::new();
    // 301 + 302 + … + 362 is more than 20 000.
    plain_table(piles as usize, 365, |_, rates| table.push(rates.to_vec()));
    let is_lost = |pile: u64, rate: u64| table[pile as usize][rate as usize] == 1;
    let mut runner = TestRunner::new(ProptestConfig::with_cases(60));
    let windows = (0..piles, 1..200u64, 1..=highest, 1..100u64);
    let found = runner.run(&windows, |(x, width, y, height)| {
        let (right, top) = ((x + width).min(piles), (y + height).min(highest + 1));
        assert_window(&Window { x: x..right, y: y..top }, is_lost);
        let bits = row(&NimrodRows, "nimrod", x, y);
        assert_eq!(bits.len() as u64, x + 1);
        assert!((0..=x).all(|pile| bits.get(pile as usize) == is_lost(pile, y)), "row {y} to {x}");
        Ok(())
    });
    found.unwrap();
}

/// The definition, remembered, with the sectors at its end.
fn by_definition(known: &mut FxHashMap<(u64, u64), bool>, pile: u64, rate: u64) -> bool {
    if let Some(sector) = sector(pile, rate) {
        return !sector.is_won();
    }
    if let Some(lost) = known.get(&(pile, rate)) {
        return *lost;
    }
    let mut choices = RateRules { reach: 1 }.choices(pile, rate);
    let wins = choices.any(|chosen| by_definition(known, pile - chosen, chosen));
    known.insert((pile, rate), !wins);
    !wins
}

/// At high rates little more than a strip along the core's boundary is searched: bands leave from below,
/// and the clock jumps.
#[test]
fn the_edge_of_the_core_equals_the_definition() {
    let mut known = FxHashMap::default();
    // Percents of the boundary; beyond 170 the definition takes long.
    for (rate, percent) in [(700, 100), (700, 150), (1_023, 120), (1_024, 150), (4_097, 103)] {
        let pile = core_begins(rate) as u64 * percent / 100;
        let window = Window { x: pile - 20..pile + 150, y: rate - 2..rate + 3 };
        assert_window(&window, |pile, rate| by_definition(&mut known, pile, rate));
    }
}

#[test]
fn a_strip_needs_no_more_than_its_bands() {
    let pile = core_begins(100_000) as u64;
    let strip = Window { x: pile..pile + 1_000, y: 100_000..100_001 };
    let cost = Need::new(&strip).cost();
    assert!(cost.bytes < 4 << 20, "{cost:?}");
    let row = Window { x: 0..100_000_001, y: 1..2 };
    let cost = Need::new(&row).cost();
    assert!(cost.bytes < 7_000_000, "{cost:?}");
    // ⅔·10^12 bits.
    assert!((161_000_000..164_000_000).contains(&cost.tiles), "{cost:?}");
}

#[test]
fn outside_the_core_the_numbers_may_be_large() {
    let (pile, rate) = (1_000_000_000_000_000_000, 3_000_000_000);
    let window = Window { x: pile - 999..pile + 1, y: rate..rate + 5 };
    assert_window(&window, |pile, rate| sector(pile, rate).is_some_and(|sector| !sector.is_won()));
}

#[test]
fn the_rate_0_has_no_outcomes() {
    let ask = Ask::chart(Window { x: 60..70, y: 0..3 }, Vec::new());
    let Ok(Finding::Chart(found)) = run(&NimrodRows, "nimrod", &ask, &Limits::default()) else {
        panic!("a chart was asked for")
    };
    let legal = Chart::Losing(chart(&Window { x: 60..70, y: 1..3 })).letters();
    assert_eq!(found.letters(), [&["X".repeat(10)][..], &legal].concat());
    for empty in [Window { x: 5..5, y: 1..3 }, Window { x: 5..9, y: 3..3 }] {
        let height = empty.y.end - empty.y.start;
        assert_eq!(chart(&empty), vec![Bits::default(); height as usize]);
    }
}

/// The first engine of the ladder that accepts.
fn first(game: &str, ask: &Ask) -> &'static str {
    let game = Game::parse(game).unwrap();
    let engine = LADDER.iter().find(|engine| engine.prepare(&game, ask).is_ok());
    engine.map_or("none", |engine| engine.name())
}

#[test]
fn the_ladder_leads_here() {
    let core = Ask::Solve(Position::Tuple(vec![5_000, 1]));
    let outside = Ask::Solve(Position::Tuple(vec![5_000, 1_000]));
    let window = Ask::chart(Window { x: 0..10, y: 1..10 }, Vec::new());
    for (game, ask, engine) in [
        ("nimrod", &core, "nimrod-rows"),
        ("nimrod", &ask_row(100, 1), "nimrod-rows"),
        ("nimrod", &ask_row(100, 90), "nimrod-rows"),
        ("nimrod", &window, "nimrod-rows"),
        ("nimrod", &outside, "nimrod-sectors"),
        ("nimrod", &ask_row(100, 0), "none"),
        ("nimrod:2", &core, "rate-columns"),
        ("nimrod/misere", &core, "rate-columns"),
        ("nimrod/misere", &ask_row(100, 1), "rate-columns"),
        ("nimrod/misere", &window, "bytecode"),
    ] {
        assert_eq!(first(game, ask), engine, "{game} {ask:?}");
    }
}

#[test]
fn too_much_is_refused_with_numbers() {
    let huge = 1_000_000_000_000_000_000;
    let solve = |pile, rate| Ask::Solve(Position::Tuple(vec![pile, rate]));
    let chart = |x, y| Ask::chart(Window { x, y }, Vec::new());
    let asks: [(&dyn Engine, Ask); 9] = [
        (&RateColumns, solve(huge, 1)),
        (&RateColumns, solve(1_000_000_000, 1)),
        (&NimrodRows, solve(huge, 1)),
        (&NimrodRows, solve(huge, 1_000_000_000)),
        (&NimrodRows, solve(1_000_000_000, 1)),
        (&NimrodRows, ask_row(huge, 1)),
        (&NimrodRows, ask_row(u64::MAX, huge)),
        (&NimrodRows, chart(huge - 1..huge, 1..2)),
        (&NimrodRows, chart(0..huge, 1..huge)),
    ];
    for (engine, ask) in asks {
        let refusal = run(engine, "nimrod", &ask, &Limits::default()).unwrap_err();
        assert!(refusal.to_string().contains("allowed"), "{ask:?}: {refusal}");
    }
    let small = Limits { memory: 10_000, ..Limits::default() };
    let refusal = run(&NimrodRows, "nimrod", &ask_row(1_000_000, 1), &small).unwrap_err();
    assert!(matches!(refusal, Refusal::Limit { needed: 125_000..200_000, .. }), "{refusal:?}");
}

/// Stops at once.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        // The first news comes after a few milliseconds of work.
        assert!(done < 1 << 22 && done < total);
        ControlFlow::Break(())
    }
}

#[test]
fn a_stop_is_obeyed() {
    let limits = Limits { watch: Arc::new(Impatient), ..Limits::default() };
    for row in [1, 64, 5_000] {
        let found = run(&NimrodRows, "nimrod", &ask_row(30_000_000, row), &limits);
        assert_eq!(found, Err(Refusal::Interrupted));
    }
}
