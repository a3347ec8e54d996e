//! Four heaps by bitsets: the completions of all triples below a bound, in one pass.
//!
//! For two numbers x, y let U(x,y) be the set of all w such that {x,y,w} is known to have a completion. The triples a <
//! b < c are taken in the order of c, then b, then a. If c ∈ U(a,b), the triple is complete. Otherwise its completion
//! is the least z > c outside U(a,b) ∪ U(a,c) ∪ U(b,c): a smaller one would have been found with the triple that it is
//! the largest number of, and z ∈ U(b,c), say, means that {b,c,z} is completed by another number than a. Triples that
//! are P by themselves are completed by an empty heap.
//!
//! This is a second program beside the engine `completions`, which works on whole rows of words; the two are compared,
//! and both with the oracle where it can follow.

use bouton_lab::rules::Limits;

use crate::frame::Result;

/// What is known of the completions of all triples with three positive numbers below a bound.
pub(super) struct Triples {
    /// For c = 0, 1, 2, …: the largest completion of the triples up to c, and a triple that has it.
    pub(super) largest: Vec<(u64, [u64; 3])>,
    /// For z = 0, 1, 2, …: how many P-positions have the largest heap z and four heaps that are not empty.
    pub(super) with_largest: Vec<u64>,
}

impl Triples {
    /// The triples of positive numbers below the bound.
    pub(super) fn below(bound: usize, limits: &Limits) -> Result<Triples> {
        let mut sets = Sets::new(bound, limits)?;
        let mut found =
            Triples { largest: vec![(0, [0; 3])], with_largest: vec![0; 3 * bound + 4] };
        for c in 1..bound {
            let mut largest = *found.largest.last().unwrap_or(&(0, [0; 3]));
            for b in 1..c {
                for a in 1..b {
                    let Some(z) = sets.complete(a, b, c) else { continue };
                    found.with_largest[z] += 1;
                    if z as u64 > largest.0 {
                        largest = (z as u64, [a, b, c].map(|number| number as u64));
                    }
                }
            }
            found.largest.push(largest);
            let (done, total) = ((c as u64).pow(3), (bound as u64).pow(3));
            limits.progress(done, total)?;
        }
        Ok(found)
    }

    /// P-positions with four heaps below a bound, empty ones allowed; the completions of all
    /// triples below the bound must be known.
    pub(super) fn count(&self, below: u64) -> u128 {
        let four = self.with_largest.iter().take(below as usize).map(|count| u128::from(*count));
        four.sum::<u128>() + up_to_three(below)
    }
}

/// P-positions with at most three heaps that are not empty, all below a bound: (0,0,0), and the
/// triples x < y < z with (x+1) ⊕ (y+1) ⊕ (z+1) = 0.
fn up_to_three(below: u64) -> u128 {
    let pairs = (0..below).flat_map(|x| (x + 1..below).map(move |y| (y, ((x + 1) ^ (y + 1)) - 1)));
    1 + pairs.filter(|(y, z)| y < z && *z < below).count() as u128
}

/// U(x,y) for all pairs x < y below the bound, each as a row of bits.
struct Sets {
    bound: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn new(bound: usize, limits: &Limits) -> Result<Sets> {
        // A completion is at most the sum of the triple and 3.
        let words = (3 * bound + 4) / 64 + 1;
        let rows = bound * bound.saturating_sub(1) / 2;
        limits.check_memory("the completions of four heaps", 8 * (rows as u128) * words as u128)?;
        let mut sets = Sets { bound, words, bits: vec![0; rows * words] };
        // Those that an empty heap completes.
        for y in 1..bound {
            for x in 1..y {
                let z = ((x + 1) ^ (y + 1)) - 1;
                if z > 0 {
                    sets.mark(x, y, z);
                }
            }
        }
        Ok(sets)
    }

    fn start(&self, x: usize, y: usize) -> usize {
        let (x, y) = if x < y { (x, y) } else { (y, x) };
        (y * (y - 1) / 2 + x) * self.words
    }

    fn mark(&mut self, x: usize, y: usize, w: usize) {
        if x < self.bound && y < self.bound {
            let start = self.start(x, y);
            self.bits[start + w / 64] |= 1 << (w % 64);
        }
    }

    /// The completion z > c of a < b < c, noted in all sets; `None` if the triple is complete already.
    fn complete(&mut self, a: usize, b: usize, c: usize) -> Option<usize> {
        let rows = [self.start(a, b), self.start(a, c), self.start(b, c)];
        if self.bits[rows[0] + c / 64] >> (c % 64) & 1 == 1 {
            return None;
        }
        let union = |word: usize| rows.iter().fold(0, |union, row| union | self.bits[row + word]);
        let first = union(c / 64) | u64::MAX >> (63 - c % 64);
        let words = std::iter::once(first).chain((c / 64 + 1..self.words).map(union));
        let (word, union) = (c / 64..).zip(words).find(|(_, union)| *union != u64::MAX)?;
        let z = 64 * word + union.trailing_ones() as usize;
        let set = [a, b, c, z];
        for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            for other in (0..4).filter(|other| *other != first && *other != second) {
                self.mark(set[first], set[second], set[other]);
            }
        }
        Some(z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::antonim::heaps::{Reading, completion};

    #[test]
    fn completions_equal_the_oracle() {
        let mut judge = Reading::Z.judge(&Limits::default()).unwrap();
        let mut sets = Sets::new(9, &Limits::default()).unwrap();
        for c in 1..9 {
            for (b, a) in (1..c).flat_map(|b| (1..b).map(move |a| (b, a))) {
                let heaps = [a, b, c].map(|number| number as u64);
                let expected = completion(&mut judge, Reading::Z, &heaps).unwrap().unwrap();
                match sets.complete(a, b, c) {
                    Some(z) => assert_eq!(z as u64, expected, "{heaps:?}"),
                    None => assert!(expected < c as u64, "{heaps:?}: {expected}"),
                }
            }
        }
    }

    #[test]
    fn counts_equal_the_oracle() {
        let mut judge = Reading::Z.judge(&Limits::default()).unwrap();
        let found = Triples::below(12, &Limits::default()).unwrap();
        for below in 1..12 {
            let positions = Reading::Z.positions(4, below);
            let lost = positions.iter().filter(|heaps| judge.is_p(heaps).unwrap()).count();
            assert_eq!(found.count(below), lost as u128, "{below}");
        }
    }
}
