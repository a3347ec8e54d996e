//! The views of a census: its summary, and the families with their options.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The summary of a census.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CensusSummary {
    /// The number of games.
    pub games: u64,
    /// The results for the family's first quantity, if it has one.
    #[serde(flatten)]
    pub first: Option<CensusQuantity>,
    /// The results for each quantity by name, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "as_map")]
    #[schemars(with = "BTreeMap<String, CensusQuantity>")]
    pub quantities: Vec<(String, CensusQuantity)>,
    /// The theorems about all positions, if the family is asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorems: Option<CensusTheorems>,
    /// The family of games that the census is of.
    pub family: String,
    /// The command that makes this census, without the folder.
    pub command: String,
    /// The folder that the census is in.
    pub folder: String,
    /// The number of finished shards.
    pub shards: u64,
    /// The number of shards of the complete census.
    pub shards_in_plan: u64,
    /// Are all shards finished and undamaged?
    pub complete: bool,
    /// Damage to files in the folder, a line each.
    pub damage: Vec<String>,
}

/// The results for one quantity, over all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CensusQuantity {
    /// The number of games that are eventually won by Left, whoever begins.
    pub eventually_left: u64,
    /// The longest period.
    pub longest_period: Option<u64>,
    /// The longest preperiod.
    pub longest_preperiod: Option<u64>,
    /// The first game with the longest period.
    pub longest_period_game: Option<String>,
    /// The first game with the longest preperiod.
    pub longest_preperiod_game: Option<String>,
    /// The number of games with a proved period.
    pub proved: u64,
    /// The number of games whose period has exactly these letters.
    pub letters: BTreeMap<String, u64>,
}

/// The theorems that were found, over all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CensusTheorems {
    /// The number of games with a theorem; for the others none was found.
    pub proved: u64,
    /// The number of theorems in each numeration.
    pub numerations: BTreeMap<String, u64>,
    /// The most states of an automaton.
    pub largest_automaton: Option<u64>,
    /// The first game with the largest automaton.
    pub largest_automaton_game: Option<String>,
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

/// A named family of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CensusFamily {
    /// The name of the family, as it is typed.
    pub name: &'static str,
    /// The title of the family.
    pub title: &'static str,
    /// The options of a census of this family.
    pub fields: &'static [CensusField],
}

/// An option of a census of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CensusField {
    /// The name of the option.
    pub name: &'static str,
    /// The meaning of the option, in a few words.
    pub label: &'static str,
    /// A suggested value, if it is a number.
    pub usual: Option<u64>,
    /// Is the option required?
    pub needed: bool,
}
