//! Certificates about digraphs: game structures, that there are no others, and labels of play
//! that may go on for ever.
//!
//! A *game structure* (J. Swenberg, *Nim and other games*, Definition 1) on the relation → is a set W of vertices with
//! a ∈ W iff some a → b has b ∉ W. Its complement L is a *kernel*: no edge joins two vertices of L,
//! and every vertex outside L has an edge into L. A *cogame* is the same with the arrows reversed.
//!
//! # Main definitions
//! * [`GraphCertificate`]: a graph, embedded or named by its digest, and a [`GraphClaim`] about it.
//! * [`Refutation`]: a proof that clauses about the losing vertices contradict each other.
//! * [`check_with_graph`]: for certificates that bring only a digest.
//!
//! # Implementation notes
//! No solver is believed, and none is used: a kernel and labels are checked in one pass over the
//! edges, a refutation by unit propagation, clause after clause, in a number of steps that is
//! counted against the limits.

mod certificate;
mod fault;
pub(crate) mod file;
mod kernel;
mod labels;
mod propagation;
mod refutation;
mod source;

use bouton_graphs::Digraph;
use bouton_values::Limits;

use crate::certificate::Certificate;
use crate::rejection::Rejection;
use source::Ground;

pub use certificate::{
    Direction, GraphCertificate, GraphClaim, GraphSource, Label, VertexSet, Vertices,
};
pub use fault::GraphFault;
pub use refutation::{Refutation, Step};
pub use source::sha256;

/// Verifies a certificate about a graph that it only names by its digest.
///
/// A certificate that embeds its graph is checked too, if it is this one.
///
/// ```
/// use bouton_certify::{
///     Certificate, Direction, GraphCertificate, GraphClaim, GraphSource, VertexSet, check,
///     check_with_graph,
/// };
/// use bouton_graphs::Digraph;
/// use bouton_values::Limits;
///
/// let path = Digraph::from_edges(3, [(0, 1), (1, 2)]);
/// let certificate = Certificate::Graph(GraphCertificate {
///     graph: GraphSource::digest(&path),
///     claim: GraphClaim::Structure {
///         direction: Direction::Game,
///         losing: VertexSet::List(vec![0, 2]),
///     },
/// });
/// assert!(check(&certificate, &Limits::default()).is_err());
/// assert!(check_with_graph(&certificate, &path, &Limits::default()).is_ok());
/// assert!(check_with_graph(&certificate, &path.reversed(), &Limits::default()).is_err());
/// ```
pub fn check_with_graph(
    certificate: &Certificate,
    graph: &Digraph,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let Certificate::Graph(certificate) = certificate else {
        return Err(Rejection::does_not_apply("a graph", "the certificate is about a game"));
    };
    check_claim(&certificate.claim, &Ground::supplied(&certificate.graph, graph, limits)?, limits)
}

/// Verifies a certificate that embeds its graph.
pub(crate) fn check(
    certificate: &GraphCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    check_claim(&certificate.claim, &Ground::embedded(&certificate.graph, limits)?, limits)
}

fn check_claim(
    claim: &GraphClaim,
    ground: &Ground<'_>,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let mut sentences = vec![ground.sentence()];
    sentences.extend(match claim {
        GraphClaim::Structure { direction, losing } => {
            let loses = kernel::check(ground, *direction, losing, limits)?;
            kernel::sentences(*direction, &[loses])
        }
        GraphClaim::AllStructures { direction, structures, proof } => {
            refutation::check(ground, *direction, structures, proof, limits)?
        }
        GraphClaim::Labels { labels } => labels::check(ground, labels, limits)?,
    });
    Ok(sentences)
}
