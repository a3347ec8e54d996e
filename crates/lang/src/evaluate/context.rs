//! What an expression can see while it is evaluated.

use std::cell::OnceCell;

use crate::ir::{Aggregate, Bound, Condition, Expr, Number, Slot};
use crate::linear::Interval;

/// What an expression can see: the position and the slots that are filled.
pub(super) struct Context<'a> {
    tuple: &'a [u64],
    slots: Vec<Number>,
    later: Number,
    /// The sum, the least and the greatest of all heaps, once one of them was asked for: of many heaps each may ask.
    totals: OnceCell<[Number; 3]>,
}

impl<'a> Context<'a> {
    /// A position, and what the first slots hold: its numbers, if they have names, or one heap among others.
    pub(super) fn new(tuple: &'a [u64], numbers: &[u64]) -> Context<'a> {
        let slots = numbers.iter().map(|number| Number::from(*number)).collect();
        Context { tuple, slots, later: 0, totals: OnceCell::new() }
    }

    /// This context with room for the names of a move.
    pub(super) fn with_names(mut self, names: usize) -> Context<'a> {
        self.slots.resize(self.slots.len() + names, 0);
        self
    }

    pub(super) fn set(&mut self, slot: Slot, number: Number) {
        self.slots[slot] = number;
    }

    pub(super) fn set_later(&mut self, row: u64) {
        self.later = row.into();
    }

    pub(super) fn value(&self, expr: &Expr) -> Number {
        match expr {
            Expr::Constant(number) => *number,
            Expr::Slot(slot) => self.slots[*slot],
            Expr::Later => self.later,
            Expr::Sum(a, b) => self.value(a) + self.value(b),
            Expr::Difference(a, b) => self.value(a) - self.value(b),
            Expr::Product(a, b) => self.value(a) * self.value(b),
            Expr::Quotient(a, by) => self.value(a).checked_div_euclid(*by).unwrap_or(0),
            Expr::Remainder(a, by) => self.value(a).checked_rem_euclid(*by).unwrap_or(0),
            Expr::Xor(a, b) => match (self.value(a), self.value(b)) {
                (a, b) if a >= 0 && b >= 0 => a ^ b,
                _ => -1,
            },
            Expr::Least(all) => all.iter().map(|one| self.value(one)).min().unwrap_or(0),
            Expr::Greatest(all) => all.iter().map(|one| self.value(one)).max().unwrap_or(0),
            Expr::If(condition, a, b) => self.value(if self.holds(condition) { a } else { b }),
            Expr::Of(aggregate) => self.of_all(*aggregate),
        }
    }

    fn of_all(&self, aggregate: Aggregate) -> Number {
        let numbers = || self.tuple.iter().map(|number| Number::from(*number));
        let totals = || {
            self.totals.get_or_init(|| {
                [numbers().sum(), numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)]
            })
        };
        match aggregate {
            Aggregate::Sum => totals()[0],
            Aggregate::Least => totals()[1],
            Aggregate::Greatest => totals()[2],
            Aggregate::Count => self.tuple.len() as Number,
            Aggregate::First => numbers().next().unwrap_or(0),
        }
    }

    pub(super) fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Truth(truth) => *truth,
            Condition::Compare(relation, a, b) => relation.holds(self.value(a), self.value(b)),
            Condition::Member(number, set) => set.contains(self.value(number)),
            Condition::Not(one) => !self.holds(one),
            Condition::All(all) => all.iter().all(|one| self.holds(one)),
            Condition::Any(all) => all.iter().any(|one| self.holds(one)),
            Condition::Distinct { nonzero } => self.are_distinct(*nonzero),
            Condition::Falling => self.tuple.is_sorted_by(|before, after| before >= after),
        }
    }

    fn are_distinct(&self, nonzero: bool) -> bool {
        let mut sorted = self.tuple.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1] || nonzero && pair[0] == 0)
    }

    /// The integers that satisfy a bound.
    pub(super) fn interval(&self, bound: &Bound) -> Interval {
        match (self.value(&bound.factor), self.value(&bound.rest)) {
            (0, ..0) => Interval::new(1, 0),
            (factor, rest) => Interval::solving(Interval::of(factor), Interval::of(rest)),
        }
    }
}
