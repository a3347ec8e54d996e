//! Claims as lines, and a claim in full.

use anstyle::{AnsiColor, Style};
use bouton_ask::KnownKind;
use bouton_lab::render::plain_list;
use bouton_lab::render::style::{FAINT, STRONG, paint};

use super::exhibit::exhibit;
use super::{counts, grouped, words};
use crate::run::Checked;
use crate::{Claim, Paper, Statement, Verdict};

/// Longer lines are cut; `--verbose` shows the rest.
const WIDTH: usize = 118;
/// The width of a bound on a claim's line.
const BOUND: usize = 26;
/// Where sentences are folded beside their label.
const FOLD: usize = 86;
const LABEL: usize = 9;

/// The claims without verdicts: what is claimed.
#[must_use]
pub fn list(claims: &[(&Paper, &Claim)]) -> String {
    let mut lines = Vec::new();
    let mut last = None;
    for (paper, claim) in claims {
        heading(paper, &mut last, &mut lines);
        let title =
            if claim.title.is_empty() { String::new() } else { format!("{}. ", claim.title) };
        let line = cut(&format!("{title}{}", claim.statement), WIDTH - 8);
        lines.push(format!("  {}  {line}", paint(STRONG, format!("{:<4}", claim.id))));
    }
    lines.join("\n") + "\n"
}

/// A line for each claim, and how many have which verdict.
#[must_use]
pub fn summary(checked: &[Checked]) -> String {
    let mut lines = Vec::new();
    let mut last = None;
    for checked in checked {
        heading(checked.paper, &mut last, &mut lines);
        lines.push(line(checked));
    }
    lines.push(String::new());
    let claims = if checked.len() == 1 { "claim" } else { "claims" };
    lines.push(format!("{} {claims}: {}", checked.len(), counts(checked)));
    lines.join("\n") + "\n"
}

/// The paper's title, where the paper is another than the last one.
fn heading(paper: &Paper, last: &mut Option<char>, lines: &mut Vec<String>) {
    if last.replace(paper.letter) == Some(paper.letter) {
        return;
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(paint(STRONG, format!("{}  {}", paper.letter, paper.title)));
}

fn line(checked: &Checked) -> String {
    let finding = &checked.finding;
    let verdict = format!("{:<13}", words(finding.verdict));
    let bound = match finding.verdict {
        Verdict::False => String::new(),
        Verdict::Open | Verdict::NotCheckable => String::new(),
        Verdict::True => cut(finding.known.bound(), BOUND),
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

/// Everything about a claim.
#[must_use]
pub fn full(checked: &Checked) -> String {
    let Checked { paper, claim, finding, .. } = checked;
    let verdict = paint(colour(finding.verdict), words(finding.verdict));
    let title = format!("{}  {}", paint(STRONG, &claim.id), claim.title);
    let mut lines = vec![format!("{}: {verdict}", title.trim_end()), String::new()];
    let restored = if claim.restored { " (restored: the formulas were lost)" } else { "" };
    lines.extend(labelled("paper", &[format!("{}: {}", paper.letter, paper.title)]));
    lines.extend(labelled("claim", &[format!("{}{restored}", claim.statement)]));
    lines.extend(labelled("known", &[finding.known.sentence()]));
    lines.extend(labelled("checked", &[effort(checked)]));
    if let Some(what) = &finding.counterexample {
        lines.push(String::new());
        let steps = (1..).zip(finding.steps.iter().flatten());
        let steps = steps.map(|(number, step)| format!("{number}. {step}"));
        let smallest = finding.smallest.clone().filter(|order| !order.is_empty());
        let steps = [what.clone()].into_iter().chain(steps).chain(smallest);
        lines.extend(labelled("against", &steps.collect::<Vec<_>>()));
    }
    if !finding.statements.is_empty() {
        lines.push(String::new());
    }
    for statement in &finding.statements {
        lines.extend(said(statement));
    }
    if !finding.note.is_empty() {
        lines.push(String::new());
        lines.extend(labelled("note", std::slice::from_ref(&finding.note)));
    }
    for shown in &finding.exhibits {
        lines.push(String::new());
        lines.extend(exhibit(shown));
    }
    if !finding.commands.is_empty() {
        lines.push(String::new());
        lines.extend(labelled("try", &finding.commands));
    }
    lines.join("\n") + "\n"
}

fn effort(checked: &Checked) -> String {
    let cases = grouped(&checked.finding.cases);
    let kept = if checked.was_kept { ", kept from an earlier run" } else { "" };
    let seconds = checked.time.as_secs_f64();
    format!("{} ({cases} cases, {seconds:.2} s{kept})", checked.finding.enumerated)
}

fn said(statement: &Statement) -> Vec<String> {
    let label = if statement.correction { "instead" } else { "beyond" };
    labelled(label, &[statement.text.clone(), statement.known.sentence()])
}

/// Lines beside a faint label, the long ones folded.
fn labelled(label: &str, lines: &[String]) -> Vec<String> {
    let folded = lines.iter().flat_map(|line| fold(line));
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
