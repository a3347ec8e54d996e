//! The catalogue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Question;

/// The games that are known, or one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The name of one; all of them if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Question for Games {
    type View = GamesView;
    const NAME: &'static str = "games";
    const SUMMARY: &'static str = "The games that are known, or one of them.";

    fn examples() -> Vec<Games> {
        vec![Games::default(), Games { name: Some("nimrod".to_owned()) }]
    }
}

/// The games that are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GamesView {
    /// All of them.
    All(Vec<GameView>),
    /// One of them.
    One(Box<GameView>),
}

/// A game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameView {
    /// The name by which it is typed.
    pub name: String,
    /// The name by which people call it.
    pub title: String,
    /// What its parameters are; empty if it has none.
    pub parameters: String,
    /// The rules in a sentence or two.
    pub summary: String,
    /// What a position looks like.
    pub positions: String,
    /// Where it comes from.
    pub source: String,
    /// A game and a position to begin with.
    pub example: Example,
    /// The rules as a text that can be changed, if they can be written so.
    pub rules_text: Option<String>,
    /// What a front needs to know of it.
    #[serde(flatten)]
    pub facts: Facts,
}

/// What a front needs to know of a game: how it is drawn, what it can be asked, how it ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// How positions are drawn.
    pub picture: String,
    /// What the board looks like, if there is one.
    pub board: Option<String>,
    /// Have both players the same moves?
    pub impartial: bool,
    /// Who wins when nobody can move: `normal`, `misere`, or `own` where the rules say so.
    pub ending: String,
    /// Are there charts of it?
    pub charts: bool,
    /// Are there charts of it with further numbers beside the two?
    pub slices: bool,
    /// How many numbers a position has, where each has a name; null where it is any number of heaps, or a board.
    pub numbers: Option<usize>,
    /// Is the plane of its positions divided into sectors?
    pub has_sectors: bool,
    /// Do single heaps make a sequence?
    pub has_terms: bool,
    /// Have single heaps nim-values?
    pub has_nim_values: bool,
    /// Do the positions with a fixed second number make a sequence?
    pub has_rows: bool,
}

/// A game, and what a front needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AboutView {
    /// The game, as it can be typed again.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// What a front needs to know of it.
    #[serde(flatten)]
    pub facts: Facts,
}

/// A game and a position to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
}
