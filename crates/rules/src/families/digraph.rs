use bouton_values::Player;

use super::{Coordinates, Picture, TupleRules};
use crate::profile::Fact;
use bouton_values::Refusal;

/// A token on a digraph with vertices 0 to n-1, moved along the arrows. Play may never end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    /// For each vertex the heads of its arrows, ascending.
    successors: Vec<Vec<usize>>,
}

/// The largest vertex that may be named in a text.
const MAX_VERTEX: usize = 100_000;

const HELP: &str = "write arrows between numbered vertices, such as 0>1,1>2,2>0";

impl Digraph {
    /// Reads `0>1,1>2,3`: arrows, and lone vertices.
    pub fn parse(text: &str) -> Result<Digraph, Refusal> {
        if text.trim().is_empty() {
            return Err(Refusal::bad("the digraph has no arrow", HELP));
        }
        let mut successors: Vec<Vec<usize>> = Vec::new();
        for part in text.split(',') {
            let names = part.split('>').map(read_vertex).collect::<Result<Vec<_>, _>>()?;
            let last = names.iter().copied().max().unwrap_or(0);
            successors.resize(successors.len().max(last + 1), Vec::new());
            for arrow in names.windows(2) {
                successors[arrow[0]].push(arrow[1]);
            }
        }
        for heads in &mut successors {
            heads.sort_unstable();
            heads.dedup();
        }
        Ok(Digraph { successors })
    }

    /// How many vertices there are.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.successors.len()
    }

    /// The arrows as text, in ascending order; `parse` reads it back.
    #[must_use]
    pub fn text(&self) -> String {
        let arrows = self
            .successors
            .iter()
            .enumerate()
            .flat_map(|(tail, heads)| heads.iter().map(move |head| format!("{tail}>{head}")));
        // A vertex without arrows needs a name only if it is the last.
        let last = self.successors.len() - 1;
        let is_named = !self.successors[last].is_empty()
            || self.successors.iter().any(|heads| heads.contains(&last));
        let lone = (!is_named).then(|| last.to_string());
        arrows.chain(lone).collect::<Vec<_>>().join(",")
    }
}

fn read_vertex(text: &str) -> Result<usize, Refusal> {
    match text.trim().parse() {
        Ok(vertex) if vertex <= MAX_VERTEX => Ok(vertex),
        Ok(_) => Err(Refusal::bad(
            format!("the vertex {} is too large", text.trim()),
            format!("number the vertices from 0 to at most {MAX_VERTEX}"),
        )),
        Err(_) => Err(Refusal::bad(
            format!("`{}` is not a vertex", crate::position::excerpt(text.trim())),
            HELP,
        )),
    }
}

impl TupleRules for Digraph {
    fn coordinates(&self) -> Coordinates {
        Coordinates::Named(vec!["vertex"])
    }

    fn check(&self, tuple: &[u64]) -> Result<(), Refusal> {
        if tuple[0] < self.successors.len() as u64 {
            return Ok(());
        }
        Err(Refusal::bad(
            format!("the digraph has no vertex {}", tuple[0]),
            format!("write a vertex from 0 to {}", self.successors.len() - 1),
        ))
    }

    fn options(&self, tuple: &[u64], _: Player) -> Vec<Vec<u64>> {
        self.successors[tuple[0] as usize].iter().map(|head| vec![*head as u64]).collect()
    }

    fn option_bound(&self, tuple: &[u64]) -> u128 {
        self.successors[tuple[0] as usize].len() as u128
    }

    fn terminates(&self) -> Fact {
        Fact::Unknown
    }

    fn counts_tokens(&self) -> bool {
        false
    }

    fn picture(&self) -> Picture {
        Picture::Plain
    }
}
