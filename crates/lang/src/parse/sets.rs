//! Sets.

use super::{Context, Parser, Tall};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::{Element, Expr, ExprKind};
use crate::token::{Kind, Word};

impl Parser<'_> {
    pub(super) fn set(&mut self) -> Tall {
        if self.kind() == Kind::OpenBrace {
            return self.braces();
        }
        let low = self.choice();
        if self.takes_dots() {
            let high = self.choice();
            return range(low, high);
        }
        match low.expr.kind {
            ExprKind::Name { primed: false, .. } => return low,
            ExprKind::Missing => {}
            _ => {
                let mistake = Diagnostic::error(low.span(), "this is not a set")
                    .label("expected a range, a set in braces or the name of one");
                self.tell(mistake.help("`k in 1 .. 3`, `k in {1, 3}`, `k in S`"));
            }
        }
        range(self.missing(), self.missing())
    }

    /// `(1 .. 3)` or `[1, 3]`: reported, and passed over.
    pub(super) fn range_in_brackets(&mut self, opener: usize, closer: usize) -> Tall {
        let (open, close) = (self.tokens[opener].span, self.tokens[closer].span);
        let inner = self.between(open, close).trim().to_owned();
        let right = match self.kind() {
            Kind::Comma => inner.split(',').map(str::trim).collect::<Vec<_>>().join(" .. "),
            _ => inner,
        };
        let mistake = Diagnostic::error(open.to(close), "a range stands without brackets");
        self.tell_here(mistake.write(right));
        self.at = closer + 1;
        self.missing()
    }

    /// Reads the dots of a range; `to` is nearly that.
    pub(super) fn takes_dots(&mut self) -> bool {
        if self.is_word(Word::To) {
            self.pass(self.here("a range is written with two dots").write(".."));
            return true;
        }
        self.take(Kind::Dots).is_some()
    }

    /// `{1, 3, 4+2k}`
    fn braces(&mut self) -> Tall {
        let mut elements = Vec::new();
        let mut height = 0;
        let mut inner = None;
        let context = Context { elements: true, ..Context::default() };
        let (open, close) = self.within(context, |parser| {
            parser.list(Kind::CloseBrace, |parser| {
                let from = parser.deeper(Self::sum);
                height = height.max(from.height);
                match parser.take(Kind::Dots) {
                    Some(dots) => {
                        let is_alone = elements.is_empty() && inner.is_none();
                        inner = parser.range_in_braces(from, dots, is_alone);
                    }
                    None => elements.push(Element { from: from.expr, step: parser.step() }),
                }
            })
        });
        let span = open.to(close);
        if let Some(range) = inner {
            let text = self.slice(range.span()).to_owned();
            self.tell(Diagnostic::error(span, "a range stands without braces").write(text));
            return range;
        }
        Tall { expr: Expr { kind: ExprKind::Braces(elements), span }, height: height + 1 }
    }

    /// `{1 .. 3}` or `{1, .., 3}`: a range if it is alone.
    fn range_in_braces(&mut self, low: Tall, dots: Span, is_alone: bool) -> Option<Tall> {
        if !matches!(self.kind(), Kind::Comma | Kind::CloseBrace | Kind::LineEnd) {
            let high = self.deeper(Self::sum);
            if is_alone && self.kind() == Kind::CloseBrace {
                return Some(range(low, high));
            }
        }
        let mistake = Diagnostic::error(dots, "the elements of a set in braces are written out");
        let help = "`{2+}` is all from 2, `{4+2k}` is 4, 6, 8, …; a range is written `1 .. 5`, without braces";
        self.tell(mistake.label("no dots here").help(help));
        None
    }

    /// In braces: does the next `+` begin a progression?
    pub(super) fn at_progression(&self) -> bool {
        if !self.context.elements || self.kind() != Kind::Plus {
            return false;
        }
        match self.ahead(1) {
            Kind::Comma | Kind::CloseBrace | Kind::LineEnd => true,
            Kind::Number(_) => matches!(self.ahead(2), Kind::Name { primed: false }),
            _ => false,
        }
    }

    /// The step of a progression: nothing, `+` or `+2k`.
    fn step(&mut self) -> Option<u64> {
        if !self.at_progression() {
            return None;
        }
        self.bump();
        let Kind::Number(step) = self.kind() else { return Some(1) };
        let span = self.bump();
        let name = self.bump();
        if self.slice(name) != "k" {
            let mistake = Diagnostic::error(name, "a progression is written with the letter k");
            self.tell(mistake.write("k").help("`{4+2k}` is 4, 6, 8, …"));
        }
        match step {
            Some(0) => {
                let mistake = Diagnostic::error(span, "the step of a progression is at least 1");
                self.tell(mistake.label("too small").help("`{4+2k}` is 4, 6, 8, …"));
                Some(1)
            }
            None => {
                self.tell_too_large(span);
                Some(1)
            }
            step => step,
        }
    }
}

/// A range. How high the tree of a set is, is checked with what it is part of.
pub(super) fn range(low: Tall, high: Tall) -> Tall {
    let height = low.height.max(high.height) + 1;
    let span = low.span().to(high.span());
    let kind = ExprKind::Range(Box::new(low.expr), Box::new(high.expr));
    Tall { expr: Expr { kind, span }, height }
}
