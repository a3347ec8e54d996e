//! The lexer: from characters to tokens.
//!
//! The lexer never fails. What is written another way in this language (`==`, `&&`, `%`) is reported and read as
//! what was meant; characters that mean nothing become [`Kind::Unknown`] tokens, about which the parser stays
//! silent because they have been reported. Lines are put together here: a line that stands further to the right
//! than the first one continues the line before, and a [`Kind::LineEnd`] stands between all others.

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::diagnostic::{Diagnostic, Mistakes, Span, quote};
use crate::syntax::{Comment, File, Relation, written};

/// The largest number that can be written.
pub(crate) const LARGEST_NUMBER: u64 = 1_000_000_000_000_000_000;

/// The longest name, in characters.
const LONGEST_NAME: usize = 64;

/// What is a prime, and what is meant as one.
const PRIMES: [char; 2] = ['\'', '′'];
const NEARLY_PRIMES: [char; 8] = ['’', '‘', '´', '`', 'ʹ', 'ʼ', '″', '"'];

written! {
    /// The words that have a meaning of their own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Word {
        Game = "game", Position = "position", Heaps = "heaps", Coins = "coins", Rows = "rows",
        Legal = "legal", Move = "move", Left = "left", Right = "right", End = "end", Loopy = "loopy",
        One = "one", Up = "up", To = "to", Of = "of", Where = "where", If = "if", Else = "else",
        In = "in", Not = "not", And = "and", Or = "or", Xor = "xor", Div = "div", Mod = "mod",
        Distinct = "distinct", Nonzero = "nonzero", Falling = "falling", Sum = "sum", Count = "count",
        Least = "least", Greatest = "greatest", First = "first", Later = "later", None = "none",
        All = "all", True = "true", False = "false", Normal = "normal", Misere = "misere",
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A whole number; `None` if it is above [`LARGEST_NUMBER`].
    Number(Option<u64>),
    /// A name that is not a word of the language, with its prime.
    Name {
        primed: bool,
    },
    Word(Word),
    Relation(Relation),
    Plus,
    Minus,
    Times,
    Comma,
    Colon,
    Dots,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    /// The end of a line that is not continued, or a semicolon.
    LineEnd,
    /// Something that means nothing; it has been reported.
    Unknown,
}

impl Kind {
    /// The word or the sign that is written like this.
    pub(crate) fn of(text: &str) -> Kind {
        let sign = || SIGNS.iter().filter_map(|sign| sign.kind).find(|kind| kind.text() == text);
        Word::of(text).map(Kind::Word).or_else(sign).unwrap_or(Kind::Unknown)
    }

    /// How a word or a sign is written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Kind::Word(word) => word.text(),
            Kind::Relation(relation) => relation.text(),
            Kind::Plus => "+",
            Kind::Minus => "-",
            Kind::Times => "*",
            Kind::Comma => ",",
            Kind::Colon => ":",
            Kind::Dots => "..",
            Kind::Open => "(",
            Kind::Close => ")",
            Kind::OpenBrace => "{",
            Kind::CloseBrace => "}",
            Kind::Number(_) | Kind::Name { .. } | Kind::LineEnd | Kind::Unknown => "",
        }
    }
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// The spaces before it, if it is the first in its line of the text.
    pub(crate) indent: Option<Span>,
    /// Has something been reported about it? Then nothing else is.
    pub(crate) told: bool,
    /// A bracket or an `if`: where what closes it or its `else` stands.
    pub(crate) partner: Option<usize>,
}

/// A text in tokens.
#[derive(Default)]
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    /// The comments and blank lines, so far without what else is said.
    pub(crate) file: File,
    pub(crate) mistakes: Mistakes,
}

/// Splits a text into tokens.
pub(crate) fn lex(text: &str) -> Lexed {
    let out = Lexed::default();
    let mut lexer = Lexer { text, at: 0, base: None, indent: None, told: false, out };
    // Some editors put a byte order mark at the start.
    lexer.skip('\u{feff}');
    while lexer.at < text.len() {
        lexer.line();
    }
    lexer.out
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// How far to the right the first line stands.
    base: Option<usize>,
    /// The spaces at the start of the present line, if no token of it has been read.
    indent: Option<Span>,
    /// Has something been reported about the present token?
    told: bool,
    out: Lexed,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.at += if is_next { c.len_utf8() } else { 0 };
        is_next
    }

    fn skip_while(&mut self, which: impl Fn(char) -> bool) -> Span {
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| which(*c)) {
            self.at += c.len_utf8();
        }
        Span { start, end: self.at }
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start..span.end]
    }

    fn tell(&mut self, mistake: Diagnostic) {
        self.out.mistakes.tell(mistake);
        self.told = true;
    }

    /// A token that ends here.
    fn push(&mut self, kind: Kind, start: usize) {
        let span = Span { start, end: self.at };
        let indent = self.indent.take();
        let told = std::mem::take(&mut self.told);
        self.out.tokens.push(Token { kind, span, indent, told, partner: None });
    }

    /// One line of the text and the characters that end it.
    fn line(&mut self) {
        let start = self.at;
        let width = self.blanks();
        match self.peek() {
            None => {}
            Some('\n' | '\r') => self.out.file.blanks.push(start),
            Some('#') => {}
            Some(_) => self.begin_line(start, width),
        }
        while let Some(c) = self.peek() {
            match c {
                '\n' | '\r' => break,
                '#' => self.comment(start),
                ';' => {
                    self.at += 1;
                    self.push(Kind::LineEnd, self.at - 1);
                }
                _ => self.token(c),
            }
            self.blanks();
        }
        self.skip('\r');
        self.skip('\n');
    }

    /// A line with tokens: does it continue the one before?
    fn begin_line(&mut self, start: usize, width: usize) {
        let base = *self.base.get_or_insert(width);
        if width <= base && !self.out.tokens.is_empty() {
            self.indent = None;
            let end = std::mem::replace(&mut self.at, start);
            self.push(Kind::LineEnd, start);
            self.at = end;
        }
        self.indent = Some(Span { start, end: self.at });
    }

    /// Skips what is not seen, and says how wide it was.
    fn blanks(&mut self) -> usize {
        let mut width = 0;
        while let Some(c) = self.peek() {
            match c {
                ' ' => width += 1,
                '\t' => width += 8 - width % 8,
                '\n' | '\r' => break,
                c if is_unseen(c) => {
                    self.unseen();
                    continue;
                }
                c if c.is_whitespace() => {
                    width += 1;
                    let span = Span { start: self.at, end: self.at + c.len_utf8() };
                    let message = format!("this space is not an ordinary one ({})", code(c));
                    let mistake = Diagnostic::error(span, message).label("write a space");
                    self.tell(mistake.replace_by(" "));
                }
                _ => break,
            }
            self.at += c.len_utf8();
        }
        width
    }

    /// Control characters and others that would hide what the text says.
    fn unseen(&mut self) {
        let first = self.peek().unwrap_or_default();
        let span = self.skip_while(is_unseen);
        let message = format!("there is a character here that cannot be seen ({})", code(first));
        self.tell(Diagnostic::error(span, message).leave_out());
    }

    fn comment(&mut self, line_start: usize) {
        let start = self.at;
        while self.peek().is_some_and(|c| c != '\n' && c != '\r') {
            self.skip_while(|c| c != '\n' && c != '\r' && !is_unseen(c));
            if self.peek().is_some_and(is_unseen) {
                self.unseen();
            }
        }
        let text = self.text[start..self.at].trim_end().to_owned();
        let span = Span { start, end: start + text.len() };
        let mut before =
            self.out.tokens.iter().rev().take_while(|token| token.span.start >= line_start);
        let own_line = before.all(|token| token.kind == Kind::LineEnd);
        self.out.file.comments.push(Comment { text, span, own_line });
    }

    fn token(&mut self, c: char) {
        self.told = false;
        if c.is_ascii_digit() {
            self.number();
        } else if c.is_alphabetic() || c == '_' {
            self.word();
        } else if c.is_numeric() {
            self.strange_digits();
        } else {
            self.symbol(c);
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let mut digits = self.skip_while(|c| c.is_ascii_digit());
        let is_digit = |text: &str, at: usize| text[at..].starts_with(|c: char| c.is_ascii_digit());
        let rest = &self.text[self.at..];
        if rest.starts_with('_') && is_digit(rest, 1) {
            digits = self.skip_while(|c| c.is_ascii_digit() || c == '_');
            digits.start = start;
            let plain = self.slice(digits).replace('_', "");
            let message = "the digits of a number stand side by side";
            self.tell(Diagnostic::error(digits, message).write(plain));
        } else if rest.starts_with('.') && is_digit(rest, 1) {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
            let span = Span { start, end: self.at };
            let below = value(self.slice(digits)).unwrap_or(LARGEST_NUMBER);
            self.tell(
                Diagnostic::error(span, "numbers are whole")
                    .label(format!("try `{below}` or `{}`", below.saturating_add(1)))
                    .help("a range has two dots: `1 .. 5`"),
            );
        }
        let number = value(self.slice(digits));
        self.push(Kind::Number(number), start);
    }

    /// Digits of another script, small raised digits and the like.
    fn strange_digits(&mut self) {
        let span = self.skip_while(|c| c.is_numeric() && !c.is_ascii_digit());
        let digit = |c: char| ascii_twin(c).filter(char::is_ascii_digit);
        let plain: Option<String> = self.slice(span).chars().map(digit).collect();
        let mistake = Diagnostic::error(span, "numbers are written with the digits 0 to 9");
        let mistake = match &plain {
            Some(plain) => mistake.write(plain),
            None if self.slice(span).contains(['²', '³', '⁴']) => {
                mistake.label("not raised").help(POWER)
            }
            None => mistake.label("not such digits"),
        };
        self.tell(mistake);
        let kind = plain.map_or(Kind::Unknown, |plain| Kind::Number(value(&plain)));
        self.push(kind, span.start);
    }

    fn word(&mut self) {
        // Marks that combine with a letter are part of it.
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\u{300}'..='\u{36f}');
        let span = self.skip_while(is_part);
        let text = self.slice(span).to_owned();
        if let "misère" | "mise\u{300}re" = text.as_str() {
            self.push(Kind::Word(Word::Misere), span.start);
            return;
        }
        self.check_name(&text, span);
        let primed = self.primes();
        let kind = match Word::of(&text) {
            Some(word) if !primed => Kind::Word(word),
            _ => Kind::Name { primed },
        };
        self.push(kind, span.start);
    }

    /// Reports what is wrong with a name, if anything.
    fn check_name(&mut self, text: &str, span: Span) {
        let mistake = if text.chars().count() > LONGEST_NAME {
            Diagnostic::error(span, format!("a name has at most {LONGEST_NAME} letters"))
                .label("choose a shorter one")
        } else if !text.is_ascii() {
            let message = "names are made of the letters a to z, digits and underscores";
            let mistake = Diagnostic::error(span, message);
            match greek(text) {
                Some(name) => mistake.write(name),
                None => mistake.label(format!("{} is not such a name", quote(text))),
            }
        } else if text.starts_with('_') {
            Diagnostic::error(span, "a name starts with a letter").label("this one does not")
        } else {
            return;
        };
        self.tell(mistake);
    }

    /// Reads the prime after a name, if there is one.
    fn primes(&mut self) -> bool {
        let is_primed = PRIMES.iter().any(|prime| self.skip(*prime));
        let others = if is_primed { &PRIMES[..] } else { &NEARLY_PRIMES[..] };
        let span = self.skip_while(|c| others.contains(&c));
        if span.start == span.end {
            return is_primed;
        }
        self.tell(if is_primed {
            Diagnostic::error(span, "a name has at most one prime")
                .label("one is enough")
                .help("`n'` is the number after the move; there is nothing after that")
                .replace_by("")
        } else {
            let message = format!("a prime is written `'`, not {}", quote(self.slice(span)));
            Diagnostic::error(span, message).write("'")
        });
        true
    }

    fn symbol(&mut self, c: char) {
        let start = self.at;
        let rest = &self.text[start..];
        let Some((written, sign)) = SPELLINGS.iter().find(|(one, _)| rest.starts_with(one)) else {
            return self.unknown(c);
        };
        let is_right = sign.right.split(' ').any(|one| one == *written);
        self.at += written.len();
        if !is_right {
            self.misspelt(Span { start, end: self.at }, sign);
        }
        if let Some(kind) = sign.kind {
            self.push(kind, start);
        }
        if c == '∉' {
            self.push(Kind::Word(Word::In), self.at);
        }
    }

    fn misspelt(&mut self, span: Span, sign: &Sign) {
        let written = self.slice(span);
        let nothing = || Diagnostic::error(span, format!("`{written}` means nothing here"));
        let mistake = match sign.kind {
            None => nothing().leave_out(),
            Some(Kind::Unknown) => nothing().label("not known"),
            Some(kind) => {
                let right = kind.text();
                let message = format!("`{written}` is written `{right}` here");
                Diagnostic::error(span, message).write(right).replace_by(self.apart(right, span))
            }
        };
        self.tell(if sign.help.is_empty() { mistake } else { mistake.help(sign.help) });
    }

    /// What is written in this place, with spaces where it is a word that would touch its neighbours.
    fn apart(&self, right: &str, span: Span) -> String {
        let is_word = right.starts_with(|c: char| c.is_ascii_alphabetic());
        let touches = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '\'');
        let space = |c: Option<char>| if is_word && touches(c) { " " } else { "" };
        let before = space(self.text[..span.start].chars().next_back());
        let after = space(self.text[span.end..].chars().next());
        format!("{before}{right}{after}")
    }

    fn unknown(&mut self, c: char) {
        let start = self.at;
        self.at += c.len_utf8();
        let span = Span { start, end: self.at };
        let mistake = Diagnostic::error(span, format!("`{c}` means nothing here"));
        self.tell(match ascii_twin(c) {
            Some(twin) => mistake.label(format!("try `{twin}`")).replace_by(twin),
            None => mistake.label("not known").help("if it is a remark, begin it with `#`"),
        });
        self.push(Kind::Unknown, start);
    }
}

/// The text of a name without its prime.
pub(crate) fn without_prime(name: &str) -> &str {
    name.trim_end_matches(|c| PRIMES.contains(&c) || NEARLY_PRIMES.contains(&c))
}

/// The value of digits, unless it is too large.
fn value(digits: &str) -> Option<u64> {
    digits.replace('_', "").parse().ok().filter(|value| *value <= LARGEST_NUMBER)
}

fn code(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Control characters, and marks that change how a text looks but not what it says.
fn is_unseen(c: char) -> bool {
    let is_ordinary = matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}');
    (c.is_control() && !is_ordinary)
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The ordinary character of the same shape as a wide one.
fn ascii_twin(c: char) -> Option<char> {
    match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0),
        '‘' | '’' | '´' => Some('\''),
        _ => None,
    }
}

fn greek(text: &str) -> Option<&'static str> {
    const LETTERS: &str = "αβγδεζηθικλμνξοπρστυφχψω";
    const NAMES: &str = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho \
                         sigma tau upsilon phi chi psi omega";
    let mut named = LETTERS.chars().zip(NAMES.split_whitespace());
    named.find(|(letter, _)| text.chars().eq([*letter])).map(|(_, name)| name)
}

/// Signs that mean the same.
struct Sign {
    /// What is read for them; `None` if they are passed over.
    kind: Option<Kind>,
    /// How it may be written.
    right: &'static str,
    /// How it is written elsewhere, which is reported.
    wrong: &'static str,
    /// Why it is not written like that.
    help: &'static str,
}

const fn sign(kind: Kind, right: &'static str, wrong: &'static str, help: &'static str) -> Sign {
    Sign { kind: Some(kind), right, wrong, help }
}

const fn idle(wrong: &'static str, help: &'static str) -> Sign {
    Sign { kind: None, right: "", wrong, help }
}

const EQUAL: Kind = Kind::Relation(Relation::Equal);
const BOTH_ENDS: &str = "both ends of a range belong to it: `1 .. n - 1` is what lies below n";
const BECOMES: &str = "say what a number becomes by an equation: `n' = n - 1`";
const POWER: &str = "a power is written as a product: `n * n`";
const ROUNDED: &str = "numbers are whole: `n div 2` is rounded down";
const NEW_NAMES: &str =
    "names that are new in a move are chosen; nothing needs to be said about that";

/// All signs that are known.
static SIGNS: [Sign; 41] = [
    sign(Kind::Dots, ".. … ‥", ".... ...", ""),
    sign(Kind::Dots, "", "..= ..<", BOTH_ENDS),
    sign(EQUAL, "=", "=== == <=>", ""),
    sign(EQUAL, "", ":= ≔", BECOMES),
    sign(EQUAL, "", "≡", "two numbers alike modulo 2: `a mod 2 = b mod 2`"),
    sign(Kind::Relation(Relation::Unequal), "!= ≠", "=! !== <>", ""),
    sign(Kind::Relation(Relation::Less), "<", "", ""),
    sign(Kind::Relation(Relation::AtMost), "<= ≤", "=< ≦ ⩽", ""),
    sign(Kind::Relation(Relation::Greater), ">", "", ""),
    sign(Kind::Relation(Relation::AtLeast), ">= ≥", "≧ ⩾", ""),
    sign(Kind::Relation(Relation::AtLeast), "", "=>", "if an implication is meant: `not A or B`"),
    sign(Kind::Word(Word::Not), "¬ ∉", "! ~", ""),
    sign(Kind::Word(Word::And), "∧", "&& & /\\", ""),
    sign(Kind::Word(Word::Or), "∨", "|| \\/", ""),
    sign(Kind::Word(Word::Or), "", "|", "a condition of a move is written after `where`"),
    sign(Kind::Word(Word::In), "∈", "", ""),
    sign(Kind::Word(Word::Xor), "⊕", "^", POWER),
    sign(Kind::Word(Word::Mod), "", "%", "`n mod 3` is the remainder"),
    sign(Kind::Word(Word::Div), "", "//", "`n div 2` is rounded down"),
    sign(Kind::Word(Word::Div), "", "/ ÷", ROUNDED),
    sign(Kind::Times, "* · ×", "∗ ⋅", ""),
    sign(Kind::Times, "", "**", POWER),
    sign(Kind::Plus, "+", "", ""),
    sign(Kind::Minus, "- −", "– — ‐ ‑", ""),
    sign(Kind::Comma, ",", "， 、", ""),
    sign(Kind::Colon, ":", ":: ：", ""),
    sign(Kind::Open, "( [", "", ""),
    sign(Kind::Close, ") ]", "", ""),
    sign(Kind::OpenBrace, "{", "", ""),
    sign(Kind::CloseBrace, "}", "", ""),
    sign(Kind::Unknown, "", "-> → ↦", BECOMES),
    sign(Kind::Unknown, "", "∪ ∩ ⊂ ⊆ ∅ ∖", "there is no arithmetic of sets: `s in S or s in T`"),
    sign(Kind::Unknown, "", "∞", "all numbers from 2: `{2+}`"),
    sign(Kind::Unknown, "", "∃ ∀ ∣", NEW_NAMES),
    sign(Kind::Unknown, "", "⌊ ⌋ ⌈ ⌉ √", ROUNDED),
    sign(Kind::Unknown, "", "⇒ ⟹ ⇔ ⟺", "an implication is written `not A or B`"),
    sign(Kind::Unknown, "", "∑ ∏", "the sum of all heaps is `sum h`"),
    sign(
        Kind::Unknown,
        "",
        "\" “ ” „ « » @ $ ?",
        "names and numbers stand without marks around them",
    ),
    idle("' ′", "a prime is written directly after a name: `n'`"),
    idle("\\", "an indented line continues the line before it"),
    idle(".", "a range has two dots: `1 .. 3`; a line ends without a full stop"),
];

/// All signs as they are written, the longest first: of those that fit, it is the one that is meant.
static SPELLINGS: LazyLock<Vec<(&str, &Sign)>> = LazyLock::new(|| {
    let both = SIGNS.iter().flat_map(|sign| [(sign.right, sign), (sign.wrong, sign)]);
    let all = both.flat_map(|(list, sign)| list.split_whitespace().map(move |one| (one, sign)));
    let mut all: Vec<(&str, &Sign)> = all.collect();
    all.sort_by_key(|(one, _)| Reverse(one.len()));
    all
});

#[cfg(test)]
mod tests {
    use super::{SIGNS, Word};

    /// The longest sign that fits is taken, so none may be listed twice.
    #[test]
    fn signs_are_listed_once() {
        let all = SIGNS.iter().flat_map(|sign| [sign.right, sign.wrong]);
        let mut all: Vec<&str> = all.flat_map(str::split_whitespace).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }

    #[test]
    fn words_are_what_they_are_called() {
        for word in Word::ALL {
            assert_eq!(Word::of(word.text()), Some(*word));
            assert_eq!(format!("{word:?}").to_lowercase(), word.text());
        }
    }
}
