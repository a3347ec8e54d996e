//! Why a question is not answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Mistake;

/// Why a question is not answered, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// What is wrong.
    pub error: String,
    /// What to do.
    pub help: String,
    /// The mistakes in a rule text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
}
