//! Sets with a progression without end, and why their outcomes are periodic too.
//!
//! Let S = F ∪ {a, a + d, a + 2d, …}. From n the progression leads to every heap h ≤ n - a with h ≡ n - a (mod d), so
//! all that matters of them is whether some such h is lost for Left, moving first, and whether some is for Right: two
//! bits for each class mod d, which once set stay set. With the last max(F ∪ {a}) heaps and n mod d they are a state
//! from which everything later follows; there are finitely many states, so one comes back. The first that does proves
//! the period, as for finite sets.

use std::collections::HashMap;
use std::fmt;

use bouton_lab::rules::{Limits, Refusal, SubtractionSet};
use bouton_lab::values::Outcome::{self, L, R};
use bouton_lab::values::Player;

use super::strip::{Strip, outcome};
use crate::frame::Result;

/// A finite part, perhaps empty, and a progression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endless {
    /// Ascending.
    finite: Vec<u32>,
    from: u32,
    step: u32,
}

/// Steps of a progression are below this: its classes are bits of a word.
const WIDEST: u32 = 64;

impl Endless {
    pub(super) fn new(finite: Vec<u32>, from: u32, step: u32) -> Option<Endless> {
        let fits = finite.is_sorted() && finite.first().is_none_or(|s| *s >= 1) && from >= 1;
        let is_new = |s: &u32| *s < from || !(s - from).is_multiple_of(step);
        let reach = finite.last().copied().unwrap_or(0).max(from);
        let is_good =
            fits && (1..WIDEST).contains(&step) && finite.iter().all(is_new) && reach < WIDEST;
        is_good.then_some(Endless { finite, from, step })
    }

    /// Reads `2+` or `3,4+2k`.
    pub(super) fn parse(text: &str) -> Result<Endless> {
        let set = SubtractionSet::parse(text)?;
        let bad = || {
            Refusal::bad(
                format!("`{text}` has no progression with small numbers"),
                "write 2+ or 3,4+2k",
            )
        };
        let elements: Vec<u32> = set.up_to(400).filter_map(|s| u32::try_from(s).ok()).collect();
        let ([.., before, last], None) = (&elements[..], set.max()) else { return Err(bad()) };
        let (before, last) = (*before, *last);
        let step = last - before;
        let mut from = last;
        while from > step && set.contains((from - step).into()) {
            from -= step;
        }
        let is_new = |s: &u32| *s < from || !(s - from).is_multiple_of(step);
        let finite = elements.into_iter().filter(is_new).collect();
        Endless::new(finite, from, step).ok_or_else(bad)
    }

    /// All with a finite part within {2..largest} and a progression from 2 to `from` on with step
    /// 1, 2 or 3, the smallest beginning and step first, then the smallest finite part.
    pub(super) fn small(largest: u32, from: u32) -> Vec<Endless> {
        let mut sets = Vec::new();
        for (from, step) in (2..=from).flat_map(|from| [1, 2, 3].map(|step| (from, step))) {
            for bits in 0..1_u32 << (largest - 1) {
                let finite = (2..=largest).filter(|s| bits >> (s - 2) & 1 == 1).collect();
                // An element just below would only lengthen the progression.
                sets.extend(
                    Endless::new(finite, from, step).filter(|set| !set.goes_further_back()),
                );
            }
        }
        sets
    }

    fn goes_further_back(&self) -> bool {
        self.from > self.step && self.finite.contains(&(self.from - self.step))
    }

    pub(super) fn min(&self) -> u32 {
        self.finite.first().copied().unwrap_or(self.from).min(self.from)
    }

    pub(super) fn is_even(&self) -> bool {
        let is_even = |s: &u32| s.is_multiple_of(2);
        self.finite.iter().all(is_even) && is_even(&self.from) && is_even(&self.step)
    }

    /// `3,4+2k`, as the program reads it.
    #[cfg(test)]
    fn list(&self) -> String {
        let tail = match self.step {
            1 => format!("{}+", self.from),
            step => format!("{}+{step}k", self.from),
        };
        self.finite.iter().map(u32::to_string).chain([tail]).collect::<Vec<_>>().join(",")
    }

    /// The outcomes under the EO rule, for ever.
    pub(super) fn strip(&self, limits: &Limits) -> Result<Strip> {
        let mut state = State::default();
        let mut letters: Vec<Outcome> = Vec::new();
        let mut seen: HashMap<State, usize> = HashMap::new();
        loop {
            limits.check_steps("the period of an infinite set", 64 * letters.len() as u128)?;
            state.reach(self, letters.len(), &letters);
            if letters.len() >= self.min() as usize
                && let Some(before) = seen.insert(state.clone(), letters.len())
            {
                let period = least_period(&letters[before..]);
                return Ok(Strip::repeating(letters, period));
            }
            let letter = self.next(&state, letters.len());
            state.push(letter);
            letters.push(letter);
        }
    }

    fn next(&self, state: &State, heap: usize) -> Outcome {
        if heap < self.min() as usize {
            return if heap.is_multiple_of(2) { L } else { R };
        }
        let recent = |lost: u64| self.finite.iter().any(|s| lost >> s & 1 == 1);
        let class = heap.checked_sub(self.from as usize).map(|left| left % self.step as usize);
        let far = |ever: u64| class.is_some_and(|class| ever >> class & 1 == 1);
        let [left, right] = [0, 1].map(|i| recent(state.lost[i]) || far(state.ever[i]));
        outcome(right, left)
    }
}

/// The least period of a word that is repeated for ever. States tell n mod d apart, letters may not.
fn least_period(word: &[Outcome]) -> usize {
    let repeats = |period: &usize| {
        word.len().is_multiple_of(*period)
            && (*period..word.len()).all(|i| word[i] == word[i - period])
    };
    (1..word.len()).find(repeats).unwrap_or(word.len())
}

/// `{4} ∪ {3, 5, 7, …}`.
impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        if !self.finite.is_empty() {
            write!(f, "{{{}}} ∪ ", joined(&self.finite))?;
        }
        let shown = [0, 1, 2].map(|k| self.from + k * self.step);
        write!(f, "{{{}, …}}", joined(&shown))
    }
}

/// What decides all later heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    /// Bit s: Left, or Right, moving first, loses the heap s below the next one.
    lost: [u64; 2],
    /// Bit c: Left, or Right, loses some heap of class c that the progression reaches.
    ever: [u64; 2],
    /// The next heap modulo the step.
    class: u32,
}

impl State {
    /// The next heap is `heap`: the progression now reaches heap - from.
    fn reach(&mut self, set: &Endless, heap: usize, letters: &[Outcome]) {
        self.class = (heap % set.step as usize) as u32;
        if let Some(left) = heap.checked_sub(set.from as usize) {
            for (ever, mover) in self.ever.iter_mut().zip(Player::BOTH) {
                *ever |= u64::from(!letters[left].is_win_for(mover)) << (left % set.step as usize);
            }
        }
    }

    fn push(&mut self, letter: Outcome) {
        for (lost, mover) in self.lost.iter_mut().zip(Player::BOTH) {
            *lost = (*lost | u64::from(!letter.is_win_for(mover))) << 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending_partizan::strip::by_oracle;

    #[test]
    fn strips_are_the_oracles() {
        let limits = Limits::default();
        for set in Endless::small(5, 6) {
            let strip = set.strip(&limits).unwrap();
            let game = format!("ending-partizan:{}", set.list());
            let wanted = by_oracle(&game, 60, &limits).unwrap();
            assert!((0..=60).all(|heap| strip.at(heap) == wanted[heap]), "{game}");
            assert_eq!(Endless::parse(&set.list()).unwrap(), set);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Endless::parse("2,3").is_err());
        assert!(Endless::new(vec![4], 2, 2).is_none());
        assert!(Endless::new(vec![], 2, 0).is_none());
    }
}
