//! What is understood of a game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Declined, Position, Question, is_false};

/// What is understood of a game: its family, facts that were proved, which engine answers what, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The game, by name or by its rules.
    pub game: String,
    /// The position whose cost is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Take the rules as they are written, without recognising a family.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

impl Question for Explain {
    type View = ExplainView;
    const NAME: &'static str = "explain";
    const SUMMARY: &'static str =
        "What is understood of a game: its family, its facts, and which engine answers what.";

    fn examples() -> Vec<Explain> {
        let game = "nimrod".to_owned();
        vec![Explain { game, position: Some("100,1".into()), as_written: false }]
    }

    fn game(&self) -> &str {
        &self.game
    }
}

/// What is understood of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainView {
    /// The name of the game.
    pub game: String,
    /// The rules, a line each.
    pub rules: Vec<String>,
    /// The family, if the game has one.
    pub family: Option<String>,
    /// Why it belongs to the family.
    pub because: Vec<String>,
    /// What is known of the game.
    pub profile: Vec<Fact>,
    /// Which engine answers which question.
    pub plans: Vec<PlanView>,
    /// Families that it nearly belongs to.
    pub missed: Vec<Missed>,
    /// What a position costs.
    pub cost: Option<Cost>,
}

/// Something that is known of a game, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// What.
    pub what: String,
    /// `yes`, `no` or `unknown`.
    pub holds: String,
    /// Why.
    pub because: String,
}

/// Which engine answers a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanView {
    /// The question.
    pub question: String,
    /// The engine; null if none answers.
    pub engine: Option<String>,
    /// The theorem that it rests on.
    pub theorem: Option<String>,
    /// Why no engine answers.
    pub refusal: Option<String>,
    /// The engines that declined before.
    pub declined: Vec<Declined>,
}

/// A family that a game nearly belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Missed {
    /// The family.
    pub family: String,
    /// What would have to change.
    pub reason: String,
}

/// What a position costs. Numbers are texts, as they may have many digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// The position.
    pub position: Position,
    /// How many options it has at most.
    pub options: String,
    /// What can be reached; null if it has no bound that was proved.
    pub reach: Option<Reach>,
    /// Bytes that are kept for each position.
    pub bytes_each: Option<String>,
}

/// What can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// `positions` or `sizes of heaps`.
    pub of: String,
    /// How many at most.
    pub count: String,
    /// The largest value of each number.
    pub largest: BTreeMap<String, String>,
}
