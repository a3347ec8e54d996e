//! The families of games, one in each file.

mod ending;
mod lattice;
mod letters;
mod period;
mod sets;
#[cfg(test)]
mod tests;
mod written;

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use bouton_rules::{Limits, Refusal};
use serde::{Deserialize, Serialize};

use crate::column::{Column, Field};

pub use ending::EndingSets;
pub use lattice::LatticeSets;
pub use sets::CatalogueGames;
pub use written::RuleTextGames;

/// Games in a fixed order, and what is found of each.
pub trait Family: Send + Sync + Debug {
    /// The name of the family on the command line.
    fn name(&self) -> &'static str;
    /// The arguments of `bouton census` that name this family.
    fn arguments(&self) -> String;
    /// The family and its parameters, as data.
    fn description(&self) -> FamilyDescription;
    /// The number of games in the family.
    fn games(&self) -> u64;
    /// The number of games in a shard, unless another is asked for.
    fn games_per_shard(&self) -> u64;
    /// The number of games that are worked out at once.
    fn games_per_batch(&self) -> u64;
    /// All columns: first those that say which game it is, then what was found.
    fn fields(&self) -> Vec<Field>;
    /// The columns that say which games these are, for the games with these numbers.
    fn keys(&self, numbers: Range<u64>) -> Vec<Column>;
    /// The columns with the results, for the games with these numbers.
    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal>;
    /// The text of the game with this number.
    fn game(&self, number: u64) -> String;
}

/// A family and its parameters, as a plan stores them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "family", content = "parameters", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are the arguments of the command line")]
pub enum FamilyDescription {
    /// Ending-partizan subtraction games, by their sets.
    EndingPartizan { min: u32, max: u32, labels: Option<String> },
    /// Subtraction games, by their sets.
    Subtraction { max: u32 },
    /// Partizan subtraction games, by pairs of sets.
    PartizanSubtraction { max: u32 },
    /// Take-and-break games, by their octal codes.
    Octal { digits: u32, to: u64 },
    /// Vector games on two heaps, by their sets of vectors.
    Lattice { max: u32, vectors: u32 },
    /// The games of a rule file.
    Rules { file: String, text: String, over: String, to: u64 },
}

impl FamilyDescription {
    /// The family that this describes.
    pub fn family(&self) -> Result<Arc<dyn Family>, Refusal> {
        Ok(match self {
            FamilyDescription::EndingPartizan { min, max, labels } => {
                Arc::new(EndingSets::new(*min, *max, labels.as_deref())?)
            }
            FamilyDescription::Subtraction { max } => Arc::new(CatalogueGames::subtraction(*max)?),
            FamilyDescription::PartizanSubtraction { max } => {
                Arc::new(CatalogueGames::partizan_subtraction(*max)?)
            }
            FamilyDescription::Octal { digits, to } => {
                Arc::new(CatalogueGames::octal(*digits, *to)?)
            }
            FamilyDescription::Lattice { max, vectors } => {
                Arc::new(LatticeSets::new(*max, *vectors)?)
            }
            FamilyDescription::Rules { file, text, over, to } => {
                Arc::new(RuleTextGames::new(file, text, over, *to)?)
            }
        })
    }
}

/// Refuses a parameter that is 0 or too large.
fn within(what: &str, number: u32, most: u32) -> Result<(), Refusal> {
    match (1..=most).contains(&number) {
        true => Ok(()),
        false => Err(Refusal::bad(
            format!("{what} cannot be {number} in this census"),
            format!("choose 1 to {most}"),
        )),
    }
}
