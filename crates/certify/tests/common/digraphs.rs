//! Small digraphs, what is true of them by the definitions, and a naive prover. Nothing here is
//! shared with the checker.

use bouton_certify::{Direction, Label, Refutation, Step};
use bouton_graphs::Digraph;

pub(crate) const DIRECTIONS: [Direction; 3] = [Direction::Game, Direction::Cogame, Direction::Both];

/// A digraph as a matrix of bits: bit b of row a is set iff a → b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Small {
    pub(crate) rows: Vec<u32>,
}

impl Small {
    pub(crate) fn n(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn has(&self, a: usize, b: usize) -> bool {
        self.rows[a] >> b & 1 == 1
    }

    pub(crate) fn edges(&self) -> Vec<(u32, u32)> {
        let n = self.n();
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        pairs.filter(|(a, b)| self.has(*a, *b)).map(|(a, b)| (a as u32, b as u32)).collect()
    }

    pub(crate) fn digraph(&self) -> Digraph {
        Digraph::from_edges(self.n(), self.edges())
    }

    pub(crate) fn reversed(&self) -> Small {
        let n = self.n();
        let row = |b: usize| (0..n).filter(|a| self.has(*a, b)).map(|a| 1 << a).sum();
        Small { rows: (0..n).map(row).collect() }
    }

    /// The bits are those of W: is a ∈ W iff some a → b has b ∉ W?
    fn is_game_structure(&self, winning: u32) -> bool {
        (0..self.n()).all(|a| (winning >> a & 1 == 1) == (self.rows[a] & !winning != 0))
    }

    pub(crate) fn is_structure(&self, direction: Direction, losing: u32) -> bool {
        let winning = !losing & ((1 << self.n()) - 1);
        (direction == Direction::Cogame || self.is_game_structure(winning))
            && (direction == Direction::Game || self.reversed().is_game_structure(winning))
    }

    /// The sets of losing vertices of all structures.
    pub(crate) fn structures(&self, direction: Direction) -> Vec<u32> {
        (0..1 << self.n()).filter(|losing| self.is_structure(direction, *losing)).collect()
    }

    /// The clauses whose models are the structures.
    pub(crate) fn clauses(&self, direction: Direction) -> Vec<Vec<i32>> {
        let literal = |v: usize| v as i32 + 1;
        let mut clauses = Vec::new();
        for (a, b) in self.edges() {
            clauses.push(vec![-literal(a as usize), -literal(b as usize)]);
        }
        let mut cover = |graph: &Small| {
            for a in 0..graph.n() {
                let others = (0..graph.n()).filter(|b| graph.has(a, *b)).map(literal);
                clauses.push([literal(a)].into_iter().chain(others).collect());
            }
        };
        if direction != Direction::Cogame {
            cover(self);
        }
        if direction != Direction::Game {
            cover(&self.reversed());
        }
        clauses
    }

    /// Some vertex differs from this.
    pub(crate) fn differs(&self, losing: u32) -> Vec<i32> {
        let sign = |v: usize| if losing >> v & 1 == 1 { -1 } else { 1 };
        (0..self.n()).map(|v| sign(v) * (v as i32 + 1)).collect()
    }

    /// Where the player to move wins, and where that player loses, within so many moves, as bits.
    fn decided_within(&self, moves: usize) -> (u32, u32) {
        let set = |holds: &dyn Fn(u32) -> bool| -> u32 {
            (0..self.n()).filter(|v| holds(self.rows[*v])).map(|v| 1 << v).sum()
        };
        if moves == 0 {
            return (0, set(&|successors| successors == 0));
        }
        let (won, lost) = self.decided_within(moves - 1);
        (set(&|successors| successors & lost != 0), set(&|successors| successors & !won == 0))
    }

    /// The right labels, the ranks being the moves that it takes; by the definition.
    pub(crate) fn labels(&self) -> Vec<Label> {
        let decided: Vec<(u32, u32)> = (0..=2 * self.n()).map(|m| self.decided_within(m)).collect();
        let label = |v: usize| {
            let win = decided.iter().position(|(won, _)| won >> v & 1 == 1);
            let loss = decided.iter().position(|(_, lost)| lost >> v & 1 == 1);
            match (win, loss) {
                (Some(moves), _) => Label::Win(moves as u32),
                (_, Some(moves)) => Label::Lose(moves as u32),
                _ => Label::Draw,
            }
        };
        (0..self.n()).map(label).collect()
    }
}

/// All digraphs with so many vertices.
pub(crate) fn all(n: usize) -> impl Iterator<Item = Small> {
    (0u32..1 << (n * n)).map(move |bits| {
        let row = |a: usize| bits >> (a * n) & ((1 << n) - 1);
        Small { rows: (0..n).map(row).collect() }
    })
}

/// All digraphs with at most three vertices, and a sample of those with four to eight.
pub(crate) fn small_and_sampled(samples: usize) -> impl Iterator<Item = Small> {
    let mut random = Random(20_240_229);
    let sampled = (0..samples).map(move |index| {
        let density = 1 + random.below(7);
        random.digraph(4 + index % 5, density)
    });
    (0..=3).flat_map(all).chain(sampled)
}

/// Digraphs with no structure whose refutations take at least five steps.
pub(crate) fn hard(samples: usize) -> impl Iterator<Item = (Small, Refutation)> {
    let mut random = Random(1729);
    let graphs = (0..samples).map(move |index| random.digraph(9 + index % 4, 3 + index % 3));
    let without = graphs.filter(|graph| graph.structures(Direction::Game).is_empty());
    let refuted = without.map(|graph| {
        let proof = refute(&graph.clauses(Direction::Game));
        (graph, proof)
    });
    refuted.filter(|(_, proof)| proof.len() >= 5)
}

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// With few loops; the chance of any other edge is `density` in eight.
    fn digraph(&mut self, n: usize, density: usize) -> Small {
        let mut edge = |a: usize, b: usize| {
            let chance = if a == b { 1 } else { 2 * density };
            u32::from(self.below(16) < chance) << b
        };
        let rows = (0..n).map(|a| (0..n).map(|b| edge(a, b)).sum()).collect();
        Small { rows }
    }
}

/// Unit propagation as it is defined: is there a conflict? The assignment grows.
fn propagate(clauses: &[Vec<i32>], assigned: &mut Vec<i32>) -> bool {
    loop {
        let mut forced = None;
        for clause in clauses {
            if clause.iter().any(|literal| assigned.contains(literal)) {
                continue;
            }
            let mut free: Vec<i32> =
                clause.iter().copied().filter(|literal| !assigned.contains(&-literal)).collect();
            free.dedup();
            match free[..] {
                [] => return true,
                [literal] => forced = Some(literal),
                _ => {}
            }
        }
        match forced {
            Some(literal) => assigned.push(literal),
            None => return false,
        }
    }
}

/// A refutation of contradictory clauses, by trying both values of one vertex after the other.
pub(crate) fn refute(clauses: &[Vec<i32>]) -> Refutation {
    let mut proof = Refutation::new();
    search(clauses, &mut Vec::new(), &mut proof);
    proof
}

fn search(clauses: &[Vec<i32>], decisions: &mut Vec<i32>, proof: &mut Refutation) {
    let mut assigned = decisions.clone();
    if !propagate(clauses, &mut assigned) {
        let is_free = |v: &i32| !assigned.contains(v) && !assigned.contains(&-v);
        let literals = || clauses.iter().flatten().map(|literal| literal.abs());
        let free = literals().find(is_free).expect("the clauses contradict each other");
        for literal in [free, -free] {
            decisions.push(literal);
            search(clauses, decisions, proof);
            decisions.pop();
        }
    }
    let learnt: Vec<i32> = decisions.iter().map(|literal| -literal).collect();
    proof.add(&learnt);
}

/// Is this a refutation? By the definition; what was forced without an assumption remains so.
pub(crate) fn is_refutation(n: usize, clauses: &[Vec<i32>], proof: &Refutation) -> bool {
    let mut active = clauses.to_vec();
    let mut place_of: Vec<Option<usize>> = Vec::new();
    let mut certain = Vec::new();
    let mut refuted = propagate(&active, &mut certain);
    let mut last_is_empty = false;
    for step in proof.steps() {
        match step {
            Step::Delete(target) => {
                let Some(place) = place_of.get(target).copied().flatten() else { return false };
                active[place] = vec![1, -1];
                place_of[target] = None;
                place_of.push(None);
                last_is_empty = false;
            }
            Step::Add(clause) => {
                let mut vertices: Vec<i32> = clause.iter().map(|literal| literal.abs()).collect();
                vertices.sort_unstable();
                let is_proper = vertices.iter().all(|v| (1..=n as i32).contains(v))
                    && vertices.windows(2).all(|pair| pair[0] != pair[1]);
                let mut assumed = certain.clone();
                assumed.extend(clause.iter().map(|literal| -literal));
                let contradicts = assumed.iter().any(|literal| assumed.contains(&-literal));
                let follows = refuted || contradicts || propagate(&active, &mut assumed);
                if !is_proper || !follows {
                    return false;
                }
                place_of.push(Some(active.len()));
                active.push(clause.to_vec());
                refuted = refuted || propagate(&active, &mut certain);
                last_is_empty = clause.is_empty();
            }
        }
    }
    last_is_empty
}
