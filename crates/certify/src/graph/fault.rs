//! What can be wrong with a certificate about a digraph.

use super::certificate::Direction;

/// What is wrong with a certificate about a graph. Vertices appear by their names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphFault {
    /// Nothing is wrong yet: the graph is missing.
    #[error(
        "the certificate holds only the SHA-256 of its graph ({vertices} vertices, {edges} edges): \
         it can be checked only together with the graph"
    )]
    NotSupplied {
        /// How many vertices the graph has.
        vertices: u64,
        /// How many edges it has.
        edges: u64,
    },
    /// The graph that was brought has another size.
    #[error(
        "the certificate is about a graph of {claimed_vertices} vertices and {claimed_edges} edges, \
         not of {vertices} and {edges}"
    )]
    Size {
        /// What the certificate says.
        claimed_vertices: u64,
        /// What the certificate says.
        claimed_edges: u64,
        /// What the graph has.
        vertices: u64,
        /// What the graph has.
        edges: u64,
    },
    /// The graph that was brought has another digest.
    #[error("the certificate is about another graph: the SHA-256 of this one is {computed}")]
    Digest {
        /// That of the graph, in hexadecimal digits.
        computed: String,
    },
    /// The graph that was brought is not the one in the certificate.
    #[error("the certificate is about another graph: its edges are not the same")]
    OtherGraph,
    /// More vertices or edges than can be numbered.
    #[error("{count} {what} are too many: at most {most} can be numbered")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many there may be.
        most: u64,
    },
    /// A name that cannot be shown.
    #[error(
        "the name of vertex {vertex} needs 1 to {most} characters, none of them a control character"
    )]
    Name {
        /// Its number.
        vertex: usize,
        /// The longest name.
        most: usize,
    },
    /// Two vertices have the same name.
    #[error("two vertices are called {name}")]
    NameRepeated {
        /// The name.
        name: String,
    },
    /// An edge has an end that is not a vertex.
    #[error("the edge {from} → {to} has an end that is not one of the {vertices} vertices")]
    EdgeOutside {
        /// The number of its start.
        from: u32,
        /// The number of its end.
        to: u32,
        /// How many vertices there are.
        vertices: u64,
    },
    /// An edge is given twice.
    #[error("{given} edges are given, but only {different} different ones")]
    EdgeRepeated {
        /// How many are given.
        given: usize,
        /// How many are different.
        different: usize,
    },

    /// A vertex that is not there.
    #[error("there is no vertex {vertex}: they are numbered from 0, and there are {vertices}")]
    VertexOutside {
        /// Its number.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A list that is not ascending.
    #[error("vertex {vertex} is not listed in ascending order")]
    NotAscending {
        /// Its number.
        vertex: u32,
    },
    /// The set does not have one bit for each vertex.
    #[error("the set has {given} bytes; for {vertices} vertices it must have {expected}")]
    BitCount {
        /// How many vertices there are.
        vertices: usize,
        /// How many bytes they need.
        expected: usize,
        /// How many there are.
        given: usize,
    },
    /// Two losing vertices with an edge between them.
    #[error("{from} and {to} are both said to lose, but there is an edge {from} → {to}")]
    LosingEdge {
        /// Its start.
        from: String,
        /// Its end.
        to: String,
    },
    /// A winning vertex that does not win.
    #[error("{vertex} is said to win, but no edge {} it {} a losing vertex", match direction {
        Direction::Cogame => "reaches",
        _ => "leads from",
    }, match direction {
        Direction::Cogame => "from",
        _ => "to",
    })]
    NotWinning {
        /// The vertex.
        vertex: String,
        /// The direction that fails; not both.
        direction: Direction,
    },
    /// A structure that is listed twice.
    #[error("structure {second} is the same as structure {first}, counted from 1")]
    StructureRepeated {
        /// Where it is listed, from 1.
        first: usize,
        /// Where it is listed again.
        second: usize,
    },

    /// A literal that names no vertex.
    #[error(
        "step {step} of the proof has the literal {literal}; literals are ±1 to ±{vertices}, \
         + for losing, − for winning"
    )]
    Literal {
        /// Which step, from 0.
        step: usize,
        /// The literal.
        literal: i32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A clause that names a vertex twice.
    #[error("step {step} of the proof names {vertex} twice")]
    LiteralRepeated {
        /// Which step, from 0.
        step: usize,
        /// The vertex.
        vertex: String,
    },
    /// A clause that does not follow.
    #[error("step {step} of the proof does not follow by unit propagation")]
    NotImplied {
        /// Which step, from 0.
        step: usize,
    },
    /// Something is deleted that is not there.
    #[error("step {step} of the proof deletes the clause of step {target}, which is not there")]
    NotThere {
        /// Which step, from 0.
        step: usize,
        /// What is deleted.
        target: usize,
    },
    /// The refutation ends without a contradiction.
    #[error("the proof does not end with the empty clause")]
    Unfinished,

    /// The number of labels is not that of the vertices.
    #[error("{given} labels are given for {vertices} vertices")]
    LabelCount {
        /// How many vertices there are.
        vertices: usize,
        /// How many labels there are.
        given: usize,
    },
    /// A losing vertex from which the player to move escapes.
    #[error(
        "{vertex} is said to lose with rank {rank}, but {successor} is not said to win with a lower \
         rank"
    )]
    Escape {
        /// The vertex.
        vertex: String,
        /// Its rank.
        rank: u32,
        /// Where the player to move goes.
        successor: String,
    },
    /// A winning vertex without a winning move.
    #[error("{vertex} is said to win with rank {rank}, but no successor loses with a lower rank")]
    NoWinningMove {
        /// The vertex.
        vertex: String,
        /// Its rank.
        rank: u32,
    },
    /// A draw that is a win.
    #[error("{vertex} is said to be drawn, but its successor {successor} is said to lose")]
    DrawIsWin {
        /// The vertex.
        vertex: String,
        /// The winning move.
        successor: String,
    },
    /// A draw that is a loss.
    #[error("{vertex} is said to be drawn, but none of its successors is")]
    DrawIsLoss {
        /// The vertex.
        vertex: String,
    },
}
