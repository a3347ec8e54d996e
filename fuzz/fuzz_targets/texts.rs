//! A game's text and a position's, separated by a space: neither may panic, what is read must print
//! to what reads back, and a small budget must be kept.

#![no_main]

use bouton_lab::rules::{Game, Limits};
use bouton_lab::{Question, answer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (game, position) = text.rsplit_once(' ').unwrap_or((text, "3"));
    let Ok(game) = Game::parse(game) else { return };
    let again = Game::parse(game.text()).expect("a game's own text is read");
    assert_eq!(again.text(), game.text());
    let Ok(position) = game.position(position) else { return };
    assert_eq!(game.position(&position.to_string()), Ok(position.clone()));
    let limits = Limits { memory: 1 << 20, steps: 1_000_000, ..Limits::default() };
    let _ = answer(&Question { limits, ..Question::solve(game, position) });
});
