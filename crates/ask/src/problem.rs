//! Why a question is not answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Mistake, is_false};

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
    /// Is it being worked on, so that the same question is answered later?
    #[serde(default, skip_serializing_if = "is_false")]
    pub unfinished: bool,
}
