//! The lexer: from characters to tokens.

use bouton_values::Refusal;

use super::expression::Relation;

/// A token and where it is in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind<'a> {
    Digits(&'a str),
    /// This many ↑, or ↓ if negative.
    Arrows(i64),
    /// `^<n>`, or with `cumulative` `^[n]`.
    Uptimal {
        order: &'a str,
        negative: bool,
        cumulative: bool,
    },
    Star,
    Slash,
    Plus,
    Minus,
    /// `±`
    PlusMinus,
    /// `+-`, which is ambiguous between two games.
    PlusThenMinus,
    Dot,
    Colon,
    Comma,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    Bars(usize),
    Relation(Relation),
    Word(&'a str),
    End,
}

/// Reads one token after another.
pub(crate) struct Lexer<'a> {
    pub(crate) text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    pub(crate) fn next(&mut self) -> Result<Token<'a>, Refusal> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let start = self.at;
        let Some(first) = self.peek() else {
            return Ok(Token { kind: Kind::End, start, end: start });
        };
        let kind = match first {
            '0'..='9' => self.digits()?,
            '^' | '↑' | '⇑' => self.arrows(false),
            '↓' | '⇓' => self.arrows(true),
            'v' if self.is_down() => self.arrows(true),
            '|' | '∥' | '‖' => self.bars(),
            letter if letter.is_ascii_alphabetic() || letter == '_' => Kind::Word(self.word()),
            _ => self.symbol(first)?,
        };
        Ok(Token { kind, start, end: self.at })
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn starts_with(&self, prefix: &str) -> bool {
        self.text[self.at..].starts_with(prefix)
    }

    /// The characters from here on that pass.
    fn run(&mut self, passes: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !passes(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn word(&mut self) -> &'a str {
        self.run(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// `v` and `vvv2` are arrows, `value` is a word.
    fn is_down(&self) -> bool {
        let after = self.text[self.at..].trim_start_matches('v');
        !after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }

    fn digits(&mut self) -> Result<Kind<'a>, Refusal> {
        let start = self.at;
        let whole = self.run(|c| c.is_ascii_digit());
        let mut rest = self.text[self.at..].chars();
        if rest.next() == Some('.') && rest.next().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            let decimals = self.run(|c| c.is_ascii_digit());
            return Err(no_decimals(self.text, start, whole, decimals));
        }
        Ok(Kind::Digits(whole))
    }

    fn arrows(&mut self, negative: bool) -> Kind<'a> {
        let run = match negative {
            true => self.run(|c| matches!(c, 'v' | '↓' | '⇓')),
            false => self.run(|c| matches!(c, '^' | '↑' | '⇑')),
        };
        let count: i64 = run.chars().map(|c| if matches!(c, '⇑' | '⇓') { 2 } else { 1 }).sum();
        if count == 1 {
            for (opening, closing) in [("<", ">"), ("[", "]")] {
                if let Some(order) = self.enclosed(opening, closing) {
                    return Kind::Uptimal { order, negative, cumulative: opening == "[" };
                }
            }
        }
        Kind::Arrows(if negative { -count } else { count })
    }

    /// Digits between two signs and without spaces: `^<2` compares, `^<2>` is a game.
    fn enclosed(&mut self, opening: &str, closing: &str) -> Option<&'a str> {
        let inner = self.text[self.at..].strip_prefix(opening)?;
        let length = inner.find(|c: char| !c.is_ascii_digit())?;
        if length == 0 || !inner[length..].starts_with(closing) {
            return None;
        }
        self.at += opening.len() + length + closing.len();
        Some(&inner[..length])
    }

    fn bars(&mut self) -> Kind<'a> {
        if self.starts_with("|>") {
            self.at += 2;
            return Kind::Relation(Relation::GreaterOrConfused);
        }
        let run = self.run(|c| matches!(c, '|' | '∥' | '‖'));
        Kind::Bars(run.chars().map(|c| if c == '|' { 1 } else { 2 }).sum())
    }

    fn symbol(&mut self, first: char) -> Result<Kind<'a>, Refusal> {
        for (symbol, kind) in SYMBOLS {
            if self.starts_with(symbol) {
                self.at += symbol.len();
                return Ok(kind);
            }
        }
        let problem = format!("{first:?} means nothing here");
        let help = "games are written like `{1||0|-2}`, `3^*2`, `±1` or `tiny(1)`";
        Err(refuse(self.text, self.at, &problem, help))
    }
}

/// Signs and their tokens; a longer sign comes before those that it begins with.
const SYMBOLS: [(&str, Kind<'static>); 33] = [
    ("+-", Kind::PlusThenMinus),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("−", Kind::Minus),
    ("–", Kind::Minus),
    ("±", Kind::PlusMinus),
    ("*", Kind::Star),
    ("∗", Kind::Star),
    ("★", Kind::Star),
    ("⋆", Kind::Star),
    ("/", Kind::Slash),
    (".", Kind::Dot),
    ("·", Kind::Dot),
    ("⋅", Kind::Dot),
    (":", Kind::Colon),
    (",", Kind::Comma),
    ("(", Kind::Open),
    (")", Kind::Close),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    ("<=", Kind::Relation(Relation::AtMost)),
    ("≤", Kind::Relation(Relation::AtMost)),
    ("<|", Kind::Relation(Relation::LessOrConfused)),
    ("<>", Kind::Relation(Relation::Confused)),
    ("<", Kind::Relation(Relation::Less)),
    (">=", Kind::Relation(Relation::AtLeast)),
    ("≥", Kind::Relation(Relation::AtLeast)),
    (">", Kind::Relation(Relation::Greater)),
    ("==", Kind::Relation(Relation::Equal)),
    ("=", Kind::Relation(Relation::Equal)),
    ("!=", Kind::Relation(Relation::NotEqual)),
    ("≠", Kind::Relation(Relation::NotEqual)),
    ("?", Kind::Relation(Relation::Ask)),
];

/// A refusal that says where in the text: the character, counted from 1, and the text around it.
pub(crate) fn refuse(text: &str, at: usize, problem: &str, help: &str) -> Refusal {
    let character = text[..at].chars().count() + 1;
    Refusal::bad(format!("at character {character} of `{}`: {problem}", excerpt(text, at)), help)
}

/// The text around a place, all of it if it is short.
fn excerpt(text: &str, at: usize) -> String {
    const SHORT: usize = 48;
    const AROUND: usize = 20;
    let shown = |part: &str| part.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().take(SHORT + 1).count() <= SHORT {
        return shown(text);
    }
    let start = text[..at].char_indices().rev().nth(AROUND - 1).map_or(0, |(index, _)| index);
    let end = text[at..].char_indices().nth(AROUND).map_or(text.len(), |(index, _)| at + index);
    let before = if start > 0 { "…" } else { "" };
    let after = if end < text.len() { "…" } else { "" };
    let part: String = shown(&text[start..end]);
    format!("{before}{part}{after}")
}

/// Refuses decimals: `1.5` should be 3/2, and `0.1` is not a short game.
fn no_decimals(text: &str, at: usize, whole: &str, decimals: &str) -> Refusal {
    let problem = "the dot makes multiples, not decimal fractions";
    let help = match fraction(whole, decimals) {
        Some((numerator, 1)) => format!("write {numerator}"),
        Some((numerator, denominator)) if denominator.is_power_of_two() => {
            format!("write {numerator}/{denominator} for the number, or {whole}·{decimals}")
        }
        Some((numerator, denominator)) => format!(
            "{numerator}/{denominator} is not a short game: denominators are powers of two; \
             a multiple is {whole}·{decimals}"
        ),
        None => "write a fraction, or · for a multiple".to_owned(),
    };
    refuse(text, at, problem, &help)
}

/// whole.decimals in lowest terms, if it has few digits.
fn fraction(whole: &str, decimals: &str) -> Option<(u64, u64)> {
    let scale = 10u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let fraction: u64 = decimals.parse().ok()?;
    let numerator = whole.parse::<u64>().ok()?.checked_mul(scale)?.checked_add(fraction)?;
    let (mut divisor, mut rest) = (scale, numerator);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some((numerator / divisor, scale / divisor))
}
