//! The outcomes of all heaps of one game, with the period proved.
//!
//! By Proposition 2 a heap follows from what its options are. Two words say at which of the last heaps Left, moving
//! first, loses, and Right; when both words come back, all that follows comes back too.
//!
//! *Progressions without end.* Let S = F ∪ {a, a + d, a + 2d, …}. From n the progression leads to every heap h ≤ n - a
//! with h ≡ n - a (mod d), so all that matters of them is whether some such h is lost for Left, moving first, and
//! whether some is for Right: two bits for each class mod d, which once set stay set. With the last max(F ∪ {a}) heaps
//! and n mod d they are a state from which everything later follows; there are finitely many states, so one comes back.

use std::collections::BTreeMap;

use bouton_lab::rules::{Game, Limits, Refusal};
use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use super::sets::Set;
use crate::finding::Exhibit;
use crate::frame::{Frame, Looked, Period, Result, Tried, least_period};
use crate::judge::{Judge, listed};

/// The outcomes of the heaps 0, 1, 2, … for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    /// What may be taken.
    pub(super) set: Set,
    /// Enough letters to show the preperiod and a period.
    letters: Vec<Outcome>,
    /// How many letters come before the periodic part, at least.
    pub(super) preperiod: usize,
    /// The least period.
    pub(super) period: usize,
}

/// The theorem that proves the period of a strip.
pub(super) const REPEATED: &str = "a repeated window proves the period";

/// The order of sets, and of the heaps of each.
pub(super) const FIRST_SET: &str =
    "the first set by its bits (smallest maximum first), and its first heap";

/// The order of infinite sets.
pub(super) const FIRST_ENDLESS: &str = "the first infinite set looked at";

/// The four letters.
pub(super) const LETTERS: [Outcome; 4] = [L, R, N, P];

/// All pairs of letters.
pub(super) fn letter_pairs() -> impl Iterator<Item = [Outcome; 2]> {
    LETTERS.into_iter().flat_map(|one| LETTERS.map(|other| [one, other]))
}

/// All choices of some of the items, none at first.
pub(super) fn choices<T: Copy>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..1_u32 << items.len()).map(|chosen| {
        let items = items.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        items.map(|(_, item)| *item).collect()
    })
}

/// The outcome when Left, moving first, wins or not, and Right.
pub(super) fn outcome(left: bool, right: bool) -> Outcome {
    let winner = |wins: bool, mover: Player| Some(if wins { mover } else { mover.opponent() });
    Outcome::from_winners(winner(left, Player::Left), winner(right, Player::Right))
}

/// What a position with these options is: a mover wins who can leave what the other, moving, loses.
pub(super) fn of_options(options: impl IntoIterator<Item = Outcome>) -> Outcome {
    let (mut left, mut right) = (false, false);
    for option in options {
        left |= !option.is_win_for(Player::Right);
        right |= !option.is_win_for(Player::Left);
    }
    outcome(left, right)
}

/// The labels of the heaps below min S under the EO rule.
pub(super) fn even_odd(min: u32) -> Vec<Outcome> {
    [L, R].into_iter().cycle().take(min as usize).collect()
}

/// All words of this length over L, R, N, P.
pub(super) fn labellings(length: u32) -> impl Iterator<Item = Vec<Outcome>> {
    let word =
        move |code: u64| (0..length).map(|i| LETTERS[(code >> (2 * i) & 3) as usize]).collect();
    (0..1 << (2 * length)).map(word)
}

/// What decides all later letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// Bit s: Left, or Right, moving first, loses the heap that is s below the next one. Nobody loses below 0, as nobody
    /// can be left there.
    lost: [u64; 2],
    /// Bit c: the progression leads from a heap of the class c, modulo its step, to one that Left, or Right, loses.
    ever: [u64; 2],
    /// The class of the next heap.
    class: u32,
}

impl State {
    fn next(&self, set: Set) -> Outcome {
        let State { lost, ever, class } = self;
        let [left, right] = [0, 1].map(|i| lost[i] & set.bits != 0 || ever[i] >> class & 1 == 1);
        outcome(right, left)
    }

    fn push(&mut self, set: Set, letter: Outcome) {
        let reach = u64::MAX >> (63 - set.max());
        for (lost, mover) in self.lost.iter_mut().zip(Player::BOTH) {
            *lost = (*lost | u64::from(!letter.is_win_for(mover))) << 1 & reach;
        }
        if let Some((first, step)) = set.progression {
            self.class = (self.class + 1) % step;
            for (ever, lost) in self.ever.iter_mut().zip(self.lost) {
                *ever |= (lost >> first & 1) << self.class;
            }
        }
    }
}

impl Strip {
    /// The strip of a game such as `2,3`, `2,3@LN` or `2+`.
    pub(super) fn parse(game: &str, limits: &Limits) -> Result<Strip> {
        let Some((set, labels)) = game.split_once('@') else {
            return Strip::even_odd(Set::parse(game)?, limits);
        };
        let labels: Result<Vec<_>, _> = labels.chars().map(|c| c.to_string().parse()).collect();
        let refused = |_| Refusal::bad("a label is not one of L, R, N, P", "write 2,3@LN");
        Strip::new(Set::parse(set)?, &labels.map_err(refused)?, limits)
    }

    /// The strip of a set under the EO rule.
    pub(super) fn even_odd(set: Set, limits: &Limits) -> Result<Strip> {
        Strip::new(set, &even_odd(set.min()), limits)
    }

    /// The strip of a set with these labels of the heaps 0 to min S - 1.
    pub(super) fn new(set: Set, labels: &[Outcome], limits: &Limits) -> Result<Strip> {
        let (mut state, mut letters) = (State::default(), labels.to_vec());
        labels.iter().for_each(|label| state.push(set, *label));
        // Brent: the state is compared with one that is moved on at powers of two.
        let (mut landmark, mut since, mut power) = (state, 0_usize, 1_usize);
        loop {
            let letter = state.next(set);
            letters.push(letter);
            state.push(set, letter);
            since += 1;
            if state == landmark {
                // States may tell heaps apart that letters do not.
                let from = letters.len() - since;
                let Period { preperiod, period } = least_period(|heap| letters[heap], from, since);
                return Ok(Strip { set, letters, preperiod, period });
            }
            if since == power {
                (landmark, since, power) = (state, 0, 2 * power);
                limits.check_steps("the period of a set", 8 * letters.len() as u128)?;
            }
        }
    }

    /// The outcome of any heap.
    pub(super) fn at(&self, heap: usize) -> Outcome {
        if heap < self.letters.len() {
            return self.letters[heap];
        }
        self.letters[self.preperiod + (heap - self.preperiod) % self.period]
    }

    /// The labels of the heaps where nobody can move.
    pub(super) fn labels(&self) -> &[Outcome] {
        &self.letters[..self.set.min() as usize]
    }

    /// From here on everything was there before: preperiod and one period.
    pub(super) fn horizon(&self) -> usize {
        self.preperiod + self.period
    }

    /// The letters of some heaps as text.
    pub(super) fn text(&self, heaps: std::ops::Range<usize>) -> String {
        heaps.map(|heap| self.at(heap).letter()).collect()
    }

    /// The letters of one period from the preperiod on.
    pub(super) fn word(&self) -> String {
        self.text(self.preperiod..self.horizon())
    }

    /// Are all heaps from the preperiod on of this outcome?
    pub(super) fn ends_in(&self, letter: Outcome) -> bool {
        self.period == 1 && self.at(self.preperiod) == letter
    }

    /// The name of the game: `ending-partizan:2,3@LN`.
    pub(super) fn name(&self) -> String {
        let is_even_odd = self.labels() == even_odd(self.set.min());
        let labels =
            if is_even_odd { String::new() } else { format!("@{}", listed(self.labels(), "")) };
        format!("ending-partizan:{}{labels}", self.set.list())
    }

    /// `LRLNN then LPLNN again and again`.
    pub(super) fn sentence(&self) -> String {
        match self.preperiod {
            0 => format!("{} again and again", self.word()),
            _ => format!("{}, then {} again and again", self.text(0..self.preperiod), self.word()),
        }
    }

    /// `S = {2,3}: LRLNN then LPLNN again and again`.
    pub(super) fn of_set(&self) -> String {
        format!("S = {}: {}", self.set, self.sentence())
    }

    /// The strip to look at.
    pub(super) fn exhibit(&self, caption: impl Into<String>) -> Exhibit {
        let length = (self.preperiod + 3 * self.period).clamp(30, 240);
        let period = (self.period > 1).then_some(self.period);
        Exhibit::Strip { caption: caption.into(), letters: self.text(0..length), period }
    }

    /// How a heap gets its letter, in a line.
    pub(super) fn derived(&self, heap: usize) -> String {
        let letter = self.at(heap);
        if heap < self.set.min() as usize {
            return format!("heap {heap}: nothing can be taken; its label is {letter}");
        }
        let options = self.set.elements().filter_map(|s| {
            let left = heap.checked_sub(s as usize)?;
            Some(format!("take {s}: {left} is {}", self.at(left)))
        });
        format!("heap {heap}: {}; so {letter}", listed(options, ", "))
    }

    /// How the heaps from 0 on get their letters, as far as a reader may want to follow, and those asked for.
    pub(super) fn story(&self, heaps: &[usize]) -> Vec<String> {
        const FOLLOWED: usize = 14;
        let last = heaps.iter().copied().max().unwrap_or(0);
        if last < FOLLOWED {
            return (0..=last).map(|heap| self.derived(heap)).collect();
        }
        let all = format!("the outcomes from 0 on: {}", self.text(0..last + 1));
        [all].into_iter().chain(heaps.iter().map(|heap| self.derived(*heap))).collect()
    }
}

/// Looks at these sets under the EO rule until one breaks the claim.
pub(super) fn each_of<L: Looked>(
    order: impl Into<String>,
    sets: impl IntoIterator<Item = Set>,
    frame: &Frame,
    mut look: impl FnMut(&mut Tried, &Strip) -> L,
) -> Result<Tried> {
    frame
        .forall(order, sets)
        .claim(|tried, set| look(tried, &Strip::even_odd(set, &frame.limits)?).result())
}

/// Looks at all S within {2..max} under the EO rule until one breaks the claim.
pub(super) fn each_set<L: Looked>(
    max: u32,
    frame: &Frame,
    look: impl FnMut(&mut Tried, &Strip) -> L,
) -> Result<Tried> {
    each_of(FIRST_SET, Set::within(2, max), frame, look)
}

/// For each parameter the longest of some lengths, and the first that has it.
pub(super) type Records<T> = BTreeMap<u32, (usize, T)>;

/// Keeps a length if it is the longest so far.
pub(super) fn note<T>(
    records: &mut Records<T>,
    parameter: u32,
    length: usize,
    of: impl FnOnce() -> T,
) {
    if records.get(&parameter).is_none_or(|(longest, _)| *longest < length) {
        records.insert(parameter, (length, of()));
    }
}

/// The outcomes of the heaps 0 to `to` of a game, by the oracle.
pub(super) fn by_oracle(game: &str, to: u64, limits: &Limits) -> Result<Vec<Outcome>> {
    let game = Game::parse(game)?;
    let mut judge = Judge::new(&game, limits)?;
    (0..=to).map(|heap| judge.outcome(&[heap])).collect()
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
                let strip = Strip::new(set, &labels, &limits).unwrap();
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

    #[test]
    fn strips_are_the_oracles() {
        let limits = Limits::default();
        // At the edge of a word, too: the state has a bit for each heap and each class that can be reached.
        let edges = ["63", "2,63", "2,62,63", "63+", "2,63+63k", "62,63+62k"];
        let edges = edges.map(|text| (Set::parse(text).unwrap(), 200));
        let small = Set::endless(5, 6).into_iter().chain(Set::within(2, 8)).map(|set| (set, 60));
        for (set, most) in small.chain(edges) {
            let strip = Strip::even_odd(set, &limits).unwrap();
            let wanted = by_oracle(&strip.name(), most, &limits).unwrap();
            let found: Vec<Outcome> = (0..wanted.len()).map(|heap| strip.at(heap)).collect();
            assert_eq!(found, wanted, "{set}");
        }
    }
}
