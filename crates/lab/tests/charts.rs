//! Charts of nim-values against the definition, cell by cell.

use bouton_lab::ask::{Chart, Of};
use bouton_lab::rules::{FiniteGame, Game, Limits, Refusal};
use bouton_lab::{Answerable, Desk, ReadError};
use bouton_oracle::Oracle;

fn desk() -> Desk {
    Desk { limits: Limits::default(), files: false }
}

/// The nim-value by the definition; nothing where the numbers are no position.
fn by_definition(game: &Game, numbers: Vec<u64>) -> Option<u64> {
    let rules: FiniteGame = game.finite().unwrap().clone();
    let position = rules.spec.tuple(numbers).ok()?;
    let value = Oracle::new(&rules, Limits::default()).nim_value(&position).unwrap();
    Some(value.expect("play ends").0)
}

#[test]
fn nim_values_of_a_window_are_those_of_its_positions() {
    for (text, x, y, beside) in [
        ("wythoff", [2, 9], [0, 7], vec![]),
        ("nim", [0, 6], [3, 9], vec![]),
        ("nim", [1, 5], [0, 4], vec![2, 5]),
        ("nimrod", [0, 12], [1, 5], vec![]),
        ("nimrod", [3, 9], [0, 3], vec![]),
        (
            "game g; position a, b; legal a != b; move a' < a; move b' = b - 1",
            [0, 5],
            [0, 6],
            vec![],
        ),
    ] {
        let asked = Chart { beside: beside.clone(), of: Of::NimValue, ..Chart::new(text, x, y) };
        let view = asked.answer(&desk()).unwrap();
        let game = Game::parse(text).unwrap();
        let cell = |x: u64, y: u64| by_definition(&game, [&[x, y][..], &beside].concat());
        let row = |y: u64| (x[0]..x[1]).map(|x| cell(x, y)).collect::<Vec<_>>();
        assert_eq!(view.values, (y[0]..y[1]).map(row).collect::<Vec<_>>(), "{text}");
        let letter =
            |cell: &Option<u64>| cell.map_or('X', |value| if value == 0 { 'P' } else { 'N' });
        let letters = view.values.iter().map(|row| row.iter().map(letter).collect::<String>());
        assert_eq!(view.rows, letters.collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn what_has_no_nim_values_is_refused() {
    let refused = |game: &str, of: Of, beside: Vec<u64>| {
        let asked = Chart { beside, of, ..Chart::new(game, [0, 3], [0, 3]) };
        match asked.answer(&desk()) {
            Err(ReadError::Refused(refusal)) => refusal,
            other => panic!("{game}: {other:?}"),
        }
    };
    let unsupported = |refusal: Refusal| matches!(refusal, Refusal::Unsupported { .. });
    assert!(unsupported(refused("wythoff/misere", Of::NimValue, vec![])));
    let three = "game g; position a, b, c; move a' < a; move b' < b; move c' < c";
    assert!(unsupported(refused(three, Of::NimValue, vec![1])));
    assert!(matches!(refused("nim", Of::Losing, vec![]), Refusal::BadInput { .. }));
}
