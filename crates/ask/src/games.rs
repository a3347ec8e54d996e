//! The question for the games of the catalogue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Question;

/// Lists the games of the catalogue, or describes one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The name of a game; by default all are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Question for Games {
    type View = GamesView;
    const NAME: &'static str = "games";

    fn examples() -> Vec<Games> {
        vec![Games::default(), Games { name: Some("nimrod".to_owned()) }]
    }
}

/// The games of the catalogue, or one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GamesView {
    /// All games of the catalogue.
    All(Vec<GameView>),
    /// The game that was asked for.
    One(Box<GameView>),
}

/// A game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameView {
    /// The name by which it is typed.
    pub name: String,
    /// The title of the game, as people know it.
    pub title: String,
    /// The parameters that are written after the name; empty if there are none.
    pub parameters: String,
    /// The rules in a sentence or two.
    pub summary: String,
    /// How a position is written, in a few words.
    pub positions: String,
    /// The paper or book that the game is from.
    pub source: String,
    /// An example of a game and a position.
    pub example: Example,
    /// The rules as a rule text, if there is one.
    pub rules_text: Option<String>,
    /// How the game is drawn, which questions it supports, how it ends.
    #[serde(flatten)]
    pub facts: Facts,
}

/// How a game is drawn, which questions it supports, how it ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// How positions are drawn: a name such as `heaps`.
    pub picture: String,
    /// How the board is drawn, if positions are boards.
    pub board: Option<String>,
    /// Do both players have the same moves?
    pub impartial: bool,
    /// Who wins when the player to move has no move: `normal` if the other player, `misere` if that player, `own` if
    /// the rules decide.
    pub ending: String,
    /// This game with the other ending, as it can be typed, if a player who cannot move loses or wins; else null.
    pub other_ending: Option<String>,
    /// The characters that a cell of the board may hold, with their meanings; null if positions are not written as
    /// boards.
    #[schemars(with = "Option<Vec<Vec<String>>>")]
    pub alphabet: Option<Vec<(char, String)>>,
    /// Can its positions of two numbers be charted?
    pub charts: bool,
    /// Can they be charted by their nim-values?
    pub has_value_charts: bool,
    /// Can its positions of more than two numbers be charted, the further ones being fixed?
    pub slices: bool,
    /// How many numbers a position has, if each has a name; null if a position is a list of heaps, or a board.
    pub numbers: Option<usize>,
    /// Is the plane of its positions divided into sectors?
    pub has_sectors: bool,
    /// Do single heaps make a sequence?
    pub has_terms: bool,
    /// Do single heaps have nim-values?
    pub has_nim_values: bool,
    /// Do the positions with a fixed second number make a sequence?
    pub has_rows: bool,
}

/// A game and its description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AboutView {
    /// The game, as it can be typed.
    pub game: String,
    /// The name of the game.
    pub title: String,
    /// How the game is drawn, which questions it supports, how it ends.
    #[serde(flatten)]
    pub facts: Facts,
}

/// An example of a game and a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
}
