//! Polynomials in k and r with integer coefficients: enough to follow a proof by linear arithmetic.

use std::collections::BTreeMap;
use std::fmt;

use crate::frame::Result;
use crate::judge::unreadable;

/// A polynomial: for the exponents of k and r the coefficient, which is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(BTreeMap<(u32, u32), i128>);

impl Polynomial {
    pub(super) fn number(n: i128) -> Polynomial {
        Polynomial::of([((0, 0), n)])
    }

    fn of(terms: impl IntoIterator<Item = ((u32, u32), i128)>) -> Polynomial {
        let mut sum = BTreeMap::new();
        for (exponents, coefficient) in terms {
            *sum.entry(exponents).or_insert(0) += coefficient;
        }
        sum.retain(|_, coefficient| *coefficient != 0);
        Polynomial(sum)
    }

    pub(super) fn plus(&self, other: &Polynomial) -> Polynomial {
        Polynomial::of(self.0.iter().chain(&other.0).map(|(exponents, n)| (*exponents, *n)))
    }

    pub(super) fn minus(&self, other: &Polynomial) -> Polynomial {
        self.plus(&other.times(&Polynomial::number(-1)))
    }

    pub(super) fn times(&self, other: &Polynomial) -> Polynomial {
        let pairs = self.0.iter().flat_map(|one| other.0.iter().map(move |two| (one, two)));
        Polynomial::of(pairs.map(|((one, n), (two, m))| ((one.0 + two.0, one.1 + two.1), n * m)))
    }

    /// The polynomial with other polynomials in the places of k and r.
    pub(super) fn with(&self, k: &Polynomial, r: &Polynomial) -> Polynomial {
        let terms = self.0.iter().map(|((in_k, in_r), coefficient)| {
            let powers = (0..*in_k).map(|_| k).chain((0..*in_r).map(|_| r));
            powers.fold(Polynomial::number(*coefficient), |product, factor| product.times(factor))
        });
        terms.fold(Polynomial::number(0), |sum, term| sum.plus(&term))
    }

    /// Its value at two numbers.
    pub(super) fn at(&self, k: i128, r: i128) -> i128 {
        self.0
            .iter()
            .map(|((in_k, in_r), coefficient)| coefficient * k.pow(*in_k) * r.pow(*in_r))
            .sum()
    }

    /// Is it at least 0 for all k ≥ `least_k` and r ≥ `least_r`(k)? Decided by writing k =
    /// `least_k` + x and r = `least_r` + y: if then no coefficient is negative, it is.
    pub(super) fn is_never_negative(&self, least_k: i128, least_r: &Polynomial) -> bool {
        let [k, r] = ["k", "r"].map(Polynomial::written);
        let k = k.plus(&Polynomial::number(least_k));
        let r = r.plus(&least_r.with(&k, &r));
        self.with(&k, &r).0.values().all(|coefficient| *coefficient >= 0)
    }

    /// A formula of a proof as it is written in this program: misspelt, it is a mistake of the program.
    pub(super) fn written(text: &str) -> Polynomial {
        Polynomial::parse(text).expect("a formula of a proof can be read")
    }

    /// Reads `(2k-1)r-k-1`: sums and products of whole numbers, k and r, products written side by side.
    pub(super) fn parse(text: &str) -> Result<Polynomial> {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let mut rest = &letters[..];
        match sum(&mut rest) {
            Some(polynomial) if rest.is_empty() => Ok(polynomial),
            _ => Err(unreadable(text, "a polynomial in k and r", "(2k-1)r-k-1")),
        }
    }
}

fn sum(rest: &mut &[char]) -> Option<Polynomial> {
    let mut total = product(rest)?;
    while let Some(sign @ ('+' | '-')) = rest.first() {
        *rest = &rest[1..];
        let term = product(rest)?;
        total = if *sign == '+' { total.plus(&term) } else { total.minus(&term) };
    }
    Some(total)
}

fn product(rest: &mut &[char]) -> Option<Polynomial> {
    let mut total = factor(rest)?;
    while let Some(next) = rest.first()
        && (next.is_ascii_digit() || matches!(next, 'k' | 'r' | '('))
    {
        total = total.times(&factor(rest)?);
    }
    Some(total)
}

fn factor(rest: &mut &[char]) -> Option<Polynomial> {
    let first = *rest.first()?;
    if first.is_ascii_digit() {
        let digits = rest.iter().take_while(|letter| letter.is_ascii_digit()).count();
        let number: String = rest[..digits].iter().collect();
        *rest = &rest[digits..];
        return number.parse().ok().map(Polynomial::number);
    }
    *rest = &rest[1..];
    match first {
        'k' => Some(Polynomial::of([((1, 0), 1)])),
        'r' => Some(Polynomial::of([((0, 1), 1)])),
        '(' => {
            let inner = sum(rest)?;
            *rest = rest.strip_prefix(&[')'])?;
            Some(inner)
        }
        _ => None,
    }
}

/// `2kr-3k`.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        for (index, ((in_k, in_r), coefficient)) in self.0.iter().rev().enumerate() {
            let sign = match (*coefficient < 0, index) {
                (true, _) => "-",
                (false, 0) => "",
                (false, _) => "+",
            };
            let letters = "k".repeat(*in_k as usize) + &"r".repeat(*in_r as usize);
            match coefficient.abs() {
                1 if !letters.is_empty() => write!(f, "{sign}{letters}")?,
                size => write!(f, "{sign}{size}{letters}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Polynomial {
        Polynomial::parse(text).unwrap()
    }

    #[test]
    fn polynomials_are_read_and_computed_with() {
        assert_eq!(read("(2k-1)r-k-1"), read("2kr-r-k-1"));
        assert_eq!(read("(2(k+1)-1)(r+1)-(k+1)-1").to_string(), "2kr+k+r-1");
        assert_eq!(read("2kr-3k").with(&read("k+1"), &read("r-1")), read("2(k+1)(r-1)-3(k+1)"));
        assert_eq!(read("(2k-1)r+3k-3").at(2, 10), 33);
        assert_eq!(read("k").minus(&read("k")).to_string(), "0");
        for wrong in ["", "2k-", "(k", "x", "k)", "2*k"] {
            assert!(Polynomial::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn signs_are_decided_by_coefficients() {
        assert!(read("r-k").is_never_negative(0, &read("k")));
        assert!(!read("r-k").is_never_negative(0, &Polynomial::number(1)));
        assert!(read("2kr-k").is_never_negative(1, &Polynomial::number(1)));
    }
}
