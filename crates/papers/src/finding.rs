//! What a checker found out about a claim: a verdict, how it is known, counterexamples and exhibits.

use std::fmt::Display;

pub use bouton_ask::{Cell, Curve, Exhibit, FindingView, Picture, Verdict};
pub use bouton_ask::{KnownView as Known, StatementView as Statement};

use crate::frame::Result;
use crate::words::{Values, say, say_known, words};

/// The result of checking a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Whether the claim is true, false, open or not checkable.
    pub verdict: Verdict,
    /// How far it is known, and why.
    pub known: Known,
    /// The number of cases that were looked at.
    pub cases: u128,
    /// What was enumerated, in a sentence: `all S within {2..12}, heaps to 200`.
    pub enumerated: String,
    /// The counterexample that was found, if the claim is false.
    pub counterexample: Option<Counterexample>,
    /// Statements that hold in place of the claim, or go beyond it; each was checked like the claim itself.
    pub statements: Vec<Statement>,
    /// What a reader should know besides, in plain sentences.
    pub note: String,
    /// Tables, strips and curves that illustrate the finding.
    pub exhibits: Vec<Exhibit>,
}

impl Finding {
    /// True as far as `known` says, unless a counterexample was found.
    pub fn decided(
        counterexample: Option<Counterexample>,
        known: Known,
        cases: u128,
        enumerated: impl Into<String>,
    ) -> Finding {
        let (verdict, known) = match counterexample {
            Some(_) => (Verdict::False, Known::by_example()),
            None => (Verdict::True, known),
        };
        Finding { counterexample, ..Finding::bare(verdict, known, cases, enumerated) }
    }

    /// Nobody knows; the reason says what is missing.
    pub fn open(reason: impl Into<String>, cases: u128, enumerated: impl Into<String>) -> Finding {
        Finding::bare(Verdict::Open, Known::unsettled(reason), cases, enumerated)
    }

    /// A finding that there is nothing to check, for this reason.
    pub fn not_checkable(reason: impl Into<String>) -> Finding {
        Finding::bare(Verdict::NotCheckable, Known::unsettled(reason), 0, "nothing")
    }

    fn bare(verdict: Verdict, known: Known, cases: u128, enumerated: impl Into<String>) -> Finding {
        Finding {
            verdict,
            known,
            cases,
            enumerated: enumerated.into(),
            counterexample: None,
            statements: Vec::new(),
            note: String::new(),
            exhibits: Vec::new(),
        }
    }

    /// With a note; a second one is added to the first.
    pub fn note(mut self, note: impl AsRef<str>) -> Finding {
        if !self.note.is_empty() {
            self.note.push(' ');
        }
        self.note.push_str(note.as_ref());
        self
    }

    /// With one more statement of ours.
    pub fn statement(mut self, statement: Statement) -> Finding {
        self.statements.push(statement);
        self
    }

    /// With the statement of ours that has this key.
    pub(crate) fn say(self, key: &str, values: Values<'_>) -> Finding {
        self.statement(say(key, values))
    }

    /// With the statement of ours that has this key and names an example, if one was found.
    pub(crate) fn say_of(self, key: &str, example: Option<impl Display>) -> Finding {
        example.iter().fold(self, |finding, example| finding.say(key, &[example]))
    }

    /// With the statement of ours that has this key, known in a way that was computed.
    pub(crate) fn say_known(self, key: &str, values: Values<'_>, known: Known) -> Finding {
        self.statement(say_known(key, values, known))
    }

    /// With what is said where the claim fails.
    pub(crate) fn if_refuted(self, add: impl FnOnce(Finding) -> Finding) -> Finding {
        if self.counterexample.is_some() { add(self) } else { self }
    }

    /// With what is said where the claim holds.
    pub(crate) fn if_upheld(self, add: impl FnOnce(Finding) -> Result) -> Result {
        if self.counterexample.is_none() { add(self) } else { Ok(self) }
    }

    /// With one more thing to look at.
    pub fn exhibit(mut self, exhibit: Exhibit) -> Finding {
        self.exhibits.push(exhibit);
        self
    }
}

/// A case in which a claim fails, such that one can follow it by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// In one line: `(0,0,0) is P, but 1 ⊕ 1 ⊕ 1 = 1`.
    pub what: String,
    /// Why it is a counterexample, step by step.
    pub steps: Vec<String>,
    /// Is it the smallest, and in which order?
    pub smallest: String,
}

impl Counterexample {
    /// The counterexample, and in which order it is the smallest.
    pub(crate) fn in_order(self, smallest: &str) -> Counterexample {
        Counterexample { smallest: smallest.to_owned(), ..self }
    }
}

/// The first line says what fails, the others how, step by step.
impl From<String> for Counterexample {
    fn from(text: String) -> Counterexample {
        let mut lines = text.lines().map(str::to_owned);
        let what = lines.next().unwrap_or_default();
        Counterexample { what, steps: lines.collect(), smallest: String::new() }
    }
}

impl<S: IntoIterator<Item = String>> From<(String, S)> for Counterexample {
    fn from((text, steps): (String, S)) -> Counterexample {
        let mut counterexample = Counterexample::from(text);
        counterexample.steps.extend(steps);
        counterexample
    }
}

impl From<Finding> for FindingView {
    fn from(finding: Finding) -> FindingView {
        let (what, steps, smallest) = match finding.counterexample {
            Some(found) => (Some(found.what), Some(found.steps), Some(found.smallest)),
            None => (None, None, None),
        };
        FindingView {
            verdict: finding.verdict,
            bound: finding.known.bound(),
            counterexample: what,
            note: finding.note,
            known: finding.known,
            cases: finding.cases.to_string(),
            enumerated: finding.enumerated,
            steps,
            smallest,
            statements: finding.statements,
            exhibits: finding.exhibits,
            commands: Vec::new(),
        }
    }
}

/// A table: its caption, the headings of the labels and the columns, and a label with cells for each row.
pub(crate) fn table<C: ToString, L: ToString>(
    caption: impl Into<String>,
    columns: impl IntoIterator<Item = C>,
    rows: impl IntoIterator<Item = (L, Vec<Cell>)>,
) -> Exhibit {
    let columns = columns.into_iter().map(|column| column.to_string()).collect();
    let rows = rows.into_iter().map(|(label, cells)| (label.to_string(), cells)).collect();
    Exhibit::Table { caption: caption.into(), columns, rows }
}

/// A table about which the words with this key say: its caption, and in the second line the headings.
pub(crate) fn said_table<L: ToString>(
    key: &str,
    values: Values<'_>,
    rows: impl IntoIterator<Item = (L, Vec<Cell>)>,
) -> Exhibit {
    let words = words(key, values);
    let (caption, columns) = words.split_once('\n').unwrap_or((&words, ""));
    table(caption, columns.split(" | "), rows)
}

/// Texts or numbers as the cells of a row.
pub(crate) fn cells<T: ToString>(texts: impl IntoIterator<Item = T>) -> Vec<Cell> {
    texts.into_iter().map(|text| Cell::new(text.to_string())).collect()
}

/// Lines under a caption.
pub(crate) fn lines(caption: impl Into<String>, lines: Vec<String>) -> Exhibit {
    Exhibit::Lines { caption: caption.into(), lines }
}

/// Named curves under a caption, with what the axes show.
pub(crate) fn curves<N: Into<String>>(
    caption: &str,
    [x, y]: [&str; 2],
    curves: impl IntoIterator<Item = (N, Vec<(f64, f64)>)>,
) -> Exhibit {
    let curves = curves.into_iter().map(|(name, points)| Curve { name: name.into(), points });
    let [caption, x, y] = [caption, x, y].map(str::to_owned);
    Exhibit::Curves { caption, x, y, curves: curves.collect() }
}
