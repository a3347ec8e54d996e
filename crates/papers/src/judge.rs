//! The oracle for positions that are tuples of numbers.

use std::sync::LazyLock;

use bouton_lab::oracle::Oracle;
use bouton_lab::rules::{FiniteGame, Game, Limits, Position, Refusal, Ruleset};
use bouton_lab::values::{Outcome, Player};

use crate::frame::Result;

/// Decides positions of an impartial game from the rules alone.
pub(crate) struct Judge<'a> {
    rules: &'a FiniteGame,
    oracle: Oracle<'a, FiniteGame>,
}

/// The games whose tuples the papers speak of, each read once.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let texts = ["nim", "nim/misere", "antonim", "welter"];
    texts.iter().filter_map(|text| Game::parse(text).ok()).collect()
});

impl Judge<'static> {
    /// A judge of one of these games.
    pub(crate) fn of(text: &str, limits: &Limits) -> Result<Judge<'static>> {
        let game = GAMES.iter().find(|game| game.text() == text);
        Judge::new(game.ok_or_else(|| Refusal::bug(format!("{text} was not read")))?, limits)
    }
}

impl<'a> Judge<'a> {
    pub(crate) fn new(game: &'a Game, limits: &Limits) -> Result<Judge<'a>> {
        let rules = game.finite().ok_or_else(|| {
            Refusal::bad("the game is real-valued", "name one with finitely many options")
        })?;
        Ok(Judge { rules, oracle: Oracle::new(rules, limits.clone()) })
    }

    /// N or P.
    pub(crate) fn outcome(&mut self, heaps: &[u64]) -> Result<Outcome> {
        self.oracle.outcome(&Position::Tuple(heaps.to_vec()))
    }

    pub(crate) fn is_p(&mut self, heaps: &[u64]) -> Result<bool> {
        Ok(self.outcome(heaps)? == Outcome::P)
    }

    /// The options, the heaps in their places.
    pub(crate) fn options(&self, heaps: &[u64]) -> Vec<Vec<u64>> {
        let options = self.rules.options(&Position::Tuple(heaps.to_vec()), Player::Left);
        options.iter().filter_map(|option| option.tuple()).map(<[u64]>::to_vec).collect()
    }

    /// The options, each with its outcome.
    pub(crate) fn labelled_options(&mut self, heaps: &[u64]) -> Result<Vec<(Vec<u64>, Outcome)>> {
        let options = self.options(heaps).into_iter();
        options.map(|option| Ok((option.clone(), self.outcome(&option)?))).collect()
    }
}

/// A rule, and how it is put in words.
pub(crate) struct Named<F> {
    pub(crate) words: &'static str,
    pub(crate) rule: F,
}

/// `(0,1,4,5)`.
pub(crate) fn name(heaps: &[u64]) -> String {
    format!("({})", listed(heaps, ","))
}

/// Items with something between them.
pub(crate) fn listed(items: impl IntoIterator<Item: ToString>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

/// Items with commas between them, or a word for none of them.
pub(crate) fn listed_or(items: impl IntoIterator<Item: ToString>, none: &str) -> String {
    Some(listed(items, ", ")).filter(|text| !text.is_empty()).unwrap_or(none.to_owned())
}

pub(crate) fn nim_sum(heaps: impl AsRef<[u64]>) -> u64 {
    heaps.as_ref().iter().fold(0, |sum, heap| sum ^ heap)
}

/// A text is not what it should be, which is written like this.
pub(crate) fn unreadable(text: &str, what: &str, written: &str) -> Refusal {
    Refusal::bad(format!("`{text}` is not {what}"), format!("write {written}"))
}

/// The lines of a transcription: comments and empty lines are left out.
pub(crate) fn data_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The numbers of a transcription, line by line.
pub(crate) fn read_numbers(text: &str) -> Result<Vec<Vec<u64>>> {
    let read = |line: &str| {
        let words = line.split(',').map(str::trim).filter(|word| !word.is_empty());
        words
            .map(|word| word.parse().map_err(|_| unreadable(word, "a number", "3, 5, 8")))
            .collect()
    };
    data_lines(text).map(read).collect()
}

/// In ascending order, each once.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items = sorted(items);
    items.dedup();
    items
}

/// In ascending order.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}

pub(crate) fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub(crate) fn lcm(a: usize, b: usize) -> usize {
    a / gcd(a, b) * b
}

/// All tuples of this many of the items, in the order of a dictionary.
pub(crate) fn tuples<T: Clone>(length: usize, items: &[T]) -> Vec<Vec<T>> {
    let longer = |tuples: Vec<Vec<T>>, _| {
        let extended = |tuple: Vec<T>| {
            items.iter().map(move |item| [&tuple[..], std::slice::from_ref(item)].concat())
        };
        tuples.into_iter().flat_map(extended).collect()
    };
    (0..length).fold(vec![Vec::new()], longer)
}

/// The tuple with one number changed.
pub(crate) fn with(heaps: &[u64], place: usize, number: u64) -> Vec<u64> {
    let mut changed = heaps.to_vec();
    changed[place] = number;
    changed
}

/// All ascending tuples of this many numbers below a bound that a predicate admits, the smallest sum
/// first, then in the order of a dictionary.
pub(crate) fn ascending(
    length: usize,
    below: u64,
    admits: impl Fn(&[u64]) -> bool,
) -> Vec<Vec<u64>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..length {
        tuples = tuples
            .into_iter()
            .flat_map(|tuple: Vec<u64>| {
                let from = tuple.last().copied().unwrap_or(0);
                (from..below).map(move |next| [&tuple[..], &[next]].concat())
            })
            .filter(|tuple| admits(tuple))
            .collect();
    }
    tuples.sort_by_cached_key(|tuple| (tuple.iter().sum::<u64>(), tuple.clone()));
    tuples
}
