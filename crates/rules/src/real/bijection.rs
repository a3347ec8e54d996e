//! Which rational functions are increasing bijections of [0, ∞).
//!
//! *Theorem.* Let φ = p/q in lowest terms. If φ(0) = 0, q has no zero in [0, ∞), φ tends to
//! infinity and p′q − pq′ has no root of odd multiplicity in (0, ∞), then φ is an increasing
//! bijection of [0, ∞); and only then.
//!
//! *Proof.* φ is continuous, and φ′ = (p′q − pq′)/q². Without a root of odd multiplicity, φ′ does
//! not change its sign on (0, ∞), and it is positive far out, where φ grows; so φ′ ≥ 0 with
//! finitely many zeros, and φ is strictly increasing. (A root of even multiplicity does no harm:
//! (x−1)³+1 rests at 1 and goes on rising.) A continuous increasing function from 0 to ∞ meets
//! every value once. Conversely, at a pole φ is not defined, at a root of odd multiplicity φ turns,
//! and without its limit φ misses the large values. ∎
//!
//! Roots are counted by Sturm's theorem, so nothing is left to rounding.

use dashu_ratio::RBig;

use super::function::RationalFunction;
use super::sturm::Sturm;
use bouton_values::Refusal;
use bouton_values::excerpt;

/// An increasing bijection of [0, ∞) that is a quotient of polynomials.
///
/// ```
/// use bouton_rules::real::Bijection;
/// assert!(Bijection::parse("x^2/(x+1)").is_ok());
/// let refusal = Bijection::parse("x^2-x").unwrap_err();
/// assert_eq!(refusal.to_string(), "φ(x) = x^2-x is not increasing: it turns at x = 0.5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bijection {
    function: RationalFunction,
}

const HELP: &str = "write an increasing function with φ(0) = 0 and no greatest value, such as x, \
                    2x, x^2, (x^2+x)/2 or x^2/(x+1)";

impl Bijection {
    /// Reads a formula in x and checks all that a bijection needs.
    pub fn parse(text: &str) -> Result<Bijection, Refusal> {
        Bijection::new(RationalFunction::parse(text)?)
    }

    /// The function as a bijection, or a refusal that says which condition fails.
    pub fn new(function: RationalFunction) -> Result<Bijection, Refusal> {
        check_zero(&function)?;
        check_poles(&function)?;
        check_limit(&function)?;
        check_slope(&function)?;
        Ok(Bijection { function })
    }

    /// The rational function that the bijection is.
    #[must_use]
    pub fn function(&self) -> &RationalFunction {
        &self.function
    }

    /// The image φ(x) of a rational x ≥ 0.
    #[must_use]
    pub fn at(&self, x: &RBig) -> RBig {
        self.function.at(x).expect("a bijection has no pole in [0, ∞)")
    }
}

fn check_zero(function: &RationalFunction) -> Result<(), Refusal> {
    match function.at(&RBig::ZERO) {
        Some(value) if value.is_zero() => Ok(()),
        Some(value) => {
            refuse(function, &format!("is {} at x = 0, not 0", excerpt(&value.to_string())))
        }
        None => refuse(function, "has a pole at x = 0"),
    }
}

fn check_poles(function: &RationalFunction) -> Result<(), Refusal> {
    let poles = Sturm::of_roots(function.denominator());
    match poles.roots_above(&RBig::ZERO) {
        0 => Ok(()),
        _ => refuse(function, &format!("has a pole {}", place_of_first_root(&poles))),
    }
}

fn check_limit(function: &RationalFunction) -> Result<(), Refusal> {
    let (p, q) = (function.numerator(), function.denominator());
    if p.degree() <= q.degree() {
        return refuse(function, "does not tend to infinity");
    }
    if p.sign_at_infinity().is_lt() {
        return refuse(function, "tends to minus infinity");
    }
    Ok(())
}

fn check_slope(function: &RationalFunction) -> Result<(), Refusal> {
    let turns = Sturm::of_sign_changes(&function.slope());
    match turns.roots_above(&RBig::ZERO) {
        0 => Ok(()),
        _ => {
            let place = place_of_first_root(&turns);
            refuse(function, &format!("is not increasing: it turns {place}"))
        }
    }
}

fn refuse(function: &RationalFunction, problem: &str) -> Result<(), Refusal> {
    Err(Refusal::bad(format!("φ(x) = {} {problem}", excerpt(&function.to_string())), HELP))
}

/// The least positive root, to three decimals: "at x = 0.5", "between x = 1.414 and x = 1.415".
fn place_of_first_root(sturm: &Sturm) -> String {
    const FARTHEST: i64 = 1_000_000;
    let place = |thousandths: i64| RBig::from_parts(thousandths.into(), 1000u32.into());
    let is_free_to = |end: i64| sturm.roots_between(&RBig::ZERO, &place(end)) == 0;
    if is_free_to(FARTHEST) {
        return format!("at some x above {}", FARTHEST / 1000);
    }
    // No root in (0, low], one in (0, high].
    let (mut low, mut high) = (0, FARTHEST);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if is_free_to(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if sturm.is_root(&place(high)) {
        return format!("at x = {}", thousandths(high));
    }
    format!("between x = {} and x = {}", thousandths(low), thousandths(high))
}

fn thousandths(count: i64) -> String {
    let text = format!("{}.{:03}", count / 1000, count % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::polynomial::Polynomial;
    use crate::real::polynomial::tests::polynomial;

    fn verdict(numerator: &Polynomial, denominator: &Polynomial) -> bool {
        let function = RationalFunction::new(numerator, denominator).unwrap();
        Bijection::new(function).is_ok()
    }

    fn problem(text: &str) -> String {
        Bijection::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn bijections_are_accepted() {
        for text in [
            "x",
            "2x",
            "x/2",
            "x^2",
            "x^3",
            "x^32",
            "(x^2+x)/2",
            "x^3+x",
            "x^2/(x+1)",
            "x^2/x",
            "(x-1)^3+1",
            "(x-1)^5+1",
            "x^3/(x^2+1)",
            "(x^3+3x)/(x^2+1)",
            "x^4/(x+1)^3",
            "((x-1)^3+1)*((x-1)^3+1)",
            "x/1000000",
            "x^2/(x-x+3)",
        ] {
            assert!(Bijection::parse(text).is_ok(), "{text}: {}", problem(text));
        }
    }

    #[test]
    fn each_condition_is_named() {
        for (text, wanted) in [
            ("x+1", "is 1 at x = 0, not 0"),
            ("5", "is 5 at x = 0, not 0"),
            ("1/x", "has a pole at x = 0"),
            ("x^2/(x-1)", "has a pole at x = 1"),
            ("x^4/(x^2-2)", "has a pole between x = 1.414 and x = 1.415"),
            ("x^4/(x-2)^2", "has a pole at x = 2"),
            ("x^3/(x-1000.5)", "has a pole at some x above 1000"),
            ("0", "does not tend to infinity"),
            ("x/(x+1)", "does not tend to infinity"),
            ("x^2/(x^2+x+1)", "does not tend to infinity"),
            ("-x", "tends to minus infinity"),
            ("x-x^3", "tends to minus infinity"),
            ("x^2-x", "is not increasing: it turns at x = 0.5"),
            ("x^3-2x^2+x", "is not increasing: it turns between x = 0.333 and x = 0.334"),
            ("(x-1)^4+x^5-1", "is not increasing: it turns"),
            ("x^2-5000x", "is not increasing: it turns at some x above 1000"),
        ] {
            let problem = problem(text);
            assert!(problem.contains(wanted), "{text}: {problem}");
        }
        assert!(Bijection::parse("x+1").unwrap_err().help().to_string().contains("x^2/(x+1)"));
    }

    fn coefficients(length: u32, most: i64) -> impl Iterator<Item = Vec<i64>> {
        let base = (2 * most + 1) as u64;
        (0..base.pow(length)).map(move |code| {
            (0..length).map(|k| (code / base.pow(k) % base) as i64 - most).collect()
        })
    }

    /// ax³ + bx² + cx: by the quadratic formula, 3ax² + 2bx + c changes its sign in (0, ∞) iff it
    /// has two different roots with the greater one positive, or is linear with a positive root.
    #[test]
    fn all_small_cubics_by_the_quadratic_formula() {
        let mut accepted = 0;
        for list in coefficients(3, 6) {
            let (c, b, a) = (list[0], list[1], list[2]);
            let turns = match (a, b) {
                (0, 0) => false,
                (0, _) => -c * b > 0,
                // For a > 0, the greater root is positive iff the sum or the product says so.
                _ => b * b - 3 * a * c > 0 && (b * a < 0 || c * a < 0),
            };
            let grows = [a, b, c].into_iter().find(|k| *k != 0).is_some_and(|k| k > 0);
            let p = polynomial(&[0, c, b, a]);
            assert_eq!(verdict(&p, &polynomial(&[1])), grows && !turns, "{p}");
            accepted += usize::from(grows && !turns);
        }
        assert!(accepted > 300);
    }

    /// Values of p/q on a fine grid, by floating point: a bijection never falls from one sample to
    /// the next, and whatever is refused falls there, at a pole too, or is small far out.
    #[test]
    fn small_quotients_by_dense_sampling() {
        let mut verdicts = [0, 0];
        for list in coefficients(5, 2) {
            let (p, q) =
                (polynomial(&[0, list[0], list[1], list[2]]), polynomial(&[1, list[3], list[4]]));
            let expected = samples_rise(&list) && value(&list, 1e9) > 1e6;
            assert_eq!(verdict(&p, &q), expected, "({p})/({q})");
            verdicts[usize::from(expected)] += 1;
        }
        assert!(verdicts[0] > 1000 && verdicts[1] > 100, "{verdicts:?}");
    }

    /// (c₀x + c₁x² + c₂x³) / (1 + c₃x + c₄x²).
    fn value(c: &[i64], x: f64) -> f64 {
        let c: Vec<f64> = c.iter().map(|c| *c as f64).collect();
        x * (c[0] + x * (c[1] + x * c[2])) / (1.0 + x * (c[3] + x * c[4]))
    }

    /// It rises from each sample to the next; none of them is the root of a small polynomial.
    fn samples_rise(c: &[i64]) -> bool {
        let values: Vec<f64> = (0..4000).map(|k| value(c, (f64::from(k) + 0.37) / 128.0)).collect();
        values.windows(2).all(|pair| pair[0] < pair[1])
    }

    /// The worst that the bounds allow is still decided, and quickly.
    #[test]
    fn a_function_at_the_bounds_is_decided() {
        let digits = "7".repeat(76);
        let above: Vec<String> = (1..=32).map(|k| format!("{digits}{}x^{k}", k % 10)).collect();
        let below: Vec<String> = (0..32).map(|k| format!("{}{digits}x^{k}", k % 7 + 1)).collect();
        let text = format!("({})/({})", above.join("+"), below.join("+"));
        let verdict = Bijection::parse(&text);
        assert!(verdict.is_ok() || verdict.unwrap_err().to_string().contains("turns"));
    }
}
