//! The elements of a set: whether there are any, the least one, all of them if they are few.

use bouton_values::{Meter, Refusal};

use crate::automaton::Automaton;
use crate::numeration::{Numeration, Order};

/// What is compared to find the least tuple: the sum of its numbers, then the numbers in order.
type Weight = Vec<u128>;

impl Automaton {
    /// Is there no tuple in the set?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true) || self.shortest().is_none()
    }

    /// The length of the shortest word that is accepted.
    fn shortest(&self) -> Option<usize> {
        let mut seen = vec![false; self.states()];
        let mut level = vec![self.start];
        seen[self.start as usize] = true;
        let mut length = 0;
        while !level.is_empty() {
            if level.iter().any(|state| self.accepts_at(*state)) {
                return Some(length);
            }
            let mut next = Vec::new();
            for state in level {
                let from = state as usize * self.letters;
                for target in &self.next[from..from + self.letters] {
                    if !std::mem::replace(&mut seen[*target as usize], true) {
                        next.push(*target);
                    }
                }
            }
            level = next;
            length += 1;
        }
        None
    }

    /// The tuple with the least sum; among those with this sum, the one that comes first in the order of its numbers.
    ///
    /// A shortest word is a tuple with some sum s. A tuple with the least sum has no number above s, so its words need no
    /// more places than s does; of all words of that length the least is found place by place.
    pub fn least(
        &self,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<Option<Vec<u128>>, Refusal> {
        let Some(length) = self.shortest() else { return Ok(None) };
        let Some(some) = self.least_of_length(numeration, length, meter)? else { return Ok(None) };
        let length = numeration.digits(some[0]).len().max(length);
        let least = self.least_of_length(numeration, length, meter)?;
        Ok(least.map(|weight| weight[1..].to_vec()))
    }

    fn least_of_length(
        &self,
        numeration: Numeration,
        length: usize,
        meter: &mut Meter,
    ) -> Result<Option<Weight>, Refusal> {
        let places = self.places(numeration, length)?;
        let zero = || vec![0_u128; self.tracks + 1];
        // From the most significant end: what the places below a state can be at least. From the least significant end:
        // what the places up to a state are at least.
        let mut least: Vec<Option<Weight>> = match numeration.order {
            Order::Most => self.accepting.iter().map(|accepts| accepts.then(zero)).collect(),
            Order::Least => {
                (0..self.states()).map(|state| (state as u32 == self.start).then(zero)).collect()
            }
        };
        for place in &places[..length] {
            meter.spend(self.next.len() as u64 * 4)?;
            let mut next: Vec<Option<Weight>> = vec![None; self.states()];
            for state in 0..self.states() {
                for letter in 0..self.letters {
                    let target = self.next[state * self.letters + letter] as usize;
                    let (from, to) = match numeration.order {
                        Order::Most => (target, state),
                        Order::Least => (state, target),
                    };
                    let Some(known) = &least[from] else { continue };
                    let weight = added(known, numeration.radix(), letter, *place);
                    if next[to].as_ref().is_none_or(|known| weight < *known) {
                        next[to] = Some(weight);
                    }
                }
            }
            least = next;
        }
        Ok(match numeration.order {
            Order::Most => least.swap_remove(self.start as usize),
            Order::Least => {
                let ends = least.into_iter().zip(&self.accepting);
                ends.filter(|(_, accepts)| **accepts).filter_map(|(weight, _)| weight).min()
            }
        })
    }

    fn places(&self, numeration: Numeration, length: usize) -> Result<Vec<u128>, Refusal> {
        let mut places = numeration.places(1);
        while places.len() < length {
            let last = places[places.len() - 1];
            if last > u128::from(u64::MAX) {
                return Err(Refusal::unsupported(
                    "the numbers in question have more than 64 binary digits",
                    "ask about smaller numbers",
                ));
            }
            places = numeration.places(last);
        }
        Ok(places)
    }

    /// Are there finitely many tuples in the set?
    ///
    /// Read from the most significant digit on, a minimal automaton stays at the start as long as zeros come, and a set
    /// is finite if on the way from the start to an accepting state no other state comes twice.
    pub fn is_finite(&self, numeration: Numeration, meter: &mut Meter) -> Result<bool, Refusal> {
        let most_first = match numeration.order {
            Order::Most => self.minimal(meter)?,
            Order::Least => self.reversed(meter)?,
        };
        let alive = most_first.living(meter)?;
        // How many unfinished states lead to each state that counts; states without any are finished one by one.
        let mut waiting = vec![0_usize; most_first.states()];
        let arrows = |state: u32| {
            let from = state as usize * most_first.letters;
            let row = &most_first.next[from..from + most_first.letters];
            row.iter()
                .enumerate()
                .filter(move |(letter, _)| state != most_first.start || *letter > 0)
        };
        let counts = |state: &u32| alive[*state as usize];
        let states: Vec<u32> = (0..most_first.states() as u32).filter(counts).collect();
        for state in &states {
            arrows(*state).for_each(|(_, next)| waiting[*next as usize] += 1);
        }
        let free = |state: &u32| waiting[*state as usize] == 0;
        let mut finished: Vec<u32> = states.iter().copied().filter(free).collect();
        let mut done = 0;
        while done < finished.len() {
            for (_, next) in arrows(finished[done]) {
                waiting[*next as usize] -= 1;
                if waiting[*next as usize] == 0 && alive[*next as usize] {
                    finished.push(*next);
                }
            }
            done += 1;
        }
        Ok(done == states.len())
    }

    /// The elements of the set, ordered by their sums, if there are at most `most` of them; `None` if there are more.
    pub fn elements(
        &self,
        numeration: Numeration,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Vec<u128>>>, Refusal> {
        let mut elements = Vec::new();
        let mut rest = self.clone();
        while let Some(least) = rest.least(numeration, meter)? {
            if elements.len() == most {
                return Ok(None);
            }
            let point = Automaton::point(numeration, &least, meter)?;
            rest = rest.product(&point, |inside, point| inside && !point, meter)?;
            elements.push(least);
        }
        Ok(Some(elements))
    }

    /// The set that has this tuple as its only element.
    pub fn point(
        numeration: Numeration,
        numbers: &[u128],
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let tracks = numbers.len();
        let letters = crate::automaton::letters(numeration, tracks)?;
        let word = numeration.word(numbers);
        // A state for each letter of the word and the end; then the state from which nothing is accepted.
        let (end, dead) = (word.len(), word.len() as u32 + 1);
        meter.spend((letters * (end + 2)) as u64)?;
        let mut next = vec![dead; letters * (end + 2)];
        for (state, letter) in word.iter().enumerate() {
            next[state * letters + letter] = state as u32 + 1;
        }
        match numeration.order {
            Order::Most => next[0] = if word.first() == Some(&0) { 1 } else { 0 },
            Order::Least => next[end * letters] = end as u32,
        }
        let accepting = (0..end + 2).map(|state| state == end).collect();
        Automaton { tracks, letters, next, start: 0, accepting }.minimal(meter)
    }
}

/// A weight with the digits of a letter at a place added.
fn added(weight: &Weight, radix: usize, mut letter: usize, place: u128) -> Weight {
    let mut sum = weight.clone();
    for track in 1..sum.len() {
        let worth = (letter % radix) as u128 * place;
        letter /= radix;
        sum[track] += worth;
        sum[0] += worth;
    }
    sum
}
