//! Checks that the tests of all papers make of a finding.

use bouton_ask::KnownKind;
use bouton_lab::rules::{Limits, Refusal};

use crate::finding::{Finding, Known, Verdict};
use crate::frame::{Effort, Frame};

pub(crate) fn limits() -> Limits {
    Limits::default()
}

pub(crate) fn quick() -> Frame {
    Frame { effort: Effort::Quick, limits: limits() }
}

/// True, as far as the finding says.
#[track_caller]
pub(crate) fn upheld(finding: Result<Finding, Refusal>) -> Finding {
    let finding = finding.unwrap();
    assert_eq!(finding.verdict, Verdict::True, "{finding:#?}");
    assert!(finding.counterexample.is_none() && finding.cases > 0, "{finding:#?}");
    finding
}

/// True for all cases.
#[track_caller]
pub(crate) fn proved(finding: Result<Finding, Refusal>) -> Finding {
    let finding = upheld(finding);
    assert!(finding.known.proof.is_some(), "{:?}", finding.known);
    finding
}

/// True on a sample, which proves nothing.
#[track_caller]
pub(crate) fn sampled(finding: Result<Finding, Refusal>) -> Finding {
    let finding = upheld(finding);
    assert_eq!((finding.known.kind, &finding.known.proof), (KnownKind::Sampled, &None));
    finding
}

/// False, by a counterexample that says this.
#[track_caller]
pub(crate) fn refuted(finding: Result<Finding, Refusal>, what: &str) -> Finding {
    let finding = finding.unwrap();
    assert_eq!(finding.verdict, Verdict::False, "{finding:#?}");
    assert_eq!(finding.known, Known::by_example());
    let said = &finding.counterexample.as_ref().expect("a counterexample").what;
    assert!(said.contains(what), "`{said}` does not contain `{what}`");
    finding
}
