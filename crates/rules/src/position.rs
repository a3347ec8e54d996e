//! Positions of all kinds of games: tuples of numbers, boards, rationals and sums.

use std::fmt;

use dashu_ratio::RBig;

use bouton_definition::tuple_text;

use crate::board::Board;

/// A position, as a game understands it. [`crate::Game::position`] makes legal ones from text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// Non-negative integers: heaps, coordinates, places of coins. Written `3,4,6`.
    Tuple(Vec<u64>),
    /// A position of a sum, with one position for each component, written `3,4;7`.
    Parts(Vec<Position>),
    /// Non-negative rationals, for real-valued Nim. Written `1/2,0.75`.
    Real(Vec<RBig>),
    /// A rectangle of cells. Written row by row: `..#|...`.
    Board(Board),
    /// A game that took the place of a stuck heap, in the notation of short games. Written `*` or `{1|0}`, but a number
    /// that could be a heap `=1`.
    Game(String),
}

/// A tuple of at most this many numbers costs no more than any position does.
const A_FEW: usize = 12;

impl Position {
    /// The numbers of a tuple, or `None`.
    #[must_use]
    pub fn tuple(&self) -> Option<&[u64]> {
        match self {
            Position::Tuple(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// How many bytes its boards, games and long tuples take, together.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Position::Board(board) => board.cells().len(),
            Position::Parts(parts) => parts.iter().map(Position::cells).sum(),
            Position::Game(text) => text.len(),
            Position::Tuple(numbers) => 8 * numbers.len().saturating_sub(A_FEW),
            Position::Real(_) => 0,
        }
    }
}

/// The text that [`crate::Game::position`] reads back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Tuple(numbers) => f.write_str(&tuple_text(numbers)),
            Position::Parts(parts) => join(f, parts, ";"),
            Position::Real(numbers) => join(f, numbers, ","),
            Position::Board(board) => write!(f, "{board}"),
            Position::Game(text)
                if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/') =>
            {
                write!(f, "={text}")
            }
            Position::Game(text) => f.write_str(text),
        }
    }
}

fn join<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T], with: &str) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(with)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
