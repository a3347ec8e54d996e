//! Stops: saved states of sweeps through Nimrod's plane.
//!
//! A window at the pile p depends on all smaller piles, but only through a front: for each rate r below
//! about √(2p) the last r outcomes, p bits in all. The front at a word of piles is a *stop*. From the
//! nearest stop at or before a window the window takes milliseconds, whichever rates it shows;
//! from the pile 0 it takes p^1.5 steps. A sweep that is stopped leaves a stop where it was, so that the
//! next goes on from there.
//!
//! *Soundness.* Let a row be given up to the word t. The definition gives the outcome at (p,r) from those
//! at (p-q,q), q = r-1, r, r+1, which the delayed rows hold for the words to come (`words`), and a row
//! without a ring yet lies outside the core, where the sectors decide. So equal fronts have equal futures,
//! and which window a front was made for does not matter, provided that no row has left (`need`).
//!
//! *What is kept.* The next window is likely to be near the last one: a distance d gets a weight of about
//! 1/d². So a sweep leaves stops at distances from its window that grow fourfold, and some on the way there;
//! when the memory is used up, the stop that saves the least work per byte, weighted in this way, is dropped.

use std::sync::Arc;

use bouton_rules::{FiniteGame, Game, Limits, MAX_NUMBER, Meter, Position, RateRules, Refusal};

use super::need::{Need, cost_between, ring_bytes};
use super::picture::Picture;
use super::rows::{options_of, solved};
use super::sweep::{Front, Sweep, lost, steps};
use super::words::LANES;
use crate::ask::Window;
use crate::closed::nimrod;
use crate::finding::{Bits, Solution};

/// Stops of sweeps through Nimrod's plane, under normal play.
///
/// ```
/// use bouton_engines::{NimrodStops, SweepResult, Window};
/// use bouton_rules::Limits;
/// let (mut stops, limits) = (NimrodStops::new(1 << 20), Limits::default());
/// let window = Window { x: 600_000..600_100, y: 1..3 };
/// let sweep = stops.sweep(&window, &limits)?;
/// let all = sweep.steps();
/// let SweepResult::Rows(rows) = sweep.run(&limits, |stop| stops.keep(stop))? else { panic!("unwatched") };
/// assert_eq!((rows.len(), rows[0].len()), (2, 100));
/// assert!(stops.sweep(&window, &limits)?.steps() < all / 10);
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone)]
pub struct NimrodStops {
    /// The stops, by their piles, ascending.
    kept: Vec<Arc<Front>>,
    most_bytes: usize,
    policy: StopPolicy,
}

/// A stop on the way to a window.
pub struct NimrodStop {
    front: Arc<Front>,
    /// The word at which the window begins.
    towards: u64,
}

/// When stops are used and how often progress is reported.
#[derive(Clone, Copy)]
struct StopPolicy {
    /// Windows that take fewer steps from the pile 0 need no stop.
    cheap: u128,
    /// Stops are at least this many words apart: a stretch that takes hardly any time to compute again.
    apart: u64,
    /// The number of steps between two reports of progress.
    report_interval: u64,
}

impl StopPolicy {
    const USUAL: StopPolicy = StopPolicy { cheap: 1 << 22, apart: 256, report_interval: 1 << 21 };
}

/// The most stops, however small they are.
const MOST_STOPS: usize = 1024;
/// How many windows near the last one are expected.
const NEIGHBOURS: u128 = 32;

impl NimrodStops {
    /// An empty collection of stops, which may take this many bytes.
    #[must_use]
    pub fn new(most_bytes: usize) -> NimrodStops {
        NimrodStops { kept: Vec::new(), most_bytes, policy: StopPolicy::USUAL }
    }

    /// Is this the game whose plane is swept?
    #[must_use]
    pub fn knows(game: &Game) -> bool {
        nimrod(game).is_ok()
    }

    /// A position of Nimrod that has options: the window that contains them, and how its rows become the solution.
    #[must_use]
    pub fn position<'g>(game: &'g Game, position: &Position) -> Option<NimrodPosition<'g>> {
        let (Ok(rules), Some(&[pile, rate])) = (nimrod(game), position.tuple()) else {
            return None;
        };
        let window = options_of(rules, pile, rate)?;
        Some(NimrodPosition { game: game.finite()?, rules, position: (pile, rate), window })
    }

    /// The bytes that the stops take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept.iter().map(|front| front.bytes()).sum()
    }

    /// Prepares the lost positions of a window, from the nearest stop or, if that is better, without one.
    /// The rates are positive.
    pub fn sweep(&self, window: &Window, limits: &Limits) -> Result<NimrodSweep, Refusal> {
        if window.y.start == 0 || window.x.end.max(window.y.end) > MAX_NUMBER + 1 {
            return Err(Refusal::bad(
                "the window has numbers that are not positions",
                format!("rates go from 1 to {MAX_NUMBER}, piles from 0"),
            ));
        }
        let sweep = |from, steps| {
            Ok(NimrodSweep { window: window.clone(), from, steps, policy: self.policy })
        };
        if window.x.is_empty() || window.y.is_empty() {
            return sweep(None, 0);
        }
        let alone = steps(&Need::new(window).cost(), window);
        let end = Need::everything(window).end();
        let bytes = front_bytes(end);
        let has_room = bytes <= self.most_bytes as u128 / 2
            && limits.check_memory("", 2 * bytes + Picture::bytes(window)).is_ok();
        if alone <= self.policy.cheap || !has_room {
            return sweep(None, alone);
        }
        let from = self.before(window.x.start / LANES);
        let rest = steps(&cost_between(from.now, end), window);
        match alone.saturating_mul(NEIGHBOURS) <= rest && alone <= limits.steps.into() {
            true => sweep(None, alone),
            false => sweep(Some(from), rest),
        }
    }

    /// The nearest stop at or before a word.
    fn before(&self, word: u64) -> Arc<Front> {
        let later = self.kept.partition_point(|front| front.now <= word);
        later.checked_sub(1).map_or_else(Arc::default, |nearest| Arc::clone(&self.kept[nearest]))
    }

    /// Keeps a stop; others may have to go.
    pub fn keep(&mut self, stop: NimrodStop) {
        let at = self.kept.partition_point(|front| front.now < stop.front.now);
        if self.kept.get(at).is_none_or(|front| front.now != stop.front.now) {
            self.kept.insert(at, stop.front);
        }
        let mut bytes = self.bytes();
        while bytes > self.most_bytes || self.kept.len() > MOST_STOPS {
            let Some(least) = self.least_worth(stop.towards) else { break };
            bytes -= self.kept.remove(least).bytes();
        }
    }

    /// The stop that saves the least, if there are two. The one right before the last window is never chosen, or a
    /// sweep to that window would make no progress.
    fn least_worth(&self, towards: u64) -> Option<usize> {
        let pinned = self.kept.partition_point(|front| front.now <= towards).saturating_sub(1);
        let others = (0..self.kept.len()).filter(|index| *index != pinned);
        others.min_by(|a, b| self.worth(*a, towards).total_cmp(&self.worth(*b, towards)))
    }

    /// The work from the stop before, times how likely a window is nearest to this one, for each byte.
    fn worth(&self, index: usize, towards: u64) -> f64 {
        let now = |index: usize| self.kept.get(index).map(|front| front.now);
        let here = self.kept[index].now;
        let before = index.checked_sub(1).and_then(now).unwrap_or(0);
        let next = now(index + 1).unwrap_or(2 * here.max(towards));
        let work = (here as f64).powf(1.5) - (before as f64).powf(1.5);
        // The integral of 1/(1+d)² from the window on.
        let weight = |word: u64| {
            let distance = (word as f64 - towards as f64) / self.policy.apart as f64;
            distance / (1.0 + distance.abs())
        };
        work * (weight(next) - weight(here)) / self.kept[index].bytes() as f64
    }
}

/// The bytes of a front with all rows, about.
fn front_bytes(word: u64) -> u128 {
    // The core of band b begins at the word 32b² or later, and a block has at most b words.
    let band = (word / 32).isqrt() + 1;
    ring_bytes(band) + u128::from(band) * 64 + 4096
}

/// A position of Nimrod that has options.
pub struct NimrodPosition<'g> {
    game: &'g FiniteGame,
    rules: &'g RateRules,
    position: (u64, u64),
    window: Window,
}

impl NimrodPosition<'_> {
    /// The window that has all options.
    #[must_use]
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// The solution, from the lost positions in that window.
    #[must_use]
    pub fn solution(&self, rows: &[Bits]) -> Solution {
        solved(self.game, self.rules, self.position, &self.window, rows)
    }
}

/// A sweep that is about to begin.
pub struct NimrodSweep {
    window: Window,
    /// Where it begins; without a stop it begins at the pile 0, and rows leave as soon as they can.
    from: Option<Arc<Front>>,
    steps: u128,
    policy: StopPolicy,
}

/// How a sweep ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SweepResult {
    /// The lost positions, row by row.
    Rows(Vec<Bits>),
    /// The limits did not suffice, but the last stop is further on than the one it began at: asking again
    /// will take fewer steps.
    Unfinished,
}

impl NimrodSweep {
    /// How many steps it will take.
    #[must_use]
    pub fn steps(&self) -> u128 {
        self.steps
    }

    /// Computes the window and hands over stops on the way. When the steps are used up or the watch asks to
    /// stop, the last one is where the sweep ended, so running out of steps is not refused.
    pub fn run(
        self,
        limits: &Limits,
        mut keep: impl FnMut(NimrodStop),
    ) -> Result<SweepResult, Refusal> {
        let window = &self.window;
        let Some(from) = self.from else { return lost(window, limits).map(SweepResult::Rows) };
        let (began, towards) = (from.now, window.x.start / LANES);
        let mut places = places(began, towards, self.policy.apart);
        let mut reached = began;
        let need = Need::everything(window);
        let meter = Meter::new(limits, "").out_of(self.steps).every(self.policy.report_interval);
        let mut sweep = Sweep::new(&need, window, Arc::unwrap_or_clone(from), meter, true)?;
        while !sweep.is_complete() {
            if places.last() == Some(&sweep.front.now) {
                reached = sweep.front.now;
                places.pop();
                keep(NimrodStop { front: Arc::new(sweep.front.clone()), towards });
            }
            sweep.step()?;
            if sweep.meter.spend(0).is_ok() {
                continue;
            }
            // Beyond the beginning of the window a stop is of no use to it.
            if sweep.front.now <= towards {
                reached = sweep.front.now;
                keep(NimrodStop { front: Arc::new(sweep.front), towards });
            }
            return if reached > began {
                Ok(SweepResult::Unfinished)
            } else {
                Err(Refusal::Interrupted)
            };
        }
        Ok(SweepResult::Rows(sweep.picture.into_rows()))
    }
}

/// The words at which a sweep leaves stops, the first one last: where the window begins, before it at
/// distances that grow fourfold, and half as far, a quarter as far, and so on.
fn places(from: u64, towards: u64, apart: u64) -> Vec<u64> {
    let last = towards / apart * apart;
    let distances = std::iter::successors(Some(apart), |distance| distance.checked_mul(4));
    let earlier = distances.map_while(|distance| last.checked_sub(distance));
    let halves = std::iter::successors(Some(last), |place| Some(place / 2 / apart * apart));
    let mut places: Vec<u64> = earlier.chain(halves.take_while(|place| *place > from)).collect();
    places.retain(|place| *place > from);
    places.sort_unstable_by(|a, b| b.cmp(a));
    places.dedup();
    places
}

#[cfg(test)]
mod tests;
