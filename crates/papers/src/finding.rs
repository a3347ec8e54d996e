//! What a checker found.

pub use bouton_ask::{Cell, Curve, Exhibit, Picture, Verdict};

/// What came of checking a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// How far it is known, and why.
    pub known: Known,
    /// How many cases were looked at.
    pub cases: u128,
    /// What was enumerated, in a sentence: `all S within {2..12}, heaps to 200`.
    pub enumerated: String,
    /// Where the claim fails first.
    pub counterexample: Option<Counterexample>,
    /// What holds in its place, or goes beyond it; each was checked like the claim itself.
    pub statements: Vec<Statement>,
    /// What a reader should know besides, in plain sentences.
    pub note: String,
    /// Tables, strips and curves.
    pub exhibits: Vec<Exhibit>,
    /// Command lines of `bouton` that show the same.
    pub commands: Vec<String>,
}

impl Finding {
    /// The claim holds, as far as `known` says.
    pub fn holds(known: Known, cases: u128, enumerated: impl Into<String>) -> Finding {
        Finding::bare(Verdict::True, known, cases, enumerated)
    }

    /// The claim fails at a counterexample.
    pub fn fails(
        counterexample: Counterexample,
        cases: u128,
        enumerated: impl Into<String>,
    ) -> Finding {
        let mut finding = Finding::bare(Verdict::False, Known::ByExample, cases, enumerated);
        finding.counterexample = Some(counterexample);
        finding
    }

    /// True unless a counterexample was found.
    pub fn decided(
        counterexample: Option<Counterexample>,
        known: Known,
        cases: u128,
        enumerated: impl Into<String>,
    ) -> Finding {
        match counterexample {
            Some(counterexample) => Finding::fails(counterexample, cases, enumerated),
            None => Finding::holds(known, cases, enumerated),
        }
    }

    /// Nobody knows; the reason says what stands in the way.
    pub fn open(reason: impl Into<String>, cases: u128, enumerated: impl Into<String>) -> Finding {
        Finding::bare(Verdict::Open, Known::Unsettled(reason.into()), cases, enumerated)
    }

    /// There is nothing to check, for this reason.
    pub fn not_checkable(reason: impl Into<String>) -> Finding {
        Finding::bare(Verdict::NotCheckable, Known::Unsettled(reason.into()), 0, "nothing")
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
            commands: Vec::new(),
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

    /// With one more thing to look at.
    pub fn exhibit(mut self, exhibit: Exhibit) -> Finding {
        self.exhibits.push(exhibit);
        self
    }

    /// With one more command line that shows the same.
    pub fn command(mut self, command: impl Into<String>) -> Finding {
        self.commands.push(command.into());
        self
    }
}

/// How far a verdict is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// For all cases, for this reason (a proof in a sentence or two, or an exhaustive check of
    /// finitely many cases).
    ForAll(String),
    /// Up to this bound; nothing is claimed beyond.
    UpTo(String),
    /// The counterexample settles it.
    ByExample,
    /// Nothing was settled, for this reason.
    Unsettled(String),
}

impl Known {
    /// For all cases, for this reason.
    pub fn for_all(reason: impl Into<String>) -> Known {
        Known::ForAll(reason.into())
    }

    /// Up to this bound.
    pub fn up_to(bound: impl Into<String>) -> Known {
        Known::UpTo(bound.into())
    }

    /// The bound in a few words: `for all`, or how far the check went.
    #[must_use]
    pub fn bound(&self) -> &str {
        match self {
            Known::ForAll(_) => "for all",
            Known::UpTo(bound) => bound,
            Known::ByExample => "by example",
            Known::Unsettled(_) => "unsettled",
        }
    }

    /// The bound and the reason in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Known::ForAll(reason) => format!("for all: {reason}"),
            Known::UpTo(bound) => format!("checked: {bound}"),
            Known::ByExample => "settled by the counterexample".to_owned(),
            Known::Unsettled(reason) => format!("unsettled: {reason}"),
        }
    }
}

/// A case in which a claim fails, told so that one can follow it by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// In one line: `(0,0,0) is P, but 1 ⊕ 1 ⊕ 1 = 1`.
    pub what: String,
    /// Step by step.
    pub steps: Vec<String>,
    /// Is it the smallest, and in which order?
    pub smallest: String,
}

impl Counterexample {
    /// A counterexample with its steps, and in which order it is the smallest.
    pub fn new<S: Into<String>>(
        what: impl Into<String>,
        steps: impl IntoIterator<Item = S>,
        smallest: impl Into<String>,
    ) -> Counterexample {
        let steps = steps.into_iter().map(Into::into).collect();
        Counterexample { what: what.into(), steps, smallest: smallest.into() }
    }
}

/// A statement of ours, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What holds.
    pub text: String,
    /// Does it correct the claim, or go beyond the paper?
    pub is_correction: bool,
    /// How far it is known.
    pub known: Known,
}

impl Statement {
    /// What holds in place of the claim.
    pub fn correction(text: impl Into<String>, known: Known) -> Statement {
        Statement { text: text.into(), is_correction: true, known }
    }

    /// What goes beyond the paper, or answers a question.
    pub fn beyond(text: impl Into<String>, known: Known) -> Statement {
        Statement { text: text.into(), is_correction: false, known }
    }
}
