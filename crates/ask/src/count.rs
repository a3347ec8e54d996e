//! How many P-positions there are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Question, is_false};

/// How many P-positions with this many heaps, in ascending order, are all below a bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The game, by name or by its rules.
    pub game: String,
    /// How many heaps.
    pub heaps: usize,
    /// All heaps are less than this.
    pub below: u64,
    /// The engine that shall answer; the plan chooses if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Take the rules as they are written, without recognising a family that a faster engine knows.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

impl Question for Count {
    type View = CountView;
    const NAME: &'static str = "count";
    const SUMMARY: &'static str = "How many P-positions have all their heaps below a bound.";

    fn examples() -> Vec<Count> {
        let game = "antonim".to_owned();
        vec![Count { game, heaps: 3, below: 12, engine: None, as_written: false }]
    }

    fn game(&self) -> &str {
        &self.game
    }
}

/// How many P-positions there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CountView {
    /// The game, as it can be typed again.
    pub game: String,
    /// The name of the game, where that is not how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How many heaps.
    pub heaps: usize,
    /// All heaps are less than this.
    pub below: u64,
    /// How many P-positions.
    pub count: u128,
    /// Who counted them, and how it is known.
    #[serde(flatten)]
    pub known: Known,
}
