//! The parts of a move.

use super::{Context, Parser, words};
use crate::diagnostic::{Diagnostic, quote};
use crate::syntax::{Clause, ClauseKind, HowMany, Joint, Name};
use crate::token::{Kind, Word};

impl Parser<'_> {
    pub(super) fn clauses(&mut self) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut joint = Joint::First;
        loop {
            let start = self.at;
            let kind = self.clause().unwrap_or_else(|| {
                // What a part should have chosen is not known.
                ClauseKind::Condition(self.missing().expr)
            });
            let is_empty = start == self.at;
            let span = if is_empty { self.gap() } else { self.tokens[start].span.to(self.last()) };
            let chooses = !matches!(kind, ClauseKind::Condition(_));
            clauses.push(Clause { joint, kind, span });
            let Some(next) = self.joint(chooses) else { return clauses };
            joint = next;
        }
    }

    /// A part of a move; `None` if it cannot be read, which has been reported.
    fn clause(&mut self) -> Option<ClauseKind> {
        self.mend_start();
        if self.take_word(Word::One).is_some() {
            self.take_word(Word::Of);
            return self.heaps_name().map(ClauseKind::One);
        }
        if self.take_word(Word::Up).is_some() {
            if self.take_word(Word::To).is_none() {
                self.tell_gap(" to", "`to` is missing after `up`");
            }
            return self.several(HowMany::UpTo);
        }
        // Elsewhere `exactly` and `consecutive` are names like any other.
        if let Some(of) = self.of_ahead() {
            if self.is_name(0, "exactly") {
                self.bump();
                return self.several(HowMany::Exactly);
            }
            if of > 1 && self.is_name(of - 1, "consecutive") {
                return self.several(HowMany::Consecutive);
            }
        }
        if self.is_end() || self.is_joint() {
            self.expected("a part of the move");
        }
        Some(ClauseKind::Condition(self.condition().expr))
    }

    /// Is the token so far ahead this name?
    fn is_name(&self, beyond: usize, name: &str) -> bool {
        self.ahead(beyond) == Kind::Name { primed: false }
            && self.slice(self.tokens[self.at + beyond].span) == name
    }

    /// How far ahead the first `of` of this part is, if it has one.
    fn of_ahead(&mut self) -> Option<usize> {
        // Farther ahead nobody writes it, and a long line of such names must be read in linear time.
        const FARTHEST: usize = 200;
        if self.at < self.no_of {
            return None;
        }
        let mut open = 0;
        for beyond in 0..FARTHEST {
            self.no_of = self.at + beyond;
            match self.ahead(beyond) {
                Kind::Word(Word::Of) => {
                    self.no_of = self.at;
                    return Some(beyond);
                }
                Kind::LineEnd | Kind::Colon | Kind::Word(Word::Where | Word::One | Word::Up) => {
                    break;
                }
                // Neither stands in a sum, and an `if` may begin the next part.
                Kind::Comma | Kind::Relation(_) | Kind::Word(Word::If) if open == 0 => break,
                Kind::Open | Kind::OpenBrace => open += 1,
                Kind::Close | Kind::CloseBrace => open -= 1,
                _ => {}
            }
        }
        None
    }

    /// The number of heaps that are chosen, and their name.
    fn several(&mut self, how_many: HowMany) -> Option<ClauseKind> {
        let context = Context { naming: true, ..self.context };
        let count = self.within(context, Self::sum);
        if how_many == HowMany::Consecutive && self.is_name(0, "consecutive") {
            self.bump();
        }
        self.take_word(Word::Of);
        self.heaps_name().map(|name| ClauseKind::Several(how_many, count.expr, name))
    }

    /// Mends words before a part that say nothing or have another name here.
    fn mend_start(&mut self) {
        let (Kind::Name { primed: false }, Kind::Name { .. }) = (self.kind(), self.ahead(1)) else {
            return;
        };
        let Name { text: written, span } = self.name_here();
        let next = self.tokens[self.at + 1].span;
        if written == "at" && self.slice(next) == "most" {
            let mistake = Diagnostic::error(span.to(next), "`at most` is written `up to` here");
            self.tell_here(mistake.write("up to"));
            self.tokens[self.at].kind = Kind::Word(Word::Up);
            self.tokens[self.at + 1].kind = Kind::Word(Word::To);
        } else if words::is_idle(&written) {
            let mistake = self.here(format!("{} says nothing here", quote(&written))).leave_out();
            self.pass(mistake.help("names that are new in a move are chosen"));
        } else if words::prefix(&written) == Some(Word::One) {
            let mistake = self.here(format!("{} is written `one` here", quote(&written)));
            self.tell_here(mistake.write("one"));
            self.tokens[self.at].kind = Kind::Word(Word::One);
        }
    }

    /// The name of the heaps after a word.
    pub(super) fn heaps_name(&mut self) -> Option<Name> {
        let name = self.name_here();
        match self.kind() {
            Kind::Name { primed: true } => {
                let mistake = self.here("no prime stands here").help(BEFORE);
                self.tell_here(mistake.write(&name.text));
            }
            Kind::Name { primed: false } => {}
            Kind::Word(word) if self.misnamed.contains(&word) => {}
            _ => {
                self.expected("the name of the heaps");
                return None;
            }
        }
        self.bump();
        Some(name)
    }

    /// Is the next token a joint between two parts?
    pub(super) fn is_joint(&self) -> bool {
        match self.kind() {
            Kind::Word(Word::If) => self.context.joints && self.tokens[self.at].partner.is_none(),
            kind => joint_of(kind).is_some(),
        }
    }

    /// Reads the joint before the next part; `None` at the end of the line.
    fn joint(&mut self, chooses: bool) -> Option<Joint> {
        loop {
            let kind = self.infix();
            if let Some(joint) = joint_of(kind) {
                self.bump();
                return Some(joint);
            }
            match kind {
                Kind::LineEnd => return None,
                Kind::Word(Word::And) => {
                    self.pass(self.here("a choice is not joined by `and`").write(","));
                    return Some(Joint::Comma);
                }
                Kind::Close | Kind::CloseBrace => self.stray_close(),
                Kind::Word(Word::Else) => self.stray_else(),
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

    /// Passes over tokens up to the next joint.
    fn skip_part(&mut self) {
        while !self.is_end() && !self.is_joint() {
            self.at = self.after_next();
        }
    }
}

/// The joint that a token is.
fn joint_of(kind: Kind) -> Option<Joint> {
    Joint::of(kind.text()).filter(|joint| *joint != Joint::First)
}

/// Why a word of the whole position takes no prime.
pub(super) const BEFORE: &str = "this is about the position before the move";
