//! Reads formulas in x, for games on the graph of a function.
//!
//! ```text
//! sum     = [+|-] product {(+|-) product}
//! product = power {(*|/) power | power}        two factors side by side are multiplied
//! power   = factor [^ digits]
//! factor  = x | digits [. digits] | ( sum )
//! ```
//!
//! The text may come from anybody, so everything is bounded: its length, how deep parentheses nest,
//! the degree and the coefficients of every intermediate result.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::function::{RationalFunction, without_common_number};
use super::number::{leading_decimal, read_decimal};
use super::polynomial::Polynomial;
use bouton_values::Refusal;
use bouton_values::excerpt;

/// Long enough for every function within the other bounds, written out.
const LONGEST: usize = 6_000;
const DEEPEST: usize = 32;
const HIGHEST: usize = 32;
const MOST_BITS: usize = 256;

const HELP: &str = "write a formula in x with + - * / ^, numbers and parentheses, such as x^2, 2x \
                    or (x^2+x)/2";

pub(crate) fn parse(text: &str) -> Result<RationalFunction, Refusal> {
    if text.len() > LONGEST {
        return Err(too_large(&format!("it is {} characters long", text.len()), LONGEST));
    }
    let mut reader = Reader { rest: text.trim_start(), depth: 0 };
    let quotient = reader.sum()?;
    if !reader.rest.is_empty() {
        return Err(reader.expected("an operator"));
    }
    let function = RationalFunction::new(&quotient.above, &quotient.below)
        .expect("a quotient is never built over zero");
    // A factor may have longer coefficients than its multiple.
    check_size(function.numerator())?;
    check_size(function.denominator())?;
    Ok(function)
}

struct Reader<'a> {
    /// What is still to be read; it never starts with a space.
    rest: &'a str,
    /// How many parentheses are open.
    depth: usize,
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Result<Quotient, Refusal> {
        let mut sum = match self.take_one_of(&['+', '-']) {
            Some('-') => self.product()?.negated(),
            _ => self.product()?,
        };
        while let Some(sign) = self.take_one_of(&['+', '-']) {
            let next = self.product()?;
            sum = sum.plus(&if sign == '-' { next.negated() } else { next })?;
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Quotient, Refusal> {
        let mut product = self.power()?;
        let mut divided = false;
        loop {
            if self.take('*') {
                product = product.times(&self.power()?)?;
                divided = false;
            } else if self.take('/') {
                product = product.over(&self.power()?)?;
                divided = true;
            } else if !self.at_factor() {
                return Ok(product);
            } else if divided {
                return Err(self.ambiguous());
            } else {
                product = product.times(&self.power()?)?;
            }
        }
    }

    fn power(&mut self) -> Result<Quotient, Refusal> {
        let base = self.factor()?;
        if !self.take('^') {
            return Ok(base);
        }
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.expected("a whole number as exponent"));
        }
        let text = self.advance(digits);
        match text.parse() {
            Ok(exponent) if exponent <= HIGHEST => base.power(exponent),
            _ => Err(too_large(&format!("the exponent is {}", excerpt(text)), HIGHEST)),
        }
    }

    fn factor(&mut self) -> Result<Quotient, Refusal> {
        if self.take('x') {
            return Quotient::new(&Polynomial::x(), &Polynomial::constant(IBig::ONE));
        }
        if self.take('(') {
            return self.parenthesis();
        }
        match leading_decimal(self.rest) {
            0 => Err(self.expected("x, a number or a parenthesis")),
            length => Quotient::number(&read_decimal(self.advance(length))),
        }
    }

    fn parenthesis(&mut self) -> Result<Quotient, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_large("parentheses are nested too deep", DEEPEST));
        }
        let inside = self.sum()?;
        if !self.take(')') {
            return Err(self.expected("a closing parenthesis"));
        }
        self.depth -= 1;
        Ok(inside)
    }

    fn at_factor(&self) -> bool {
        self.rest.starts_with(['x', '(']) || leading_decimal(self.rest) > 0
    }

    fn take(&mut self, wanted: char) -> bool {
        self.take_one_of(&[wanted]).is_some()
    }

    fn take_one_of(&mut self, wanted: &[char]) -> Option<char> {
        let next = self.rest.chars().next().filter(|next| wanted.contains(next))?;
        self.advance(next.len_utf8());
        Some(next)
    }

    /// Takes this many bytes, and the spaces after them.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest.trim_start();
        taken
    }

    fn expected(&self, what: &str) -> Refusal {
        let place = match self.rest {
            "" => "at the end of the formula".to_owned(),
            rest => format!("at `{}`", excerpt(rest)),
        };
        Refusal::bad(format!("{what} is expected {place}"), HELP)
    }

    fn ambiguous(&self) -> Refusal {
        Refusal::bad(
            format!(
                "it is not clear whether `{}` belongs to the denominator of the division before it",
                excerpt(self.rest)
            ),
            "write x/2 or (1/2)*x for a half of x, and 1/(2x) for one over 2x",
        )
    }
}

fn too_large(problem: &str, most: usize) -> Refusal {
    Refusal::bad(format!("the formula is too large: {problem}, allowed {most}"), HELP)
}

/// A quotient on the way, not yet in lowest terms; there is never zero below the line.
struct Quotient {
    above: Polynomial,
    below: Polynomial,
}

impl Quotient {
    fn new(above: &Polynomial, below: &Polynomial) -> Result<Quotient, Refusal> {
        let (above, below) = without_common_number(above, below);
        check_size(&above)?;
        check_size(&below)?;
        Ok(Quotient { above, below })
    }

    fn number(number: &RBig) -> Result<Quotient, Refusal> {
        let (above, below) = number.clone().into_parts();
        Quotient::new(&Polynomial::constant(above), &Polynomial::constant(below.into()))
    }

    fn negated(&self) -> Quotient {
        Quotient { above: self.above.times(&IBig::NEG_ONE), below: self.below.clone() }
    }

    fn plus(&self, other: &Quotient) -> Result<Quotient, Refusal> {
        if self.below == other.below {
            return Quotient::new(&(&self.above + &other.above), &self.below);
        }
        let above = &(&self.above * &other.below) + &(&other.above * &self.below);
        Quotient::new(&above, &(&self.below * &other.below))
    }

    fn times(&self, other: &Quotient) -> Result<Quotient, Refusal> {
        Quotient::new(&(&self.above * &other.above), &(&self.below * &other.below))
    }

    fn over(&self, other: &Quotient) -> Result<Quotient, Refusal> {
        if other.above.is_zero() {
            return Err(Refusal::bad("the formula divides by 0", HELP));
        }
        Quotient::new(&(&self.above * &other.below), &(&self.below * &other.above))
    }

    fn power(&self, exponent: usize) -> Result<Quotient, Refusal> {
        let mut power = Quotient::number(&RBig::ONE)?;
        for _ in 0..exponent {
            power = power.times(self)?;
        }
        Ok(power)
    }
}

fn check_size(polynomial: &Polynomial) -> Result<(), Refusal> {
    if polynomial.degree() > HIGHEST {
        return Err(too_large(&format!("the degree is {}", polynomial.degree()), HIGHEST));
    }
    if polynomial.bits() > MOST_BITS {
        let problem = format!("a coefficient has {} bits", polynomial.bits());
        return Err(too_large(&problem, MOST_BITS));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn problem(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    /// A formula as text, and its value at x = 2 by fractions; `None` where it divides by
    /// 0.
    #[derive(Clone, Debug)]
    struct Formula {
        text: String,
        at_two: Option<RBig>,
    }

    fn formula() -> impl Strategy<Value = Formula> {
        let number = (0u32..100).prop_map(|tenths| Formula {
            text: format!("{}.{}", tenths / 10, tenths % 10),
            at_two: Some(RBig::from_parts(tenths.into(), 10u8.into())),
        });
        let x = Just(Formula { text: "x".to_owned(), at_two: Some(RBig::from(2)) });
        prop_oneof![number, x].prop_recursive(4, 16, 2, |inner| {
            (inner.clone(), inner, 0usize..6).prop_map(|(a, b, operator)| combine(&a, &b, operator))
        })
    }

    fn combine(a: &Formula, b: &Formula, operator: usize) -> Formula {
        let (left, right) = (&a.text, &b.text);
        let value = a.at_two.clone().zip(b.at_two.clone()).and_then(|(a, b)| match operator {
            0 => Some(a + b),
            1 => Some(a - b),
            2 | 3 => Some(a * b),
            4 if b.is_zero() => None,
            4 => Some(a / b),
            _ => Some(&a * &a * &a + b),
        });
        let text = match operator {
            0 => format!("({left}) + ({right})"),
            1 => format!("({left})-({right})"),
            2 => format!("({left})({right})"),
            3 => format!("({left})*({right})"),
            4 => format!("({left})/({right})"),
            _ => format!("({left})^3+({right})"),
        };
        Formula { text, at_two: value }
    }

    proptest! {
        #[test]
        fn formulas_mean_what_they_say(formula in formula()) {
            let function = match parse(&formula.text) {
                Ok(function) => function,
                Err(refusal) => {
                    let is_large = refusal.to_string().contains("too large");
                    prop_assert!(is_large || formula.at_two.is_none(), "{}", formula.text);
                    return Ok(());
                }
            };
            // Where a division by zero was cancelled away, the function may still have a value.
            if let Some(value) = formula.at_two {
                prop_assert_eq!(function.at(&RBig::from(2)), Some(value), "{}", formula.text);
            }
        }

        #[test]
        fn random_text_never_panics(text in ".{0,60}") {
            let _ = parse(&text);
        }

        #[test]
        fn random_symbols_never_panic_and_what_is_read_is_read_back(
            text in "[x0-9()+*/^. -]{0,40}"
        ) {
            if let Ok(function) = parse(&text) {
                prop_assert_eq!(parse(&function.to_string()), Ok(function));
            }
        }
    }

    #[test]
    fn precedence() {
        for (text, same) in [
            ("-x^2", "0-(x*x)"),
            ("2x^3", "2*(x*x*x)"),
            ("x/2/3", "x/6"),
            ("x/2*3", "(3/2)*x"),
            ("1-x-x", "1-(x+x)"),
            ("x-2/x", "(x*x-2)/x"),
            ("2x/3", "(2*x)/3"),
            ("x/2*3x", "(3/2)x^2"),
        ] {
            assert_eq!(parse(text), parse(same), "{text}");
        }
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, wanted) in [
            ("", "x, a number or a parenthesis is expected at the end of the formula"),
            ("x+", "x, a number or a parenthesis is expected at the end of the formula"),
            ("x^", "a whole number as exponent is expected at the end of the formula"),
            ("x^-1", "a whole number as exponent is expected at `-1`"),
            ("x^x", "a whole number as exponent is expected at `x`"),
            ("x^2^3", "an operator is expected at `^3`"),
            ("(x+1", "a closing parenthesis is expected at the end of the formula"),
            ("x)", "an operator is expected at `)`"),
            ("y", "x, a number or a parenthesis is expected at `y`"),
            ("sin(x)", "x, a number or a parenthesis is expected at `sin(x)`"),
            ("2.", "an operator is expected at `.`"),
            ("x*-2", "x, a number or a parenthesis is expected at `-2`"),
            ("x/0", "the formula divides by 0"),
            ("x/(x-x)", "the formula divides by 0"),
            (
                "1/2x",
                "it is not clear whether `x` belongs to the denominator of the division before it",
            ),
        ] {
            assert_eq!(problem(text), wanted, "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_refused_with_numbers() {
        let too_large = |text: &str, words: &str| {
            let problem = problem(text);
            assert!(problem.starts_with("the formula is too large"), "{problem}");
            assert!(problem.contains(words), "{problem}");
        };
        too_large(&"(".repeat(5_000), "nested");
        too_large(&"x".repeat(6_001), "6001 characters");
        too_large("x^33", "exponent is 33");
        too_large("x^99999999999999999999999", "exponent is 99999999999999999999999");
        too_large("x^32*x", "degree is 33");
        too_large("((((2^32)^32)^32)^32)^32*x", "bits");
        too_large("x/(((9^32)^32)^32)", "bits");
        too_large(&format!("{}x", "9".repeat(5000)), "bits");
        too_large(&"x*".repeat(3000), "degree is 33");
        assert!(parse(&format!("{}x{}", "(".repeat(32), ")".repeat(32))).is_ok());
    }

    /// The widest function within the bounds can be written out and read back.
    #[test]
    fn the_largest_functions_are_read_back() {
        let widest = "9".repeat(77);
        let polynomial = |last: &str| {
            let terms: Vec<String> = (1..=32).map(|k| format!("{widest}x^{k}")).collect();
            format!("{}+{last}", terms.join("+"))
        };
        let text = format!("({})/({})", polynomial("1"), polynomial("2"));
        let function = parse(&text).unwrap();
        assert_eq!(parse(&function.to_string()), Ok(function));
    }
}
