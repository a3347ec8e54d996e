//! What the tests of all papers ask of a finding.

use bouton_rules::{Limits, Refusal};

use crate::finding::{Finding, Known, Verdict};

pub(crate) fn limits() -> Limits {
    Limits::default()
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
    assert!(matches!(finding.known, Known::ForAll(_)), "{:?}", finding.known);
    finding
}

/// False, by a counterexample that says this.
#[track_caller]
pub(crate) fn refuted(finding: Result<Finding, Refusal>, what: &str) -> Finding {
    let finding = finding.unwrap();
    assert_eq!(finding.verdict, Verdict::False, "{finding:#?}");
    assert_eq!(finding.known, Known::ByExample);
    let said = &finding.counterexample.as_ref().expect("a counterexample").what;
    assert!(said.contains(what), "`{said}` does not contain `{what}`");
    finding
}
