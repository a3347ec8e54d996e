use bouton_rules::{Limits, Refusal};

/// What is being done, for refusals.
const WHAT: &str = "the table of nim-values";

/// Five marks take two nanoseconds, as measured.
const MARKS: u128 = 5;
const STEPS: u128 = 2;

/// The watch is told after so many marks, well below a hundredth of a second.
const MARKS_PER_TELLING: u64 = 1 << 21;

/// This part of the steps may be spent before it is known what the whole will cost.
const SHARE_FOR_FINDING_OUT: u128 = 16;

/// Counts marks against the limits.
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    /// How many terms there shall be in the end.
    target: usize,
    marks: u64,
    told: u64,
}

impl<'a> Meter<'a> {
    /// A meter for a computation of `target` terms, or fewer.
    pub(super) fn new(limits: &'a Limits, target: usize) -> Meter<'a> {
        Meter { limits, target, marks: 0, told: 0 }
    }

    pub(super) fn marks(&self) -> u64 {
        self.marks
    }

    /// Counts marks, and tells the watch from time to time that `done` terms are known.
    pub(super) fn add(&mut self, marks: usize, done: usize) -> Result<(), Refusal> {
        self.marks += marks as u64;
        if self.marks - self.told < MARKS_PER_TELLING {
            return Ok(());
        }
        self.told = self.marks;
        self.limits.progress(done as u64, self.target as u64)
    }

    /// Refuses if the terms up to `to`, or all of them where enough was spent to know what they cost,
    /// take too many steps; `cost` tells the marks for the terms up to an index.
    pub(super) fn check(&self, to: usize, cost: impl Fn(usize) -> u128) -> Result<(), Refusal> {
        let spent = u128::from(self.marks);
        let allowed = u128::from(self.limits.steps) * MARKS / STEPS;
        let is_known = spent >= allowed / SHARE_FOR_FINDING_OUT;
        let needed = spent + cost(if is_known { self.target.max(to) } else { to });
        self.limits.check_steps(WHAT, needed * STEPS / MARKS)
    }
}

/// Refuses if `length` terms and `held` bytes beside them take too much memory: two bytes a term, and
/// six for each of the rare heaps, which are at most one in four.
pub(super) fn check_memory(limits: &Limits, length: usize, held: u128) -> Result<(), Refusal> {
    limits.check_memory(WHAT, (4 * length as u128).saturating_add(held))
}

/// Refuses if so many terms take too much, whatever they cost: a step each.
pub(super) fn check_length(limits: &Limits, length: usize) -> Result<(), Refusal> {
    check_memory(limits, length, 0)?;
    limits.check_steps(WHAT, length as u128)
}
