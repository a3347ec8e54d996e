//! A digraph while it is being read.

use std::borrow::Cow;

use bouton_values::{Limits, Refusal};

use crate::digraph::Digraph;
use crate::named::NamedDigraph;
use crate::names::Names;

/// Names and edges as they come, within a budget of memory.
pub(crate) struct Builder<'a> {
    names: Names,
    /// Pieces that are never copied, so that growing does not double the memory.
    pieces: Vec<Vec<(u32, u32)>>,
    edges: u64,
    /// Bytes that the reader holds in addition.
    held: u128,
    limits: &'a Limits,
}

/// How many edges a piece holds.
const PIECE: usize = 1 << 16;

/// What a vertex costs at most besides its text: numbers and indices that grow by doubling while
/// reading, then two counters while the edges are sorted.
const VERTEX_BYTES: u128 = 64;

/// What an edge costs: both ends, and its place in the finished digraph.
const EDGE_BYTES: u128 = 12;

/// Bytes for each byte of text: the old and the new copy coexist while a vector doubles.
const TEXT_FACTOR: u128 = 3;

/// Memory is checked once for this many edges.
const STRIDE: u64 = 64;

const HELP: &str = "read a smaller graph";

impl<'a> Builder<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Builder<'a> {
        Builder { names: Names::new(), pieces: Vec::new(), edges: 0, held: 0, limits }
    }

    /// The vertex with this name, added if it is new.
    pub(crate) fn vertex(&mut self, name: &str) -> Result<u32, Refusal> {
        match self.names.find(name) {
            Some(vertex) => Ok(vertex),
            None => self.new_vertex(name),
        }
    }

    /// The vertex whose name is this whole number, added if it is new; `digits` is the only way to write it.
    #[inline]
    pub(crate) fn number(&mut self, value: i64, digits: &str) -> Result<u32, Refusal> {
        match self.names.find_number(value, digits) {
            Some(vertex) => Ok(vertex),
            None => self.new_vertex(digits),
        }
    }

    /// The name of a vertex, for a message.
    pub(crate) fn name(&self, vertex: u32) -> Cow<'_, str> {
        self.names.name(vertex)
    }

    /// Sets how many bytes the reader holds in addition, and checks the memory.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.held = bytes as u128;
        self.check(self.names.len(), self.names.text_bytes(), self.edges)
    }

    fn new_vertex(&mut self, name: &str) -> Result<u32, Refusal> {
        let text = self.names.text_bytes_with(name);
        if text >= u32::MAX as usize {
            return Err(Refusal::bad(
                "the names take 4 GiB or more",
                "number the vertices instead",
            ));
        }
        if self.names.len() >= u32::MAX as usize - 1 {
            return Err(Refusal::bad("more than 4294967294 vertices", HELP));
        }
        self.check(self.names.len() + 1, text, self.edges)?;
        Ok(self.names.insert(name))
    }

    #[inline]
    pub(crate) fn edge(&mut self, from: u32, to: u32) -> Result<(), Refusal> {
        if self.edges.is_multiple_of(STRIDE) {
            self.allow_edges()?;
        }
        self.edges += 1;
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < PIECE => piece.push((from, to)),
            Some(_) => self.next_piece(PIECE).push((from, to)),
            // Most graphs are small.
            None => self.next_piece(0).push((from, to)),
        }
        Ok(())
    }

    fn next_piece(&mut self, room: usize) -> &mut Vec<(u32, u32)> {
        self.pieces.push(Vec::with_capacity(room));
        self.pieces.last_mut().expect("a piece was pushed")
    }

    fn allow_edges(&self) -> Result<(), Refusal> {
        if self.edges + STRIDE > u64::from(u32::MAX) {
            return Err(Refusal::bad("more than 4294967231 edges", HELP));
        }
        self.check(self.names.len(), self.names.text_bytes(), self.edges + STRIDE)
    }

    fn check(&self, vertices: usize, text: usize, edges: u64) -> Result<(), Refusal> {
        let needed = VERTEX_BYTES * vertices as u128
            + TEXT_FACTOR * text as u128
            + EDGE_BYTES * u128::from(edges)
            + self.held;
        if needed <= u128::from(self.limits.memory) {
            return Ok(());
        }
        let what = format!("a graph with at least {vertices} vertices and {edges} edges");
        self.limits.check_memory(&what, needed)
    }

    pub(crate) fn finish(self) -> NamedDigraph {
        let Builder { names, pieces, .. } = self;
        let (names, places) = names.finish();
        let edges = || pieces.iter().flatten().copied();
        let graph = match places {
            None => Digraph::from_passes(names.len(), edges),
            Some(places) => {
                let place = |vertex: u32| places[vertex as usize];
                Digraph::from_passes(names.len(), || {
                    edges().map(|(from, to)| (place(from), place(to)))
                })
            }
        };
        NamedDigraph { graph, names }
    }
}
