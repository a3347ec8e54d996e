//! Numbers with ups and a star: `-1/2^3*2`.

use bouton_values::Refusal;
use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::expression::Op;
use super::parse::Parser;
use super::token::Kind;
use super::{MAX_DIGITS, MAX_ORDER};
use crate::dyadic::Dyadic;
use crate::form::NumberUpStar;

impl<'a> Parser<'a> {
    /// Reads a literal; a minus before it belongs to its number.
    pub(crate) fn literal(&mut self, negative: bool) -> Result<(), Refusal> {
        let at = self.token.start;
        self.previous_end = at;
        let mut simple = NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber: 0 };
        if let Some(digits) = self.joined_digits()? {
            let number = self.number(digits, at)?;
            simple.number = if negative { -&number } else { number };
        }
        let uptimal = self.uptimal()?;
        if uptimal.is_none() {
            simple.ups = self.ups()?;
        }
        simple.nimber = self.star()?;
        let Some(uptimal) = uptimal else {
            self.emit_literal(at, simple);
            return Ok(());
        };
        self.emit(at, uptimal);
        if simple.nimber > 0 || !simple.number.is_zero() {
            self.emit_literal(at, simple);
            self.emit(at, Op::Add);
        }
        Ok(())
    }

    fn emit_literal(&mut self, at: usize, simple: NumberUpStar) {
        let next = self.literals.len() as u32;
        let id = *self.literal_ids.entry(simple.clone()).or_insert(next);
        if id == next {
            self.literals.push(simple);
        }
        self.emit(at, Op::Literal(id));
    }

    /// The token, if it follows without a space.
    fn joined(&self) -> Option<Kind<'a>> {
        (self.token.start == self.previous_end).then_some(self.token.kind)
    }

    fn joined_digits(&mut self) -> Result<Option<&'a str>, Refusal> {
        let Some(Kind::Digits(digits)) = self.joined() else { return Ok(None) };
        self.check_digits(digits, self.token.start)?;
        self.advance()?;
        Ok(Some(digits))
    }

    fn check_digits(&self, digits: &str, at: usize) -> Result<(), Refusal> {
        if digits.len() <= MAX_DIGITS {
            return Ok(());
        }
        let problem =
            format!("an integer of {} digits; at most {MAX_DIGITS} are read", digits.len());
        Err(self.refuse(at, &problem, "write smaller numbers"))
    }

    fn number(&mut self, digits: &str, at: usize) -> Result<Dyadic, Refusal> {
        let numerator = IBig::from(integer(digits));
        if self.joined() != Some(Kind::Slash) {
            return Ok(Dyadic::from(numerator));
        }
        self.advance()?;
        let Some(below) = self.joined_digits()? else {
            let help = "fractions have digits on both sides, as `3/4`";
            return Err(self.refuse(self.token.start, "expected a denominator here", help));
        };
        let denominator = integer(below);
        let exponent = denominator.trailing_zeros();
        if let Some(exponent) = exponent.filter(|zeros| zeros + 1 == denominator.bit_len()) {
            return Ok(Dyadic::new(numerator, exponent));
        }
        let name = match digits.len() + below.len() {
            0..=40 => format!("{digits}/{below}"),
            _ => "this fraction".to_owned(),
        };
        let problem = format!("{name} is not a short game: denominators are powers of two");
        Err(self.refuse(at, &problem, "write 1/2, 3/4, 5/8, …"))
    }

    /// `^`, `^^`, `^3`, `v3`: how many ↑.
    fn ups(&mut self) -> Result<i64, Refusal> {
        let Some(Kind::Arrows(arrows)) = self.joined() else { return Ok(0) };
        let at = self.token.start;
        self.advance()?;
        let Some(digits) = self.joined_digits()? else { return Ok(arrows) };
        if arrows.abs() > 1 {
            let help = "write `^3` or `^^^`, and `+` between sums";
            return Err(self.refuse(at, "several arrows and a count after them", help));
        }
        match digits.parse::<i64>() {
            Ok(count) => Ok(arrows * count),
            Err(_) => {
                let problem = "a multiple of ↑ that does not fit into 64 bits";
                Err(self.refuse(at, problem, "write fewer ups"))
            }
        }
    }

    /// `^<2>`, `v[3]`.
    fn uptimal(&mut self) -> Result<Option<Op>, Refusal> {
        let Some(Kind::Uptimal { order, negative, cumulative }) = self.joined() else {
            return Ok(None);
        };
        let at = self.token.start;
        self.advance()?;
        match order.parse() {
            Ok(order @ 1..=MAX_ORDER) => Ok(Some(Op::Uptimal { order, negative, cumulative })),
            _ => {
                let problem = format!("the order of ↑ⁿ is between 1 and {MAX_ORDER}");
                Err(self.refuse(at, &problem, "write `^<2>`"))
            }
        }
    }

    /// `*`, `*2`: the size of the nimber.
    fn star(&mut self) -> Result<u64, Refusal> {
        if self.joined() != Some(Kind::Star) {
            return Ok(0);
        }
        let at = self.token.start;
        self.advance()?;
        let Some(digits) = self.joined_digits()? else { return Ok(1) };
        digits.parse().map_err(|_| {
            let problem = "a nimber that does not fit into 64 bits";
            self.refuse(at, problem, "write a smaller one")
        })
    }
}

fn integer(digits: &str) -> UBig {
    UBig::from_str_radix(digits, 10).expect("these are digits")
}
