//! The outcomes of all heaps of one game, with the period proved.
//!
//! By Proposition 2 a heap follows from what its options are. Two words say at which of the last heaps Left, moving
//! first, loses, and Right; when both words come back, all that follows comes back too. Where a progression without end
//! may be taken, some more bits do ([`super::endless`]).

use std::collections::BTreeMap;

use bouton_lab::rules::{Game, Limits};
use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use super::sets::Set;
use crate::finding::Exhibit;
use crate::frame::{Frame, Looked, Result, Tried};
use crate::judge::{Judge, listed};

/// The outcomes of the heaps 0, 1, 2, … for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    /// Enough letters to show the preperiod and a period.
    letters: Vec<Outcome>,
    /// How many letters come before the periodic part, at least.
    pub(crate) preperiod: usize,
    /// The least period.
    pub(crate) period: usize,
}

/// The theorem that proves the period of a strip.
pub(crate) const REPEATED: &str = "a repeated window proves the period";

/// The order of sets, and of the heaps of each.
pub(crate) const FIRST_SET: &str =
    "the first set by its bits (smallest maximum first), and its first heap";

/// The four letters.
pub(crate) const LETTERS: [Outcome; 4] = [L, R, N, P];

/// All pairs of letters.
pub(crate) fn letter_pairs() -> impl Iterator<Item = [Outcome; 2]> {
    LETTERS.into_iter().flat_map(|one| LETTERS.map(|other| [one, other]))
}

/// The outcome when Left, moving first, wins or not, and Right.
pub(crate) fn outcome(left: bool, right: bool) -> Outcome {
    match (left, right) {
        (true, false) => L,
        (false, true) => R,
        (true, true) => N,
        (false, false) => P,
    }
}

/// What a position with these options is: a mover wins who can leave what the other, moving, loses.
pub(crate) fn of_options(options: impl IntoIterator<Item = Outcome>) -> Outcome {
    let (mut left, mut right) = (false, false);
    for option in options {
        left |= !option.is_win_for(Player::Right);
        right |= !option.is_win_for(Player::Left);
    }
    outcome(left, right)
}

/// The labels of the heaps below min S under the EO rule.
pub(crate) fn even_odd(min: u32) -> Vec<Outcome> {
    [L, R].into_iter().cycle().take(min as usize).collect()
}

/// All words of this length over L, R, N, P.
pub(crate) fn labellings(length: u32) -> impl Iterator<Item = Vec<Outcome>> {
    let word =
        move |code: u64| (0..length).map(|i| LETTERS[(code >> (2 * i) & 3) as usize]).collect();
    (0..1 << (2 * length)).map(word)
}

/// The strip of a set under the EO rule.
pub(crate) fn even_odd_strip(set: Set, limits: &Limits) -> Result<Strip> {
    strip(set, &even_odd(set.min()), limits)
}

/// The strip of a set with these labels of the heaps 0 to min S - 1.
pub(crate) fn strip(set: Set, labels: &[Outcome], limits: &Limits) -> Result<Strip> {
    Line::new(set.bits(), None).repeated(labels, limits)
}

/// The letters so far, and what decides all later ones.
pub(super) struct Line {
    /// Bit s: s may be taken.
    takes: u64,
    /// A first number and a step: all numbers from the first on, by this step, may be taken too.
    progression: Option<(u64, u64)>,
    /// The bits of `lost` that matter.
    reach: u64,
    state: State,
    letters: Vec<Outcome>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// Bit s: Left, or Right, moving first, loses the heap that is s below the next one. Nobody loses below 0, as nobody
    /// can be left there.
    lost: [u64; 2],
    /// Bit c: the progression leads from a heap of the class c, modulo its step, to one that Left, or Right, loses.
    ever: [u64; 2],
    /// The class of the next heap.
    class: u64,
}

impl Line {
    /// No number is above 63.
    pub(super) fn new(takes: u64, progression: Option<(u64, u64)>) -> Line {
        let first = progression.map_or(0, |(first, _)| first as u32);
        let reach = u64::MAX >> (63 - takes.checked_ilog2().unwrap_or(0).max(first));
        Line { takes, progression, reach, state: State::default(), letters: Vec::new() }
    }

    /// The strip that begins with these labels of the heaps where nobody can move.
    pub(super) fn repeated(mut self, labels: &[Outcome], limits: &Limits) -> Result<Strip> {
        labels.iter().for_each(|label| self.push(*label));
        // Brent: the state is compared with one that is moved on at powers of two.
        let (mut landmark, mut since, mut power) = (self.state, 0_usize, 1_usize);
        loop {
            self.push(self.next());
            since += 1;
            if self.state == landmark {
                return Ok(Strip::repeating(self.letters, since));
            }
            if since == power {
                (landmark, since, power) = (self.state, 0, 2 * power);
                limits.check_steps("the period of a set", 8 * self.letters.len() as u128)?;
            }
        }
    }

    fn next(&self) -> Outcome {
        let State { lost, ever, class } = self.state;
        let [left, right] = [0, 1].map(|i| lost[i] & self.takes != 0 || ever[i] >> class & 1 == 1);
        outcome(right, left)
    }

    fn push(&mut self, letter: Outcome) {
        self.letters.push(letter);
        let State { lost, ever, class } = &mut self.state;
        for (lost, mover) in lost.iter_mut().zip(Player::BOTH) {
            *lost = (*lost | u64::from(!letter.is_win_for(mover))) << 1 & self.reach;
        }
        if let Some((first, step)) = self.progression {
            *class = self.letters.len() as u64 % step;
            for (ever, lost) in ever.iter_mut().zip(lost) {
                *ever |= (*lost >> first & 1) << *class;
            }
        }
    }
}

impl Strip {
    /// A strip whose last letters repeat for ever. States may tell heaps apart that letters do not.
    fn repeating(letters: Vec<Outcome>, repeated: usize) -> Strip {
        let word = &letters[letters.len() - repeated..];
        let is_period = |period: &usize| {
            repeated.is_multiple_of(*period)
                && (*period..repeated).all(|i| word[i] == word[i - period])
        };
        let period = (1..repeated).find(is_period).unwrap_or(repeated);
        let mut preperiod = letters.len() - period;
        while preperiod > 0 && letters[preperiod - 1] == letters[preperiod - 1 + period] {
            preperiod -= 1;
        }
        Strip { letters, preperiod, period }
    }

    /// The outcome of any heap.
    pub(crate) fn at(&self, heap: usize) -> Outcome {
        if heap < self.letters.len() {
            return self.letters[heap];
        }
        self.letters[self.preperiod + (heap - self.preperiod) % self.period]
    }

    /// From here on everything was there before: preperiod and one period.
    pub(crate) fn horizon(&self) -> usize {
        self.preperiod + self.period
    }

    /// The letters from 0 on.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Outcome> + '_ {
        (0..).map(|heap| self.at(heap))
    }

    /// The first letters as text.
    pub(crate) fn text(&self, length: usize) -> String {
        self.iter().take(length).map(Outcome::letter).collect()
    }

    /// The letters of one period from the preperiod on.
    pub(crate) fn word(&self) -> String {
        self.iter().skip(self.preperiod).take(self.period).map(Outcome::letter).collect()
    }

    /// Are all heaps from the preperiod on of this outcome?
    pub(crate) fn ends_in(&self, letter: Outcome) -> bool {
        self.period == 1 && self.at(self.preperiod) == letter
    }

    /// `LRLNN then LPLNN again and again`.
    pub(crate) fn sentence(&self) -> String {
        match self.preperiod {
            0 => format!("{} again and again", self.word()),
            _ => format!("{}, then {} again and again", self.text(self.preperiod), self.word()),
        }
    }

    /// The strip to look at.
    pub(crate) fn exhibit(&self, caption: impl Into<String>) -> Exhibit {
        let length = (self.preperiod + 3 * self.period).clamp(30, 240);
        let period = (self.period > 1).then_some(self.period);
        Exhibit::Strip { caption: caption.into(), letters: self.text(length), period }
    }
}

/// How a heap gets its letter, in a line.
pub(crate) fn derived(set: Set, strip: &Strip, heap: usize) -> String {
    let letter = strip.at(heap);
    if heap < set.min() as usize {
        return format!("heap {heap}: nothing can be taken; its label is {letter}");
    }
    let options = set.elements().filter_map(|s| {
        let left = heap.checked_sub(s as usize)?;
        Some(format!("take {s}: {left} is {}", strip.at(left)))
    });
    format!("heap {heap}: {}; so {letter}", listed(options, ", "))
}

/// How the heaps from 0 on get their letters, as far as a reader may want to follow, and those asked for.
pub(crate) fn story(set: Set, strip: &Strip, heaps: &[usize]) -> Vec<String> {
    const FOLLOWED: usize = 14;
    let last = heaps.iter().copied().max().unwrap_or(0);
    if last < FOLLOWED {
        return (0..=last).map(|heap| derived(set, strip, heap)).collect();
    }
    let mut lines = vec![format!("the outcomes from 0 on: {}", strip.text(last + 1))];
    lines.extend(heaps.iter().map(|heap| derived(set, strip, *heap)));
    lines
}

/// Looks at all S within {2..max} under the EO rule until one breaks the claim.
pub(crate) fn each_set<L: Looked>(
    max: u32,
    frame: &Frame,
    mut look: impl FnMut(&mut Tried, Set, &Strip) -> L,
) -> Result<Tried> {
    frame
        .forall(FIRST_SET, Set::within(2, max))
        .claim(|tried, set| look(tried, set, &even_odd_strip(set, &frame.limits)?).result())
}

/// For each parameter the longest of some lengths, and the first that has it.
#[derive(Debug)]
pub(crate) struct Records<T>(pub(crate) BTreeMap<u32, (usize, T)>);

impl<T> Default for Records<T> {
    fn default() -> Records<T> {
        Records(BTreeMap::new())
    }
}

impl<T> Records<T> {
    pub(crate) fn note(&mut self, parameter: u32, length: usize, of: impl FnOnce() -> T) {
        if self.0.get(&parameter).is_none_or(|(longest, _)| *longest < length) {
            self.0.insert(parameter, (length, of()));
        }
    }
}

/// The outcomes of the heaps 0 to `to` of a game, by the oracle.
pub(crate) fn by_oracle(game: &str, to: u64, limits: &Limits) -> Result<Vec<Outcome>> {
    let game = Game::parse(game)?;
    let mut judge = Judge::new(&game, limits)?;
    (0..=to).map(|heap| judge.outcome(&[heap])).collect()
}

/// The name of a game with these labels: `ending-partizan:2,3@LN`.
pub(crate) fn name(set: Set, labels: &[Outcome]) -> String {
    let word: String = labels.iter().map(|label| label.letter()).collect();
    match labels == even_odd(set.min()) {
        true => format!("ending-partizan:{}", set.list()),
        false => format!("ending-partizan:{}@{word}", set.list()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Period and preperiod are the least, by trying all smaller ones.
    #[test]
    fn periods_are_the_least() {
        let limits = Limits::default();
        for set in Set::within(1, 8) {
            for labels in
                [even_odd(set.min()), vec![P; set.min() as usize], vec![N; set.min() as usize]]
            {
                let strip = strip(set, &labels, &limits).unwrap();
                let end = 3 * strip.horizon() + 100;
                let repeats = |preperiod: usize, period: usize| {
                    (preperiod..end).all(|heap| strip.at(heap) == strip.at(heap + period))
                };
                assert!(repeats(strip.preperiod, strip.period), "{set}");
                assert!((1..strip.period).all(|period| !repeats(end - 60, period)), "{set}");
                assert!(strip.preperiod == 0 || !repeats(strip.preperiod - 1, strip.period));
            }
        }
    }

    #[test]
    fn words_are_all_words() {
        let all: std::collections::HashSet<_> = labellings(3).collect();
        assert_eq!(all.len(), 64);
    }
}
