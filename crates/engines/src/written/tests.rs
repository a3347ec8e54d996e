//! Which rules are taken, in which manner, and at what cost. What comes of them is compared with the oracle in
//! `tests/written`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_oracle::Oracle;
use bouton_rules::{Limits, Refusal, Unit, Watch};

use super::outcomes::{Outcomes, outcome};
use super::sweep::Sweep;
use super::*;
use crate::ask::{Entries, Quantity, TableShape, Window};
use crate::finding::{Bits, Chart, Finding};
use crate::ladder::LADDER;
use crate::testing::{assert_solution, try_solve};

const NIMROD: &str = "game n; position pile, rate; legal 1 <= rate <= 100; \
    move rate' in rate-1 .. rate+1, pile' = pile - rate'";
const WYTHOFF: &str = "game w; position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; \
    move k >= 1: a' = a - k, b' = b - k";
const ODD: &str = "game odd; position a, b; legal b <= 255; \
    move k in 1 .. 4, (a + 2 * b) mod 5 != k: a' = a - k, b' = min(b + k, (3 * b + a) mod 256)";

fn read(text: &str) -> Game {
    Game::as_written(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn manner(text: &str, most: &[u64]) -> MoveKinds {
    Bytecode::USUAL.manner(&read(text), most).unwrap_or_else(|why| panic!("{text}: {why:?}"))
}

fn declined(text: &str, position: &str) -> String {
    let game = read(text);
    let ask = Ask::Solve(game.position(position).unwrap());
    match Bytecode::USUAL.prepare(&game, &ask) {
        Ok(_) => panic!("{text} was accepted"),
        Err(Declined { reason, .. }) => reason,
    }
}

#[test]
fn moves_are_worked_out_in_the_manner_that_is_meant() {
    let of = |lines, columns, rays| MoveKinds { lines, columns, rays };
    assert_eq!(manner(NIMROD, &[50, 100]), of(1, 0, 0));
    assert_eq!(manner(WYTHOFF, &[50, 50]), of(3, 0, 3));
    assert_eq!(manner(ODD, &[50, 255]), of(0, 1, 0));
    let columns = Bytecode { style: Style::Columns };
    assert_eq!(columns.manner(&read(NIMROD), &[50, 100]), Ok(of(0, 1, 0)));
    assert_eq!(columns.manner(&read(WYTHOFF), &[50, 50]), Ok(of(0, 3, 0)));
    // A condition on the position does not stop a ray; what is the same in a row costs no column.
    let guarded = "game g; position a, b; move k >= 1, b mod 2 = 0: b' = b - k; \
        move a mod 3 = 1, k in 1 .. min(a, 4): a' = a - k; legal b <= a";
    assert_eq!(manner(guarded, &[50, 20]).rays, 1);
}

/// Along these moves a flag is carried; along the others it would be wrong.
#[test]
fn rays_are_told_from_other_moves() {
    for (clauses, rays) in [
        ("k >= 1: a' = a - k", 1),
        ("0 <= a' < a", 1),
        ("a' < a, a' >= 1", 0),
        ("k >= 3: a' = a - k, b' = b - 2 * k", 1),
        ("k >= 1, k <= 100: a' = a - k", 1),
        ("k >= 1, k <= 5: a' = a - k", 0),
        ("k >= 1, k <= b: a' = a - k", 0),
        ("k >= 1, k <= b: a' = a - k, b' = b - k", 1),
        ("k >= 1, k < b: a' = a - k, b' = b - k", 0),
        ("k in {2+}: a' = a - k", 1),
        ("k in {1, 4+2k}: a' = a - k", 0),
        ("k in {4+3k}: a' = a - k", 1),
        ("k >= 1, k mod 2 = 1: a' = a - k", 0),
        ("k >= 1, a' != b: a' = a - k", 0),
        ("k >= 1, a > b: a' = a - k", 1),
        ("k >= 1, a - k > b: a' = a - k", 0),
        ("k >= 1: a' = a - k, b' = b + k", 1),
        ("k >= 1: a' = a - 2 * k, b' = b + k, a >= 2 * k", 1),
        ("k in 1 .. a: a' = a - k * k", 0),
        ("a' < a, b' = b - a + a'", 1),
    ] {
        let text = format!("game r; position a, b; legal b <= 30; move {clauses}");
        let game = read(&text);
        let found = Bytecode::USUAL.manner(&game, &[30, 30]).map_or(0, |manner| manner.rays);
        assert_eq!(found, rays, "{clauses}");
    }
}

#[test]
fn what_is_not_proved_is_declined() {
    let loopy = "game l; position a; legal a < 9; move a >= 1: a' = (a + 2) mod 9; loopy";
    assert!(declined(loopy, "3").contains("falls with every move"));
    assert!(declined(WYTHOFF, "100000,100000").contains("too large"));
    let nim = "game n; heaps h; move one h: 0 <= h' < h";
    assert!(declined(nim, "3,4").contains("heaps"));
    let built_in = Game::parse("octal:0.77").unwrap();
    let ask = Ask::Solve(built_in.position("3").unwrap());
    assert!(Bytecode::USUAL.prepare(&built_in, &ask).is_err());
    let sum = vec!["n"; 60].join(" + ");
    let moves = vec![format!("move n >= 1 and {sum} >= 2: n' = n - 1"); 60].join("; ");
    let long = format!("game l; position n; {moves}");
    assert!(declined(&long, "3").contains("too long"));
}

/// Who answers, once nothing is recognised.
#[test]
fn the_ladder_runs_unrecognised_texts_as_bytecode() {
    let engine = |game: &Game, ask: &Ask| {
        LADDER.iter().find(|engine| engine.prepare(game, ask).is_ok()).map(|engine| engine.name())
    };
    let outcomes = Entries::Of(Quantity::Outcome);
    let values = Entries::Of(Quantity::NimValue);
    let table = |entries| Ask::Table(TableShape { entries, fixed: vec![], rows: 9, columns: 9 });
    for text in
        [ODD, "game t; position a, b; move k in 1 .. 3, k <= b + 1: a' = a - k; move b' = b - 1"]
    {
        for game in [Game::parse(text).unwrap(), read(text)] {
            let row = |of| Ask::Sequence { of, to: 30, row: Some(2) };
            for ask in [
                Ask::Solve(game.position("5,6").unwrap()),
                row(Quantity::Outcome),
                row(Quantity::NimValue),
                table(outcomes),
                table(values),
                Ask::chart(Window { x: 0..9, y: 0..9 }, Vec::new()),
            ] {
                assert_eq!(engine(&game, &ask), Some("bytecode"), "{text} {ask:?}");
            }
        }
    }
    let squares = read("game s; position n; move k in 1 .. n: n' = n - k * k");
    let ask = Ask::Sequence { of: Quantity::NimValue, to: 100, row: None };
    assert_eq!(engine(&squares, &ask), Some("bytecode"));
    let wythoff = Game::parse(WYTHOFF).unwrap();
    assert_ne!(engine(&wythoff, &table(values)), Some("bytecode"));
}

/// Where a family has no engine for a question, its text is compiled, and says the same as the oracle.
#[test]
fn families_without_an_engine_run_by_their_text() {
    let values = Entries::Of(Quantity::NimValue);
    let table = Ask::Table(TableShape { entries: values, fixed: vec![], rows: 25, columns: 12 });
    let chart = Ask::chart(Window { x: 0..40, y: 1..15 }, Vec::new());
    let row = Ask::Sequence { of: Quantity::NimValue, to: 60, row: Some(7) };
    let fast = "game f; position pile, rate; legal rate >= 1; \
        move rate' in rate - 2 .. rate + 2, pile' = pile - rate'";
    let misere = format!("{fast}; end misere");
    let even = format!("{fast}; end left if pile mod 2 = 0 else right");
    for (text, ask) in [
        (fast, &chart),
        (fast, &row),
        (&misere, &chart),
        (&even, &chart),
        ("fibonacci", &table),
        ("fibonacci", &row),
    ] {
        let game = Game::parse(text).unwrap();
        assert!(!matches!(game.finite().unwrap().spec, Spec::Written(_)), "{text}");
        let mut engines = LADDER.iter().filter(|engine| engine.prepare(&game, ask).is_ok());
        let first = engines.next().unwrap();
        assert_eq!(first.name(), "bytecode", "{text} {ask:?}");
        let oracle = engines.find(|engine| engine.name() == "oracle").unwrap();
        let [found, wanted] = [first, oracle]
            .map(|engine| engine.prepare(&game, ask).unwrap()(&Limits::default()).unwrap());
        assert!(shown(&found).eq(&shown(&wanted)), "{text} {ask:?}\n{found:?}\n{wanted:?}");
    }
    // What lies far away is left to those who look only at what can be reached.
    let game = Game::parse(fast).unwrap();
    let far = Ask::chart(Window { x: 999_000..999_010, y: 1..3 }, Vec::new());
    assert!(Bytecode::USUAL.prepare(&game, &far).is_err());
}

/// The engine that answers a recognised text; a question about it as it is written is never answered by a slower one.
#[test]
fn being_recognised_keeps_the_bytecode() {
    let lone = "game l; position n; move k in {1, 2, 5}, n mod 3 != 0: n' = n - k; move n' = n div 2 if n >= 1";
    let even = "; end left if (a + b) mod 2 = 0 else right";
    let steps = "game s; position a, b; move a' = a - 1, b' = b - 2; move a' = a - 2, b' = b - 1";
    let misere = format!("{lone}; end misere");
    let steps = format!("{steps}{even}");
    for (text, position, to) in
        [(&misere, "50", 300), (&steps, "20,17", 40), (&lone.into(), "50", 300)]
    {
        let row = text.contains("position a").then_some(5);
        let recognised = Game::parse(text).unwrap();
        let finite = recognised.finite().unwrap();
        assert!(!matches!(finite.spec, Spec::Written(_)), "{text}");
        let sequence = Ask::Sequence { of: Quantity::Outcome, to, row };
        let solve = Ask::Solve(recognised.position(position).unwrap());
        let asks = [sequence, solve];
        for ask in &asks[..if finite.has_nim_values() { 1 } else { 2 }] {
            let first = LADDER.iter().find(|engine| engine.prepare(&recognised, ask).is_ok());
            assert_eq!(first.unwrap().name(), "bytecode", "{text} {ask:?}");
        }
        let mut oracle = Oracle::new(finite, Limits::default());
        for number in 0..40 {
            let numbers = [Some(number), row].into_iter().flatten().collect();
            let position = finite.spec.tuple(numbers).unwrap();
            let found = try_solve(&Bytecode::USUAL, &recognised, position.clone()).unwrap();
            assert_solution(&mut oracle, &recognised, &position, &found);
        }
    }
}

/// A family goes on to the oracle where the table of a text does not fit into memory; a text that was not recognised is
/// refused with the numbers.
#[test]
fn tables_of_families_that_are_too_large_are_declined() {
    let text = "fibonacci";
    let values = Entries::Of(Quantity::NimValue);
    let ask = Ask::Table(TableShape { entries: values, fixed: vec![], rows: 300, columns: 300 });
    let limits = Limits { memory: 1 << 18, ..Limits::default() };
    let recognised = Game::parse(text).unwrap();
    let prepared = |game| Bytecode::USUAL.prepare_within(game, &ask, &limits, false);
    assert!(Bytecode::USUAL.prepare(&recognised, &ask).is_ok());
    assert!(prepared(&recognised).is_err());
    assert!(Bytecode::USUAL.prepare_within(&recognised, &ask, &limits, true).is_ok());
    match prepared(&Game::as_written(text).unwrap()).ok().unwrap()(&limits) {
        Err(Refusal::Limit { unit: Unit::Bytes, .. }) => {}
        other => panic!("{other:?}"),
    }
}

/// What a finding shows, without how it came about.
fn shown(finding: &Finding) -> String {
    match finding {
        Finding::Table(table) => format!("{table:?}"),
        Finding::Chart(Chart::Outcomes(rows)) => format!("{rows:?}"),
        Finding::Chart(Chart::Losing(rows)) => {
            let outcome = |lost: bool| Some(if lost { Outcome::P } else { Outcome::N });
            let row = |bits: &Bits| (0..bits.len()).map(|at| outcome(bits.get(at))).collect();
            format!("{:?}", rows.iter().map(row).collect::<Vec<Vec<_>>>())
        }
        Finding::Sequence(sequence) => format!("{:?}", sequence.terms),
        other => panic!("{other:?}"),
    }
}

/// Endings that look at the number of tokens, which a text need not say.
#[test]
fn labels_of_stuck_positions_are_kept() {
    let rules =
        "game l; position a, b; move k in 2..3, b >= 1: a' = a - k, b' = b - 1; move b' = b - 2";
    for ending in [
        Ending::Partizan(TerminalLabels::EvenOdd),
        Ending::Partizan(TerminalLabels::parse_word("LRNPRL", 6).unwrap()),
        Ending::Partizan(bouton_rules::parse_labels("{1|0},-1/2,^*,0", 4).unwrap()),
        Ending::Misere,
    ] {
        let spec = read(rules).finite().unwrap().spec.clone();
        let game = FiniteGame { spec, ending };
        let most = [11, 9];
        let Spec::Written(rules) = &game.spec else { panic!("{rules} was recognised") };
        let program = rules.program();
        let layout = layout(program, &most, MOST_CELLS).unwrap();
        let end = end(&game, program).unwrap();
        let code = Code::new(program, &end, &layout, Style::Lines, true).unwrap();
        let sweep = Sweep::new(&code, &layout);
        let cells = sweep.run(&mut Outcomes::new(&sweep), &Limits::default()).unwrap();
        let mut oracle = Oracle::new(&game, Limits::default());
        for (a, b) in (0..12).flat_map(|a| (0..10).map(move |b| (a, b))) {
            let position = game.spec.tuple(vec![a, b]).unwrap();
            let found = outcome(cells[layout.place(&[a, b])]);
            assert_eq!(
                found,
                Some(oracle.outcome(&position).unwrap()),
                "{a},{b} {:?}",
                game.ending
            );
        }
    }
}

#[test]
fn what_is_too_large_is_refused_with_numbers() {
    let chart = Ask::chart(Window { x: 0..200_001, y: 1..101 }, Vec::new());
    let game = read(NIMROD);
    let run = |limits: Limits| Bytecode::USUAL.prepare(&game, &chart).unwrap()(&limits);
    match run(Limits { memory: 1 << 20, ..Limits::default() }) {
        Err(Refusal::Limit { needed, allowed, unit: Unit::Bytes, .. }) => {
            assert!(needed > 20_000_000 && allowed == 1 << 20, "{needed}");
        }
        other => panic!("{other:?}"),
    }
    match run(Limits { steps: 5_000_000, ..Limits::default() }) {
        Err(Refusal::Limit { needed, allowed: 5_000_000, unit: Unit::Steps, .. }) => {
            assert!(needed > 10_000_000, "{needed}");
        }
        other => panic!("{other:?}"),
    }
}

/// Far too many choices are noticed before anything is done.
#[test]
fn endless_choices_are_refused_at_once() {
    let text = "game c; position n; move k in 1 .. n, l in 1 .. n, k + l mod 3 = 1: n' = n - k - l";
    let game = read(text);
    let ask = Ask::Sequence { of: Quantity::Outcome, to: 1_000_000, row: None };
    let told = Arc::new(Counting(AtomicU64::new(0), u64::MAX));
    let limits = Limits { watch: told.clone(), ..Limits::default() };
    match Bytecode::USUAL.prepare(&game, &ask).unwrap()(&limits) {
        Err(Refusal::Limit { needed, unit: Unit::Steps, .. }) => assert!(needed > 1 << 35),
        other => panic!("{other:?}"),
    }
    assert!(told.0.load(Ordering::Relaxed) < 10);
}

struct Counting(AtomicU64, u64);

impl Watch for Counting {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        match self.0.fetch_add(1, Ordering::Relaxed) < self.1 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

#[test]
fn the_watch_is_told_and_may_stop() {
    let game = read(NIMROD);
    let ask = Ask::chart(Window { x: 0..200_001, y: 1..101 }, Vec::new());
    let run = |most: u64| {
        let watch = Arc::new(Counting(AtomicU64::new(0), most));
        let limits = Limits { watch: watch.clone(), ..Limits::default() };
        (Bytecode::USUAL.prepare(&game, &ask).unwrap()(&limits), watch.0.load(Ordering::Relaxed))
    };
    let (found, told) = run(u64::MAX);
    assert!(found.is_ok() && told >= 3, "{told}");
    assert_eq!(run(2), (Err(Refusal::Interrupted), 3));
}

#[test]
fn solutions_say_why() {
    let game = read(NIMROD);
    let solution = try_solve(&Bytecode::USUAL, &game, game.position("10,1").unwrap()).unwrap();
    assert!(solution.reasons[0].contains("up to 10,"), "{:?}", solution.reasons);
    assert_eq!(solution.reasons.len(), 2);
    let partizan = read("game p; position a, b; left move a' = a - 1; right move b' = b - 1");
    let solution = try_solve(&Bytecode::USUAL, &partizan, partizan.position("3,2").unwrap());
    let solution = solution.unwrap();
    assert_eq!(solution.outcome, Outcome::L);
    assert_eq!(solution.reasons.len(), 3);
    assert_eq!((solution.left.len(), solution.right.len(), solution.value), (1, 0, None));
}
