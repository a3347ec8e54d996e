//! Nimbers: the nim-sum, the nim-product and the least excludant.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign};

/// The value of an impartial position under normal play: that of a Nim heap of this size.
///
/// `+` is the nim-sum: binary digits are added without carry, so each nimber is its own negative.
/// `*` is the nim-product, with which the nimbers below 2^64 are a field.
///
/// ```
/// use bouton_values::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
/// assert_eq!([3, 4, 7].map(Nimber).into_iter().sum::<Nimber>(), Nimber::ZERO);
/// assert_eq!(Nimber(4).to_string(), "*4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The nim-value 0, which every P-position has.
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

/// The nim-product: a ⊗ b is the mex of all a' ⊗ b ⊕ a ⊗ b' ⊕ a' ⊗ b' with a' < a and b' < b.
///
/// Conway: a Fermat power F = 2^(2^n) has x ⊗ F = x·F for x < F, and F ⊗ F = F ⊕ F/2. So a product below
/// F² comes from products below F, as in Karatsuba's multiplication.
impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(nim_product(self.0, other.0, 32))
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Nimber) {
        *self = *self * other;
    }
}

/// The nim-product of nimbers with 2·`half` bits, where `half` is a power of two.
fn nim_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let ones = (1 << half) - 1;
    let (a_high, a_low) = (a >> half, a & ones);
    let (b_high, b_low) = (b >> half, b & ones);
    let low = nim_product(a_low, b_low, half / 2);
    let both = nim_product(a_high ^ a_low, b_high ^ b_low, half / 2);
    let high = nim_product(a_high, b_high, half / 2);
    // high ⊗ F ⊗ F = high·F ⊕ high ⊗ F/2, and `both` is the mixed terms plus high and low.
    let carried = nim_product(high, 1 << (half - 1), half / 2);
    ((both ^ low) << half) ^ low ^ carried
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

    /// a ⊗ b as the mex of what the definition names, from a table of smaller products.
    #[test]
    fn the_nim_product_is_that_of_the_definition() {
        const SIZE: usize = 32;
        let mut table = vec![vec![Nimber::ZERO; SIZE]; SIZE];
        for a in 0..SIZE {
            for b in 0..SIZE {
                let pairs = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                table[a][b] = mex(pairs.map(|(x, y)| table[x][b] + table[a][y] + table[x][y]));
                assert_eq!(Nimber(a as u64) * Nimber(b as u64), table[a][b], "{a} {b}");
            }
        }
        assert_eq!(Nimber(2) * Nimber(2), Nimber(3));
        assert_eq!(Nimber(4) * Nimber(4), Nimber(6));
        assert_eq!(Nimber(16) * Nimber(16), Nimber(24));
    }

    #[test]
    fn nimbers_of_a_word_are_a_field() {
        let edges =
            [1, 2, 255, 256, 1 << 16, (1 << 32) - 1, 1 << 32, 1 << 63, u64::MAX - 1, u64::MAX];
        for a in edges.map(Nimber) {
            assert_eq!((a * Nimber(1), a * Nimber::ZERO), (a, Nimber::ZERO));
            // The multiplicative group has 2^64 - 1 elements, so that a^(2^64) = a.
            let square_often = (0..64).fold(a, |power, _| power * power);
            assert_eq!(square_often, a);
            for b in edges.map(Nimber) {
                assert_eq!(a * b, b * a);
                assert_ne!(a * b, Nimber::ZERO);
                for c in edges.map(Nimber) {
                    assert_eq!((a * b) * c, a * (b * c));
                    assert_eq!(a * (b + c), a * b + a * c);
                }
            }
        }
    }

    /// The Fermat powers 2, 4, 16, 256, 2^16, 2^32: smaller factors shift, the square is 3/2 of it.
    #[test]
    fn fermat_powers_multiply_as_conway_says() {
        for exponent in [1, 2, 4, 8, 16, 32] {
            let fermat = Nimber(1 << exponent);
            assert_eq!(fermat * fermat, Nimber(3 << (exponent - 1)));
            for smaller in [1, (1 << exponent) - 1, 1 << (exponent - 1)] {
                assert_eq!(Nimber(smaller) * fermat, Nimber(smaller << exponent));
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
