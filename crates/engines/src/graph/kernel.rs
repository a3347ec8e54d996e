//! Sets of losing vertices.

use std::cmp::Ordering;

/// The losing vertices of a game structure, one bit each.
///
/// Kernels are ordered lexicographically by vertex: at the first difference, losing comes first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kernel {
    vertices: usize,
    /// Vertex 0 is the highest bit of the first word, so that words compare as vertices do.
    words: Vec<u64>,
}

impl Kernel {
    /// The set on `vertices` vertices with these members.
    ///
    /// # Panics
    /// If a member is not a vertex.
    #[must_use]
    pub fn new(vertices: usize, losing: impl IntoIterator<Item = u32>) -> Kernel {
        let mut kernel = Kernel { vertices, words: vec![0; vertices.div_ceil(64)] };
        for v in losing {
            kernel.insert(v);
        }
        kernel
    }

    pub(super) fn insert(&mut self, vertex: u32) {
        assert!((vertex as usize) < self.vertices, "{vertex} is not a vertex");
        self.words[vertex as usize / 64] |= bit(vertex);
    }

    /// Adds the members of another set on the same vertices.
    pub(super) fn unite(&mut self, other: &Kernel) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// How many vertices the digraph has.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    /// Is the vertex in the kernel?
    #[must_use]
    pub fn loses(&self, vertex: u32) -> bool {
        self.words[vertex as usize / 64] & bit(vertex) != 0
    }

    /// Is the vertex in the game structure, the complement of the kernel?
    #[must_use]
    pub fn wins(&self, vertex: u32) -> bool {
        !self.loses(vertex)
    }

    /// The losing vertices, ascending.
    pub fn losing(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.vertices as u32).filter(|v| self.loses(*v))
    }
}

fn bit(vertex: u32) -> u64 {
    1 << (63 - vertex % 64)
}

impl Ord for Kernel {
    fn cmp(&self, other: &Kernel) -> Ordering {
        other.words.cmp(&self.words).then(self.vertices.cmp(&other.vertices))
    }
}

impl PartialOrd for Kernel {
    fn partial_cmp(&self, other: &Kernel) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
