//! Theorems of Rocq about digraphs: a kernel, all kernels, and labels.

use bouton_certify::{Direction, GraphCertificate, GraphClaim, GraphSource, Label, VertexSet};
use bouton_graphs::Digraph;
use bouton_rules::{Limits, Refusal};
use bouton_values::counted;

use super::text::{Theorem, define};
use super::{hints, not_covered};

/// The claim of a certificate about a digraph as a theorem. The certificate has been checked.
pub(super) fn claim(certificate: &GraphCertificate, limits: &Limits) -> Result<Theorem, Refusal> {
    let GraphSource::Embedded { vertices, edges } = &certificate.graph else {
        return Err(not_covered("a digraph that is named only by its digest"));
    };
    let count = vertices.count();
    let pairs: Vec<String> = edges.iter().map(|(from, to)| format!("({from}, {to})")).collect();
    let graph = define("graph_edges", "(N * N)", &pairs)
        + &format!("Definition graph : digraph := Digraph {count} graph_edges.\n");
    let digraph = Digraph::from_edges(count as usize, edges.iter().copied());
    let size =
        format!("A digraph with {} and {}", counted(count, "vertex"), counted(edges.len(), "edge"));
    Ok(match &certificate.claim {
        GraphClaim::Structure { direction, losing } => {
            let d = name(*direction);
            Theorem {
                claim: format!("{size} has this kernel."),
                definitions: graph + &define("losing", "N", &members(losing)),
                name: "graph_has_this_structure".to_owned(),
                statement: format!("structure {d} graph (member losing)"),
                proof: format!("some_structure {d} graph losing _"),
                ..Theorem::default()
            }
        }
        GraphClaim::AllStructures { direction, structures, proof } => {
            let d = name(*direction);
            let structures: Vec<Vec<u32>> = structures.iter().map(members).collect();
            let steps = hints::steps(&digraph, *direction, &structures, proof, limits)?;
            let steps = define("steps", "step", &steps);
            match &structures[..] {
                [] => Theorem {
                    claim: format!("{size} has no kernel."),
                    definitions: graph + &steps,
                    name: "graph_has_no_structure".to_owned(),
                    statement: format!("forall k, ~ structure {d} graph k"),
                    proof: format!("no_structure {d} graph steps _"),
                    ..Theorem::default()
                },
                [losing] => Theorem {
                    claim: format!("{size} has this kernel and no other."),
                    definitions: graph + &define("losing", "N", losing) + &steps,
                    name: "graph_has_only_this_structure".to_owned(),
                    statement: format!(
                        "structure {d} graph (member losing) /\\\n  forall k, structure {d} graph k -> forall v, v < vertices \
                         graph -> k v = member losing v"
                    ),
                    proof: format!("only_structure {d} graph losing steps _"),
                    ..Theorem::default()
                },
                several => several_structures(d, &size, several, graph, &steps),
            }
        }
        GraphClaim::Labels { labels } => Theorem {
            claim: format!("Who wins from each vertex. {size}."),
            definitions: graph
                + &define("ranks", "(label * N)", &labels.iter().map(label).collect::<Vec<_>>()),
            name: "graph_has_these_labels".to_owned(),
            statement: "forall v, v < vertices graph ->\n  exists l r, nth_error ranks (N.to_nat v) = Some (l, r) /\\ \
                        labelled graph v l"
                .to_owned(),
            proof: "labels graph ranks _".to_owned(),
            ..Theorem::default()
        },
    })
}

/// That the digraph has exactly these kernels, two or more. Each has a definition of its own, for it may be long.
fn several_structures(
    d: &str,
    size: &str,
    structures: &[Vec<u32>],
    graph: String,
    steps: &str,
) -> Theorem {
    let count = structures.len();
    let each = structures.iter().enumerate();
    let each: String =
        each.map(|(number, losing)| define(&format!("losing_{number}"), "N", losing)).collect();
    let names: Vec<String> = (0..count).map(|number| format!("losing_{number}")).collect();
    Theorem {
        claim: format!("{size} has exactly these {count} kernels."),
        definitions: graph + &each + &define("structures", "(list N)", &names) + steps,
        name: "graph_has_exactly_these_structures".to_owned(),
        statement: format!(
            "length structures = {count}%nat /\\\n  ForallOrdPairs (fun a b => exists v, v < vertices graph /\\ member a v <> \
             member b v) structures /\\\n  forall k, structure {d} graph k <-> exists losing, In losing structures /\\\n    \
             forall v, v < vertices graph -> k v = member losing v"
        ),
        proof: format!("all_structures {d} graph {count} structures steps _"),
        ..Theorem::default()
    }
}

fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Game => "Along",
        Direction::Cogame => "Against",
        Direction::Both => "Both",
    }
}

fn members(set: &VertexSet) -> Vec<u32> {
    match set {
        VertexSet::List(members) => members.clone(),
        VertexSet::Bits(bytes) => {
            let bits = (0u32..).zip(bytes).flat_map(|(place, byte)| {
                (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| place * 8 + bit)
            });
            bits.collect()
        }
    }
}

fn label(label: &Label) -> String {
    match label {
        Label::Win(rank) => format!("(Won, {rank})"),
        Label::Lose(rank) => format!("(Lost, {rank})"),
        Label::Draw => "(Drawn, 0)".to_owned(),
    }
}
