//! `bouton-check-graph FILE`: does a certificate about a digraph hold? Such a certificate brings its graph, or names it
//! by a digest; no rules are read, so nothing of the rule language is linked.

#[path = "../../check/src/front.rs"]
mod front;

use std::process::ExitCode;

use bouton_certify::{Certificate, GraphFault, Rejection, check, check_with_graph};
use bouton_graphs::Digraph;
use bouton_values::{Limits, Refusal};

const USAGE: &str = "\
Checks a certificate about a digraph: a game structure, that these are all or there is none, or labels.

usage: bouton-check-graph [--json] FILE [EDGES]      - for standard input

EDGES is the graph, where the certificate names it by its digest alone: on each line the start and
the end of an edge, as numbers from 0. `bouton check` reads other formats, and names.

Exit code 0: it holds; 1: it does not; 2: this is not a certificate, or one about a game;
3: a limit was exceeded.

Example:
  bouton graph crown.dot --certificate crown.json
  bouton-check-graph crown.json
";

/// What an edge takes while the graph is read.
const BYTES_PER_EDGE: u128 = 32;

fn main() -> ExitCode {
    front::Program { name: "bouton-check-graph", usage: USAGE, files: 2, check: verify }.run()
}

fn verify(
    certificate: &Certificate,
    others: &[String],
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let Certificate::Graph(about) = certificate else {
        return Err(Refusal::unsupported(
            "the certificate is about a game",
            "`bouton-check` checks such certificates",
        )
        .into());
    };
    match others {
        [] => check(certificate, limits).map_err(|rejection| match rejection {
            Rejection::Graph(GraphFault::NotSupplied { .. }) => {
                Refusal::unsupported(rejection.to_string(), "give its edges as a second file")
                    .into()
            }
            other => other,
        }),
        [edges, ..] => {
            let graph = read_edges(edges, about.vertices(), limits)?;
            check_with_graph(certificate, &graph, limits)
        }
    }
}

/// The digraph with these edges, a pair of numbers on each line.
fn read_edges(text: &str, vertices: u64, limits: &Limits) -> Result<Digraph, Refusal> {
    let help = "write the start and the end of an edge on each line, as numbers from 0";
    limits.check_memory("the graph", u128::from(vertices) * 8)?;
    let mut edges = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let ends = line.split_whitespace().map(str::parse::<u32>).collect::<Result<Vec<_>, _>>();
        match ends.as_deref() {
            Ok([from, to]) if u64::from(*from.max(to)) < vertices => edges.push((*from, *to)),
            Ok([]) => {}
            _ => return Err(Refusal::bad(format!("line {number} is not an edge"), help)),
        }
    }
    limits.check_memory("the graph", edges.len() as u128 * BYTES_PER_EDGE)?;
    Ok(Digraph::from_edges(vertices as usize, edges))
}
