//! Infinite subtraction sets, as far as heaps up to a largest one can distinguish them.

use bouton_rules::{MAX_NUMBER, SubtractionSet};
use bouton_values::to_index;

/// The numbers that can be taken from heaps up to some largest one: a list, and a progression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakeSet {
    /// Ascending; none of them in the tail.
    pub(crate) listed: Vec<u64>,
    pub(crate) tail: Option<Tail>,
}

/// from, from + step, from + 2·step, …: from a heap n one can reach every heap ≡ n - from (mod step)
/// that is at most n - from. So a prefix of a residue class is all that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    pub(crate) from: u64,
    pub(crate) step: u64,
}

impl Tail {
    /// How many residue classes there are among the heaps up to `largest`.
    pub(crate) fn classes(self, largest: u64) -> usize {
        to_index(largest.saturating_add(1).min(self.step))
    }

    /// The largest heap to which it leads from `heap`, and the number of that heap's class.
    pub(crate) fn reached(self, heap: u64) -> Option<(usize, usize)> {
        let reached = heap.checked_sub(self.from)?;
        Some((to_index(reached), to_index(reached % self.step)))
    }
}

impl TakeSet {
    /// What `set` allows to take from heaps up to `largest`.
    pub(crate) fn up_to(set: &SubtractionSet, largest: u64) -> TakeSet {
        let Some(Tail { from: residue, step }) = class_of_tail(set) else {
            return TakeSet { listed: set.up_to(largest).collect(), tail: None };
        };
        let mut listed = Vec::new();
        // The last elements of the tail's class without a gap between them.
        let mut run = None;
        for element in set.up_to(largest) {
            if element % step != residue {
                listed.push(element);
                continue;
            }
            run = match run {
                Some((from, last)) if last + step == element => Some((from, element)),
                _ => {
                    listed.extend(run.into_iter().flat_map(|run| elements(run, step)));
                    Some((element, element))
                }
            };
        }
        // A run that stops before `largest` is not the tail.
        let tail = run.filter(|(_, last)| largest - last < step);
        if tail.is_none() {
            listed.extend(run.into_iter().flat_map(|run| elements(run, step)));
        }
        listed.sort_unstable();
        TakeSet { listed, tail: tail.map(|(from, _)| Tail { from, step }) }
    }
}

fn elements((from, last): (u64, u64), step: u64) -> impl Iterator<Item = u64> {
    (0..=(last - from) / step).map(move |k| from + k * step)
}

/// The residue class of the progression, if there is one. Beyond all numbers that can be written out,
/// the set is its progression: the place of its next two elements there is found by counting.
fn class_of_tail(set: &SubtractionSet) -> Option<Tail> {
    if set.max().is_some() {
        return None;
    }
    let written = set.count_up_to(MAX_NUMBER);
    let beyond = |index: u128| {
        let (mut below, mut at) = (MAX_NUMBER, u64::MAX);
        while at - below > 1 {
            let middle = below + (at - below) / 2;
            if set.count_up_to(middle) < written + index { below = middle } else { at = middle }
        }
        at
    };
    let (first, second) = (beyond(1), beyond(2));
    let step = second - first;
    Some(Tail { from: first % step, step })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every split has the elements of the set, and no others, up to the largest heap.
    #[test]
    fn a_split_is_the_set() {
        for text in [
            "2+",
            "1+",
            "3,4+2k",
            "7,3+5k,12",
            "2,8+2k",
            "2,4,8+2k,9",
            "5+1000k",
            "1,4",
            "9+3k,3,4",
        ] {
            let set = SubtractionSet::parse(text).unwrap();
            for largest in 0..40 {
                let taken = TakeSet::up_to(&set, largest);
                let in_tail = |s: u64| {
                    taken.tail.is_some_and(|t| s >= t.from && (s - t.from).is_multiple_of(t.step))
                };
                let members: Vec<u64> =
                    (1..=largest).filter(|s| taken.listed.contains(s) || in_tail(*s)).collect();
                assert_eq!(members, set.up_to(largest).collect::<Vec<_>>(), "{text} {largest}");
                assert!(!taken.listed.iter().any(|s| in_tail(*s)), "{text} {largest}");
            }
        }
        let huge = SubtractionSet::parse("2,999999999999999999+1000000000000000000k").unwrap();
        assert_eq!(TakeSet::up_to(&huge, 50), TakeSet { listed: vec![2], tail: None });
        let two = SubtractionSet::parse("2+").unwrap();
        assert_eq!(TakeSet::up_to(&two, 9).tail, Some(Tail { from: 2, step: 1 }));
    }
}
