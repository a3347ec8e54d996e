//! The completions of tuples with fewer numbers than those of the layer that is being searched.

use super::kernel::Find;
use super::reading::Reading;
use super::tuples::Tuples;

/// Positive completions in the layers below the one that is being searched.
pub(super) struct Shorter {
    reading: Reading,
    /// For the tuples of three numbers, of four, and so on; Antonim only.
    tables: Vec<Completions>,
}

impl Shorter {
    /// What is known without a search.
    pub(super) fn new(reading: Reading) -> Shorter {
        Shorter { reading, tables: Vec::new() }
    }

    /// Adds the completions of tuples with one more number than those known so far.
    pub(super) fn push(&mut self, completions: Completions) {
        self.tables.push(completions);
    }

    /// The positive number that makes a P-set with this ascending tuple, if there is one. `None` in
    /// Welter's game, where no move leads to a lower layer.
    pub(super) fn completion(&self, tuple: &[usize]) -> Option<usize> {
        match self.reading {
            Reading::Antonim => self.in_antonim(tuple),
            Reading::Welter => None,
        }
    }

    fn in_antonim(&self, tuple: &[usize]) -> Option<usize> {
        let completion = match *tuple {
            [] => 0,
            // Up to three numbers by the nim-sum: an empty heap is read as 0.
            [y] => ((y + 1) ^ 1) - 1,
            [y, z] => ((y + 1) ^ (z + 1)) - 1,
            _ => self.tables[tuple.len() - 3].get(tuple),
        };
        (completion > 0).then_some(completion)
    }
}

/// The completions of all tuples within bounds.
pub(super) struct Completions {
    tuples: Tuples,
    /// 0 if there is none, or none within the cap.
    numbers: Vec<u32>,
}

impl Completions {
    pub(super) fn new(bounds: &[usize]) -> Completions {
        let tuples = Tuples::new(bounds);
        let numbers = vec![0; tuples.len()];
        Completions { tuples, numbers }
    }

    /// The bytes that [`Completions::new`] will hold, given how many tuples there are.
    pub(super) fn bytes(tuples: u128) -> u128 {
        tuples.saturating_mul(4)
    }

    /// Enters each P-set {a} ∪ s ∪ {z}: every number completes the others.
    pub(super) fn enter(&mut self, s: &[usize], finds: &[Find]) {
        let mut set = [&[0], s, &[0]].concat();
        let last = set.len() - 1;
        let mut others = vec![0; last];
        for Find { a, z } in finds {
            (set[0], set[last]) = (*a, *z);
            for out in 0..=last {
                others[..out].copy_from_slice(&set[..out]);
                others[out..].copy_from_slice(&set[out + 1..]);
                if let Some(number) = self.tuples.number(&others) {
                    let completion = u32::try_from(set[out]);
                    self.numbers[number] = completion.expect("memory ends before 2³²");
                }
            }
        }
    }

    fn get(&self, tuple: &[usize]) -> usize {
        self.tuples.number(tuple).map_or(0, |number| self.numbers[number] as usize)
    }
}
