//! Polynomials in x with integer coefficients, computed exactly.
//!
//! *Gauss's lemma*: if a primitive polynomial (one whose coefficients have no common divisor)
//! divides an integer polynomial over the rationals, the quotient has integer coefficients. So
//! greatest common divisors are kept primitive, and [`Polynomial::exact_quotient`] needs no
//! fractions.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Sub};

use dashu_base::{BitTest, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

static ZERO: IBig = IBig::ZERO;

/// A polynomial in x with integer coefficients.
///
/// ```
/// use bouton_rules::real::Polynomial;
/// let p = Polynomial::new([0, -1, 0, 2].map(Into::into).to_vec());
/// assert_eq!(p.to_string(), "2x^3-x");
/// assert_eq!(p.derivative().to_string(), "6x^2-1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// That of 1, of x, of x², …; the last one is not zero.
    coefficients: Vec<IBig>,
}

impl Polynomial {
    /// The polynomial with these coefficients of 1, x, x², ….
    #[must_use]
    pub fn new(mut coefficients: Vec<IBig>) -> Polynomial {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Polynomial { coefficients }
    }

    /// The polynomial x.
    #[must_use]
    pub fn x() -> Polynomial {
        Polynomial::new(vec![IBig::ZERO, IBig::ONE])
    }

    /// A constant polynomial.
    #[must_use]
    pub fn constant(value: IBig) -> Polynomial {
        Polynomial::new(vec![value])
    }

    /// Is it the polynomial 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The highest power of x; 0 for constants, the zero polynomial among them.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    /// The coefficient of this power of x.
    #[must_use]
    pub fn coefficient(&self, power: usize) -> &IBig {
        self.coefficients.get(power).unwrap_or(&ZERO)
    }

    /// The coefficient of the highest power of x.
    #[must_use]
    pub fn leading(&self) -> &IBig {
        self.coefficients.last().unwrap_or(&ZERO)
    }

    /// How many coefficients are not zero.
    pub(crate) fn terms(&self) -> usize {
        self.coefficients.iter().filter(|coefficient| !coefficient.is_zero()).count()
    }

    /// The bits of the longest coefficient.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.coefficients.iter().map(BitTest::bit_len).max().unwrap_or(0)
    }

    /// The value of the polynomial at an integer.
    #[must_use]
    pub fn value(&self, t: &IBig) -> IBig {
        self.coefficients.iter().rev().fold(IBig::ZERO, |value, next| value * t + next)
    }

    /// sⁿ·p(x/s), where n is the degree: stretches the graph to the right, with integers
    /// throughout.
    #[must_use]
    pub fn stretched(&self, s: &UBig) -> Polynomial {
        let mut power = UBig::ONE;
        let mut coefficients = self.coefficients.clone();
        for coefficient in coefficients.iter_mut().rev() {
            *coefficient *= &power;
            power *= s;
        }
        Polynomial::new(coefficients)
    }

    /// The value of the polynomial at a rational.
    #[must_use]
    pub fn at(&self, x: &RBig) -> RBig {
        let value = self.stretched(x.denominator()).value(x.numerator());
        RBig::from_parts(value, x.denominator().pow(self.degree()))
    }

    /// The value at a rational, compared with 0.
    #[must_use]
    pub fn sign_at(&self, x: &RBig) -> Ordering {
        self.stretched(x.denominator()).value(x.numerator()).cmp(&ZERO)
    }

    /// The sign of the value at all large x.
    #[must_use]
    pub fn sign_at_infinity(&self) -> Ordering {
        self.leading().cmp(&ZERO)
    }

    /// The derivative of the polynomial.
    #[must_use]
    pub fn derivative(&self) -> Polynomial {
        let powers = self.coefficients.iter().enumerate().skip(1);
        Polynomial::new(powers.map(|(power, coefficient)| coefficient * power).collect())
    }

    /// The polynomial with all coefficients multiplied by this factor.
    #[must_use]
    pub fn times(&self, factor: &IBig) -> Polynomial {
        Polynomial::new(self.coefficients.iter().map(|coefficient| coefficient * factor).collect())
    }

    /// All coefficients divided by a common divisor.
    pub(crate) fn divided_by(&self, divisor: &IBig) -> Polynomial {
        Polynomial::new(self.coefficients.iter().map(|coefficient| coefficient / divisor).collect())
    }

    /// The greatest common divisor of the coefficients; 0 for the zero polynomial.
    pub(crate) fn content(&self) -> UBig {
        let mut content = UBig::ZERO;
        for coefficient in self.coefficients.iter().filter(|coefficient| !coefficient.is_zero()) {
            content = coefficient.gcd(content);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// Divided by its content, which is positive, so that signs stay.
    pub(crate) fn primitive(&self) -> Polynomial {
        match self.content() {
            content if content.is_zero() || content.is_one() => self.clone(),
            content => self.divided_by(&content.into()),
        }
    }

    /// |c|^(k+1) times the remainder on division by `divisor`, which is not zero; c is the
    /// divisor's leading coefficient and k the difference of the degrees, 0 if it is negative.
    pub(crate) fn remainder(&self, divisor: &Polynomial) -> Polynomial {
        let mut rest = self.clone();
        let sign = divisor.leading().signum();
        let raise = divisor.leading() * &sign;
        let excess = self.degree().saturating_sub(divisor.degree());
        for shift in (0..=excess).rev() {
            let factor = rest.coefficient(shift + divisor.degree()) * &sign;
            rest = &rest.times(&raise) - &divisor.times(&factor).shifted(shift);
        }
        rest
    }

    /// The quotient by a primitive polynomial that divides this one (see Gauss's lemma above).
    pub(crate) fn exact_quotient(&self, divisor: &Polynomial) -> Polynomial {
        let mut rest = self.clone();
        let mut quotient = Polynomial::default();
        for shift in (0..=self.degree().saturating_sub(divisor.degree())).rev() {
            let factor = rest.coefficient(shift + divisor.degree()) / divisor.leading();
            let step = Polynomial::constant(factor.clone()).shifted(shift);
            rest = &rest - &divisor.times(&factor).shifted(shift);
            quotient = &quotient + &step;
        }
        debug_assert!(rest.is_zero(), "{self} is not a multiple of {divisor}");
        quotient
    }

    /// The greatest common divisor, primitive and with a positive leading coefficient.
    pub(crate) fn gcd(&self, other: &Polynomial) -> Polynomial {
        let (high, low) =
            if self.degree() < other.degree() { (other, self) } else { (self, other) };
        let last = high.signed_remainders(low).pop().unwrap_or_default().primitive();
        last.times(&last.leading().signum())
    }

    /// p₀ = self, p₁ = next, and p_{i+1} a positive multiple of −(p_{i−1} mod p_i), without zero at
    /// the end; the degree of `next` must not be greater.
    ///
    /// The multiples are those of the *subresultants* (Collins 1967, Brown 1971): in the notation
    /// of [`Polynomial::remainder`], |c|^(k+1) times a remainder is divisible by |b|·h^k, where b
    /// is the leading coefficient before c and h becomes |c|^k / h^(k−1). So the coefficients grow
    /// slowly although no common divisors are searched, which would take most of the time.
    pub(crate) fn signed_remainders(&self, next: &Polynomial) -> Vec<Polynomial> {
        let mut chain = vec![self.primitive()];
        let mut next = next.primitive();
        let (mut before, mut h) = (IBig::ONE, IBig::ONE);
        while !next.is_zero() {
            let last = &chain[chain.len() - 1];
            let k = last.degree() - next.degree();
            let divisor = &before * h.pow(k);
            let rest = last.remainder(&next).divided_by(&-divisor);
            before = IBig::from(next.leading().unsigned_abs());
            h = if k == 0 { h } else { before.pow(k) / h.pow(k - 1) };
            chain.push(std::mem::replace(&mut next, rest));
        }
        chain
    }

    /// Times this power of x.
    fn shifted(&self, power: usize) -> Polynomial {
        let zeros = std::iter::repeat_n(IBig::ZERO, power);
        Polynomial::new(zeros.chain(self.coefficients.iter().cloned()).collect())
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: &Polynomial) -> Polynomial {
        let length = self.coefficients.len().max(other.coefficients.len());
        let sum = |power| self.coefficient(power) + other.coefficient(power);
        Polynomial::new((0..length).map(sum).collect())
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        let length = self.coefficients.len().max(other.coefficients.len());
        let difference = |power| self.coefficient(power) - other.coefficient(power);
        Polynomial::new((0..length).map(difference).collect())
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        let length = self.coefficients.len() + other.coefficients.len();
        let mut product = vec![IBig::ZERO; length];
        for (i, a) in self.coefficients.iter().enumerate() {
            for (j, b) in other.coefficients.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial::new(product)
    }
}

/// Descending powers without spaces: `2x^3-x+5`.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (power, coefficient) in self.coefficients.iter().enumerate().rev() {
            match coefficient.cmp(&ZERO) {
                Ordering::Equal => continue,
                Ordering::Less => f.write_str("-")?,
                Ordering::Greater if power < self.degree() => f.write_str("+")?,
                Ordering::Greater => {}
            }
            write_term(f, &coefficient.unsigned_abs(), power)?;
        }
        Ok(())
    }
}

fn write_term(f: &mut fmt::Formatter<'_>, coefficient: &UBig, power: usize) -> fmt::Result {
    if !coefficient.is_one() || power == 0 {
        write!(f, "{coefficient}")?;
    }
    match power {
        0 => Ok(()),
        1 => f.write_str("x"),
        _ => write!(f, "x^{power}"),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|c| IBig::from(*c)).collect())
    }

    pub(crate) fn small(degree: usize) -> impl Strategy<Value = Polynomial> {
        prop::collection::vec(-9i64..10, 0..=degree + 1).prop_map(|list| polynomial(&list))
    }

    #[test]
    fn texts() {
        for (coefficients, text) in [
            (vec![], "0"),
            (vec![0, 0], "0"),
            (vec![-1], "-1"),
            (vec![0, 1], "x"),
            (vec![0, -1, 3], "3x^2-x"),
            (vec![1, 0, 0, -1], "-x^3+1"),
        ] {
            assert_eq!(polynomial(&coefficients).to_string(), text);
        }
    }

    proptest! {
        /// Sums, products, derivatives and stretches, against 128-bit arithmetic at a point.
        #[test]
        fn arithmetic_is_pointwise(p in small(5), q in small(5), t in -20i128..20, s in 1u128..9) {
            let value = |p: &Polynomial, t: i128| -> i128 {
                let coefficient = |k| i128::try_from(p.coefficient(k)).unwrap();
                (0..=p.degree()).map(|k| coefficient(k) * t.pow(k as u32)).sum()
            };
            let slope: i128 = (1..=p.degree())
                .map(|k| (k as i128 * i128::try_from(p.coefficient(k)).unwrap(), k as u32 - 1))
                .map(|(coefficient, power)| coefficient * t.pow(power))
                .sum();
            prop_assert_eq!(p.value(&t.into()), value(&p, t).into());
            prop_assert_eq!(value(&(&p + &q), t), value(&p, t) + value(&q, t));
            prop_assert_eq!(value(&(&p - &q), t), value(&p, t) - value(&q, t));
            prop_assert_eq!(value(&(&p * &q), t), value(&p, t) * value(&q, t));
            prop_assert_eq!(value(&p.derivative(), t), slope);
            let stretched = p.stretched(&s.into());
            let scale = (s as i128).pow(p.degree() as u32);
            prop_assert_eq!(value(&stretched, t * s as i128), scale * value(&p, t));
            let there = RBig::from_parts(t.into(), s.into());
            let term = |k: usize| {
                RBig::from(p.coefficient(k).clone()) * RBig::from_parts(
                    there.numerator().pow(k), there.denominator().pow(k))
            };
            let sum = (0..=p.degree()).map(term).fold(RBig::ZERO, |sum, term| sum + term);
            prop_assert_eq!(p.sign_at(&there), sum.cmp(&RBig::ZERO));
            prop_assert_eq!(p.at(&there), sum);
        }

        #[test]
        fn products_divide_exactly(p in small(5), q in small(5)) {
            prop_assume!(!p.is_zero() && !q.is_zero());
            let product = &p * &q;
            prop_assert_eq!(product.exact_quotient(&q.primitive()), p.times(&q.content().into()));
            prop_assert!(product.remainder(&q).is_zero());
        }

        /// p_{i−1} + m·p_{i+1} with m > 0 is a multiple of p_i, whatever the divisions left over.
        #[test]
        fn chains_are_chains_of_remainders(p in small(7), q in small(7)) {
            prop_assume!(p.degree() >= q.degree() && !p.is_zero());
            let chain = p.signed_remainders(&q);
            for three in chain.windows(3) {
                let exact = three[0].remainder(&three[1]).primitive();
                prop_assert_eq!(exact.times(&IBig::NEG_ONE), three[2].primitive());
                prop_assert!(three[2].degree() < three[1].degree());
            }
            if let [.., last, end] = &chain[..] {
                prop_assert!(last.remainder(end).is_zero());
            }
        }

        /// rest = m·p − k·q with m > 0 and deg rest < deg q: seen at the roots of a linear q.
        #[test]
        fn a_remainder_has_the_sign_of_the_value(p in small(5), a in -5i64..5, b in 1i64..5) {
            // q = b·x − a vanishes at a/b, where the remainder is a positive multiple of p.
            for q in [polynomial(&[-a, b]), polynomial(&[a, -b])] {
                let root = RBig::from_parts(a.into(), (b as u64).into());
                prop_assert_eq!(p.remainder(&q).sign_at(&root), p.sign_at(&root));
            }
        }

        #[test]
        fn the_gcd_divides_both_and_holds_every_common_factor(
            p in small(3), q in small(3), common in small(3)
        ) {
            prop_assume!(!common.is_zero());
            prop_assume!(!p.is_zero() || !q.is_zero());
            let (a, b) = (&p * &common, &q * &common);
            let gcd = a.gcd(&b);
            prop_assert!(a.remainder(&gcd).is_zero() && b.remainder(&gcd).is_zero());
            prop_assert!(gcd.remainder(&common).is_zero());
            prop_assert!(gcd.content().is_one() && *gcd.leading() > IBig::ZERO);
        }
    }
}
