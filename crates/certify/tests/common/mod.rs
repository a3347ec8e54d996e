//! Sequences of lone heaps computed a second time, by recurrences that share nothing with the
//! crates under test, and their least periods.
#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod damage;
pub(crate) mod digraphs;

use bouton_values::Outcome;

/// The terms of a sequence, far beyond what a certificate shows, and the least period.
#[derive(Clone, Debug)]
pub(crate) struct Known<T> {
    pub(crate) terms: Vec<T>,
    pub(crate) preperiod: usize,
    pub(crate) period: usize,
}

/// The winner where a player is stuck on this many tokens: `Some(true)` for Left, `Some(false)` for
/// Right, and for `None` a letter that depends on who is stuck.
#[derive(Clone, Debug)]
pub(crate) enum End {
    StuckLoses,
    StuckWins,
    Parity,
    /// A letter for 0, 1, 2, … tokens.
    Letters(String),
}

impl End {
    fn left_wins(&self, tokens: usize, left_is_stuck: bool) -> bool {
        match self {
            End::StuckLoses => !left_is_stuck,
            End::StuckWins => left_is_stuck,
            End::Parity => tokens.is_multiple_of(2),
            End::Letters(word) => match word.as_bytes()[tokens] {
                b'L' => true,
                b'R' => false,
                b'N' => left_is_stuck,
                _ => !left_is_stuck,
            },
        }
    }
}

/// Who wins the heaps 0 to `count - 1`, where `left(n)` and `right(n)` are the heaps to move to.
pub(crate) fn outcomes(
    count: usize,
    left: impl Fn(usize) -> Vec<usize>,
    right: impl Fn(usize) -> Vec<usize>,
    end: &End,
) -> Vec<Outcome> {
    // Does Left win, if Left (or Right) is to move?
    let mut left_first: Vec<bool> = Vec::new();
    let mut right_first: Vec<bool> = Vec::new();
    for n in 0..count {
        let (ours, theirs) = (left(n), right(n));
        left_first.push(match ours.is_empty() {
            true => end.left_wins(n, true),
            false => ours.iter().any(|m| right_first[*m]),
        });
        right_first.push(match theirs.is_empty() {
            true => end.left_wins(n, false),
            false => theirs.iter().all(|m| left_first[*m]),
        });
    }
    let letter = |n: usize| match (left_first[n], right_first[n]) {
        (true, true) => Outcome::L,
        (false, false) => Outcome::R,
        (true, false) => Outcome::N,
        (false, true) => Outcome::P,
    };
    (0..count).map(letter).collect()
}

pub(crate) fn subtract(set: &[usize]) -> impl Fn(usize) -> Vec<usize> + '_ {
    move |n| set.iter().filter(|s| **s <= n).map(|s| n - s).collect()
}

/// The nim-values of a take-and-break code, digit by digit.
pub(crate) fn nim_values(digits: &[u32], count: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let mut seen = vec![false; 4 * count];
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - taken;
            let mut see = |value: u64| seen[value as usize] = true;
            if digit & 1 > 0 && rest == 0 && taken > 0 {
                see(0);
            }
            if digit & 2 > 0 && rest > 0 {
                see(values[rest]);
            }
            if digit & 4 > 0 {
                (1..rest).for_each(|a| see(values[a] ^ values[rest - a]));
            }
            if digit & 8 > 0 {
                for a in 1..rest {
                    (1..rest - a).for_each(|b| see(values[a] ^ values[b] ^ values[rest - a - b]));
                }
            }
        }
        values.push(seen.iter().position(|s| !s).unwrap() as u64);
    }
    values
}

pub(crate) fn nim_values_of_set(set: &[usize], count: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let seen: Vec<u64> = set.iter().filter(|s| **s <= n).map(|s| values[n - s]).collect();
        values.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    values
}

/// The least period of a sequence whose terms from `k` on depend on the `k` terms before: that of
/// its windows of length `k`.
pub(crate) fn of_windows<T: Clone + PartialEq>(terms: Vec<T>, k: usize) -> Known<T> {
    for later in 1..terms.len() - k {
        let window = &terms[later..later + k];
        if let Some(earlier) = (0..later).find(|i| terms[*i..*i + k] == *window) {
            return Known { terms, preperiod: earlier, period: later - earlier };
        }
    }
    panic!("no window of {k} terms repeats within {}", terms.len());
}

/// The least (period, preperiod) that all of the terms obey, if at least half of them are seen to
/// repeat. No proof: the terms must reach far beyond what would be one.
pub(crate) fn of_long_run<T: Clone + PartialEq>(terms: &[T]) -> Option<Known<T>> {
    let length = terms.len();
    (1..length / 4).find_map(|period| {
        let broken = (0..length - period).rev().find(|n| terms[*n] != terms[n + period]);
        let preperiod = broken.map_or(0, |n| n + 1);
        (preperiod < length / 2).then(|| Known { terms: terms.to_vec(), preperiod, period })
    })
}

/// All non-empty subsets of 1..=most.
pub(crate) fn sets(most: usize) -> impl Iterator<Item = Vec<usize>> {
    (1u32..1 << most).map(move |bits| (1..=most).filter(|s| bits >> (s - 1) & 1 == 1).collect())
}

pub(crate) fn commas<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The least limit that is enough.
pub(crate) fn least(is_enough: impl Fn(u64) -> bool) -> u64 {
    let (mut below, mut enough) = (0, 1 << 40);
    assert!(is_enough(enough));
    while below < enough {
        let middle = (below + enough) / 2;
        match is_enough(middle) {
            true => enough = middle,
            false => below = middle + 1,
        }
    }
    enough
}
