//! Words that are nearly right, and what was meant.

use crate::syntax::Relation;
use crate::token::{Kind, Word};

/// The words that start a line; `left` and `right` do so before `move`.
pub(super) const LINES: [Word; 9] = [
    Word::Game,
    Word::Position,
    Word::Heaps,
    Word::Coins,
    Word::Rows,
    Word::Legal,
    Word::Move,
    Word::End,
    Word::Loopy,
];

/// The functions; their names are not given to numbers.
pub(super) const FUNCTIONS: [&str; 4] = ["min", "max", "abs", "bits"];

/// The winners of an `end` line.
pub(super) const WINNERS: [Word; 4] = [Word::Left, Word::Right, Word::Normal, Word::Misere];

/// Words between two operands.
const INFIX: [Word; 10] = [
    Word::Mod,
    Word::Div,
    Word::Xor,
    Word::And,
    Word::Or,
    Word::In,
    Word::If,
    Word::Else,
    Word::Where,
    Word::Not,
];

/// Words before the name of the heaps.
const PREFIX: [Word; 9] = [
    Word::Distinct,
    Word::Falling,
    Word::Sum,
    Word::Count,
    Word::Least,
    Word::Greatest,
    Word::First,
    Word::Later,
    Word::One,
];

/// Can a number or a condition begin with the word?
pub(super) fn starts_operand(word: Word) -> bool {
    PREFIX.contains(&word)
        || WINNERS.contains(&word)
        || matches!(word, Word::Not | Word::All | Word::None | Word::True | Word::False | Word::Up)
}

/// The nearest of some words, if it is near: one letter in three may be wrong, and capitals do not count.
pub(super) fn nearest(written: &str, among: &[Word]) -> Option<Word> {
    if written.len() < 2 {
        return None;
    }
    let small = written.to_ascii_lowercase();
    let distance = |word: &Word| strsim::osa_distance(&small, word.text());
    let allowed = |word: &Word| (small.len().max(word.text().len()) / 3).max(1);
    let might = among
        .iter()
        .copied()
        .filter(|word| small.len().abs_diff(word.text().len()) <= allowed(word));
    let best = might.min_by_key(distance)?;
    (distance(&best) <= allowed(&best)).then_some(best)
}

/// What starts a line, by another name.
pub(super) fn line(written: &str) -> Option<Word> {
    const OTHERS: [(&str, Word); 30] = [
        ("heap", Word::Heaps),
        ("pile", Word::Heaps),
        ("piles", Word::Heaps),
        ("stacks", Word::Heaps),
        ("options", Word::Move),
        ("option", Word::Move),
        ("moves", Word::Move),
        ("play", Word::Move),
        ("turn", Word::Move),
        ("ending", Word::End),
        ("ends", Word::End),
        ("win", Word::End),
        ("wins", Word::End),
        ("winner", Word::End),
        ("terminal", Word::End),
        ("require", Word::Legal),
        ("requires", Word::Legal),
        ("condition", Word::Legal),
        ("constraint", Word::Legal),
        ("valid", Word::Legal),
        ("invariant", Word::Legal),
        ("state", Word::Position),
        ("coordinates", Word::Position),
        ("variables", Word::Position),
        ("numbers", Word::Position),
        ("name", Word::Game),
        ("rules", Word::Game),
        ("ruleset", Word::Game),
        ("cyclic", Word::Loopy),
        ("loops", Word::Loopy),
    ];
    let small = written.to_ascii_lowercase();
    let other = OTHERS.iter().find(|(other, _)| *other == small).map(|(_, word)| *word);
    other.or_else(|| nearest(written, &LINES))
}

/// What stands between two operands, by another name: what is read, and how it is written.
pub(super) fn infix(written: &str) -> Option<(Kind, &'static str)> {
    const OTHERS: [(&str, Kind, &str); 16] = [
        ("is", Kind::Relation(Relation::Equal), "="),
        ("equals", Kind::Relation(Relation::Equal), "="),
        ("becomes", Kind::Relation(Relation::Equal), "="),
        ("plus", Kind::Plus, "+"),
        ("minus", Kind::Minus, "-"),
        ("times", Kind::Times, "*"),
        ("modulo", Kind::Word(Word::Mod), "mod"),
        ("rem", Kind::Word(Word::Mod), "mod"),
        ("nimsum", Kind::Word(Word::Xor), "xor"),
        ("with", Kind::Word(Word::Where), "where"),
        ("when", Kind::Word(Word::If), "if"),
        ("whenever", Kind::Word(Word::If), "if"),
        ("provided", Kind::Word(Word::If), "if"),
        ("given", Kind::Word(Word::Where), "where"),
        ("then", Kind::Colon, ":"),
        ("otherwise", Kind::Word(Word::Else), "else"),
    ];
    let small = written.to_ascii_lowercase();
    let other = OTHERS.iter().find(|(other, ..)| *other == small);
    other.map(|(_, kind, right)| (*kind, *right)).or_else(|| {
        let near = nearest(written, &INFIX)?;
        Some((Kind::Word(near), near.text()))
    })
}

/// What stands before the name of the heaps, by another name.
pub(super) fn prefix(written: &str) -> Option<Word> {
    const OTHERS: [(&str, Word); 11] = [
        ("any", Word::One),
        ("some", Word::One),
        ("each", Word::One),
        ("every", Word::One),
        ("total", Word::Sum),
        ("number", Word::Count),
        ("minimum", Word::Least),
        ("smallest", Word::Least),
        ("maximum", Word::Greatest),
        ("largest", Word::Greatest),
        ("different", Word::Distinct),
    ];
    let small = written.to_ascii_lowercase();
    let other = OTHERS.iter().find(|(other, _)| *other == small).map(|(_, word)| *word);
    other.or_else(|| nearest(written, &PREFIX))
}

/// Is this a word before a clause that says nothing: `let k = 1`, `for k in 1 .. 3`?
pub(super) fn is_idle(written: &str) -> bool {
    const IDLE: [&str; 9] =
        ["let", "for", "choose", "pick", "take", "with", "set", "put", "exists"];
    IDLE.contains(&written.to_ascii_lowercase().as_str())
}
