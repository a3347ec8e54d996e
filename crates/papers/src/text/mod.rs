//! Claims and findings as text, for people and for programs.

mod exhibit;
mod full;

pub use exhibit::exhibit;
pub(crate) use exhibit::strip;
pub use full::{full, list, summary};

use bouton_ask::{ClaimView, Verdict};

use crate::run::CheckedClaim;

/// A view of each claim. Without times, so that it is the same for every run.
#[must_use]
pub fn view(checked: &[CheckedClaim]) -> Vec<ClaimView> {
    let view = |checked: &CheckedClaim| ClaimView {
        id: checked.claim.id.clone(),
        finding: checked.finding.clone(),
        grade: checked.claim.grade.filter(|_| checked.finding.verdict == Verdict::False),
        paper: checked.paper.title.clone(),
        source: checked.paper.source.clone(),
        title: checked.claim.title.clone(),
        statement: checked.claim.statement.clone(),
        restored: checked.claim.restored,
    };
    checked.iter().map(view).collect()
}

/// The number of claims with each verdict, in words: `18 true, 4 false, 1 open`.
#[must_use]
pub fn counts(checked: &[CheckedClaim]) -> String {
    let count = |verdict| checked.iter().filter(|c| c.finding.verdict == verdict).count();
    let counts = Verdict::ALL.map(|verdict| (count(verdict), words(verdict)));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, words)| format!("{count} {words}")).collect::<Vec<_>>().join(", ")
}

/// The verdict in words: `true`, `false`, `open`, `not checkable`.
#[must_use]
pub fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NotCheckable => "not checkable",
        verdict => verdict.name(),
    }
}

/// The digits in groups of three: 1234567 becomes 1 234 567.
#[must_use]
pub fn grouped(digits: &str) -> String {
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = groups.filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in
            [("0", "0"), ("999", "999"), ("1000", "1 000"), ("1234567", "1 234 567")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
