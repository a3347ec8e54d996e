//! Which clauses a refutation by unit propagation needs, step by step.
//!
//! The certificate gives clauses; that each follows is found by propagation. The hints name the clauses in the order in which they
//! become unit, so that Rocq has nothing to look for (as LRAT does for DRAT: L. Cruz-Filipe and others, *Efficient
//! certified RAT verification*, 2017).

use std::collections::BTreeSet;

use bouton_certify::{Direction, Refutation, Step};
use bouton_graphs::Digraph;
use bouton_rules::{Limits, Meter, Refusal};

use super::not_covered;

/// More hints than this make a file that Rocq would read for an hour.
const MOST_HINTS: usize = 2_000_000;

/// A clause, as the library names it.
#[derive(Clone, Copy)]
enum Hint {
    Edge(u32, u32),
    Out(u32),
    Into(u32),
    Learnt(usize),
    Other(usize),
}

impl Hint {
    fn text(self) -> String {
        match self {
            Hint::Edge(a, b) => format!("Edge {a} {b}"),
            Hint::Out(vertex) => format!("Out {vertex}"),
            Hint::Into(vertex) => format!("Into {vertex}"),
            Hint::Learnt(number) => format!("Learnt {number}"),
            Hint::Other(number) => format!("Other {number}"),
        }
    }
}

/// A vertex, and whether it loses.
type Literal = (u32, bool);

struct Clause {
    hint: Hint,
    literals: Vec<Literal>,
    /// How many of them are false.
    falsified: usize,
}

/// A clause that has become unit, or false, with its literals.
struct Reason {
    hint: Hint,
    vertices: Vec<u32>,
}

/// The steps of the library that a refutation of structures other than these becomes.
pub(super) fn steps(
    graph: &Digraph,
    direction: Direction,
    structures: &[Vec<u32>],
    proof: &Refutation,
    limits: &Limits,
) -> Result<Vec<String>, Refusal> {
    let mut search = Search::new(graph, direction, structures, limits)?;
    let mut steps = Vec::new();
    let mut learnt = 0;
    let mut hints = 0;
    let mut force = |search: &mut Search, steps: &mut Vec<String>| -> Result<bool, Refusal> {
        let (forced, is_over) = search.settle()?;
        hints += forced.len();
        if hints > MOST_HINTS {
            return Err(not_covered(&format!("proofs of more than {MOST_HINTS} hints")));
        }
        if !forced.is_empty() {
            steps.push(format!("Force {}", texts(&forced)));
        }
        Ok(is_over)
    };
    if force(&mut search, &mut steps)? {
        return Ok(steps);
    }
    for step in proof.steps() {
        let Step::Add(written) = step else { continue };
        let clause: Vec<Literal> =
            written.iter().map(|one| (one.unsigned_abs() - 1, *one > 0)).collect();
        let used = search.refute(&clause)?;
        let literals: Vec<String> = clause.iter().map(|(v, b)| format!("({v}, {b})")).collect();
        steps.push(format!("Add [{}] {}", literals.join("; "), texts(&used)));
        if clause.is_empty() {
            return Ok(steps);
        }
        search.add(Hint::Learnt(learnt), clause);
        learnt += 1;
        if force(&mut search, &mut steps)? {
            return Ok(steps);
        }
    }
    Err(Refusal::bug("a refutation that was accepted has no empty clause"))
}

fn texts(hints: &[Hint]) -> String {
    let lines: Vec<String> = hints
        .chunks(16)
        .map(|row| row.iter().map(|hint| hint.text()).collect::<Vec<_>>().join("; "))
        .collect();
    format!("[{}]", lines.join(";\n    "))
}

struct Search<'a> {
    graph: &'a Digraph,
    reversed: Digraph,
    clauses: Vec<Clause>,
    /// For each vertex, the clauses that say that it wins, and those that say that it loses.
    places: Vec<[Vec<usize>; 2]>,
    values: Vec<Option<bool>>,
    reasons: Vec<Option<Reason>>,
    trail: Vec<u32>,
    head: usize,
    /// Clauses that may be unit although nothing has changed.
    fresh: Vec<usize>,
    meter: Meter,
}

impl<'a> Search<'a> {
    fn new(
        graph: &'a Digraph,
        direction: Direction,
        structures: &[Vec<u32>],
        limits: &Limits,
    ) -> Result<Search<'a>, Refusal> {
        let count = graph.vertices();
        let what = "writing the steps of a refutation";
        let listed: usize = structures.iter().map(Vec::len).sum();
        limits.check_memory(what, (count + graph.edges() + listed) as u128 * 200)?;
        let mut search = Search {
            graph,
            reversed: graph.reversed(),
            clauses: Vec::new(),
            places: (0..count).map(|_| [Vec::new(), Vec::new()]).collect(),
            values: vec![None; count],
            reasons: (0..count).map(|_| None).collect(),
            trail: Vec::new(),
            head: 0,
            fresh: Vec::new(),
            meter: Meter::new(limits, what).scaled(10, 1),
        };
        for vertex in 0..count as u32 {
            let clause = |others: &[u32]| {
                let all: BTreeSet<u32> = others.iter().copied().chain([vertex]).collect();
                all.into_iter().map(|vertex| (vertex, true)).collect::<Vec<_>>()
            };
            if direction != Direction::Cogame {
                let literals = clause(search.graph.successors(vertex));
                search.add(Hint::Out(vertex), literals);
            }
            if direction != Direction::Game {
                let literals = clause(search.reversed.successors(vertex));
                search.add(Hint::Into(vertex), literals);
            }
            if graph.successors(vertex).binary_search(&vertex).is_ok() {
                search.add(Hint::Edge(vertex, vertex), vec![(vertex, false)]);
            }
        }
        for (number, losing) in structures.iter().enumerate() {
            let some_wins = losing.iter().map(|vertex| (*vertex, false)).collect();
            search.add(Hint::Other(number), some_wins);
        }
        Ok(search)
    }

    fn add(&mut self, hint: Hint, literals: Vec<Literal>) {
        let number = self.clauses.len();
        let is_false = |(vertex, loses): &Literal| self.values[*vertex as usize] == Some(!loses);
        let falsified = literals.iter().filter(|literal| is_false(literal)).count();
        for (vertex, loses) in &literals {
            self.places[*vertex as usize][usize::from(*loses)].push(number);
        }
        self.clauses.push(Clause { hint, literals, falsified });
        self.fresh.push(number);
    }

    /// Propagates what is certain: the clauses that became unit, and whether the last is a contradiction.
    fn settle(&mut self) -> Result<(Vec<Hint>, bool), Refusal> {
        let before = self.trail.len();
        let conflict = self.propagate()?;
        let forced = self.trail[before..].iter();
        let mut hints: Vec<Hint> = forced
            .filter_map(|vertex| self.reasons[*vertex as usize].as_ref().map(|one| one.hint))
            .collect();
        hints.extend(conflict.as_ref().map(|reason| reason.hint));
        Ok((hints, conflict.is_some()))
    }

    /// The clauses that lead to a contradiction if all literals of this one are false.
    fn refute(&mut self, clause: &[Literal]) -> Result<Vec<Hint>, Refusal> {
        let certain = self.trail.len();
        let is_true = |(vertex, loses): &Literal| self.values[*vertex as usize] == Some(*loses);
        if clause.iter().any(is_true) {
            return Ok(Vec::new());
        }
        for (vertex, loses) in clause {
            if self.values[*vertex as usize].is_none() {
                self.assign(*vertex, !loses, None);
            }
        }
        let Some(conflict) = self.propagate()? else {
            return Err(Refusal::bug("a refutation that was accepted does not follow"));
        };
        let mut wanted: BTreeSet<u32> = conflict.vertices.iter().copied().collect();
        let mut hints = vec![conflict.hint];
        for vertex in self.trail[certain..].iter().rev() {
            self.meter.spend(1)?;
            if let (true, Some(reason)) = (wanted.contains(vertex), &self.reasons[*vertex as usize])
            {
                wanted.extend(&reason.vertices);
                hints.push(reason.hint);
            }
        }
        hints.reverse();
        self.undo(certain);
        Ok(hints)
    }

    fn assign(&mut self, vertex: u32, loses: bool, reason: Option<Reason>) {
        self.values[vertex as usize] = Some(loses);
        self.reasons[vertex as usize] = reason;
        self.trail.push(vertex);
        for number in &self.places[vertex as usize][usize::from(!loses)] {
            self.clauses[*number].falsified += 1;
        }
    }

    fn undo(&mut self, kept: usize) {
        for vertex in self.trail.drain(kept..) {
            if let Some(loses) = self.values[vertex as usize].take() {
                for number in &self.places[vertex as usize][usize::from(!loses)] {
                    self.clauses[*number].falsified -= 1;
                }
            }
        }
        self.head = kept;
    }

    /// Draws all conclusions; the clause that is false, if one is.
    fn propagate(&mut self) -> Result<Option<Reason>, Refusal> {
        for number in std::mem::take(&mut self.fresh) {
            if let Some(conflict) = self.look_at(number) {
                return Ok(Some(conflict));
            }
        }
        while let Some(vertex) = self.trail.get(self.head).copied() {
            self.head += 1;
            let loses = self.values[vertex as usize] == Some(true);
            if loses && let Some(conflict) = self.neighbours_win(vertex)? {
                return Ok(Some(conflict));
            }
            let numbers = self.places[vertex as usize][usize::from(!loses)].clone();
            self.meter.spend(numbers.len() as u64 + 1)?;
            for number in numbers {
                if let Some(conflict) = self.look_at(number) {
                    return Ok(Some(conflict));
                }
            }
        }
        Ok(None)
    }

    /// Makes the last literal of a clause true if all others are false.
    fn look_at(&mut self, number: usize) -> Option<Reason> {
        let Clause { hint, literals, falsified } = &self.clauses[number];
        if falsified + 1 < literals.len() {
            return None;
        }
        let vertices = literals.iter().map(|(vertex, _)| *vertex).collect();
        let reason = Reason { hint: *hint, vertices };
        if *falsified == literals.len() {
            return Some(reason);
        }
        let free = |(vertex, _): &&Literal| self.values[*vertex as usize].is_none();
        if let Some((vertex, loses)) = literals.iter().find(free).copied() {
            self.assign(vertex, loses, Some(reason));
        }
        None
    }

    /// The edges of a vertex that loses: whatever they join it to, wins.
    fn neighbours_win(&mut self, vertex: u32) -> Result<Option<Reason>, Refusal> {
        let out = self.graph.successors(vertex).iter().map(|other| (*other, (vertex, *other)));
        let into = self.reversed.successors(vertex).iter().map(|other| (*other, (*other, vertex)));
        let neighbours: Vec<(u32, (u32, u32))> = out.chain(into).collect();
        self.meter.spend(neighbours.len() as u64 + 1)?;
        for (other, (from, to)) in neighbours {
            let reason = || Reason { hint: Hint::Edge(from, to), vertices: vec![from, to] };
            match self.values[other as usize] {
                None => self.assign(other, false, Some(reason())),
                Some(false) => {}
                Some(true) => return Ok(Some(reason())),
            }
        }
        Ok(None)
    }
}
