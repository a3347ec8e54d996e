//! A digraph with the names of its vertices.

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
    /// One name for each vertex.
    pub names: Names,
}

impl From<Digraph> for NamedDigraph {
    /// The name of each vertex is its number.
    fn from(graph: Digraph) -> NamedDigraph {
        let names = Names::numbered(graph.vertices());
        NamedDigraph { graph, names }
    }
}
