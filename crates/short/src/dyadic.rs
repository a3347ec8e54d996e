//! Dyadic rationals, and the simplest number of an interval.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, BitXor, Neg, Sub};

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

/// A dyadic rational of any size: numerator / 2^exponent in lowest terms.
///
/// ```
/// use bouton_short::Dyadic;
/// let half = Dyadic::new(1.into(), 1);
/// assert_eq!((&half + &half).to_string(), "1");
/// assert_eq!((&Dyadic::from(3) - &half).to_string(), "5/2");
/// assert!(half < Dyadic::from(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    /// Odd, unless `exponent` is 0.
    numerator: IBig,
    exponent: usize,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic { numerator: IBig::ZERO, exponent: 0 };

    /// The number numerator / 2^exponent.
    #[must_use]
    pub fn new(numerator: IBig, exponent: usize) -> Dyadic {
        let zeros = numerator.trailing_zeros().unwrap_or(exponent);
        let spare = zeros.min(exponent);
        Dyadic { numerator: numerator >> spare, exponent: exponent - spare }
    }

    /// The numerator, odd unless the number is an integer.
    #[must_use]
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// The k for which the denominator is 2^k.
    #[must_use]
    pub fn exponent(&self) -> usize {
        self.exponent
    }

    /// Is the number an integer?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent == 0
    }

    /// Is the number 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The sign: -1, 0 or 1.
    #[must_use]
    pub fn sign(&self) -> i8 {
        match self.numerator.cmp(&IBig::ZERO) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }

    /// Half of this number.
    #[must_use]
    pub fn half(&self) -> Dyadic {
        Dyadic::new(self.numerator.clone(), self.exponent + 1)
    }

    /// The largest integer that is at most this number.
    #[must_use]
    pub fn floor(&self) -> IBig {
        // The shift of a negative number rounds down.
        &self.numerator >> self.exponent
    }

    /// The least integer that is at least this number.
    #[must_use]
    pub fn ceiling(&self) -> IBig {
        -(-self).floor()
    }

    /// The number of bits of the numerator: a measure of what arithmetic with this number costs.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.numerator.bit_len().max(self.exponent)
    }

    /// The nearest floating-point number, for pictures.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        // Only the 60 leading bits matter; what is cut off is below the precision.
        let spare = self.numerator.bit_len().saturating_sub(60);
        let leading = i64::try_from(&self.numerator >> spare).unwrap_or(i64::MAX);
        let exponent = spare as f64 - self.exponent as f64;
        leading as f64 * exponent.exp2()
    }

    /// The digit at this place after the binary point, counted from 1.
    #[must_use]
    pub fn digit(&self, place: usize) -> bool {
        place <= self.exponent && self.numerator.bit(self.exponent - place)
    }

    /// The k with 2^k ≤ number < 2^(k+1), the column of the leftmost one; `None` unless the number is positive.
    #[must_use]
    pub fn top_column(&self) -> Option<i128> {
        let columns = i128::try_from(self.numerator.bit_len()).ok().filter(|_| self.sign() > 0)?;
        Some(columns - 1 - i128::try_from(self.exponent).ok()?)
    }

    /// The binary expansion of a number that is not negative, filled up with zeros to this many digits before and after
    /// the point.
    #[must_use]
    pub fn expansion(&self, before: usize, after: usize) -> String {
        let whole = format!("{:0>before$}", self.floor().in_radix(2).to_string());
        let after = (1..=after.max(self.exponent)).map(|place| u8::from(self.digit(place)));
        let after: String = after.map(|digit| char::from(b'0' + digit)).collect();
        if after.is_empty() { whole } else { format!("{whole}.{after}") }
    }

    /// Both numerators over the common denominator, and its exponent.
    fn aligned(&self, other: &Dyadic) -> (IBig, IBig, usize) {
        let exponent = self.exponent.max(other.exponent);
        (
            &self.numerator << (exponent - self.exponent),
            &other.numerator << (exponent - other.exponent),
            exponent,
        )
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic { numerator: integer.into(), exponent: 0 }
    }
}

impl From<IBig> for Dyadic {
    fn from(integer: IBig) -> Dyadic {
        Dyadic { numerator: integer, exponent: 0 }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let signs = self.sign().cmp(&other.sign());
        if signs != Ordering::Equal {
            return signs;
        }
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    fn add(self, other: &Dyadic) -> Dyadic {
        let (a, b, exponent) = self.aligned(other);
        Dyadic::new(a + b, exponent)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    fn sub(self, other: &Dyadic) -> Dyadic {
        let (a, b, exponent) = self.aligned(other);
        Dyadic::new(a - b, exponent)
    }
}

/// Column by column of the binary expansions, without carry.
///
/// ```
/// use bouton_short::Dyadic;
/// let (a, b) = (Dyadic::new(3.into(), 2), Dyadic::from(5)); // 0.11 and 101
/// assert_eq!((&a ^ &b).to_string(), "23/4");
/// assert_eq!((&a ^ &b).expansion(3, 2), "101.11");
/// ```
impl BitXor for &Dyadic {
    type Output = Dyadic;

    fn bitxor(self, other: &Dyadic) -> Dyadic {
        let (a, b, exponent) = self.aligned(other);
        Dyadic::new(a ^ b, exponent)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -&self.numerator, exponent: self.exponent }
    }
}

/// `3`, `-5/8`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, UBig::ONE << exponent),
        }
    }
}

/// Where an interval of numbers ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End<'a> {
    /// The interval has no end on this side.
    Infinite,
    /// The interval ends at this number, which does not belong to it.
    Open(&'a Dyadic),
    /// The interval ends at this number, which belongs to it.
    Closed(&'a Dyadic),
}

impl End<'_> {
    fn below(self, x: &Dyadic) -> bool {
        match self {
            End::Infinite => true,
            End::Open(end) => end < x,
            End::Closed(end) => end <= x,
        }
    }

    fn above(self, x: &Dyadic) -> bool {
        match self {
            End::Infinite => true,
            End::Open(end) => end > x,
            End::Closed(end) => end >= x,
        }
    }
}

impl<'a> End<'a> {
    fn number(self) -> Option<&'a Dyadic> {
        match self {
            End::Infinite => None,
            End::Open(end) | End::Closed(end) => Some(end),
        }
    }

    /// As a lower end: the first multiple of 2^-places inside; `None` if there is no first.
    pub(crate) fn first_multiple(self, places: usize) -> Option<Dyadic> {
        Some(next_multiple(self.number()?, places, true, |x| self.below(x)))
    }

    /// As an upper end: the last multiple of 2^-places inside; `None` if there is no last.
    pub(crate) fn last_multiple(self, places: usize) -> Option<Dyadic> {
        Some(next_multiple(self.number()?, places, false, |x| self.above(x)))
    }

    /// Is it a number that is not negative?
    pub(crate) fn is_at_least_zero(self) -> bool {
        self.number().is_some_and(|end| end.sign() >= 0)
    }

    /// Is it a number that is not positive?
    pub(crate) fn is_at_most_zero(self) -> bool {
        self.number().is_some_and(|end| end.sign() <= 0)
    }
}

/// The simplest number of an interval that is not empty: the integer nearest to 0 if there is one,
/// else the number with the least denominator.
pub(crate) fn simplest(lower: End<'_>, upper: End<'_>) -> Dyadic {
    let inside = |x: &Dyadic| lower.below(x) && upper.above(x);
    if inside(&Dyadic::ZERO) {
        return Dyadic::ZERO;
    }
    // The first multiple of 1, 1/2, 1/4, … beyond the end that lies nearer to 0.
    let (end, upwards) = match (lower, upper) {
        (End::Open(end) | End::Closed(end), _) if end.sign() >= 0 => (end, true),
        (_, End::Open(end) | End::Closed(end)) => (end, false),
        _ => unreachable!("an interval without 0 ends on the side of 0"),
    };
    let other = if upwards { upper } else { lower };
    let finest = match other {
        End::Open(far) | End::Closed(far) => end.exponent.max(far.exponent) + 1,
        End::Infinite => 0,
    };
    // Multiples of 2^-k are multiples of 2^-(k+1): the least k is found by halving.
    let (mut too_coarse, mut fine) = (None, finest);
    while too_coarse.map_or(0, |k: usize| k + 1) < fine {
        let middle = usize::midpoint(too_coarse.map_or(0, |k| k + 1), fine);
        match inside(&next_multiple(end, middle, upwards, inside)) {
            true => fine = middle,
            false => too_coarse = Some(middle),
        }
    }
    next_multiple(end, fine, upwards, inside)
}

/// The first multiple of 2^-places at or beyond `end` that passes, or else the one after.
fn next_multiple(
    end: &Dyadic,
    places: usize,
    upwards: bool,
    passes: impl Fn(&Dyadic) -> bool,
) -> Dyadic {
    let scaled = Dyadic::new(&end.numerator << places, end.exponent);
    let first = if upwards { scaled.ceiling() } else { scaled.floor() };
    let at = Dyadic::new(first.clone(), places);
    if passes(&at) {
        return at;
    }
    Dyadic::new(if upwards { first + IBig::ONE } else { first - IBig::ONE }, places)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dyadic(numerator: i64, exponent: usize) -> Dyadic {
        Dyadic::new(numerator.into(), exponent)
    }

    #[test]
    fn numbers_are_kept_in_lowest_terms() {
        assert_eq!(dyadic(6, 2), dyadic(3, 1));
        assert_eq!(dyadic(0, 9), Dyadic::ZERO);
        assert_eq!(dyadic(-8, 3), Dyadic::from(-1));
        assert_eq!(dyadic(-3, 2).to_string(), "-3/4");
        assert_eq!((dyadic(-3, 2).floor(), dyadic(-3, 2).ceiling()), ((-1).into(), 0.into()));
        assert_eq!((dyadic(7, 1).floor(), dyadic(7, 1).ceiling()), (3.into(), 4.into()));
        assert_eq!((&dyadic(1, 70) + &Dyadic::from(1)).to_f64(), 1.0);
        assert_eq!(dyadic(-5, 3).to_f64(), -0.625);
    }

    proptest! {
        /// Over a common denominator, dyadics are integers.
        #[test]
        fn they_behave_like_scaled_integers(
            a in 0i64..1 << 40, b in 0i64..1 << 40, places in 0usize..20
        ) {
            let (x, y) = (dyadic(a, places), dyadic(b, places));
            prop_assert_eq!(&x ^ &y, dyadic(a ^ b, places));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.floor(), IBig::from(a >> places));
            let top = a.checked_ilog2().map(|column| i128::from(column) - places as i128);
            prop_assert_eq!(x.top_column(), top);
            let digits = x.expansion(1, places).replace('.', "");
            prop_assert_eq!(i64::from_str_radix(&digits, 2), Ok(a));
        }
    }

    #[test]
    fn expansions_are_filled_up() {
        assert_eq!(dyadic(3, 2).expansion(3, 4), "000.1100");
        assert_eq!(dyadic(5, 0).expansion(1, 0), "101");
        assert_eq!(dyadic(0, 7).expansion(2, 1), "00.0");
        assert_eq!(dyadic(5, 1).expansion(0, 0), "10.1");
    }

    /// Born on day n: the simplest number is the first to be born, tried in that order.
    #[test]
    fn the_simplest_number_is_the_one_born_first() {
        let mut numbers: Vec<Dyadic> = (-40..=40).map(|n| dyadic(n, 3)).collect();
        let birthday = |x: &Dyadic| {
            let magnitude = if x.sign() < 0 { -x } else { x.clone() };
            let whole = i64::try_from(magnitude.floor()).unwrap() as usize;
            if x.is_integer() { whole } else { whole + 1 + x.exponent() }
        };
        numbers.sort_by_key(birthday);
        for a in numbers.iter().filter(|a| a.exponent() < 3) {
            for b in numbers.iter().filter(|b| b.exponent() < 3 && *b > a) {
                let wanted = numbers.iter().find(|x| *x > a && *x < b).unwrap();
                assert_eq!(&simplest(End::Open(a), End::Open(b)), wanted, "{a} {b}");
                let wanted = numbers.iter().find(|x| *x >= a && *x < b).unwrap();
                assert_eq!(&simplest(End::Closed(a), End::Open(b)), wanted, "{a} {b}");
                let wanted = numbers.iter().find(|x| *x >= a && *x <= b).unwrap();
                assert_eq!(&simplest(End::Closed(a), End::Closed(b)), wanted, "{a} {b}");
            }
            if a < &Dyadic::from(4) {
                let wanted = numbers.iter().find(|x| *x > a).unwrap();
                assert_eq!(&simplest(End::Open(a), End::Infinite), wanted, "{a}");
            }
            assert_eq!(simplest(End::Closed(a), End::Closed(a)), *a);
        }
    }
}
