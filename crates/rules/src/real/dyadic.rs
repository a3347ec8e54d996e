//! Rationals whose binary expansion is finite.

use bouton_short::Dyadic;
use bouton_values::{Refusal, excerpt};
use dashu_base::{BitTest, PowerOfTwo};
use dashu_int::UBig;
use dashu_ratio::RBig;

/// The number, if it is not negative and its binary expansion is finite.
pub fn dyadic(number: &RBig) -> Result<Dyadic, Refusal> {
    let denominator = number.denominator();
    match *number >= RBig::ZERO && denominator.is_power_of_two() {
        true => Ok(Dyadic::new(number.numerator().clone(), denominator.bit_len() - 1)),
        false => Err(Refusal::bad(
            format!(
                "{} is not a dyadic rational: its binary expansion never ends",
                excerpt(&number.to_string())
            ),
            "write denominators that are powers of two, such as 3/4,1/2,5, or ask rational-nim. With \
             endless expansions ⊕ breaks: at 2/3,1/3,1 the columns of 0.1010… and 0.0101… sum to \
             0.1111…, which is the number 1 but not its expansion",
        )),
    }
}

/// A dyadic rational as a fraction.
#[must_use]
pub fn rational(number: &Dyadic) -> RBig {
    RBig::from_parts(number.numerator().clone(), UBig::ONE << number.exponent())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn fractions_return(a in 0u64..1 << 40, places in 0usize..20) {
            let x = Dyadic::new(a.into(), places);
            prop_assert_eq!(rational(&x), RBig::from_parts(a.into(), (1u64 << places).into()));
            prop_assert_eq!(dyadic(&rational(&x)), Ok(x));
        }
    }

    #[test]
    fn others_are_refused() {
        for (numerator, denominator) in [(2, 3u8), (1, 10), (-1, 2), (-3, 1)] {
            let number = RBig::from_parts(numerator.into(), denominator.into());
            assert!(dyadic(&number).unwrap_err().help().to_string().contains("rational-nim"));
        }
    }
}
