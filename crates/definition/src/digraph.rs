//! Games in which a token moves along the edges of a digraph.

use bouton_graphs::Digraph;
use bouton_values::{Player, Refusal, excerpt};

use crate::fact::Fact;
use crate::tuple::{Coordinates, Picture, TupleRules};

/// A token on a digraph with vertices 0 to n-1, moved along the arrows. Play may never end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigraphRules {
    graph: Digraph,
}

/// The largest vertex that may be named in a text.
const MAX_VERTEX: u32 = 100_000;

const HELP: &str = "write arrows between numbered vertices, such as 0>1,1>2,2>0";

impl DigraphRules {
    /// Reads `0>1,1>2,3`: arrows, and lone vertices.
    pub fn parse(text: &str) -> Result<DigraphRules, Refusal> {
        if text.trim().is_empty() {
            return Err(Refusal::bad("the digraph has no arrow", HELP));
        }
        let mut vertices = 0;
        let mut arrows = Vec::new();
        for part in text.split(',') {
            let names = part.split('>').map(read_vertex).collect::<Result<Vec<u32>, _>>()?;
            vertices = names.iter().map(|name| *name as usize + 1).fold(vertices, usize::max);
            arrows.extend(names.windows(2).map(|arrow| (arrow[0], arrow[1])));
        }
        Ok(DigraphRules { graph: Digraph::from_edges(vertices, arrows) })
    }

    /// The number of vertices of the digraph.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    /// The arrows as pairs of vertices, in ascending order.
    #[must_use]
    pub fn arrows(&self) -> Vec<(u32, u32)> {
        (0..self.vertices() as u32)
            .flat_map(|tail| self.graph.successors(tail).iter().map(move |head| (tail, *head)))
            .collect()
    }

    /// The arrows as text, in ascending order; `parse` reads it back.
    #[must_use]
    pub fn text(&self) -> String {
        let last = self.vertices() as u32 - 1;
        let arrows = self.arrows();
        // A vertex without arrows needs a name only if it is the last.
        let is_named = arrows.iter().any(|(tail, head)| *tail == last || *head == last);
        let lone = (!is_named).then(|| last.to_string());
        let texts = arrows.iter().map(|(tail, head)| format!("{tail}>{head}"));
        texts.chain(lone).collect::<Vec<_>>().join(",")
    }
}

fn read_vertex(text: &str) -> Result<u32, Refusal> {
    match text.trim().parse() {
        Ok(vertex) if vertex <= MAX_VERTEX => Ok(vertex),
        Ok(_) => Err(Refusal::bad(
            format!("the vertex {} is too large", text.trim()),
            format!("number the vertices from 0 to at most {MAX_VERTEX}"),
        )),
        Err(_) => Err(Refusal::bad(format!("`{}` is not a vertex", excerpt(text.trim())), HELP)),
    }
}

impl TupleRules for DigraphRules {
    fn coordinates(&self) -> Coordinates {
        Coordinates::named(&["vertex"])
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        if tuple[0] < self.vertices() as u64 {
            return Ok(());
        }
        Err(Refusal::bad(
            format!("the digraph has no vertex {}", tuple[0]),
            format!("write a vertex from 0 to {}", self.vertices() - 1),
        ))
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        self.graph.successors(tuple[0] as u32).iter().map(|head| vec![u64::from(*head)]).collect()
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        self.graph.successors(tuple[0] as u32).len() as u128
    }

    fn terminates(&self) -> Fact {
        Fact::Unknown
    }

    fn counts_tokens(&self) -> bool {
        false
    }

    fn picture(&self) -> Picture {
        Picture::Plain
    }
}
