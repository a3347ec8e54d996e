//! The question for a sequence: the terms of heaps 0, 1, 2, …

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Period, Question, is_false};

/// Lists outcomes, nim-values or values of the heaps 0, 1, 2, …, and finds their period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The largest heap: terms 0 to `to` are wanted.
    pub to: u64,
    /// The quantity that the terms are.
    #[serde(default)]
    pub of: Of,
    /// The second number of the positions, for games with two: (0,row), (1,row), …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The engine that must answer; by default the first that can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

impl Sequence {
    /// The terms from 0 to `to`.
    #[must_use]
    pub fn new(game: &str, of: Of, to: u64) -> Sequence {
        Sequence { game: game.to_owned(), to, of, row: None, engine: None, as_written: false }
    }
}

/// The quantities that terms and cells can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Of {
    /// N, P, L, R, or D if the game is a draw for at least one choice of who begins.
    #[default]
    Outcome,
    /// Nim-values, for impartial games under normal play.
    NimValue,
    /// Values by name: 0, *, {1|0}, … for games under normal play and normalised endings.
    Value,
    /// The losing heaps, as a list of numbers.
    Losing,
}

impl Of {
    pub(crate) fn is_outcome(&self) -> bool {
        *self == Of::Outcome
    }
}

impl Question for Sequence {
    type View = SequenceView;
    const NAME: &'static str = "sequence";

    fn examples() -> Vec<Sequence> {
        vec![
            Sequence::new("subtraction:1,3,4", Of::Outcome, 20),
            Sequence::new("octal:0.77", Of::NimValue, 40),
            Sequence::new("partizan-subtraction:1,2|1,3", Of::Value, 12),
            Sequence { row: Some(1), ..Sequence::new("nimrod", Of::Outcome, 30) },
            Sequence::new("subtraction:1,3,4", Of::Losing, 30),
        ]
    }
}

/// The terms: a text of letters for outcomes, a list of numbers for nim-values and losing heaps, a list of texts for
/// values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Terms {
    /// A letter for each outcome.
    Letters(String),
    /// Nim-values, or the sizes of losing heaps.
    Numbers(Vec<u64>),
    /// Values by name.
    Values(Vec<String>),
}

/// Terms, and the period if one was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SequenceView {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The largest heap that was asked for.
    pub to: u64,
    /// The quantity that the terms are.
    pub of: Of,
    /// The largest heap that was asked for, if fewer terms were computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_to: Option<u64>,
    /// The terms from heap 0 on.
    pub terms: Terms,
    /// The winner of each heap if Left begins; only where some heaps are drawn and the players' moves differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_first: Option<String>,
    /// The winner of each heap if Right begins; only where some heaps are drawn and the players' moves differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_first: Option<String>,
    /// The definitions of the names in the terms, if long values were abbreviated.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub definitions: BTreeMap<String, String>,
    /// The second number of the positions, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The heaps from 1 on that are losing; for rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losing: Option<Vec<u64>>,
    /// The period, if one was found.
    pub period: Option<Period>,
    /// The reasons for the period, or why none was found.
    pub reasons: Vec<String>,
    /// Why there are fewer terms than were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The engine that found the terms, and whether they are proved.
    #[serde(flatten)]
    pub known: Known,
}

impl SequenceView {
    /// The index of the first term: heaps count from 0, the members of a list from 1.
    #[must_use]
    pub fn first_index(&self) -> u64 {
        u64::from(self.of == Of::Losing)
    }
}

/// How many heaps of a row are losing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LosingView {
    /// The game, as it can be typed.
    pub game: String,
    /// The second number of the positions, if one was asked for.
    pub row: Option<u64>,
    /// The largest heap that was looked at.
    pub to: u64,
    /// How many of the heaps 1 to `to` are losing.
    pub count: u64,
    /// The share of losing heaps.
    pub density: f64,
    /// The engine that found them, and whether they are proved.
    #[serde(flatten)]
    pub known: Known,
}

/// A game whose rules differ by one number or digit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeighbourView {
    /// The similar game, as it can be typed.
    pub game: String,
    /// The difference of its rules: `with 5`, `without 3`, `digit 2: 7 → 6`.
    pub change: String,
}
