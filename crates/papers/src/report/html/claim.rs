//! A claim: what is printed, the verdict and how it is known, what holds instead, what shows it.

use bouton_ask::KnownKind;
use bouton_lab::render::scene::escaped;

use super::exhibit::exhibit;
use super::words::{Setter, badge, capitalised, digits, known, sentence, title};
use crate::report::Report;
use crate::run::Checked;
use crate::text::words;
use crate::{FindingView, Statement};

/// Everything about a claim.
pub(super) fn claim(report: &Report<'_>, checked: &Checked, setter: &Setter<'_>) -> String {
    let Checked { claim, finding, .. } = checked;
    let id = escaped(&claim.id);
    let set = |text: &str| setter.set(text, &claim.id);
    let mut html = format!(
        "<article class=\"claim\" id=\"{id}\">\n<h3><a class=\"id\" href=\"#{id}\">{id}</a> {} \
         {}</h3>\n",
        title(&claim.title),
        badge(finding.verdict)
    );
    let restored = match claim.restored {
        true => " <span class=\"restored\">restored: the formulas were lost in the text</span>",
        false => "",
    };
    html += &format!("<blockquote><p>{}{restored}</p></blockquote>\n", set(&claim.statement));
    html += &verdict(finding, &set);
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
        let note = set(&sentence(&finding.note));
        html += &format!("<p class=\"note\"><b>Note.</b> {note}</p>\n");
    }
    for shown in &finding.exhibits {
        html += &exhibit(shown, &claim.id, setter);
    }
    let commands = escaped(&report.commands(checked).join("\n"));
    html + &format!(
        "<pre class=\"commands\" aria-label=\"commands\">\
         <code>{commands}</code></pre>\n</article>\n"
    )
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
    let mut html = format!("<p>{verdict}</p>\n");
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
    html += &format!("<p class=\"small\"><b>Looked at:</b> {looked_at}.</p>\n");
    html
}

fn counterexample(what: &str, finding: &FindingView, set: &impl Fn(&str) -> String) -> String {
    let steps = finding.steps.iter().flatten();
    let steps: String = steps.map(|step| format!("<li>{}</li>\n", set(step))).collect();
    let steps = if steps.is_empty() { steps } else { format!("<ol>\n{steps}</ol>\n") };
    let smallest = match finding.smallest.as_deref().unwrap_or_default() {
        "" => String::new(),
        smallest => format!("<p class=\"small\">{}</p>\n", set(&sentence(smallest))),
    };
    format!(
        "<div class=\"box against\">\n<p><b class=\"label\">Counterexample</b> {}</p>\n{steps}\
         {smallest}</div>\n",
        set(&sentence(what))
    )
}

fn statement(said: &Statement, set: &impl Fn(&str) -> String) -> String {
    let (how, reason) = known(&said.known);
    let reason = if reason.is_empty() { String::new() } else { format!(": {}", set(reason)) };
    let reason = reason.trim_end_matches('.');
    format!(
        "{} <span class=\"how\">{}{reason}.</span>",
        set(&sentence(&said.text)),
        capitalised(&how)
    )
}

/// Statements under a common label; several as a list.
fn box_of(class: &str, label: &str, statements: Vec<String>) -> String {
    let label = format!("<b class=\"label\">{label}</b>");
    match statements.as_slice() {
        [] => String::new(),
        [one] => format!("<div class=\"box {class}\">\n<p>{label} {one}</p>\n</div>\n"),
        several => {
            let items: String = several.iter().map(|item| format!("<li>{item}</li>\n")).collect();
            format!("<div class=\"box {class}\">\n<p>{label}</p>\n<ul>\n{items}</ul>\n</div>\n")
        }
    }
}
