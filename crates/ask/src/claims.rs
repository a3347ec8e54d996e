//! The views of the papers' claims: verdicts, how they are known, and exhibits.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim of a paper, with the result of checking it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimView {
    /// The identifier of the claim, such as A7.
    pub id: String,
    /// The finding about the claim.
    #[serde(flatten)]
    pub finding: FindingView,
    /// How serious it is that the claim is false; null if it is not false.
    pub grade: Option<Fault>,
    /// The paper that makes the claim.
    pub paper: String,
    /// The authors of the paper, and where it appeared.
    pub source: String,
    /// The title of the claim.
    pub title: String,
    /// What the paper claims.
    pub statement: String,
    /// Was a part of the claim reconstructed because the source is damaged?
    pub restored: bool,
}

/// The result of checking a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingView {
    /// Whether the claim is true, false, open or not checkable.
    pub verdict: Verdict,
    /// How far the verdict is known, in a few words: `for all`, or how far the check went.
    pub bound: String,
    /// Where the claim fails first.
    pub counterexample: Option<String>,
    /// Further remarks about the claim.
    pub note: String,
    /// How far the verdict is known, and why.
    pub known: KnownView,
    /// How many cases were checked; a text, because it may have many digits.
    pub cases: String,
    /// The cases that were enumerated, in a sentence.
    pub enumerated: String,
    /// The counterexample step by step.
    pub steps: Option<Vec<String>>,
    /// Whether the counterexample is the smallest, and in which order.
    pub smallest: Option<String>,
    /// Statements that correct the claim, or go beyond it.
    pub statements: Vec<StatementView>,
    /// Tables, strips and curves that illustrate the finding.
    pub exhibits: Vec<Exhibit>,
    /// Commands that show the result on the command line.
    pub commands: Vec<String>,
}

/// True, false, open, or not checkable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds, within the bound that is given.
    True,
    /// The claim is false: there is a counterexample.
    False,
    /// The claim is not decided; the note says what was tried.
    Open,
    /// The claim is not a mathematical statement, or its subject is missing from the source.
    NotCheckable,
}

/// How serious it is that a claim is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// A slip of the pen: a number, a sign or a name.
    Misprint,
    /// True except in border cases that are not mentioned, such as the empty position.
    Exception,
    /// The conclusion holds, but a step of its proof does not.
    Gap,
    /// The paper asks it, and it is answered in the negative.
    Question,
    /// The statement does not hold.
    Wrong,
}

impl Verdict {
    /// All four verdicts.
    pub const ALL: [Verdict; 4] =
        [Verdict::True, Verdict::False, Verdict::Open, Verdict::NotCheckable];

    /// The name of the verdict: `true`, `false`, `open` or `not-checkable`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Open => "open",
            Verdict::NotCheckable => "not-checkable",
        }
    }
}

/// How far a verdict is known, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownView {
    /// The kind of what is known: a proof, a bound, or an example.
    pub kind: KnownKind,
    /// The reason, or the bound.
    pub text: String,
    /// The kind of proof, if it is known for all cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

impl KnownView {
    fn new(kind: KnownKind, text: impl Into<String>, proof: Option<Proof>) -> KnownView {
        KnownView { kind, text: text.into(), proof }
    }

    /// Known for all cases: there are this many, and each was computed.
    pub fn exhausted(cases: u64, text: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::ForAll, text, Some(Proof::Exhausted { cases }))
    }

    /// For all cases, by formulas that were compared by their coefficients.
    pub fn identity(text: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::ForAll, text, Some(Proof::Identity))
    }

    /// For all cases, by a theorem whose conditions the program checked.
    pub fn theorem(by: impl Into<String>, text: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::ForAll, text, Some(Proof::Theorem { by: by.into() }))
    }

    /// For all cases, by an argument in words.
    pub fn argument(text: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::ForAll, text, Some(Proof::Argument))
    }

    /// Known up to this bound.
    pub fn up_to(bound: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::UpTo, bound, None)
    }

    /// On a sample, within a tolerance or an interval.
    pub fn sampled(sample: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::Sampled, sample, None)
    }

    /// Settled by an example.
    #[must_use]
    pub fn by_example() -> KnownView {
        KnownView::new(KnownKind::ByExample, "", None)
    }

    /// Nothing is settled, for this reason.
    pub fn unsettled(reason: impl Into<String>) -> KnownView {
        KnownView::new(KnownKind::Unsettled, reason, None)
    }

    /// The bound in a few words: `for all`, or how far the check went.
    #[must_use]
    pub fn bound(&self) -> String {
        match self.kind {
            KnownKind::ForAll => "for all".to_owned(),
            KnownKind::UpTo => self.text.clone(),
            KnownKind::Sampled => format!("a sample: {}", self.text),
            KnownKind::ByExample => "by example".to_owned(),
            KnownKind::Unsettled => "unsettled".to_owned(),
        }
    }

    /// The bound, the kind of proof and the reason in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let text = &self.text;
        match (self.kind, &self.proof) {
            (KnownKind::ForAll, Some(proof)) => format!("for all, {}: {text}", proof.words()),
            (KnownKind::ForAll, None) => format!("for all: {text}"),
            (KnownKind::UpTo, _) => format!("checked: {text}"),
            (KnownKind::Sampled, _) => format!("a sample: {text}"),
            (KnownKind::ByExample, _) => "settled by the counterexample".to_owned(),
            (KnownKind::Unsettled, _) => format!("unsettled: {text}"),
        }
    }
}

/// The kind of proof that makes a statement true for all cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Proof {
    /// The statement has finitely many cases, or is reduced to as many, and the program worked out each of them.
    Exhausted {
        /// How many.
        cases: u64,
    },
    /// The program compared formulas by their coefficients.
    Identity,
    /// A theorem of the program, whose conditions it checked itself.
    Theorem {
        /// The engine, the certificate or the method that the theorem belongs to.
        by: String,
    },
    /// An argument in words that readers have to follow; the program checked the cases that it counts, and no more.
    Argument,
}

impl Proof {
    /// The kind of proof in a few words: `by working out all 16 cases`.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Proof::Exhausted { cases: 1 } => "by working out the only case".to_owned(),
            Proof::Exhausted { cases } => format!("by working out all {cases} cases"),
            Proof::Identity => "by comparing coefficients".to_owned(),
            Proof::Theorem { by } => format!("by a theorem ({by})"),
            Proof::Argument => "by an argument".to_owned(),
        }
    }
}

/// The ways in which a verdict can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KnownKind {
    /// For all cases; the text is the reason.
    ForAll,
    /// Up to a bound; the text is the bound.
    UpTo,
    /// On a sample, within a tolerance or an interval; the text is the sample.
    Sampled,
    /// The example, or the counterexample, settles it.
    ByExample,
    /// Nothing was settled; the text is the reason.
    Unsettled,
}

/// A statement that was checked in addition to a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatementView {
    /// The statement that was checked.
    pub text: String,
    /// Does it correct the claim, or go beyond the paper?
    pub correction: bool,
    /// How far it is known, in a few words.
    pub bound: String,
    /// How far it is known, and why.
    pub known: KnownView,
}

impl StatementView {
    /// A statement that holds in place of the claim.
    pub fn correction(text: impl Into<String>, known: KnownView) -> StatementView {
        StatementView::new(text, true, known)
    }

    /// A statement that goes beyond the paper, or answers a question of it.
    pub fn beyond(text: impl Into<String>, known: KnownView) -> StatementView {
        StatementView::new(text, false, known)
    }

    fn new(text: impl Into<String>, correction: bool, known: KnownView) -> StatementView {
        let bound = known.bound();
        StatementView { text: text.into(), correction, bound, known }
    }
}

/// A table, strip, curve or picture that belongs to a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Exhibit {
    /// A table of texts.
    Table {
        /// What it shows.
        caption: String,
        /// The heading of the row labels and of each column.
        columns: Vec<String>,
        /// A label and the cells of each row.
        #[serde(with = "labelled")]
        #[schemars(with = "Vec<labelled::Row>")]
        rows: Vec<(String, Vec<Cell>)>,
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
    Picture(Picture),
    /// Lines of preformatted text.
    Lines {
        /// What they show.
        caption: String,
        /// The lines.
        lines: Vec<String>,
    },
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "CellView", into = "CellView")]
pub struct Cell {
    /// The right entry, as computed.
    pub text: String,
    /// The printed entry, if it differs.
    pub printed: Option<String>,
}

impl Cell {
    /// A cell without a printed entry, or with an equal one.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), printed: None }
    }

    /// A cell together with its printed entry.
    pub fn compared(text: impl Into<String>, printed: impl Into<String>) -> Cell {
        let (text, printed) = (text.into(), printed.into());
        let printed = (printed != text).then_some(printed);
        Cell { text, printed }
    }
}

/// A cell as JSON: a text, or the right and the printed entry if they differ.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum CellView {
    Text(String),
    Corrected { computed: String, printed: String },
}

impl From<CellView> for Cell {
    fn from(view: CellView) -> Cell {
        match view {
            CellView::Text(text) => Cell::new(text),
            CellView::Corrected { computed, printed } => {
                Cell { text: computed, printed: Some(printed) }
            }
        }
    }
}

impl From<Cell> for CellView {
    fn from(Cell { text, printed }: Cell) -> CellView {
        match printed {
            None => CellView::Text(text),
            Some(printed) => CellView::Corrected { computed: text, printed },
        }
    }
}

/// A curve of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    /// The name of the curve.
    pub name: String,
    /// The points of the curve.
    pub points: Vec<(f64, f64)>,
}

/// A window of a plane of positions, to be drawn as a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// The caption of the picture.
    pub caption: String,
    /// The game, as `bouton chart` takes it.
    pub game: String,
    /// The range of the first numbers.
    #[serde(with = "ends")]
    #[schemars(with = "[u64; 2]")]
    pub x: Range<u64>,
    /// The range of the second numbers.
    #[serde(with = "ends")]
    #[schemars(with = "[u64; 2]")]
    pub y: Range<u64>,
    /// Are the sectors A_k to D_k and the boundary of the core drawn over it?
    pub sectors: bool,
}

/// A range as a list of its two ends.
mod ends {
    use super::{Deserialize, Range, Serialize};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(range: &Range<u64>, to: S) -> Result<S::Ok, S::Error> {
        [range.start, range.end].serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Range<u64>, D::Error> {
        <[u64; 2]>::deserialize(from).map(|[start, end]| start..end)
    }
}

/// Rows of a table with names for the label and the cells.
mod labelled {
    use super::{Cell, Deserialize, JsonSchema, Serialize};
    use serde::{Deserializer, Serializer};

    /// A row of a table.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct Row {
        /// What the row is about.
        label: String,
        /// Its cells.
        cells: Vec<Cell>,
    }

    type Rows = Vec<(String, Vec<Cell>)>;

    pub(super) fn serialize<S: Serializer>(rows: &Rows, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(rows.iter().cloned().map(|(label, cells)| Row { label, cells }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rows, D::Error> {
        let rows = Vec::<Row>::deserialize(from)?;
        Ok(rows.into_iter().map(|row| (row.label, row.cells)).collect())
    }
}
