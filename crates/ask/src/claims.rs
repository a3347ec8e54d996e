//! Claims of the papers, and what came of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim of a paper, and what came of checking it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimView {
    /// Which one: A7.
    pub id: String,
    /// What came of it.
    #[serde(flatten)]
    pub finding: FindingView,
    /// The paper.
    pub paper: String,
    /// What the claim is called.
    pub title: String,
    /// The claim.
    pub statement: String,
    /// Is it damaged in the source, and was restored?
    pub restored: bool,
}

/// What came of checking a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingView {
    /// `true`, `false`, `open` or `not-checkable`.
    pub verdict: String,
    /// How far the verdict is known, in a few words: `for all`, or how far the check went.
    pub bound: String,
    /// Where the claim fails first.
    pub counterexample: Option<String>,
    /// What a reader should know besides.
    pub note: String,
    /// How far the verdict is known, and why.
    pub known: KnownView,
    /// How many cases were looked at; a text, as it may have many digits.
    pub cases: String,
    /// What was enumerated.
    pub enumerated: String,
    /// The counterexample step by step.
    pub steps: Option<Vec<String>>,
    /// Whether the counterexample is the smallest, and in which order.
    pub smallest: Option<String>,
    /// What holds in its place, or goes beyond it.
    pub statements: Vec<StatementView>,
    /// Tables, strips and curves.
    pub exhibits: Vec<ExhibitView>,
    /// Command lines that show the same.
    pub commands: Vec<String>,
}

/// How far a verdict is known, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownView {
    /// What the text is.
    pub kind: KnownKind,
    /// The reason, or the bound.
    pub text: String,
}

/// How far a verdict is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KnownKind {
    /// For all cases; the text is the reason.
    ForAll,
    /// Up to a bound; the text is the bound.
    UpTo,
    /// The counterexample settles it.
    ByExample,
    /// Nothing was settled; the text is the reason.
    Unsettled,
}

/// A statement that was checked beside a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatementView {
    /// What holds.
    pub text: String,
    /// Does it correct the claim, or go beyond the paper?
    pub correction: bool,
    /// How far it is known, in a few words.
    pub bound: String,
    /// How far it is known, and why.
    pub known: KnownView,
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ExhibitView {
    /// A table.
    Table {
        /// What it shows.
        caption: String,
        /// The heading of the row labels and of each column.
        columns: Vec<String>,
        /// The rows.
        rows: Vec<TableRow>,
    },
    /// Outcomes of heaps 0, 1, 2, … as letters.
    Strip {
        /// What it shows.
        caption: String,
        /// L, R, N, P.
        letters: String,
        /// A period to fold the strip by, if one is known.
        period: Option<usize>,
    },
    /// Curves over a common axis.
    Curves {
        /// What they show.
        caption: String,
        /// What is along the axis.
        x: String,
        /// What is measured.
        y: String,
        /// The curves.
        curves: Vec<Curve>,
    },
    /// A picture of a plane of positions.
    Picture {
        /// What it shows.
        caption: String,
        /// The game.
        game: String,
        /// The first numbers: from the first of these, to before the second.
        x: [u64; 2],
        /// The second numbers.
        y: [u64; 2],
        /// Are the sectors and the boundary of the core drawn over it?
        sectors: bool,
    },
    /// Lines of text, set as they are.
    Lines {
        /// What they show.
        caption: String,
        /// The lines.
        lines: Vec<String>,
    },
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRow {
    /// What the row is about.
    pub label: String,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell of a table: a text, or what is right and what is printed where they differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// What is right.
    Text(String),
    /// What is right, and what is printed.
    Corrected {
        /// What is right, as computed.
        computed: String,
        /// What is printed.
        printed: String,
    },
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}
