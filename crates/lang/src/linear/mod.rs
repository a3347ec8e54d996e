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
#[cfg(test)]
mod tests;

use std::fmt;

use crate::program::{Expr, Number};
use eliminate::Eliminated;
pub(crate) use eliminate::gcd;

/// `Σ factor · variable + constant`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    /// Ascending variables with factors that are not 0.
    pub terms: Vec<(usize, Number)>,
    /// What is added.
    pub constant: Number,
}

impl Linear {
    /// The largest factor or constant; a sum or product beyond it is not worked out.
    pub const LARGEST: Number = 1 << 120;

    /// A form without variables.
    #[must_use]
    pub fn constant(constant: Number) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// An expression that is linear in its slots.
    pub(crate) fn of_expr(expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Constant(number) => Some(Linear::constant(*number)),
            Expr::Slot(slot) => Some(Linear::variable(*slot)),
            Expr::Sum(a, b) => Linear::of_expr(a)?.plus(&Linear::of_expr(b)?),
            Expr::Difference(a, b) => Linear::of_expr(a)?.minus(&Linear::of_expr(b)?),
            Expr::Product(a, b) => match (&**a, &**b) {
                (Expr::Constant(number), other) | (other, Expr::Constant(number)) => {
                    Linear::of_expr(other)?.scaled(*number)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A variable.
    #[must_use]
    pub fn variable(variable: usize) -> Linear {
        Linear { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The sum of these terms; variables may come in any order and more than once. `None` on overflow.
    #[must_use]
    pub fn of(terms: &[(usize, Number)], constant: Number) -> Option<Linear> {
        terms.iter().try_fold(Linear::constant(constant), |sum, (variable, factor)| {
            sum.plus(&Linear::variable(*variable).scaled(*factor)?)
        })
    }

    /// The factor of a variable, 0 if it does not occur.
    #[must_use]
    pub fn factor(&self, variable: usize) -> Number {
        match self.terms.binary_search_by_key(&variable, |(variable, _)| *variable) {
            Ok(place) => self.terms[place].1,
            Err(_) => 0,
        }
    }

    /// The constant, if there is nothing else.
    #[must_use]
    pub fn as_constant(&self) -> Option<Number> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Does a variable occur for which this holds?
    #[must_use]
    pub fn mentions(&self, which: impl Fn(usize) -> bool) -> bool {
        self.terms.iter().any(|(variable, _)| which(*variable))
    }

    /// The sum; `None` on overflow.
    #[must_use]
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        self.combined(1, other, 1)
    }

    /// The difference; `None` on overflow.
    #[must_use]
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.combined(1, other, -1)
    }

    /// The same with a constant added; `None` on overflow.
    #[must_use]
    pub fn shifted(&self, by: Number) -> Option<Linear> {
        Linear { terms: self.terms.clone(), constant: self.constant.checked_add(by)? }.tame()
    }

    /// A multiple; `None` on overflow.
    #[must_use]
    pub fn scaled(&self, by: Number) -> Option<Linear> {
        self.combined(by, &Linear::default(), 0)
    }

    /// `a · self + b · other`; `None` on overflow.
    #[must_use]
    pub fn combined(&self, a: Number, other: &Linear, b: Number) -> Option<Linear> {
        let of = |x: Number, y: Number| a.checked_mul(x)?.checked_add(b.checked_mul(y)?);
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        while let Some(variable) = least(left.peek(), right.peek()) {
            let x = left.next_if(|term| term.0 == variable).map_or(0, |term| term.1);
            let y = right.next_if(|term| term.0 == variable).map_or(0, |term| term.1);
            match of(x, y)? {
                0 => {}
                factor => terms.push((variable, factor)),
            }
        }
        Linear { terms, constant: of(self.constant, other.constant)? }.tame()
    }

    /// The form with each variable replaced by what `value` says of it; others stay. `None` on overflow.
    #[must_use]
    pub fn substituted(&self, value: impl Fn(usize) -> Option<Linear>) -> Option<Linear> {
        self.terms.iter().try_fold(Linear::constant(self.constant), |sum, (variable, factor)| {
            let value = value(*variable).unwrap_or_else(|| Linear::variable(*variable));
            sum.combined(1, &value, *factor)
        })
    }

    /// Its value where the variables have these values; `None` on overflow.
    #[must_use]
    pub fn value(&self, of: impl Fn(usize) -> Number) -> Option<Number> {
        self.terms.iter().try_fold(self.constant, |sum, (variable, factor)| {
            sum.checked_add(factor.checked_mul(of(*variable))?)
        })
    }

    /// What it costs to look at it, in units of [`Work`].
    pub(crate) fn cost(&self) -> usize {
        1 + self.terms.len() / 4
    }

    /// Itself, if no number in it is too large.
    fn tame(self) -> Option<Linear> {
        let small = |number: Number| (-Linear::LARGEST..=Linear::LARGEST).contains(&number);
        let tame = small(self.constant) && self.terms.iter().all(|term| small(term.1));
        tame.then_some(self)
    }

    /// Writes the form with names for the variables: `2a - b + 1`.
    #[must_use]
    pub fn with_names(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        let mut add = |number: Number, what: String| {
            let sign = match (text.is_empty(), number < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = match number.unsigned_abs() {
                1 if !what.is_empty() => String::new(),
                size => size.to_string(),
            };
            text += &format!("{sign}{size}{what}");
        };
        self.terms.iter().for_each(|(variable, factor)| add(*factor, name(*variable)));
        if self.constant != 0 || self.terms.is_empty() {
            add(self.constant, String::new());
        }
        text
    }
}

/// The lesser variable of two terms.
fn least(a: Option<&&(usize, Number)>, b: Option<&&(usize, Number)>) -> Option<usize> {
    a.into_iter().chain(b).map(|term| term.0).min()
}

/// Variables are written `x0`, `x1`, …
impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|variable| format!("x{variable}")))
    }
}

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

    /// So many units, for one question or for several; none of them gets more than [`Work::OF_A_QUESTION`].
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

    /// Takes so many units, or says that there are not so many left; then nothing is left.
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

impl System {
    /// More variables than this are too many for a question.
    pub const MOST_VARIABLES: usize = 64;
    /// More facts than this at one time are too many for a question.
    pub const MOST_FACTS: usize = 1024;

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

    /// The same with another fact.
    #[must_use]
    pub fn with(&self, fact: Linear) -> System {
        let mut system = self.clone();
        system.add(fact);
        system
    }

    /// What the form is at most.
    #[must_use]
    pub fn maximum(&self, form: &Linear) -> Maximum {
        self.maximum_within(form, &mut Work::default())
    }

    /// Is it proved that nothing satisfies all facts?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_empty_within(&mut Work::default())
    }

    /// Is it proved that `form ≥ 0` wherever the facts hold?
    #[must_use]
    pub fn implies(&self, form: &Linear) -> bool {
        self.implies_within(form, &mut Work::default())
    }

    /// Is it proved that the facts of this system and those of the other say the same?
    #[must_use]
    pub fn equivalent(&self, other: &System) -> bool {
        self.equivalent_within(other, &mut Work::default())
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
            Eliminated::Empty => Maximum::Empty,
            Eliminated::Left(facts) => {
                // After division by the factor, -form + constant ≥ 0 is the only upper bound there can be.
                let bounds = facts.iter().filter(|fact| fact.terms == [(FORM, -1)]);
                bounds.map(|fact| fact.constant).min().map_or(Maximum::Unknown, Maximum::AtMost)
            }
            Eliminated::TooMuch => Maximum::Unknown,
        }
    }

    /// Is it proved that nothing satisfies all facts?
    #[must_use]
    pub fn is_empty_within(&self, work: &mut Work) -> bool {
        matches!(eliminate::eliminate(&self.facts, None, work), Eliminated::Empty)
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
        self.implies_all_within(&other.facts, work) && other.implies_all_within(&self.facts, work)
    }

    /// Is each of the facts proved?
    #[must_use]
    pub fn implies_all_within(&self, facts: &[Linear], work: &mut Work) -> bool {
        facts.iter().all(|fact| self.facts.contains(fact) || self.implies_within(fact, work))
    }
}

/// One fact on a line.
impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts.iter().try_for_each(|fact| writeln!(f, "{fact} >= 0"))
    }
}
