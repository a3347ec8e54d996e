//! Advances the bands up to the last pile that the question asks for.
//!
//! Octave k holds the bands 2^k to 2^(k+1)-1. They advance 2^k words at a time, whenever the clock
//! reaches a multiple of 2^k, the lower octaves first. So a band finds the one above it where it was at
//! the start of the block, and reads the delayed row there. The one below has moved on; it has left its
//! highest delayed row in a buffer as it went.
//!
//! Between two steps of the clock the [`Front`] is all that the piles to come depend on: with it a sweep
//! can be interrupted and continued later (`stops`).

use std::collections::VecDeque;

use bouton_rules::{Limits, Meter, Refusal};
use bouton_values::to_index;

use super::low::{LowRows, LowStep};
use super::need::{Cost, Need, Stay, block, enters};
use super::outside::fill;
use super::picture::Picture;
use super::words::{Block, LANES, Tile, run};
use crate::ask::Window;
use crate::finding::Bits;

/// The lost positions of a window, row by row. The rates of the window are positive.
pub(super) fn lost(window: &Window, limits: &Limits) -> Result<Vec<Bits>, Refusal> {
    limits.check_memory("the window", Picture::bytes(window))?;
    if window.x.is_empty() || window.y.is_empty() {
        return Ok(window.y.clone().map(|_| Bits::default()).collect());
    }
    let need = Need::new(window);
    let cost = need.cost();
    let (what, steps) = ("the core of the chart", steps(&cost, window));
    limits.check_steps(what, steps)?;
    limits.check_memory(what, cost.bytes + Picture::bytes(window))?;
    let meter = Meter::new(limits, what).out_of(steps);
    let mut sweep = Sweep::new(&need, window, Front::default(), meter, false)?;
    while !sweep.is_complete() {
        sweep.step()?;
    }
    Ok(sweep.picture.into_rows())
}

/// Steps for a tile, for a word of the lowest rows, and for what the sectors decide in a row; without
/// AVX2 a tile takes three times as many.
const TILE_STEPS: u64 = 32;
const LOW_STEPS: u64 = 350;
const ROW_STEPS: u64 = 1000;

/// How many steps a window takes.
pub(super) fn steps(cost: &Cost, window: &Window) -> u128 {
    let rows = u128::from(window.y.end - window.y.start);
    cost.tiles * u128::from(TILE_STEPS)
        + cost.low_words * u128::from(LOW_STEPS)
        + rows * u128::from(ROW_STEPS)
}

/// A band that has entered.
#[derive(Clone)]
struct Band {
    number: u64,
    /// The word at which it leaves.
    leave: u64,
    /// The delayed rows: tile t at t mod (number + 1).
    ring: Vec<Tile>,
}

impl Band {
    /// A band that enters: what it needs of the past lies outside the core.
    fn entering(number: u64, stay: Stay) -> Band {
        let tiles = to_index(number) + 1;
        let mut ring = vec![Tile::EMPTY; tiles];
        let pile = u128::from(stay.enter * LANES);
        for lane in 0..LANES {
            let row = number * LANES + lane;
            let mut words = vec![0; tiles];
            fill(&mut words, row, pile.cast_signed() - i128::from(row), pile);
            for (word, bits) in (stay.enter..).zip(words) {
                ring[to_index(word) % tiles].0[to_index(lane)] = bits;
            }
        }
        Band { number, leave: stay.leave, ring }
    }

    fn slot(&self, word: u64) -> usize {
        to_index(word % (self.number + 1))
    }

    /// Appends words of the lowest delayed row; as many as the band's number are known.
    fn read_lowest(&self, from: u64, words: usize, row: &mut Vec<u64>) {
        let (head, tail) = self.ring.split_at(self.slot(from));
        let in_tail = words.min(tail.len());
        for tiles in [&tail[..in_tail], &head[..words - in_tail]] {
            row.extend(tiles.iter().map(|tile| tile.0[0]));
        }
    }
}

/// What the piles to come depend on.
#[derive(Clone)]
pub(super) struct Front {
    /// How many words are done.
    pub(super) now: u64,
    low: LowRows,
    /// The bands that have entered; below the window, those that have left are gone.
    bands: VecDeque<Band>,
    /// The band that enters next, and when.
    next: u64,
    next_enters: u64,
    /// For each octave, the delayed row below its next band: a word for each word of a block.
    below: Vec<Vec<u64>>,
}

/// The front before the first pile.
impl Default for Front {
    fn default() -> Front {
        Front {
            now: 0,
            low: LowRows::default(),
            bands: VecDeque::new(),
            next: 1,
            next_enters: enters(1),
            below: vec![vec![0]],
        }
    }
}

impl Front {
    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let rings = self.bands.iter().map(|band| size_of_val(&band.ring[..]) + size_of::<Band>());
        let below = self.below.iter().map(|words| size_of_val(&words[..]));
        size_of::<Front>() + rings.sum::<usize>() + below.sum::<usize>()
    }
}

/// A front on its way through the plane.
pub(super) struct Sweep<'a> {
    need: &'a Need<'a>,
    pub(super) picture: Picture<'a>,
    pub(super) meter: Meter,
    /// Is progress reported between two steps of the clock only, when the front is complete?
    reports_between_steps: bool,
    pub(super) front: Front,
    end: u64,
    low_leaves: u64,
    /// The delayed row above a band: a word for each word of a block.
    above: Vec<u64>,
}

impl<'a> Sweep<'a> {
    /// Begins with what the sectors decide. The front lies at or before the window.
    pub(super) fn new(
        need: &'a Need<'a>,
        window: &'a Window,
        front: Front,
        meter: Meter,
        reports_between_steps: bool,
    ) -> Result<Sweep<'a>, Refusal> {
        let (picture, above) = (Picture::new(window), Vec::new());
        let (end, low_leaves) = (need.end(), need.stay(0).leave);
        let mut sweep =
            Sweep { need, picture, meter, reports_between_steps, front, end, low_leaves, above };
        for row in window.y.clone() {
            sweep.picture.fill_outside(row, need.outside(row));
            sweep.spend(ROW_STEPS)?;
        }
        Ok(sweep)
    }

    fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.meter.count(steps);
        if self.reports_between_steps { Ok(()) } else { self.meter.spend(0) }
    }

    /// Is the picture complete?
    pub(super) fn is_complete(&self) -> bool {
        self.front.now >= self.end
    }

    /// The next step of the clock.
    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        self.enter();
        if self.front.now < self.low_leaves {
            self.advance_low()?;
            self.front.now += 1;
        } else {
            self.leave();
            self.front.now += self.stride();
        }
        for octave in 0..self.front.below.len() {
            if self.front.now.is_multiple_of(1 << octave) {
                self.advance_octave(octave)?;
            }
        }
        Ok(())
    }

    /// Bands enter where their core begins.
    fn enter(&mut self) {
        let front = &mut self.front;
        while front.next_enters <= front.now && self.need.admits(front.next) {
            if front.next > 1 && front.next.is_power_of_two() {
                front.below.push(vec![0; to_index(front.next)]);
            }
            front.bands.push_back(Band::entering(front.next, self.need.stay(front.next)));
            front.next += 1;
            front.next_enters = enters(front.next);
        }
    }

    /// If the window does not begin with the lowest rows, the bands below it leave in turn after these.
    fn leave(&mut self) {
        while self.front.bands.front().is_some_and(|band| band.leave <= self.front.now) {
            self.front.bands.pop_front();
        }
    }

    /// How many words the clock advances; when the lowest rows have left, the lowest band sets the pace.
    fn stride(&self) -> u64 {
        let block = self.front.bands.front().map_or(1, |band| block(band.number));
        block.min(1 << self.front.now.trailing_zeros())
    }

    fn advance_low(&mut self) -> Result<(), Refusal> {
        self.load_above(0, self.front.now, 1);
        run(LowStep { rows: &mut self.front.low, above: self.above[0] });
        self.front.below[0][0] = self.front.low.edge();
        if !self.picture.wanted(0, self.front.now..self.front.now + 1).is_empty() {
            self.picture.keep(0, self.front.now, &self.front.low.lost());
        }
        self.spend(LOW_STEPS)
    }

    /// Advances the bands of an octave by a block, up to now.
    fn advance_octave(&mut self, octave: usize) -> Result<(), Refusal> {
        let words = 1 << octave;
        let start = self.front.now - words;
        let Some(first) = self.front.bands.front().map(|band| band.number) else { return Ok(()) };
        for number in first.max(words)..self.front.next.min(2 * words) {
            let index = to_index(number - first);
            if self.front.bands[index].leave > start {
                self.load_above(number, start, words);
                self.keep(index, octave, start);
                let band = &mut self.front.bands[index];
                let at = band.slot(start);
                let (below, above) = (&mut self.front.below[octave][..], &self.above[..]);
                run(Block { ring: &mut band.ring, at, below, above });
                self.spend(words * TILE_STEPS)?;
            }
        }
        if let Some([lower, upper]) = self.front.below.get_mut(octave..octave + 2) {
            let at = to_index(start % (2 * words));
            upper[at..at + to_index(words)].copy_from_slice(lower);
        }
        Ok(())
    }

    /// Puts the delayed row above a band into the buffer, from its owner or from the sectors.
    fn load_above(&mut self, number: u64, start: u64, words: u64) {
        self.above.clear();
        let above = number + 1;
        let bands = &self.front.bands;
        let owner =
            bands.front().and_then(|first| bands.get(to_index(above.checked_sub(first.number)?)));
        match owner {
            Some(band) => band.read_lowest(start, to_index(words), &mut self.above),
            None => {
                self.above.resize(to_index(words), 0);
                let row = above * LANES;
                let from = i128::from(start * LANES) - i128::from(row);
                fill(&mut self.above, row, from, u128::MAX);
            }
        }
    }

    /// Keeps what belongs to the picture of the block that begins at `start`.
    fn keep(&mut self, index: usize, octave: usize, start: u64) {
        let band = &self.front.bands[index];
        for word in self.picture.wanted(band.number, start..start + (1 << octave)) {
            let at = to_index(word - start);
            let tile = &band.ring[band.slot(word)];
            let lost = tile.lost(self.front.below[octave][at], self.above[at]);
            self.picture.keep(band.number, word, &lost);
        }
    }
}
