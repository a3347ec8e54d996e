//! Dyadic rationals and their exclusive or.

use std::cmp::Ordering;
use std::ops::BitXor;

use dashu_base::{BitTest, PowerOfTwo};
use dashu_int::UBig;
use dashu_ratio::RBig;

use bouton_values::Refusal;
use bouton_values::excerpt;

/// A non-negative dyadic rational: a number whose binary expansion is finite.
///
/// ```
/// use bouton_rules::real::Dyadic;
/// let a = Dyadic::new(3u8.into(), 2); // 3/4 = 0.11₂
/// let b = Dyadic::new(5u8.into(), 0); // 5 = 101₂
/// assert_eq!((&a ^ &b).to_rational().to_string(), "23/4");
/// assert_eq!((&a ^ &b).expansion(3, 2), "101.11");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    /// Odd, unless `places` is 0.
    mantissa: UBig,
    places: usize,
}

impl Dyadic {
    /// mantissa / 2^places.
    #[must_use]
    pub fn new(mantissa: UBig, places: usize) -> Dyadic {
        let spare = mantissa.trailing_zeros().unwrap_or(places).min(places);
        Dyadic { mantissa: mantissa >> spare, places: places - spare }
    }

    /// The number, if its binary expansion is finite.
    pub fn exactly(number: &RBig) -> Result<Dyadic, Refusal> {
        let denominator = number.denominator();
        match number.numerator().as_ubig() {
            Some(mantissa) if denominator.is_power_of_two() => {
                Ok(Dyadic::new(mantissa.clone(), denominator.bit_len() - 1))
            }
            _ => Err(not_dyadic(number)),
        }
    }

    /// This number as a fraction.
    #[must_use]
    pub fn to_rational(&self) -> RBig {
        RBig::from_parts(self.mantissa.clone().into(), UBig::ONE << self.places)
    }

    /// Is it 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    /// How many binary digits follow the point.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places
    }

    /// The part before the point.
    #[must_use]
    pub fn whole(&self) -> UBig {
        &self.mantissa >> self.places
    }

    /// The digit at this place after the point, counted from 1.
    #[must_use]
    pub fn digit(&self, place: usize) -> bool {
        place <= self.places && self.mantissa.bit(self.places - place)
    }

    /// The k with 2^k ≤ number < 2^(k+1), the column of the leftmost one; `None` for 0.
    #[must_use]
    pub fn top_column(&self) -> Option<i128> {
        let columns = i128::try_from(self.mantissa.bit_len()).ok().filter(|bits| *bits > 0)?;
        Some(columns - 1 - i128::try_from(self.places).ok()?)
    }

    /// The binary expansion, filled up with zeros to this many digits before and after the point.
    #[must_use]
    pub fn expansion(&self, before: usize, after: usize) -> String {
        let whole = format!("{:0>before$}", self.whole().in_radix(2).to_string());
        let after = (1..=after.max(self.places)).map(|place| u8::from(self.digit(place)));
        let after: String = after.map(|digit| char::from(b'0' + digit)).collect();
        if after.is_empty() { whole } else { format!("{whole}.{after}") }
    }

    /// Mantissas of both over the larger denominator.
    fn aligned(&self, other: &Dyadic) -> (UBig, UBig, usize) {
        let places = self.places.max(other.places);
        let over = |number: &Dyadic| &number.mantissa << (places - number.places);
        (over(self), over(other), places)
    }
}

fn not_dyadic(number: &RBig) -> Refusal {
    Refusal::bad(
        format!(
            "{} is not a dyadic rational: its binary expansion never ends",
            excerpt(&number.to_string())
        ),
        "write denominators that are powers of two, such as 3/4,1/2,5, or ask rational-nim. With \
         endless expansions ⊕ breaks: at 2/3,1/3,1 the columns of 0.1010… and 0.0101… sum to \
         0.1111…, which is the number 1 but not its expansion",
    )
}

/// Column by column, without carry.
impl BitXor for &Dyadic {
    type Output = Dyadic;

    fn bitxor(self, other: &Dyadic) -> Dyadic {
        let (a, b, places) = self.aligned(other);
        Dyadic::new(a ^ b, places)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let (a, b, _) = self.aligned(other);
        a.cmp(&b)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dyadic(mantissa: u64, places: usize) -> Dyadic {
        Dyadic::new(mantissa.into(), places)
    }

    proptest! {
        /// Over a common denominator, dyadics are integers.
        #[test]
        fn they_behave_like_scaled_integers(
            a in 0u64..1 << 40, b in 0u64..1 << 40, places in 0usize..20
        ) {
            let (x, y) = (dyadic(a, places), dyadic(b, places));
            prop_assert_eq!(&x ^ &y, dyadic(a ^ b, places));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.to_rational(), RBig::from_parts(a.into(), (1u64 << places).into()));
            prop_assert_eq!(Dyadic::exactly(&x.to_rational()), Ok(x.clone()));
            prop_assert_eq!(x.whole(), UBig::from(a >> places));
            let top = a.checked_ilog2().map(|column| i128::from(column) - places as i128);
            prop_assert_eq!(x.top_column(), top);
            let digits = x.expansion(1, places).replace('.', "");
            prop_assert_eq!(u64::from_str_radix(&digits, 2), Ok(a));
        }
    }

    #[test]
    fn expansions_are_filled_up() {
        assert_eq!(dyadic(3, 2).expansion(3, 4), "000.1100");
        assert_eq!(dyadic(5, 0).expansion(1, 0), "101");
        assert_eq!(dyadic(0, 7).expansion(2, 1), "00.0");
        assert_eq!(dyadic(5, 1).expansion(0, 0), "10.1");
    }

    #[test]
    fn others_are_refused() {
        for (numerator, denominator) in [(2, 3u8), (1, 10), (-1, 2), (-3, 1)] {
            let number = RBig::from_parts(numerator.into(), denominator.into());
            assert!(
                Dyadic::exactly(&number).unwrap_err().help().to_string().contains("rational-nim")
            );
        }
    }
}
