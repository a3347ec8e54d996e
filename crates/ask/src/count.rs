//! The question how many P-positions there are below a bound.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Question, is_false};

/// Counts the P-positions whose heaps are all below a bound.
///
/// The heaps are written in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The number of heaps.
    pub heaps: usize,
    /// All heaps are less than this.
    pub below: u64,
    /// The engine that must answer; by default the first that can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

impl Question for Count {
    type View = CountView;
    const NAME: &'static str = "count";

    fn examples() -> Vec<Count> {
        let game = "antonim".to_owned();
        vec![Count { game, heaps: 3, below: 12, engine: None, as_written: false }]
    }
}

/// The number of P-positions below a bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CountView {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The number of heaps.
    pub heaps: usize,
    /// All heaps are less than this.
    pub below: u64,
    /// The number of P-positions.
    pub count: u128,
    /// The engine that counted them, and whether the number is proved.
    #[serde(flatten)]
    pub known: Known,
}
