//! The rows 1 to 63, a word of piles at a time. They have their own code because their delays are shorter than
//! a word, so that a word of a row depends on earlier bits of the same word.
//!
//! Of U_r the next r bits are known at any time, and they fit one word. The rows T to 2T-1, T a power
//! of two, advance T piles together, the lower ones first, as the bands do in `sweep`. The rows 1 to 3
//! have but six known bits: a table advances them by four piles.

use super::words::{Kernel, Tile};

/// The rows below 64.
#[derive(Clone, Default)]
pub(super) struct LowRows {
    lowest: Lowest,
    fours: Octave<4>,
    eights: Octave<8>,
    sixteens: Octave<16>,
    thirty_twos: Octave<32>,
}

impl LowRows {
    /// The word of U_63 for the last 64 piles.
    pub(super) fn edge(&self) -> u64 {
        self.thirty_twos.edge
    }

    /// The word of each row for the last 64 piles; lane 0 is unused.
    pub(super) fn lost(&self) -> Tile {
        let mut tile = Tile::EMPTY;
        tile.0[1..4].copy_from_slice(&self.lowest.lost);
        tile.0[4..8].copy_from_slice(&self.fours.lost);
        tile.0[8..16].copy_from_slice(&self.eights.lost);
        tile.0[16..32].copy_from_slice(&self.sixteens.lost);
        tile.0[32..].copy_from_slice(&self.thirty_twos.lost);
        tile
    }
}

/// The rows below 64 that advance by a word, given the word of U_64.
pub(super) struct LowStep<'a> {
    pub(super) rows: &'a mut LowRows,
    pub(super) above: u64,
}

impl Kernel for LowStep<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let LowRows { lowest, fours, eights, sixteens, thirty_twos } = self.rows;
        for half in 0..2 {
            for quarter in 0..2 {
                for eighth in 0..2 {
                    for sixteenth in 0..2 {
                        lowest.advance(fours.pending[0]);
                        fours.advance(lowest.edge, eights.pending[0] >> (4 * sixteenth));
                    }
                    eights.advance(fours.edge, sixteens.pending[0] >> (8 * eighth));
                }
                sixteens.advance(eights.edge, thirty_twos.pending[0] >> (16 * quarter));
            }
            thirty_twos.advance(sixteens.edge, self.above >> (32 * half));
        }
    }
}

/// The rows T to 2T-1.
#[derive(Clone)]
struct Octave<const T: usize> {
    /// The known bits of U_(T+i): T+i of them.
    pending: [u64; T],
    /// The last word of L_(T+i), the latest pile in the highest bit.
    lost: [u64; T],
    /// The last word of U_(2T-1), likewise.
    edge: u64,
}

impl<const T: usize> Default for Octave<T> {
    fn default() -> Octave<T> {
        Octave { pending: [0; T], lost: [0; T], edge: 0 }
    }
}

impl<const T: usize> Octave<T> {
    /// Advances by T piles: `below` has the bits of U_(T-1) in its highest places, `above` those of
    /// U_(2T) in its lowest.
    #[inline(always)]
    fn advance(&mut self, below: u64, above: u64) {
        let due = self.pending;
        for i in 0..T {
            let lower = if i == 0 { below >> (64 - T) } else { due[i - 1] };
            let upper = if i == T - 1 { above } else { due[i + 1] };
            let lost = !(lower | due[i] | upper) << (64 - T);
            self.pending[i] = due[i] >> T | lost >> (64 - T - i);
            self.lost[i] = self.lost[i] >> T | lost;
        }
        self.edge = self.edge >> T | due[T - 1] << (64 - T);
    }
}

/// The rows 1 to 3.
#[derive(Clone, Default)]
struct Lowest {
    /// The known bits of U_1, U_2 and U_3: one, two and three, from the lowest place on.
    known: u32,
    /// The last words of L_1, L_2 and L_3, the latest pile in the highest bit.
    lost: [u64; 3],
    /// The last word of U_3, likewise.
    edge: u64,
}

impl Lowest {
    /// Advances by four piles: `above` has the bits of U_4 in its lowest places.
    #[inline(always)]
    fn advance(&mut self, above: u64) {
        let found = FOUR_PILES[self.known as usize | ((above & 15) as usize) << 6];
        self.known = found & 63;
        for (row, lost) in self.lost.iter_mut().enumerate() {
            *lost = *lost >> 4 | u64::from(found >> (8 + 4 * row)) << 60;
        }
        self.edge = self.edge >> 4 | u64::from(found >> 20) << 60;
    }
}

/// For the known bits of U_1, U_2, U_3 and, above them, four of U_4: what is known four piles later;
/// from place 8 on four bits each of L_1, L_2, L_3 and U_3.
static FOUR_PILES: [u32; 1024] = {
    let mut table = [0; 1024];
    let mut known = 0;
    while known < table.len() {
        table[known] = four_piles(known as u32);
        known += 1;
    }
    table
};

/// The definition, pile by pile.
const fn four_piles(known: u32) -> u32 {
    let (mut u1, mut u2, mut u3, u4) = (known & 1, known >> 1 & 3, known >> 3 & 7, known >> 6);
    let mut found = 0;
    let mut pile = 0;
    while pile < 4 {
        let (due2, due3, due4) = (u2 & 1, u3 & 1, u4 >> pile & 1);
        let lost1 = 1 ^ (u1 | due2);
        let lost2 = 1 ^ (u1 | due2 | due3);
        let lost3 = 1 ^ (due2 | due3 | due4);
        found |= (lost1 << 8 | lost2 << 12 | lost3 << 16 | due3 << 20) << pile;
        (u1, u2, u3) = (lost1, u2 >> 1 | lost2 << 1, u3 >> 1 | lost3 << 2);
        pile += 1;
    }
    found | u1 | u2 << 1 | u3 << 3
}
