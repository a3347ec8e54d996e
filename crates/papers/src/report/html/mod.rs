//! The report as a page: one file without scripts, for screens, phones and paper.

mod claim;
mod exhibit;
mod words;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bouton_lab::render::scene::escaped;
use bouton_lab::values::counted;

use super::Report;
use super::origin::VERSION;
use crate::Verdict;
use crate::run::CheckedClaim;
use crate::text::words as word;
use crate::words::{Values, filled};
use words::{Setter, badge, sentence, title};

const CSS: &str = include_str!("page.css");
const PAGE: &str = include_str!("page.html");
const FOOTER: &str = include_str!("footer.html");

/// The pieces of the page. Their file is a part of the program, so a mistake in it is one of the program.
static PARTS: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("parts.toml")).expect("the pieces can be read"));

/// A piece of the page with its blanks filled in.
fn part(key: &str, values: Values<'_>) -> String {
    filled(&PARTS[key], values)
}

/// The whole page.
pub(super) fn page(report: &Report<'_>) -> String {
    let parts = report.parts();
    let setter = Setter::new(report.checked.iter().map(|checked| checked.claim.id.as_str()));
    let papers: String = parts.iter().map(|part| paper(part, &setter)).collect();
    let contents: String = parts.iter().map(contents).collect();
    let claims = counted(report.checked.len() as u64, "claim");
    let titles = counted(parts.len() as u64, "paper");
    let (badges, footer) = (badges(report.checked), footer(report, &parts));
    let values: Values<'_> =
        &[&VERSION, &CSS, &claims, &titles, &badges, &key(), &contents, &papers, &footer];
    filled(PAGE, values)
}

/// What the verdicts mean.
fn key() -> String {
    let verdicts = [
        (Verdict::True, "holds: for all cases, with the reason, or as far as was checked"),
        (Verdict::False, "fails, with a counterexample that can be followed by hand"),
        (Verdict::Open, "nobody knows; the claim says what was tried"),
        (Verdict::NotCheckable, "not mathematics, or what it speaks of is lost"),
    ];
    verdicts.map(|(verdict, meaning)| part("meaning", &[&badge(verdict), &meaning])).concat()
}

/// A paper's claims as links with their verdicts.
fn contents(of: &Report<'_>) -> String {
    let items = of.checked.iter().map(|checked| {
        let (id, title) = (escaped(&checked.claim.id), title(&checked.claim.title));
        part("content", &[&id, &title, &badge(checked.finding.verdict)])
    });
    let items: String = items.collect();
    part("contents", &[&letter(of), &title(&of.paper().title), &badges(of.checked), &items])
}

fn letter(part: &Report<'_>) -> String {
    escaped(&part.paper().letter.to_string())
}

fn paper(of: &Report<'_>, setter: &Setter<'_>) -> String {
    let paper = of.paper();
    let lines = [("source", &paper.source), ("about", &paper.about)];
    let lines = lines.into_iter().filter(|(_, line)| !line.is_empty());
    let lines: String =
        lines.map(|(class, line)| part("line", &[&class, &setter.set(line, "")])).collect();
    let claims: String =
        of.checked.iter().map(|checked| claim::claim(of, checked, setter)).collect();
    let (title, badges, refuted) = (title(&paper.title), badges(of.checked), refuted(of, setter));
    part("paper", &[&letter(of), &title, &lines, &badges, &refuted, &claims])
}

/// What fails, in a line each.
fn refuted(of: &Report<'_>, setter: &Setter<'_>) -> String {
    let items = of.checked.iter().filter_map(|checked| {
        let found = checked.finding.counterexample.as_ref()?;
        let what = setter.set(&sentence(found), &checked.claim.id);
        Some(part("failure", &[&escaped(&checked.claim.id), &title(&checked.claim.title), &what]))
    });
    let items: String = items.collect();
    if items.is_empty() { items } else { part("failures", &[&items]) }
}

/// How many claims have each verdict.
fn badges(checked: &[CheckedClaim]) -> String {
    let badges = Verdict::ALL.map(|verdict| {
        match checked.iter().filter(|c| c.finding.verdict == verdict).count() {
            0 => String::new(),
            count => part("count", &[&verdict.name(), &count, &word(verdict)]),
        }
    });
    badges.concat().trim_end().to_owned()
}

/// Where the report comes from, so that it can be made and compared again.
fn footer(report: &Report<'_>, parts: &[Report<'_>]) -> String {
    let effort = report.effort.map_or(String::new(), |effort| part("effort", &[&effort.name()]));
    let hash = |sum: String| part("hash", &[&sum]);
    let row = |of: &Report<'_>| {
        let data = of.data_checksum();
        let data = data.map_or("nothing was transcribed".to_owned(), hash);
        let findings = hash(of.findings_checksum());
        part("sums", &[&letter(of), &data, &findings, &escaped(&of.findings_command())])
    };
    let rows: String = parts.iter().map(row).collect();
    let sum = hash(report.findings_checksum());
    let [made, found] = [report.command(), report.findings_command()].map(|line| escaped(&line));
    filled(FOOTER, &[&VERSION, &effort, &made, &sum, &found, &rows])
}
