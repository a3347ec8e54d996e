//! A claim: what is printed, the verdict and how it is known, what holds instead, what shows it.

use bouton_ask::KnownKind;
use bouton_lab::render::scene::escaped;

use super::exhibit::exhibit;
use super::part;
use super::words::{Setter, badge, capitalised, digits, known, sentence, title};
use crate::report::Report;
use crate::run::CheckedClaim;
use crate::text::words;
use crate::{FindingView, Statement};

/// Everything about a claim.
pub(super) fn claim(report: &Report<'_>, checked: &CheckedClaim, setter: &Setter<'_>) -> String {
    let CheckedClaim { claim, finding, .. } = checked;
    let set = |text: &str| setter.set(text, &claim.id);
    let mut html = verdict(finding, &set);
    if let Some(what) = &finding.counterexample {
        html += &counterexample(what, finding, &set);
    }
    for (is_correction, class, label) in
        [(true, "instead", "Instead"), (false, "beyond", "Beyond the paper, ours")]
    {
        let statements = finding.statements.iter().filter(|said| said.correction == is_correction);
        html += &box_of(class, label, statements.map(|said| statement(said, &set)).collect());
    }
    if !finding.note.is_empty() {
        html += &part("note", &[&set(&sentence(&finding.note))]);
    }
    for shown in &finding.exhibits {
        html += &exhibit(shown, &claim.id, setter);
    }
    let restored = if claim.restored { part("restored", &[]) } else { String::new() };
    let (title, badge) = (title(&claim.title), badge(finding.verdict));
    let [id, commands] =
        [&claim.id, &report.commands(checked).join("\n")].map(|text| escaped(text));
    let statement = set(&claim.statement);
    part("claim", &[&id, &title, &badge, &statement, &restored, &html, &commands])
}

/// The verdict, the reason, and what was looked at.
fn verdict(finding: &FindingView, set: &impl Fn(&str) -> String) -> String {
    let word = capitalised(words(finding.verdict));
    let (how, reason) = known(&finding.known);
    let verdict = match finding.known.kind {
        KnownKind::ByExample => format!("<b>{word}</b>, by the counterexample below."),
        KnownKind::Unsettled => format!("<b>{word}.</b> {}", set(&sentence(reason))),
        _ => format!("<b>{word} {how}.</b> {}", set(&sentence(reason))),
    };
    let html = part("paragraph", &[&verdict]);
    let cases = match finding.cases.as_str() {
        "1" => "1 case".to_owned(),
        cases => format!("{} cases", digits(cases)),
    };
    let looked_at = match finding.enumerated.as_str() {
        "" if finding.cases == "0" => return html,
        "" => cases,
        same if same == reason => format!("the same, {cases}"),
        enumerated => format!("{} ({cases})", set(enumerated)),
    };
    html + &part("looked", &[&looked_at])
}

fn counterexample(what: &str, finding: &FindingView, set: &impl Fn(&str) -> String) -> String {
    let steps: String =
        finding.steps.iter().flatten().map(|step| part("item", &[&set(step)])).collect();
    let steps = if steps.is_empty() { steps } else { part("steps", &[&steps]) };
    let smallest = match finding.smallest.as_deref().unwrap_or_default() {
        "" => String::new(),
        smallest => part("line", &[&"small", &set(&sentence(smallest))]),
    };
    part("counterexample", &[&set(&sentence(what)), &steps, &smallest])
}

fn statement(said: &Statement, set: &impl Fn(&str) -> String) -> String {
    let (how, reason) = known(&said.known);
    let reason = if reason.is_empty() { String::new() } else { format!(": {}", set(reason)) };
    let reason = reason.trim_end_matches('.');
    part("statement", &[&set(&sentence(&said.text)), &capitalised(&how), &reason])
}

/// Statements under a common label; several as a list.
fn box_of(class: &str, label: &str, statements: Vec<String>) -> String {
    match statements.as_slice() {
        [] => String::new(),
        [one] => part("said", &[&class, &label, one]),
        several => {
            let items: String = several.iter().map(|item| part("item", &[item])).collect();
            part("several-said", &[&class, &label, &items])
        }
    }
}
