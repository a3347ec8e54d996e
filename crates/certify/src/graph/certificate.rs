//! Certificates about digraphs: the graph, the claim and its evidence.

use bouton_graphs::Digraph;
use serde::{Deserialize, Serialize};

use super::refutation::Refutation;
use super::source;

/// A claim about a digraph, with what is needed to verify it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphCertificate {
    /// The digraph that the certificate is about.
    pub graph: GraphSource,
    /// The claim about the digraph, with its proof.
    pub claim: GraphClaim,
}

/// The digraph that a certificate is about: written out, or named by its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphSource {
    /// The digraph is written out in the certificate.
    Embedded {
        /// The vertices, in the order of their numbers.
        vertices: Vertices,
        /// The edges, each once, in any order.
        edges: Vec<(u32, u32)>,
    },
    /// The certificate has only the digest of the digraph; whoever checks it must bring the digraph.
    Digest {
        /// How many vertices it has.
        vertices: u64,
        /// How many edges it has.
        edges: u64,
        /// The SHA-256 of its canonical listing: see [`sha256`](super::sha256).
        sha256: [u8; 32],
    },
}

/// The vertices of an embedded graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertices {
    /// This many vertices, named 0, 1, 2, ….
    Count(u64),
    /// The names of the vertices, all different.
    Names(Vec<String>),
}

/// A claim about a digraph, with what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphClaim {
    /// These vertices lose in a game structure.
    Structure {
        /// Of the graph, of its reverse, or of both.
        direction: Direction,
        /// The losing vertices; all others win.
        losing: VertexSet,
    },
    /// There are these game structures, all different, and no other: none, only one, or several.
    AllStructures {
        /// Of the graph, of its reverse, or of both.
        direction: Direction,
        /// The losing vertices of each; all others win.
        structures: Vec<VertexSet>,
        /// Why it cannot be that one of the losing vertices of each wins.
        proof: Refutation,
    },
    /// Who wins from each vertex, where a player who is stuck loses and play may go on for ever.
    Labels {
        /// A label for each vertex.
        labels: Vec<Label>,
    },
}

/// In which direction the edges are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// The edges are moves as they are: a winning vertex has an edge to a losing one.
    Game,
    /// Reversed: a winning vertex has an edge from a losing one.
    Cogame,
    /// Both ways: one set of winning vertices is right for the digraph and for its reverse.
    Both,
}

/// A set of vertices, as a list or as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VertexSet {
    /// The members of the set, ascending.
    List(Vec<u32>),
    /// A bit for each vertex: that of v is the bit v mod 8, counted from the lowest, of byte v div 8.
    Bits(Vec<u8>),
}

/// The winner of play that begins at a vertex, and how many moves the win takes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The player to move wins, within at most this many moves.
    Win(u32),
    /// The player to move loses, within at most this many moves.
    Lose(u32),
    /// Neither can force a win.
    Draw,
}

impl GraphSource {
    /// The graph written out, its vertices being 0, 1, 2, ….
    #[must_use]
    pub fn embedded(graph: &Digraph) -> GraphSource {
        let vertices = Vertices::Count(graph.vertices() as u64);
        GraphSource::Embedded { vertices, edges: source::edges(graph).collect() }
    }

    /// The graph written out, with a name for each vertex.
    #[must_use]
    pub fn named(graph: &Digraph, names: Vec<String>) -> GraphSource {
        let vertices = Vertices::Names(names);
        GraphSource::Embedded { vertices, edges: source::edges(graph).collect() }
    }

    /// Refers to the graph by its digest.
    #[must_use]
    pub fn digest(graph: &Digraph) -> GraphSource {
        GraphSource::Digest {
            vertices: graph.vertices() as u64,
            edges: graph.edges() as u64,
            sha256: source::sha256(graph),
        }
    }
}

impl Vertices {
    /// The number of vertices.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            Vertices::Count(count) => *count,
            Vertices::Names(names) => names.len() as u64,
        }
    }
}

impl VertexSet {
    /// The vertices whose flag is set: as a list where it is the shorter text, else as bits.
    ///
    /// ```
    /// use bouton_certify::VertexSet;
    /// assert_eq!(VertexSet::of_flags(&[true, false, true]), VertexSet::Bits(vec![5]));
    /// assert_eq!(VertexSet::of_flags(&[false; 100]), VertexSet::List(vec![]));
    /// ```
    #[must_use]
    pub fn of_flags(flags: &[bool]) -> VertexSet {
        let members = || (0u32..).zip(flags).filter(|(_, flag)| **flag).map(|(vertex, _)| vertex);
        let digits = |vertex: u32| vertex.checked_ilog10().unwrap_or(0) as usize + 1;
        let as_list: usize = members().map(|vertex| digits(vertex) + 2).sum();
        if as_list <= flags.len().div_ceil(8) * 2 {
            return VertexSet::List(members().collect());
        }
        let mut bits = vec![0; flags.len().div_ceil(8)];
        members().for_each(|vertex| bits[vertex as usize / 8] |= 1 << (vertex % 8));
        VertexSet::Bits(bits)
    }
}

impl Direction {
    /// Must a winning vertex have an edge to a losing one?
    pub(super) fn is_game(self) -> bool {
        self != Direction::Cogame
    }

    /// Must a winning vertex have an edge from a losing one?
    pub(super) fn is_cogame(self) -> bool {
        self != Direction::Game
    }

    /// What the structure is called.
    pub(super) fn structure(self) -> &'static str {
        match self {
            Direction::Game => "game structure",
            Direction::Cogame => "cogame structure",
            Direction::Both => "structure of a game that is also a cogame",
        }
    }
}
