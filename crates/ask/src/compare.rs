//! Whether two games are the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Of, Position, Question};

/// Do two games have the same outcomes, nim-values or P-positions up to a bound, and where do they first differ?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// A game, by name or by its rules.
    pub game: String,
    /// Another one.
    pub with: String,
    /// What is compared.
    #[serde(default)]
    pub of: Of,
    /// All numbers of the positions are at most this; 30 if it is not given, or fewer for many numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// How many numbers the positions have, where the games leave it open; 3 if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<usize>,
}

impl Compare {
    /// Are the outcomes of two games the same?
    #[must_use]
    pub fn new(game: &str, with: &str) -> Compare {
        let (game, with) = (game.to_owned(), with.to_owned());
        Compare { game, with, of: Of::Outcome, to: None, heaps: None }
    }
}

impl Question for Compare {
    type View = CompareView;
    const NAME: &'static str = "compare";
    const SUMMARY: &'static str =
        "Whether two games are the same up to a bound, and where they first differ.";

    fn examples() -> Vec<Compare> {
        vec![
            Compare::new("subtraction:1,3,4", "subtraction:1,4"),
            Compare { of: Of::NimValue, ..Compare::new("kayles", "octal:0.77") },
            Compare { heaps: Some(2), to: Some(9), ..Compare::new("nim", "nim/misere") },
        ]
    }

    fn game(&self) -> &str {
        &self.game
    }
}

/// Whether two games are the same, and where they first differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CompareView {
    /// One game, as it can be typed again.
    pub game: String,
    /// Its name, where that is not how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The other one.
    pub with: String,
    /// Its name, where that is not how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_title: Option<String>,
    /// What was compared.
    pub of: Of,
    /// Are they the same, as far as the standing says?
    pub same: bool,
    /// `proved`, or `computed to 30`: all numbers of the positions that were compared are at most this.
    pub standing: String,
    /// How many numbers the positions have that were compared: nothing is said of positions with more heaps or fewer.
    pub numbers: usize,
    /// How many positions were compared.
    pub positions: u64,
    /// Where they differ first: the sum of the numbers is least, and among those the first in the order of the alphabet.
    pub first_difference: Option<Difference>,
    /// What the verdict rests on.
    pub reasons: Vec<String>,
    /// Who answered for one game.
    pub game_known: Known,
    /// Who answered for the other one.
    pub with_known: Known,
}

/// A position at which two games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// What one game says of it; null where it is not legal there.
    pub game: Option<String>,
    /// What the other one says of it.
    pub with: Option<String>,
}
