//! Digraphs as compressed adjacency lists.

/// A finite digraph: for each vertex the sorted list of its successors, all in one vector.
///
/// A relation holds or does not, so parallel edges are one edge; a vertex may be its own successor.
///
/// ```
/// use bouton_graphs::Digraph;
/// let cycle = Digraph::from_edges(3, [(0, 1), (1, 2), (2, 0), (2, 0)]);
/// assert_eq!((cycle.vertices(), cycle.edges()), (3, 3));
/// assert_eq!(cycle.successors(1), [2]);
/// assert_eq!(cycle.reversed().successors(1), [0]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    /// Where the successors of each vertex begin, and where the last ones end.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    /// The digraph on 0..vertices with these edges, each once.
    ///
    /// # Panics
    /// If an edge names a vertex that is not there, or there are 2^32 edges or more.
    #[must_use]
    pub fn from_edges(vertices: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Digraph {
        let edges: Vec<(u32, u32)> = edges.into_iter().collect();
        Digraph::from_passes(vertices, || edges.iter().copied())
    }

    /// The digraph whose edges can be walked twice: once to count them, once to put them in place.
    ///
    /// The caller keeps the edges in whatever way costs least; here they take four bytes each.
    ///
    /// # Panics
    /// As [`Digraph::from_edges`], or if the two walks differ.
    pub(crate) fn from_passes<I>(vertices: usize, edges: impl Fn() -> I) -> Digraph
    where
        I: Iterator<Item = (u32, u32)>,
    {
        let mut offsets = vec![0u32; vertices + 1];
        let mut total = 0u32;
        for (from, _) in edges() {
            offsets[from as usize + 1] += 1;
            total = total.checked_add(1).expect("a digraph has fewer than 2^32 edges");
        }
        for v in 0..vertices {
            offsets[v + 1] += offsets[v];
        }
        let mut places = offsets.clone();
        let mut targets = vec![0; total as usize];
        for (from, to) in edges() {
            assert!((to as usize) < vertices, "{to} is not a vertex");
            let place = &mut places[from as usize];
            targets[*place as usize] = to;
            *place += 1;
        }
        drop(places);
        Digraph { offsets, targets }.without_repeats()
    }

    /// The digraph of these adjacency lists, each ascending already, written one after another.
    ///
    /// # Panics
    /// If the offsets do not begin with 0 and end with the number of targets.
    #[cfg(feature = "formats")]
    pub(crate) fn from_rows(offsets: Vec<u32>, targets: Vec<u32>) -> Digraph {
        assert_eq!(offsets.first(), Some(&0), "the first list begins at 0");
        assert_eq!(offsets.last().map(|end| *end as usize), Some(targets.len()));
        Digraph { offsets, targets }
    }

    /// Sorts the successors of each vertex and removes duplicates.
    fn without_repeats(mut self) -> Digraph {
        let (mut kept, mut start) = (0, 0);
        for v in 0..self.vertices() {
            let end = self.offsets[v + 1] as usize;
            self.targets[start..end].sort_unstable();
            let first = kept;
            for index in start..end {
                let target = self.targets[index];
                if kept == first || self.targets[kept - 1] != target {
                    self.targets[kept] = target;
                    kept += 1;
                }
            }
            start = end;
            self.offsets[v + 1] = kept as u32;
        }
        self.targets.truncate(kept);
        self
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The successors of a vertex, ascending.
    // Walks ask for them at every vertex, and nothing else joins crates when they are linked.
    #[must_use]
    #[inline]
    pub fn successors(&self, vertex: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|next| self.offsets[vertex as usize + next] as usize);
        &self.targets[start..end]
    }

    /// The digraph on these vertices with every edge reversed.
    #[must_use]
    pub fn reversed(&self) -> Digraph {
        let mut offsets = vec![0u32; self.offsets.len()];
        for target in &self.targets {
            offsets[*target as usize + 1] += 1;
        }
        for v in 0..self.vertices() {
            offsets[v + 1] += offsets[v];
        }
        let mut places = offsets.clone();
        let mut targets = vec![0; self.targets.len()];
        // Sources come in ascending order, so each list of predecessors is sorted.
        for v in 0..self.vertices() as u32 {
            for target in self.successors(v) {
                let place = &mut places[*target as usize];
                targets[*place as usize] = v;
                *place += 1;
            }
        }
        Digraph { offsets, targets }
    }
}
