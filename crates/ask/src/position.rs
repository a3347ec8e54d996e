//! Positions as text and as JSON.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position: a list of numbers, a list for each component of a sum, or a text such as `3,4,6`. Fractions and boards
/// are texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Position {
    /// A list of numbers, such as `[3, 4, 6]`.
    Numbers(Vec<u64>),
    /// `[[3], [3, 4]]`, or fractions: `["1/2", "3"]`
    Parts(Vec<Position>),
    /// `"3,4,6"`, `"30;3,4"`, `"..|.."`
    Text(String),
}

impl Position {
    /// The length of the position: longer ones cost more.
    #[must_use]
    pub fn length(&self) -> usize {
        match self {
            Position::Numbers(numbers) => numbers.len(),
            Position::Parts(parts) => parts.iter().map(Position::length).sum(),
            Position::Text(text) => text.len(),
        }
    }

    /// The depth of nested lists: 2 for positions of sums, at most 1 for others.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Position::Numbers(_) => 1,
            Position::Parts(parts) => 1 + parts.iter().map(Position::depth).max().unwrap_or(0),
            Position::Text(_) => 0,
        }
    }

    /// Is it the text of a pile of real-valued Nim? Other texts are boards, of which a sum has several.
    fn is_fraction(&self) -> bool {
        let is_sign = |sign: char| sign.is_ascii_digit() || sign == '/';
        matches!(self, Position::Text(text) if text.chars().all(is_sign))
    }
}

impl From<&str> for Position {
    fn from(text: &str) -> Position {
        Position::Text(text.to_owned())
    }
}

/// The position as it is typed: commas between numbers and fractions, semicolons between components.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Numbers(numbers) if numbers.is_empty() => f.write_str("()"),
            Position::Numbers(numbers) => f.write_str(&joined(numbers, ",")),
            Position::Parts(parts) => {
                let separator = if parts.iter().all(Position::is_fraction) { "," } else { ";" };
                f.write_str(&joined(parts, separator))
            }
            Position::Text(text) => f.write_str(text),
        }
    }
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_and_typed_in_all_their_forms() {
        for (json, typed) in [
            ("[3,4,6]", "3,4,6"),
            ("[]", "()"),
            ("\"3,4,6\"", "3,4,6"),
            ("[[30],[3,4]]", "30;3,4"),
            ("[\"1/2\",\"3\"]", "1/2,3"),
            ("[[1],\"..|..\"]", "1;..|.."),
            ("[\"..|..\",\".#\"]", "..|..;.#"),
            ("[[],[2]]", "();2"),
        ] {
            let position: Position = serde_json::from_str(json).unwrap();
            assert_eq!(position.to_string(), typed, "{json}");
            assert_eq!(serde_json::to_string(&position).unwrap(), json);
        }
        for wrong in ["3", "{}", "[-1]", "[1.5]", "null"] {
            assert!(serde_json::from_str::<Position>(wrong).is_err(), "{wrong}");
        }
    }
}
