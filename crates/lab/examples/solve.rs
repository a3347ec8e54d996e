//! Who wins a position, by which moves, and how that is known.

use bouton_lab::rules::{Game, Refusal};
use bouton_lab::values::Outcome;
use bouton_lab::{Question, answer};

pub(crate) fn main() -> Result<(), Refusal> {
    let game = Game::parse("nim")?;
    let position = game.position("3,4,6")?;
    let found = answer(&Question::solve(game, position))?;
    let solution = found.solution().expect("a position was asked about");
    println!("3,4,6 is {}, by {}: {}", solution.outcome, found.engine, found.theorem);
    for option in &solution.left {
        println!("  a winning move leads to {option}");
    }
    assert_eq!(solution.outcome, Outcome::N);
    assert_eq!(solution.left[0].to_string(), "2,4,6");
    Ok(())
}
