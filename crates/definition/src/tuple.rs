//! Rules on tuples of numbers, and how tuples are read and written.

use std::collections::HashSet;
use std::fmt;

use bouton_values::{Player, Refusal, counted, excerpt};

use crate::fact::Fact;

/// The largest number that may occur in a position: squares of it still fit 128 bits.
pub const MAX_NUMBER: u64 = 1_000_000_000_000_000_000;

/// The most numbers that a position may hold.
const MAX_LENGTH: usize = 256;

/// Rules on tuples of non-negative integers, for a tuple that passed [`TupleRules::check`].
pub trait TupleRules: fmt::Debug + Send + Sync {
    /// The meaning of the numbers of a position: heaps, or numbers with names.
    fn coordinates(&self) -> Coordinates;

    /// Is the tuple a legal position? Its length has been checked already.
    fn check(&self, _: &[u64]) -> Result<(), Refusal> {
        Ok(())
    }

    /// The tuples that `mover` can move to, each once.
    fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>>;

    /// An upper bound on the number of options of a tuple, for either player.
    fn option_bound(&self, tuple: &[u64]) -> u128;

    /// Do both players have the same options?
    fn same_options(&self) -> Fact {
        Fact::proved("the rules do not mention who moves")
    }

    /// Does every run of moves end?
    fn terminates(&self) -> Fact {
        Fact::proved("each move lowers the total")
    }

    /// Is a position the disjunctive sum of its numbers?
    fn independent(&self) -> Fact {
        Fact::Unknown
    }

    /// For positions of one number: how far below it its options lie at most; `None` if there is no such bound, or if a
    /// move may leave several heaps.
    fn lookback(&self) -> Option<u64> {
        None
    }

    /// A representative of all tuples that play like this one.
    fn canonical(&self, tuple: &[u64]) -> Vec<u64> {
        tuple.to_vec()
    }

    /// The tokens on the table, which a partizan ending looks at. Beyond 64 bits only the parity is kept.
    fn tokens(&self, tuple: &[u64]) -> u64 {
        capped(tuple.iter().map(|number| u128::from(*number)).sum())
    }

    /// Do the numbers count tokens, so that a partizan ending makes sense?
    fn counts_tokens(&self) -> bool {
        true
    }

    /// Completes a shortened tuple, such as Fibonacci Nim's heap without its limit.
    fn fill(&self, tuple: Vec<u64>) -> Vec<u64> {
        tuple
    }

    /// Are the numbers falling rows of squares, the first of which stays, and takes every move one of the others with
    /// all that lie to the right of it and below?
    fn eats_corners(&self) -> bool {
        false
    }

    /// How a front should draw the position.
    fn picture(&self) -> Picture {
        Picture::Heaps
    }
}

/// What the numbers of a position mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// At least `least` and at most `most` heaps or coins, in any order.
    Heaps {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A fixed list of numbers, one for each of these names.
    Named(Vec<String>),
}

impl Coordinates {
    /// Coordinates with one number for each of these names.
    #[must_use]
    pub fn named(names: &[&str]) -> Coordinates {
        Coordinates::Named(names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// Any number of heaps, at least one.
    pub const HEAPS: Coordinates = Coordinates::Heaps { least: 1, most: usize::MAX };

    /// Refuses a tuple of the wrong length.
    pub fn check_length(&self, length: usize) -> Result<(), Refusal> {
        match self {
            Coordinates::Heaps { least, .. } if length < *least => Err(Refusal::bad(
                "the position has no heap",
                "write the heaps with commas, such as 3,4,6",
            )),
            Coordinates::Heaps { most, .. } if length > *most => Err(Refusal::bad(
                format!("the position has {length} heaps, the game is played with {most}"),
                "write one number for each heap",
            )),
            Coordinates::Named(names) if length != names.len() => Err(Refusal::bad(
                format!(
                    "the position has {}, the game needs {}",
                    counted(length, "number"),
                    names.len()
                ),
                format!("write the position as {}", names.join(",")),
            )),
            _ => Ok(()),
        }
    }
}

/// How a position is drawn for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A row of tokens for each heap.
    Heaps,
    /// A coin on its square for each number.
    NumberLine,
    /// A pile and the rate at which it shrinks.
    PileAndRate,
    /// A board of squares, row by row.
    Board(BoardLook),
    /// No picture: the numbers alone are shown.
    Plain,
}

/// How a board is drawn for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLook {
    /// The squares are covered by tiles, as in Domineering.
    Tiles,
    /// Squares that get the colour of a player.
    Colours,
    /// Pieces that go from square to square.
    Pieces,
    /// A strip on which animals hop towards each other.
    Track,
    /// Strings that stand on the ground, each row from the ground upwards.
    Strings,
    /// A bar of chocolate; what lies to the right of a bite and below it is eaten too.
    Bar,
}

/// The legal position with these numbers, those that may be left out filled in.
pub fn legal(rules: &dyn TupleRules, numbers: Vec<u64>) -> Result<Vec<u64>, Refusal> {
    if let Some(large) = numbers.iter().find(|number| **number > MAX_NUMBER) {
        return Err(Refusal::bad(
            format!("{large} is too large"),
            format!("write numbers from 0 to {MAX_NUMBER}"),
        ));
    }
    let tuple = rules.fill(numbers);
    rules.coordinates().check_length(tuple.len())?;
    rules.check(&tuple)?;
    Ok(tuple)
}

/// The text of a tuple, which [`read_tuple`] reads back: `3,4,6`, and `()` for the empty one.
#[must_use]
pub fn tuple_text(tuple: &[u64]) -> String {
    match tuple {
        [] => "()".to_owned(),
        _ => tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    }
}

/// A number of tokens in 64 bits; what is larger becomes the largest such number of the same parity,
/// and an ending asks only for the parity.
#[must_use]
pub fn capped(tokens: u128) -> u64 {
    let parity = (tokens % 2) as u64;
    u64::try_from(tokens).unwrap_or(u64::MAX - 1 + parity)
}

/// Sorted, without empty heaps: the representative of a position whose heaps have no order.
#[must_use]
pub fn sorted_without_zeros(tuple: &[u64]) -> Vec<u64> {
    let mut heaps: Vec<u64> = tuple.iter().copied().filter(|heap| *heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

/// The tuple with the number at `index` replaced by `parts`, in its place.
#[must_use]
pub fn replaced(tuple: &[u64], index: usize, parts: &[u64]) -> Vec<u64> {
    [&tuple[..index], parts, &tuple[index + 1..]].concat()
}

/// The tuple with one number changed.
#[must_use]
pub fn with(tuple: &[u64], index: usize, number: u64) -> Vec<u64> {
    replaced(tuple, index, &[number])
}

/// The options without repetitions, in the order of first appearance.
#[must_use]
pub fn distinct(mut options: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let mut seen = HashSet::new();
    options.retain(|option| seen.insert(option.clone()));
    options
}

/// Reads `3,4,6` or `3 4 6`, not yet knowing what game it belongs to; `()` is the empty tuple.
pub fn read_tuple(text: &str) -> Result<Vec<u64>, Refusal> {
    let inner = strip_parentheses(text.trim());
    if inner.is_empty() {
        return match text.trim() {
            "" => Err(Refusal::bad("the position is empty", "write numbers, such as 3,4,6")),
            _ => Ok(Vec::new()),
        };
    }
    let numbers: Vec<u64> =
        inner.split(',').flat_map(numbers_of).map(read_number).collect::<Result<_, _>>()?;
    if numbers.len() > MAX_LENGTH {
        return Err(Refusal::bad(
            format!("the position holds {} numbers", numbers.len()),
            format!("write at most {MAX_LENGTH}"),
        ));
    }
    Ok(numbers)
}

/// The numbers that spaces separate. Anything else stays whole, for the message that says what is wrong with it: `1 000`
/// may be a thousand, and so may a number with the narrow space that separates groups of digits.
fn numbers_of(piece: &str) -> Vec<&str> {
    let words: Vec<&str> = piece.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| is_digits(word) && (word.len() == 1 || !word.starts_with('0'));
    match words.len() > 1 && words.iter().all(is_number) {
        true => words,
        false => vec![piece],
    }
}

fn strip_parentheses(text: &str) -> &str {
    text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text).trim()
}

fn read_number(text: &str) -> Result<u64, Refusal> {
    let text = text.trim();
    let help = format!("write whole numbers from 0 to {MAX_NUMBER} with commas, such as 3,4,6");
    if text.is_empty() {
        return Err(Refusal::bad("a number is missing in the position", help));
    }
    if let Some(rest) = text.strip_prefix('-')
        && is_digits(rest)
    {
        return Err(Refusal::bad(format!("{text} is negative"), help));
    }
    if !is_digits(text) {
        return Err(Refusal::bad(format!("`{}` is not a whole number", excerpt(text)), help));
    }
    match text.parse() {
        Ok(number) if number <= MAX_NUMBER => Ok(number),
        _ => Err(Refusal::bad(format!("{} is too large", excerpt(text)), help)),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        read_tuple(text).unwrap_err().to_string()
    }

    #[test]
    fn numbers_with_commas_are_read() {
        assert_eq!(read_tuple(" 3, 4,6 "), Ok(vec![3, 4, 6]));
        assert_eq!(read_tuple("(3,4)"), Ok(vec![3, 4]));
        assert_eq!(read_tuple("()"), Ok(vec![]));
        assert_eq!(read_tuple("1000000000000000000"), Ok(vec![MAX_NUMBER]));
    }

    /// Spaces separate numbers; they are never dropped from within one.
    #[test]
    fn numbers_with_spaces_are_read() {
        for (text, numbers) in [
            ("3 4 6", &[3, 4, 6][..]),
            ("1 8", &[1, 8]),
            ("(3  4, 6)", &[3, 4, 6]),
            ("3, 4 6", &[3, 4, 6]),
            ("18", &[18]),
        ] {
            assert_eq!(read_tuple(text), Ok(numbers.to_vec()), "{text}");
        }
        assert_eq!(problem("3 x"), "`3 x` is not a whole number");
        assert_eq!(problem("3 -4"), "`3 -4` is not a whole number");
        assert_eq!(problem("3 4,"), "a number is missing in the position");
        assert_eq!(problem("10 000"), "`10 000` is not a whole number");
        assert!(read_tuple("10\u{202f}500").is_err());
    }

    #[test]
    fn anything_else_is_refused_in_words() {
        assert_eq!(problem(""), "the position is empty");
        assert_eq!(problem("3,,4"), "a number is missing in the position");
        assert_eq!(problem("3,-4"), "-4 is negative");
        assert_eq!(problem("3,x"), "`x` is not a whole number");
        assert_eq!(problem("+3"), "`+3` is not a whole number");
        assert_eq!(problem("1000000000000000001"), "1000000000000000001 is too large");
        assert_eq!(problem(&"1,".repeat(300)[..599]), "the position holds 300 numbers");
        assert!(problem(&"y".repeat(100)).len() < 90);
    }
}
