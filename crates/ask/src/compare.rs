//! The question whether two games are equal.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Of, Position, Question};

/// Compares two games up to a bound, and finds where they first differ.
///
/// Their outcomes, nim-values, values or P-positions are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The first game: its name with parameters, or its rules.
    pub game: String,
    /// The second game.
    pub with: String,
    /// The quantity to compare.
    #[serde(default)]
    pub of: Of,
    /// The largest number in a position; the default depends on how many numbers a position has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// How many numbers a position has, if the games leave it open; 3 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<usize>,
}

impl Compare {
    /// Compares the outcomes of two games.
    #[must_use]
    pub fn new(game: &str, with: &str) -> Compare {
        let (game, with) = (game.to_owned(), with.to_owned());
        Compare { game, with, of: Of::Outcome, to: None, heaps: None }
    }
}

impl Question for Compare {
    type View = CompareView;
    const NAME: &'static str = "compare";

    fn examples() -> Vec<Compare> {
        vec![
            Compare::new("subtraction:1,3,4", "subtraction:1,4"),
            Compare { of: Of::NimValue, ..Compare::new("kayles", "octal:0.77") },
            Compare { heaps: Some(2), to: Some(9), ..Compare::new("nim", "nim/misere") },
        ]
    }
}

/// The result of comparing two games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CompareView {
    /// The first game, as it can be typed.
    pub game: String,
    /// The title of the first game, if it differs from how the game is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The second game, as it can be typed.
    pub with: String,
    /// The title of the second game, if it differs from how the game is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_title: Option<String>,
    /// The quantity that was compared.
    pub of: Of,
    /// Are they equal, within the range that `standing` gives?
    pub same: bool,
    /// `proved`, or `computed to 30`: all numbers of the positions that were compared are at most this.
    pub standing: String,
    /// How many numbers the compared positions have; nothing is claimed for positions with more or fewer.
    pub numbers: usize,
    /// How many positions were compared.
    pub positions: u64,
    /// The first difference: the position with the least sum of numbers, and among those the first in lexicographic
    /// order.
    pub first_difference: Option<Difference>,
    /// The reasons for the result, a line each.
    pub reasons: Vec<String>,
    /// The engine that answered for the first game.
    pub game_known: Known,
    /// The engine that answered for the second game.
    pub with_known: Known,
}

/// A position where two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// The result in the first game; null if the position is not legal there.
    pub game: Option<String>,
    /// The result in the second game; null if the position is not legal there.
    pub with: Option<String>,
}
