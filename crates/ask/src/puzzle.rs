//! The question for puzzles: positions with exactly one winning move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, MoveView, Mover, Question};

/// Makes puzzles: positions with exactly one winning move, each with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game: its name with parameters, or its rules; by default another game of the catalogue for each puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How many puzzles to make.
    #[serde(default = "one")]
    pub count: usize,
    /// The seed: the same seed gives the same puzzles.
    #[serde(default)]
    pub seed: u64,
    /// The day of a daily puzzle, such as `2026-03-14`. It takes the place of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

fn one() -> usize {
    1
}

impl Puzzle {
    /// Asks for puzzles of a game.
    #[must_use]
    pub fn new(game: &str, count: usize, seed: u64) -> Puzzle {
        Puzzle { game: Some(game.to_owned()), count, seed, date: None }
    }
}

impl Question for Puzzle {
    type View = PuzzlesView;
    const NAME: &'static str = "puzzle";

    fn examples() -> Vec<Puzzle> {
        let rules = "game take\nposition n\nlegal    n >= 0\nmove     k in 1 .. 3: n' = n - k\n";
        vec![
            Puzzle::new("nim", 3, 1),
            Puzzle { game: None, count: 1, seed: 0, date: Some("2026-03-14".to_owned()) },
            Puzzle::new(rules, 2, 7),
        ]
    }
}

/// Some puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzlesView {
    /// The seed that gives these puzzles again.
    pub seed: u64,
    /// The puzzles; fewer than asked for if no more were found.
    pub puzzles: Vec<OnePuzzle>,
}

/// A position with exactly one winning move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnePuzzle {
    /// The game, as it can be typed.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// The rules in a sentence or two; empty for typed rules.
    pub rules: String,
    /// The position, as it can be typed.
    pub position: String,
    /// The position drawn with letters, a text for each line.
    pub drawing: Vec<String>,
    /// The player to move.
    pub mover: Mover,
    /// Do both players have the same moves?
    pub impartial: bool,
    /// The number of moves that are possible; exactly one of them wins.
    pub moves: usize,
    /// The winning move.
    pub answer: MoveView,
    /// The difficulty of the puzzle.
    pub grade: Grade,
    /// The mean chance with which the weak strategies miss the winning move.
    pub missed: f64,
    /// The chance of each of these strategies to find it.
    pub chances: Vec<StrategyChance>,
    /// Why the move wins.
    pub reasons: Vec<String>,
    /// The engine that solved the position.
    pub known: Known,
}

/// How hard a puzzle is: how often weak strategies miss its winning move.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// At most half of the time.
    Easy,
    /// At most five times in six.
    Medium,
    /// Weak strategies miss the winning move more often than in the other grades.
    Hard,
}

/// The chance of a strategy to find the winning move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StrategyChance {
    /// The strategy, as it can be typed.
    pub strategy: String,
    /// The probability that the strategy finds the winning move.
    pub chance: f64,
}
