//! Numbers, conditions and winners.

use super::clauses::BEFORE;
use super::{Context, Parser, Tall, words};
use crate::diagnostic::{Diagnostic, Span, quote};
use crate::syntax::{Aggregate, Expr, ExprKind, Level, Name, Operator, Winner};
use crate::token::{Kind, LARGEST_NUMBER, Word};

impl Parser<'_> {
    pub(super) fn condition(&mut self) -> Tall {
        self.joined(Level::Or)
    }

    pub(super) fn sum(&mut self) -> Tall {
        self.joined(Level::Sum)
    }

    /// Operands with operators of this level between them, from left to right.
    fn joined(&mut self, level: Level) -> Tall {
        let operand: fn(&mut Self) -> Tall = match level {
            Level::Or => |parser| parser.joined(Level::And),
            Level::And => Self::negation,
            Level::Sum => |parser| parser.joined(Level::Product),
            _ => Self::factor,
        };
        let mut left = operand(self);
        while let Some(operator) = Operator::of(self.infix().text())
            && operator.level() == level
            && !self.at_progression()
        {
            self.bump();
            let right = operand(self);
            left = self.join(left, right, |a, b| ExprKind::Binary(operator, a, b));
        }
        left
    }

    pub(super) fn negation(&mut self) -> Tall {
        if self.is_word(Word::Not) {
            return self.prefixed(Self::negation, ExprKind::Not);
        }
        self.comparison()
    }

    /// A word or a sign, and what it is about.
    fn prefixed(&mut self, read: fn(&mut Self) -> Tall, make: fn(Box<Expr>) -> ExprKind) -> Tall {
        let start = self.bump();
        let inner = self.deeper(read);
        let span = start.to(inner.span());
        self.node(make(Box::new(inner.expr)), span, inner.height)
    }

    /// Two parts joined by something.
    pub(super) fn join(
        &mut self,
        left: Tall,
        right: Tall,
        make: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Tall {
        let span = left.span().to(right.span());
        let height = left.height.max(right.height);
        self.node(make(Box::new(left.expr), Box::new(right.expr)), span, height)
    }

    /// What stands next between two operands; a word that is nearly right is mended.
    pub(super) fn infix(&mut self) -> Kind {
        if let Kind::Name { primed: false } = self.kind()
            && !self.context.naming
            && !self.tokens[self.at].told
            && self.no_infix != Some(self.at)
        {
            let written = self.name_here().text;
            match words::infix(&written) {
                Some(right) => {
                    self.tell_misspelt(&written, right);
                    self.tokens[self.at].kind = Kind::of(right);
                }
                None => self.no_infix = Some(self.at),
            }
        }
        self.kind()
    }

    fn tell_misspelt(&mut self, written: &str, right: &str) {
        let mistake = self.here(format!("{} means nothing here", quote(written)));
        self.tell_here(mistake.did_you_mean(right));
    }

    fn comparison(&mut self) -> Tall {
        let first = self.choice();
        match self.infix() {
            Kind::Relation(_) => self.chain(first),
            Kind::Word(Word::In) => self.membership(first),
            Kind::Word(Word::Not) if self.ahead(1) == Kind::Word(Word::In) => {
                self.bump();
                let inner = self.membership(first);
                let span = inner.span();
                self.node(ExprKind::Not(Box::new(inner.expr)), span, inner.height)
            }
            _ => first,
        }
    }

    fn chain(&mut self, first: Tall) -> Tall {
        let (mut span, mut height) = (first.span(), first.height);
        self.check_reach(&first);
        let mut rest = Vec::new();
        while let Kind::Relation(relation) = self.infix() {
            self.bump();
            let next = self.choice();
            (span, height) = (span.to(next.span()), height.max(next.height));
            if let Kind::Relation(_) | Kind::Word(Word::In) = self.infix() {
                self.check_reach(&next);
            }
            rest.push((relation, next.expr));
        }
        if self.is_word(Word::In)
            || (self.is_word(Word::Not) && self.ahead(1) == Kind::Word(Word::In))
        {
            self.no_more_in("a chain of comparisons cannot go on with `in`");
        }
        self.node(ExprKind::Chain(Box::new(first.expr), rest), span, height)
    }

    fn membership(&mut self, first: Tall) -> Tall {
        self.check_reach(&first);
        self.bump();
        let set = self.set();
        if let Kind::Relation(_) | Kind::Word(Word::In) = self.infix() {
            self.no_more_in("nothing is compared after a set");
        }
        self.join(first, set, ExprKind::In)
    }

    /// Reports that a chain cannot go on like this, and passes over the rest of it.
    fn no_more_in(&mut self, message: &str) {
        let mistake = self.here(message).label("join two conditions by `and`");
        self.tell_here(mistake.help("`0 < k and k in S`"));
        self.take_word(Word::Not);
        loop {
            if self.take_word(Word::In).is_some() {
                self.set();
            } else if let Kind::Relation(_) = self.kind() {
                self.bump();
                self.choice();
            } else {
                return;
            }
        }
    }

    /// A choice that is not in brackets must not be compared with what follows: too many would read it in
    /// another way.
    fn check_reach(&mut self, operand: &Tall) {
        if let ExprKind::If { .. } | ExprKind::All(..) = operand.expr.kind {
            let span = operand.span();
            let right = format!("({})", self.slice(span));
            let mistake = Diagnostic::error(span, "it is not clear how far this reaches");
            let help = "two conditions are joined by `and` or `or`";
            self.tell(mistake.label("put brackets around it").help(help).replace_by(right));
        }
    }

    pub(super) fn choice(&mut self) -> Tall {
        let then = if self.is_word(Word::All) { self.run() } else { self.sum() };
        if self.infix() != Kind::Word(Word::If) || self.is_joint() {
            return then;
        }
        let start = self.bump();
        let condition = self.deeper(Self::condition);
        let otherwise = if self.infix() == Kind::Word(Word::Else) {
            self.bump();
            self.deeper(Self::choice)
        } else {
            let mistake = Diagnostic::error(start, "this `if` has no `else`")
                .label("expected `x if c else y`")
                .help("that A holds where B does is written `not B or A`");
            self.tell(mistake);
            self.missing()
        };
        let height = then.height.max(condition.height);
        let then = Tall { expr: then.expr, height };
        let condition = Box::new(condition.expr);
        self.join(then, otherwise, |then, otherwise| ExprKind::If { then, condition, otherwise })
    }

    /// `all 1 .. n`
    fn run(&mut self) -> Tall {
        let start = self.bump();
        let low = self.deeper(Self::choice);
        if !self.takes_dots() {
            self.expected("`..`");
            return self.missing();
        }
        let high = self.deeper(Self::choice);
        let mut run = self.join(low, high, ExprKind::All);
        run.expr.span = start.to(run.span());
        run
    }

    fn factor(&mut self) -> Tall {
        match self.kind() {
            Kind::Minus => self.prefixed(Self::factor, ExprKind::Negative),
            Kind::Plus => {
                self.pass(self.here("no `+` stands before a number").leave_out());
                self.deeper(Self::factor)
            }
            Kind::Word(Word::Not) => {
                let mistake = self.here("`not` stands before a whole condition");
                self.pass(mistake.label("put it in brackets: `(not …)`"));
                self.deeper(Self::factor)
            }
            Kind::Word(word) => self.word(word),
            Kind::Number(value) => self.number(value),
            Kind::Name { primed } => self.name(primed),
            Kind::Open => self.parentheses(),
            Kind::OpenBrace => self.stray_set(),
            Kind::Unknown => {
                self.bump();
                if self.starts_operand() { self.deeper(Self::factor) } else { self.missing() }
            }
            _ => self.no_operand(),
        }
    }

    fn no_operand(&mut self) -> Tall {
        self.expected("a number or a name");
        self.missing()
    }

    /// Reports a set where a number belongs, and passes over it.
    fn stray_set(&mut self) -> Tall {
        let mistake = self
            .here("a set is written only after `in`")
            .label("expected a number")
            .help("`k in {1, 3}`");
        match self.tokens[self.at].partner {
            Some(partner) => {
                self.tell_here(mistake);
                self.at = partner + 1;
            }
            None => self.give_up(mistake),
        }
        self.missing()
    }

    fn parentheses(&mut self) -> Tall {
        let opener = self.at;
        let start = self.bump();
        let inner = self.within(Context::default(), |parser| parser.deeper(Self::condition));
        let is_list = self.kind() == Kind::Comma && self.slice(start) == "[";
        if let Some(partner) = self.tokens[opener].partner
            && (is_list || self.kind() == Kind::Dots)
        {
            return self.range_in_brackets(opener, partner);
        }
        let end = self.close(opener, Kind::Close);
        self.node(ExprKind::Parentheses(Box::new(inner.expr)), start.to(end), inner.height)
    }

    fn number(&mut self, value: Option<u64>) -> Tall {
        let span = self.bump();
        if value.is_none() {
            self.tell_too_large(span);
        }
        let number = self.leaf(ExprKind::Number(value.unwrap_or(LARGEST_NUMBER)), span);
        let is_name = matches!(self.kind(), Kind::Name { .. });
        if self.kind() != Kind::Open && !(is_name && self.touches()) {
            return number;
        }
        let mistake = Diagnostic::error(self.gap(), "a product is written with `*`");
        self.tell_here(mistake.label("`*` belongs here").replace_by(" * "));
        let factor = self.deeper(Self::factor);
        self.join(number, factor, |a, b| ExprKind::Binary(Operator::Times, a, b))
    }

    pub(super) fn tell_too_large(&mut self, span: Span) {
        let mistake = Diagnostic::error(span, "numbers go up to 10^18").label("too large");
        self.tell(mistake.replace_by(LARGEST_NUMBER.to_string()));
    }

    fn name(&mut self, primed: bool) -> Tall {
        let name = self.name_here();
        if !primed && matches!(self.ahead(1), Kind::Name { .. }) && !self.context.naming {
            let near = words::prefix(&name.text).filter(|near| *near != Word::One);
            if let Some(near) = near.filter(|_| !self.tokens[self.at].told) {
                self.tell_misspelt(&name.text, near.text());
                return self.word(near);
            }
        }
        self.bump();
        if self.kind() == Kind::Open && !primed && (self.touches() || !self.context.naming) {
            return self.call(name);
        }
        self.leaf(ExprKind::Name { name: name.text, primed }, name.span)
    }

    fn call(&mut self, name: Name) -> Tall {
        let start = name.span;
        let mut arguments = Vec::new();
        let mut height = 0;
        let (_, end) = self.within(Context::default(), |parser| {
            parser.list(Kind::Close, |parser| {
                let argument = parser.deeper(Self::condition);
                height = height.max(argument.height);
                arguments.push(argument.expr);
            })
        });
        self.node(ExprKind::Call(name, arguments), start.to(end), height)
    }

    /// A word where a number or a condition belongs.
    fn word(&mut self, word: Word) -> Tall {
        let text = word.text();
        let kind = match word {
            _ if self.misnamed.contains(&word) => {
                ExprKind::Name { name: text.to_owned(), primed: false }
            }
            Word::True | Word::False => ExprKind::Truth(word == Word::True),
            Word::None => ExprKind::Nothing,
            Word::Later => return self.later(),
            Word::Distinct => return self.distinct(),
            Word::Falling => return self.of_heaps(ExprKind::Falling),
            Word::One | Word::Up => return self.choice_in_condition(word),
            Word::All => {
                let mistake = self.here("`all` is written alone after `=`");
                let mistake = mistake.label("nothing is done with it");
                self.tell_here(mistake.help("`h' = all 1 .. h - 1`"));
                return self.run();
            }
            _ => match (Winner::of(text), Aggregate::of(text)) {
                (Some(winner), _) => ExprKind::Winner(winner),
                (_, Some(all)) => return self.of_heaps(|name| ExprKind::Aggregate(all, name)),
                _ => return self.no_operand(),
            },
        };
        let span = self.bump();
        self.leaf(kind, span)
    }

    /// `one h` in the middle of a condition.
    fn choice_in_condition(&mut self, word: Word) -> Tall {
        let mistake = self.here(format!("`{}` starts a part of its own", word.text()));
        let mistake = mistake.label("join it by `,` or `:`");
        self.pass(mistake.help("`move one h, k >= 1: h' = h - k`"));
        self.take_word(Word::To);
        self.take_word(Word::Of);
        if self.starts_operand() {
            self.deeper(Self::factor);
        }
        self.missing()
    }

    fn later(&mut self) -> Tall {
        let start = self.bump();
        let primed = matches!(self.kind(), Kind::Name { primed: true });
        let name = if primed { Some(self.name_here()) } else { self.heaps_name() };
        let Some(name) = name else { return self.missing() };
        if primed {
            self.bump();
        }
        let span = start.to(name.span);
        self.leaf(ExprKind::Later { name, primed }, span)
    }

    fn distinct(&mut self) -> Tall {
        let start = self.bump();
        let nonzero = self.take_word(Word::Nonzero).is_some();
        self.heaps_after(start, |name| ExprKind::Distinct { nonzero, name })
    }

    /// A word and the name of the heaps.
    fn of_heaps(&mut self, make: impl FnOnce(Name) -> ExprKind) -> Tall {
        let start = self.bump();
        self.heaps_after(start, make)
    }

    /// The name of the heaps after a word that starts here.
    fn heaps_after(&mut self, start: Span, make: impl FnOnce(Name) -> ExprKind) -> Tall {
        self.take_word(Word::Of);
        let is_bracketed = self.kind() == Kind::Open
            && matches!(self.ahead(1), Kind::Name { .. })
            && self.ahead(2) == Kind::Close;
        let space = if self.touches() { " " } else { "" };
        let opener = is_bracketed.then(|| self.bump());
        let Some(name) = self.heaps_name() else { return self.missing() };
        let mut span = name.span;
        if let Some(opener) = opener {
            span = opener.to(self.bump());
            let mistake = Diagnostic::error(span, "the name of the heaps stands without brackets");
            let right = format!("{space}{}", name.text);
            self.tell(mistake.write(&name.text).help(BEFORE).replace_by(right));
        }
        self.leaf(make(name), start.to(span))
    }
}
