//! Win, lose or draw for each vertex, by retrograde analysis.
//!
//! Labels, distances and the counters of unsettled moves share one word for each vertex: with 3·10⁶ vertices and
//! 10⁷ edges this is about 4 times as fast as a queue over vectors of vectors (`cargo xtask bench graph`).

use bouton_graphs::Digraph;
use bouton_values::{Limits, Meter, Refusal};

/// Who wins from a vertex when the player without a move loses and play may go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Neither player can force an end.
    Draw,
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
}

/// The label of every vertex, four bytes each.
///
/// ```
/// use bouton_engines::graph::{Label, labels};
/// use bouton_graphs::Digraph;
/// let graph = Digraph::from_edges(5, [(0, 1), (2, 1), (2, 3), (3, 4), (4, 3)]);
/// let labels = labels(&graph, &Default::default()).unwrap();
/// assert_eq!((labels.label(2), labels.distance(2)), (Label::Win, Some(1)));
/// assert_eq!((labels.label(3), labels.distance(3)), (Label::Draw, None));
/// assert_eq!(labels.tally(), [2, 2, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The label in the two highest bits; below them the distance.
    packed: Vec<u32>,
    tally: [usize; 3],
}

const WIN: u32 = 1 << 30;
const LOSE: u32 = 2 << 30;
const LOW: u32 = WIN - 1;

impl Labels {
    /// Who wins from this vertex.
    #[must_use]
    pub fn label(&self, vertex: u32) -> Label {
        match self.packed[vertex as usize] & !LOW {
            WIN => Label::Win,
            LOSE => Label::Lose,
            _ => Label::Draw,
        }
    }

    /// The number of moves to the end where the winner hurries and the loser delays.
    #[must_use]
    pub fn distance(&self, vertex: u32) -> Option<u32> {
        let packed = self.packed[vertex as usize];
        (packed & !LOW != 0).then_some(packed & LOW)
    }

    /// How many vertices are draws, wins and losses.
    #[must_use]
    pub fn tally(&self) -> [usize; 3] {
        self.tally
    }
}

/// Labels every vertex by retrograde analysis.
///
/// A vertex loses once all its moves are known to lead to winners, and wins as soon as one leads to
/// a loser; whatever is never settled is a draw, for from there each player can stay unsettled.
/// Vertices are settled in the order of their distance: a loser at distance d makes its
/// predecessors win at d + 1, and the last of a vertex's moves to turn out a win is its longest.
pub fn labels(graph: &Digraph, limits: &Limits) -> Result<Labels, Refusal> {
    let n = graph.vertices();
    let bytes = 16 * n as u128 + 4 * graph.edges() as u128;
    limits.check_memory("labels of all vertices", bytes)?;
    if n >= LOW as usize {
        return Err(Refusal::bad("a digraph with 2^30 vertices or more", "label a smaller one"));
    }
    let mut meter = Meter::new(limits, "labels of all vertices");
    let predecessors = graph.reversed();
    meter.spend(5 * graph.edges() as u64)?;
    // While a vertex is unsettled, its low bits count the moves not yet known to lead to winners.
    let mut packed: Vec<u32> = (0..n as u32).map(|v| graph.successors(v).len() as u32).collect();
    let mut order = Vec::with_capacity(n);
    for v in 0..n as u32 {
        if packed[v as usize] == 0 {
            packed[v as usize] = LOSE;
            order.push(v);
        }
    }
    let mut next = 0;
    while next < order.len() {
        let v = order[next];
        next += 1;
        let before = predecessors.successors(v);
        settle(before, packed[v as usize], &mut packed, &mut order);
        meter.spend(4 + 4 * before.len() as u64)?;
    }
    Ok(finish(packed, &order))
}

/// Settles the predecessors for which a vertex that has just been settled decides.
fn settle(predecessors: &[u32], settled: u32, packed: &mut [u32], order: &mut Vec<u32>) {
    let distance = (settled & LOW) + 1;
    if settled & LOSE != 0 {
        for p in predecessors {
            let state = &mut packed[*p as usize];
            if *state < WIN {
                *state = WIN | distance;
                order.push(*p);
            }
        }
        return;
    }
    for p in predecessors {
        let state = &mut packed[*p as usize];
        if *state < WIN {
            *state -= 1;
            if *state == 0 {
                *state = LOSE | distance;
                order.push(*p);
            }
        }
    }
}

fn finish(mut packed: Vec<u32>, order: &[u32]) -> Labels {
    let mut wins = 0;
    for state in &mut packed {
        if *state < WIN {
            *state = 0;
        }
        wins += usize::from(*state & WIN != 0);
    }
    let tally = [packed.len() - order.len(), wins, order.len() - wins];
    Labels { packed, tally }
}
