//! Findings as plain data and back.

use bouton_ask::{FindingView, KnownKind, KnownView, StatementView};

use crate::finding::{Counterexample, Finding, Known, Statement};

impl From<Finding> for FindingView {
    fn from(finding: Finding) -> FindingView {
        let (what, steps, smallest) = match finding.counterexample {
            Some(found) => (Some(found.what), Some(found.steps), Some(found.smallest)),
            None => (None, None, None),
        };
        FindingView {
            verdict: finding.verdict,
            bound: finding.known.bound().to_owned(),
            counterexample: what,
            note: finding.note,
            known: finding.known.into(),
            cases: finding.cases.to_string(),
            enumerated: finding.enumerated,
            steps,
            smallest,
            statements: finding.statements.into_iter().map(Into::into).collect(),
            exhibits: finding.exhibits,
            commands: finding.commands,
        }
    }
}

impl TryFrom<FindingView> for Finding {
    type Error = &'static str;

    fn try_from(view: FindingView) -> Result<Finding, &'static str> {
        let counterexample = match (view.counterexample, view.steps, view.smallest) {
            (Some(what), Some(steps), Some(smallest)) => {
                Some(Counterexample { what, steps, smallest })
            }
            (None, None, None) => None,
            _ => return Err("a part of the counterexample is missing"),
        };
        Ok(Finding {
            verdict: view.verdict,
            known: view.known.into(),
            cases: view.cases.parse().map_err(|_| "the cases are no number")?,
            enumerated: view.enumerated,
            counterexample,
            statements: view.statements.into_iter().map(Into::into).collect(),
            note: view.note,
            exhibits: view.exhibits,
            commands: view.commands,
        })
    }
}

impl From<Statement> for StatementView {
    fn from(Statement { text, is_correction, known }: Statement) -> StatementView {
        let bound = known.bound().to_owned();
        StatementView { text, correction: is_correction, bound, known: known.into() }
    }
}

impl From<StatementView> for Statement {
    fn from(view: StatementView) -> Statement {
        let StatementView { text, correction, known, .. } = view;
        Statement { text, is_correction: correction, known: known.into() }
    }
}

impl From<Known> for KnownView {
    fn from(known: Known) -> KnownView {
        let (kind, text) = match known {
            Known::ForAll(reason) => (KnownKind::ForAll, reason),
            Known::UpTo(bound) => (KnownKind::UpTo, bound),
            Known::ByExample => (KnownKind::ByExample, String::new()),
            Known::Unsettled(reason) => (KnownKind::Unsettled, reason),
        };
        KnownView { kind, text }
    }
}

impl From<KnownView> for Known {
    fn from(KnownView { kind, text }: KnownView) -> Known {
        match kind {
            KnownKind::ForAll => Known::ForAll(text),
            KnownKind::UpTo => Known::UpTo(text),
            KnownKind::ByExample => Known::ByExample,
            KnownKind::Unsettled => Known::Unsettled(text),
        }
    }
}
