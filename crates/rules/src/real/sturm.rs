//! Where a polynomial is zero, and where it changes its sign.
//!
//! *Sturm's theorem* (1829). For a polynomial p without multiple roots let p₀ = p, p₁ = p′ and
//! p_{i+1} = −(p_{i−1} mod p_i) until the last one is constant; each may be scaled by a positive
//! number. Let V(a) count the changes of sign in p₀(a), p₁(a), …, zeros left out. Then p has
//! exactly V(a) − V(b) roots in the half-open interval (a, b]; for b = ∞ the leading coefficients
//! give the signs.
//!
//! If p has multiple roots, the chain ends in g = gcd(p, p′), and the chain divided by g is one for
//! p/g, which has the same roots, each of them once.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::polynomial::Polynomial;

/// The chain of Sturm's theorem.
#[derive(Clone, Debug)]
pub(crate) struct Sturm {
    /// Divided by gcd(p, p′).
    chain: Vec<Polynomial>,
    /// gcd(p, p′).
    repeated: Polynomial,
}

impl Sturm {
    /// Counts the roots of a polynomial that is not zero.
    pub(crate) fn of_roots(p: &Polynomial) -> Sturm {
        let mut chain = p.signed_remainders(&p.derivative());
        let repeated = chain[chain.len() - 1].primitive();
        if repeated.degree() > 0 {
            chain.iter_mut().for_each(|p| *p = p.exact_quotient(&repeated));
        }
        Sturm { chain, repeated }
    }

    /// Counts the places where a polynomial that is not zero changes its sign.
    pub(crate) fn of_sign_changes(p: &Polynomial) -> Sturm {
        let roots = Sturm::of_roots(p);
        match roots.repeated.degree() {
            0 => roots,
            _ => Sturm::of_roots(&roots.chain[0].exact_quotient(&odd_part(&roots.repeated))),
        }
    }

    /// How many different roots are greater than `low`.
    pub(crate) fn roots_above(&self, low: &RBig) -> usize {
        let at_infinity = sign_variations(self.chain.iter().map(Polynomial::sign_at_infinity));
        self.variations_at(low) - at_infinity
    }

    /// How many different roots are greater than `low` and at most `high`, which is not less.
    pub(crate) fn roots_between(&self, low: &RBig, high: &RBig) -> usize {
        self.variations_at(low) - self.variations_at(high)
    }

    /// Is it a root?
    pub(crate) fn is_root(&self, x: &RBig) -> bool {
        self.chain[0].sign_at(x).is_eq()
    }

    fn variations_at(&self, x: &RBig) -> usize {
        sign_variations(self.chain.iter().map(|p| p.sign_at(x)))
    }
}

/// How often the sign changes, zeros left out.
fn sign_variations(signs: impl Iterator<Item = Ordering>) -> usize {
    let signs: Vec<Ordering> = signs.filter(|sign| sign.is_ne()).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The product of (x − r) over the roots r of odd multiplicity, up to a constant: a polynomial
/// changes its sign exactly at these.
///
/// With g = gcd(p, p′), the quotient p/g has every root once and g has each once less than p. A
/// root is of even multiplicity in p iff it is of odd multiplicity in g, so odd(p) = (p/g) /
/// odd(g).
fn odd_part(p: &Polynomial) -> Polynomial {
    if p.degree() == 0 {
        return Polynomial::constant(IBig::ONE);
    }
    let repeated = p.gcd(&p.derivative());
    p.exact_quotient(&repeated).exact_quotient(&odd_part(&repeated)).primitive()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::real::polynomial::tests::polynomial;

    fn rational(numerator: i64, denominator: u64) -> RBig {
        RBig::from_parts(numerator.into(), denominator.into())
    }

    /// c·∏(d·x − n)^m, with the roots n/d known from the start, and factors without real roots.
    fn with_roots(roots: &[((i64, u64), usize)], rootless: &[(i64, i64)], c: i64) -> Polynomial {
        let mut product = polynomial(&[c]);
        for ((numerator, denominator), multiplicity) in roots {
            for _ in 0..*multiplicity {
                product = &product * &polynomial(&[-numerator, *denominator as i64]);
            }
        }
        for (shift, lift) in rootless {
            // (x − shift)² + lift with lift > 0.
            product = &product * &polynomial(&[shift * shift + lift, -2 * shift, 1]);
        }
        product
    }

    type Roots = Vec<((i64, u64), usize)>;

    fn roots() -> impl Strategy<Value = Roots> {
        prop::collection::vec(((-6i64..7, 1u64..4), 1usize..4), 0..4).prop_map(|mut roots| {
            roots.sort_by_key(|((n, d), _)| rational(*n, *d));
            roots.dedup_by_key(|((n, d), _)| rational(*n, *d));
            roots
        })
    }

    proptest! {
        /// Roots are chosen first, so their number is known without computing anything.
        #[test]
        fn roots_are_counted(
            roots in roots(),
            rootless in prop::collection::vec((-4i64..5, 1i64..4), 0..3),
            c in prop::sample::select(vec![-3i64, -1, 1, 2]),
            low in (-8i64..9, 1u64..4),
            width in (0i64..9, 1u64..4),
        ) {
            let p = with_roots(&roots, &rootless, c);
            let sturm = Sturm::of_roots(&p);
            let low = rational(low.0, low.1);
            let high = &low + rational(width.0, width.1);
            let at = |((n, d), _): &((i64, u64), usize)| rational(*n, *d);
            let above = roots.iter().map(at).filter(|root| *root > low).count();
            let between = roots.iter().map(at).filter(|root| *root > low && *root <= high).count();
            prop_assert_eq!(sturm.roots_above(&low), above);
            prop_assert_eq!(sturm.roots_between(&low, &high), between);
        }

        #[test]
        fn signs_change_at_odd_roots(
            roots in roots(),
            rootless in prop::collection::vec((-4i64..5, 1i64..4), 0..2),
        ) {
            let p = with_roots(&roots, &rootless, -2);
            let changes = Sturm::of_sign_changes(&p);
            for ((n, d), multiplicity) in &roots {
                prop_assert_eq!(changes.is_root(&rational(*n, *d)), multiplicity % 2 == 1);
            }
            let odd = roots.iter().filter(|(_, multiplicity)| multiplicity % 2 == 1).count();
            prop_assert_eq!(changes.roots_above(&rational(-100, 1)), odd);
        }
    }

    #[test]
    fn irrational_roots_are_counted_too() {
        let square_minus_two = polynomial(&[-2, 0, 1]);
        let sturm = Sturm::of_roots(&square_minus_two);
        assert_eq!(sturm.roots_between(&rational(1, 1), &rational(141, 100)), 0);
        assert_eq!(sturm.roots_between(&rational(141, 100), &rational(142, 100)), 1);
        assert_eq!(sturm.roots_above(&rational(-2, 1)), 2);
        assert_eq!(Sturm::of_roots(&polynomial(&[7])).roots_above(&rational(-2, 1)), 0);
    }
}
