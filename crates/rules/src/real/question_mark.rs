//! Minkowski's question-mark map ?, from the non-negative rationals to the dyadic ones.
//!
//! *Definition.* ?(n) = n for integers, and if a/b < c/d are neighbours, that is bc − ad = 1, then
//! ? of their mediant (a+c)/(b+d) is the mean of ?(a/b) and ?(c/d).
//!
//! *Theorem.* ? is an order-preserving bijection of the non-negative rationals to the non-negative
//! dyadic rationals, and ?(n + x) = n + ?(x).
//!
//! *Proof.* Mediants fill the rationals between n and n+1 level by level, each exactly once (the
//! Stern–Brocot tree); means fill the dyadic rationals between n and n+1 in the same way. Both
//! trees are in order, and ? carries the one to the other. ∎
//!
//! *Denjoy's formula*: with the continued fraction x = [a₀; a₁, …, a_k],
//! ?(x) = a₀ + 2·(2^−a₁ − 2^−(a₁+a₂) + 2^−(a₁+a₂+a₃) − …): a_i steps in one direction of the tree,
//! and then a turn. So ?(x) has a₁ + … + a_k − 1 binary places, which is much for so plain a number
//! as 1/1000000.
//!
//! # References
//! H. Minkowski, *Zur Geometrie der Zahlen* (1904); A. Denjoy, *Sur une fonction réelle de
//! Minkowski* (1938).

use bouton_short::Dyadic;
use bouton_values::{Refusal, excerpt};
use dashu_base::DivRem;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The most binary places that an image may have.
pub(crate) const MOST_PLACES: usize = 10_000;

/// ?(x) for x ≥ 0, if it has no more than 10 000 binary places.
///
/// ```
/// use bouton_rules::real::{question_mark, rational};
/// use dashu_ratio::RBig;
/// let third = RBig::from_parts(1.into(), 3u8.into());
/// assert_eq!(rational(&question_mark(&third)?).to_string(), "1/4");
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
pub fn question_mark(x: &RBig) -> Result<Dyadic, Refusal> {
    let Some(numerator) = x.numerator().as_ubig() else {
        return Err(Refusal::bad(
            format!("{} is negative", excerpt(&x.to_string())),
            "write non-negative numbers, such as 2/3,1/3,1",
        ));
    };
    let (whole, quotients) = continued_fraction(numerator, x.denominator());
    if quotients.is_empty() {
        return Ok(Dyadic::from(IBig::from(whole)));
    }
    let places = quotients.iter().fold(UBig::ZERO, |sum, quotient| sum + quotient) - 1u8;
    match usize::try_from(&places) {
        Ok(places) if places <= MOST_PLACES => Ok(denjoy(whole, &quotients, places)),
        _ => Err(too_long(x, &places)),
    }
}

/// The x ≥ 0 with ?(x) = image, by walking down both trees together.
///
/// ```
/// use bouton_rules::real::inverse_question_mark;
/// use bouton_short::Dyadic;
/// assert_eq!(inverse_question_mark(&Dyadic::new(5.into(), 3)).to_string(), "3/5");
/// ```
#[must_use]
pub fn inverse_question_mark(image: &Dyadic) -> RBig {
    let whole = image.floor();
    if image.is_integer() {
        return RBig::from(whole);
    }
    let mut high = (&whole + IBig::ONE, UBig::ONE);
    let mut low = (whole, UBig::ONE);
    // The last digit is a one: there the image is the mean itself.
    for place in 1..image.exponent() {
        let between = mediant(&low, &high);
        if image.digit(place) {
            low = between;
        } else {
            high = between;
        }
    }
    let (numerator, denominator) = mediant(&low, &high);
    RBig::from_parts(numerator, denominator)
}

fn mediant(low: &(IBig, UBig), high: &(IBig, UBig)) -> (IBig, UBig) {
    (&low.0 + &high.0, &low.1 + &high.1)
}

/// a₀, and a₁, …, a_k with a_k ≥ 2 (none if x is an integer).
fn continued_fraction(numerator: &UBig, denominator: &UBig) -> (UBig, Vec<UBig>) {
    let (whole, mut rest) = numerator.div_rem(denominator);
    let mut divisor = denominator.clone();
    let mut quotients = Vec::new();
    while !rest.is_zero() {
        let (quotient, next) = (&divisor).div_rem(&rest);
        quotients.push(quotient);
        (divisor, rest) = (rest, next);
    }
    (whole, quotients)
}

/// Denjoy's formula over the denominator 2^places, where the last term is ±1.
fn denjoy(whole: UBig, quotients: &[UBig], places: usize) -> Dyadic {
    let mut sum = IBig::from(whole) << places;
    let mut left = places + 1;
    for (index, quotient) in quotients.iter().enumerate() {
        left -= usize::try_from(quotient).expect("a quotient is at most their sum");
        let term = IBig::ONE << left;
        sum = if index % 2 == 0 { sum + term } else { sum - term };
    }
    Dyadic::new(sum, places)
}

fn too_long(x: &RBig, places: &UBig) -> Refusal {
    Refusal::bad(
        format!(
            "?({}) has {} binary places, allowed {MOST_PLACES}",
            excerpt(&x.to_string()),
            excerpt(&places.to_string())
        ),
        "choose a pile whose continued fraction has smaller terms: their sum, less one, is the \
         number of places",
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::super::rational;
    use super::*;

    fn fraction(numerator: u64, denominator: u64) -> RBig {
        RBig::from_parts(numerator.into(), denominator.into())
    }

    fn image(x: &RBig) -> RBig {
        rational(&question_mark(x).unwrap())
    }

    /// The definition: neighbours, their mediant, and the mean of their images.
    fn by_mediants(levels: usize) -> HashMap<RBig, RBig> {
        let mut row = vec![((0u64, 1u64), RBig::ZERO), ((1, 1), RBig::ONE)];
        for _ in 0..levels {
            let mut finer = vec![row[0].clone()];
            for pair in row.windows(2) {
                let ((a, b), low) = &pair[0];
                let ((c, d), high) = &pair[1];
                finer.push(((a + c, b + d), (low + high) / RBig::from(2)));
                finer.push(pair[1].clone());
            }
            row = finer;
        }
        row.into_iter().map(|((a, b), image)| (fraction(a, b), image)).collect()
    }

    #[test]
    fn it_is_its_definition_by_mediants() {
        let table = by_mediants(12);
        assert_eq!(table.len(), (1 << 12) + 1);
        for (x, expected) in &table {
            assert_eq!(image(x), *expected, "?({x})");
            for whole in [1u64, 7] {
                let shifted = x + RBig::from(whole);
                assert_eq!(image(&shifted), expected + RBig::from(whole), "?({shifted})");
            }
        }
    }

    /// Values that Minkowski's paper and the encyclopedias give.
    #[test]
    fn known_values() {
        for ((a, b), (c, d)) in [
            ((1, 2), (1, 2)),
            ((1, 3), (1, 4)),
            ((2, 3), (3, 4)),
            ((2, 5), (3, 8)),
            ((3, 5), (5, 8)),
            ((3, 7), (7, 16)),
        ] {
            assert_eq!(image(&fraction(a, b)), fraction(c, d), "?({a}/{b})");
        }
    }

    #[test]
    fn it_is_monotone_onto_and_inverted() {
        let mut piles: Vec<RBig> =
            (1..40).flat_map(|d| (0..3 * d).map(move |n| fraction(n, d))).collect();
        piles.sort();
        piles.dedup();
        for pair in piles.windows(2) {
            assert!(image(&pair[0]) < image(&pair[1]), "{} and {}", pair[0], pair[1]);
        }
        for mantissa in 0..2048u32 {
            let dyadic = Dyadic::new(mantissa.into(), 9);
            assert_eq!(question_mark(&inverse_question_mark(&dyadic)), Ok(dyadic));
        }
    }

    proptest! {
        #[test]
        fn large_numbers_return(terms in prop::collection::vec(1u64..50, 0..40), whole in 0u64..9) {
            // Built from its continued fraction, so that the image is not too long.
            let next = |x, term: &u64| RBig::ONE / (x + RBig::from(*term));
            let x = terms.iter().rev().fold(RBig::ZERO, next) + RBig::from(whole);
            prop_assert_eq!(inverse_question_mark(&question_mark(&x).unwrap()), x);
        }

        #[test]
        fn order_is_kept(a in 0u64..2000, b in 1u64..2000, c in 0u64..2000, d in 1u64..2000) {
            let (x, y) = (fraction(a, b), fraction(c, d));
            prop_assert_eq!(question_mark(&x).unwrap().cmp(&question_mark(&y).unwrap()), x.cmp(&y));
        }
    }

    #[test]
    fn long_images_are_refused_with_numbers() {
        assert_eq!(question_mark(&fraction(1, 10_001)).unwrap().exponent(), 10_000);
        let refusal = question_mark(&fraction(1, 1_000_000)).unwrap_err();
        assert_eq!(refusal.to_string(), "?(1/1000000) has 999999 binary places, allowed 10000");
        let tiny = RBig::from_parts(IBig::ONE, UBig::from(10u8).pow(199));
        assert!(question_mark(&tiny).is_err());
        assert!(question_mark(&-RBig::ONE).is_err());
    }
}
