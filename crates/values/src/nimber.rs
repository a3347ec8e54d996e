use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The value of an impartial position under normal play: that of a Nim heap of this size.
///
/// `+` is the nim-sum: binary digits are added without carry, so each nimber is its own negative.
///
/// ```
/// use bouton_values::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert_eq!([3, 4, 7].map(Nimber).into_iter().sum::<Nimber>(), Nimber::ZERO);
/// assert_eq!(Nimber(4).to_string(), "*4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of every P-position.
    pub const ZERO: Nimber = Nimber(0);
}

impl Add for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "the nim-sum is exclusive or")]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Add::add)
    }
}

/// `0`, `*`, `*2`, `*3`, …, as CGSuite writes them.
impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}

/// The least non-negative integer that is not among `values`.
///
/// ```
/// use bouton_values::{Nimber, mex};
/// assert_eq!(mex([0, 1, 3].map(Nimber)), Nimber(2));
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
#[must_use]
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut seen: Vec<u64> = values.into_iter().map(|value| value.0).collect();
    seen.sort_unstable();
    seen.dedup();
    let least = seen.iter().zip(0..).take_while(|(value, index)| **value == *index).count();
    Nimber(least as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nim_sum_is_an_abelian_group_of_involutions() {
        for a in (0..20).map(Nimber) {
            assert_eq!(a + Nimber::ZERO, a);
            assert_eq!(a + a, Nimber::ZERO);
            for b in (0..20).map(Nimber) {
                assert_eq!(a + b, b + a);
                for c in (0..20).map(Nimber) {
                    assert_eq!((a + b) + c, a + (b + c));
                }
            }
        }
    }

    /// The sum is the mex of the sums that one can move to: the definition of `+` on nimbers.
    #[test]
    fn the_nim_sum_is_the_sum_of_heaps() {
        for a in 0..40 {
            for b in 0..40 {
                let left = (0..a).map(|lower| Nimber(lower) + Nimber(b));
                let right = (0..b).map(|lower| Nimber(a) + Nimber(lower));
                assert_eq!(mex(left.chain(right)), Nimber(a) + Nimber(b));
            }
        }
    }

    #[test]
    fn mex_skips_repeats_and_gaps() {
        assert_eq!(mex([5, 5, 0, 0, 1].map(Nimber)), Nimber(2));
        assert_eq!(mex([1, 2, 3].map(Nimber)), Nimber(0));
        assert_eq!(mex([u64::MAX].map(Nimber)), Nimber(0));
    }
}
