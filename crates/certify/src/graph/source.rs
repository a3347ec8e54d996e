//! The graph that a certificate is about.

use std::borrow::Cow;

use bouton_graphs::Digraph;
use bouton_values::{Limits, to_index};
use sha2::{Digest, Sha256};

use super::certificate::{GraphCertificate, GraphSource, Vertices};
use super::fault::GraphFault;
use super::file::hex;
use crate::rejection::Rejection;

/// The most vertices that signed literals of 32 bits can name.
const MOST_VERTICES: u64 = (1 << 31) - 1;
/// The most edges that a [`Digraph`] can hold.
const MOST_EDGES: u64 = (1 << 32) - 1;
/// The longest name of a vertex, in characters.
const LONGEST_NAME: usize = 200;
/// What building the graph takes: two offsets for a vertex, a pair and a target for an edge; and
/// sorting the names.
const BYTES_PER_VERTEX: u128 = 8;
const BYTES_PER_NAME: u128 = 16;
const BYTES_PER_EDGE: u128 = 20;
/// What building or hashing costs, about.
const STEPS_PER_NAME: u128 = 1000;
const STEPS_PER_EDGE: u128 = 50;

/// A graph to check claims about, with the names of its vertices if they have any.
pub(super) struct Ground<'a> {
    pub(super) graph: Cow<'a, Digraph>,
    names: Option<&'a [String]>,
    has_digest: bool,
}

impl<'a> Ground<'a> {
    /// The graph in the certificate; a digest is not enough.
    pub(super) fn embedded(
        source: &'a GraphSource,
        limits: &Limits,
    ) -> Result<Ground<'a>, Rejection> {
        match source {
            GraphSource::Embedded { vertices, edges } => {
                let graph = build(vertices, edges, limits)?;
                let names = check_names(vertices)?;
                Ok(Ground { graph: Cow::Owned(graph), names, has_digest: false })
            }
            GraphSource::Digest { vertices, edges, .. } => {
                let (vertices, edges) = (*vertices, *edges);
                Err(GraphFault::NotSupplied { vertices, edges }.into())
            }
        }
    }

    /// The graph that someone brought, if it is the one that the certificate is about.
    pub(super) fn supplied(
        source: &'a GraphSource,
        graph: &'a Digraph,
        limits: &Limits,
    ) -> Result<Ground<'a>, Rejection> {
        let (vertices, edges) = (graph.vertices() as u64, graph.edges() as u64);
        let (claimed_vertices, claimed_edges) = size(source);
        if (vertices, edges) != (claimed_vertices, claimed_edges) {
            return Err(
                GraphFault::Size { claimed_vertices, claimed_edges, vertices, edges }.into()
            );
        }
        check_size(vertices, edges)?;
        let GraphSource::Digest { sha256: claimed, .. } = source else {
            let ground = Ground::embedded(source, limits)?;
            return match *ground.graph == *graph {
                true => Ok(ground),
                false => Err(GraphFault::OtherGraph.into()),
            };
        };
        limits.check_steps("hashing the graph", u128::from(edges) * STEPS_PER_EDGE)?;
        let computed = sha256(graph);
        if computed != *claimed {
            return Err(GraphFault::Digest { computed: hex(&computed) }.into());
        }
        Ok(Ground { graph: Cow::Borrowed(graph), names: None, has_digest: true })
    }

    /// How many vertices there are.
    pub(super) fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    /// What a vertex is called.
    pub(super) fn name(&self, vertex: u32) -> String {
        match self.names {
            Some(names) => names[vertex as usize].clone(),
            None => vertex.to_string(),
        }
    }

    /// What the graph is.
    pub(super) fn sentence(&self) -> String {
        let (vertices, edges) = (self.graph.vertices(), self.graph.edges());
        let digest =
            if self.has_digest { ", and the SHA-256 is that of the certificate" } else { "" };
        format!("the graph has {} and {}{digest}", vertex_count(vertices), edge_count(edges))
    }
}

/// The edges of a graph, ascending.
pub(super) fn edges(graph: &Digraph) -> impl Iterator<Item = (u32, u32)> {
    let starts = 0..graph.vertices() as u32;
    starts.flat_map(|from| graph.successors(from).iter().map(move |to| (from, *to)))
}

/// The SHA-256 of the canonical listing of a graph: numbers of four bytes each, the lowest byte
/// first; how many vertices there are, then the start and the end of each edge, in ascending order.
///
/// Different graphs have different listings: the number of edges follows from the length.
#[must_use]
pub fn sha256(graph: &Digraph) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update((graph.vertices() as u32).to_le_bytes());
    for (from, to) in edges(graph) {
        hasher.update((u64::from(to) << 32 | u64::from(from)).to_le_bytes());
    }
    hasher.finalize().into()
}

pub(super) fn vertex_count(count: usize) -> String {
    match count {
        1 => "1 vertex".to_owned(),
        _ => format!("{count} vertices"),
    }
}

fn edge_count(count: usize) -> String {
    match count {
        1 => "1 edge".to_owned(),
        _ => format!("{count} edges"),
    }
}

impl GraphCertificate {
    /// The number of vertices that the certificate states.
    #[must_use]
    pub fn vertices(&self) -> u64 {
        size(&self.graph).0
    }
}

fn size(source: &GraphSource) -> (u64, u64) {
    match source {
        GraphSource::Embedded { vertices, edges } => (vertices.count(), edges.len() as u64),
        GraphSource::Digest { vertices, edges, .. } => (*vertices, *edges),
    }
}

/// Can everything be numbered?
fn check_size(vertices: u64, edges: u64) -> Result<(), GraphFault> {
    for (what, count, most) in [("vertices", vertices, MOST_VERTICES), ("edges", edges, MOST_EDGES)]
    {
        if count > most {
            return Err(GraphFault::TooMany { what, count, most });
        }
    }
    Ok(())
}

/// The graph with these edges, if they are edges, each once, and the limits allow it.
fn build(vertices: &Vertices, edges: &[(u32, u32)], limits: &Limits) -> Result<Digraph, Rejection> {
    let (count, given) = (vertices.count(), edges.len());
    check_size(count, given as u64)?;
    let names = match vertices {
        Vertices::Names(names) => names.len() as u128,
        Vertices::Count(_) => 0,
    };
    let bytes = u128::from(count) * BYTES_PER_VERTEX + names * BYTES_PER_NAME;
    limits.check_memory("the graph", bytes + given as u128 * BYTES_PER_EDGE)?;
    let steps = u128::from(count) + names * STEPS_PER_NAME;
    limits.check_steps("reading the graph", steps + given as u128 * STEPS_PER_EDGE)?;
    let outside = edges.iter().find(|(from, to)| u64::from(*from.max(to)) >= count);
    if let Some((from, to)) = outside {
        return Err(GraphFault::EdgeOutside { from: *from, to: *to, vertices: count }.into());
    }
    let graph = Digraph::from_edges(to_index(count), edges.iter().copied());
    let different = graph.edges();
    if different < given {
        return Err(GraphFault::EdgeRepeated { given, different }.into());
    }
    Ok(graph)
}

/// The names, if each can be shown and no two are the same.
fn check_names(vertices: &Vertices) -> Result<Option<&[String]>, GraphFault> {
    let Vertices::Names(names) = vertices else { return Ok(None) };
    if let Some(vertex) = names.iter().position(|name| !is_proper(name)) {
        return Err(GraphFault::Name { vertex, most: LONGEST_NAME });
    }
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(GraphFault::NameRepeated { name: pair[0].to_owned() }),
        None => Ok(Some(names)),
    }
}

fn is_proper(name: &str) -> bool {
    let length = name.chars().take(LONGEST_NAME + 1).count();
    (1..=LONGEST_NAME).contains(&length) && !name.chars().any(char::is_control)
}
