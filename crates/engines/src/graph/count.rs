//! All models of a part: a race between the counting search and the SAT solver.
//!
//! Neither is faster on all digraphs, and which one is cannot be foreseen with certainty, so both run in turn; the one
//! that the width of a tree decomposition favours gets 16 times the steps of the other.

use bouton_values::{Meter, Refusal};
use dashu_int::UBig;

use super::kernel::Kernel;
use super::part::Part;
use super::search::Search;
use super::solver::{Sat, Verdict};
use super::structures::WHAT;
use super::trace::Trace;
use super::width;

/// All models of a part.
pub(super) enum Models {
    /// The models as the counting search found them.
    Traced(Trace),
    /// The models one by one, in lexicographic order.
    Listed(Vec<Kernel>),
}

/// The steps with which the search begins: many parts need no more.
const FIRST_TRY: u64 = 1 << 22;

/// The steps of the first round of the race. Each further round is eight times as long, for
/// interrupting the solver makes it forget how many clauses it may keep.
const FIRST_ROUND: u64 = 1 << 27;

/// How many steps the favourite gets for each step of the other.
const ODDS: u64 = 16;

/// When this many models were found one by one, the counting search becomes the favourite.
const MANY: usize = 1000;

/// Up to this width of a tree decomposition the counting search is the favourite.
const NARROW: usize = 22;

/// Finds all models: the counting search and the SAT solver take turns, in ever longer rounds,
/// until one of them is done. The search wins where the part is narrow or has many models, the
/// solver where it is wide and has few.
pub(super) fn models(part: &Part, meter: &mut Meter) -> Result<Models, Refusal> {
    let order = width::order(part, meter)?;
    let narrow = order.as_ref().is_some_and(|order| order.width <= NARROW);
    let mut search = Search::new(part, order);
    if search.run(FIRST_TRY, meter)? {
        return Ok(Models::Traced(search.into_trace()));
    }
    let mut round = FIRST_ROUND;
    let mut listing = Listing::new(part, meter);
    loop {
        let many = listing.models.len() >= MANY;
        let (for_search, for_solver) =
            if narrow || many { (round, round / ODDS) } else { (round / ODDS, round) };
        if listing.run(for_solver, meter)? {
            return Ok(Models::Listed(listing.into_models()));
        }
        if search.run(for_search, meter)? {
            return Ok(Models::Traced(search.into_trace()));
        }
        round = round.saturating_mul(8);
    }
}

impl Models {
    pub(super) fn count(&self) -> UBig {
        match self {
            Models::Traced(trace) => trace.count(trace.root).clone(),
            Models::Listed(models) => UBig::from(models.len()),
        }
    }

    /// The model with this number, in an order of its own.
    pub(super) fn unrank(&self, index: UBig) -> Kernel {
        match self {
            Models::Traced(trace) => trace.unrank(index),
            Models::Listed(models) => {
                let index = usize::try_from(&index).expect("an index into a list");
                models[index].clone()
            }
        }
    }

    /// The first `k` models in lexicographic order.
    pub(super) fn first(&self, k: usize, meter: &mut Meter) -> Result<Vec<Kernel>, Refusal> {
        match self {
            Models::Traced(trace) => trace.first(k, meter),
            Models::Listed(models) => Ok(models.iter().take(k).cloned().collect()),
        }
    }
}

/// The models found by the SAT solver, each excluded once it is found.
///
/// No kernel contains another: a further vertex of the larger would have a move into the smaller.
/// So a kernel is excluded by saying that one of its members wins.
pub(super) struct Listing {
    sat: Sat,
    models: Vec<Kernel>,
    bytes: usize,
}

impl Listing {
    pub(super) fn new(part: &Part, meter: &Meter) -> Listing {
        Listing { sat: Sat::of_part(part, false, meter), models: Vec::new(), bytes: 0 }
    }

    /// Continues for about `steps` steps; true if it has found all.
    pub(super) fn run(&mut self, steps: u64, meter: &mut Meter) -> Result<bool, Refusal> {
        let until = meter.spent().saturating_add(steps);
        while meter.spent() < until {
            match self.sat.run(&[], until - meter.spent(), meter)? {
                Verdict::Unsatisfiable => return Ok(true),
                Verdict::Undecided => return Ok(false),
                Verdict::Satisfiable => {}
            }
            let model = self.sat.model();
            let excluded: Vec<i32> = model.losing().map(|v| -(v as i32 + 1)).collect();
            self.bytes += 64 + model.vertices() / 8 + 16 * excluded.len();
            meter.hold(WHAT, self.bytes as u128)?;
            self.sat.add(excluded);
            self.models.push(model);
        }
        Ok(false)
    }

    pub(super) fn into_models(mut self) -> Vec<Kernel> {
        self.models.sort_unstable();
        self.models
    }
}
