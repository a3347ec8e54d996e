//! The question for a table over two numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Question, is_false};

/// Makes a table over two numbers: completions, outcomes or nim-values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// Rows 0 to `rows - 1`.
    #[serde(default = "usual_size")]
    pub rows: u64,
    /// Columns 0 to `columns - 1`.
    #[serde(default = "usual_size")]
    pub columns: u64,
    /// What a cell shows; by default completions if the game has them, else outcomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Cells>,
    /// The number of heaps of a position, including the completion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<usize>,
    /// The remaining numbers of the positions, which are fixed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<u64>,
    /// The engine that must answer; by default the first that can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

fn usual_size() -> u64 {
    10
}

/// The quantities that a cell of a table can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// The number that completes row, column and fixed numbers to a P-position.
    Completion,
    /// N, P, L, R or D.
    Outcome,
    /// The nim-value of the position.
    NimValue,
}

impl Table {
    /// The usual table of a game with this many rows and columns.
    #[must_use]
    pub fn new(game: &str, rows: u64, columns: u64) -> Table {
        Table { game: game.to_owned(), rows, columns, ..Table::default() }
    }
}

impl Question for Table {
    type View = TableView;
    const NAME: &'static str = "table";

    fn examples() -> Vec<Table> {
        vec![
            Table { heaps: Some(4), fix: vec![1], ..Table::new("antonim", 6, 6) },
            Table { of: Some(Cells::NimValue), ..Table::new("wythoff", 5, 5) },
            Table { of: Some(Cells::Outcome), ..Table::new("nim", 3, 4) },
        ]
    }
}

/// A table over two numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableView {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The fixed numbers of the positions.
    pub fixed: Vec<u64>,
    /// A list for each row; null if the position is not legal.
    pub rows: Rows,
    /// The engine that found the cells, and whether they are proved.
    #[serde(flatten)]
    pub known: Known,
}

/// The cells of a table: numbers for completions and nim-values, letters for outcomes; null if there is no legal
/// position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Rows {
    /// Completions or nim-values, row by row.
    Numbers(Vec<Vec<Option<u64>>>),
    /// Letters of outcomes, row by row.
    Letters(#[schemars(with = "Vec<Vec<Option<String>>>")] Vec<Vec<Option<char>>>),
}
