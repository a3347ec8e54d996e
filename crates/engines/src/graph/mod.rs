//! Games on finite digraphs where play may go on for ever: labels, components, game structures.
//!
//! A *game structure* on a digraph (Swenberg, Definition 1) is a set W of vertices with a ∈ W iff
//! some a→b has b ∉ W. Its complement L is a *kernel*: no edge runs inside L, and every vertex
//! outside L has an edge into L. A cogame is a game structure of the reversed digraph.
//!
//! # Main definitions
//! * [`labels`]: win, lose or draw for the player to move, with the length of best play.
//! * [`components`]: strongly connected components, sinks first.
//! * [`Structures`]: all kernels of a digraph, or all that are kernels of its reverse too; whether
//!   there is one, how many, which ones, what they have in common, and proofs.
//! * [`Kernel`]: one of them, the set of losing vertices.
//! * [`contradiction`]: why there is none, in a few vertices and in words.
//!
//! # Implementation notes
//! With a variable L_v for "v loses", kernels are the models of ¬L_a ∨ ¬L_b for each edge a→b (a
//! *conflict*) and L_v ∨ ⋁ L_b over v→b for each vertex (a *cover*). Unit propagation settles what
//! retrograde analysis settles, and self-loops; vertices that no unsettled vertex moves to follow from
//! the others; what remains falls into parts whose numbers multiply. A part is counted by a search
//! that splits into components and remembers them, or by a SAT solver that finds its kernels one
//! by one: whichever ends first.
//!
//! # References
//! J. Swenberg, *Nim and other games* (2021); J. von Neumann, O. Morgenstern, *Theory of Games*
//! (kernels as solutions); M. Thurley, *sharpSAT* (2006), for counting with cached components.

mod components;
mod count;
mod formula;
mod kernel;
mod labels;
mod lists;
mod part;
mod random;
mod reasons;
mod residual;
mod search;
mod solver;
mod structures;
#[cfg(test)]
mod tests;
mod trace;
mod width;

pub use components::{Components, components};
pub use kernel::Kernel;
pub use labels::{Label, Labels, labels};
pub use reasons::{Contradiction, Shape, contradiction};
pub use structures::{Backbone, Claim, Existence, Refutation, Structures};
