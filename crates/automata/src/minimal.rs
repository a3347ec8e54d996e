//! Minimisation: from an automaton to the smallest one that accepts the same set.

use bouton_values::{Meter, Refusal};
use rustc_hash::FxHashMap;

use crate::automaton::Automaton;

impl Automaton {
    /// The automaton with the fewest states for the same set, its states numbered in the order in which a search from the
    /// start meets them: two automata of the same set become equal.
    ///
    /// States are divided by whether they accept, then again and again by the classes of their next states (Moore 1956).
    /// Rows are found by a hash and then compared, so that two states in one class have the same row of classes.
    pub fn minimal(&self, meter: &mut Meter) -> Result<Automaton, Refusal> {
        let numbered = self.numbered(meter)?;
        let states = numbered.states();
        let mut class: Vec<u32> =
            numbered.accepting.iter().map(|accepts| u32::from(*accepts)).collect();
        let mut classes = class.iter().collect::<std::collections::BTreeSet<_>>().len();
        loop {
            meter.spend(numbered.next.len() as u64)?;
            let (refined, count) = numbered.refined(&class);
            class = refined;
            if count == classes {
                break;
            }
            classes = count;
        }
        if classes == states {
            return Ok(numbered);
        }
        let mut members = vec![u32::MAX; classes];
        for state in (0..states).rev() {
            members[class[state] as usize] = state as u32;
        }
        let letters = numbered.letters;
        let row = |state: &u32| {
            let from = *state as usize * letters;
            numbered.next[from..from + letters].iter().map(|next| class[*next as usize])
        };
        let merged = Automaton {
            tracks: numbered.tracks,
            letters,
            next: members.iter().flat_map(row).collect(),
            start: class[numbered.start as usize],
            accepting: members.iter().map(|state| numbered.accepts_at(*state)).collect(),
        };
        merged.numbered(meter)
    }

    /// Divides classes by the classes of the next states; gives the new ones and how many they are.
    fn refined(&self, class: &[u32]) -> (Vec<u32>, usize) {
        let letters = self.letters;
        let row = |state: usize| &self.next[state * letters..(state + 1) * letters];
        let same = |a: usize, b: usize| {
            class[a] == class[b]
                && row(a).iter().zip(row(b)).all(|(a, b)| class[*a as usize] == class[*b as usize])
        };
        // By the hash of a row, the first state of each new class with it: rows are compared where they are, so that none
        // has to be copied as a key.
        let mut found: FxHashMap<u64, Vec<(usize, u32)>> = FxHashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        let mut count = 0;
        for state in 0..class.len() {
            let hash = row(state).iter().fold(u64::from(class[state]), |hash, next| {
                (hash.rotate_left(5) ^ u64::from(class[*next as usize]))
                    .wrapping_mul(0x517c_c1b7_2722_0a95)
            });
            let alike = found.entry(hash).or_default();
            let known =
                alike.iter().find(|(first, _)| same(*first, state)).map(|(_, class)| *class);
            refined.push(known.unwrap_or_else(|| {
                alike.push((state, count));
                count += 1;
                count - 1
            }));
        }
        (refined, count as usize)
    }

    /// The states that can be reached, in the order in which a search from the start meets them.
    fn numbered(&self, meter: &mut Meter) -> Result<Automaton, Refusal> {
        let mut number = vec![u32::MAX; self.states()];
        let mut order = vec![self.start];
        number[self.start as usize] = 0;
        let mut next = Vec::with_capacity(self.next.len());
        let mut done = 0;
        while done < order.len() {
            meter.spend(self.letters as u64)?;
            let from = order[done] as usize * self.letters;
            for target in &self.next[from..from + self.letters] {
                let known = &mut number[*target as usize];
                if *known == u32::MAX {
                    *known = order.len() as u32;
                    order.push(*target);
                }
                next.push(*known);
            }
            done += 1;
        }
        let accepting = order.iter().map(|state| self.accepts_at(*state)).collect();
        Ok(Automaton { tracks: self.tracks, letters: self.letters, next, start: 0, accepting })
    }
}
