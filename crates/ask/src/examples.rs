//! Games and positions for examples, so that fronts need no list of games of their own.

/// A game of heaps.
pub const GAME: &str = "nim";
/// A position of [`GAME`] that the next player wins.
pub const WON: &str = "3,4,6";
/// The winning move from that position.
pub const WINNING_MOVE: &str = "2,4,6";
/// A position of [`GAME`] that the next player loses.
pub const LOST: &str = "3,4,7";
/// A game with a plane of positions.
pub const PLANE: &str = "nimrod";
/// A game with a sequence of nim-values.
pub const TERMS: &str = "kayles";
