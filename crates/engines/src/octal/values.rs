//! The nim-values of an octal game or of Grundy's game, which can be saved and continued.

use bouton_rules::{HeapRules, Limits, Meter, Refusal, Unit};
use bouton_values::saturating_index;

use super::marks::Marks;
use super::moves::Moves;
use super::search;
use super::space::{Policy, Space};
use super::term::Next;
use crate::engine::Declined;

/// What refusals call the computation.
const WHAT: &str = "the table of nim-values";

/// One in this many of the allowed steps may be spent before the cost of the whole is known.
const SHARE_FOR_FINDING_OUT: u64 = 16;

/// Counts marks on the way to `target` terms, or fewer; five take two nanoseconds, as measured.
pub(super) fn meter(limits: &Limits, target: usize) -> Meter {
    Meter::new(limits, WHAT).scaled(2, 5).out_of(target)
}

/// Refuses if `length` terms and `held` bytes beside them take too much memory: two bytes a term, and
/// six for each of the rare heaps, which are at most one in four.
pub(super) fn check_memory(limits: &Limits, length: usize, held: u128) -> Result<(), Refusal> {
    limits.check_memory(WHAT, (4 * length as u128).saturating_add(held))
}

/// Rare heaps are kept in 32 bits.
const MOST_TERMS: u64 = 1 << 32;

/// The nim-values of the heaps 0, 1, 2, … of an octal game or of Grundy's game, as far as they have
/// been computed.
///
/// The terms are the whole state: with them a later run can continue where this one stopped or was
/// interrupted.
///
/// ```
/// use bouton_engines::octal::Values;
/// use bouton_rules::{Game, Limits, Spec};
///
/// let game = Game::parse("officers")?;
/// let Some(Spec::Heap(rules)) = game.finite().map(|game| &game.spec) else { panic!() };
/// let mut values = Values::new(rules).expect("0.6 is an octal code");
/// values.extend_to(1000, &Limits::default())?;
/// let saved = values.terms().to_vec();
///
/// let mut resumed = Values::new(rules).expect("0.6 is an octal code").resume(saved)?;
/// resumed.extend_to(2000, &Limits::default())?;
/// assert_eq!(resumed.terms()[..10], [0, 0, 1, 2, 0, 1, 2, 3, 1, 2]);
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
pub struct Values {
    moves: Moves,
    terms: Vec<u16>,
    marks: Marks,
    space: Option<Space>,
    /// The space is learnt anew when there are this many terms.
    learn_at: usize,
    /// How many marks a term took lately, by the sparse space.
    rate: u64,
    policy: Policy,
}

impl Values {
    /// No terms yet. Declines what is neither a finite octal code nor Grundy's game.
    pub fn new(rules: &HeapRules) -> Result<Values, Declined> {
        Ok(Values::with_policy(Moves::of(rules)?, Policy::default()))
    }

    pub(super) fn with_policy(moves: Moves, policy: Policy) -> Values {
        let marks = Marks::new(1);
        Values { moves, terms: Vec::new(), marks, space: None, learn_at: 0, rate: 0, policy }
    }

    /// Continues from terms that [`Values::terms`] gave. They are trusted, except for the first few hundred
    /// and the last, which are computed again; terms of another game are refused.
    pub fn resume(self, mut terms: Vec<u16>) -> Result<Values, Refusal> {
        const CHECKED: usize = 512;
        let limits = Limits::default();
        let checked = terms.len().min(CHECKED);
        let mut meter = meter(&limits, checked);
        let mut fresh = Values::with_policy(self.moves, self.policy);
        fresh.extend(checked, &mut meter)?;
        let Some(last) = terms.pop() else { return Ok(fresh) };
        let known = checked.min(terms.len());
        if fresh.terms[..known] != terms[..known] {
            return Err(foreign_terms());
        }
        fresh.marks.admit(terms.iter().copied().max().unwrap_or(0));
        fresh.terms = terms;
        fresh.learn();
        let value = fresh.next(&mut meter)?;
        fresh.push(value);
        if value == last { Ok(fresh) } else { Err(foreign_terms()) }
    }

    /// Computes the values of all heaps up to `largest`. The terms so far are kept even if it is refused or stopped.
    pub fn extend_to(&mut self, largest: u64, limits: &Limits) -> Result<(), Refusal> {
        let length = length_to(largest)?;
        if self.terms.len() >= length {
            return Ok(());
        }
        check_memory(limits, length, 0)?;
        // A term takes at least a step.
        limits.check_steps(WHAT, length as u128)?;
        self.extend(length, &mut meter(limits, length))
    }

    /// The value of the heap n at index n.
    #[must_use]
    pub fn terms(&self) -> &[u16] {
        &self.terms
    }

    /// The least preperiod and period that the terms prove by the theorem of Guy and Smith.
    pub fn period(&self, limits: &Limits) -> Result<Option<(u64, u64)>, Refusal> {
        match self.moves.reach {
            Some(reach) => search::period(&self.terms, reach, limits),
            None => Ok(None),
        }
    }

    /// The terms alone.
    #[must_use]
    pub fn into_terms(self) -> Vec<u16> {
        self.terms
    }

    pub(super) fn moves(&self) -> &Moves {
        &self.moves
    }

    pub(super) fn space(&self) -> Option<&Space> {
        self.space.as_ref()
    }

    /// Computes terms until there are `length`; the caller has checked the memory.
    pub(super) fn extend(&mut self, length: usize, meter: &mut Meter) -> Result<(), Refusal> {
        self.terms.reserve_exact(length.saturating_sub(self.terms.len()));
        while self.terms.len() < length {
            if self.terms.len() >= self.learn_at {
                self.learn();
            }
            let end = length.min(self.learn_at);
            self.afford(end, meter)?;
            self.run(end, meter)?;
        }
        Ok(())
    }

    /// Refuses if the terms up to `to`, or all of them where enough was spent to know what they cost,
    /// take too many steps.
    fn afford(&self, to: usize, meter: &Meter) -> Result<(), Refusal> {
        let is_known = meter.spent() >= meter.most() / SHARE_FOR_FINDING_OUT;
        meter.afford(self.cost(if is_known { to.max(saturating_index(meter.total())) } else { to }))
    }

    /// Computes terms until there are `end`, or until the space must be learnt anew.
    fn run(&mut self, end: usize, meter: &mut Meter) -> Result<(), Refusal> {
        let (terms, marks) = (self.terms.len(), meter.spent());
        while self.terms.len() < end.min(self.learn_at) {
            let value = self.next(meter)?;
            self.push(value);
        }
        let computed = (self.terms.len() - terms).max(1) as u64;
        self.rate = if self.space.is_some() { (meter.spent() - marks) / computed } else { 0 };
        Ok(())
    }

    fn next(&mut self, meter: &mut Meter) -> Result<u16, Refusal> {
        meter.done(self.terms.len() as u64);
        let next = Next { moves: &self.moves, terms: &self.terms };
        let value = next.value(self.space.as_ref(), &mut self.marks, meter)?;
        value.ok_or_else(|| too_large(self.terms.len()))
    }

    fn push(&mut self, value: u16) {
        if let Some(space) = &mut self.space {
            space.admit(self.terms.len(), value);
        }
        self.terms.push(value);
        if self.marks.admit(value) {
            self.learn_at = self.terms.len();
        }
    }

    fn learn(&mut self) {
        let length = self.terms.len();
        let known = self.space.take();
        let plain_rate = (self.moves.splits() * length / 2) as u64;
        if self.rate <= plain_rate || self.policy.one_in == 0 {
            let width = self.marks.width();
            self.space = Space::learn(known, &self.terms, width, &self.moves, self.policy);
        }
        self.learn_at = length + length / 4 + 1;
    }

    /// An estimate, from below, of the marks that the terms up to the index `to` take.
    fn cost(&self, to: usize) -> u128 {
        let from = self.terms.len();
        match &self.space {
            None => self.moves.pairs_between(from, to),
            Some(space) => {
                let least = (space.rare() * self.moves.splits()) as u64;
                (to.saturating_sub(from)) as u128 * u128::from(least.max(self.rate))
            }
        }
    }
}

/// How many terms there are up to the heap `largest`.
pub(super) fn length_to(largest: u64) -> Result<usize, Refusal> {
    match usize::try_from(largest) {
        Ok(largest_index) if largest < MOST_TERMS => Ok(largest_index + 1),
        _ => Err(Refusal::bad(
            format!("a table of {largest} nim-values is too long"),
            format!("ask for heaps below {MOST_TERMS}"),
        )),
    }
}

fn foreign_terms() -> Refusal {
    Refusal::bad(
        "the terms to continue from are not those of this game",
        "start over, or continue with the game that the terms were computed for",
    )
}

fn too_large(heap: usize) -> Refusal {
    let what = format!("the nim-value of the heap {heap}");
    Refusal::Limit { what, needed: 3, allowed: 2, unit: Unit::Bytes }
}
