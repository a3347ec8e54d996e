//! 256 bits as an array of words, for which the compiler uses the widest registers it may.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use crate::finding::ones;

/// How many bits.
pub(super) const LANES: usize = 256;

const WORDS: usize = LANES / 64;

/// A bit for each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Word([u64; WORDS]);

impl Word {
    pub(super) const ZERO: Word = Word([0; WORDS]);
    pub(super) const ONES: Word = Word([u64::MAX; WORDS]);

    /// The lanes whose number has bit i.
    pub(super) fn numbers_with_bit(i: usize) -> Word {
        let mut lanes = Word::ZERO;
        for lane in (0..LANES).filter(|lane| lane >> i & 1 == 1) {
            lanes.0[lane / 64] |= 1 << (lane % 64);
        }
        lanes
    }

    #[inline(always)]
    pub(super) fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        (a | b) | (c | d) == 0
    }

    #[inline(always)]
    pub(super) fn has(self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// The lanes whose bit is set, ascending.
    pub(super) fn ones(self) -> impl Iterator<Item = usize> {
        ones(self.0.into_iter()).map(|lane| lane as usize)
    }

    /// Word by word, and written out: `array::from_fn` and `array::map` are calls for each word in builds for tests,
    /// where a census took several times as long.
    #[inline(always)]
    fn zip(self, other: Word, operation: impl Fn(u64, u64) -> u64) -> Word {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Word([operation(a, e), operation(b, f), operation(c, g), operation(d, h)])
    }
}

impl BitAnd for Word {
    type Output = Word;
    #[inline(always)]
    fn bitand(self, other: Word) -> Word {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Word {
    type Output = Word;
    #[inline(always)]
    fn bitor(self, other: Word) -> Word {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Word {
    type Output = Word;
    #[inline(always)]
    fn bitxor(self, other: Word) -> Word {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Word {
    type Output = Word;
    #[inline(always)]
    fn not(self) -> Word {
        self ^ Word::ONES
    }
}

impl BitAndAssign for Word {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Word) {
        *self = *self & other;
    }
}

impl BitOrAssign for Word {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Word) {
        *self = *self | other;
    }
}

/// A number below 256 for each lane, bit by bit while it is put together.
pub(super) struct Numbers {
    planes: [Word; 8],
    numbers: [u8; LANES],
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { planes: [Word::ZERO; 8], numbers: [0; LANES] }
    }
}

impl Numbers {
    /// Puts a number into lanes that have none.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u8, lanes: Word) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                *plane |= lanes;
            }
        }
    }

    /// Puts first + 1, first + 2, … into lanes that have none, where `first` is a multiple of 8.
    #[inline(always)]
    pub(super) fn add_eight(&mut self, first: u8, lanes: &[Word; 8]) {
        let [a, b, c, d, e, f, g, h] = *lanes;
        self.planes[0] |= (a | c) | (e | g);
        self.planes[1] |= (b | c) | (f | g);
        self.planes[2] |= (d | e) | (f | g);
        self.add(first, (a | b | c) | (d | e) | (f | g));
        self.add(first + 8, h);
    }

    /// Transposes the planes, in which each byte holds one bit of eight lanes, so that the numbers can be read.
    #[inline(always)]
    pub(super) fn transpose(&mut self) {
        for (group, numbers) in self.numbers.chunks_exact_mut(8).enumerate() {
            let byte = |plane: &Word| (plane.0[group / 8] >> (8 * (group % 8))) as u8;
            let rows: [u8; 8] = std::array::from_fn(|bit| byte(&self.planes[bit]));
            numbers.copy_from_slice(&transposed(u64::from_le_bytes(rows)).to_le_bytes());
        }
    }

    /// The numbers of some lanes.
    pub(super) fn all(&self, lanes: std::ops::Range<usize>) -> impl Iterator<Item = u32> + '_ {
        self.numbers[lanes].iter().map(|number| u32::from(*number))
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> u8 {
        self.numbers[lane]
    }
}

/// The transpose of an 8×8 matrix of bits, a row in each byte (Hacker's Delight, 7-3).
fn transposed(mut rows: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let swapped = (rows ^ rows >> shift) & mask;
        rows ^= swapped ^ swapped << shift;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_was_put_in() {
        let mut numbers = Numbers::default();
        for number in 0..=u8::MAX {
            let lanes = Word::numbers_with_bit(0)
                & Word(std::array::from_fn(|i| match i {
                    _ if usize::from(number) / 64 == i => 1 << (number % 64),
                    _ => 0,
                }));
            numbers.add(number, lanes);
        }
        numbers.transpose();
        for lane in 0..LANES {
            let expected = if lane % 2 == 1 { lane as u8 } else { 0 };
            assert_eq!(numbers.get(lane), expected);
            assert_eq!(Word::numbers_with_bit(3).has(lane), lane >> 3 & 1 == 1);
        }
    }

    #[test]
    fn eight_numbers_are_put_in_at_once() {
        for first in (0..248).step_by(8) {
            let mut numbers = Numbers::default();
            let lanes = std::array::from_fn(|i| Word([0, 0, 1 << (7 * i), 0]));
            numbers.add_eight(first, &lanes);
            numbers.transpose();
            for lane in 0..LANES {
                let is_set = lane >= 128 && (lane - 128) % 7 == 0 && lane < 128 + 56;
                let expected = if is_set { usize::from(first) + (lane - 128) / 7 + 1 } else { 0 };
                assert_eq!(usize::from(numbers.get(lane)), expected, "{first} {lane}");
            }
        }
    }
}
