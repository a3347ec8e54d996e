//! How a part of an answer is known: the engine, its theorem, and whether the result is proved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a part of an answer is known: the engine, its theorem, and whether the result is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Known {
    /// How far the result is known: `proved`, or for example `computed to 1000`.
    pub standing: String,
    /// The engine that found the result.
    pub engine: String,
    /// The theorem that the engine uses.
    pub theorem: String,
}

/// An engine that declined a question, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Declined {
    /// The engine that declined.
    pub engine: String,
    /// Why the engine declined the question.
    pub reason: String,
}

/// A period: a(n + period) = a(n) + saltus for all n ≥ preperiod, within the range that `standing` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Period {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What each period adds to the terms.
    pub saltus: Saltus,
    /// How far the period is known: `proved`, or for example `computed to 1000`.
    pub standing: String,
}

/// What each period adds: a number to nim-values, a game to values; 0 if the terms just repeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Saltus {
    /// The number that each period adds to nim-values.
    Number(u64),
    /// A game, in the notation of short games.
    Game(String),
}
