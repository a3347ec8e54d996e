//! A question: a game, what to find out about it, and the limits.

use bouton_engines::{Ask, Quantity};
use bouton_rules::{FiniteGame, Game, Limits, Position};

/// A game, what to find out about it, and the limits of the computation.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game that is asked about.
    pub game: Game,
    /// The question itself.
    pub ask: Ask,
    /// The limits of memory and steps.
    pub limits: Limits,
    /// The engine that must answer; if none is named, the plan chooses.
    pub engine: Option<String>,
}

impl Question {
    /// A question with the default limits.
    #[must_use]
    pub fn new(game: Game, ask: Ask) -> Question {
        Question { game, ask, limits: Limits::default(), engine: None }
    }

    /// The question with other limits.
    #[must_use]
    pub fn within(self, limits: &Limits) -> Question {
        Question { limits: limits.clone(), ..self }
    }

    /// The question who wins a position.
    #[must_use]
    pub fn solve(game: Game, position: Position) -> Question {
        Question::new(game, Ask::Solve(position))
    }
}

/// The question that asks for the values of (0), …, (to): nim-values where the game is impartial under normal play,
/// else canonical forms.
#[must_use]
pub fn ask_for_values(game: &Game, to: u64, row: Option<u64>) -> Ask {
    match game.finite().is_some_and(FiniteGame::has_nim_values) {
        true => Ask::Sequence { of: Quantity::NimValue, to, row },
        false => Ask::Values { to, row },
    }
}
