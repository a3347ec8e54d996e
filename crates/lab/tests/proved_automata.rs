//! Answers that are read off theorems for all positions, when the engine is named.

use bouton_lab::rules::Game;
use bouton_lab::values::Player;
use bouton_lab::{Question, answer};

/// The engine answers small positions, too, and says what the definition says.
#[test]
fn a_named_engine_answers_small_positions() {
    let near = "game near; position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; \
                move k >= 1, l >= 1, abs(k - l) < 2: a' = a - k, b' = b - l";
    for (text, side) in [("wythoff/misere", 7_u64), (near, 6)] {
        let game = Game::parse(text).unwrap();
        for code in 0..side * side {
            let position = game.position(&format!("{},{}", code / side, code % side)).unwrap();
            let by = |engine: &str| {
                let mut question = Question::solve(game.clone(), position.clone());
                question.engine = Some(engine.to_owned());
                let found = answer(&question).unwrap();
                assert_eq!(found.engine, engine);
                let solution = found.solution().unwrap();
                let mut moves = Player::BOTH.map(|player| solution.winning(player).to_vec());
                moves.iter_mut().for_each(|moves| moves.sort());
                (solution.outcome, moves)
            };
            assert_eq!(by("proved-automata"), by("oracle"), "{text} {position}");
        }
    }
}
