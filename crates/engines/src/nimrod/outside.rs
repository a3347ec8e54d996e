//! The rows outside the core, from the sector theorem (`closed::nimrod`).

use super::words::LANES;
use crate::closed::sector;

/// The first pile of the core at a rate, r²/2 + r/4 - 3/2 rounded up: all smaller piles lie in sectors.
pub(super) fn core_begins(rate: u64) -> u128 {
    let rate = u128::from(rate);
    (2 * rate * rate + rate).saturating_sub(6).div_ceil(4)
}

/// Sets the bits of the lost piles of a row: bit i of `words` stands for the pile `from` + i. Piles
/// below 0, from `until` on and in the core are left alone.
pub(super) fn fill(words: &mut [u64], rate: u64, from: i128, until: u128) {
    let end = from + words.len() as i128 * i128::from(LANES);
    let core = core_begins(rate).min(until).cast_signed().min(end);
    let mut pile = from.max(0);
    while pile < core {
        let Some(sector) = sector(pile as u64, rate) else {
            unreachable!("({pile},{rate}) lies outside the core, but in no sector")
        };
        let right = sector.bounds(rate).1.min(core);
        if !sector.is_won() {
            set(words, (pile - from) as usize, (right - from) as usize);
        }
        pile = right;
    }
}

/// Sets the bits from `start` to `end` - 1.
fn set(words: &mut [u64], start: usize, end: usize) {
    let (first, last) = (start / 64, (end - 1) / 64);
    let (head, tail) = (u64::MAX << (start % 64), u64::MAX >> (63 - (end - 1) % 64));
    if first == last {
        words[first] |= head & tail;
        return;
    }
    words[first] |= head;
    words[first + 1..last].fill(u64::MAX);
    words[last] |= tail;
}
