//! Where lines begin, and what belongs together in them: found in one pass, before anything is read.

use super::words;
use crate::diagnostic::{Diagnostic, Mistakes, Span, quote};
use crate::syntax::{Operator, Winner};
use crate::token::{Kind, Token, Word};

/// The tokens of all lines, each line with its end after it. Partners of brackets and of `if` are written into the
/// tokens.
pub(super) fn split(text: &str, tokens: &[Token], mistakes: &mut Mistakes) -> Vec<Token> {
    let span = Span::default();
    let end = Token { kind: Kind::LineEnd, span, indent: None, told: false, partner: None };
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len() + 1);
    let mut start = 0;
    for (at, token) in tokens.iter().chain([&end]).enumerate() {
        let is_end = token.kind == Kind::LineEnd;
        let next = tokens.get(at + 1);
        if is_end && kept.len() > start && goes_on(text, &kept, token, next) {
            let mistake = Diagnostic::error(token.span, "this line goes on with the one before");
            mistakes.tell(mistake.label("indent it").replace_by("         "));
            continue;
        }
        let is_start = starts_line(&kept[start..], token, next);
        if let Some(last) = kept[start..].last().map(|last| last.span)
            && (is_end || is_start)
        {
            if is_start {
                tell_new_line(text, token, last, mistakes);
            }
            kept.push(Token { span: last.after(), ..end });
            start = kept.len();
        }
        if !is_end {
            kept.push(*token);
        }
    }
    find_partners(&mut kept);
    kept
}

/// Does the next line go on with this one although it is not indented? It does if it starts with what cannot
/// start anything, or if this one ends with what cannot end anything.
fn goes_on(text: &str, before: &[Token], end: &Token, next: Option<&Token>) -> bool {
    let (Some(last), Some(next)) = (before.last(), next) else { return false };
    let is_semicolon = end.span.start < end.span.end;
    if is_semicolon || next.kind == Kind::LineEnd {
        return false;
    }
    match next.kind {
        kind if Operator::of(kind.text()).is_some() => true,
        Kind::Relation(_) | Kind::Comma | Kind::Colon | Kind::Dots => true,
        Kind::Close | Kind::CloseBrace => true,
        Kind::Word(Word::Where | Word::If | Word::Else | Word::In) => true,
        Kind::Word(Word::Left | Word::Right) => false,
        Kind::Word(word) if words::starts_line(word) => false,
        Kind::Name { primed: false }
            if words::line(&text[next.span.start..next.span.end]).is_some() =>
        {
            false
        }
        _ => !ends_line(last.kind) && before.len() > 1 && last.kind != Kind::Unknown,
    }
}

/// Does a new line begin here although none was begun? Its first word cannot stand anywhere else, but it
/// may have been used as a name, so something that can end a line must stand before it.
fn starts_line(before: &[Token], token: &Token, next: Option<&Token>) -> bool {
    let Some(last) = before.last() else { return false };
    let is_move = next.is_some_and(|next| next.kind == Kind::Word(Word::Move));
    let is_second = before.len() == 1;
    let starts = match token.kind {
        Kind::Word(Word::Left | Word::Right) => is_move,
        Kind::Word(Word::Move) => {
            !(is_second && matches!(last.kind, Kind::Word(Word::Left | Word::Right)))
        }
        Kind::Word(word) => words::starts_line(word),
        _ => false,
    };
    starts && (token.indent.is_some() || (!is_second && ends_line(last.kind)))
}

fn ends_line(kind: Kind) -> bool {
    match kind {
        Kind::Number(_) | Kind::Name { .. } | Kind::Close | Kind::CloseBrace => true,
        Kind::Word(Word::True | Word::False | Word::None) => true,
        Kind::Word(word) => Winner::of(word.text()).is_some(),
        _ => false,
    }
}

fn tell_new_line(text: &str, token: &Token, before: Span, mistakes: &mut Mistakes) {
    let word = quote(&text[token.span.start..token.span.end]);
    let message = format!("{word} starts a line of its own");
    mistakes.tell(match token.indent {
        Some(indent) => Diagnostic::error(indent, message)
            .label("these spaces make it part of the line before")
            .help("only a line that continues the one before is indented")
            .replace_by(""),
        None => Diagnostic::error(before.after(), message)
            .label("`;` or a new line belongs here")
            .replace_by(";"),
    });
}

/// Finds the partners of brackets and of `if`s. Every token is put on a stack once and taken off once.
fn find_partners(tokens: &mut [Token]) {
    // Round brackets, braces and `if`s that wait for their partners.
    let mut open: [Vec<usize>; 3] = Default::default();
    for at in 0..tokens.len() {
        let kind = tokens[at].kind;
        let stack = match kind {
            Kind::Open | Kind::Close => 0,
            Kind::OpenBrace | Kind::CloseBrace => 1,
            _ => 2,
        };
        // An `if` before the last open bracket is out of reach.
        let bracket = open[0].last().max(open[1].last()).copied();
        match kind {
            Kind::Open | Kind::OpenBrace | Kind::Word(Word::If) => open[stack].push(at),
            Kind::Word(Word::Else) => {
                if let Some(opener) = open[stack].pop_if(|opener| Some(*opener) > bracket) {
                    tokens[opener].partner = Some(at);
                }
            }
            Kind::Comma | Kind::Colon | Kind::Word(Word::Where) => {
                let before = open[stack].partition_point(|opener| Some(*opener) < bracket);
                open[stack].truncate(before);
            }
            Kind::Close | Kind::CloseBrace => {
                let Some(opener) = open[stack].pop() else { continue };
                tokens[opener].partner = Some(at);
                // What was opened after the bracket that is closed stays open.
                for stack in &mut open {
                    stack.truncate(stack.partition_point(|other| *other < opener));
                }
            }
            Kind::LineEnd => open.iter_mut().for_each(Vec::clear),
            _ => {}
        }
    }
}
