//! Choices of a generator, taken from bytes (of a seed, or of a fuzzer) or from a running number.

use arbitrary::Unstructured;

/// Makes choices.
pub(crate) struct Dice<'a> {
    source: Source<'a>,
}

enum Source<'a> {
    /// Where the bytes have run out, always the first choice is made.
    Bytes(Unstructured<'a>),
    /// Never runs out.
    Running(u64),
}

/// How many bytes a seed becomes.
const LENGTH: usize = 1024;

/// One step of splitmix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The bytes of a seed. Neighbouring seeds have nothing in common.
#[must_use]
pub(crate) fn bytes_of(seed: u64) -> Vec<u8> {
    let mut state = next(&mut seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    (0..LENGTH / 8).flat_map(|_| next(&mut state).to_le_bytes()).collect()
}

impl<'a> Dice<'a> {
    /// Choices by these bytes.
    #[must_use]
    pub(crate) fn new(bytes: &'a [u8]) -> Dice<'a> {
        Dice { source: Source::Bytes(Unstructured::new(bytes)) }
    }

    /// Choices without end.
    #[must_use]
    pub(crate) fn running(seed: u64) -> Dice<'static> {
        Dice { source: Source::Running(seed) }
    }

    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        match &mut self.source {
            Source::Bytes(bytes) => bytes.int_in_range(0..=sides.max(1) - 1).unwrap_or(0),
            Source::Running(state) => next(state) % sides.max(1),
        }
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: i128, high: i128) -> i128 {
        low + i128::from(self.roll((high - low + 1).max(1) as u64))
    }

    /// True once in `sides` times; never where the bytes have run out.
    pub(crate) fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) + 1 == sides
    }

    /// One of these.
    pub(crate) fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len() as u64) as usize]
    }
}
