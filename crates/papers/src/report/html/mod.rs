//! The report as a page: one file without scripts, for screens, phones and paper.

mod claim;
mod exhibit;
mod words;

use std::fmt::Display;

use bouton_lab::render::scene::escaped;

use super::Report;
use super::origin::{self, Part, parts};
use crate::Verdict;
use crate::run::Checked;
use crate::text::words as word;
use crate::words::filled;
use words::{Setter, badge, sentence, title};

const CSS: &str = include_str!("page.css");
const PAGE: &str = include_str!("page.html");
const FOOTER: &str = include_str!("footer.html");

/// The whole page.
pub(super) fn page(report: &Report<'_>) -> String {
    let parts = parts(report);
    let setter = Setter::new(report.checked.iter().map(|checked| checked.claim.id.as_str()));
    let papers: String = parts.iter().map(|part| paper(report, part, &setter)).collect();
    let contents: String = parts.iter().map(contents).collect();
    let [claims, titles] = [count(report.checked.len(), "claim"), count(parts.len(), "paper")];
    let (badges, footer) = (badges(report.checked), footer(report, &parts));
    let values: [&dyn Display; 9] =
        [&origin::VERSION, &CSS, &claims, &titles, &badges, &key(), &contents, &papers, &footer];
    filled(PAGE, &values)
}

/// What the verdicts mean.
fn key() -> String {
    let verdicts = [
        (Verdict::True, "holds: for all cases, with the reason, or as far as was checked"),
        (Verdict::False, "fails, with a counterexample that can be followed by hand"),
        (Verdict::Open, "nobody knows; the claim says what was tried"),
        (Verdict::NotCheckable, "not mathematics, or what it speaks of is lost"),
    ];
    let line = |(verdict, meaning)| format!("<dt>{}</dt><dd>{meaning}</dd>\n", badge(verdict));
    verdicts.map(line).concat()
}

/// A paper's claims as links with their verdicts.
fn contents(part: &Part<'_>) -> String {
    let items = part.checked.iter().map(|checked| {
        let (id, title) = (escaped(&checked.claim.id), title(&checked.claim.title));
        format!(
            "<li><a href=\"#{id}\"><span class=\"id\">{id}</span> <span>{title}</span></a> {}</li>\n",
            badge(checked.finding.verdict)
        )
    });
    let letter = escaped(&part.paper.letter.to_string());
    format!(
        "<section>\n<h2><a href=\"#paper-{letter}\">\
         <span class=\"id\">{letter}</span> {}</a></h2>\n\
         <p>{}</p>\n<ul>\n{}</ul>\n</section>\n",
        title(&part.paper.title),
        badges(part.checked),
        items.collect::<String>()
    )
}

fn paper(report: &Report<'_>, part: &Part<'_>, setter: &Setter<'_>) -> String {
    let paper = part.paper;
    let letter = escaped(&paper.letter.to_string());
    let lines = [("source", &paper.source), ("about", &paper.about)];
    let lines = lines.into_iter().filter(|(_, line)| !line.is_empty());
    let lines: String = lines
        .map(|(class, line)| format!("<p class=\"{class}\">{}</p>\n", setter.set(line, "")))
        .collect();
    let claims: String =
        part.checked.iter().map(|checked| claim::claim(report, checked, setter)).collect();
    format!(
        "<section class=\"paper\" id=\"paper-{letter}\">\n<h2><span class=\"id\">{letter}</span> \
         {}</h2>\n{lines}<p>{}</p>\n{}{claims}</section>\n",
        title(&paper.title),
        badges(part.checked),
        refuted(part, setter)
    )
}

/// What fails, in a line each.
fn refuted(part: &Part<'_>, setter: &Setter<'_>) -> String {
    let items = part.checked.iter().filter_map(|checked| {
        let found = checked.finding.counterexample.as_ref()?;
        let id = escaped(&checked.claim.id);
        let what = setter.set(&sentence(found), &checked.claim.id);
        Some(format!(
            "<li><a href=\"#{id}\"><span class=\"id\">{id}</span> {}</a>: {what}</li>\n",
            title(&checked.claim.title)
        ))
    });
    let items: String = items.collect();
    match items.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"refuted\"><b>What fails as it is printed</b></p>\n<ul class=\"refuted\">\n\
             {items}</ul>\n"
        ),
    }
}

/// How many claims have each verdict.
fn badges(checked: &[Checked]) -> String {
    let badges = Verdict::ALL.map(|verdict| {
        let count = checked.iter().filter(|c| c.finding.verdict == verdict).count();
        let (class, word) = (verdict.name(), word(verdict));
        match count {
            0 => String::new(),
            count => format!("<span class=\"badge {class}\">{count} {word}</span> "),
        }
    });
    badges.concat().trim_end().to_owned()
}

/// `1 claim`, `85 claims`.
fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Where the report comes from, so that it can be made and compared again.
fn footer(report: &Report<'_>, parts: &[Part<'_>]) -> String {
    let effort = report
        .effort
        .map_or(String::new(), |effort| format!("<dt>Effort</dt><dd>{}</dd>\n", effort.name()));
    let rows: String = parts
        .iter()
        .map(|part| {
            let data = origin::data_checksum(part.paper);
            let data = data.map_or("nothing was transcribed".to_owned(), |sum| hash(&sum));
            format!(
                "<tr><th scope=\"row\">{}</th><td>{data}</td><td>{}<br><code>{}</code></td></tr>\n",
                escaped(&part.paper.letter.to_string()),
                hash(&origin::findings_checksum(part.checked)),
                escaped(&part.command(report))
            )
        })
        .collect();
    let sum = hash(&origin::findings_checksum(report.checked));
    let [made, found] = [report.command(), report.findings_command()].map(|line| escaped(&line));
    filled(FOOTER, &[&origin::VERSION, &effort, &made, &sum, &found, &rows])
}

fn hash(sum: &str) -> String {
    format!("<code class=\"hash\">{sum}</code>")
}
