//! Proofs that there are no game structures but these: none at all, only one, or several.
//!
//! # The clauses
//! Let L_v say that v loses. A set L of vertices is a kernel iff it satisfies
//! * ¬L_a ∨ ¬L_b for each edge a → b (so ¬L_a if a → a), and
//! * L_v ∨ L_b ∨ … for each vertex v, over all v → b (so L_v if v is a sink).
//!
//! For a cogame, the second kind runs over all b → v; for both directions, there are both. In a
//! proof the literal v + 1 is L_v and −(v + 1) is ¬L_v.
//!
//! # The argument
//! A clause *follows by unit propagation* from others if, were all its literals false, some of the
//! others would force literals one after the other (a clause all of whose literals but one are
//! false forces that one) until a clause has all its literals false. Such a clause holds in all
//! assignments in which the others hold. So, by induction over the steps, all clauses of a proof
//! hold in every kernel; and since the empty clause, which is the last, holds nowhere, there is no
//! kernel. Deleting clauses on the way leaves fewer to conclude from, and all of them still hold.
//!
//! For each kernel K that is listed, the clause ⋁_{v ∈ K} ¬L_v is added. *It holds in every kernel
//! K′ but K.* For if not, K ⊆ K′; a vertex of K′ outside K would have an edge to (or from) K ⊆ K′,
//! which joins two vertices of K′; so K′ = K. The refutation then shows that there is no K′ that
//! differs from all of them.
//!
//! # References
//! A. Van Gelder, *Verifying RUP proofs of propositional unsatisfiability* (2008).

use std::collections::HashMap;

use bouton_graphs::Digraph;
use bouton_values::{Limits, Meter, Refusal};

use super::certificate::{Direction, VertexSet};
use super::fault::GraphFault;
use super::kernel;
use super::propagation::{Literal, Propagation};
use super::source::Ground;
use crate::rejection::Rejection;

/// Clauses, each of which follows from the graph and the earlier ones by unit propagation; the last
/// is empty. Literals are ±(v + 1): + for "v loses", − for "v wins".
///
/// ```
/// use bouton_certify::{Refutation, Step};
/// let mut proof = Refutation::new();
/// let unit = proof.add(&[-1]);
/// proof.add(&[2, -3]);
/// proof.delete(unit);
/// proof.add(&[]);
/// let steps: Vec<Step<'_>> = proof.steps().collect();
/// assert_eq!(steps, [Step::Add(&[-1]), Step::Add(&[2, -3]), Step::Delete(0), Step::Add(&[])]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refutation {
    /// Those of all clauses.
    literals: Vec<i32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// A clause, with the place where its literals end.
    Add {
        end: usize,
    },
    Delete {
        target: usize,
    },
}

/// A step of a refutation: a clause that is added, or clauses that are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Adds a clause, which must follow from the ones before.
    Add(&'a [i32]),
    /// The clause of this step, counted from 0, is not needed any more.
    Delete(usize),
}

impl Refutation {
    /// A refutation without any step yet.
    #[must_use]
    pub fn new() -> Refutation {
        Refutation::default()
    }

    /// Adds a clause, and says which step this is.
    pub fn add(&mut self, clause: &[i32]) -> usize {
        self.literals.extend_from_slice(clause);
        self.entries.push(Entry::Add { end: self.literals.len() });
        self.entries.len() - 1
    }

    /// Deletes the clause of an earlier step, and says which step this is.
    pub fn delete(&mut self, target: usize) -> usize {
        self.entries.push(Entry::Delete { target });
        self.entries.len() - 1
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there no step at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The steps of the refutation, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let mut start = 0;
        self.entries.iter().map(move |entry| match *entry {
            Entry::Delete { target } => Step::Delete(target),
            Entry::Add { end } => {
                let clause = &self.literals[start..end];
                start = end;
                Step::Add(clause)
            }
        })
    }

    /// Does it end with the empty clause?
    fn is_finished(&self) -> bool {
        self.steps().last() == Some(Step::Add(&[]))
    }
}

/// Verifies that these are game structures, all different, and that there is no other.
pub(super) fn check(
    ground: &Ground<'_>,
    direction: Direction,
    structures: &[VertexSet],
    proof: &Refutation,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let flags = ground.vertices() as u128 * structures.len() as u128;
    limits.check_memory("the flags of the vertices", flags)?;
    let check_one = |losing| kernel::check(ground, direction, losing, limits);
    let kernels: Vec<Vec<bool>> = structures.iter().map(check_one).collect::<Result<_, _>>()?;
    let mut places = HashMap::new();
    for (place, kernel) in (1..).zip(&kernels) {
        if let Some(first) = places.insert(kernel, place) {
            return Err(GraphFault::StructureRepeated { first, second: place }.into());
        }
    }
    check_proof(ground, direction, &kernels, proof, limits)?;
    let mut sentences = kernel::sentences(direction, &kernels);
    sentences.extend(conclusion(direction, kernels.len(), proof.len()));
    Ok(sentences)
}

fn conclusion(direction: Direction, kernels: usize, steps: usize) -> [String; 2] {
    let structure = direction.structure();
    let (more, so) = match kernels {
        0 => ("", format!("so there is no {structure}")),
        1 => (
            " and that one of the losing vertices wins",
            format!("so there is no other {structure}"),
        ),
        _ => (
            " and that one of the losing vertices of each wins",
            format!("so there is no other {structure}: there are exactly {kernels}"),
        ),
    };
    let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
    [
        format!(
            "by unit propagation, a contradiction follows from the graph's clauses{more} in {steps}"
        ),
        so,
    ]
}

/// Verifies a refutation of the graph's clauses and that some vertex of each of these kernels wins.
fn check_proof(
    ground: &Ground<'_>,
    direction: Direction,
    kernels: &[Vec<bool>],
    proof: &Refutation,
    limits: &Limits,
) -> Result<(), Rejection> {
    if !proof.is_finished() {
        return Err(GraphFault::Unfinished.into());
    }
    check_costs(&ground.graph, direction, kernels.len(), proof, limits)?;
    let meter = Meter::new(limits, "checking the proof").out_of(proof.len());
    let reversed = ground.graph.reversed();
    let mut clauses = Propagation::new(&ground.graph, &reversed, meter);
    if direction.is_game() {
        add_graph(&mut clauses, &ground.graph)?;
    }
    if direction.is_cogame() {
        add_graph(&mut clauses, &reversed)?;
    }
    for loses in kernels {
        let members = (0u32..).zip(loses).filter(|(_, loses)| **loses);
        let some_wins: Vec<Literal> = members.map(|(v, _)| Literal::wins(v)).collect();
        clauses.add(&some_wins)?;
    }
    clauses.settle()?;
    let mut checker = Checker { ground, clauses, slots: Vec::new(), clause: Vec::new() };
    proof.steps().try_for_each(|step| checker.follow(step))
}

/// L_v ∨ L_b ∨ … for each vertex v, over all v → b.
fn add_graph(clauses: &mut Propagation<'_>, graph: &Digraph) -> Result<(), Refusal> {
    let mut clause = Vec::new();
    for vertex in 0..graph.vertices() as u32 {
        let others = graph.successors(vertex).iter().filter(|to| **to != vertex);
        clause.clear();
        clause.push(Literal::loses(vertex));
        clause.extend(others.map(|to| Literal::loses(*to)));
        clauses.add(&clause)?;
    }
    Ok(())
}

/// What a vertex takes: its edges reversed, two lists of watches, its value, its place on the trail.
const BYTES_PER_VERTEX: u128 = 160;
/// What a clause takes: where it lies, and in which step it was added.
const BYTES_PER_CLAUSE: u128 = 64;
/// What a literal takes: itself, and at some time a watch, both in vectors that may have doubled.
const BYTES_PER_LITERAL: u128 = 24;

/// Asks for the memory of the whole proof at once; the steps are counted while it is checked.
fn check_costs(
    graph: &Digraph,
    direction: Direction,
    kernels: usize,
    proof: &Refutation,
    limits: &Limits,
) -> Result<(), Refusal> {
    let (vertices, edges) = (graph.vertices() as u128, graph.edges() as u128);
    let kernels = kernels as u128;
    let directions = u128::from(direction.is_game()) + u128::from(direction.is_cogame());
    let clauses = directions * vertices + kernels + proof.entries.len() as u128;
    let literals =
        directions * (vertices + edges) + kernels * vertices + proof.literals.len() as u128;
    let bytes = vertices * BYTES_PER_VERTEX
        + clauses * BYTES_PER_CLAUSE
        + literals * BYTES_PER_LITERAL
        + edges * size_of::<u32>() as u128;
    limits.check_memory("checking the proof", bytes)?;
    limits.check_steps("checking the proof", literals + proof.entries.len() as u128)
}

/// Follows a proof step by step.
struct Checker<'a> {
    ground: &'a Ground<'a>,
    clauses: Propagation<'a>,
    /// What became of each step.
    slots: Vec<Slot>,
    /// The clause in hand.
    clause: Vec<Literal>,
}

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// Its clause has this number.
    Kept(u32),
    /// Its clause is contained in the literals that are known for certain.
    Absorbed,
    /// It has no clause, or not any more.
    Empty,
}

impl Checker<'_> {
    fn follow(&mut self, step: Step<'_>) -> Result<(), Rejection> {
        let slot = match step {
            Step::Add(literals) => self.add(literals)?,
            Step::Delete(target) => self.delete(target)?,
        };
        self.slots.push(slot);
        self.clauses.meter.done(self.slots.len() as u64);
        Ok(())
    }

    fn add(&mut self, literals: &[i32]) -> Result<Slot, Rejection> {
        let step = self.slots.len();
        self.read(step, literals)?;
        if !self.clauses.implies(&self.clause)? {
            return Err(GraphFault::NotImplied { step }.into());
        }
        let number = self.clauses.add(&self.clause)?;
        self.clauses.settle()?;
        Ok(number.map_or(Slot::Absorbed, Slot::Kept))
    }

    fn delete(&mut self, target: usize) -> Result<Slot, Rejection> {
        let step = self.slots.len();
        match self.slots.get(target).copied() {
            None | Some(Slot::Empty) => return Err(GraphFault::NotThere { step, target }.into()),
            Some(Slot::Kept(number)) => self.clauses.delete(number),
            Some(Slot::Absorbed) => {}
        }
        self.slots[target] = Slot::Empty;
        Ok(Slot::Empty)
    }

    /// Takes a clause in hand, whose literals name vertices, each at most once.
    fn read(&mut self, step: usize, literals: &[i32]) -> Result<(), GraphFault> {
        let vertices = self.ground.vertices();
        self.clause.clear();
        for literal in literals {
            let known = Literal::read(*literal, vertices);
            let known = known.ok_or(GraphFault::Literal { step, literal: *literal, vertices })?;
            self.clause.push(known);
        }
        self.clause.sort_unstable();
        let twice = self.clause.windows(2).find(|pair| pair[0].vertex() == pair[1].vertex());
        twice.map_or(Ok(()), |pair| {
            let vertex = self.ground.name(pair[0].vertex());
            Err(GraphFault::LiteralRepeated { step, vertex })
        })
    }
}
