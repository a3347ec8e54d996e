//! The inverse of φ, exactly.
//!
//! Let φ = p/q with integer coefficients and b = u/v. Then φ(x) = b iff F(x) = v·p(x) − u·q(x) is
//! 0.
//!
//! *Theorem* (rational roots). Let c be the leading coefficient of an integer polynomial F. If x is
//! a rational root of F, then t = c·x is an integer. *Proof.* c^(n−1)·F(t/c) is a polynomial in t
//! with integer coefficients and leading coefficient 1, and a rational root of such a polynomial is
//! an integer. ∎
//!
//! φ increases and q is positive on [0, ∞), so F is negative below the one root x ≥ 0 and positive
//! above it. Bisection finds the greatest integer t with F(t/c) ≤ 0; if F(t/c) is not 0, no integer
//! hits the root, and x is proved to be irrational.

use bouton_rules::real::{Bijection, Polynomial};
use bouton_rules::{Limits, Refusal};
use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// The x ≥ 0 with φ(x) = b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Preimage {
    /// This rational.
    Rational(RBig),
    /// An irrational number between two decimals.
    Irrational { low: String, high: String },
}

/// The x with φ(x) = b, where 0 ≤ b < φ(above).
pub(super) fn preimage(
    phi: &Bijection,
    b: &RBig,
    above: &RBig,
    limits: &Limits,
) -> Result<Preimage, Refusal> {
    let equation = equation(phi, b);
    let scale = UBig::try_from(equation.leading().clone()).expect("φ grows, so F does");
    limits.check_steps("the inverse of φ", bisection_steps(&equation, &scale, above))?;
    let (t, is_exact) = floor_of_root(&equation, &scale, above);
    if is_exact {
        return Ok(Preimage::Rational(RBig::from_parts(t, scale)));
    }
    let (t, _) = floor_of_root(&equation, &millionths(), above);
    Ok(Preimage::Irrational { low: decimal(&t), high: decimal(&(t + 1)) })
}

/// F = v·p − u·q for b = u/v.
fn equation(phi: &Bijection, b: &RBig) -> Polynomial {
    let (p, q) = (phi.function().numerator(), phi.function().denominator());
    &p.times(&b.denominator().clone().into()) - &q.times(b.numerator())
}

/// The greatest integer t with F(t/scale) ≤ 0, and whether it is 0 there. The root is below
/// `above`.
fn floor_of_root(equation: &Polynomial, scale: &UBig, above: &RBig) -> (IBig, bool) {
    let scaled = equation.stretched(scale);
    // F(low) ≤ 0 < F(high) throughout.
    let mut low = IBig::ZERO;
    let mut high = (above * RBig::from(scale.clone())).ceil();
    while &high - &low > IBig::ONE {
        let middle: IBig = (&low + &high) >> 1;
        if scaled.value(&middle) <= IBig::ZERO {
            low = middle;
        } else {
            high = middle;
        }
    }
    let is_root = scaled.value(&low).is_zero();
    (low, is_root)
}

/// A step of the bisection for each bit of t; in each, n products of up to n·bits by bits.
fn bisection_steps(equation: &Polynomial, scale: &UBig, above: &RBig) -> u128 {
    let wide = |bits: usize| bits as u128;
    let bits = wide(scale.bit_len() + above.numerator().bit_len() + equation.bits());
    let words = bits / 64 + 1;
    let degree = wide(equation.degree());
    bits.saturating_mul(degree.saturating_mul(words).saturating_pow(2)) / 2
}

fn millionths() -> UBig {
    UBig::from(1_000_000u32)
}

/// t millionths as a decimal.
fn decimal(t: &IBig) -> String {
    let whole = t / IBig::from(millionths());
    format!("{whole}.{:0>6}", (t - &whole * IBig::from(millionths())).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phi(text: &str) -> Bijection {
        Bijection::parse(text).unwrap()
    }

    fn find(text: &str, b: (i64, u64), above: i64) -> Preimage {
        let b = RBig::from_parts(b.0.into(), b.1.into());
        preimage(&phi(text), &b, &RBig::from(above), &Limits::default()).unwrap()
    }

    fn rational(numerator: i64, denominator: u64) -> Preimage {
        Preimage::Rational(RBig::from_parts(numerator.into(), denominator.into()))
    }

    fn irrational(low: &str, high: &str) -> Preimage {
        Preimage::Irrational { low: low.to_owned(), high: high.to_owned() }
    }

    #[test]
    fn rational_preimages_are_found() {
        assert_eq!(find("x^2", (9, 4), 5), rational(3, 2));
        assert_eq!(find("x^2", (0, 1), 5), rational(0, 1));
        assert_eq!(find("7x/3", (1, 2), 1), rational(3, 14));
        // 10x³ + x at 3/7: 270/343 + 147/343.
        assert_eq!(find("10x^3+x", (417, 343), 2), rational(3, 7));
        // x²/(x+1) at 2/3: (4/9)/(5/3).
        assert_eq!(find("x^2/(x+1)", (4, 15), 1), rational(2, 3));
        assert_eq!(find("(x-1)^3+1", (1, 1), 2), rational(1, 1));
    }

    #[test]
    fn irrational_preimages_are_bracketed() {
        assert_eq!(find("x^2", (2, 1), 2), irrational("1.414213", "1.414214"));
        assert_eq!(find("x^3", (2, 1), 2), irrational("1.259921", "1.259922"));
        // x² = x + 1: the golden ratio.
        assert_eq!(find("x^2/(x+1)", (1, 1), 2), irrational("1.618033", "1.618034"));
        assert_eq!(find("x^2", (1, 2), 1), irrational("0.707106", "0.707107"));
        assert_eq!(find("x^3+x", (1, 1), 1), irrational("0.682327", "0.682328"));
    }

    #[test]
    fn what_takes_too_long_is_refused() {
        let limits = Limits { steps: 1, ..Limits::default() };
        let result = preimage(&phi("x^2"), &RBig::from(2), &RBig::from(2), &limits);
        assert!(matches!(result, Err(Refusal::Limit { .. })), "{result:?}");
    }
}
