//! An explanation of a game, for people and for programs.

use bouton_ask::{self as ask, Declined, ExplainView, Fact, Missed, PlanView};

use super::style::{FAINT, GOOD, STRONG, paint};
use super::text::labelled;
use crate::explain::{Cost, Explanation, Known, Planned, Reach, Reached, Verdict};
use crate::plan::Rung;
use crate::questions::place;

/// The explanation for people, with colours.
#[must_use]
pub fn text(explanation: &Explanation) -> String {
    let mut lines = vec![paint(STRONG, &explanation.title), String::new()];
    let mut section = |label: &str, body: Vec<String>| {
        if !body.is_empty() {
            lines.extend(labelled(label, body));
            lines.push(String::new());
        }
    };
    section("rules", explanation.rules.clone());
    section("family", family(explanation));
    section("facts", facts(&explanation.profile));
    section("plan", plans(&explanation.plans));
    section("by", theorems(&explanation.plans));
    section("others", declined(&explanation.plans));
    section("missed", missed(explanation));
    section("cost", explanation.cost.as_ref().map_or_else(Vec::new, cost));
    lines.pop();
    lines.join("\n") + "\n"
}

fn family(explanation: &Explanation) -> Vec<String> {
    let Some(family) = explanation.family else { return Vec::new() };
    let mut lines = vec![paint(STRONG, family)];
    lines.extend(explanation.because.iter().cloned());
    if explanation.because.is_empty() {
        lines.push("no family was recognised: the rules run as they are written".to_owned());
    }
    lines
}

fn facts(profile: &[Known]) -> Vec<String> {
    let width = profile.iter().map(|known| known.what.len()).max().unwrap_or(0);
    let line = |known: &Known| {
        let verdict = match known.holds {
            Verdict::Yes => paint(GOOD, "yes    "),
            Verdict::No => paint(STRONG, "no     "),
            Verdict::Unknown => paint(FAINT, "unknown"),
        };
        format!("{:width$}  {verdict}  {}", known.what, known.because).trim_end().to_owned()
    };
    profile.iter().map(line).collect()
}

fn plans(plans: &[Planned]) -> Vec<String> {
    let width = plans.iter().map(|plan| plan.question.chars().count()).max().unwrap_or(0);
    let line = |plan: &Planned| match &plan.answer {
        Ok((engine, _)) => format!("{:width$}  {}", plan.question, paint(STRONG, engine)),
        Err(reason) => format!("{:width$}  {}", plan.question, paint(FAINT, reason)),
    };
    plans.iter().map(line).collect()
}

/// What the engines of the plan rest on.
fn theorems(plans: &[Planned]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (engine, theorem) in plans.iter().filter_map(|plan| plan.answer.as_ref().ok()) {
        let line = format!("{engine}: {theorem}");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Who declined the first question, those with the same reason together.
fn declined(plans: &[Planned]) -> Vec<String> {
    let Some(plan) = plans.first() else { return Vec::new() };
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for Rung { engine, reason } in &plan.declined {
        let reason = match reason.strip_prefix("the moves are not those of ") {
            Some(_) => "the moves are not those of their game",
            None => reason.as_str(),
        };
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, engines)) => engines.push(engine),
            None => groups.push((reason, vec![engine])),
        }
    }
    groups.iter().map(|(reason, engines)| format!("{}: {reason}", some(engines))).collect()
}

/// Some names, the others counted.
fn some(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.len() {
        0..=SHOWN => names.join(", "),
        all => format!("{} and {} more", names[..2].join(", "), all - 2),
    }
}

/// What would have to change for another family, which is usually a faster one.
fn missed(explanation: &Explanation) -> Vec<String> {
    let line = |(family, reason): &(&str, String)| format!("{family}: {reason}");
    explanation.misses.iter().map(line).collect()
}

fn cost(cost: &Cost) -> Vec<String> {
    let Cost { position, reach, options, bytes } = cost;
    let moves = if *options == 1 { "move leads" } else { "moves lead" };
    let mut lines = vec![format!("at most {options} {moves} from {position}")];
    let Some(Reach { of, count, largest }) = reach else {
        lines.push("what can be reached has no bound that was proved".to_owned());
        return lines;
    };
    let bounds: Vec<String> =
        largest.iter().map(|(name, most)| format!("{name} ≤ {most}")).collect();
    let bounds = bounds.join(", ");
    lines.push(match of {
        Reached::Positions => format!("at most {count} positions can be reached ({bounds})"),
        Reached::Sizes => format!("at most {count} sizes of heaps can be reached ({bounds})"),
    });
    if let (Some(bytes), Reached::Positions) = (bytes, of) {
        let all = size(count.saturating_mul(*bytes));
        lines.push(match bytes {
            1 => format!("a byte is kept for each of them: {all}"),
            _ => format!("about {bytes} bytes are kept for each of them: {all}"),
        });
    }
    lines
}

/// Bytes in a unit that people read.
fn size(bytes: u128) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.iter().find(|(shift, _)| bytes >> shift > 0) {
        Some((shift, unit)) => format!("{} {unit}", bytes.div_ceil(1 << shift)),
        None => format!("{bytes} bytes"),
    }
}

/// The explanation for programs.
#[must_use]
pub fn view(explanation: &Explanation) -> ExplainView {
    let fact = |known: &Known| Fact {
        what: known.what.to_owned(),
        holds: match known.holds {
            Verdict::Yes => "yes".to_owned(),
            Verdict::No => "no".to_owned(),
            Verdict::Unknown => "unknown".to_owned(),
        },
        because: known.because.clone(),
    };
    let missed = |(family, reason): &(&str, String)| Missed {
        family: (*family).to_owned(),
        reason: reason.clone(),
    };
    ExplainView {
        game: explanation.title.clone(),
        rules: explanation.rules.clone(),
        family: explanation.family.map(str::to_owned),
        because: explanation.because.clone(),
        profile: explanation.profile.iter().map(fact).collect(),
        plans: explanation.plans.iter().map(plan_view).collect(),
        missed: explanation.misses.iter().map(missed).collect(),
        cost: explanation.cost.as_ref().map(cost_view),
    }
}

fn plan_view(plan: &Planned) -> PlanView {
    let declined =
        |rung: &Rung| Declined { engine: rung.engine.to_owned(), reason: rung.reason.clone() };
    let (engine, theorem) = plan.answer.as_ref().ok().copied().unzip();
    PlanView {
        question: plan.question.clone(),
        engine: engine.map(str::to_owned),
        theorem: theorem.map(str::to_owned),
        refusal: plan.answer.as_ref().err().cloned(),
        declined: plan.declined.iter().map(declined).collect(),
    }
}

fn cost_view(cost: &Cost) -> ask::Cost {
    let reach = cost.reach.as_ref().map(|reach| ask::Reach {
        of: match reach.of {
            Reached::Positions => "positions".to_owned(),
            Reached::Sizes => "sizes of heaps".to_owned(),
        },
        count: reach.count.to_string(),
        largest: reach
            .largest
            .iter()
            .map(|(name, most)| (name.clone(), most.to_string()))
            .collect(),
    });
    ask::Cost {
        position: place(&cost.position),
        options: cost.options.to_string(),
        reach,
        bytes_each: cost.bytes.map(|bytes| bytes.to_string()),
    }
}
