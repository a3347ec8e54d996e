//! Projection, which forgets some numbers of each tuple, and reversal of the reading order: both by sets of states.

use bouton_values::{Meter, Refusal};

use crate::automaton::{Automaton, Rows, letters};
use crate::numeration::{Numeration, Order};

impl Automaton {
    /// The tuples of the numbers at the places `kept` that can be completed to a tuple of the set.
    ///
    /// A completion may have more digits than what is kept. So where the most significant digit comes first, the search
    /// starts in all states that are reached while all that is kept is 0; where it comes last, a state accepts if
    /// such a continuation leads to an accepting one.
    pub fn projected(
        &self,
        numeration: Numeration,
        kept: &[usize],
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let (radix, few) = (numeration.radix(), letters(numeration, kept.len())?);
        let mut full: Vec<Vec<usize>> = vec![Vec::new(); few];
        for letter in 0..self.letters {
            let digit = |place: &usize| letter / radix.pow(*place as u32) % radix;
            full[kept.iter().rev().fold(0, |seen, place| seen * radix + digit(place))].push(letter);
        }
        // Without the states from which nothing is accepted, sets of states that differ only in them become one.
        let alive = self.living(meter)?;
        let (start, accepting) = match numeration.order {
            Order::Most => {
                (self.closed(vec![self.start], &full[0], meter)?, self.accepting.clone())
            }
            Order::Least => (vec![self.start], self.reaching(&full[0], meter)?),
        };
        let start = start.into_iter().filter(|state| alive[*state as usize]).collect();
        let step = |states: &[u32], letter: usize, into: &mut Vec<u32>| {
            for state in states {
                let from = *state as usize * self.letters;
                into.extend(full[letter].iter().map(|letter| self.next[from + letter]));
            }
            into.retain(|state| alive[*state as usize]);
        };
        let accepts = |states: &[u32]| states.iter().any(|state| accepting[*state as usize]);
        let width = (self.letters / few) as u64;
        determined(kept.len(), few, start, width, step, accepts, meter)
    }

    /// The words read from the other end.
    pub fn reversed(&self, meter: &mut Meter) -> Result<Automaton, Refusal> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.next.len()];
        for (place, target) in self.next.iter().enumerate() {
            before[*target as usize * self.letters + place % self.letters]
                .push((place / self.letters) as u32);
        }
        let start = (0..self.states() as u32).filter(|state| self.accepts_at(*state)).collect();
        let step = |states: &[u32], letter: usize, into: &mut Vec<u32>| {
            for state in states {
                into.extend(&before[*state as usize * self.letters + letter]);
            }
        };
        let accepts = |states: &[u32]| states.contains(&self.start);
        determined(self.tracks, self.letters, start, 1, step, accepts, meter)
    }

    /// For each state, whether an accepting state can be reached from it.
    pub fn living(&self, meter: &mut Meter) -> Result<Vec<bool>, Refusal> {
        let all: Vec<usize> = (0..self.letters).collect();
        self.reaching(&all, meter)
    }

    /// Which states lead to an accepting one by these letters.
    fn reaching(&self, letters: &[usize], meter: &mut Meter) -> Result<Vec<bool>, Refusal> {
        meter.spend(2 * (letters.len() * self.states()) as u64)?;
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            for letter in letters {
                before[self.next[state * self.letters + letter] as usize].push(state as u32);
            }
        }
        let mut reaching = self.accepting.clone();
        let mut waiting: Vec<u32> =
            (0..self.states() as u32).filter(|state| self.accepts_at(*state)).collect();
        while let Some(state) = waiting.pop() {
            for earlier in &before[state as usize] {
                if !std::mem::replace(&mut reaching[*earlier as usize], true) {
                    waiting.push(*earlier);
                }
            }
        }
        Ok(reaching)
    }

    /// All states that these lead to by these letters, ascending.
    fn closed(
        &self,
        states: Vec<u32>,
        letters: &[usize],
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Refusal> {
        let mut seen = vec![false; self.states()];
        let mut waiting = states;
        while let Some(state) = waiting.pop() {
            if std::mem::replace(&mut seen[state as usize], true) {
                continue;
            }
            meter.spend(letters.len() as u64)?;
            waiting.extend(letters.iter().map(|letter| self.step(state, *letter)));
        }
        Ok((0..self.states() as u32).filter(|state| seen[*state as usize]).collect())
    }
}

/// A state for each set of states that is met, minimised.
fn determined(
    tracks: usize,
    letters: usize,
    mut start: Vec<u32>,
    width: u64,
    step: impl Fn(&[u32], usize, &mut Vec<u32>),
    accepts: impl Fn(&[u32]) -> bool,
    meter: &mut Meter,
) -> Result<Automaton, Refusal> {
    start.sort_unstable();
    let mut rows: Rows<Box<[u32]>> = Rows::new(start.into_boxed_slice());
    let mut next = Vec::new();
    let mut done = 0;
    let mut into = Vec::new();
    while done < rows.keys.len() {
        let states = rows.keys[done].clone();
        meter.spend(letters as u64 * (1 + width * states.len() as u64))?;
        for letter in 0..letters {
            into.clear();
            step(&states, letter, &mut into);
            into.sort_unstable();
            into.dedup();
            next.push(rows.state_of(into.as_slice()));
        }
        done += 1;
    }
    let accepting = rows.keys.iter().map(|states| accepts(states)).collect();
    Automaton { tracks, letters, next, start: 0, accepting }.minimal(meter)
}
