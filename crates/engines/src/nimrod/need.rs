//! Which rows take part, from which pile to which, and what that costs.
//!
//! *Entering.* Outside the core the sectors decide, so row r starts where its core begins, at about
//! r²/2.
//!
//! *Leaving.* Play that starts in the window, at most at its last pile P, reaches a row r above the
//! window's highest row h only at p ≤ P - (h+1) - … - r, for each rate on the way up is taken once; and
//! a row r below the lowest row l only at p ≤ P - r - … - (l-1). What lies beyond is not needed, and what
//! is computed there may be wrong: no move leads to it from what is needed.
//!
//! So about ⅔·P^1.5 bits are worked out for a window on row 1, and the rings take P/2 bits.
//!
//! *No gap.* If (p,r) lies in the core then so does (p-r+1, r-1). So the bands that are needed are all
//! up to the highest.
//!
//! Bands enter and leave at multiples of their [`block`]. The delayed rows are read up to r piles after
//! they were written; a band therefore stays until the row above it, if that is nearer to the window, is
//! no longer needed.
//!
//! *Everything.* A sweep that is to be continued later, to windows that are not known yet, needs all rows:
//! bands enter as before, but none leaves. That is √2 times the work, and the rings take P bits.

use bouton_values::saturating_index;

use super::outside::core_begins;
use super::words::{LANES, Tile};
use crate::ask::Window;

/// What a window that is not empty needs. Its rates are positive.
pub(super) struct Need<'a> {
    window: &'a Window,
    /// Does no band leave?
    keeps_all: bool,
    /// The highest band that is needed inside the core, if any is.
    pub(super) top: Option<u64>,
}

/// The word at which a band enters: where the core begins, or a little earlier.
pub(super) fn enters(band: u64) -> u64 {
    let begins = if band == 0 { 0 } else { core_begins(LANES * band) as u64 / LANES };
    begins / block(band) * block(band)
}

/// The bytes that the rings of the bands 1 to `band` take.
pub(super) fn ring_bytes(band: u64) -> u128 {
    tiles_to(band) * size_of::<Tile>() as u128
}

fn tiles_to(band: u64) -> u128 {
    u128::from(band) * (u128::from(band) + 3) / 2
}

/// When a band takes part, in words of piles: from `enter` to `leave` - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stay {
    pub(super) enter: u64,
    pub(super) leave: u64,
}

/// What the bands cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    /// How many tiles are worked out.
    pub(super) tiles: u128,
    /// How many words the lowest rows take.
    pub(super) low_words: u128,
    /// The most bytes that the rings take at once.
    pub(super) bytes: u128,
}

/// How many words band b advances at once: the largest power of two up to b, so that the delayed rows
/// of the band and its neighbours are known that far.
pub(super) fn block(band: u64) -> u64 {
    1 << band.max(1).ilog2()
}

impl Need<'_> {
    pub(super) fn new(window: &Window) -> Need<'_> {
        let mut need = Need { window, keeps_all: false, top: None };
        if need.last_pile() >= core_begins(window.y.start).cast_signed() {
            need.top = Some(need.highest_band(window.y.start / LANES));
        }
        need
    }

    /// What the window needs, and everything that a later window may need.
    pub(super) fn everything(window: &Window) -> Need<'_> {
        let mut need = Need { window, keeps_all: true, top: None };
        need.top = Some(need.highest_band(0));
        need
    }

    /// May a band enter when the sweep reaches its core?
    pub(super) fn admits(&self, band: u64) -> bool {
        self.keeps_all || Some(band) <= self.top
    }

    fn last_pile(&self) -> i128 {
        i128::from(self.window.x.end) - 1
    }

    fn highest_row(&self) -> u64 {
        self.window.y.end - 1
    }

    /// The highest band that is needed, if this one is and the window does not begin below it: from there
    /// on up the core begins later and later, and fewer piles are needed.
    fn highest_band(&self, mut known: u64) -> u64 {
        let is_needed = |band| self.last_need(band) >= core_begins(LANES * band).cast_signed();
        let mut jump = 1;
        while is_needed(known + jump) {
            known += jump;
            jump *= 2;
        }
        while jump > 1 {
            jump /= 2;
            if is_needed(known + jump) {
                known += jump;
            }
        }
        known
    }

    /// Up to which pile the sectors must fill in a row.
    pub(super) fn outside(&self, row: u64) -> u128 {
        let band = row / LANES;
        match self.top {
            Some(top) if band <= top => u128::from(self.stay(band).enter * LANES),
            _ => u128::MAX,
        }
    }

    /// When a band takes part.
    pub(super) fn stay(&self, band: u64) -> Stay {
        let leave = if self.keeps_all { u64::MAX } else { self.last_word(band) };
        Stay { enter: enters(band), leave }
    }

    /// Up to which word a band is needed, in whole blocks.
    fn last_word(&self, band: u64) -> u64 {
        let words = ((self.last_need(band) + 1).max(0) as u64).div_ceil(LANES);
        words.next_multiple_of(block(band))
    }

    /// When the window is complete: its highest band is the last.
    pub(super) fn end(&self) -> u64 {
        let highest = self.highest_row() / LANES;
        self.top.map_or(0, |top| self.last_word(top.min(highest)))
    }

    /// The last pile at which a row of the band, or the next above it, is needed; may be below 0.
    fn last_need(&self, band: u64) -> i128 {
        let sum_to = |row: u64| i128::from(row) * (i128::from(row) + 1) / 2;
        let (lowest, highest) = match self.keeps_all {
            true => (0, u64::MAX),
            false => (self.window.y.start, self.highest_row()),
        };
        let (from, to) = (LANES * band, LANES * band + LANES);
        let tokens = if from > highest {
            sum_to(from) - sum_to(highest)
        } else if to < lowest {
            sum_to(lowest - 1) - sum_to(to - 1)
        } else {
            0
        };
        self.last_pile() - tokens
    }

    /// What the bands cost. Where there are very many, it is estimated from some of them.
    pub(super) fn cost(&self) -> Cost {
        let Some(top) = self.top else { return Cost::default() };
        let mut cost = Cost { low_words: self.stay(0).leave.into(), ..Cost::default() };
        let step = top / MANY_BANDS + 1;
        // Below the window the bands leave in turn.
        let mut first = 1;
        for band in (1..=top).step_by(saturating_index(step)) {
            let stay = self.stay(band);
            cost.tiles += u128::from(stay.leave.saturating_sub(stay.enter)) * u128::from(step);
            while first + step <= band && self.stay(first + step - 1).leave <= stay.enter {
                first += step;
            }
            let tiles = tiles_to(band) - tiles_to(first - 1);
            cost.bytes = cost.bytes.max(tiles * size_of::<Tile>() as u128);
        }
        cost
    }
}

/// What the bands cost from one word to another, if none leaves.
pub(super) fn cost_between(from: u64, to: u64) -> Cost {
    let words = to.saturating_sub(from);
    let mut cost = Cost { low_words: words.into(), ..Cost::default() };
    for band in (1..).take_while(|band| enters(*band) < to) {
        cost.tiles += u128::from(words.min(to - enters(band)));
        cost.bytes = ring_bytes(band);
    }
    cost
}

/// From this many bands on the cost is estimated: as many as row 1 has at 10^13 piles.
const MANY_BANDS: u64 = 50_000;
