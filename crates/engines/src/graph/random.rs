//! Random numbers that depend on the seed alone.

use dashu_int::UBig;

/// The generator SplitMix64 of Steele, Lea and Flood: a seed gives the same numbers on every machine.
pub(super) struct SplitMix64(u64);

impl SplitMix64 {
    pub(super) fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each with the same probability: numbers with as many bits as the
    /// bound are drawn until one is below it.
    pub(super) fn below(&mut self, bound: &UBig) -> UBig {
        let bits = bit_length(bound);
        loop {
            let bytes: Vec<u8> =
                (0..bits.div_ceil(64)).flat_map(|_| self.word().to_le_bytes()).collect();
            let drawn = UBig::from_le_bytes(&bytes) >> (bytes.len() * 8 - bits);
            if drawn < *bound {
                return drawn;
            }
        }
    }
}

fn bit_length(number: &UBig) -> usize {
    let bytes = number.to_le_bytes();
    bytes.last().map_or(0, |top| bytes.len() * 8 - top.leading_zeros() as usize)
}
