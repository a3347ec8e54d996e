//! Euclid's game, by the Euclidean algorithm.
//!
//! *Theorem.* Let a = qb + r with b > 0, q ≥ 1 and 0 ≤ r < b.
//! 1. (a, b) is P, under normal or misère play, iff q = 1 and (b, r) is not P.
//! 2. Under normal play the nim-value of (a, b) is q - 1 if q ≤ g, and q otherwise, where g is the
//!    nim-value of (b, r).
//!
//! *Proof.* The options of (a, b) leave b and one of r, r + b, …, r + (q-1)b. (If q = 1 and r = 0, there
//! are two, (0, b) and (b, 0), but they are alike.) So (r, b), (r + b, b), (r + 2b, b), … are such that the
//! options of each are those before it. At most one of them is P: the first, or else the second. And
//! their nim-values are g, then the other numbers 0, 1, 2, … in order. ∎
//!
//! So a position takes as many divisions as the Euclidean algorithm, at any size.

use bouton_rules::{Limits, Meter, Position, Refusal};
use bouton_values::{Nimber, Outcome};

use super::Plane;
use crate::finding::Solution;
use crate::view::View;
use crate::words::some_of;

/// Euclid's game with its ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Euclid {
    pub(super) is_misere: bool,
}

/// Steps for the divisions of a cell.
const STEPS: u128 = 60;

impl Euclid {
    fn is_lost(self, a: u64, b: u64) -> bool {
        let (large, small) = (a.max(b), a.min(b));
        match large.checked_rem(small) {
            None => !self.is_misere,
            Some(rest) => large / small == 1 && !self.is_lost(small, rest),
        }
    }

    /// The nim-value under normal play.
    fn nim_value(a: u64, b: u64) -> u64 {
        let (large, small) = (a.max(b), a.min(b));
        let Some(rest) = large.checked_rem(small) else { return 0 };
        let quotient = large / small;
        if quotient <= Euclid::nim_value(small, rest) { quotient - 1 } else { quotient }
    }

    pub(super) fn solve(self, a: u64, b: u64) -> Solution {
        let mut winning = Vec::new();
        for (number, other, place) in [(b, a, 1), (a, b, 0)] {
            let Some(rest) = number.checked_rem(other) else { continue };
            // Only the first two of the line can be P.
            let targets = [rest, rest.saturating_add(other)].into_iter();
            let lost = targets.filter(|target| *target < number && self.is_lost(*target, other));
            winning.extend(lost.map(|target| {
                Position::Tuple(if place == 0 { vec![target, other] } else { vec![other, target] })
            }));
        }
        let value = (!self.is_misere).then(|| Nimber(Euclid::nim_value(a, b)));
        let reasons = vec![self.explain(a, b, &winning)];
        let mut solution = Solution::impartial(value, winning, reasons);
        if !self.is_lost(a, b) {
            solution.outcome = Outcome::N;
        }
        solution
    }

    fn explain(self, a: u64, b: u64, winning: &[Position]) -> String {
        let (large, small) = (a.max(b), a.min(b));
        let Some(rest) = large.checked_rem(small) else {
            let fate = if self.is_misere { "wins" } else { "loses" };
            return format!("one number is 0: the mover is stuck and {fate}");
        };
        match winning {
            [] => format!(
                "{small} goes into {large} once: the only move leaves {small} and {rest}, an \
                 N-position"
            ),
            _ => format!("leaving {} wins: it is a P-position", some_of(winning)),
        }
    }

    /// Calls `row` with each row of the view.
    fn rows<T>(
        self,
        view: &View,
        limits: &Limits,
        cell: impl Fn(u64, u64) -> T,
        mut row: impl FnMut(&[T]),
    ) -> Result<(), Refusal> {
        limits.check_steps("the divisions", view.size().saturating_mul(STEPS))?;
        let mut meter = Meter::new(limits, "the divisions").out_of(view.size()).every(1 << 16);
        let mut values = Vec::new();
        for y in view.rows.clone() {
            values.clear();
            for x in view.cells.clone() {
                values.push(cell(x, y));
                meter.spend(1)?;
            }
            row(&values);
        }
        Ok(())
    }
}

/// The game is symmetric, so the order of the axes does not matter.
impl Plane for Euclid {
    fn losing(&self, view: &View, limits: &Limits, row: impl FnMut(&[u8])) -> Result<(), Refusal> {
        self.rows(view, limits, |a, b| u8::from(self.is_lost(a, b)), row)
    }

    fn values(&self, view: &View, limits: &Limits, row: impl FnMut(&[u64])) -> Result<(), Refusal> {
        self.rows(view, limits, Euclid::nim_value, row)
    }
}
