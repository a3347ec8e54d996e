//! Claims as lines, and a claim in full.

use anstyle::{AnsiColor, Style};
use bouton_ask::KnownKind;
use bouton_lab::render::plain_list;
use bouton_lab::render::style::{FAINT, STRONG, paint};
use bouton_lab::values::counted;

use super::exhibit::exhibit;
use super::{counts, grouped, words};
use crate::run::CheckedClaim;
use crate::{Claim, Paper, Statement, Verdict};

/// Longer lines are cut; `--verbose` shows the rest.
const WIDTH: usize = 118;
/// The width of a bound on a claim's line.
const BOUND: usize = 36;
/// Where sentences are folded beside their label.
const FOLD: usize = 86;
const LABEL: usize = 9;

/// The claims without verdicts: what is claimed.
#[must_use]
pub fn list(claims: &[(&Paper, &Claim)]) -> String {
    let lines = claims.iter().map(|(paper, claim)| {
        let title =
            if claim.title.is_empty() { String::new() } else { format!("{}. ", claim.title) };
        let line = cut(&format!("{title}{}", claim.statement), WIDTH - 8);
        (*paper, format!("  {}  {line}", paint(STRONG, format!("{:<4}", claim.id))))
    });
    by_paper(lines).join("\n") + "\n"
}

/// A line for each claim, and how many have which verdict.
#[must_use]
pub fn summary(checked: &[CheckedClaim]) -> String {
    let mut lines = by_paper(checked.iter().map(|checked| (checked.paper, line(checked))));
    let claims = counted(checked.len() as u64, "claim");
    lines.extend([String::new(), format!("{claims}: {}\n", counts(checked))]);
    lines.join("\n")
}

/// The lines, those of each paper below its title.
fn by_paper<'a>(lines: impl Iterator<Item = (&'a Paper, String)>) -> Vec<String> {
    let (mut all, mut last) = (Vec::new(), None);
    for (paper, line) in lines {
        if last.replace(paper.letter) != Some(paper.letter) {
            if !all.is_empty() {
                all.push(String::new());
            }
            all.push(paint(STRONG, format!("{}  {}", paper.letter, paper.title)));
        }
        all.push(line);
    }
    all
}

fn line(checked: &CheckedClaim) -> String {
    let finding = &checked.finding;
    let verdict = format!("{:<13}", words(finding.verdict));
    let bound = match finding.verdict {
        Verdict::True => cut(&finding.known.bound(), BOUND),
        _ => String::new(),
    };
    let remark = match (&finding.counterexample, finding.known.kind) {
        (Some(what), _) => what.as_str(),
        (None, KnownKind::Unsettled) => &finding.known.text,
        _ => first_sentence(&finding.note),
    };
    let start = 2 + 4 + 2 + 13 + 2;
    let rest = match bound.as_str() {
        "" => cut(remark, WIDTH - start),
        bound if remark.is_empty() => bound.to_owned(),
        bound => cut(&format!("{bound}; {remark}"), WIDTH - start),
    };
    let id = paint(STRONG, format!("{:<4}", checked.claim.id));
    let line = format!("  {id}  {}  {rest}", paint(colour(finding.verdict), verdict));
    line.trim_end().to_owned()
}

fn colour(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::True => AnsiColor::Green,
        Verdict::False => AnsiColor::Red,
        Verdict::Open => AnsiColor::Yellow,
        Verdict::NotCheckable => AnsiColor::BrightBlack,
    };
    colour.on_default().bold()
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..end]).trim_end_matches('.')
}

/// At most `width` characters of one line.
fn cut(text: &str, width: usize) -> String {
    let text = text.replace('\n', " ");
    if text.chars().count() <= width {
        return text;
    }
    let start: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", start.trim_end())
}

/// The finding about a claim as text, with all that is known.
#[must_use]
pub fn full(checked: &CheckedClaim) -> String {
    let CheckedClaim { paper, claim, finding, .. } = checked;
    let verdict = paint(colour(finding.verdict), words(finding.verdict));
    let title = format!("{}  {}", paint(STRONG, &claim.id), claim.title);
    let restored = if claim.restored { " (restored: the formulas were lost)" } else { "" };
    let head = [
        labelled("paper", [&format!("{}: {}", paper.letter, paper.title)]),
        labelled("claim", [&format!("{}{restored}", claim.statement)]),
        labelled("known", [&finding.known.sentence()]),
        labelled("checked", [&effort(checked)]),
    ];
    let steps = (1..).zip(finding.steps.iter().flatten());
    let steps: Vec<String> = steps.map(|(number, step)| format!("{number}. {step}")).collect();
    let smallest = finding.smallest.iter().filter(|order| !order.is_empty());
    let against = finding.counterexample.iter().chain(&steps).chain(smallest);
    let note = Some(&finding.note).filter(|note| !note.is_empty());
    let mut parts = vec![vec![format!("{}: {verdict}", title.trim_end())], head.concat()];
    parts.push(labelled("against", against));
    parts.push(finding.statements.iter().flat_map(said).collect());
    parts.push(labelled("note", note));
    parts.extend(finding.exhibits.iter().map(exhibit));
    parts.push(labelled("try", &finding.commands));
    parts.retain(|lines| !lines.is_empty());
    let parts: Vec<String> = parts.iter().map(|lines| lines.join("\n")).collect();
    parts.join("\n\n") + "\n"
}

fn effort(checked: &CheckedClaim) -> String {
    let cases = grouped(&checked.finding.cases);
    let kept = if checked.was_kept { ", kept from an earlier run" } else { "" };
    let seconds = checked.time.as_secs_f64();
    format!("{} ({cases} cases, {seconds:.2} s{kept})", checked.finding.enumerated)
}

fn said(statement: &Statement) -> Vec<String> {
    let label = if statement.correction { "instead" } else { "beyond" };
    labelled(label, [&statement.text, &statement.known.sentence()])
}

/// Lines beside a faint label, the long ones folded.
fn labelled<'a>(label: &str, lines: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let folded = lines.into_iter().flat_map(|line| fold(line));
    let folded = folded.enumerate().map(|(index, line)| {
        let label = if index == 0 { label } else { "" };
        format!("  {}{line}", paint(FAINT, format!("{label:<LABEL$}")))
    });
    folded.collect()
}

fn fold(line: &str) -> Vec<String> {
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let mut lines = plain_list(&words, " ", FOLD);
    for line in lines.iter_mut().skip(1) {
        line.insert_str(0, "  ");
    }
    lines
}
