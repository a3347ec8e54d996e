//! How a part of an answer is known: the engine, its theorem, and whether the result is proved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a part of an answer is known: the engine, its theorem, and whether the result is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Known {
    /// `proved`, or `computed to 1000`.
    pub standing: String,
    /// The engine that found it.
    pub engine: String,
    /// The theorem that the engine uses.
    pub theorem: String,
}

/// An engine that declined a question, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Declined {
    /// The engine that declined.
    pub engine: String,
    /// Why it declined.
    pub reason: String,
}

/// A period: a(n + period) = a(n) + saltus for all n ≥ preperiod, within the range that `standing` gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Period {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What each period adds.
    pub saltus: Saltus,
    /// `proved`, or `computed to 1000`.
    pub standing: String,
}

/// What each period adds: a number to nim-values, a game to values; 0 if the terms just repeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Saltus {
    /// A number.
    Number(u64),
    /// A game, in the notation of short games.
    Game(String),
}
