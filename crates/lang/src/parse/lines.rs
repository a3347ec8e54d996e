//! Where lines begin, and what belongs together in them: found in one pass, before anything is read.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Span};
use crate::token::{Kind, Mistakes, Token, Word, quote};

/// The tokens without the ends of lines, and which of them form a line. Partners of brackets and of `if`
/// are written into the tokens.
pub(super) fn split(
    text: &str,
    tokens: &[Token],
    mistakes: &mut Mistakes,
) -> (Vec<Token>, Vec<Range<usize>>) {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let is_end = token.kind == Kind::LineEnd;
        if is_end && kept.len() > start && goes_on(text, &kept, token, tokens.get(at + 1)) {
            tell_going_on(token.span, mistakes);
            continue;
        }
        let is_start = starts_line(&kept[start..], token, tokens.get(at + 1));
        if is_start {
            tell_new_line(text, token, kept[kept.len() - 1].span, mistakes);
        }
        if (is_end || is_start) && start < kept.len() {
            lines.push(start..kept.len());
            start = kept.len();
        }
        if !is_end {
            kept.push(*token);
        }
    }
    if start < kept.len() {
        lines.push(start..kept.len());
    }
    lines.iter().for_each(|line| find_partners(&mut kept, line.clone()));
    (kept, lines)
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
        Kind::Relation(_) | Kind::Plus | Kind::Minus | Kind::Times => true,
        Kind::Comma | Kind::Colon | Kind::Dots | Kind::Close | Kind::CloseBrace => true,
        Kind::Word(Word::Where | Word::If | Word::Else | Word::And | Word::Or | Word::In) => true,
        Kind::Word(Word::Mod | Word::Div | Word::Xor) => true,
        Kind::Word(word) if super::words::LINES.contains(&word) => false,
        Kind::Word(Word::Left | Word::Right) => false,
        Kind::Name { primed: false }
            if super::words::line(&text[next.span.start..next.span.end]).is_some() =>
        {
            false
        }
        _ => !ends_line(last.kind) && before.len() > 1 && last.kind != Kind::Unknown,
    }
}

fn tell_going_on(end: Span, mistakes: &mut Mistakes) {
    let mistake = Diagnostic::error(end, "this line goes on with the one before")
        .label("indent it")
        .replace_by("         ");
    mistakes.tell(mistake);
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
        Kind::Word(word) => super::words::LINES.contains(&word),
        _ => false,
    };
    starts && (token.indent.is_some() || (!is_second && ends_line(last.kind)))
}

fn ends_line(kind: Kind) -> bool {
    match kind {
        Kind::Number(_) | Kind::Name { .. } | Kind::Close | Kind::CloseBrace => true,
        Kind::Word(word) => matches!(
            word,
            Word::Left
                | Word::Right
                | Word::Normal
                | Word::Misere
                | Word::True
                | Word::False
                | Word::None
        ),
        _ => false,
    }
}

fn tell_new_line(text: &str, token: &Token, before: Span, mistakes: &mut Mistakes) {
    let word = quote(&text[token.span.start..token.span.end]);
    let mistake = match token.indent {
        Some(indent) => Diagnostic::error(indent, format!("{word} starts a line of its own"))
            .label("these spaces make it part of the line before")
            .help("only a line that continues the one before is indented")
            .replace_by(""),
        None => {
            let gap = Span { start: before.end, end: before.end };
            Diagnostic::error(gap, format!("{word} starts a line of its own"))
                .label("`;` or a new line belongs here")
                .replace_by(";")
        }
    };
    mistakes.tell(mistake);
}

/// What waits for its partner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Parenthesis,
    Brace,
    If,
}

/// Finds the partners of brackets and of `if`s. Every token is put on the stack once and taken off once.
fn find_partners(tokens: &mut [Token], line: Range<usize>) {
    let mut stack: Vec<(Open, usize)> = Vec::new();
    let mut waiting = [0_usize; 2];
    for at in line {
        match tokens[at].kind {
            Kind::Open => {
                waiting[0] += 1;
                stack.push((Open::Parenthesis, at));
            }
            Kind::OpenBrace => {
                waiting[1] += 1;
                stack.push((Open::Brace, at));
            }
            Kind::Close if waiting[0] > 0 => {
                pop_to(Open::Parenthesis, at, &mut stack, &mut waiting, tokens);
            }
            Kind::CloseBrace if waiting[1] > 0 => {
                pop_to(Open::Brace, at, &mut stack, &mut waiting, tokens);
            }
            Kind::Word(Word::If) => stack.push((Open::If, at)),
            Kind::Word(Word::Else) => {
                if let Some((_, opener)) = stack.pop_if(|(open, _)| *open == Open::If) {
                    tokens[opener].partner = Some(at);
                }
            }
            Kind::Comma | Kind::Colon | Kind::Word(Word::Where) => {
                while stack.pop_if(|(open, _)| *open == Open::If).is_some() {}
            }
            _ => {}
        }
    }
}

/// Closes the last bracket of this kind; what was opened after it stays open.
fn pop_to(
    wanted: Open,
    at: usize,
    stack: &mut Vec<(Open, usize)>,
    waiting: &mut [usize; 2],
    tokens: &mut [Token],
) {
    while let Some((open, opener)) = stack.pop() {
        match open {
            Open::Parenthesis => waiting[0] -= 1,
            Open::Brace => waiting[1] -= 1,
            Open::If => {}
        }
        if open == wanted {
            tokens[opener].partner = Some(at);
            return;
        }
    }
}
