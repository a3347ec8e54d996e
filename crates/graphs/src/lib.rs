//! Digraphs as compressed adjacency, their names, and the formats they are written in.
//!
//! # Main definitions
//! * [`Digraph`]: vertices are 0 to n-1, and each has a sorted list of successors.
//! * [`NamedDigraph`]: a digraph together with the [`Names`] that a file gave its vertices.
//! * [`Format`]: an edge list, DOT, GraphML, digraph6, or an argumentation framework in APX or as ICCMA writes it;
//!   [`read`] reads any of them.
//! * [`to_edge_list`], [`to_dot`], [`to_digraph6`]: a digraph as text.
//!
//! # Implementation notes
//! Readers take any `BufRead` and go through it once. None recurses, none trusts a number in the
//! input before the memory for it is allowed, and each refusal says on which line it happened. Besides
//! what the limits count, a reader has buffers for one line or one name, at most a few MiB.
//!
//! # References
//! B. D. McKay, *Description of graph6, sparse6 and digraph6 encodings* (formats.txt of nauty);
//! the DOT language at graphviz.org; *The GraphML File Format* at graphml.graphdrawing.org.

#[cfg(feature = "formats")]
mod argumentation;
#[cfg(feature = "formats")]
mod builder;
mod digraph;
#[cfg(feature = "formats")]
mod digraph6;
#[cfg(feature = "formats")]
mod dot;
#[cfg(feature = "formats")]
mod edge_list;
#[cfg(feature = "formats")]
mod format;
#[cfg(feature = "formats")]
mod graphml;
#[cfg(feature = "formats")]
mod named;
#[cfg(feature = "formats")]
mod names;
#[cfg(feature = "formats")]
mod source;

pub use digraph::Digraph;
#[cfg(feature = "formats")]
pub use digraph6::{Digraph6Lines, digraph6_lines, read_digraph6, to_digraph6};
#[cfg(feature = "formats")]
pub use dot::{Colour, read_dot, to_dot};
#[cfg(feature = "formats")]
pub use edge_list::{read_edge_list, to_edge_list};
#[cfg(feature = "formats")]
pub use format::{Format, read};
#[cfg(feature = "formats")]
pub use graphml::read_graphml;
#[cfg(feature = "formats")]
pub use named::NamedDigraph;
#[cfg(feature = "formats")]
pub use names::Names;
