//! The guess: the least automaton that fits a table.
//!
//! States are prefixes of words, and two prefixes are the same state if the table says the same of all their
//! continuations by at most `reach` letters (Trakhtenbrot and Barzdin 1973). The more letters, the fewer
//! prefixes are merged that should not be; but a prefix and its continuation must lie within the table.

use bouton_automata::{Automaton, Numeration, Order};
use bouton_values::{Meter, Refusal};
use rustc_hash::FxHashMap;

use crate::table::Table;

/// Guesses with more states are not worth a proof.
pub const MOST_STATES: usize = 3000;

/// What a table suggests.
pub(crate) enum Guess {
    /// An automaton that agrees with all of it.
    Fits(Automaton),
    /// Prefixes must be told apart by more letters.
    Disagrees,
    /// The table is too small, and for more letters all the more; or there are too many states.
    TooSmall,
}

/// An automaton that distinguishes prefixes by this many letters.
pub(crate) fn guess(
    table: &Table,
    numeration: Numeration,
    tracks: usize,
    reach: usize,
    meter: &mut Meter,
) -> Result<Guess, Refusal> {
    let kinds = Kinds::new(table, numeration.order, reach, meter)?;
    let mut states: Vec<(usize, usize)> = vec![(0, 0)];
    let mut known: FxHashMap<u32, u32> = FxHashMap::default();
    let Some(first) = kinds.of(0, 0) else { return Ok(Guess::TooSmall) };
    known.insert(first, 0);
    let mut next = Vec::new();
    let mut done = 0;
    while done < states.len() {
        meter.spend(table.letters as u64)?;
        let (prefix, read) = states[done];
        for letter in 0..table.letters {
            let longer = kinds.extended(prefix, read, letter);
            let Some(kind) = kinds.of(longer, read + 1) else { return Ok(Guess::TooSmall) };
            let state = *known.entry(kind).or_insert_with(|| {
                states.push((longer, read + 1));
                states.len() as u32 - 1
            });
            next.push(state);
        }
        done += 1;
        if states.len() > MOST_STATES {
            return Ok(Guess::TooSmall);
        }
    }
    let accepting = states.iter().map(|(prefix, _)| table.cells[*prefix]).collect();
    let guess = Automaton::from_parts(numeration, tracks, next, 0, accepting);
    let guess = guess.ok_or_else(|| Refusal::bug("an automaton does not fit its table"))?;
    match agrees(&guess, table, numeration.order, meter)? {
        true => guess.minimal(meter).map(Guess::Fits),
        false => Ok(Guess::Disagrees),
    }
}

/// Which prefixes have the same continuations.
struct Kinds {
    letters: usize,
    order: Order,
    reach: usize,
    /// For each number of letters that were read, the kind of each prefix. With the most significant digit first, a
    /// prefix with zeros before it is the same prefix, and there is one list.
    kinds: Vec<Vec<u32>>,
}

impl Kinds {
    fn new(table: &Table, order: Order, reach: usize, meter: &mut Meter) -> Result<Kinds, Refusal> {
        let letters = table.letters;
        let lengths = match order {
            Order::Most => table.length..table.length + 1,
            Order::Least => reach..table.length + 1,
        };
        let mut lists: Vec<Vec<u32>> = lengths
            .clone()
            .map(|length| {
                table.cells[..letters.pow(length as u32)]
                    .iter()
                    .map(|cell| u32::from(*cell))
                    .collect()
            })
            .collect();
        for step in 1..=reach {
            let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            for (list, length) in lists.iter_mut().zip(lengths.clone()) {
                let shorter = letters.pow((length - step) as u32);
                meter.spend(list.len() as u64)?;
                let kind = |prefix: usize| {
                    let mut row: Vec<u32> = Vec::with_capacity(letters + 1);
                    match order {
                        Order::Most => {
                            row.push(u32::from(table.cells[prefix]));
                            row.extend(&list[prefix * letters..(prefix + 1) * letters]);
                        }
                        Order::Least => {
                            row.extend((0..letters).map(|letter| list[prefix + letter * shorter]));
                        }
                    }
                    let new = known.len() as u32;
                    *known.entry(row).or_insert(new)
                };
                *list = (0..shorter).map(kind).collect();
            }
        }
        Ok(Kinds { letters, order, reach, kinds: lists })
    }

    /// A prefix with another letter.
    fn extended(&self, prefix: usize, read: usize, letter: usize) -> usize {
        match self.order {
            Order::Most => prefix * self.letters + letter,
            Order::Least => prefix + letter * self.letters.pow(read as u32),
        }
    }

    /// The kind of a prefix; nothing if its continuations are not in the table.
    fn of(&self, prefix: usize, read: usize) -> Option<u32> {
        let list = match self.order {
            Order::Most => &self.kinds[0],
            Order::Least => self.kinds.get(read)?,
        };
        debug_assert!(self.reach > 0 || self.order == Order::Most);
        list.get(prefix).copied()
    }
}

/// Does the automaton say what the table says?
fn agrees(
    guess: &Automaton,
    table: &Table,
    order: Order,
    meter: &mut Meter,
) -> Result<bool, Refusal> {
    meter.spend(table.cells.len() as u64)?;
    let letters = table.letters;
    let mut states = vec![guess.start()];
    for _ in 0..table.length {
        let longer = states.len() * letters;
        let mut next = vec![0; longer];
        for (prefix, state) in states.iter().enumerate() {
            for letter in 0..letters {
                let place = match order {
                    Order::Most => prefix * letters + letter,
                    Order::Least => prefix + letter * states.len(),
                };
                next[place] = guess.step(*state, letter);
            }
        }
        states = next;
    }
    Ok(states.iter().zip(&table.cells).all(|(state, cell)| guess.accepts_at(*state) == *cell))
}
