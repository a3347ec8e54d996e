//! Counts the P-positions of Antonim below a bound.
//!
//! *Three heaps of Antonim.* With X = x + 1 and so on, the P-positions below N are (0,0,0) and the sets
//! {X, Y, Z} of numbers from 1 to N with X ⊕ Y ⊕ Z = 0. Of the ordered triples of numbers from 0 to N
//! with nim-sum 0 those with a zero are (0,Y,Y), (X,0,X) and (X,X,0): 3N + 1. The others have three
//! different numbers, so six of them make a set. A position with fewer heaps has zeros in the place of
//! the missing ones, so the sets count the positions with empty heaps too.

use bouton_rules::{Limits, Refusal};

use super::WHAT;
use super::reading::Reading;
use super::search::{Scope, search};

/// The P-positions with this many heaps, ascending, all below a bound.
pub(super) fn count(
    reading: Reading,
    heaps: usize,
    below: u64,
    limits: &Limits,
) -> Result<u128, Refusal> {
    if heaps == 0 || below == 0 {
        return Ok(0);
    }
    let without_search = without_search(reading, heaps, below);
    let most = reading.read(below - 1);
    // There are not that many different numbers.
    let layer = heaps.min(most);
    let is_closed = heaps < reading.first_layer();
    if is_closed || layer < reading.first_layer() || reading == Reading::Welter && heaps > most {
        return Ok(without_search);
    }
    limits.check_memory(WHAT, 8 * layer as u128)?;
    let bounds = (most - (layer - 1)..most).collect();
    let scope = Scope::up_to(most, bounds);
    let mut found = 0;
    search(reading, &scope, limits, |_, finds| found += finds.len() as u128)?;
    Ok(without_search + found)
}

/// The P-positions in the layers below the first that takes a search.
fn without_search(reading: Reading, heaps: usize, below: u64) -> u128 {
    let below = u128::from(below);
    match (reading, heaps) {
        (Reading::Antonim | Reading::Welter, 1) => 1,
        // {1,2}, {3,4}, …; in Antonim also two empty heaps.
        (Reading::Antonim, 2) => below.div_ceil(2),
        (Reading::Welter, 2) => below / 2,
        (Reading::Antonim, _) => 1 + (triples(below + 1) - (3 * below + 1)) / 6,
        (Reading::Welter, _) => 0,
    }
}

/// How many ordered triples of numbers below `bound` have nim-sum 0.
///
/// Bit by bit from the highest: for each set of those of the three that still agree with the bound
/// so far, in how many ways it can have come about. A number that does not agree is smaller.
fn triples(bound: u128) -> u128 {
    let mut ways = [0u128; 8];
    ways[7] = 1;
    for bit in (0..u128::BITS).rev() {
        let mut next = [0u128; 8];
        for (agreeing, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            for bits in [0b000, 0b011, 0b101, 0b110] {
                match bound >> bit & 1 {
                    1 => next[agreeing & bits] += ways,
                    _ if agreeing & bits == 0 => next[agreeing] += ways,
                    _ => {}
                }
            }
        }
        ways = next;
    }
    ways[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_are_counted() {
        for bound in 0..70 {
            let pairs = (0..bound).flat_map(|x| (0..bound).map(move |y| x ^ y));
            let expected = pairs.filter(|z| *z < bound).count();
            assert_eq!(triples(bound), expected as u128, "{bound}");
        }
        assert_eq!(triples(1 << 60), 1 << 120);
    }
}
