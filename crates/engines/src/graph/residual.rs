//! Unit propagation on the clauses, and what it leaves: settled, derived and open vertices.

use bouton_values::{Meter, Refusal};

use super::formula::Formula;
use super::kernel::Kernel;
use super::lists::{Lists, NOWHERE};
use super::part::Part;
use super::structures::Claim;
use super::structures::WHAT;

/// What is known of a vertex before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing is known.
    Open,
    /// Wins in every structure.
    Wins,
    /// Loses in every structure.
    Loses,
    /// It follows from the others: it loses iff none of its successors does.
    Derived,
}

/// What unit propagation leaves of the clauses.
///
/// * Settled vertices vanish, and with them every cover that a settled loser satisfies. An open
///   vertex has no edge to or from a settled loser, so its conflicts are those with open ones.
///   The cover of a settled winner stays where propagation found no loser in it (after a
///   self-loop, or an assumption): some open vertex of it must lose.
/// * A vertex that no remaining cover but its own contains is *derived*: its clauses say only that
///   it loses iff its successors all win, so each choice for the others extends in one way. (In a
///   digraph without settled vertices these are the sources, then the sources of the rest, …)
/// * The rest falls into parts without a clause in common. Kernels correspond one to one to
///   choices of one model for each part.
pub(super) struct Residual {
    pub(super) values: Vec<Value>,
    /// Derived vertices; the successors of each are settled, in a part, or later in this list.
    derived: Vec<u32>,
    /// Ordered by least vertex.
    pub(super) parts: Vec<Part>,
}

impl Residual {
    /// `None` where propagation ends in a contradiction.
    pub(super) fn new(
        formula: &Formula,
        claims: &[Claim],
        meter: &mut Meter,
    ) -> Result<Option<Residual>, Refusal> {
        let n = formula.vertices();
        let bytes = 16 * formula.covers() + 32 * n + 16 * formula.graph().edges();
        meter.hold(WHAT, bytes as u128)?;
        let mut propagation = Propagation::new(formula, meter)?;
        let consistent = propagation.run(claims, meter)?;
        if !consistent {
            return Ok(None);
        }
        let Propagation { mut values, left, .. } = propagation;
        let mut derived = Vec::new();
        if !formula.is_of_both() {
            derived = derive_sources(formula, &mut values, &left);
        }
        let parts = split(formula, &values, &left);
        meter.spend(10 * (n + formula.graph().edges()) as u64)?;
        Ok(Some(Residual { values, derived, parts }))
    }

    /// The kernel with these losing vertices in the parts.
    pub(super) fn complete(
        &self,
        formula: &Formula,
        chosen: impl IntoIterator<Item = u32>,
    ) -> Kernel {
        let settled = (0..self.values.len() as u32).filter(|v| self.is(*v, Value::Loses));
        let mut kernel = Kernel::new(self.values.len(), settled.chain(chosen));
        for v in self.derived.iter().rev() {
            if !formula.graph().successors(*v).iter().any(|b| kernel.loses(*b)) {
                kernel.insert(*v);
            }
        }
        kernel
    }

    fn is(&self, v: u32, value: Value) -> bool {
        self.values[v as usize] == value
    }
}

/// A cover in which some vertex loses.
const SATISFIED: u32 = u32::MAX;

struct Propagation<'f, 'g> {
    formula: &'f Formula<'g>,
    values: Vec<Value>,
    /// For each cover, how many vertices are not yet known to win.
    left: Vec<u32>,
    trail: Vec<u32>,
    consistent: bool,
}

impl<'f, 'g> Propagation<'f, 'g> {
    fn new(formula: &'f Formula<'g>, meter: &mut Meter) -> Result<Propagation<'f, 'g>, Refusal> {
        let left = (0..formula.covers() as u32).map(|c| formula.cover(c).count() as u32).collect();
        meter.spend(formula.covers() as u64)?;
        let values = vec![Value::Open; formula.vertices()];
        Ok(Propagation { formula, values, left, trail: Vec::new(), consistent: true })
    }

    fn set(&mut self, v: u32, value: Value) {
        let known = &mut self.values[v as usize];
        if *known == Value::Open {
            *known = value;
            self.trail.push(v);
        } else if *known != value {
            self.consistent = false;
        }
    }

    fn run(&mut self, claims: &[Claim], meter: &mut Meter) -> Result<bool, Refusal> {
        for claim in claims {
            match *claim {
                Claim::Wins(v) => self.set(v, Value::Wins),
                Claim::Loses(v) => self.set(v, Value::Loses),
            }
        }
        for v in 0..self.formula.vertices() as u32 {
            if self.formula.has_loop(v) {
                self.set(v, Value::Wins);
            }
        }
        for cover in 0..self.left.len() as u32 {
            if self.left[cover as usize] == 1 {
                self.force(cover);
            }
        }
        let mut next = 0;
        while self.consistent && next < self.trail.len() {
            let v = self.trail[next];
            next += 1;
            match self.values[v as usize] {
                Value::Loses => self.lost(v),
                _ => self.won(v),
            }
            meter.spend(4 + 4 * self.formula.conflicts(v).size_hint().0 as u64)?;
        }
        Ok(self.consistent)
    }

    fn lost(&mut self, v: u32) {
        let formula = self.formula;
        for u in formula.conflicts(v) {
            self.set(u, Value::Wins);
        }
        for cover in formula.covers_with(v) {
            self.left[cover as usize] = SATISFIED;
        }
    }

    fn won(&mut self, v: u32) {
        let formula = self.formula;
        for cover in formula.covers_with(v) {
            let left = &mut self.left[cover as usize];
            if *left == SATISFIED {
                continue;
            }
            *left -= 1;
            match *left {
                0 => self.consistent = false,
                1 => self.force(cover),
                _ => {}
            }
        }
    }

    /// The one vertex of a cover that has not won loses, unless its turn on the trail is to come.
    fn force(&mut self, cover: u32) {
        let formula = self.formula;
        let open = formula.cover(cover).find(|v| self.values[*v as usize] == Value::Open);
        if let Some(v) = open {
            self.set(v, Value::Loses);
        }
    }
}

fn derive_sources(formula: &Formula, values: &mut [Value], left: &[u32]) -> Vec<u32> {
    let active = |cover: &u32| left[*cover as usize] != SATISFIED;
    let mut occurrences = vec![0; values.len()];
    let mut sources = Vec::new();
    for v in 0..values.len() as u32 {
        if values[v as usize] == Value::Open {
            occurrences[v as usize] = formula.covers_with(v).filter(active).count() as u32;
            if occurrences[v as usize] == 1 {
                sources.push(v);
            }
        }
    }
    let mut derived = Vec::new();
    while let Some(v) = sources.pop() {
        values[v as usize] = Value::Derived;
        derived.push(v);
        for b in formula.graph().successors(v) {
            if values[*b as usize] == Value::Open {
                occurrences[*b as usize] -= 1;
                if occurrences[*b as usize] == 1 {
                    sources.push(*b);
                }
            }
        }
    }
    derived
}

/// The parts: open vertices that a chain of covers connects belong together. Conflicts need not be
/// looked at, for the edge v→b between open vertices lies in the cover of v.
fn split(formula: &Formula, values: &[Value], left: &[u32]) -> Vec<Part> {
    let open = |v: &u32| values[*v as usize] == Value::Open;
    let active = |cover: &u32| {
        left[*cover as usize] != SATISFIED
            && values[formula.owner(*cover) as usize] != Value::Derived
    };
    let mut classes = Classes::new(values.len());
    let covers: Vec<u32> = (0..left.len() as u32).filter(active).collect();
    for cover in &covers {
        let mut members = formula.cover(*cover).filter(open);
        let first = members.next().expect("propagation leaves two open vertices or more");
        for v in members {
            classes.unite(first, v);
        }
    }
    let mut names = vec![NOWHERE; values.len()];
    let mut count = 0;
    let mut part_of = vec![NOWHERE; values.len()];
    for v in (0..values.len() as u32).filter(open) {
        let root = classes.root(v) as usize;
        if names[root] == NOWHERE {
            names[root] = count;
            count += 1;
        }
        part_of[v as usize] = names[root];
    }
    let members = Lists::grouped(count as usize, part_of.iter().copied());
    let part_of_cover = covers.iter().map(|cover| {
        let first = formula.cover(*cover).find(open).expect("an active cover is open somewhere");
        part_of[first as usize]
    });
    let covers_of = Lists::grouped(count as usize, part_of_cover);
    let mut local = vec![NOWHERE; values.len()];
    members
        .iter()
        .zip(covers_of.iter())
        .map(|(vertices, own)| {
            Part::new(formula, vertices, own.iter().map(|c| covers[*c as usize]), &mut local)
        })
        .collect()
}

/// Disjoint sets of numbers, by trees with halved paths.
struct Classes(Vec<u32>);

impl Classes {
    fn new(n: usize) -> Classes {
        Classes((0..n as u32).collect())
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            self.0[v as usize] = self.0[self.0[v as usize] as usize];
            v = self.0[v as usize];
        }
        v
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
