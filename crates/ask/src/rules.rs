//! The views of rule texts and their mistakes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A mistake in a rule text, or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mistake {
    /// The file, or the name of another source, such as standard input.
    pub file: String,
    /// The line where it begins, from 1 on.
    pub line: usize,
    /// The character of the line where it begins, from 1 on.
    pub column: usize,
    /// The line in which the marked part ends.
    pub end_line: usize,
    /// The character of the line before which it ends.
    pub end_column: usize,
    /// The severity: `error` or `warning`.
    pub severity: String,
    /// The mistake, in one sentence.
    pub message: String,
    /// What is wrong with the part that is marked, in a few words.
    pub label: String,
    /// Advice on what to write instead.
    pub help: Option<String>,
    /// The text to put in place of the part that is marked.
    pub replacement: Option<String>,
}

/// The result of checking a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesCheckView {
    /// The file that was read.
    pub file: String,
    /// The name of the game.
    pub game: Option<String>,
    /// How a position is written, in a few words.
    pub positions: Option<String>,
    /// The values that parameters were checked with.
    pub stand_ins: Vec<String>,
    /// Does the text define a game, without mistakes?
    pub ok: bool,
    /// The mistakes and warnings.
    pub diagnostics: Vec<Mistake>,
}

/// The results of checking rule files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesFilesView {
    /// A result for each file.
    pub files: Vec<RulesCheckView>,
}
