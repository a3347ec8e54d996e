//! The guess: a small automaton that fits a table, learned from the words that it reads wrongly.
//!
//! States are prefixes of words, told apart by continuations. A word of which the automaton says something else than the
//! table gives a further continuation, which divides a state into two (Angluin 1987; Rivest and Schapire 1993), and the
//! continuations are the questions of a tree, down which a prefix goes to its state (Kearns and Vazirani 1994). A prefix is
//! asked only what is on its way, and a prefix and what it is asked must lie within the table.
//!
//! Before, prefixes were told apart by *all* continuations of up to 1, 2, 3, … letters (Trakhtenbrot and Barzdin 1973). Of
//! the 80 games on two heaps whose vectors (0, 1), (1, 1), (1, 2) and (0, 2), up to symmetry, are steps, rays or absent, both
//! found 65; the time for all fell from 13.0 s to 10.9 s, and for 67 games of the literature from 5.7 s to 4.3 s, because
//! smaller tables are enough (Nim with six heaps: 110 ms and 4 ms; values of Kayles: 521 ms and 133 ms). The position at
//! which the *equation* fails is outside of the table and is not used: of these 147 searches three met one at all, and what
//! it would gain was not tried.

use bouton_automata::{Automaton, Numeration, Order};
use bouton_values::{Meter, Refusal};

use crate::table::Table;

/// Guesses with more states are not worth a proof.
pub const MOST_STATES: usize = 3000;

/// How many cells of a table a cell of a guess needs: a table says little of many states.
const CELLS_PER_CELL: usize = 8;

/// An automaton that agrees with all of the table; nothing if the table is too small, or the states are too many.
pub(crate) fn guess(
    table: &Table,
    numeration: Numeration,
    tracks: usize,
    meter: &mut Meter,
) -> Result<Option<Automaton>, Refusal> {
    let mut tree = Tree::new(table, numeration.order);
    while let Some(guess) = tree.automaton(numeration, tracks, meter)? {
        let Some(word) = tree.misread(&guess, meter)? else {
            return guess.minimal(meter).map(Some);
        };
        if !tree.divide(&guess, &word) {
            break;
        }
    }
    Ok(None)
}

/// A word: how many letters were read, and its index in a table.
#[derive(Clone, Copy, Debug)]
struct Word {
    read: usize,
    index: usize,
}

/// A node of the tree: a question, with what follows if a prefix with this continuation is not in the set, and if it is; or
/// a state.
enum Division {
    Ask(Word, [Option<usize>; 2]),
    State(u32),
}

/// The questions that distinguish prefixes.
struct Tree<'t> {
    table: &'t Table,
    order: Order,
    nodes: Vec<Division>,
    /// For each state the first prefix that leads to it, and its node.
    states: Vec<(Word, usize)>,
}

impl<'t> Tree<'t> {
    fn new(table: &'t Table, order: Order) -> Tree<'t> {
        let nodes = vec![Division::Ask(Word { read: 0, index: 0 }, [None, None])];
        Tree { table, order, nodes, states: Vec::new() }
    }

    /// A word and its continuation; nothing if it is not in the table.
    fn joined(&self, prefix: Word, rest: Word) -> Option<Word> {
        let (letters, read) = (self.table.letters, prefix.read + rest.read);
        let index = match self.order {
            // A prefix of zeros is no prefix at all.
            Order::Most => {
                prefix.index.checked_mul(letters.checked_pow(rest.read as u32)?)? + rest.index
            }
            Order::Least if read <= self.table.length => {
                prefix.index + rest.index * letters.pow(prefix.read as u32)
            }
            Order::Least => return None,
        };
        (index < self.table.cells.len()).then_some(Word { read, index })
    }

    /// The state of a prefix, a new one perhaps.
    fn sift(&mut self, prefix: Word) -> Option<u32> {
        let mut node = 0;
        while let Division::Ask(rest, after) = &self.nodes[node] {
            let place = usize::from(self.table.cells[self.joined(prefix, *rest)?.index]);
            match after[place] {
                Some(next) => node = next,
                None => {
                    let new = self.nodes.len();
                    self.nodes.push(Division::State(self.states.len() as u32));
                    self.states.push((prefix, new));
                    let Division::Ask(_, after) = &mut self.nodes[node] else { break };
                    after[place] = Some(new);
                    node = new;
                }
            }
        }
        match &self.nodes[node] {
            Division::State(state) => Some(*state),
            Division::Ask(..) => None,
        }
    }

    /// The automaton of the states that the tree distinguishes; nothing if the table ends before that is known.
    fn automaton(
        &mut self,
        numeration: Numeration,
        tracks: usize,
        meter: &mut Meter,
    ) -> Result<Option<Automaton>, Refusal> {
        let letters = self.table.letters;
        if self.sift(Word { read: 0, index: 0 }).is_none() {
            return Ok(None);
        }
        let mut next = Vec::new();
        let mut done = 0;
        while done < self.states.len() {
            meter.spend(8 * letters as u64)?;
            let prefix = self.states[done].0;
            for letter in 0..letters {
                let longer = self.joined(prefix, Word { read: 1, index: letter });
                let Some(state) = longer.and_then(|longer| self.sift(longer)) else {
                    return Ok(None);
                };
                next.push(state);
            }
            done += 1;
            let states = self.states.len();
            if states * letters * CELLS_PER_CELL > self.table.cells.len() || states > MOST_STATES {
                return Ok(None);
            }
        }
        let accepting =
            self.states.iter().map(|(prefix, _)| self.table.cells[prefix.index]).collect();
        Ok(Automaton::from_parts(numeration, tracks, next, 0, accepting))
    }

    /// The letters of the shortest word of which the automaton says something else than the table.
    fn misread(&self, guess: &Automaton, meter: &mut Meter) -> Result<Option<Vec<usize>>, Refusal> {
        let Table { letters, length, cells } = self.table;
        let mut states = vec![guess.start()];
        let letters_of = |mut index: usize, read: usize| {
            let mut word = Vec::new();
            for _ in 0..read {
                word.push(index % letters);
                index /= letters;
            }
            if self.order == Order::Most {
                word.reverse();
            }
            word
        };
        for read in 1..=*length {
            meter.spend((states.len() * letters) as u64)?;
            let mut next = vec![0; states.len() * letters];
            for (prefix, state) in states.iter().enumerate() {
                for letter in 0..*letters {
                    let place = match self.order {
                        Order::Most => prefix * letters + letter,
                        Order::Least => prefix + letter * states.len(),
                    };
                    next[place] = guess.step(*state, letter);
                }
            }
            states = next;
            let wrong = states
                .iter()
                .zip(cells)
                .position(|(state, cell)| guess.accepts_at(*state) != *cell);
            if let Some(index) = wrong {
                return Ok(Some(letters_of(index, read)));
            }
        }
        Ok(None)
    }

    /// Divides the state from which on the word is read wrongly; `false` if the table does not say which.
    fn divide(&mut self, guess: &Automaton, word: &[usize]) -> bool {
        let letters = self.table.letters;
        let rest_from = |from: usize| {
            let rest = &word[from..];
            let index = match self.order {
                Order::Most => rest.iter().fold(0, |index, letter| index * letters + letter),
                Order::Least => rest.iter().rev().fold(0, |index, letter| index * letters + letter),
            };
            Word { read: rest.len(), index }
        };
        let mut state = guess.start();
        let says = |tree: &Tree<'_>, state: u32, from: usize| {
            let prefix = tree.states[state as usize].0;
            tree.joined(prefix, rest_from(from)).map(|word| tree.table.cells[word.index])
        };
        let Some(first) = says(self, state, 0) else { return false };
        for (place, letter) in word.iter().enumerate() {
            let after = guess.step(state, *letter);
            match says(self, after, place + 1) {
                None => return false,
                Some(now) if now != first => {
                    let prefix = self.states[state as usize].0;
                    let Some(prefix) = self.joined(prefix, Word { read: 1, index: *letter }) else {
                        return false;
                    };
                    let (old, node) = self.states[after as usize];
                    debug_assert!(old.index != prefix.index || old.read != prefix.read);
                    let (kept, new) = (self.nodes.len(), self.nodes.len() + 1);
                    self.nodes.push(Division::State(after));
                    self.nodes.push(Division::State(self.states.len() as u32));
                    let mut sides = [None, None];
                    sides[usize::from(now)] = Some(kept);
                    sides[usize::from(first)] = Some(new);
                    self.nodes[node] = Division::Ask(rest_from(place + 1), sides);
                    self.states[after as usize].1 = kept;
                    self.states.push((prefix, new));
                    return true;
                }
                Some(_) => state = after,
            }
        }
        false
    }
}
