//! The question who wins a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Position, Question, is_false};

/// Solves a position: who wins, its value, every winning move, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The position.
    pub position: Position,
    /// The engine that must answer; by default the first that can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

impl Solve {
    /// Asks who wins a position.
    #[must_use]
    pub fn new(game: &str, position: impl Into<Position>) -> Solve {
        let (game, position) = (game.to_owned(), position.into());
        Solve { game, position, engine: None, as_written: false }
    }
}

impl Question for Solve {
    type View = SolveView;
    const NAME: &'static str = "solve";

    fn examples() -> Vec<Solve> {
        let rules = "game take\nposition n\nlegal    n >= 0\nmove     k in 1 .. 3: n' = n - k\n";
        vec![
            Solve::new("nim", "3,4,6"),
            Solve::new("nim", Position::Numbers(vec![3, 4, 6])),
            Solve::new("domineering", "...|..."),
            Solve::new("nim + kayles", "3;5"),
            Solve::new(rules, "21"),
        ]
    }
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SolveView {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The position.
    pub position: Position,
    /// N, P, L, R, or D if the game is a draw for at least one choice of who begins.
    pub outcome: String,
    /// Who wins if Left begins: L, R, or D for a draw.
    pub left_first: String,
    /// Who wins if Right begins: L, R, or D for a draw.
    pub right_first: String,
    /// The outcome in words.
    pub sentence: String,
    /// The value, if there is one and it was found.
    pub value: Option<String>,
    /// Every option with which the player who moves first wins; if the game is partizan, either player.
    pub winning_moves: Vec<Position>,
    /// The number of winning moves, if not all are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_moves_count: Option<u64>,
    /// Every option with which Left, moving first, wins; for games in which the players' moves differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_winning_moves: Option<Vec<Position>>,
    /// The number of Left's winning moves, if not all are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_winning_moves_count: Option<u64>,
    /// Every option with which Right, moving first, wins; for games in which the players' moves differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_winning_moves: Option<Vec<Position>>,
    /// The number of Right's winning moves, if not all are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_winning_moves_count: Option<u64>,
    /// Why some winning moves may be missing from the lists; absent if none are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_left_out: Option<String>,
    /// Why, in sentences for a student.
    pub reasons: Vec<String>,
    /// The engine that found the outcome and the moves, and whether they are proved.
    #[serde(flatten)]
    pub known: Known,
    /// The engine that found the value, and whether it is proved; null if there is no value.
    pub value_known: Option<Known>,
}

impl SolveView {
    /// Shortens the lists of moves to at most this many, and notes how many there are.
    pub fn shorten(&mut self, most: usize) {
        let cut = |moves: &mut Vec<Position>, count: &mut Option<u64>| {
            if moves.len() > most {
                *count = Some(moves.len() as u64);
                moves.truncate(most);
            }
        };
        cut(&mut self.winning_moves, &mut self.winning_moves_count);
        for (moves, count) in [
            (&mut self.left_winning_moves, &mut self.left_winning_moves_count),
            (&mut self.right_winning_moves, &mut self.right_winning_moves_count),
        ] {
            if let Some(moves) = moves {
                cut(moves, count);
            }
        }
    }
}
