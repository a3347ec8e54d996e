//! Rational functions: quotients of two polynomials.

use std::fmt;

use dashu_base::Gcd;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::expression;
use super::polynomial::Polynomial;
use bouton_values::Refusal;

/// A rational function of x: a quotient of two polynomials in lowest terms.
///
/// Numerator and denominator have integer coefficients and no common divisor, neither a polynomial
/// nor a number, and the denominator's leading coefficient is positive. So equal functions are
/// equal values, and [`RationalFunction::parse`] reads back what is displayed.
///
/// ```
/// use bouton_rules::real::RationalFunction;
/// let f = RationalFunction::parse("0.5x(x+1)")?;
/// assert_eq!(f.to_string(), "(x^2+x)/2");
/// assert_eq!(f, RationalFunction::parse("(x^3-x)/(2x-2)")?);
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RationalFunction {
    numerator: Polynomial,
    denominator: Polynomial,
}

impl RationalFunction {
    /// The quotient in lowest terms; `None` if the denominator is the zero polynomial.
    #[must_use]
    pub fn new(numerator: &Polynomial, denominator: &Polynomial) -> Option<RationalFunction> {
        if denominator.is_zero() {
            return None;
        }
        let common = numerator.gcd(denominator);
        let (numerator, denominator) = without_common_number(
            &numerator.exact_quotient(&common),
            &denominator.exact_quotient(&common),
        );
        Some(RationalFunction { numerator, denominator })
    }

    /// Reads a formula in x with `+ - * / ^`, numbers and parentheses, such as `(x^2+x)/2`.
    pub fn parse(text: &str) -> Result<RationalFunction, Refusal> {
        expression::parse(text)
    }

    /// The numerator of the rational function.
    #[must_use]
    pub fn numerator(&self) -> &Polynomial {
        &self.numerator
    }

    /// The denominator of the rational function.
    #[must_use]
    pub fn denominator(&self) -> &Polynomial {
        &self.denominator
    }

    /// The value at x, unless the denominator is zero there.
    #[must_use]
    pub fn at(&self, x: &RBig) -> Option<RBig> {
        let below = self.denominator.at(x);
        (!below.is_zero()).then(|| self.numerator.at(x) / below)
    }

    /// The numerator p′q − pq′ of the derivative; where q is not zero, it has the slope's sign.
    #[must_use]
    pub fn slope(&self) -> Polynomial {
        let (p, q) = (&self.numerator, &self.denominator);
        &(&p.derivative() * q) - &(p * &q.derivative())
    }
}

/// The quotient of two polynomials without a common divisor of all coefficients, and with a positive leading
/// coefficient below the line; `below` is not zero.
pub(crate) fn without_common_number(
    above: &Polynomial,
    below: &Polynomial,
) -> (Polynomial, Polynomial) {
    let common = IBig::from(above.content().gcd(below.content())) * below.leading().signum();
    if common.is_one() {
        return (above.clone(), below.clone());
    }
    (above.divided_by(&common), below.divided_by(&common))
}

/// `2x`, `(x^2+x)/2`, `x^2/(x+1)`: parentheses only where they are needed.
impl fmt::Display for RationalFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (above, below) = (&self.numerator, &self.denominator);
        if below.degree() == 0 && below.leading().is_one() {
            return write!(f, "{above}");
        }
        match above.terms() {
            0 | 1 => write!(f, "{above}/")?,
            _ => write!(f, "({above})/")?,
        }
        // In 1/2x nobody could tell what is below the line.
        let is_one_factor = below.degree() == 0 || below.leading().is_one();
        match below.terms() {
            1 if is_one_factor => write!(f, "{below}"),
            _ => write!(f, "({below})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::real::polynomial::tests::small;

    #[test]
    fn texts_are_tidied() {
        for (text, tidy) in [
            ("x", "x"),
            (" 2 * x ", "2x"),
            ("x2x", "2x^2"),
            ("x/2", "x/2"),
            ("3*x^2/2", "3x^2/2"),
            ("(x^2+x)/2", "(x^2+x)/2"),
            ("x+x^3", "x^3+x"),
            ("x^2/(1+x)", "x^2/(x+1)"),
            ("x^2/x", "x"),
            ("0.75x", "3x/4"),
            ("x/0.5", "2x"),
            ("x/2+x/3", "5x/6"),
            ("-(-x)", "x"),
            ("(x-1)^3+1", "x^3-3x^2+3x"),
            ("1/(2x)", "1/(2x)"),
            ("1/x^2", "1/x^2"),
            ("x/(-1-x)", "-x/(x+1)"),
            ("(x+1)(x-1)", "x^2-1"),
            ("2(x+1)^2(3)", "6x^2+12x+6"),
            ("x^0", "1"),
            ("x-x", "0"),
        ] {
            let function = RationalFunction::parse(text).unwrap_or_else(|r| panic!("{text}: {r}"));
            assert_eq!(function.to_string(), tidy, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(p in small(4), q in small(4)) {
            prop_assume!(!q.is_zero());
            let function = RationalFunction::new(&p, &q).unwrap();
            prop_assert_eq!(RationalFunction::parse(&function.to_string()), Ok(function));
        }

        /// Cancelling keeps the values, and a common factor leaves no trace.
        #[test]
        fn lowest_terms(p in small(3), q in small(3), common in small(3), x in -9i64..10) {
            prop_assume!(!q.is_zero() && !common.is_zero());
            let function = RationalFunction::new(&p, &q).unwrap();
            let longer = RationalFunction::new(&(&p * &common), &(&q * &common));
            prop_assert_eq!(longer, Some(function.clone()));
            let x = RBig::from(x);
            if !q.at(&x).is_zero() {
                prop_assert_eq!(function.at(&x), Some(p.at(&x) / q.at(&x)));
            }
        }

        /// Between two points a smooth function rises iff its slope is positive in the mean: at a
        /// small distance, the quotient of differences has the sign of the slope.
        #[test]
        fn the_slope_is_the_limit_of_differences(p in small(3), q in small(3), x in 0i64..10) {
            prop_assume!(!q.is_zero());
            let function = RationalFunction::new(&p, &q).unwrap();
            let step = RBig::from_parts(1.into(), 1_000_000_000_000u64.into());
            let x = RBig::from(x);
            let near = &x + step;
            let slope = function.slope().sign_at(&x);
            prop_assume!(slope.is_ne());
            if let (Some(here), Some(there)) = (function.at(&x), function.at(&near)) {
                prop_assert_eq!(there.cmp(&here), slope);
            }
        }
    }
}
