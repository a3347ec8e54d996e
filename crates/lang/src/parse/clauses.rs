//! The parts of a move.

use super::{Context, Parser, words};
use crate::diagnostic::Diagnostic;
use crate::syntax::{Clause, ClauseKind, HowMany, Joint, Name};
use crate::token::{Kind, Word, quote};

impl Parser<'_> {
    pub(super) fn clauses(&mut self) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut joint = Joint::First;
        loop {
            let start = self.at;
            let kind = self.clause();
            let span = match start < self.at {
                true => self.tokens[start].span.to(self.last()),
                false => self.gap(),
            };
            let chooses = !matches!(kind, ClauseKind::Condition(_));
            clauses.push(Clause { joint, kind, span });
            match self.joint(chooses) {
                Some(next) => joint = next,
                None => return clauses,
            }
        }
    }

    fn clause(&mut self) -> ClauseKind {
        self.mend_start();
        if self.take_word(Word::One).is_some() {
            self.take_word(Word::Of);
            return match self.heaps_name() {
                Some(name) => ClauseKind::One(name),
                None => ClauseKind::Condition(self.missing().expr),
            };
        }
        if self.take_word(Word::Up).is_some() {
            if self.take_word(Word::To).is_none() {
                self.tell_gap(" to", "`to` is missing after `up`");
            }
            return self.several(HowMany::UpTo);
        }
        if self.is_exactly() {
            self.bump();
            return self.several(HowMany::Exactly);
        }
        if self.is_consecutive() {
            return self.several(HowMany::Consecutive);
        }
        if self.is_end() || self.is_joint() {
            self.expected("a part of the move");
            return ClauseKind::Condition(self.missing().expr);
        }
        ClauseKind::Condition(self.condition().expr)
    }

    /// Does `exactly … of` begin here? Elsewhere `exactly` is a name like any other.
    fn is_exactly(&self) -> bool {
        self.is_name(0, "exactly") && self.of_ahead().is_some()
    }

    /// Does `… consecutive of` begin here? Elsewhere `consecutive` is a name like any other.
    fn is_consecutive(&self) -> bool {
        self.of_ahead().is_some_and(|of| of > 1 && self.is_name(of - 1, "consecutive"))
    }

    /// Is the token so far ahead this name?
    fn is_name(&self, beyond: usize, name: &str) -> bool {
        self.ahead(beyond) == Kind::Name { primed: false }
            && self.slice(self.tokens[self.at + beyond].span) == name
    }

    /// How far ahead the first `of` of this part is, if it has one.
    fn of_ahead(&self) -> Option<usize> {
        // Farther ahead nobody writes it, and a long line of such names must be read in linear time.
        const FARTHEST: usize = 200;
        if self.at < self.no_of.get() {
            return None;
        }
        let mut open = 0;
        for beyond in 0..FARTHEST {
            self.no_of.set(self.at + beyond);
            match self.ahead(beyond) {
                Kind::Word(Word::Of) => {
                    self.no_of.set(self.at);
                    return Some(beyond);
                }
                Kind::LineEnd | Kind::Colon | Kind::Word(Word::Where | Word::One | Word::Up) => {
                    return None;
                }
                // Neither stands in a sum, and an `if` may begin the next part.
                Kind::Comma | Kind::Relation(_) | Kind::Word(Word::If) if open == 0 => return None,
                Kind::Open | Kind::OpenBrace => open += 1,
                Kind::Close | Kind::CloseBrace => open -= 1,
                _ => {}
            }
        }
        None
    }

    /// The number of heaps that are chosen, and their name.
    fn several(&mut self, how_many: HowMany) -> ClauseKind {
        let context = Context { naming: true, ..self.context };
        let count = self.within(context, Self::sum);
        if how_many == HowMany::Consecutive && self.is_name(0, "consecutive") {
            self.bump();
        }
        self.take_word(Word::Of);
        match self.heaps_name() {
            Some(name) => ClauseKind::Several(how_many, count.expr, name),
            None => ClauseKind::Condition(self.missing().expr),
        }
    }

    /// Mends words before a part that say nothing or have another name here.
    fn mend_start(&mut self) {
        let (Kind::Name { primed: false }, Kind::Name { .. }) = (self.kind(), self.ahead(1)) else {
            return;
        };
        let span = self.span();
        let written = self.name_text(span);
        let next = self.tokens[self.at + 1].span;
        if written == "at" && self.slice(next) == "most" {
            let both = span.to(next);
            let mistake = Diagnostic::error(both, "`at most` is written `up to` here");
            self.tell_here(mistake.label("write `up to`").replace_by("up to"));
            self.tokens[self.at].kind = Kind::Word(Word::Up);
            self.tokens[self.at + 1].kind = Kind::Word(Word::To);
        } else if words::prefix(&written) == Some(Word::One) && !words::is_idle(&written) {
            let message = format!("{} is written `one` here", quote(&written));
            self.tell_here(Diagnostic::error(span, message).label("write `one`").replace_by("one"));
            self.tokens[self.at].kind = Kind::Word(Word::One);
        } else if words::is_idle(&written) {
            let message = format!("{} says nothing here", quote(&written));
            let mistake = Diagnostic::error(span, message).label("leave it out").replace_by("");
            self.tell_here(mistake.help("names that are new in a move are chosen"));
            self.bump();
        }
    }

    /// The name of the heaps after a word.
    pub(super) fn heaps_name(&mut self) -> Option<Name> {
        let span = self.span();
        let (text, primed) = match self.kind() {
            Kind::Name { primed } => (self.name_text(span), primed),
            Kind::Word(word) if self.misnamed.contains(&word) => (word.text().to_owned(), false),
            _ => {
                self.expected("the name of the heaps");
                return None;
            }
        };
        if primed {
            let mistake = Diagnostic::error(span, "no prime stands here");
            let label = format!("write {}", quote(&text));
            self.tell_here(mistake.label(label).help(BEFORE).replace_by(text.clone()));
        }
        self.bump();
        Some(Name { text, span })
    }

    /// Is the next token a joint between two parts?
    pub(super) fn is_joint(&self) -> bool {
        match self.kind() {
            Kind::Comma | Kind::Colon | Kind::Word(Word::Where) => true,
            Kind::Word(Word::If) => self.context.joints && self.tokens[self.at].partner.is_none(),
            _ => false,
        }
    }

    /// Reads the joint before the next part; `None` at the end of the line.
    fn joint(&mut self, chooses: bool) -> Option<Joint> {
        loop {
            match self.infix() {
                Kind::LineEnd => return None,
                Kind::Comma => return self.joined_by(Joint::Comma),
                Kind::Colon => return self.joined_by(Joint::Colon),
                Kind::Word(Word::Where) => return self.joined_by(Joint::Where),
                Kind::Word(Word::If) => return self.joined_by(Joint::If),
                Kind::Word(Word::And) => {
                    let mistake = Diagnostic::error(self.span(), "a choice is not joined by `and`");
                    self.tell_here(mistake.label("write `,`").replace_by(","));
                    return self.joined_by(Joint::Comma);
                }
                Kind::Close | Kind::CloseBrace => self.stray_close(),
                Kind::Word(Word::Else) => self.stray_else(),
                Kind::Unknown => self.skip_part(),
                _ if self.starts_operand() => {
                    let (sign, joint) =
                        if chooses { (":", Joint::Colon) } else { (",", Joint::Comma) };
                    self.tell_gap(sign, "two parts of a move stand side by side");
                    return Some(joint);
                }
                _ => {
                    self.expected("`,`, `:` or the end of the line");
                    self.skip_part();
                }
            }
        }
    }

    fn joined_by(&mut self, joint: Joint) -> Option<Joint> {
        self.bump();
        Some(joint)
    }

    /// Passes over tokens up to the next joint.
    fn skip_part(&mut self) {
        while !self.is_end() && !self.is_joint() {
            self.at =
                self.tokens[self.at].partner.map_or(self.at, |partner| partner.max(self.at)) + 1;
        }
    }
}

/// Why a word of the whole position takes no prime.
pub(super) const BEFORE: &str = "this is about the position before the move";
