//! The families of games, one a file.

mod ending;
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
use serde_json::Value;

use crate::column::{Column, Field};

pub use ending::EndingSets;
pub use sets::Numbered;
pub use written::Written;

/// Games in a fixed order, and what is found of each.
pub trait Family: Send + Sync + Debug {
    /// What the family is called on the command line.
    fn name(&self) -> &'static str;
    /// What is written after `bouton census`.
    fn arguments(&self) -> String;
    /// What tells this family from others of its name; [`from_json`] reads it.
    fn parameters(&self) -> Value;
    /// How many games there are.
    fn games(&self) -> u64;
    /// How many games a shard has, usually.
    fn games_per_shard(&self) -> u64;
    /// How many games are worked out at once.
    fn games_per_batch(&self) -> u64;
    /// All columns: first those that say which game it is, then what was found.
    fn fields(&self) -> Vec<Field>;
    /// The first columns.
    fn keys(&self, numbers: Range<u64>) -> Vec<Column>;
    /// The other columns.
    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal>;
    /// The game with this number as one writes it.
    fn game(&self, number: u64) -> String;
}

/// The family that a plan names.
pub fn from_json(name: &Value, parameters: &Value) -> Result<Arc<dyn Family>, Refusal> {
    let number = |key: &str| {
        let number = parameters[key].as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| unknown(&format!("its parameter {key} is missing or no number")))
    };
    match name.as_str() {
        Some(ending::NAME) => {
            let labels = parameters["labels"].as_str();
            Ok(Arc::new(EndingSets::new(number("min")?, number("max")?, labels)?))
        }
        Some(sets::SUBTRACTION) => Ok(Arc::new(Numbered::subtraction(number("max")?)?)),
        Some(sets::PARTIZAN) => Ok(Arc::new(Numbered::partizan_subtraction(number("max")?)?)),
        Some(sets::OCTAL) => {
            let to =
                parameters["to"].as_u64().ok_or_else(|| unknown("its parameter to is missing"))?;
            Ok(Arc::new(Numbered::octal(number("digits")?, to)?))
        }
        Some(written::NAME) => {
            let text = |key: &str| {
                parameters[key]
                    .as_str()
                    .ok_or_else(|| unknown(&format!("its parameter {key} is missing")))
            };
            let to =
                parameters["to"].as_u64().ok_or_else(|| unknown("its parameter to is missing"))?;
            Ok(Arc::new(Written::new(text("file")?, text("text")?, text("over")?, to)?))
        }
        _ => Err(unknown("its family is not known")),
    }
}

fn unknown(problem: &str) -> Refusal {
    Refusal::bad(
        format!("this is no plan of a census: {problem}"),
        "make it again by the same command",
    )
}
