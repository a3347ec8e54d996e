//! All relations on a few states, and what structures they have, by the definitions alone.

use std::collections::BTreeMap;

use bouton_lab::graphs::Digraph;
use bouton_lab::rules::Limits;

use crate::frame::Result;
use crate::judge::{listed, listed_or};

/// A relation → on the states 0, 1, …, at most 6 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) states: u32,
    /// Bit `states`·a + b says a→b.
    moves: u64,
}

/// A set of states, a bit for each.
pub(super) type Set = u32;

impl Relation {
    pub(super) fn new(states: u32, moves: impl IntoIterator<Item = (u32, u32)>) -> Relation {
        let moves = moves.into_iter().fold(0, |moves, (a, b)| moves | 1 << (states * a + b));
        Relation { states, moves }
    }

    /// All relations on 1, 2, …, `most` states: the fewest states first, then the fewest moves.
    pub(super) fn by_size(most: u32) -> impl Iterator<Item = Relation> {
        let of_size = |states: u32| (0..=states * states).map(move |moves| (states, moves));
        (1..=most).flat_map(of_size).flat_map(|(states, count)| {
            let words =
                (0..1u64 << (states * states)).filter(move |word| word.count_ones() == count);
            words.map(move |moves| Relation { states, moves })
        })
    }

    pub(super) fn everything(self) -> Set {
        (1 << self.states) - 1
    }

    pub(super) fn successors(self, a: u32) -> Set {
        (self.moves >> (self.states * a)) as u32 & self.everything()
    }

    pub(super) fn has(self, a: u32, b: u32) -> bool {
        self.successors(a) >> b & 1 == 1
    }

    pub(super) fn pairs(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.states)
            .flat_map(move |a| (0..self.states).map(move |b| (a, b)))
            .filter(move |(a, b)| self.has(*a, *b))
    }

    pub(super) fn reversed(self) -> Relation {
        Relation::new(self.states, self.pairs().map(|(a, b)| (b, a)))
    }

    /// The states with a move into a set.
    pub(super) fn leading_into(self, set: Set) -> Set {
        let leading = (0..self.states).filter(|a| self.successors(*a) & set != 0);
        leading.fold(0, |states, a| states | 1 << a)
    }

    /// The states that moves from a set lead to.
    pub(super) fn reached_from(self, set: Set) -> Set {
        let from = (0..self.states).filter(|a| set >> a & 1 == 1);
        from.fold(0, |states, a| states | self.successors(a))
    }

    /// Does every run end? States without a way on are taken away until none is left.
    pub(super) fn is_acyclic(self) -> bool {
        let left = |left: Set, _| left & self.leading_into(left);
        (0..self.states).fold(self.everything(), left) == 0
    }

    pub(super) fn digraph(self) -> Digraph {
        Digraph::from_edges(self.states as usize, self.pairs())
    }

    /// All W with: a ∈ W iff some a→b has b ∉ W.
    pub(super) fn structures(self) -> impl Iterator<Item = Set> {
        (0..=self.everything()).filter(move |winning| self.is_game(*winning))
    }

    /// Definition 1, as it is meant: a ∈ W iff there is b with b ∉ W and a→b.
    pub(super) fn is_game(self, winning: Set) -> bool {
        winning == self.leading_into(self.everything() & !winning)
    }

    /// Definition 2: a ∈ M iff there is b with b ∉ M and b→a.
    pub(super) fn is_cogame(self, cowinning: Set) -> bool {
        cowinning == self.reached_from(self.everything() & !cowinning)
    }

    /// Von Neumann and Morgenstern: no move joins two states of L, and every other state has a move into L.
    pub(super) fn is_kernel(self, losing: Set) -> bool {
        let absorbed = self.leading_into(losing);
        absorbed & losing == 0 && absorbed | losing == self.everything()
    }
}

/// `0→1, 1→0 on 2 states`.
impl std::fmt::Display for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = listed_or(self.pairs().map(|(a, b)| format!("{a}→{b}")), "no move");
        write!(f, "{moves} on {} state{}", self.states, if self.states == 1 { "" } else { "s" })
    }
}

/// `{0,2}`.
pub(super) fn set_text(set: Set) -> String {
    format!("{{{}}}", listed((0..32).filter(|a| set >> a & 1 == 1), ","))
}

/// How many relations on this many labelled states have 0, 1, 2, … structures.
///
/// Whether L is a kernel is asked of each state alone: with the successors R, a ∈ L iff R ∩ L = ∅.
/// So for each state and each of its 2^n rows there is a word of 2^n bits that says which L it
/// agrees with, and a relation has as many structures as the words of its rows have ones in common.
/// The rows of half of the states are combined first, and equal combinations counted once.
pub(super) fn tally_of_structures(states: u32, limits: &Limits) -> Result<Vec<u64>> {
    let half = states / 2;
    let (first, second) = (combined(states, 0..half), combined(states, half..states));
    let mut tally = vec![0; 1 << states];
    for (index, (word, times)) in first.iter().enumerate() {
        limits.progress(index as u64, first.len() as u64)?;
        for (other, more) in &second {
            tally[(word & other).count_ones() as usize] += times * more;
        }
    }
    while tally.last() == Some(&0) {
        tally.pop();
    }
    Ok(tally)
}

/// The words that rows of these states have in common, each with the number of ways to choose the rows.
fn combined(states: u32, of: std::ops::Range<u32>) -> Vec<(u64, u64)> {
    let sets = 1u32 << states;
    let mut words = BTreeMap::from([(u64::MAX >> (64 - sets), 1u64)]);
    for a in of {
        let mut next = BTreeMap::new();
        for row in 0..sets {
            let agrees = |losing: &Set| (losing >> a & 1 == 1) == (row & losing == 0);
            let word = (0..sets).filter(agrees).fold(0u64, |word, losing| word | 1 << losing);
            for (known, times) in &words {
                *next.entry(known & word).or_insert(0) += times;
            }
        }
        words = next;
    }
    words.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(states: u32) -> impl Iterator<Item = Relation> {
        Relation::by_size(states).filter(move |relation| relation.states == states)
    }

    #[test]
    fn the_tally_is_the_count_of_each_relation() {
        for states in 1..=4 {
            let mut wanted = vec![0u64; 1 << states];
            for relation in of(states) {
                wanted[relation.structures().count()] += 1;
            }
            while wanted.last() == Some(&0) {
                wanted.pop();
            }
            assert_eq!(tally_of_structures(states, &Limits::default()).unwrap(), wanted);
        }
    }

    #[test]
    fn relations_are_what_they_say() {
        let path = Relation::new(3, [(0, 1), (1, 2)]);
        assert!(path.is_acyclic() && !Relation::new(1, [(0, 0)]).is_acyclic());
        assert_eq!(path.to_string(), "0→1, 1→2 on 3 states");
        assert_eq!(path.reversed().to_string(), "1→0, 2→1 on 3 states");
        assert_eq!(path.structures().collect::<Vec<_>>(), [0b010]);
        assert_eq!(set_text(0b101), "{0,2}");
        let cycle = Relation::new(3, [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(cycle.pairs().chain(cycle.reversed().pairs()).count(), 6);
        assert_eq!(Relation::by_size(2).count(), 2 + 16);
        assert_eq!(
            (1..=4).map(|n| of(n).filter(|r| r.is_acyclic()).count()).collect::<Vec<_>>(),
            [1, 3, 25, 543]
        );
    }
}
