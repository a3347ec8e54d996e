//! The game structures of a digraph: existence, count, list, samples, backbone and proofs.

use std::cell::OnceCell;
use std::sync::Arc;

use bouton_graphs::Digraph;
use bouton_values::{Limits, Meter, Refusal};
use dashu_int::UBig;

use super::count::{Models, models};
use super::formula::Formula;
use super::kernel::Kernel;
use super::random::SplitMix64;
use super::residual::{Residual, Value};
use super::solver::Sat;

/// A proof that there is no game structure: clauses, each derivable by reverse unit propagation from the
/// clauses of the digraph and the ones before it; the last one is empty. +(v+1) says that v loses, −(v+1)
/// that it wins.
pub type Refutation = Vec<Vec<i32>>;

/// The answer to the question whether a digraph has a game structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence {
    /// There is a game structure, given by its kernel.
    Some(Kernel),
    /// There is no game structure, and this proves it.
    None {
        /// A refutation of the clauses of the digraph.
        refutation: Refutation,
    },
}

/// An assumption about one vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The vertex is outside the kernel.
    Wins(u32),
    /// The vertex is in the kernel.
    Loses(u32),
}

impl Claim {
    fn vertex(self) -> u32 {
        match self {
            Claim::Wins(v) | Claim::Loses(v) => v,
        }
    }

    fn literal(self) -> i32 {
        match self {
            Claim::Wins(v) => -(v as i32 + 1),
            Claim::Loses(v) => v as i32 + 1,
        }
    }
}

/// What the game structures of a digraph have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backbone {
    loses_somewhere: Kernel,
    wins_somewhere: Kernel,
}

impl Backbone {
    fn of(kernel: &Kernel) -> Backbone {
        let n = kernel.vertices();
        let wins_somewhere = Kernel::new(n, (0..n as u32).filter(|v| kernel.wins(*v)));
        Backbone { loses_somewhere: kernel.clone(), wins_somewhere }
    }

    fn include(&mut self, kernel: &Kernel) {
        let other = Backbone::of(kernel);
        self.loses_somewhere.unite(&other.loses_somewhere);
        self.wins_somewhere.unite(&other.wins_somewhere);
    }

    /// Does the vertex win in every structure?
    #[must_use]
    pub fn always_wins(&self, vertex: u32) -> bool {
        self.loses_somewhere.wins(vertex)
    }

    /// Does the vertex lose in every structure?
    #[must_use]
    pub fn always_loses(&self, vertex: u32) -> bool {
        self.wins_somewhere.wins(vertex)
    }

    /// Does the vertex win in one structure and lose in another?
    #[must_use]
    pub fn varies(&self, vertex: u32) -> bool {
        !self.always_wins(vertex) && !self.always_loses(vertex)
    }
}

/// The game structures of a digraph, given by their kernels.
///
/// Cogames are the structures of `graph.reversed()`.
///
/// ```
/// use bouton_engines::graph::{Claim, Existence, Structures};
/// use bouton_graphs::Digraph;
/// let limits = Default::default();
/// // 0⇄1 is a game although play never ends (Swenberg, section 3): two structures.
/// let graph = Digraph::from_edges(2, [(0, 1), (1, 0)]);
/// let structures = Structures::new(&graph, &limits).unwrap();
/// assert_eq!(structures.count().unwrap(), 2u8.into());
/// let one = structures.with(&[Claim::Wins(1)]).unwrap().list(9).unwrap();
/// assert!(one.len() == 1 && one[0].loses(0));
///
/// let odd = Digraph::from_edges(3, [(0, 1), (1, 2), (2, 0)]);
/// let structures = Structures::new(&odd, &limits).unwrap();
/// assert!(matches!(structures.existence().unwrap(), Existence::None { .. }));
/// ```
pub struct Structures<'a> {
    formula: Arc<Formula<'a>>,
    claims: Vec<Claim>,
    limits: Limits,
    /// `None` where unit propagation finds a contradiction.
    residual: Option<Residual>,
    counted: OnceCell<PartModels>,
}

enum PartModels {
    /// The part with this index has no model.
    Nothing(usize),
    /// The models of each part.
    Parts(Vec<Models>),
}

pub(super) const WHAT: &str = "the search for game structures";

/// Up to this many structures the backbone is read off their list.
const FEW: usize = 4096;

impl<'a> Structures<'a> {
    /// The game structures of a digraph. Unit propagation is done at once; searches wait for a question.
    pub fn new(graph: &'a Digraph, limits: &Limits) -> Result<Structures<'a>, Refusal> {
        Structures::build(graph, false, limits)
    }

    /// The sets that are kernels of the digraph and of its reverse: games that are cogames with
    /// the same winning states.
    pub fn of_both(graph: &'a Digraph, limits: &Limits) -> Result<Structures<'a>, Refusal> {
        Structures::build(graph, true, limits)
    }

    fn build(graph: &'a Digraph, both: bool, limits: &Limits) -> Result<Structures<'a>, Refusal> {
        if graph.vertices() >= 1 << 30 {
            return Err(Refusal::bad("a digraph with 2^30 vertices or more", "take a smaller one"));
        }
        limits.check_memory(WHAT, 8 * graph.vertices() as u128 + 4 * graph.edges() as u128)?;
        Structures::assuming(Arc::new(Formula::new(graph, both)), Vec::new(), limits)
    }

    fn assuming(
        formula: Arc<Formula<'a>>,
        claims: Vec<Claim>,
        limits: &Limits,
    ) -> Result<Structures<'a>, Refusal> {
        let mut meter = Meter::new(limits, WHAT);
        let residual = Residual::new(&formula, &claims, &mut meter)?;
        let (limits, counted) = (limits.clone(), OnceCell::new());
        Ok(Structures { formula, claims, limits, residual, counted })
    }

    /// The game structures in which these claims hold. Refutations may then use the claims as clauses.
    pub fn with(&self, claims: &[Claim]) -> Result<Structures<'a>, Refusal> {
        let n = self.formula.vertices();
        if let Some(claim) = claims.iter().find(|claim| claim.vertex() as usize >= n) {
            let problem = format!("there is no vertex {}", claim.vertex());
            return Err(Refusal::bad(problem, format!("name a vertex below {n}")));
        }
        let claims = [&self.claims, claims].concat();
        Structures::assuming(self.formula.clone(), claims, &self.limits)
    }

    /// Is there a game structure? Decided without counting.
    pub fn existence(&self) -> Result<Existence, Refusal> {
        let Some(residual) = &self.residual else {
            return Ok(Existence::None { refutation: vec![Vec::new()] });
        };
        let mut meter = self.meter();
        let mut order: Vec<usize> = (0..residual.parts.len()).collect();
        order.sort_by_key(|part| residual.parts[*part].len());
        match self.counted.get() {
            Some(PartModels::Nothing(part)) => order = vec![*part],
            Some(PartModels::Parts(parts)) => {
                return Ok(Existence::Some(self.nth(parts, UBig::ZERO)));
            }
            None => {}
        }
        let mut losing = Vec::new();
        for index in order {
            let part = &residual.parts[index];
            let mut sat = Sat::of_part(part, true, &meter);
            if !sat.decide(&[], &mut meter)? {
                return Ok(Existence::None { refutation: translated(sat, &part.vertices) });
            }
            losing.extend(sat.model().losing().map(|v| part.vertices[v as usize]));
        }
        Ok(Existence::Some(residual.complete(&self.formula, losing)))
    }

    /// A kernel, if there is one; not always the first of the list.
    pub fn one(&self) -> Result<Option<Kernel>, Refusal> {
        Ok(match self.existence()? {
            Existence::Some(kernel) => Some(kernel),
            Existence::None { .. } => None,
        })
    }

    /// All kernels, with a refutation of the clauses and "one of its vertices wins", that is
    /// ⋁ −(v+1), for each of them; `None` if there are more than `most`. Found without counting.
    ///
    /// A kernel that contains another one is that one, so this clause holds in all kernels that differ.
    pub fn all(&self, most: usize) -> Result<Option<(Vec<Kernel>, Refutation)>, Refusal> {
        let mut meter = self.meter();
        let mut sat = self.whole(true, &meter)?;
        let mut kernels = Vec::new();
        while sat.decide(&[], &mut meter)? {
            if kernels.len() == most {
                return Ok(None);
            }
            let kernel = sat.model();
            sat.add(kernel.losing().map(|v| -(v as i32 + 1)));
            kernels.push(kernel);
            meter.hold(WHAT, self.bytes_of(kernels.len()))?;
        }
        kernels.sort_unstable();
        let mut refutation = sat.into_learnt();
        refutation.push(Vec::new());
        Ok(Some((kernels, refutation)))
    }

    /// How many game structures there are.
    pub fn count(&self) -> Result<UBig, Refusal> {
        Ok(self.parts()?.map_or(UBig::ZERO, total))
    }

    /// The first `k` game structures. Parts of the digraph that do not influence each other are ordered by
    /// their least vertex, the last changing fastest; within a part the order is lexicographic by
    /// vertex, losing before winning.
    pub fn list(&self, k: usize) -> Result<Vec<Kernel>, Refusal> {
        let Some(parts) = self.parts()? else { return Ok(Vec::new()) };
        let mut meter = self.meter();
        let mut needed = k;
        let mut lists = Vec::new();
        for models in parts.iter().rev() {
            let list = models.first(needed, &mut meter)?;
            needed = needed.div_ceil(list.len().max(1));
            lists.push(list);
        }
        let listed =
            lists.iter().try_fold(1, |product: usize, list| product.checked_mul(list.len()));
        let length = listed.map_or(k, |listed| listed.min(k));
        meter.hold(WHAT, self.bytes_of(length))?;
        let mut kernels = Vec::with_capacity(length);
        for index in 0..length {
            meter.spend(self.formula.vertices() as u64)?;
            let mut rest = index;
            let digits = lists.iter().map(|list| {
                let digit = rest % list.len();
                rest /= list.len();
                &list[digit]
            });
            let digits: Vec<&Kernel> = digits.collect();
            kernels.push(self.joined(digits.into_iter().rev()));
        }
        Ok(kernels)
    }

    /// `k` structures drawn independently, each with the same probability; equal seeds give equal samples. Empty
    /// if there is none.
    ///
    /// A number below the count is drawn, and the structure with that number is built.
    pub fn sample(&self, k: usize, seed: u64) -> Result<Vec<Kernel>, Refusal> {
        let Some(parts) = self.parts()? else { return Ok(Vec::new()) };
        let mut meter = self.meter();
        meter.hold(WHAT, self.bytes_of(k))?;
        let count = total(parts);
        let mut random = SplitMix64::new(seed);
        let mut kernels = Vec::with_capacity(k);
        for _ in 0..k {
            meter.spend(self.formula.vertices() as u64)?;
            kernels.push(self.nth(parts, random.below(&count)));
        }
        Ok(kernels)
    }

    /// What all game structures have in common; `None` if there are none.
    pub fn backbone(&self) -> Result<Option<Backbone>, Refusal> {
        match self.parts() {
            Ok(None) => Ok(None),
            Ok(Some(parts)) if total(parts) <= UBig::from(FEW) => {
                Ok(Some(self.backbone_of_all(parts)))
            }
            Ok(Some(_)) => self.backbone_by_search(&self.sample(64, 0)?),
            Err(Refusal::Limit { .. }) => self.backbone_by_search(&[]),
            Err(refusal) => Err(refusal),
        }
    }

    fn backbone_of_all(&self, parts: &[Models]) -> Backbone {
        let mut backbone = Backbone::of(&self.nth(parts, UBig::ZERO));
        let mut index = UBig::ONE;
        while index < total(parts) {
            backbone.include(&self.nth(parts, index.clone()));
            index += UBig::ONE;
        }
        backbone
    }

    /// Asks for each vertex that wins, or loses, in all known kernels whether there is one in which it does not.
    pub(super) fn backbone_by_search(&self, known: &[Kernel]) -> Result<Option<Backbone>, Refusal> {
        let Some(residual) = &self.residual else { return Ok(None) };
        let mut meter = self.meter();
        let mut sat = self.whole(false, &meter)?;
        if !sat.decide(&[], &mut meter)? {
            return Ok(None);
        }
        let mut backbone = Backbone::of(&sat.model());
        known.iter().for_each(|kernel| backbone.include(kernel));
        for v in 0..self.formula.vertices() as u32 {
            let settled = matches!(residual.values[v as usize], Value::Wins | Value::Loses);
            if settled || backbone.varies(v) {
                continue;
            }
            let other =
                if backbone.always_wins(v) { Claim::Loses(v) } else { Claim::Wins(v) }.literal();
            if sat.decide(&[other], &mut meter)? {
                backbone.include(&sat.model());
            } else {
                sat.add([-other]);
            }
        }
        Ok(Some(backbone))
    }

    /// The bytes of this many kernels.
    fn bytes_of(&self, kernels: usize) -> u128 {
        kernels as u128 * (64 + self.formula.vertices() as u128 / 8)
    }

    fn meter(&self) -> Meter {
        Meter::new(&self.limits, WHAT)
    }

    /// The models of every part, found now if they are not known; `None` if some part has none.
    fn parts(&self) -> Result<Option<&[Models]>, Refusal> {
        let Some(residual) = &self.residual else { return Ok(None) };
        if self.counted.get().is_none() {
            let counted = self.search(residual)?;
            // It cannot have been set meanwhile: the cell is not shared between threads.
            let _ = self.counted.set(counted);
        }
        match self.counted.get().expect("just set") {
            PartModels::Nothing(_) => Ok(None),
            PartModels::Parts(parts) => Ok(Some(parts)),
        }
    }

    /// Finds the models of all parts, the small ones first: one of them may have none.
    fn search(&self, residual: &Residual) -> Result<PartModels, Refusal> {
        let mut meter = self.meter();
        let mut order: Vec<usize> = (0..residual.parts.len()).collect();
        order.sort_by_key(|part| residual.parts[*part].len());
        let mut found: Vec<Option<Models>> = order.iter().map(|_| None).collect();
        for index in order {
            let models = models(&residual.parts[index], &mut meter)?;
            if models.count().is_zero() {
                return Ok(PartModels::Nothing(index));
            }
            found[index] = Some(models);
        }
        Ok(PartModels::Parts(found.into_iter().flatten().collect()))
    }

    /// The structure with this number: in each part the models are numbered, the first part
    /// varying fastest.
    fn nth(&self, parts: &[Models], mut index: UBig) -> Kernel {
        let mut chosen = Vec::with_capacity(parts.len());
        for models in parts {
            let count = models.count();
            chosen.push(models.unrank(&index % &count));
            index /= count;
        }
        self.joined(chosen.iter())
    }

    /// The kernel made of one model for each part.
    fn joined<'m>(&self, models: impl Iterator<Item = &'m Kernel>) -> Kernel {
        let residual = self.residual.as_ref().expect("there are models");
        let losing = residual
            .parts
            .iter()
            .zip(models)
            .flat_map(|(part, model)| model.losing().map(|v| part.vertices[v as usize]));
        residual.complete(&self.formula, losing)
    }

    /// All clauses, and the claims, over the vertices themselves.
    fn whole(&self, recording: bool, meter: &Meter) -> Result<Sat, Refusal> {
        let formula = &*self.formula;
        let bytes = 200 * formula.vertices() + 40 * formula.graph().edges();
        meter.hold(WHAT, bytes as u128)?;
        let mut sat = Sat::new(formula.vertices(), recording, meter);
        for a in 0..formula.vertices() as u32 {
            for b in formula.graph().successors(a) {
                sat.add([-(a as i32 + 1), -(*b as i32 + 1)]);
            }
        }
        for cover in 0..formula.covers() as u32 {
            sat.add(formula.cover(cover).map(|v| v as i32 + 1));
        }
        for claim in &self.claims {
            sat.add([claim.literal()]);
        }
        Ok(sat)
    }
}

fn total(parts: &[Models]) -> UBig {
    parts.iter().fold(UBig::ONE, |product, models| product * models.count())
}

/// What the solver learnt about a part, translated to its vertices, with the empty clause at the end.
fn translated(sat: Sat, vertices: &[u32]) -> Refutation {
    let of_vertex = |literal: i32| {
        let v = vertices[literal.unsigned_abs() as usize - 1] as i32 + 1;
        if literal > 0 { v } else { -v }
    };
    let learnt = sat.into_learnt().into_iter();
    let mut refutation: Refutation =
        learnt.map(|clause| clause.into_iter().map(of_vertex).collect()).collect();
    refutation.push(Vec::new());
    refutation
}
