//! The views of a game in progress: the position, its moves, and hints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Position;

/// The player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// Left, who begins unless something else is said.
    #[default]
    Left,
    /// Right, the other player.
    Right,
}

/// The strength of a computer opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Always plays a winning move if there is one.
    #[default]
    Perfect,
    /// Sometimes misses a winning move.
    Weak,
    /// Moves at random.
    Random,
}

/// An option of a position.
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
    /// The number of vertices of the digraph.
    pub vertices: usize,
    /// The edges, as pairs of indices of vertices.
    pub arrows: Vec<(u32, u32)>,
}

/// A position of a game in progress, and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayView {
    /// The game, as it can be typed.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// The position, as it can be typed.
    pub position: String,
    /// The position as numbers or texts.
    pub cells: Position,
    /// The player to move.
    pub mover: Mover,
    /// How positions are drawn: a name such as `heaps`.
    pub picture: String,
    /// How the board is drawn, if positions are boards.
    pub board: Option<String>,
    /// Do both players have the same moves?
    pub impartial: bool,
    /// Is the game over?
    pub over: bool,
    /// The player who won, if the game is over.
    pub winner: Option<Mover>,
    /// The options of the position; null if there are too many to list.
    pub options: Option<Vec<MoveView>>,
    /// The number of options.
    pub option_count: Option<usize>,
    /// The digraph that the game is played on, if it is played on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digraph: Option<Digraph>,
    /// The opponent's move in words, after a reply.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "move")]
    pub words: Option<String>,
    /// The reasons for the opponent's move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
}

/// A hint: who wins a position, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HintView {
    /// The position, as it can be typed.
    pub position: String,
    /// The player to move.
    pub mover: Mover,
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
    /// Does the player to move win?
    pub wins: bool,
    /// The winning moves.
    pub winning: Vec<MoveView>,
    /// How many winning moves there are.
    pub winning_count: usize,
    /// Why, in sentences for a student.
    pub why: Vec<String>,
    /// The binary digits of the heaps, if a nim-sum decides.
    pub columns: Option<Vec<Column>>,
    /// The part of the position in which a winning move is made, without the move itself; null if no move wins, or the
    /// position has no parts.
    pub place: Option<String>,
}

/// The verdict about a move: what it did to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveVerdict {
    /// Whoever moved could win, and still can.
    KeepsWin,
    /// Whoever moved could win, and no longer can.
    LosesWin,
    /// The game was a draw, and still is.
    KeepsDraw,
    /// The game was a draw, and now the opponent can win.
    LosesDraw,
    /// The move lost nothing: the opponent could win anyway.
    NothingToLose,
}

/// A move that was made: what it did, what the opponent can do now, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewView {
    /// The move that was made.
    #[serde(flatten)]
    pub option: MoveView,
    /// The player who made the move.
    pub mover: Mover,
    /// The verdict about the move.
    pub verdict: MoveVerdict,
    /// The verdict in a sentence.
    pub sentence: String,
    /// Moves that would have kept the win, if it was given away; at most three.
    pub better: Vec<MoveView>,
    /// What the opponent can do now, in a sentence.
    pub threat: String,
    /// Moves by which the opponent wins now; at most three.
    pub threats: Vec<MoveView>,
    /// The outcome of the position that the move leaves: N, P, L, R or D.
    pub outcome: String,
    /// The value of that position, if there is one and it was found.
    pub value: Option<String>,
    /// Why that position is won or lost, in sentences for a student.
    pub why: Vec<String>,
    /// The parts of that position, if their values add up to its own.
    pub parts: Option<Vec<PartView>>,
    /// The binary digits of the nim-values of the parts.
    pub columns: Option<Vec<Column>>,
    /// Some of the opponent's moves, each with a winning answer, if the opponent cannot win.
    pub answers: Vec<AnswerView>,
}

/// A part of a position: a heap, a component of a sum, or a region of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartView {
    /// The part, as it can be typed.
    pub part: String,
    /// The value of the part.
    pub value: String,
    /// The nim-value of the part, if it has one.
    pub nim_value: Option<u64>,
}

/// A move of the opponent, and a move that wins against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerView {
    /// The opponent's move.
    pub reply: MoveView,
    /// The answer.
    pub answer: MoveView,
}

/// The result of a move under perfect play, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveResult {
    /// The player who makes the move wins.
    Win,
    /// Neither player can force a win.
    Draw,
    /// The opponent of the player who makes the move wins.
    Loss,
}

/// An option, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatedMove {
    /// The option that is rated.
    #[serde(flatten)]
    pub option: MoveView,
    /// The result of the move under perfect play.
    pub result: MoveResult,
    /// The value of the option, if there is one and it was found.
    pub value: Option<String>,
}

/// All options of a position, winning ones first, with the result of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionsView {
    /// The position, as it can be typed.
    pub position: String,
    /// The player to move.
    pub mover: Mover,
    /// N, P, L, R, or D if the game is a draw for at least one choice of who begins.
    pub outcome: String,
    /// The outcome in words.
    pub sentence: String,
    /// The value, if there is one and it was found.
    pub value: Option<String>,
    /// The options; if there are very many, only the first.
    pub options: Vec<RatedMove>,
    /// How many options there are.
    pub option_count: usize,
}

/// A column of the binary digits of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// The exponent of the power of two of this column.
    pub bit: u32,
    /// The heaps that have a one in this column, counted from 0.
    pub ones: Vec<usize>,
    /// 1 if an odd number of heaps have a one here, else 0.
    pub parity: usize,
}
