//! A digraph with the names of its vertices.

use bouton_values::{Limits, Refusal};

use crate::builder::Builder;
use crate::digraph::Digraph;
use crate::names::Names;

/// A digraph and the names of its vertices.
///
/// ```
/// use bouton_graphs::{Format, NamedDigraph, read};
/// let read = read(&mut "start -> end".as_bytes(), Format::EdgeList, &Default::default())?;
/// assert_eq!(read.graph.successors(0), [1]);
/// assert_eq!(read.names.find("end"), Some(1));
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDigraph {
    /// The digraph, on the vertices 0 to n-1.
    pub graph: Digraph,
    /// The names of the vertices, one for each.
    pub names: Names,
}

impl NamedDigraph {
    /// The digraph with these vertices, whose names are all different, and with edges between places in this list. The
    /// vertices are numbered as in the list, or by value if their names are 0 to n-1.
    ///
    /// # Panics
    /// If an edge names a place that is not in the list.
    pub fn new(
        names: &[String],
        edges: impl IntoIterator<Item = (usize, usize)>,
        limits: &Limits,
    ) -> Result<NamedDigraph, Refusal> {
        let mut builder = Builder::new(limits);
        let vertices = names.iter().map(|name| builder.vertex(name));
        let vertices = vertices.collect::<Result<Vec<u32>, Refusal>>()?;
        for (from, to) in edges {
            builder.edge(vertices[from], vertices[to])?;
        }
        Ok(builder.finish())
    }
}

impl From<Digraph> for NamedDigraph {
    /// The name of each vertex is its number.
    fn from(graph: Digraph) -> NamedDigraph {
        let names = Names::numbered(graph.vertices());
        NamedDigraph { graph, names }
    }
}
