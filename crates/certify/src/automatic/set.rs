//! Sets of tuples of words, as deterministic automata: nothing here is clever, and nothing is shared with the prover.

use std::collections::BTreeMap;

use bouton_values::{Meter, Refusal};
use rustc_hash::FxHashMap;

/// A set of tuples of words. The automaton starts in state 0; each row has a next state for each letter. The digit on the
/// first track counts 1 in a letter, that on the next one `radix`, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) tracks: usize,
    pub(super) next: Vec<Vec<u32>>,
    pub(super) accepting: Vec<bool>,
}

/// More letters than this are not read.
const MOST_LETTERS: usize = 1 << 16;

/// How many letters there are for this many tracks.
pub(super) fn letters(radix: usize, tracks: usize) -> Result<usize, Refusal> {
    let letters = radix.checked_pow(tracks as u32).filter(|letters| *letters <= MOST_LETTERS);
    letters.ok_or_else(|| {
        let problem = format!("{tracks} numbers at once are too many for an automaton");
        Refusal::unsupported(problem, "check a certificate for fewer heaps")
    })
}

/// The digits of a letter.
pub(super) fn digits(radix: usize, tracks: usize, letter: usize) -> Vec<usize> {
    let mut rest = letter;
    let mut digits = Vec::with_capacity(tracks);
    for _ in 0..tracks {
        digits.push(rest % radix);
        rest /= radix;
    }
    digits
}

impl Set {
    /// Explores the states that keys stand for, from a first one.
    pub(super) fn explore<K: Clone + Eq + std::hash::Hash>(
        tracks: usize,
        letters: usize,
        first: K,
        step: impl Fn(&K, usize) -> K,
        accepts: impl Fn(&K) -> bool,
        meter: &mut Meter,
    ) -> Result<Set, Refusal> {
        let mut known: FxHashMap<K, u32> = FxHashMap::default();
        known.insert(first.clone(), 0);
        let mut keys = vec![first];
        let mut next = Vec::new();
        while next.len() < keys.len() {
            meter.spend(10 * letters as u64)?;
            let key = keys[next.len()].clone();
            let mut row = Vec::with_capacity(letters);
            for letter in 0..letters {
                let after = step(&key, letter);
                let state = match known.get(&after) {
                    Some(state) => *state,
                    None => {
                        keys.push(after.clone());
                        known.insert(after, keys.len() as u32 - 1);
                        keys.len() as u32 - 1
                    }
                };
                row.push(state);
            }
            next.push(row);
        }
        meter.hold("the automaton", next.len() as u128 * letters as u128 * 8)?;
        let accepting = keys.iter().map(accepts).collect();
        Ok(Set { tracks, next, accepting })
    }

    /// The words of both for which `holds` of being in the one and in the other.
    pub(super) fn combined(
        &self,
        other: &Set,
        holds: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Set, Refusal> {
        self.paired(other, holds, meter)?.reduced(meter)
    }

    /// The product without merging states.
    pub(super) fn paired(
        &self,
        other: &Set,
        holds: impl Fn(bool, bool) -> bool,
        meter: &mut Meter,
    ) -> Result<Set, Refusal> {
        let step = |(a, b): &(u32, u32), letter: usize| {
            (self.next[*a as usize][letter], other.next[*b as usize][letter])
        };
        let accepts =
            |(a, b): &(u32, u32)| holds(self.accepting[*a as usize], other.accepting[*b as usize]);
        Set::explore(self.tracks, self.next[0].len(), (0, 0), step, accepts, meter)
    }

    /// Is there a word that is in one of them but not in the other? The shortest one.
    pub(super) fn difference(
        &self,
        other: &Set,
        meter: &mut Meter,
    ) -> Result<Option<Vec<usize>>, Refusal> {
        self.paired(other, |a, b| a != b, meter).map(|set| set.shortest())
    }

    /// The shortest word of the set.
    pub(super) fn shortest(&self) -> Option<Vec<usize>> {
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.next.len()];
        let mut order = vec![0];
        let mut place = 0;
        while place < order.len() {
            let state = order[place];
            if self.accepting[state] {
                let mut word = Vec::new();
                let mut state = state;
                while let Some((before, letter)) = from[state] {
                    word.push(letter);
                    state = before;
                }
                word.reverse();
                return Some(word);
            }
            for (letter, next) in self.next[state].iter().enumerate() {
                let next = *next as usize;
                if next != 0 && from[next].is_none() {
                    from[next] = Some((state, letter));
                    order.push(next);
                }
            }
            place += 1;
        }
        None
    }

    /// The tuples of `tracks` words, of which those on the tracks `places` are in the set. On other tracks any digits may
    /// stand, also such that make no number.
    pub(super) fn placed(
        &self,
        radix: usize,
        tracks: usize,
        places: &[usize],
        meter: &mut Meter,
    ) -> Result<Set, Refusal> {
        let letters = letters(radix, tracks)?;
        let seen = |letter: usize| {
            let all = digits(radix, tracks, letter);
            places.iter().rev().fold(0, |seen, place| seen * radix + all[*place])
        };
        let seen: Vec<usize> = (0..letters).map(seen).collect();
        meter.spend((letters * self.next.len()) as u64)?;
        let next =
            self.next.iter().map(|row| seen.iter().map(|letter| row[*letter]).collect()).collect();
        Ok(Set { tracks, next, accepting: self.accepting.clone() })
    }

    /// Words of the kept tracks that can be completed; `most_first` says which end of a word may have to be longer.
    pub(super) fn forgetting(
        &self,
        radix: usize,
        kept: &[usize],
        most_first: bool,
        meter: &mut Meter,
    ) -> Result<Set, Refusal> {
        let mut full: Vec<Vec<usize>> = vec![Vec::new(); letters(radix, kept.len())?];
        for letter in 0..self.next[0].len() {
            let all = digits(radix, self.tracks, letter);
            full[kept.iter().rev().fold(0, |seen, place| seen * radix + all[*place])].push(letter);
        }
        let mut accepting = self.accepting.clone();
        let mut first = vec![0_u32];
        // All that is kept is 0 there.
        let silent = &full[0];
        if most_first {
            let mut place = 0;
            while place < first.len() {
                for letter in silent {
                    let next = self.next[first[place] as usize][*letter];
                    if !first.contains(&next) {
                        first.push(next);
                    }
                }
                meter.spend((silent.len() * first.len()) as u64)?;
                place += 1;
            }
            first.sort_unstable();
        } else {
            loop {
                meter.spend((silent.len() * accepting.len()) as u64)?;
                let reaches = |state: usize| {
                    silent.iter().any(|letter| accepting[self.next[state][*letter] as usize])
                };
                let new: Vec<usize> = (0..accepting.len())
                    .filter(|state| !accepting[*state] && reaches(*state))
                    .collect();
                if new.is_empty() {
                    break;
                }
                new.into_iter().for_each(|state| accepting[state] = true);
            }
        }
        let useful = self.useful(&accepting);
        first.retain(|state| useful[*state as usize]);
        // Where the letters of the kept tracks lead, one after the other, and where each begins: many letters of all
        // tracks lead to one state, or to none of use.
        let onward = |row: &Vec<u32>| {
            let (mut next, mut begins) = (Vec::new(), vec![0]);
            for all in &full {
                let mut states: Vec<u32> = all.iter().map(|letter| row[*letter]).collect();
                states.retain(|state| useful[*state as usize]);
                states.sort_unstable();
                states.dedup();
                next.extend(states);
                begins.push(next.len());
            }
            (next, begins)
        };
        meter.spend((self.next.len() * self.next[0].len()) as u64)?;
        let onward: Vec<(Vec<u32>, Vec<usize>)> = self.next.iter().map(onward).collect();
        let accepts = |states: &Vec<u32>| states.iter().any(|state| accepting[*state as usize]);
        let step = |states: &Vec<u32>, letter: usize| {
            let mut after: Vec<u32> = Vec::new();
            for state in states {
                let (next, begins) = &onward[*state as usize];
                after.extend(&next[begins[letter]..begins[letter + 1]]);
            }
            after.sort_unstable();
            after.dedup();
            after
        };
        Set::explore(kept.len(), full.len(), first, step, accepts, meter)?.reduced(meter)
    }

    /// From which states a word of the set can still be completed.
    fn useful(&self, accepting: &[bool]) -> Vec<bool> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.next.len()];
        for (state, row) in self.next.iter().enumerate() {
            for next in row {
                let before = &mut before[*next as usize];
                // Many letters lead to the same state.
                if before.last() != Some(&state) {
                    before.push(state);
                }
            }
        }
        let mut useful = accepting.to_vec();
        let mut waiting: Vec<usize> = (0..useful.len()).filter(|state| useful[*state]).collect();
        while let Some(state) = waiting.pop() {
            for earlier in &before[state] {
                if !useful[*earlier] {
                    useful[*earlier] = true;
                    waiting.push(*earlier);
                }
            }
        }
        useful
    }

    /// The words read from the other end.
    pub(super) fn reversed(&self, meter: &mut Meter) -> Result<Set, Refusal> {
        let letters = self.next[0].len();
        let mut before: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); letters]; self.next.len()];
        for (state, row) in self.next.iter().enumerate() {
            for (letter, next) in row.iter().enumerate() {
                before[*next as usize][letter].push(state as u32);
            }
        }
        let first = (0..self.next.len() as u32).filter(|state| self.accepting[*state as usize]);
        let step = |states: &Vec<u32>, letter: usize| {
            let mut after: Vec<u32> = Vec::new();
            for state in states {
                after.extend(&before[*state as usize][letter]);
            }
            after.sort_unstable();
            after.dedup();
            after
        };
        let accepts = |states: &Vec<u32>| states.contains(&0);
        Set::explore(self.tracks, letters, first.collect(), step, accepts, meter)?.reduced(meter)
    }

    /// This set as the automaton with the fewest states: states that accept alike and lead alike become one.
    pub(super) fn reduced(&self, meter: &mut Meter) -> Result<Set, Refusal> {
        let mut class: Vec<u32> =
            self.accepting.iter().map(|accepts| u32::from(*accepts)).collect();
        let mut count = 0;
        loop {
            meter.spend(4 * (self.next.len() * self.next[0].len()) as u64)?;
            let mut classes: BTreeMap<(u32, Vec<u32>), u32> = BTreeMap::new();
            let row =
                |state: usize| self.next[state].iter().map(|next| class[*next as usize]).collect();
            let finer: Vec<u32> = (0..class.len())
                .map(|state| {
                    let new = classes.len() as u32;
                    *classes.entry((class[state], row(state))).or_insert(new)
                })
                .collect();
            // The first state is in class 0, as it is looked at first.
            class = finer;
            if classes.len() == count {
                break;
            }
            count = classes.len();
        }
        let mut next = vec![Vec::new(); count];
        let mut accepting = vec![false; count];
        for (state, of) in class.iter().enumerate() {
            if next[*of as usize].is_empty() {
                next[*of as usize] =
                    self.next[state].iter().map(|one| class[*one as usize]).collect();
                accepting[*of as usize] = self.accepting[state];
            }
        }
        Ok(Set { tracks: self.tracks, next, accepting })
    }
}
