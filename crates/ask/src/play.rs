//! Games in progress.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Position;

/// Who is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// Left, who begins unless something else is said.
    #[default]
    Left,
    /// Right.
    Right,
}

/// How well an opponent plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Wins whatever can be won.
    #[default]
    Perfect,
    /// Misses a winning move now and then.
    Weak,
    /// Moves at random.
    Random,
}

/// A position that can be moved to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveView {
    /// The position, as it can be typed.
    pub position: String,
    /// The position as numbers or texts.
    pub cells: Position,
    /// The move in words.
    #[serde(rename = "move")]
    pub words: String,
}

/// The digraph that a game is played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Digraph {
    /// How many vertices it has.
    pub vertices: usize,
    /// The edges, as pairs of the numbers of vertices.
    pub arrows: Vec<(u32, u32)>,
}

/// Where a game stands, and what can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayView {
    /// The game, as it can be typed again.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// The position, as it can be typed.
    pub position: String,
    /// The position as numbers or texts.
    pub cells: Position,
    /// Who is to move.
    pub mover: Mover,
    /// How positions are drawn.
    pub picture: String,
    /// What the board looks like, if there is one.
    pub board: Option<String>,
    /// Have both players the same moves?
    pub impartial: bool,
    /// Is it over?
    pub over: bool,
    /// Who won, if it is over.
    pub winner: Option<Mover>,
    /// The positions that can be moved to; null if there are too many to list.
    pub options: Option<Vec<MoveView>>,
    /// How many there are.
    pub option_count: Option<usize>,
    /// The digraph that the game is played on, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digraph: Option<Digraph>,
    /// The opponent's move in words, after a reply.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "move")]
    pub words: Option<String>,
    /// Why the opponent moved so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
}

/// How to win a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HintView {
    /// The position, as it can be typed.
    pub position: String,
    /// Who is to move.
    pub mover: Mover,
    /// N, P, L, R, or D for a draw from at least one of the two starts.
    pub outcome: String,
    /// Who wins if Left begins: L, R, or D for a draw.
    pub left_first: String,
    /// Who wins if Right begins: L, R, or D for a draw.
    pub right_first: String,
    /// The outcome in words.
    pub sentence: String,
    /// The value, where there is one and it was found.
    pub value: Option<String>,
    /// Does the mover win?
    pub wins: bool,
    /// The moves that win.
    pub winning: Vec<MoveView>,
    /// How many there are.
    pub winning_count: usize,
    /// Why, in sentences for a student.
    pub why: Vec<String>,
    /// The binary digits of the heaps, where a nim-sum decides.
    pub columns: Option<Vec<Column>>,
}

/// A column of the binary digits of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// Which digit, from 0 on.
    pub bit: u32,
    /// The heaps that have it, from 0 on.
    pub ones: Vec<usize>,
    /// 1 if they are an odd number, else 0.
    pub parity: usize,
}
