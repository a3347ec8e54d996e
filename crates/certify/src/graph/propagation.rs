//! Unit propagation over the clauses of a graph and of a proof.
//!
//! Each clause of two literals or more watches two of them: as long as neither is false, the clause
//! forces nothing. The clauses ¬L_a ∨ ¬L_b of the edges are not written down; they are read off the
//! graph when a vertex comes to lose. Nothing recurs: the trail is a list of the literals that are
//! true, in the order in which they became so.
//!
//! # References
//! M. W. Moskewicz and others, *Chaff: engineering an efficient SAT solver* (2001).

use std::mem;

use bouton_graphs::Digraph;
use bouton_values::{Meter, Refusal};

/// What propagating a literal costs, apart from its edges and watches: it lies anywhere.
const STEPS_PER_LITERAL: u64 = 20;
/// What following a watch costs, about, and looking at its clause.
const STEPS_PER_WATCH: u64 = 4;
const STEPS_PER_CLAUSE: u64 = 20;

/// "v loses" or "v wins": twice the vertex, plus one if it wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn loses(vertex: u32) -> Literal {
        Literal(vertex * 2)
    }

    pub(super) fn wins(vertex: u32) -> Literal {
        Literal(vertex * 2 + 1)
    }

    /// The literal that a proof writes ±(v + 1), if there is such a vertex.
    pub(super) fn read(written: i32, vertices: usize) -> Option<Literal> {
        let vertex = written.unsigned_abs().checked_sub(1)?;
        let literal = if written > 0 { Literal::loses } else { Literal::wins };
        ((vertex as usize) < vertices).then(|| literal(vertex))
    }

    pub(super) fn vertex(self) -> u32 {
        self.0 / 2
    }

    fn opposite(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    fn is_loss(self) -> bool {
        self.0.is_multiple_of(2)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Is a literal true, false, or neither yet?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Free,
    True,
    False,
}

/// Where the literals of a clause lie; the first two are watched.
#[derive(Clone, Copy)]
struct Clause {
    start: usize,
    /// 0 if it was deleted.
    length: u32,
    /// Where the search for a literal to watch went on last time: starting afresh each time would
    /// make long clauses quadratic (Gent, *Optimal implementation of watched literals*, 2013).
    resume: u32,
}

/// A clause that watches a literal, and another of its literals: if that is true, there is no need
/// to look at the clause.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    blocker: Literal,
}

/// What becomes of a watch when its literal becomes false.
enum Fate {
    /// The literal is watched as before, with this blocker.
    Stays(Watch),
    /// The clause watches another literal, or was deleted.
    Leaves,
    /// All literals are false.
    Conflict,
}

/// Clauses, and the literals that are true.
pub(super) struct Propagation<'a> {
    graph: &'a Digraph,
    reversed: &'a Digraph,
    pub(super) meter: Meter,
    literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// For each literal.
    values: Vec<Value>,
    trail: Vec<Literal>,
    /// How much of the trail has been propagated.
    head: usize,
    /// The clauses contradict each other.
    is_refuted: bool,
}

impl<'a> Propagation<'a> {
    /// The clauses of the edges. The memory has been asked for.
    pub(super) fn new(graph: &'a Digraph, reversed: &'a Digraph, meter: Meter) -> Propagation<'a> {
        let vertices = graph.vertices();
        let mut clauses = Propagation {
            graph,
            reversed,
            meter,
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: (0..2 * vertices).map(|_| Vec::new()).collect(),
            values: vec![Value::Free; 2 * vertices],
            trail: Vec::new(),
            head: 0,
            is_refuted: false,
        };
        for vertex in 0..vertices as u32 {
            if graph.successors(vertex).binary_search(&vertex).is_ok() {
                clauses.assign(Literal::wins(vertex));
            }
        }
        clauses
    }

    /// Adds a clause whose literals name different vertices, while nothing is assumed; its number,
    /// if it is kept.
    ///
    /// What is true now remains so. So literals that are false are left out; a clause with a true
    /// literal is not needed, and one with a single literal left is that literal.
    pub(super) fn add(&mut self, clause: &[Literal]) -> Result<Option<u32>, Refusal> {
        self.meter.spend(clause.len() as u64 + 1)?;
        if self.is_refuted || clause.iter().any(|literal| self.value(*literal) == Value::True) {
            return Ok(None);
        }
        let start = self.literals.len();
        let values = &self.values;
        let free = clause.iter().filter(|literal| values[literal.index()] == Value::Free);
        self.literals.extend(free);
        match self.literals[start..] {
            [] => self.is_refuted = true,
            [literal] => {
                self.literals.truncate(start);
                self.assign(literal);
            }
            [first, second, ..] => return Ok(Some(self.watch(start, first, second))),
        }
        Ok(None)
    }

    /// Lets the clause that starts here, the last one, watch its first two literals.
    fn watch(&mut self, start: usize, first: Literal, second: Literal) -> u32 {
        let number = u32::try_from(self.clauses.len()).expect("the memory of 2³² clauses");
        let length = (self.literals.len() - start) as u32;
        self.clauses.push(Clause { start, length, resume: 2 });
        self.watches[first.index()].push(Watch { clause: number, blocker: second });
        self.watches[second.index()].push(Watch { clause: number, blocker: first });
        number
    }

    /// Forgets a clause. Watches leave when they are next looked at.
    pub(super) fn delete(&mut self, number: u32) {
        self.clauses[number as usize].length = 0;
    }

    /// Propagates what is certain.
    pub(super) fn settle(&mut self) -> Result<(), Refusal> {
        if !self.is_refuted {
            self.is_refuted = self.propagate()?;
        }
        Ok(())
    }

    /// Is there a conflict if all these literals are false? What is certain has been propagated.
    pub(super) fn implies(&mut self, clause: &[Literal]) -> Result<bool, Refusal> {
        self.meter.spend(clause.len() as u64 + 1)?;
        if self.is_refuted {
            return Ok(true);
        }
        let certain = self.trail.len();
        let mut is_conflict = false;
        for literal in clause {
            match self.value(*literal) {
                Value::Free => self.assign(literal.opposite()),
                Value::False => {}
                Value::True => is_conflict = true,
            }
        }
        let is_conflict = is_conflict || self.propagate()?;
        self.undo(certain);
        Ok(is_conflict)
    }

    fn value(&self, literal: Literal) -> Value {
        self.values[literal.index()]
    }

    fn assign(&mut self, literal: Literal) {
        self.values[literal.index()] = Value::True;
        self.values[literal.opposite().index()] = Value::False;
        self.trail.push(literal);
    }

    /// Takes back all but the first `kept` literals.
    fn undo(&mut self, kept: usize) {
        for literal in self.trail.drain(kept..) {
            self.values[literal.index()] = Value::Free;
            self.values[literal.opposite().index()] = Value::Free;
        }
        self.head = kept;
    }

    /// Draws all conclusions; is there a conflict?
    fn propagate(&mut self) -> Result<bool, Refusal> {
        while let Some(literal) = self.trail.get(self.head).copied() {
            self.head += 1;
            self.meter.spend(STEPS_PER_LITERAL)?;
            if literal.is_loss() && self.neighbours_win(literal.vertex())? {
                return Ok(true);
            }
            if self.follow_watches(literal.opposite())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The edges of a vertex that loses: whatever they join it to, wins. Is there a conflict?
    fn neighbours_win(&mut self, vertex: u32) -> Result<bool, Refusal> {
        for neighbours in [self.graph.successors(vertex), self.reversed.successors(vertex)] {
            self.meter.spend(neighbours.len() as u64 + 1)?;
            for neighbour in neighbours {
                let wins = Literal::wins(*neighbour);
                match self.value(wins) {
                    Value::Free => self.assign(wins),
                    Value::True => {}
                    Value::False => return Ok(true),
                }
            }
        }
        Ok(false)
    }

    /// The clauses that watch a literal that became false. Is there a conflict?
    fn follow_watches(&mut self, falsified: Literal) -> Result<bool, Refusal> {
        let mut list = mem::take(&mut self.watches[falsified.index()]);
        let (mut read, mut kept) = (0, 0);
        let mut is_conflict = false;
        while read < list.len() && !is_conflict {
            match self.follow(list[read], falsified)? {
                Fate::Stays(watch) => {
                    list[kept] = watch;
                    kept += 1;
                    read += 1;
                }
                Fate::Leaves => read += 1,
                Fate::Conflict => is_conflict = true,
            }
        }
        if kept < read {
            // The watches that were not looked at close the gap, eight bytes each.
            self.meter.spend((list.len() - read) as u64 / 4)?;
            list.drain(kept..read);
        }
        self.watches[falsified.index()] = list;
        Ok(is_conflict)
    }

    fn follow(&mut self, watch: Watch, falsified: Literal) -> Result<Fate, Refusal> {
        self.meter.spend(STEPS_PER_WATCH)?;
        if self.value(watch.blocker) == Value::True {
            return Ok(Fate::Stays(watch));
        }
        self.meter.spend(STEPS_PER_CLAUSE)?;
        let clause = &mut self.clauses[watch.clause as usize];
        if clause.length == 0 {
            return Ok(Fate::Leaves);
        }
        let literals = &mut self.literals[clause.start..clause.start + clause.length as usize];
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let other = literals[0];
        let here = Watch { clause: watch.clause, blocker: other };
        if self.values[other.index()] == Value::True {
            return Ok(Fate::Stays(here));
        }
        let is_candidate = |place: &usize| self.values[literals[*place].index()] != Value::False;
        let resume = clause.resume as usize;
        let mut places = (resume..literals.len()).chain(2..resume);
        if let Some(place) = places.find(is_candidate) {
            let passed = (place + literals.len() - resume) % literals.len();
            clause.resume = place as u32;
            literals.swap(1, place);
            self.watches[literals[1].index()].push(here);
            self.meter.spend(passed as u64)?;
            return Ok(Fate::Leaves);
        }
        self.meter.spend(u64::from(clause.length))?;
        if self.values[other.index()] == Value::False {
            return Ok(Fate::Conflict);
        }
        self.assign(other);
        Ok(Fate::Stays(here))
    }
}
