//! From tokens to the tree: a recursive descent that reports all mistakes at once.
//!
//! # What is written how
//! ```text
//! text       = game line, then the others in any order
//! condition  = both { "or" both }
//! both       = negation { "and" negation }
//! negation   = "not" negation | comparison
//! comparison = choice { ("=" | "!=" | "<" | "<=" | ">" | ">=") choice } | choice ["not"] "in" set
//! choice     = sum ["if" condition "else" choice] | "all" choice ".." choice
//! sum        = product { ("+" | "-") product }
//! product    = factor { ("*" | "div" | "mod" | "xor") factor }
//! factor     = "-" factor | number | name | name "(" … ")" | "(" condition ")" | "sum" name | …
//! set        = choice ".." choice | "{" sum ["+" [number "k"]] { "," … } "}" | name
//! ```
//! `x if c else y` is a number or a winner, never a condition, so it binds closer than a comparison:
//! `n' = n - 1 if c else 0` says what `n'` is, and `k in 1 .. 3 if c else 2` where the range ends. Since others
//! may read `a > 0 if c else b > 1` in another way, a choice must not stand unbracketed before a comparison.
//!
//! In a move, `where` and `if` join parts just as a comma does. An `if` belongs to a choice exactly if an
//! `else` belongs to it. Which `else` belongs to which `if` is settled before anything else is read, as with
//! brackets: commas, colons and `where` forget the `if`s that wait before them ([`lines`]).
//!
//! # How mistakes are survived
//! A part that cannot be read becomes [`ExprKind::Missing`], and reading goes on at the next joint of clauses
//! or the next line. A token about which something has been reported is not reported again. Words and signs
//! that are nearly right are reported and read as what was meant.
//!
//! # Why it is linear
//! No token is read twice: there is no going back, and looking ahead is bounded ([`lines`] finds partners in
//! one pass). Nesting is limited, and so is the height of a tree, so whatever descends into one is safe.

mod clauses;
mod expressions;
mod items;
mod lines;
mod sets;
#[cfg(test)]
mod tests;
mod words;

use std::cell::Cell;

use crate::diagnostic::{Diagnostic, Mistakes, Span, quote};
use crate::syntax::{Expr, ExprKind, File, Name};
use crate::token::{Kind, Lexed, Token, Word, lex, without_prime};

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 1 << 16;

/// Brackets, `not`, `-` and `else` are nested at most so deep.
const DEEPEST: usize = 64;

/// The highest tree of an expression: a sum of n terms has height n.
const HIGHEST: usize = 256;

/// Reads a rule text: the tree, as far as it could be read, and all mistakes, in the order of the text.
///
/// ```
/// let (tree, mistakes) = bouton_lang::parse("game nim\nheap h\nmove one h: 0 =< h' < h");
/// assert_eq!(tree.items.len(), 3);
/// let repairs: Vec<_> = mistakes.iter().filter_map(|one| one.replacement.as_deref()).collect();
/// assert_eq!(repairs, ["heaps", "<="]);
/// ```
#[must_use]
pub fn parse(text: &str) -> (File, Vec<Diagnostic>) {
    let (file, mistakes, _) = parse_counting(text);
    (file, mistakes)
}

/// Reads a text, and counts how often a token was looked at.
fn parse_counting(text: &str) -> (File, Vec<Diagnostic>, usize) {
    if text.len() > LONGEST_TEXT {
        let start = text.floor_char_boundary(LONGEST_TEXT);
        let message = format!("the text has {} bytes; at most {LONGEST_TEXT} are read", text.len());
        let mistake = Diagnostic::error(Span { start, end: text.len() }, message);
        let mistake = mistake.label("too much").help("one game needs a few lines");
        return (File::default(), vec![mistake], 0);
    }
    let Lexed { tokens, mut file, mistakes: mut told } = lex(text);
    let tokens = lines::split(text, &tokens, &mut told);
    let mut parser = Parser { text, tokens, ..Parser::default() };
    file.items = parser.items();
    (file, told.merge(parser.mistakes).finish(), parser.looks.get())
}

/// What may stand where we are.
#[derive(Clone, Copy, Default)]
struct Context {
    /// Outside all brackets of a move: an `if` without an `else` joins the next part.
    joints: bool,
    /// In braces: `+` may begin a progression.
    elements: bool,
    /// Before the name of the heaps: two names may stand side by side.
    naming: bool,
}

/// An expression and the height of its tree.
struct Tall {
    expr: Expr,
    height: usize,
}

impl Tall {
    fn span(&self) -> Span {
        self.expr.span
    }
}

#[derive(Default)]
struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The next token.
    at: usize,
    /// The end of the line, a token.
    end: usize,
    /// Something in this line was so wrong that nothing more is reported about it.
    silent: bool,
    /// How deep we are in brackets and the like.
    depth: usize,
    context: Context,
    /// A name that is not nearly an operator, which need not be found out again.
    no_infix: Option<usize>,
    /// From here to this token there is no `of`.
    no_of: usize,
    /// Words that have been used as names, which has been reported.
    misnamed: Vec<Word>,
    mistakes: Mistakes,
    looks: Cell<usize>,
}

impl Parser<'_> {
    /// The next token; the end of the line if there is none.
    fn kind(&self) -> Kind {
        self.ahead(0)
    }

    /// The token that is this far beyond the next one.
    fn ahead(&self, beyond: usize) -> Kind {
        self.looks.set(self.looks.get() + 1);
        self.tokens[self.end.min(self.at + beyond)].kind
    }

    fn is_word(&self, word: Word) -> bool {
        self.kind() == Kind::Word(word)
    }

    fn is_end(&self) -> bool {
        self.at >= self.end
    }

    /// The place of the next token; at the end of the line the place after the last one.
    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the last token that was read.
    fn last(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |last| self.tokens[last].span)
    }

    /// The place directly after the last token that was read.
    fn gap(&self) -> Span {
        self.last().after()
    }

    /// Does the next token touch the last one?
    fn touches(&self) -> bool {
        !self.is_end() && self.span().start == self.last().end
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start..span.end]
    }

    /// What is written between two brackets.
    fn between(&self, open: Span, close: Span) -> &str {
        self.slice(Span { start: open.end, end: close.start.max(open.end) })
    }

    /// The next token as it is written.
    fn written(&self) -> &str {
        self.slice(self.span())
    }

    /// An error about the next token.
    fn here(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span(), message)
    }

    /// Reads the next token, whatever it is.
    fn bump(&mut self) -> Span {
        let span = self.span();
        self.at = self.end.min(self.at + 1);
        span
    }

    /// Reads the next token if it is this one.
    fn take(&mut self, kind: Kind) -> Option<Span> {
        (self.kind() == kind).then(|| self.bump())
    }

    fn take_word(&mut self, word: Word) -> Option<Span> {
        self.take(Kind::Word(word))
    }

    fn tell(&mut self, mistake: Diagnostic) {
        if !self.silent {
            self.mistakes.tell(mistake);
        }
    }

    /// Reports something about the next token, unless something has been reported about it.
    fn tell_here(&mut self, mistake: Diagnostic) {
        if !std::mem::replace(&mut self.tokens[self.at].told, true) {
            self.tell(mistake);
        }
    }

    /// Reports something about the next token, and passes over it.
    fn pass(&mut self, mistake: Diagnostic) {
        self.tell_here(mistake);
        self.bump();
    }

    /// Reports what belongs in the place of the next token.
    fn expected(&mut self, what: &str) {
        let found = match self.kind() {
            Kind::LineEnd => "the end of the line".to_owned(),
            _ => quote(self.written()),
        };
        self.tell_here(self.here(format!("expected {what}, found {found}")).label(what));
    }

    /// Gives up on the rest of the line.
    fn give_up(&mut self, mistake: Diagnostic) {
        self.tell(mistake);
        self.silent = true;
        self.at = self.end;
    }

    /// A node above others of this height.
    fn node(&mut self, kind: ExprKind, span: Span, height_below: usize) -> Tall {
        let height = height_below + 1;
        if height > HIGHEST {
            self.give_up(
                Diagnostic::error(span, format!("this is built of more than {HIGHEST} parts"))
                    .label("too much for one expression")
                    .help("a set in braces may have many elements: `n in {1, 3, 4}`"),
            );
            return self.missing();
        }
        Tall { expr: Expr { kind, span }, height }
    }

    fn leaf(&self, kind: ExprKind, span: Span) -> Tall {
        Tall { expr: Expr { kind, span }, height: 1 }
    }

    /// What stands for something that could not be read here.
    fn missing(&self) -> Tall {
        self.leaf(ExprKind::Missing, self.gap())
    }

    fn no_name(&self) -> Name {
        Name { text: String::new(), span: self.gap() }
    }

    /// Reads something one level deeper, unless that is too deep.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Tall) -> Tall {
        if self.depth == DEEPEST {
            let mistake = self.here(format!("this is nested more than {DEEPEST} deep"));
            let help = "several `legal` lines hold together, and several moves are alternatives";
            self.give_up(mistake.label("too deep").help(help));
            return self.missing();
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads something in another context.
    fn within<T>(&mut self, context: Context, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.context, context);
        let result = read(self);
        self.context = before;
        result
    }

    /// Reads what closes the bracket at this token, or finds a way on.
    fn close(&mut self, opener: usize, close: Kind) -> Span {
        if let Some(span) = self.take(close) {
            self.check_square(self.tokens[opener].span, span);
            return span;
        }
        let written = close.text();
        if let Some(partner) = self.tokens[opener].partner.filter(|partner| *partner >= self.at) {
            self.expected(&format!("`{written}`"));
            self.at = partner + 1;
            return self.last();
        }
        if !std::mem::replace(&mut self.tokens[opener].told, true) {
            let span = self.tokens[opener].span;
            let message = format!("this {} is never closed", quote(self.slice(span)));
            let mistake = Diagnostic::error(span, message)
                .label(format!("its `{written}` is missing"))
                .help(format!("write `{written}` where it ends"));
            self.tell(mistake);
        }
        self.gap()
    }

    /// Brackets are round.
    fn check_square(&mut self, open: Span, close: Span) {
        if self.slice(open) != "[" && self.slice(close) != "]" {
            return;
        }
        let span = open.to(close);
        let right = format!("({})", self.between(open, close));
        let mistake = Diagnostic::error(span, "brackets are round").label("write `(` and `)`");
        self.tell(mistake.help("a range is written `1 .. 3`, a set `{1, 3}`").replace_by(right));
    }

    /// Reads a list in brackets, and says where these are.
    fn list(&mut self, close: Kind, mut element: impl FnMut(&mut Self)) -> (Span, Span) {
        let opener = self.at;
        let open = self.bump();
        let is_empty = self.kind() == close;
        while !is_empty && !self.is_end() {
            let start = self.at;
            element(self);
            if self.take(Kind::Comma).is_some() {
                continue;
            }
            if self.kind() == close {
                break;
            }
            if start < self.at && self.starts_operand() {
                self.tell_gap(",", "a comma is missing between two parts of a list");
            } else if !self.skip_element(opener, close) {
                break;
            }
        }
        (open, self.close(opener, close))
    }

    /// Passes over the rest of an element that could not be read, and the comma after it, if there is one.
    fn skip_element(&mut self, opener: usize, close: Kind) -> bool {
        let Some(end) = self.tokens[opener].partner else { return false };
        self.expected(&format!("`,` or `{}`", close.text()));
        while self.at < end && self.kind() != Kind::Comma {
            self.at = end.min(self.after_next());
        }
        self.take(Kind::Comma).is_some()
    }

    /// Where reading goes on if the next token is passed over, with all up to its partner if it has one.
    fn after_next(&self) -> usize {
        self.tokens[self.at].partner.map_or(self.at, |partner| partner.max(self.at)) + 1
    }

    /// Reports that something is missing before the next token.
    fn tell_gap(&mut self, what: &str, message: &str) {
        let mistake = Diagnostic::error(self.gap(), message);
        self.tell_here(mistake.label(format!("`{what}` belongs here")).replace_by(what));
    }

    /// Can the next token begin a number or a condition?
    fn starts_operand(&self) -> bool {
        match self.kind() {
            Kind::Number(_) | Kind::Name { .. } | Kind::Open | Kind::OpenBrace => true,
            Kind::Word(word) => words::starts_operand(word) || self.misnamed.contains(&word),
            _ => false,
        }
    }

    /// The next token as a name, without its prime.
    fn name_here(&self) -> Name {
        let text = match self.kind() {
            Kind::Word(word) => word.text(),
            _ => without_prime(self.written()),
        };
        Name { text: text.to_owned(), span: self.span() }
    }
}
