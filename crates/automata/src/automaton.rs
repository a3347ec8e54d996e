//! Complete deterministic automata and their Boolean operations.

use std::borrow::Borrow;

use bouton_values::{Meter, Refusal};
use rustc_hash::FxHashMap;

use crate::numeration::{Numeration, Order, System};

/// A complete deterministic automaton that reads tuples of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// How many numbers it reads.
    pub(crate) tracks: usize,
    /// How many letters there are: the radix to the power of the tracks.
    pub(crate) letters: usize,
    /// The next state for each state and each letter, row by row.
    pub(crate) next: Vec<u32>,
    pub(crate) start: u32,
    pub(crate) accepting: Vec<bool>,
}

/// More letters than this have no row.
const MOST_LETTERS: u128 = 1 << 16;

/// How many letters this number of tracks has.
pub(crate) fn letters(numeration: Numeration, tracks: usize) -> Result<usize, Refusal> {
    let letters = (numeration.radix() as u128).saturating_pow(tracks as u32);
    if letters > MOST_LETTERS {
        let problem = format!("{tracks} numbers at once are too many for an automaton");
        return Err(Refusal::unsupported(problem, "ask about fewer heaps"));
    }
    Ok(letters as usize)
}

/// Rows of an automaton that is being built: a state for each key that is met.
pub(crate) struct Rows<K> {
    known: FxHashMap<K, u32>,
    pub(crate) keys: Vec<K>,
}

impl<K: Clone + Eq + std::hash::Hash> Rows<K> {
    pub(crate) fn new(start: K) -> Rows<K> {
        let mut rows = Rows { known: FxHashMap::default(), keys: Vec::new() };
        rows.state(start);
        rows
    }

    /// The state of a key, a new one perhaps.
    pub(crate) fn state(&mut self, key: K) -> u32 {
        let Rows { known, keys } = self;
        *known.entry(key).or_insert_with_key(|key| {
            keys.push(key.clone());
            keys.len() as u32 - 1
        })
    }

    /// The state of a key that is made only if it is new.
    pub(crate) fn state_of<Q>(&mut self, key: &Q) -> u32
    where
        K: Borrow<Q> + for<'k> From<&'k Q>,
        Q: Eq + std::hash::Hash + ?Sized,
    {
        match self.known.get(key) {
            Some(state) => *state,
            None => self.state(key.into()),
        }
    }
}

impl Automaton {
    /// The automaton that accepts all tuples of numbers if `truth`, else none.
    pub fn constant(
        numeration: Numeration,
        tracks: usize,
        truth: bool,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let letters = letters(numeration, tracks)?;
        match truth {
            true => Automaton::valid(numeration, tracks, meter),
            false => {
                let next = vec![0; letters];
                Ok(Automaton { tracks, letters, next, start: 0, accepting: vec![false] })
            }
        }
    }

    /// The words in which every track is a number.
    pub(crate) fn valid(
        numeration: Numeration,
        tracks: usize,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let letters = letters(numeration, tracks)?;
        let mut rows = Rows::new(Some(0_u32));
        let mut next = Vec::new();
        let mut done = 0;
        while done < rows.keys.len() {
            meter.spend(letters as u64)?;
            let marks = rows.keys[done];
            for letter in 0..letters {
                let mark = marks.and_then(|marks| numeration.after(marks, letter, tracks));
                next.push(rows.state(mark));
            }
            done += 1;
        }
        let accepting = rows.keys.iter().map(Option::is_some).collect();
        Ok(Automaton { tracks, letters, next, start: 0, accepting })
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The number of tracks: how many numbers the automaton reads side by side.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// The initial state.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// For each state, whether it accepts.
    #[must_use]
    pub fn accepting(&self) -> &[bool] {
        &self.accepting
    }

    /// The next states, row by row: one for each letter.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.next.chunks_exact(self.letters)
    }

    /// An automaton from its parts; `None` if they do not fit. Whether it is a set of numbers is not asked.
    #[must_use]
    pub fn from_parts(
        numeration: Numeration,
        tracks: usize,
        next: Vec<u32>,
        start: u32,
        accepting: Vec<bool>,
    ) -> Option<Automaton> {
        let letters = letters(numeration, tracks).ok()?;
        let states = accepting.len();
        let fits = next.len() == states * letters
            && next.iter().chain([&start]).all(|state| (*state as usize) < states);
        fits.then_some(Automaton { tracks, letters, next, start, accepting })
    }

    /// The state that follows `state` when `letter` is read.
    #[inline]
    #[must_use]
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    /// Is this state accepting?
    #[inline]
    #[must_use]
    pub fn accepts_at(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// Is the tuple in the set?
    #[must_use]
    pub fn contains(&self, numeration: Numeration, numbers: &[u128]) -> bool {
        let word = numeration.word(numbers);
        let end = word.iter().fold(self.start, |state, letter| self.step(state, *letter));
        self.accepts_at(end)
    }

    /// The tuples for which this holds of being in the one and in the other; it must not hold of neither, unless the
    /// numeration has no invalid words.
    pub fn product(
        &self,
        other: &Automaton,
        holds: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        self.raw_product(other, holds, meter)?.minimal(meter)
    }

    /// A product that is not minimal, for what is projected or thrown away at once.
    pub(crate) fn raw_product(
        &self,
        other: &Automaton,
        holds: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        debug_assert_eq!((self.tracks, self.letters), (other.tracks, other.letters));
        let letters = self.letters;
        let mut rows = Rows::new((self.start, other.start));
        let mut next = Vec::new();
        let mut done = 0;
        while done < rows.keys.len() {
            meter.spend(letters as u64)?;
            let (a, b) = rows.keys[done];
            let (a, b) = (a as usize * letters, b as usize * letters);
            for (one, another) in self.next[a..a + letters].iter().zip(&other.next[b..b + letters])
            {
                next.push(rows.state((*one, *another)));
            }
            done += 1;
        }
        let both = |(a, b): &(u32, u32)| holds(self.accepts_at(*a), other.accepts_at(*b));
        let accepting = rows.keys.iter().map(both).collect();
        Ok(Automaton { tracks: self.tracks, letters, next, start: 0, accepting })
    }

    /// Is there a tuple in both sets? Pairs of states are looked at until both accept; nothing is built.
    pub(crate) fn meets(&self, other: &Automaton, meter: &mut Meter) -> Result<bool, Refusal> {
        debug_assert_eq!((self.tracks, self.letters), (other.tracks, other.letters));
        let mut pairs = Rows::new((self.start, other.start));
        let mut done = 0;
        while done < pairs.keys.len() {
            let (a, b) = pairs.keys[done];
            if self.accepts_at(a) && other.accepts_at(b) {
                return Ok(true);
            }
            meter.spend(self.letters as u64)?;
            for letter in 0..self.letters {
                pairs.state((self.step(a, letter), other.step(b, letter)));
            }
            done += 1;
        }
        Ok(false)
    }

    /// The complement: all tuples of numbers that are not in the set.
    pub fn complement(
        &self,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        // In base b every word is a number. In other numerations, words that are not numbers must stay outside.
        if let System::Base(_) = numeration.system {
            let accepting = self.accepting.iter().map(|accepts| !accepts).collect();
            return Ok(Automaton { accepting, ..self.clone() });
        }
        let valid = Automaton::valid(numeration, self.tracks, meter)?;
        valid.product(self, |valid, inside| valid && !inside, meter)
    }

    /// The tuples of `tracks` numbers of which those at `places` are in the set; a place may occur twice.
    pub fn placed(
        &self,
        numeration: Numeration,
        tracks: usize,
        places: &[usize],
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        if tracks == self.tracks && places.iter().copied().eq(0..tracks) {
            return Ok(self.clone());
        }
        let letters = letters(numeration, tracks)?;
        let radix = numeration.radix();
        let seen: Vec<usize> = (0..letters)
            .map(|letter| {
                let digit = |place: &usize| letter / radix.pow(*place as u32) % radix;
                places.iter().rev().fold(0, |seen, place| seen * radix + digit(place))
            })
            .collect();
        meter.spend((letters * self.states()) as u64)?;
        let rows = self.next.chunks_exact(self.letters);
        let next = rows.flat_map(|row| seen.iter().map(|letter| row[*letter])).collect();
        let placed = Automaton {
            tracks,
            letters,
            next,
            start: self.start,
            accepting: self.accepting.clone(),
        };
        // The set itself sees to it that a track which it reads is a number; a new track it does not read.
        let all_seen = (0..tracks).all(|track| places.contains(&track));
        match numeration.system {
            System::Ostrowski(_) if !all_seen => {
                let valid = Automaton::valid(numeration, tracks, meter)?;
                placed.product(&valid, |a, b| a && b, meter)
            }
            _ => placed.minimal(meter),
        }
    }
}

impl Numeration {
    /// What must be remembered of the digits read so far for words to be valid, after another letter; `None` if the word
    /// is not valid. Each track has a bit: whether the digit was the greatest one, or, from the least digit on, not 0.
    pub(crate) fn after(self, marks: u32, letter: usize, tracks: usize) -> Option<u32> {
        let System::Ostrowski(k) = self.system else { return Some(0) };
        let (radix, mut rest, mut after) = (self.radix(), letter, 0);
        for track in 0..tracks {
            let digit = (rest % radix) as u32;
            rest /= radix;
            let marked = marks >> track & 1 == 1;
            let (forbidden, mark) = match self.order {
                Order::Most => (marked && digit > 0, digit == k),
                Order::Least => (marked && digit == k, digit > 0),
            };
            if forbidden {
                return None;
            }
            after |= u32::from(mark) << track;
        }
        Some(after)
    }
}
