//! Checks game structures of digraphs, given by their kernels: the sets of losing vertices.

use bouton_values::{Limits, Meter};

use super::certificate::{Direction, VertexSet};
use super::fault::GraphFault;
use super::source::Ground;
use crate::rejection::Rejection;

/// A flag each: does the vertex lose, has it an edge to a losing one, and one from a losing one?
const BYTES_PER_VERTEX: u128 = 3;

/// Verifies that the vertices outside `losing` are a game structure: no edge joins two losing
/// vertices, and every other vertex has an edge to a losing one (for a cogame, from one).
///
/// *These two conditions are the definition.* If W is the complement of L, "a ∈ W iff some a → b has
/// b ∉ W" says for a ∈ L that no edge leads from a into L, and for a ∉ L that one does. For the
/// reversed arrows the first condition is the same, for it speaks of both ends of an edge alike.
///
/// Gives the flags of the losing vertices.
pub(super) fn check(
    ground: &Ground<'_>,
    direction: Direction,
    losing: &VertexSet,
    limits: &Limits,
) -> Result<Vec<bool>, Rejection> {
    let vertices = ground.vertices();
    limits.check_memory("the flags of the vertices", vertices as u128 * BYTES_PER_VERTEX)?;
    let loses = flags(losing, vertices)?;
    let mut reached = Reached { to: vec![false; vertices], from: vec![false; vertices] };
    let mut meter = Meter::new(limits, "going through the edges").out_of(vertices);
    for from in 0..vertices as u32 {
        let successors = ground.graph.successors(from);
        meter.done(from.into());
        meter.spend(successors.len() as u64 + 1)?;
        for to in successors {
            match (loses[from as usize], loses[*to as usize]) {
                (true, true) => {
                    let (from, to) = (ground.name(from), ground.name(*to));
                    return Err(GraphFault::LosingEdge { from, to }.into());
                }
                (true, false) => reached.from[*to as usize] = true,
                (false, true) => reached.to[from as usize] = true,
                (false, false) => {}
            }
        }
    }
    reached.check(ground, direction, &loses)?;
    Ok(loses)
}

/// Which vertices have an edge to a losing one, and which one from a losing one.
struct Reached {
    to: Vec<bool>,
    from: Vec<bool>,
}

impl Reached {
    /// Each vertex loses or has the edge that it wins by.
    fn check(
        &self,
        ground: &Ground<'_>,
        direction: Direction,
        loses: &[bool],
    ) -> Result<(), GraphFault> {
        let missing = |reached: &[bool], direction| {
            let mut pairs = reached.iter().zip(loses);
            let place = pairs.position(|(is_reached, loses)| !is_reached && !loses);
            place.map_or(Ok(()), |vertex| {
                let vertex = ground.name(vertex as u32);
                Err(GraphFault::NotWinning { vertex, direction })
            })
        };
        if direction.is_game() {
            missing(&self.to, Direction::Game)?;
        }
        if direction.is_cogame() {
            missing(&self.from, Direction::Cogame)?;
        }
        Ok(())
    }
}

/// What was verified of these kernels.
pub(super) fn sentences(direction: Direction, kernels: &[Vec<bool>]) -> Vec<String> {
    let structure = direction.structure();
    let (places, conclusion) = match kernels {
        [] => return Vec::new(),
        [loses] => {
            let losing = loses.iter().filter(|loses| **loses).count();
            let winning = loses.len() - losing;
            let so = format!("so this is a {structure}: {losing} losing, {winning} winning");
            (String::new(), so)
        }
        several => {
            let so = format!("so each of them is a {structure}, and no two are equal");
            (format!("in each of the {} sets, ", several.len()), so)
        }
    };
    let mut sentences = vec![format!("{places}no edge joins two losing vertices")];
    if direction.is_game() {
        sentences.push("every other vertex has an edge to a losing one".to_owned());
    }
    if direction.is_cogame() {
        sentences.push("every other vertex has an edge from a losing one".to_owned());
    }
    sentences.push(conclusion);
    sentences
}

/// A flag for each vertex, if the set is one of these vertices. The memory has been asked for.
fn flags(set: &VertexSet, vertices: usize) -> Result<Vec<bool>, GraphFault> {
    match set {
        VertexSet::List(members) => flags_of_list(members, vertices),
        VertexSet::Bits(bytes) => flags_of_bits(bytes, vertices),
    }
}

fn flags_of_list(members: &[u32], vertices: usize) -> Result<Vec<bool>, GraphFault> {
    let mut flags = vec![false; vertices];
    let mut least = 0;
    for vertex in members {
        let place = *vertex as usize;
        if place >= vertices {
            return Err(GraphFault::VertexOutside { vertex: *vertex, vertices });
        }
        if place < least {
            return Err(GraphFault::NotAscending { vertex: *vertex });
        }
        flags[place] = true;
        least = place + 1;
    }
    Ok(flags)
}

fn flags_of_bits(bytes: &[u8], vertices: usize) -> Result<Vec<bool>, GraphFault> {
    let expected = vertices.div_ceil(8);
    if bytes.len() != expected {
        return Err(GraphFault::BitCount { vertices, expected, given: bytes.len() });
    }
    let bit = |vertex: usize| bytes[vertex / 8] >> (vertex % 8) & 1 == 1;
    if let Some(vertex) = (vertices..expected * 8).find(|vertex| bit(*vertex)) {
        return Err(GraphFault::VertexOutside { vertex: vertex as u32, vertices });
    }
    Ok((0..vertices).map(bit).collect())
}
