//! What examples are about: fronts hold no list of games, and take these.

/// A game of heaps.
pub const GAME: &str = "nim";
/// A position of it that the next player wins.
pub const WON: &str = "3,4,6";
/// The move that wins it.
pub const WINNING_MOVE: &str = "2,4,6";
/// A position of it that the next player loses.
pub const LOST: &str = "3,4,7";
/// A game with a plane of positions.
pub const PLANE: &str = "nimrod";
/// A game with a sequence of nim-values.
pub const TERMS: &str = "kayles";
