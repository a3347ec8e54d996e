//! Words that are nearly right, and what was meant.

use crate::syntax::Winner;
use crate::token::Word;

/// The words that start a line; `left` and `right` do so before `move`.
const LINES: &str = "game position heaps coins rows legal move end loopy";

/// The winners of an `end` line.
pub(super) const WINNERS: &str = "left right normal misere";

/// The functions; their names are not given to numbers.
const FUNCTIONS: &str = "min max abs bits";

/// Words between two operands.
const INFIX: &str = "mod div xor and or in if else where not";

/// Words before the name of the heaps.
const PREFIX: &str = "distinct falling sum count least greatest first later one";

/// Words before a clause that say nothing: `let k = 1`, `for k in 1 .. 3`.
const IDLE: &str = "let for choose pick take with set put exists";

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// Does a line start with the word?
pub(super) fn starts_line(word: Word) -> bool {
    is_in(LINES, word.text())
}

pub(super) fn is_function(name: &str) -> bool {
    is_in(FUNCTIONS, name)
}

pub(super) fn is_idle(written: &str) -> bool {
    is_in(IDLE, &written.to_ascii_lowercase())
}

/// Can a number or a condition begin with the word?
pub(super) fn starts_operand(word: Word) -> bool {
    is_in(PREFIX, word.text())
        || Winner::of(word.text()).is_some()
        || matches!(word, Word::Not | Word::All | Word::None | Word::True | Word::False | Word::Up)
}

/// The nearest of some words, if it is near: one letter in three may be wrong, and capitals do not count.
pub(super) fn nearest(written: &str, among: &'static str) -> Option<&'static str> {
    if written.len() < 2 {
        return None;
    }
    let small = written.to_ascii_lowercase();
    let distance = |word: &&str| strsim::osa_distance(&small, word);
    let allowed = |word: &str| (small.len().max(word.len()) / 3).max(1);
    let might = among.split(' ').filter(|word| small.len().abs_diff(word.len()) <= allowed(word));
    might.min_by_key(distance).filter(|best| distance(best) <= allowed(best))
}

/// How a word is written here: another name for it is listed, or it is nearly right.
fn meant(
    written: &str,
    others: &[(&'static str, &str)],
    among: &'static str,
) -> Option<&'static str> {
    let small = written.to_ascii_lowercase();
    let listed = others.iter().find(|(_, list)| is_in(list, &small));
    listed.map(|(right, _)| *right).or_else(|| nearest(written, among))
}

/// What starts a line, by another name.
pub(super) fn line(written: &str) -> Option<Word> {
    const OTHERS: [(&str, &str); 7] = [
        ("heaps", "heap pile piles stacks"),
        ("move", "options option moves play turn"),
        ("end", "ending ends win wins winner terminal"),
        ("legal", "require requires condition constraint valid invariant"),
        ("position", "state coordinates variables numbers"),
        ("game", "name rules ruleset"),
        ("loopy", "cyclic loops"),
    ];
    meant(written, &OTHERS, LINES).and_then(Word::of)
}

/// What stands between two operands, by another name: how it is written here.
pub(super) fn infix(written: &str) -> Option<&'static str> {
    const OTHERS: [(&str, &str); 10] = [
        ("=", "is equals becomes"),
        ("+", "plus"),
        ("-", "minus"),
        ("*", "times"),
        ("mod", "modulo rem"),
        ("xor", "nimsum"),
        ("where", "with given"),
        ("if", "when whenever provided"),
        (":", "then"),
        ("else", "otherwise"),
    ];
    meant(written, &OTHERS, INFIX)
}

/// What stands before the name of the heaps, by another name.
pub(super) fn prefix(written: &str) -> Option<Word> {
    const OTHERS: [(&str, &str); 6] = [
        ("one", "any some each every"),
        ("sum", "total"),
        ("count", "number"),
        ("least", "minimum smallest"),
        ("greatest", "maximum largest"),
        ("distinct", "different"),
    ];
    meant(written, &OTHERS, PREFIX).and_then(Word::of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proposed_are_words() {
        for word in [LINES, WINNERS, INFIX, PREFIX].into_iter().flat_map(|list| list.split(' ')) {
            assert!(Word::of(word).is_some(), "{word}");
        }
    }
}
