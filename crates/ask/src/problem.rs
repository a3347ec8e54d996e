//! The error that takes the place of an answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Mistake, is_false};

/// The kinds of problems that an answer can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The question, its game or its position is malformed.
    BadInput,
    /// The question is valid, but no engine answers it for this game.
    Unsupported,
    /// The answer would exceed a limit of memory, steps or time.
    Limit,
    /// The server is busy: the question can be asked again later.
    Busy,
    /// The computation was interrupted.
    Interrupted,
    /// Two parts of Bouton contradict each other, or the program failed: a bug.
    Bug,
}

/// Why a question is not answered, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem.
    pub kind: ProblemKind,
    /// What is wrong.
    pub error: String,
    /// Advice on what to do about the problem.
    pub help: String,
    /// The mistakes in a rule text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
    /// Is the work continuing, so that the same question has an answer later?
    #[serde(default, skip_serializing_if = "is_false")]
    pub unfinished: bool,
}

impl Problem {
    /// A problem of this kind, with what is wrong and what to do about it.
    #[must_use]
    pub fn new(kind: ProblemKind, error: &str, help: &str) -> Problem {
        let (error, help) = (error.to_owned(), help.to_owned());
        Problem { kind, error, help, mistakes: Vec::new(), unfinished: false }
    }
}
