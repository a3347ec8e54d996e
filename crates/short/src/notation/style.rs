//! The signs of plain text and of LaTeX.

use bouton_values::Refusal;
use dashu_base::UnsignedAbs;
use dashu_int::UBig;

use super::MAX_DIGITS;
use super::shape::Uptimals;
use crate::dyadic::Dyadic;
use crate::form::NumberUpStar;

/// Which signs to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Text,
    Latex,
}

/// A piece of text, and what may be done with it.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// May follow any sign.
    Atom,
    /// Has operators in it.
    Sum,
    /// Options between at most this many bars, without the outer braces.
    Bars(usize),
}

/// A power of ↑ and how often: order 1 is ↑.
struct Term {
    order: usize,
    coefficient: i64,
    cumulative: bool,
}

impl Style {
    fn pick(self, text: &'static str, latex: &'static str) -> &'static str {
        match self {
            Style::Text => text,
            Style::Latex => latex,
        }
    }

    /// `-3/4`.
    fn number(self, number: &Dyadic) -> Result<String, Refusal> {
        // A digit has less than 3.33 bits: longer numbers need not be written to be refused.
        let bits = number.bits();
        if bits > MAX_DIGITS * 333 / 100 {
            return Err(too_long(bits));
        }
        let sign = if number.sign() < 0 { "-" } else { "" };
        let numerator = number.numerator().unsigned_abs().to_string();
        let denominator = (UBig::ONE << number.exponent()).to_string();
        if numerator.len().max(denominator.len()) > MAX_DIGITS {
            return Err(too_long(bits));
        }
        Ok(match self {
            _ if number.is_integer() => format!("{sign}{numerator}"),
            Style::Text => format!("{sign}{numerator}/{denominator}"),
            Style::Latex => format!("{sign}\\frac{{{numerator}}}{{{denominator}}}"),
        })
    }

    fn star(self, nimber: u64) -> String {
        let star = self.pick("*", "{\\ast}");
        match nimber {
            0 => String::new(),
            1 => star.to_owned(),
            n => format!("{star}{n}"),
        }
    }

    /// ↑ⁿ without its coefficient; ↓ⁿ if `down`.
    fn power(self, term: &Term, down: bool) -> String {
        let arrow = match down {
            false => self.pick("^", "{\\uparrow}"),
            true => self.pick("v", "{\\downarrow}"),
        };
        match (self, term.order, term.cumulative) {
            (_, 1, _) => arrow.to_owned(),
            (Style::Text, n, false) => format!("{arrow}<{n}>"),
            (Style::Text, n, true) => format!("{arrow}[{n}]"),
            (Style::Latex, n, false) => format!("{arrow}^{{{n}}}"),
            (Style::Latex, n, true) => format!("{arrow}^{{[{n}]}}"),
        }
    }

    /// May a star follow the term, or the term follow a number, without an operator?
    fn is_joined(self, term: &Term) -> bool {
        let most = if self == Style::Text { u64::MAX } else { 2 };
        match term.order {
            1 => term.coefficient.unsigned_abs() <= most,
            _ => term.coefficient.unsigned_abs() == 1,
        }
    }

    /// The term without its sign, with ↓ for ↑ if `down`.
    fn term(self, term: &Term, down: bool) -> String {
        let power = self.power(term, down);
        match (term.coefficient.unsigned_abs(), term.order, self) {
            (1, ..) => power,
            (2, 1, Style::Text) => power.repeat(2),
            (2, 1, Style::Latex) if down => "{\\Downarrow}".to_owned(),
            (2, 1, Style::Latex) => "{\\Uparrow}".to_owned(),
            (n, 1, Style::Text) => format!("{power}{n}"),
            (n, _, Style::Text) => format!("{n}.{power}"),
            (n, _, Style::Latex) => format!("{n}\\cdot{power}"),
        }
    }

    /// `1^3`, `^<2>*`, `1+2.^<2>-^<3>*2`.
    pub(crate) fn uptimals(self, game: &Uptimals) -> Result<Piece, Refusal> {
        let mut text = String::new();
        let mut is_sum = false;
        if !game.number.is_zero() {
            text = self.number(&game.number)?;
        }
        let mut is_open = true;
        for (index, term) in terms(game).iter().enumerate() {
            let is_joined = self.is_joined(term);
            let down = term.coefficient < 0;
            if text.is_empty() || (index == 0 && is_joined) {
                text += &self.term(term, down);
                is_sum |= !is_joined;
            } else {
                text += if down { "-" } else { "+" };
                text += &self.term(term, false);
                is_sum = true;
            }
            is_open = is_joined;
        }
        if game.nimber > 0 && !is_open {
            text += "+";
        }
        text += &self.star(game.nimber);
        if text.is_empty() {
            text += "0";
        }
        Ok(Piece { text, kind: if is_sum { Kind::Sum } else { Kind::Atom } })
    }

    /// `1^*`.
    fn simple(self, game: &NumberUpStar) -> Result<Piece, Refusal> {
        let coefficients = if game.ups == 0 { vec![] } else { vec![game.ups] };
        let number = game.number.clone();
        self.uptimals(&Uptimals { number, coefficients, nimber: game.nimber })
    }

    /// `tiny(1)`, `2+miny(1/2)`.
    pub(crate) fn tiny(
        self,
        number: &Dyadic,
        of: &NumberUpStar,
        is_miny: bool,
    ) -> Result<Piece, Refusal> {
        let name = match is_miny {
            false => self.pick("tiny", "\\mathrm{tiny}"),
            true => self.pick("miny", "\\mathrm{miny}"),
        };
        let named = format!("{name}({})", self.simple(of)?.text);
        Ok(match number.is_zero() {
            true => Piece { text: named, kind: Kind::Atom },
            false => Piece { text: format!("{}+{named}", self.number(number)?), kind: Kind::Sum },
        })
    }

    /// `±1`, `±(1,{2|1})`.
    pub(crate) fn switch(self, options: &[&Piece]) -> Piece {
        let sign = self.pick("±", "\\pm ");
        let text = match options {
            [option] if option.kind != Kind::Sum => format!("{sign}{}", self.closed(option)),
            _ => format!("{sign}({})", self.list(options)),
        };
        Piece { text, kind: Kind::Atom }
    }

    /// `1||0|-2`, still without its braces.
    pub(crate) fn braces(self, left: &[&Piece], right: &[&Piece]) -> Piece {
        /// More bars than this are hard to count, and braces are used again.
        const MOST_BARS: usize = 8;
        let inner = [left, right].map(|side| match side {
            [Piece { kind: Kind::Bars(bars), .. }] => *bars,
            _ => 0,
        });
        let bars = 1 + inner[0].max(inner[1]);
        let (bars, [left, right]) = match bars <= MOST_BARS {
            true => (bars, [left, right].map(|side| self.bare(side))),
            false => (1, [left, right].map(|side| self.list(side))),
        };
        let text = format!("{left}{}{right}", self.bars(bars));
        Piece { text, kind: Kind::Bars(bars) }
    }

    fn bars(self, bars: usize) -> String {
        match (self, bars) {
            (Style::Text, n) => "|".repeat(n),
            (Style::Latex, 1) => " \\mid ".to_owned(),
            (Style::Latex, 2) => " \\parallel ".to_owned(),
            (Style::Latex, n) => format!(" \\mathrel{{{}}} ", "|".repeat(n)),
        }
    }

    /// A side of braces; a single option needs no braces of its own.
    fn bare(self, side: &[&Piece]) -> String {
        match side {
            [option] => option.text.clone(),
            _ => self.list(side),
        }
    }

    fn list(self, options: &[&Piece]) -> String {
        let options: Vec<String> = options.iter().map(|option| self.closed(option)).collect();
        options.join(",")
    }

    /// The text, in braces if it has bars.
    pub(crate) fn closed(self, piece: &Piece) -> String {
        match (piece.kind, self) {
            (Kind::Bars(_), Style::Text) => format!("{{{}}}", piece.text),
            (Kind::Bars(_), Style::Latex) => format!("\\left\\{{{}\\right\\}}", piece.text),
            _ => piece.text.clone(),
        }
    }

    /// The name of a game that is defined elsewhere.
    pub(crate) fn name(self, number: usize) -> Piece {
        let text = match self {
            Style::Text => format!("G{number}"),
            Style::Latex => format!("G_{{{number}}}"),
        };
        Piece { text, kind: Kind::Atom }
    }

    /// `root where G1 = {…}, G2 = {…}`.
    pub(crate) fn with_definitions(self, root: &str, definitions: &[(String, String)]) -> String {
        let named = definitions.iter().map(|(name, definition)| format!("{name} = {definition}"));
        let named: Vec<String> = named.collect();
        let whereas = self.pick(" where ", "\\quad\\mathrm{where}\\quad ");
        format!("{root}{whereas}{}", named.join(self.pick(", ", ",\\; ")))
    }
}

fn too_long(bits: usize) -> Refusal {
    let problem = format!("a number of {bits} bits is too long to be written");
    Refusal::bad(problem, format!("only integers of up to {MAX_DIGITS} digits can be written"))
}

/// The powers of ↑ that occur; ↑ + … + ↑ⁿ is taken as one.
fn terms(game: &Uptimals) -> Vec<Term> {
    let coefficients = &game.coefficients;
    let order = coefficients.len();
    for coefficient in [1, -1] {
        if order > 1 && coefficients.iter().all(|c| *c == coefficient) {
            return vec![Term { order, coefficient, cumulative: true }];
        }
    }
    let terms = coefficients.iter().zip(1..).filter(|(c, _)| **c != 0);
    terms.map(|(c, order)| Term { order, coefficient: *c, cumulative: false }).collect()
}
