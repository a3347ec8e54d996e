//! The question what the program knows about a game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Declined, Position, Question, is_false};

/// Explains a game: its family, the proved facts, and the engine for each question.
///
/// It also says what solving a position costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The position whose cost is estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Run the rules as written, without recognising a family.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

impl Question for Explain {
    type View = ExplainView;
    const NAME: &'static str = "explain";

    fn examples() -> Vec<Explain> {
        let game = "nimrod".to_owned();
        vec![Explain { game, position: Some("100,1".into()), as_written: false }]
    }
}

/// All that is known about the rules of a game, without solving it.
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
    /// Facts about the game, proved or not.
    pub profile: Vec<Fact>,
    /// The engine that would answer each question.
    pub plans: Vec<PlanView>,
    /// Families that it nearly belongs to.
    pub missed: Vec<Missed>,
    /// The cost of solving a position.
    pub cost: Option<Cost>,
}

/// A fact about a game, and whether it is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// The fact, in words.
    pub what: String,
    /// `yes`, `no` or `unknown`.
    pub holds: String,
    /// Why the fact holds, or why not.
    pub because: String,
}

/// The engine that answers a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanView {
    /// The question.
    pub question: String,
    /// The engine; null if none answers.
    pub engine: Option<String>,
    /// The theorem that the engine uses.
    pub theorem: Option<String>,
    /// Why no engine would answer, if none would.
    pub refusal: Option<String>,
    /// The engines that declined before it.
    pub declined: Vec<Declined>,
}

/// A family that a game nearly belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Missed {
    /// The family that the rules do not belong to.
    pub family: String,
    /// What would have to change for the rules to belong to the family.
    pub reason: String,
}

/// The cost of solving a position. Numbers are texts, because they may have many digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// The position.
    pub position: Position,
    /// An upper bound on the number of options.
    pub options: String,
    /// A bound on what can be reached from the position; null if none is proved.
    pub reach: Option<Reach>,
    /// Bytes that are kept for each position.
    pub bytes_each: Option<String>,
}

/// A bound on what can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// What is counted: `positions` or `sizes of heaps`.
    pub of: String,
    /// How many can be reached at most.
    pub count: String,
    /// The largest value of each number.
    pub largest: BTreeMap<String, String>,
}
