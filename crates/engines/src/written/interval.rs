//! What a number can be at least and at most.

/// All integers from the first to the second. Ends beyond ±2¹⁰⁰ are cut there, which is far outside of what any
/// register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) least: i128,
    pub(super) most: i128,
}

const FAR: i128 = 1 << 100;

fn cut(number: i128) -> i128 {
    number.clamp(-FAR, FAR)
}

impl Interval {
    /// Nothing is known.
    pub(super) const ALL: Interval = Interval { least: -FAR, most: FAR };

    pub(super) fn new(least: i128, most: i128) -> Interval {
        Interval { least: cut(least), most: cut(most) }
    }

    pub(super) fn of(number: i128) -> Interval {
        Interval::new(number, number)
    }

    /// Does it lie within ± the bound?
    pub(super) fn is_within(self, bound: i128) -> bool {
        -bound <= self.least && self.most <= bound
    }

    /// The only number in it.
    pub(super) fn single(self) -> Option<i128> {
        (self.least == self.most).then_some(self.least)
    }

    pub(super) fn plus(self, other: Interval) -> Interval {
        Interval::new(self.least + other.least, self.most + other.most)
    }

    pub(super) fn negative(self) -> Interval {
        Interval::new(-self.most, -self.least)
    }

    pub(super) fn minus(self, other: Interval) -> Interval {
        self.plus(other.negative())
    }

    /// The extreme products are those of the ends.
    pub(super) fn times(self, other: Interval) -> Interval {
        let ends = [self.least, self.most];
        let products = ends.map(|a| [other.least, other.most].map(|b| a.saturating_mul(b)));
        let [a, b, c, d] = [products[0][0], products[0][1], products[1][0], products[1][1]];
        Interval::new(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
    }

    /// Rounded down; the divisor is positive.
    pub(super) fn quotient(self, by: i128) -> Interval {
        Interval::new(self.least.div_euclid(by), self.most.div_euclid(by))
    }

    /// From 0 to the divisor less 1; the divisor is positive.
    pub(super) fn remainder(self, by: i128) -> Interval {
        match self.least >= 0 && self.most < by {
            true => self,
            false => Interval::new(0, by - 1),
        }
    }

    /// The nim-sum needs no more bits than its parts; it is -1 where a part is negative.
    pub(super) fn xor(self, other: Interval) -> Interval {
        let bits = i128::BITS - self.most.max(other.most).max(0).leading_zeros();
        let least = if self.least < 0 || other.least < 0 { -1 } else { 0 };
        Interval::new(least, (1 << bits) - 1)
    }

    pub(super) fn lesser(self, other: Interval) -> Interval {
        Interval::new(self.least.min(other.least), self.most.min(other.most))
    }

    pub(super) fn greater(self, other: Interval) -> Interval {
        Interval::new(self.least.max(other.least), self.most.max(other.most))
    }

    /// The least interval that holds both.
    pub(super) fn hull(self, other: Interval) -> Interval {
        Interval::new(self.least.min(other.least), self.most.max(other.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation holds what comes of every pair of numbers, for all small intervals.
    #[test]
    fn intervals_hold_all_results() {
        let all: Vec<Interval> =
            (-4..=5).flat_map(|a| (a..=5).map(move |b| Interval::new(a, b))).collect();
        for x in &all {
            for y in &all {
                for a in x.least..=x.most {
                    for b in y.least..=y.most {
                        let xor = if a < 0 || b < 0 { -1 } else { a ^ b };
                        assert!(holds(x.plus(*y), a + b) && holds(x.minus(*y), a - b));
                        assert!(holds(x.times(*y), a * b) && holds(x.xor(*y), xor));
                        assert!(holds(x.lesser(*y), a.min(b)) && holds(x.greater(*y), a.max(b)));
                        assert!(holds(x.hull(*y), a) && holds(x.hull(*y), b));
                    }
                }
            }
            for by in 1..=4 {
                for a in x.least..=x.most {
                    assert!(holds(x.quotient(by), a.div_euclid(by)));
                    assert!(holds(x.remainder(by), a.rem_euclid(by)));
                }
            }
        }
        assert_eq!(Interval::ALL.times(Interval::ALL), Interval::ALL);
    }

    fn holds(interval: Interval, number: i128) -> bool {
        interval.least <= number && number <= interval.most
    }
}
