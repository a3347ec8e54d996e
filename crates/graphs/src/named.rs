use crate::digraph::Digraph;
use crate::names::Names;

/// A digraph and what its vertices are called.
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
    /// Who may move to whom.
    pub graph: Digraph,
    /// One name for each vertex.
    pub names: Names,
}

impl From<Digraph> for NamedDigraph {
    /// Each vertex is called by its number.
    fn from(graph: Digraph) -> NamedDigraph {
        let names = Names::numbered(graph.vertices());
        NamedDigraph { graph, names }
    }
}
