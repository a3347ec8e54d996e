//! A table over two numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Question, is_false};

/// A table over two numbers: completions, outcomes or nim-values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The game, by name or by its rules.
    pub game: String,
    /// Rows 0 to `rows - 1`.
    #[serde(default = "usual_size")]
    pub rows: u64,
    /// Columns 0 to `columns - 1`.
    #[serde(default = "usual_size")]
    pub columns: u64,
    /// What a cell holds; completions where the game has them, else outcomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Cells>,
    /// How many heaps a position has, the completion included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<usize>,
    /// Numbers that stay the same all over the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<u64>,
    /// The engine that shall answer; the plan chooses if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Take the rules as they are written, without recognising a family that a faster engine knows.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

fn usual_size() -> u64 {
    10
}

/// What a cell of a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// The number that completes row, column and fixed numbers to a P-position.
    Completion,
    /// N, P, L, R or D.
    Outcome,
    /// The nim-value.
    NimValue,
}

impl Table {
    /// The usual table of a game with this many rows and columns.
    #[must_use]
    pub fn new(game: &str, rows: u64, columns: u64) -> Table {
        Table {
            game: game.to_owned(),
            rows,
            columns,
            of: None,
            heaps: None,
            fix: Vec::new(),
            engine: None,
            as_written: false,
        }
    }
}

impl Question for Table {
    type View = TableView;
    const NAME: &'static str = "table";
    const SUMMARY: &'static str = "A table over two numbers: completions, outcomes or nim-values.";

    fn examples() -> Vec<Table> {
        vec![
            Table { heaps: Some(4), fix: vec![1], ..Table::new("antonim", 6, 6) },
            Table { of: Some(Cells::NimValue), ..Table::new("wythoff", 5, 5) },
            Table { of: Some(Cells::Outcome), ..Table::new("nim", 3, 4) },
        ]
    }

    fn game(&self) -> &str {
        &self.game
    }
}

/// A table over two numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// The game, as it can be typed again.
    pub game: String,
    /// The name of the game, where that is not how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The numbers that are the same all over the table.
    pub fixed: Vec<u64>,
    /// A list for each row; null where the position is not legal.
    pub rows: Rows,
    /// Who found the cells, and how they are known.
    #[serde(flatten)]
    pub known: Known,
}

/// The cells of a table: numbers for completions and nim-values, letters for outcomes; null where there is no legal
/// position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Rows {
    /// Numbers.
    Numbers(Vec<Vec<Option<u64>>>),
    /// Letters.
    Letters(Vec<Vec<Option<String>>>),
}
