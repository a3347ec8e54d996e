//! Kernels as the models of a formula.

use std::iter::once;

use bouton_graphs::Digraph;

/// The clauses whose models are the kernels of a digraph, or of it and its reverse.
///
/// Vertex v has the cover L_v ∨ ⋁ L_b over its moves v→b, and, for kernels of both, a second cover
/// over the edges b→v. Each edge a→b is a conflict ¬L_a ∨ ¬L_b. The clauses are read off the
/// adjacency lists; none is written down.
pub(super) struct Formula<'a> {
    graph: &'a Digraph,
    reverse: Digraph,
    both: bool,
}

impl<'a> Formula<'a> {
    pub(super) fn new(graph: &'a Digraph, both: bool) -> Formula<'a> {
        Formula { graph, reverse: graph.reversed(), both }
    }

    pub(super) fn graph(&self) -> &'a Digraph {
        self.graph
    }

    pub(super) fn is_of_both(&self) -> bool {
        self.both
    }

    pub(super) fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    /// The vertices that cannot lose together with `v`; some occur twice.
    pub(super) fn conflicts(&self, v: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.graph.successors(v).iter().chain(self.reverse.successors(v)).copied()
    }

    pub(super) fn has_loop(&self, v: u32) -> bool {
        self.graph.successors(v).binary_search(&v).is_ok()
    }

    /// How many covers there are: cover c belongs to vertex c mod n.
    pub(super) fn covers(&self) -> usize {
        self.vertices() * if self.both { 2 } else { 1 }
    }

    pub(super) fn owner(&self, cover: u32) -> u32 {
        cover % self.vertices() as u32
    }

    /// The vertices of a cover, each once: its owner and the owner's neighbours on one side.
    pub(super) fn cover(&self, cover: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let owner = self.owner(cover);
        let side = if cover == owner { self.graph } else { &self.reverse };
        once(owner).chain(side.successors(owner).iter().copied().filter(move |b| *b != owner))
    }

    /// The covers that contain a vertex, each once.
    pub(super) fn covers_with(&self, v: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let n = self.vertices() as u32;
        let others = move |b: &&u32| **b != v;
        let first = once(v).chain(self.reverse.successors(v).iter().filter(others).copied());
        let successors = self.graph.successors(v);
        let second = once(v).chain(successors.iter().filter(others).copied());
        first.chain(second.map(move |b| b + n).take(if self.both { usize::MAX } else { 0 }))
    }
}
