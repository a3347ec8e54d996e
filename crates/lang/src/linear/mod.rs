//! Linear arithmetic: what follows from inequalities between integers.
//!
//! A [`Linear`] is `Σ factor · variable + constant`; a [`System`] is a list of facts `linear ≥ 0` between integer
//! variables. Three questions can be asked: whether the facts contradict each other, whether another fact
//! follows, and how large a form can be. A `true` or a bound is proved; `false` and [`Maximum::Unknown`] mean only
//! that no proof was found.
//!
//! # Implementation notes
//! The decision is Fourier–Motzkin elimination (`eliminate.rs`) over the rationals, sharpened by what is known of
//! integers: `6x + 4y - 3 ≥ 0` says the same as `3x + 2y - 2 ≥ 0`. Elimination can square the number of facts with
//! each variable, so a question has a limit of [`Work`], of variables and of facts; beyond them the answer is that
//! nothing is known. The same holds for numbers that grow beyond [`Linear::LARGEST`].

mod eliminate;
mod form;
mod interval;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::ir::Number;
pub use eliminate::common_multiple;
use eliminate::gcd;
pub use form::{Leaf, Linear};
pub use interval::Interval;

/// How much may be done for an answer. One unit is one short fact that is looked at or made; a long one counts
/// for several.
#[derive(Clone, Debug)]
pub struct Work {
    allowed: u64,
    spent: u64,
}

impl Work {
    /// What a single question may cost.
    pub const OF_A_QUESTION: u64 = 200_000;

    /// This many units, for one question or for several; none of them gets more than [`Work::OF_A_QUESTION`].
    #[must_use]
    pub fn new(allowed: u64) -> Work {
        Work { allowed, spent: 0 }
    }

    /// What was done so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Is nothing left?
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.spent >= self.allowed
    }

    /// Takes this many units, or says that fewer are left; then nothing is left.
    pub(crate) fn take(&mut self, units: usize) -> Option<()> {
        let units = units as u64;
        if units > self.allowed.saturating_sub(self.spent) {
            self.spent = self.allowed;
            return None;
        }
        self.spent += units;
        Some(())
    }
}

impl Default for Work {
    fn default() -> Work {
        Work::new(Work::OF_A_QUESTION)
    }
}

/// Inequalities `linear ≥ 0` that hold together.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct System {
    facts: Vec<Linear>,
}

/// The greatest value that a linear form takes where a system holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maximum {
    /// The system cannot hold at all.
    Empty,
    /// At most this, over the integers.
    AtMost(Number),
    /// No bound was found: there is none, or it was too much work.
    Unknown,
}

/// The least and the greatest value of a form, where they are known.
pub type Bounds = (Option<Number>, Option<Number>);

impl System {
    /// More variables than this are too many for a question.
    pub const MOST_VARIABLES: usize = 64;
    /// More facts than this at one time are too many for a question.
    pub const MOST_FACTS: usize = 1024;

    /// The facts `linear ≥ 0`, each once, without those that say nothing.
    pub fn of(facts: impl IntoIterator<Item = Linear>) -> System {
        System::default().and(facts)
    }

    /// The system with these facts, too; without those that are there or say nothing.
    pub fn and(mut self, facts: impl IntoIterator<Item = Linear>) -> System {
        for fact in facts {
            let is_trivial = fact.as_constant().is_some_and(|constant| constant >= 0);
            if !is_trivial && !self.facts.contains(&fact) {
                self.add(fact);
            }
        }
        self
    }

    /// Adds `fact ≥ 0`.
    pub fn add(&mut self, fact: Linear) {
        self.facts.push(fact);
    }

    /// Adds `form = 0`. (A form that cannot be negated says one half only.)
    pub fn add_equal(&mut self, form: Linear) {
        self.facts.extend(form.scaled(-1));
        self.facts.push(form);
    }

    /// The facts, in the order in which they came.
    #[must_use]
    pub fn facts(&self) -> &[Linear] {
        &self.facts
    }

    /// A copy of this system with one more fact.
    pub fn with(&self, fact: Linear) -> System {
        let mut system = self.clone();
        system.add(fact);
        system
    }

    /// What the form is at most. A new variable that equals the form is the one that is not eliminated; what then
    /// remains are its bounds.
    #[must_use]
    pub fn maximum_within(&self, form: &Linear, work: &mut Work) -> Maximum {
        const FORM: usize = usize::MAX;
        if form.terms.is_empty() {
            let empty = self.is_empty_within(work);
            return if empty { Maximum::Empty } else { Maximum::AtMost(form.constant) };
        }
        let Some(equal) = form.minus(&Linear::variable(FORM)) else { return Maximum::Unknown };
        let mut system = self.clone();
        system.add_equal(equal);
        match eliminate::eliminate(&system.facts, Some(FORM), work) {
            None => Maximum::Unknown,
            Some(left) if left.is_empty => Maximum::Empty,
            Some(left) => {
                // After division by the factor, -form + constant ≥ 0 is the only upper bound there can be.
                let bounds = left.linears().filter(|fact| fact.terms == [(FORM, -1)]);
                bounds.map(|fact| fact.constant).min().map_or(Maximum::Unknown, Maximum::AtMost)
            }
        }
    }

    /// Is it proved that nothing satisfies all facts?
    #[must_use]
    pub fn is_empty_within(&self, work: &mut Work) -> bool {
        eliminate::eliminate(&self.facts, None, work).is_some_and(|left| left.is_empty)
    }

    /// Is it proved that `form ≥ 0` wherever the facts hold? So it is if they contradict `form ≤ -1`.
    #[must_use]
    pub fn implies_within(&self, form: &Linear, work: &mut Work) -> bool {
        if form.terms.is_empty() && form.constant >= 0 {
            return true;
        }
        let Some(opposite) = form.scaled(-1).and_then(|form| form.shifted(-1)) else {
            return false;
        };
        self.with(opposite).is_empty_within(work)
    }

    /// Is it proved that the facts of this system and those of the other say the same?
    #[must_use]
    pub fn equivalent_within(&self, other: &System, work: &mut Work) -> bool {
        let mut says = |one: &System, fact: &Linear| {
            one.implies_at_once(fact) || one.implies_within(fact, work)
        };
        other.facts.iter().all(|fact| says(self, fact))
            && self.facts.iter().all(|fact| says(other, fact))
    }

    /// Is the fact weaker than one of the facts, or than the sum of two? Where systems are compared it mostly is.
    fn implies_at_once(&self, fact: &Linear) -> bool {
        let is_weaker = |form: &Linear| {
            form.terms.is_empty() && form.constant >= 0
                || self
                    .facts
                    .iter()
                    .any(|one| one.terms == form.terms && one.constant <= form.constant)
        };
        is_weaker(fact)
            || self.facts.iter().any(|one| fact.minus(one).is_some_and(|rest| is_weaker(&rest)))
    }

    /// The greatest value of a form, if it can be proved.
    #[must_use]
    pub fn most_within(&self, form: &Linear, work: &mut Work) -> Option<Number> {
        match self.maximum_within(form, work) {
            Maximum::AtMost(most) => Some(most),
            Maximum::Empty | Maximum::Unknown => None,
        }
    }

    /// The least value of a form, if it can be proved.
    #[must_use]
    pub fn least_within(&self, form: &Linear, work: &mut Work) -> Option<Number> {
        self.most_within(&form.scaled(-1)?, work)?.checked_neg()
    }

    /// The least and the greatest value of a form, as far as they can be proved.
    #[must_use]
    pub fn bounds_within(&self, form: &Linear, work: &mut Work) -> Bounds {
        (self.least_within(form, work), self.most_within(form, work))
    }

    /// The bounds of a form that stand among the facts. They need not be the best ones, but they mostly are.
    #[must_use]
    pub fn stated_bounds(&self, form: &Linear) -> Bounds {
        let most = |form: &Linear| match form.as_constant() {
            Some(constant) => Some(constant),
            None => {
                // terms ≤ constant, so the form is at most the constant and its own.
                let terms = form.scaled(-1)?.terms;
                let bounds = self.facts.iter().filter(|fact| fact.terms == terms);
                bounds.map(|fact| fact.constant + form.constant).min()
            }
        };
        (form.scaled(-1).and_then(|form| most(&form)).map(|most| -most), most(form))
    }
}

/// One fact on a line.
impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts.iter().try_for_each(|fact| writeln!(f, "{fact} >= 0"))
    }
}
