//! The results about a digraph, as text and as a view.

use bouton_ask::{GraphView, Structure};
use bouton_engines::graph::{Kernel, Label, Labels};
use bouton_graphs::NamedDigraph;
use bouton_values::counted;
use serde_json::{Map, Value};

use super::style::{FAINT, STRONG, paint};
use super::text::first_of;
use super::{Sheet, plain_list};
use crate::graph::{Family, GraphAnswer};

/// The most states that are shown, unless `all` is set.
const SHOWN: usize = 60;
/// How wide labels are, and lines of states.
const LABEL: usize = 12;
const WIDTH: usize = 70;

/// The results as text, with colours.
#[must_use]
pub fn text(named: &NamedDigraph, found: &GraphAnswer, all: bool) -> String {
    let (vertices, edges) = (named.graph.vertices(), named.graph.edges());
    let heading = format!("{}, {}", counted(vertices, "state"), counted(edges, "move"));
    let mut sheet = Sheet::wide(paint(STRONG, heading), LABEL);
    sheet.part("structures", [family(&found.games)]);
    sheet.part("cogames", [family(&found.cogames)]);
    sheet.part("both", [family(&found.both)]);
    let [draws, wins, losses] = found.labels.tally();
    sheet.part("play", [format!("{wins} winning, {losses} losing, {draws} drawn")]);
    sheet.part("components", [format!("{} strongly connected", found.components.len())]);
    for reason in &found.reasons {
        sheet.part("why", [reason.clone()]);
    }
    for (label, wanted) in
        [("winning", Label::Win), ("losing", Label::Lose), ("draws", Label::Draw)]
    {
        sheet.part(label, cut(&with_label(named, &found.labels, wanted), all));
    }
    for (kind, kernels) in [("structure", &found.listed), ("sample", &found.sampled)] {
        for (index, kernel) in kernels.iter().enumerate() {
            let losing: Vec<String> = kernel.losing().map(|v| name(named, v)).collect();
            let mut lines = cut(&losing, all);
            lines.iter_mut().take(1).for_each(|first| first.insert_str(0, "losing: "));
            sheet.part(&format!("{kind} {}", index + 1), lines);
        }
    }
    if let Some(backbone) = &found.backbone {
        let states = |belongs: &dyn Fn(u32) -> bool| -> Vec<String> {
            let vertices = (0..named.graph.vertices() as u32).filter(|v| belongs(*v));
            cut(&vertices.map(|v| name(named, v)).collect::<Vec<_>>(), all)
        };
        sheet.blank();
        sheet.part("win in all", states(&|v| backbone.always_wins(v)));
        sheet.part("lose in all", states(&|v| backbone.always_loses(v)));
        sheet.part("vary", states(&|v| backbone.varies(v)));
    }
    sheet.text()
}

fn family(family: &Family) -> String {
    match &family.count {
        Ok(count) => paint(STRONG, count),
        Err(refusal) if family.one.is_some() => format!("at least one; {refusal}"),
        Err(refusal) => format!("not decided; {refusal}"),
    }
}

fn name(named: &NamedDigraph, vertex: u32) -> String {
    named.names.name(vertex).into_owned()
}

fn with_label(named: &NamedDigraph, labels: &Labels, wanted: Label) -> Vec<String> {
    let of_label = (0..named.graph.vertices() as u32).filter(|v| labels.label(*v) == wanted);
    of_label
        .map(|v| match labels.distance(v) {
            Some(distance) => format!("{} in {distance}", name(named, v)),
            None => name(named, v),
        })
        .collect()
}

fn cut(items: &[String], all: bool) -> Vec<String> {
    let (shown, more) = first_of(items, SHOWN, all);
    plain_list(shown, "  ", WIDTH).into_iter().chain(more).collect()
}

/// The view of what was found about a digraph.
#[must_use]
pub fn view(named: &NamedDigraph, found: &GraphAnswer) -> GraphView {
    let vertices = 0..named.graph.vertices() as u32;
    let labelled = |what: &dyn Fn(u32) -> Value| -> Map<String, Value> {
        vertices.clone().map(|vertex| (name(named, vertex), what(vertex))).collect()
    };
    let wins_in = found.backbone.as_ref().map(|backbone| {
        labelled(&|v| match (backbone.always_wins(v), backbone.always_loses(v)) {
            (true, _) => "all".into(),
            (_, true) => "none".into(),
            _ => "some".into(),
        })
    });
    let structures = |kernels: &[Kernel]| kernels.iter().map(|one| structure(named, one)).collect();
    GraphView {
        vertices: named.graph.vertices(),
        edges: named.graph.edges(),
        structures: count(&found.games),
        cogames: count(&found.cogames),
        both: count(&found.both),
        // Unknown if a limit was exceeded before a structure was found.
        exists: match (&found.games.one, &found.games.count) {
            (None, Err(_)) => None,
            (one, _) => Some(one.is_some()),
        },
        components: found.components.len(),
        labels: labelled(&|v| word(found.labels.label(v)).into()),
        distances: labelled(&|v| found.labels.distance(v).into()),
        reasons: found.reasons.clone(),
        list: structures(&found.listed),
        sample: structures(&found.sampled),
        wins_in,
        stopped: found.exceeded().map(ToString::to_string),
    }
}

fn structure(named: &NamedDigraph, kernel: &Kernel) -> Structure {
    let side = |loses: bool| -> Vec<String> {
        let vertices = 0..named.graph.vertices() as u32;
        vertices.filter(|v| kernel.loses(*v) == loses).map(|v| name(named, v)).collect()
    };
    Structure { winning: side(false), losing: side(true) }
}

fn count(family: &Family) -> Option<String> {
    family.count.as_ref().ok().map(ToString::to_string)
}

fn word(label: Label) -> &'static str {
    match label {
        Label::Win => "win",
        Label::Lose => "lose",
        Label::Draw => "draw",
    }
}

/// The table of how many digraphs have 0, 1, 2, … structures, as text.
#[must_use]
pub fn table_text(vertices: u32, rows: &[u64]) -> String {
    let total: u64 = rows.iter().sum();
    let mut text = format!("{} digraphs on {vertices} labelled vertices\n\n", paint(STRONG, total));
    text += &paint(FAINT, "  structures     digraphs     share\n");
    for (count, digraphs) in rows.iter().enumerate() {
        let share = 100.0 * *digraphs as f64 / total as f64;
        text += &format!("  {count:>10} {digraphs:>12} {share:>7.2} %\n");
    }
    text
}
