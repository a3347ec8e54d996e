//! What a number can be at least and at most.

use crate::ir::{Expr, Number, Relation, Set};

/// All integers from `low` to `high`; none, if `low` is the greater. An end that would exceed what a [`Number`] can be
/// is cut there, which loses nothing, since no number of a program comes near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Interval {
    /// The least.
    pub low: Number,
    /// The greatest.
    pub high: Number,
}

impl Interval {
    /// Nothing is known.
    pub const ALL: Interval = Interval { low: Number::MIN, high: Number::MAX };

    /// From the one to the other.
    pub const fn new(low: Number, high: Number) -> Interval {
        Interval { low, high }
    }

    /// This number alone.
    pub const fn of(number: Number) -> Interval {
        Interval { low: number, high: number }
    }

    /// From the least to the greatest element of a set; 0 alone if it is empty.
    pub fn around(set: &Set) -> Interval {
        let (low, high) = set.ends();
        Interval::new(low.unwrap_or(0), high.unwrap_or(set.tail.map_or(0, |_| Number::MAX)))
    }

    /// All numbers x for which `factor · x + rest ≥ 0` holds with some factor and rest from these intervals, or more.
    pub fn solving(factor: Interval, rest: Interval) -> Interval {
        let most = rest.high;
        if factor.low > 0 {
            let by = if most >= 0 { factor.low } else { factor.high };
            return Interval::new(0i128.saturating_sub(most.div_euclid(by)), Number::MAX);
        }
        if factor.high < 0 {
            let by = if most >= 0 { -factor.high } else { 0i128.saturating_sub(factor.low) };
            return Interval::new(Number::MIN, most.div_euclid(by));
        }
        Interval::ALL
    }

    /// What an expression can be, if `of` says that of its parts. `None` for what has no parts, or other parts than
    /// numbers.
    pub fn of_operation(expr: &Expr, of: impl Fn(&Expr) -> Interval) -> Option<Interval> {
        let each = |all: &[Expr], join: fn(Interval, Interval) -> Interval| {
            all.iter().map(&of).reduce(join).unwrap_or(Interval::of(0))
        };
        Some(match expr {
            Expr::Constant(number) => Interval::of(*number),
            Expr::Sum(a, b) => of(a).plus(of(b)),
            Expr::Difference(a, b) => of(a).minus(of(b)),
            Expr::Product(a, b) => of(a).times(of(b)),
            Expr::Quotient(a, by) => of(a).quotient(*by),
            Expr::Remainder(a, by) => of(a).remainder(*by),
            Expr::Xor(a, b) => of(a).xor(of(b)),
            Expr::Least(all) => each(all, Interval::lesser),
            Expr::Greatest(all) => each(all, Interval::greater),
            Expr::If(_, a, b) => of(a).hull(of(b)),
            Expr::Slot(_) | Expr::Later | Expr::Of(_) => return None,
        })
    }

    /// Does it lie within ± the bound?
    #[must_use]
    pub fn is_within(self, bound: Number) -> bool {
        -bound <= self.low && self.high <= bound
    }

    /// The only number in it.
    #[must_use]
    pub fn single(self) -> Option<Number> {
        (self.low == self.high).then_some(self.low)
    }

    /// How many numbers it holds.
    #[must_use]
    pub fn count(self) -> u128 {
        match self.low <= self.high {
            true => self.high.abs_diff(self.low).saturating_add(1),
            false => 0,
        }
    }

    /// All sums.
    pub fn plus(self, other: Interval) -> Interval {
        Interval::new(self.low.saturating_add(other.low), self.high.saturating_add(other.high))
    }

    /// All differences.
    pub fn minus(self, other: Interval) -> Interval {
        Interval::new(self.low.saturating_sub(other.high), self.high.saturating_sub(other.low))
    }

    /// All products; the extreme ones are those of the ends.
    pub fn times(self, other: Interval) -> Interval {
        let ends = [self.low, self.high];
        let products = ends.map(|a| [other.low, other.high].map(|b| a.saturating_mul(b)));
        let [a, b, c, d] = [products[0][0], products[0][1], products[1][0], products[1][1]];
        Interval::new(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
    }

    /// All quotients, rounded down; 0 where the divisor is not positive.
    pub fn quotient(self, by: Number) -> Interval {
        match by {
            1.. => Interval::new(self.low.div_euclid(by), self.high.div_euclid(by)),
            _ => Interval::of(0),
        }
    }

    /// All remainders, from 0 to the divisor less 1; 0 where the divisor is not positive.
    pub fn remainder(self, by: Number) -> Interval {
        let (low, high) = (self.quotient(by).low, self.quotient(by).high);
        match by {
            1.. if low == high => Interval::new(self.low.rem_euclid(by), self.high.rem_euclid(by)),
            1.. => Interval::new(0, by - 1),
            _ => Interval::of(0),
        }
    }

    /// All nim-sums: they need no more bits than their parts, and are -1 where a part is negative.
    pub fn xor(self, other: Interval) -> Interval {
        let bits = Number::BITS - self.high.max(other.high).max(0).leading_zeros();
        let low = if self.low < 0 || other.low < 0 { -1 } else { 0 };
        let high = if bits < Number::BITS - 1 { (1 << bits) - 1 } else { Number::MAX };
        Interval::new(low, high)
    }

    /// All that the lesser of two numbers can be.
    pub fn lesser(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.min(other.high))
    }

    /// All that the greater of two numbers can be.
    pub fn greater(self, other: Interval) -> Interval {
        Interval::new(self.low.max(other.low), self.high.max(other.high))
    }

    /// The least interval that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// What lies in both.
    pub fn meet(self, other: Interval) -> Interval {
        Interval::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// Does the relation hold between all numbers of the one and of the other, or between none? `None` if that
    /// depends on the numbers.
    #[must_use]
    pub fn compared(self, relation: Relation, other: Interval) -> Option<bool> {
        let less = |a: Interval, b: Interval| {
            if a.high < b.low { Some(true) } else { (a.low >= b.high).then_some(false) }
        };
        match relation {
            Relation::Less => less(self, other),
            Relation::Greater => less(other, self),
            Relation::Equal if self.meet(other).count() == 0 => Some(false),
            Relation::Equal => self.single().and(other.single()).map(|_| true),
            _ => self.compared(relation.negated(), other).map(|holds| !holds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(interval: Interval, number: Number) -> bool {
        interval.low <= number && number <= interval.high
    }

    fn all(low: Number, high: Number) -> Vec<Interval> {
        (low..=high).flat_map(|a| (a..=high).map(move |b| Interval::new(a, b))).collect()
    }

    /// Every operation holds what comes of every pair of numbers, for all small intervals.
    #[test]
    fn intervals_hold_all_results() {
        for x in all(-4, 5) {
            for y in all(-4, 5) {
                for (a, b) in (x.low..=x.high).flat_map(|a| (y.low..=y.high).map(move |b| (a, b))) {
                    let xor = if a < 0 || b < 0 { -1 } else { a ^ b };
                    assert!(holds(x.plus(y), a + b) && holds(x.minus(y), a - b));
                    assert!(holds(x.times(y), a * b) && holds(x.xor(y), xor));
                    assert!(holds(x.lesser(y), a.min(b)) && holds(x.greater(y), a.max(b)));
                    assert!(holds(x.hull(y), a) && holds(x.hull(y), b));
                    assert!(a != b || holds(x.meet(y), a));
                }
            }
            for (by, a) in (1..=4).flat_map(|by| (x.low..=x.high).map(move |a| (by, a))) {
                assert!(holds(x.quotient(by), a.div_euclid(by)));
                assert!(holds(x.remainder(by), a.rem_euclid(by)));
            }
        }
        assert_eq!(Interval::ALL.times(Interval::ALL), Interval::ALL);
        assert_eq!(Interval::ALL.minus(Interval::ALL), Interval::ALL);
        assert!(holds(Interval::ALL.xor(Interval::ALL), Number::MAX));
    }

    /// All bits of the longer part may be set, and none above them.
    #[test]
    fn nim_sums_have_as_many_bits_as_their_parts() {
        let (wide, long) = (1 << 126, (1 << 126) - 1);
        for (x, y, sum) in [
            ((0, 5), (0, 2), (0, 7)),
            ((0, 2), (3, 8), (0, 15)),
            ((0, 0), (0, 0), (0, 0)),
            ((-1, 3), (0, 4), (-1, 7)),
            ((0, 4), (-6, 3), (-1, 7)),
            ((-3, -1), (-2, -2), (-1, 0)),
            ((0, long), (0, 1), (0, long)),
            ((0, wide), (0, 1), (0, Number::MAX)),
        ] {
            let [x, y, sum] = [x, y, sum].map(|(low, high)| Interval::new(low, high));
            assert_eq!(x.xor(y), sum);
        }
    }

    #[test]
    fn an_interval_is_within_a_bound_if_both_ends_are() {
        for (low, high, least) in [(-3, 2, 3), (-2, 3, 3), (1, 2, 2), (-4, -1, 4), (0, 0, 0)] {
            let interval = Interval::new(low, high);
            assert!(interval.is_within(least) && interval.is_within(least + 1));
            assert!(!interval.is_within(least - 1));
        }
    }

    /// A relation is decided just where all pairs of numbers agree.
    #[test]
    fn relations_are_decided_where_all_numbers_agree() {
        for (x, y) in
            all(-2, 3).into_iter().flat_map(|x| all(-2, 3).into_iter().map(move |y| (x, y)))
        {
            for relation in Relation::ALL.iter().copied() {
                let pairs = (x.low..=x.high).flat_map(|a| (y.low..=y.high).map(move |b| (a, b)));
                let count = pairs.clone().count();
                let held = pairs.filter(|(a, b)| relation.holds(*a, *b)).count();
                let wanted = if held == count { Some(true) } else { (held == 0).then_some(false) };
                assert_eq!(x.compared(relation, y), wanted, "{x:?} {relation:?} {y:?}");
            }
        }
    }

    #[test]
    fn bounds_are_solved_for_all_factors_and_rests() {
        for factor in all(-3, 3) {
            for rest in all(-7, 7).into_iter().step_by(3) {
                let found = Interval::solving(factor, rest);
                for x in -9..=9 {
                    let possible = (factor.low..=factor.high).any(|f| f * x + rest.high >= 0);
                    assert!(!possible || holds(found, x), "{factor:?} {rest:?} {x}");
                }
            }
        }
        assert_eq!(Interval::solving(Interval::of(-1), Interval::ALL), Interval::ALL);
    }
}
