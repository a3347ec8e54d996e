//! Why a question is not answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Mistake, is_false};

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The question, its game or its position makes no sense.
    BadInput,
    /// The question makes sense, but nothing here answers it for this game.
    Unsupported,
    /// The answer would cost more than is allowed.
    Limit,
    /// The question can be asked again later.
    Busy,
    /// Whoever asked did not wait for the answer.
    Interrupted,
    /// A mistake in Bouton itself.
    Bug,
}

/// Why a question is not answered, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Which kind of problem it is.
    pub kind: ProblemKind,
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

impl Problem {
    /// A problem of this kind: what is wrong, and what to do.
    #[must_use]
    pub fn new(kind: ProblemKind, error: &str, help: &str) -> Problem {
        let (error, help) = (error.to_owned(), help.to_owned());
        Problem { kind, error, help, mistakes: Vec::new(), unfinished: false }
    }
}
