//! Claims of the papers and what came of them: for people and for programs.

mod exhibit;
mod text;

pub use exhibit::exhibit;
pub(in crate::render) use exhibit::strip;
pub use text::{full, list, summary};

use bouton_ask::ClaimView;
use bouton_papers::Verdict;

use crate::claims::Checked;

/// A view of each claim. Without times, so that it is the same for every run.
#[must_use]
pub fn view(checked: &[Checked]) -> Vec<ClaimView> {
    checked.iter().map(claim).collect()
}

fn claim(checked: &Checked) -> ClaimView {
    let claim = checked.claim;
    ClaimView {
        id: claim.id.to_owned(),
        finding: checked.finding.clone().into(),
        paper: checked.paper.title.to_owned(),
        title: claim.title.to_owned(),
        statement: claim.statement.to_owned(),
        restored: claim.restored,
    }
}

/// How many claims have each verdict: `18 true, 4 false, 1 open`.
#[must_use]
pub fn counts(checked: &[Checked]) -> String {
    let count = |verdict| checked.iter().filter(|c| c.finding.verdict == verdict).count();
    let counts = Verdict::ALL.map(|verdict| (count(verdict), words(verdict)));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, words)| format!("{count} {words}")).collect::<Vec<_>>().join(", ")
}

/// `true`, `false`, `open`, `not checkable`.
#[must_use]
pub fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NotCheckable => "not checkable",
        verdict => verdict.name(),
    }
}

/// 1234567 as 1 234 567.
#[must_use]
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
