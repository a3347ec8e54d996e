//! Which engine answers which question: the first of the ladder that accepts it.

use super::*;
use crate::definition::Definition;
use crate::heap::HeapValues;
use crate::ladder::LADDER;

fn first_acceptor(text: &str, ask: &Ask) -> &'static str {
    let game = game(text);
    let engine = LADDER.iter().find(|engine| engine.prepare(&game, ask).is_ok());
    engine.expect("some engine accepts").name()
}

const SQUARES: &str = "game s; position n; move k in 1 .. n: n' = n - k * k";

#[test]
fn the_fast_engines_come_first() {
    let sequence = |of| Ask::Sequence { of, to: 9, row: None };
    for (game, of, engine) in [
        ("subtraction:1,3,4", Quantity::Outcome, "shift-register"),
        ("subtraction:1,3,4/misere", Quantity::Outcome, "shift-register"),
        ("ending-partizan:2,64", Quantity::Outcome, "shift-register"),
        ("ending-partizan:3,5@LNP", Quantity::Outcome, "shift-register"),
        ("partizan-subtraction:1,64|2,7", Quantity::Outcome, "shift-register"),
        ("ending-partizan:2,65", Quantity::Outcome, "outcome-table"),
        ("partizan-subtraction:1,2|65", Quantity::Outcome, "outcome-table"),
        ("ending-partizan:2+", Quantity::Outcome, "outcome-table"),
        ("subtraction:1,3,4", Quantity::NimValue, "heap-values"),
        ("subtraction:2+", Quantity::NimValue, "heap-values"),
        (SQUARES, Quantity::Outcome, "bytecode"),
        (SQUARES, Quantity::NimValue, "heap-values"),
    ] {
        assert_eq!(first_acceptor(game, &sequence(of)), engine, "{game}");
    }
    for (game, heaps, engine) in [
        ("ending-partizan:2,3", vec![11], "shift-register"),
        ("subtraction:1,3,4/misere", vec![0, 9, 0], "shift-register"),
        ("partizan-subtraction:1|2", vec![9], "shift-register"),
        ("ending-partizan:2,1000", vec![11], "outcome-table"),
        ("ending-partizan:3,4+2k", vec![11], "outcome-table"),
        ("subtraction:1,3,4", vec![9, 5], "heap-values"),
        ("subtraction:1,3,4", vec![9], "heap-values"),
        ("subtraction:1,3,4/misere", vec![9, 5], "oracle"),
        (SQUARES, vec![9], "heap-values"),
    ] {
        let ask = Ask::Solve(Position::Tuple(heaps));
        assert_eq!(first_acceptor(game, &ask), engine, "{game}");
    }
}

#[test]
fn what_does_not_fit_is_declined() {
    let ask = Ask::Solve(Position::Tuple(vec![3, 4]));
    for text in ["kayles/misere", "antonim", "partizan-subtraction:1|2"] {
        assert!(HeapValues.prepare(&game(text), &ask).is_err(), "{text}");
    }
    for text in ["kayles", "nim", "antonim", "partizan-subtraction:1|2"] {
        for engine in LONE {
            assert!(engine.prepare(&game(text), &ask).is_err(), "{text}");
        }
    }
    let ask = Ask::Solve(Position::Tuple(vec![3]));
    let declined = ShiftRegister.prepare(&game("ending-partizan:2,65"), &ask).err().unwrap();
    assert!(declined.reason.contains("64"), "{}", declined.reason);
}

/// Only where nobody names it does the engine leave outcomes to the faster one, and only if that has the memory for them.
#[test]
fn who_names_the_nim_values_of_heaps_gets_outcomes_by_them() {
    let game = game(SQUARES);
    let ask = Ask::Sequence { of: Quantity::Outcome, to: 200, row: None };
    let prepared = |limits: &Limits, named| HeapValues.prepare_within(&game, &ask, limits, named);
    let [few, usual] = [Limits { memory: 200, ..Limits::default() }, Limits::default()];
    assert!(prepared(&usual, false).is_err());
    assert!(prepared(&few, false).is_ok());
    let Finding::Sequence(named) = prepared(&usual, true).ok().unwrap()(&usual).unwrap() else {
        panic!("a sequence")
    };
    let defined = sequence(&Definition, &game, Quantity::Outcome, 200);
    assert_eq!(outcomes(&named), outcomes(&defined));
}
