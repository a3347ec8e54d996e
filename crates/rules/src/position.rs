use std::fmt;

use dashu_ratio::RBig;

use crate::board::Board;
use bouton_values::Refusal;

/// The largest number that may stand in a position: squares of it still fit 128 bits.
pub const MAX_NUMBER: u64 = 1_000_000_000_000_000_000;

/// The most numbers that a position may hold.
const MAX_LENGTH: usize = 256;

/// A position, as a game understands it. [`crate::Game::position`] makes legal ones from text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// Non-negative integers: heaps, coordinates, places of coins. Written `3,4,6`.
    Tuple(Vec<u64>),
    /// One position for each component of a sum. Written `3,4;7`.
    Parts(Vec<Position>),
    /// Non-negative rationals, for real-valued Nim. Written `1/2,0.75`.
    Real(Vec<RBig>),
    /// A rectangle of cells. Written row by row: `..#|...`.
    Board(Board),
    /// A game that took the place of a stuck heap, in the notation of short games. Written `*` or `{1|0}`, but a number
    /// that could be a heap `=1`.
    Game(String),
}

/// So many numbers are part of what every position costs.
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

    /// Reads `3,4,6`, not yet knowing what game it belongs to; `()` is the empty tuple.
    pub(crate) fn read_tuple(text: &str) -> Result<Vec<u64>, Refusal> {
        let inner = strip_parentheses(text.trim());
        if inner.is_empty() {
            return match text.trim() {
                "" => Err(Refusal::bad("the position is empty", "write numbers, such as 3,4,6")),
                _ => Ok(Vec::new()),
            };
        }
        let numbers: Vec<u64> = inner.split(',').map(read_number).collect::<Result<_, _>>()?;
        if numbers.len() > MAX_LENGTH {
            return Err(Refusal::bad(
                format!("the position holds {} numbers", numbers.len()),
                format!("write at most {MAX_LENGTH}"),
            ));
        }
        Ok(numbers)
    }
}

fn strip_parentheses(text: &str) -> &str {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text).trim()
}

fn read_number(text: &str) -> Result<u64, Refusal> {
    let text = text.trim();
    let help = format!("write whole numbers from 0 to {MAX_NUMBER} with commas, such as 3,4,6");
    if text.is_empty() {
        return Err(Refusal::bad("a number is missing in the position", help));
    }
    if let Some(rest) = text.strip_prefix('-')
        && is_digits(rest)
    {
        return Err(Refusal::bad(format!("{text} is negative"), help));
    }
    if !is_digits(text) {
        return Err(Refusal::bad(format!("`{}` is not a whole number", excerpt(text)), help));
    }
    match text.parse() {
        Ok(number) if number <= MAX_NUMBER => Ok(number),
        _ => Err(Refusal::bad(format!("{} is too large", excerpt(text)), help)),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// At most 40 characters of a text that somebody else wrote, for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut characters = text.chars();
    let mut short: String = characters
        .by_ref()
        .take(LONGEST)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

/// The text that [`crate::Game::position`] reads back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Tuple(numbers) if numbers.is_empty() => f.write_str("()"),
            Position::Tuple(numbers) => join(f, numbers, ","),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Position::read_tuple(text).unwrap_err().to_string()
    }

    #[test]
    fn numbers_with_commas_are_read() {
        assert_eq!(Position::read_tuple(" 3, 4,6 "), Ok(vec![3, 4, 6]));
        assert_eq!(Position::read_tuple("(3,4)"), Ok(vec![3, 4]));
        assert_eq!(Position::read_tuple("()"), Ok(vec![]));
        assert_eq!(Position::read_tuple("1000000000000000000"), Ok(vec![MAX_NUMBER]));
    }

    #[test]
    fn anything_else_is_refused_in_words() {
        assert_eq!(problem(""), "the position is empty");
        assert_eq!(problem("3,,4"), "a number is missing in the position");
        assert_eq!(problem("3,-4"), "-4 is negative");
        assert_eq!(problem("3,x"), "`x` is not a whole number");
        assert_eq!(problem("+3"), "`+3` is not a whole number");
        assert_eq!(problem("1000000000000000001"), "1000000000000000001 is too large");
        assert_eq!(problem(&"1,".repeat(300)[..599]), "the position holds 300 numbers");
        assert!(problem(&"y".repeat(100)).len() < 90);
    }
}
