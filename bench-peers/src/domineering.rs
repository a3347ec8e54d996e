//! Domineering on an empty rectangle: the canonical form, with everything that leads to it.

use std::str::FromStr;

use bouton_engines::{Ask, Finding, Solution};
use bouton_rules::Game;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;

use crate::measure::{Line, best_of, first_answer};

pub(crate) fn compare(rows: usize, columns: usize, goal: f64) -> Line {
    let board = vec![".".repeat(columns); rows].join("|");
    let (theirs, their_time) = best_of(3, || peer(&board));
    let (ours, our_time) = best_of(3, || bouton(&board));
    assert_eq!(ours, theirs, "the values differ");
    let subject = format!("domineering {rows}x{columns}, value {}", excerpt(&ours));
    Line { subject, peer: "cgt 0.11", their_time, our_time, goal }
}

fn excerpt(text: &str) -> String {
    text.chars().take(24).collect()
}

/// One thread, as ours.
fn peer(board: &str) -> String {
    let position: Domineering = Domineering::from_str(board).expect("the board is well written");
    let table = ParallelTranspositionTable::new();
    position.canonical_form(&table).to_string()
}

fn bouton(board: &str) -> String {
    let game = Game::parse("domineering").expect("the game is known");
    let ask = Ask::Solve(game.position(board).expect("the board is well written"));
    match first_answer("domineering", &ask) {
        Finding::Solution(Solution { value: Some(value), .. }) => value.to_string(),
        other => panic!("asked to solve, found {other:?}"),
    }
}
