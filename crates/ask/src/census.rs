//! What a census found.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a census found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CensusSummary {
    /// How many games.
    pub games: u64,
    /// What was found of the first quantity of the family, if it has one.
    #[serde(flatten)]
    pub first: Option<CensusQuantity>,
    /// What was found of each quantity by its name, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "as_map")]
    #[schemars(with = "BTreeMap<String, CensusQuantity>")]
    pub quantities: Vec<(String, CensusQuantity)>,
    /// The family.
    pub family: String,
    /// The command that makes this census, without the folder.
    pub command: String,
    /// The folder.
    pub folder: String,
    /// How many shards there are.
    pub shards: u64,
    /// How many shards there are to be.
    pub shards_in_plan: u64,
    /// Are all there, and whole?
    pub complete: bool,
    /// What is wrong with files in the folder.
    pub damage: Vec<String>,
}

/// What was found of one sequence of each game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CensusQuantity {
    /// How many games are eventually won by Left, whoever begins.
    pub eventually_left: u64,
    /// The longest period.
    pub longest_period: Option<u64>,
    /// The longest preperiod.
    pub longest_preperiod: Option<u64>,
    /// The first game with the longest period.
    pub longest_period_game: Option<String>,
    /// The first game with the longest preperiod.
    pub longest_preperiod_game: Option<String>,
    /// How many have a period that is proved.
    pub proved: u64,
    /// How many have just these letters in their period.
    pub letters: BTreeMap<String, u64>,
}

/// Pairs as a map, in their order.
mod as_map {
    use serde::de::{Deserialize, Deserializer};
    use serde::ser::Serializer;

    use super::{BTreeMap, CensusQuantity};

    pub(super) fn serialize<S: Serializer>(
        pairs: &[(String, CensusQuantity)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(pairs.iter().map(|(name, found)| (name, found)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(String, CensusQuantity)>, D::Error> {
        BTreeMap::deserialize(deserializer).map(|pairs| pairs.into_iter().collect())
    }
}

/// A family of games that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CensusFamily {
    /// The name, as typed.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What a form for it asks.
    pub fields: &'static [CensusField],
}

/// Something that a census of a family asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CensusField {
    /// The name of the setting.
    pub name: &'static str,
    /// What it means, in a few words.
    pub label: &'static str,
    /// A value to begin with, if it is a number.
    pub usual: Option<u64>,
    /// Can there be no census without it?
    pub needed: bool,
}
