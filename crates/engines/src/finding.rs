//! What engines find: solutions, sequences with their periods, tables, charts and counts.

use std::fmt;

use bouton_rules::{Position, Refusal};
use bouton_short::Texts;
use bouton_values::{Nimber, Outcome, Player};

/// The result of an engine, of the kind that the question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The answer to [`crate::Ask::Solve`].
    Solution(Solution),
    /// The answer to [`crate::Ask::Sequence`].
    Sequence(Sequence),
    /// The answer to [`crate::Ask::Table`].
    Table(Table),
    /// The answer to [`crate::Ask::Chart`].
    Chart(Chart),
    /// The answer to [`crate::Ask::Count`].
    Count(u128),
}

/// The solution of a position: who wins, by which moves, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The value, where there is one and it was found.
    pub value: Option<Value>,
    /// Every option with which Left, moving first, wins.
    pub left: Vec<Position>,
    /// Every option with which Right, moving first, wins.
    pub right: Vec<Position>,
    /// Why some winning options may be missing from these lists; none are if this is `None`.
    pub unlisted: Option<Refusal>,
    /// Why, in sentences for a student; a line each.
    pub reasons: Vec<String>,
}

/// The value of a position: a nim-value or a canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The nim-value of an impartial position.
    Nimber(Nimber),
    /// The canonical form, in the notation of short games.
    Game(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => nimber.fmt(f),
            Value::Game(text) => f.write_str(text),
        }
    }
}

impl From<Nimber> for Value {
    fn from(nimber: Nimber) -> Value {
        Value::Nimber(nimber)
    }
}

impl Solution {
    /// A solution of an impartial game: both players win by the same moves.
    #[must_use]
    pub fn impartial(
        value: Option<Nimber>,
        winning: Vec<Position>,
        reasons: Vec<String>,
    ) -> Solution {
        let outcome = outcome_if(winning.is_empty());
        let value = value.map(Value::Nimber);
        Solution { outcome, value, left: winning.clone(), right: winning, unlisted: None, reasons }
    }

    /// The nim-value, if the value is a nimber.
    #[must_use]
    pub fn nim_value(&self) -> Option<Nimber> {
        match self.value {
            Some(Value::Nimber(nimber)) => Some(nimber),
            Some(Value::Game(_)) | None => None,
        }
    }

    /// The options with which `mover`, moving first, wins.
    #[must_use]
    pub fn winning(&self, mover: Player) -> &[Position] {
        match mover {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The options with which Left or Right wins, each once, Left's first.
    #[must_use]
    pub fn winning_for_either(&self) -> Vec<Position> {
        let known: std::collections::HashSet<&Position> = self.left.iter().collect();
        let more = self.right.iter().filter(|option| !known.contains(option));
        self.left.iter().chain(more).cloned().collect()
    }
}

/// The outcome of a position of an impartial game, which is lost for the player to move or won.
pub(crate) fn outcome_if(is_lost: bool) -> Outcome {
    if is_lost { Outcome::P } else { Outcome::N }
}

/// The positions in a window: a row for each y, a cell for each x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Which positions of an impartial game are P; the others are N. All of them are legal.
    Losing(Vec<Bits>),
    /// Outcomes; `None` where the position is not legal.
    Outcomes(Vec<Vec<Option<Outcome>>>),
    /// Nim-values, a list for each y; `None` where the position is not legal.
    NimValues(Vec<Vec<Option<u64>>>),
}

/// Terms, and the period if one was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The terms from index 0 on.
    pub terms: Terms,
    /// The period, if one was proved.
    pub period: Option<Periodicity>,
    /// What the period or the lack of one rests on; a line each.
    pub reasons: Vec<String>,
    /// Why there are fewer terms than were asked for.
    pub stopped: Option<Refusal>,
}

impl Sequence {
    /// Terms of which no period is claimed.
    pub(crate) fn without_period(terms: Terms, reasons: Vec<String>) -> Sequence {
        Sequence { terms, period: None, reasons, stopped: None }
    }

    /// Terms that a table gives.
    pub(crate) fn from_table(terms: Terms) -> Sequence {
        let how = "each term was worked out from smaller positions; no period is claimed";
        Sequence::without_period(terms, vec![how.to_owned()])
    }
}

/// The terms of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The outcomes of the positions.
    Outcomes(Vec<Outcome>),
    /// The nim-values of the positions.
    NimValues(Vec<u64>),
    /// Canonical forms, in the notation of short games.
    Values(Texts),
    /// Which positions of an impartial game are P; the others are N. It takes an eighth of the memory of outcomes.
    Losing(Bits),
}

impl Terms {
    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Terms::Outcomes(terms) => terms.len(),
            Terms::NimValues(terms) => terms.len(),
            Terms::Values(texts) => texts.games.len(),
            Terms::Losing(bits) => bits.len(),
        }
    }

    /// Are there no terms?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A row of bits, packed into words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    /// The first `length` bits of the words, lowest bit first.
    #[must_use]
    pub fn new(mut words: Vec<u64>, length: usize) -> Bits {
        words.resize(length.div_ceil(64), 0);
        if !length.is_multiple_of(64)
            && let Some(last) = words.last_mut()
        {
            *last &= (1 << (length % 64)) - 1;
        }
        Bits { words, length }
    }

    /// The number of bits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Is the number of bits 0?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bit at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.length, "bit {index} of {}", self.length);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many bits are set.
    #[must_use]
    pub fn count_ones(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// How many of the bits from `start` to `end` - 1 are set.
    #[must_use]
    pub fn count_between(&self, start: usize, end: usize) -> u64 {
        assert!(start <= end && end <= self.length, "bits {start}..{end} of {}", self.length);
        let (first, last) = (start / 64, end / 64);
        let below = |bits: usize| (1u64 << bits) - 1;
        let count = |word: usize, mask: u64| u64::from((self.words[word] & mask).count_ones());
        let tail = if end.is_multiple_of(64) { 0 } else { count(last, below(end % 64)) };
        let whole: u64 = (first..last).map(|word| count(word, u64::MAX)).sum();
        let head = if start.is_multiple_of(64) { 0 } else { count(first, below(start % 64)) };
        whole + tail - head
    }

    /// The indices of the bits that are set, ascending.
    pub fn ones(&self) -> impl Iterator<Item = u64> + '_ {
        ones(self.words.iter().copied())
    }
}

/// The indices of the bits that are set in these words, ascending.
pub(crate) fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u64> {
    (0..).step_by(64).zip(words).flat_map(|(first, mut rest)| {
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(first + u64::from(bit))
        })
    })
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Bits {
        let mut row = Bits::default();
        for bit in bits {
            if row.length.is_multiple_of(64) {
                row.words.push(0);
            }
            if bit {
                row.words[row.length / 64] |= 1 << (row.length % 64);
            }
            row.length += 1;
        }
        row
    }
}

/// A period of a sequence: a(n + period) = a(n) + saltus for all n ≥ preperiod, proved or as far as the standing
/// says; period and preperiod are the least possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
    /// What each period adds.
    pub saltus: Saltus,
    /// Proved for all n, or only computed.
    pub standing: Standing,
}

impl Periodicity {
    /// A proved period: the terms repeat for ever.
    #[must_use]
    pub fn proved(preperiod: u64, period: u64) -> Periodicity {
        Periodicity { preperiod, period, saltus: Saltus::Number(0), standing: Standing::Proved }
    }

    /// A proved period in which each period adds `saltus`.
    #[must_use]
    pub fn growing(preperiod: u64, period: u64, saltus: Saltus) -> Periodicity {
        Periodicity { preperiod, period, saltus, standing: Standing::Proved }
    }
}

/// What each period adds to the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saltus {
    /// An integer to nim-values; 0 if they just repeat.
    Number(u64),
    /// A game to values, in the notation of short games.
    Game(String),
}

impl Saltus {
    /// The saltus of a sequence that just repeats.
    pub const ZERO: Saltus = Saltus::Number(0);
}

/// How a result is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// By a theorem whose conditions were checked, or by working out every case.
    Proved,
    /// Computed up to this index; nothing is claimed beyond.
    ComputedTo(u64),
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Proved => f.write_str("proved"),
            Standing::ComputedTo(n) => write!(f, "computed to {n}"),
        }
    }
}

/// A two-dimensional table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// Numbers; `None` where the position is not legal.
    Numbers(Vec<Vec<Option<u64>>>),
    /// Outcomes; `None` where the position is not legal.
    Outcomes(Vec<Vec<Option<Outcome>>>),
}

impl Chart {
    /// The outcome of a cell; `None` where the position is not legal. A nim-value other than 0 is a win of the mover.
    #[must_use]
    pub fn outcome(&self, row: usize, column: usize) -> Option<Outcome> {
        let lost = match self {
            Chart::Losing(rows) => rows[row].get(column),
            Chart::Outcomes(rows) => return rows[row][column],
            Chart::NimValues(rows) => rows[row][column]? == 0,
        };
        Some(outcome_if(lost))
    }

    /// A letter for each cell, a text for each y; X where the position is not legal.
    #[must_use]
    pub fn letters(&self) -> Vec<String> {
        let lengths: Vec<usize> = match self {
            Chart::Losing(rows) => rows.iter().map(Bits::len).collect(),
            Chart::Outcomes(rows) => rows.iter().map(Vec::len).collect(),
            Chart::NimValues(rows) => rows.iter().map(Vec::len).collect(),
        };
        let letter = |row, column| self.outcome(row, column).map_or('X', Outcome::letter);
        let row = |(row, length)| (0..length).map(|column| letter(row, column)).collect();
        lengths.into_iter().enumerate().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_what_was_put_in() {
        for length in [0, 1, 63, 64, 65, 127, 128, 129, 1000] {
            let wanted: Vec<bool> = (0..length).map(|n| n * n % 7 < 3).collect();
            let bits: Bits = wanted.iter().copied().collect();
            assert_eq!(bits.len(), length);
            assert!((0..length).all(|n| bits.get(n) == wanted[n]));
            let ones: Vec<u64> = (0..length as u64).filter(|n| wanted[*n as usize]).collect();
            assert_eq!(bits.ones().collect::<Vec<_>>(), ones);
            assert_eq!(bits.count_ones(), ones.len() as u64);
            for start in 0..=length.min(200) {
                for end in (start..=length).filter(|end| end % 64 < 3 || end % 61 < 2) {
                    let wanted = wanted[start..end].iter().filter(|bit| **bit).count() as u64;
                    assert_eq!(bits.count_between(start, end), wanted, "{start}..{end}");
                }
            }
            let untrimmed = Bits::new(vec![u64::MAX; length / 64 + 2], length);
            assert_eq!(untrimmed.count_ones(), length as u64);
        }
    }
}
