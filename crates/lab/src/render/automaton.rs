//! Pictures of automata: a circle for each state, red where a position that ends there is lost, and the digits at each
//! arrow. States from which nothing is accepted are left out.

use std::collections::BTreeMap;

use bouton_graphs::{Digraph, NamedDigraph};
use bouton_prove::Theorem;
use bouton_values::{Limits, Refusal};

use super::digraph::{Drawing, LOSE, Paint};
use super::scene::{PAPER, Scene};

/// The automata of a theorem, side by side.
pub(crate) fn scene(title: &str, theorem: &Theorem, limits: &Limits) -> Result<Scene, Refusal> {
    let mut paints = Vec::new();
    let mut labels = BTreeMap::new();
    let graphs = theorem.graphs(limits)?;
    let players: &[&str] = if graphs.len() == 2 { &["L", "R"] } else { &[""] };
    for (graph, player) in graphs.iter().zip(players) {
        let first = paints.len() as u32;
        for (state, accepts) in (0..).zip(&graph.accepting) {
            let fill = if *accepts { LOSE } else { PAPER };
            let start = if state == graph.start { "start" } else { "" };
            let note = format!("{start} {player}").trim().to_owned();
            paints.push(Paint { fill, note });
        }
        for (from, to, patterns) in &graph.arrows {
            labels.insert((first + from, first + to), patterns.join(" "));
        }
    }
    let named = NamedDigraph::from(Digraph::from_edges(paints.len(), labels.keys().copied()));
    let title = format!("{title}: lost positions, read in {}", theorem.numeration);
    let label = |from: u32, to: u32| labels.get(&(from, to)).cloned().unwrap_or_default();
    Drawing::labelled(&named, &|state| paints[state as usize].clone(), title, &label)?.scene()
}
