//! Why a digraph has no game structure, in a few vertices and in words.

use bouton_graphs::Digraph;
use bouton_values::{Limits, Meter, Refusal};

use super::solver::{Sat, Verdict};

/// A few vertices of a digraph whose rules contradict each other: with "a wins iff some move leads
/// to a loser" said of these vertices only, and of no other, there is no game structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The vertices, ascending; for a cycle, in its order.
    pub vertices: Vec<u32>,
    /// Is every one of them needed?
    pub minimal: bool,
    /// What they look like.
    pub shape: Shape,
}

/// The shapes of a contradiction that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every vertex of the digraph moves to itself (the complete relation of Swenberg, section 3,
    /// is of this kind).
    EveryVertexLoops,
    /// An odd cycle that no move leaves; a vertex whose only move leads to itself is the shortest.
    OddCycle,
    /// None of the simple shapes.
    Rules,
}

/// The most steps that are spent on leaving vertices out one by one.
const PATIENCE: u64 = 2_000_000_000;

/// At most this many vertices are described one by one.
const SPELT_OUT: usize = 12;

/// Why a digraph has no game structure; `None` if it has one.
///
/// Each vertex gets a switch for its rule. With all switches on the clauses are contradictory, and
/// the solver says which switches it used; then each vertex is left out in turn, if possible.
pub fn contradiction(graph: &Digraph, limits: &Limits) -> Result<Option<Contradiction>, Refusal> {
    let n = graph.vertices();
    let what = "the search for a reason";
    let mut meter = Meter::new(limits, what);
    meter.hold(what, 400 * n as u128 + 60 * graph.edges() as u128)?;
    let mut sat = switched(graph, &meter);
    let mut rules: Vec<i32> = (0..n as i32).map(|v| n as i32 + v + 1).collect();
    if sat.decide(&rules, &mut meter)? {
        return Ok(None);
    }
    rules = sat.core(&rules);
    let minimal = minimise(&mut sat, &mut rules, &mut meter)?;
    let vertices: Vec<u32> = rules.iter().map(|rule| (rule - 1) as u32 - n as u32).collect();
    let loops = |v: u32| graph.successors(v).contains(&v);
    if (0..n as u32).all(loops) {
        return Ok(Some(Contradiction { vertices, minimal, shape: Shape::EveryVertexLoops }));
    }
    Ok(Some(match odd_cycle(graph, &vertices) {
        Some(cycle) => Contradiction { vertices: cycle, minimal, shape: Shape::OddCycle },
        None => Contradiction { vertices, minimal, shape: Shape::Rules },
    }))
}

/// Variables v for "v loses" and n + v for "the rule of v holds".
fn switched(graph: &Digraph, meter: &Meter) -> Sat {
    let n = graph.vertices() as i32;
    let mut sat = Sat::new(2 * n as usize, false, meter);
    for v in 0..n {
        let (loses, off) = (v + 1, -(n + v + 1));
        let successors = graph.successors(v as u32).iter().map(|b| *b as i32 + 1);
        for b in successors.clone() {
            sat.add([off, -loses, -b]);
        }
        sat.add(successors.chain([off, loses]));
    }
    sat
}

fn minimise(sat: &mut Sat, rules: &mut Vec<i32>, meter: &mut Meter) -> Result<bool, Refusal> {
    let until = meter.spent().saturating_add(PATIENCE);
    let mut minimal = true;
    let mut tried = 0;
    while tried < rules.len() {
        let without = [&rules[..tried], &rules[tried + 1..]].concat();
        let steps = until.saturating_sub(meter.spent());
        if steps == 0 {
            return Ok(false);
        }
        match sat.run(&without, steps, meter)? {
            // `core` keeps the order of the rules: what is left was tried already or comes later.
            Verdict::Unsatisfiable => *rules = sat.core(&without),
            Verdict::Satisfiable => tried += 1,
            Verdict::Undecided => {
                minimal = false;
                tried += 1;
            }
        }
    }
    Ok(minimal)
}

/// The vertices in cyclic order, if each moves to the next one and nowhere else, and the number of
/// them is odd.
fn odd_cycle(graph: &Digraph, vertices: &[u32]) -> Option<Vec<u32>> {
    let start = *vertices.first()?;
    let mut cycle = Vec::new();
    let mut v = start;
    loop {
        cycle.push(v);
        let [next] = graph.successors(v) else { return None };
        v = *next;
        if v == start || cycle.len() > vertices.len() {
            break;
        }
    }
    (cycle.len() == vertices.len() && cycle.len() % 2 == 1).then_some(cycle)
}

impl Contradiction {
    /// The reason in words.
    pub fn words(&self, graph: &Digraph, name: impl Fn(u32) -> String) -> String {
        match self.shape {
            Shape::EveryVertexLoops => "every state moves to itself, so every state would have to \
                win; yet winning takes a move to a losing state"
                .to_owned(),
            Shape::OddCycle => self.words_of_cycle(name),
            Shape::Rules => self.words_of_rules(graph, name),
        }
    }

    fn words_of_cycle(&self, name: impl Fn(u32) -> String) -> String {
        let first = self.vertices[0];
        if self.vertices.len() == 1 {
            let v = name(first);
            return format!("{v} moves only to itself: it would win if and only if it loses");
        }
        let shown = self.vertices.iter().take(SPELT_OUT).map(|v| name(*v));
        let mut cycle: Vec<String> = shown.collect();
        if self.vertices.len() > SPELT_OUT {
            cycle.push("…".to_owned());
        }
        cycle.push(name(first));
        format!(
            "an odd cycle without a way out: {}; winning and losing would have to alternate \
             along its {} states",
            cycle.join("→"),
            self.vertices.len()
        )
    }

    fn words_of_rules(&self, graph: &Digraph, name: impl Fn(u32) -> String) -> String {
        let count = self.vertices.len();
        if count > SPELT_OUT {
            return format!("the moves of {count} states contradict each other, whatever the rest");
        }
        let lines = self.vertices.iter().map(|v| {
            let moves: Vec<String> = graph.successors(*v).iter().map(|b| name(*b)).collect();
            let itself = graph.successors(*v).contains(v);
            let must = if itself { " (so it must win: it moves to itself)" } else { "" };
            if moves.is_empty() {
                return format!("{} has no move, so it loses", name(*v));
            }
            format!("{}→{}{must}", name(*v), moves.join(","))
        });
        let lines: Vec<String> = lines.collect();
        format!(
            "these moves contradict each other, whatever the other states do: {}",
            lines.join("; ")
        )
    }
}
