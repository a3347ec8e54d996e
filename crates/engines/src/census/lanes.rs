//! 256 sets side by side, a set in each bit.
//!
//! The sets of a block have the same elements above m + 8; of m + 1 to m + 8 each has its own choice, so
//! that 256 lanes hold them all. With l(n) and r(n) the lanes in which Left and Right, moving first,
//! lose the heap n,
//!
//! > ¬l(n) = r(n - m) ∨ ⋁ r(n - s) ∧ c(s) ∨ ⋁ r(n - s'),   and ¬r(n) likewise from l,
//!
//! where s goes over m + 1 to m + 8, c(s) are the lanes whose set holds s, and s' goes over the common
//! elements.
//!
//! *Periods.* Let k be at least the maximum of every set of the block and N the number of heaps worked
//! out. Lanes in which the last k outcomes are those p places before have period p ([`period`], t = 1),
//! and the first such p is the least period: from heap N - k - p on the outcomes repeat, so any lesser
//! period would have shown there too. Going back from there, the first heap that differs from the one
//! p places on ends the preperiod. For p = 1 this is the window of L, in which every heap has only
//! options that are L.
//!
//! *What it gains.* All 262 144 sets with minimum 2 and maximum at most 20 take about a sixth of the time of one
//! shift register after the other (`cargo xtask bench ending`).
//!
//! [`period`]: crate::heap::period

use std::ops::Range;

use bouton_values::Outcome;

use super::columns::Columns;
use super::digest::{Fnv, Letters, PeriodWord};
use super::labels::Labels;
use super::word::{LANES, Numbers, Word};

/// How many elements after the least are chosen by lane.
const CHOSEN: usize = LANES.ilog2() as usize;

/// The lanes in which Left, moving first, loses a heap, and Right.
#[derive(Clone, Copy, Default)]
struct Heap {
    left: Word,
    right: Word,
}

impl Heap {
    /// The lanes in which the outcomes differ.
    #[inline(always)]
    fn differs(&self, other: &Heap) -> Word {
        (self.left ^ other.left) | (self.right ^ other.right)
    }
}

/// Works out block after block of the sets with one minimum.
pub(super) struct Lanes {
    min: usize,
    /// The lanes whose sets hold min + 8, min + 7, …, min + 1.
    choices: Box<[Word; CHOSEN]>,
    /// Heaps from -[`BELOW`] on; below 0 nobody loses, as no move leads there.
    heaps: Vec<Heap>,
    settled: LanePeriods,
}

/// How many heaps below the next one are looked at; more than a move can take.
const BELOW: usize = 128;

/// Preperiod, period, and whether the period is L alone.
pub(super) type Periods = (u64, u64, bool);

/// What the lanes showed of their periods.
#[derive(Default)]
pub(super) struct LanePeriods {
    unsettled: Word,
    left: Word,
    preperiods: Numbers,
    periods: Numbers,
}

impl Lanes {
    /// Lanes for the sets with this least element and no element above `max`.
    pub(super) fn new(min: u32, max: u32, labels: &Labels) -> Lanes {
        let min = min as usize;
        let mut heaps = vec![Heap::default(); BELOW + heaps_for(max as usize)];
        let all_if = |loses: bool| if loses { Word::ONES } else { Word::ZERO };
        for (n, heap) in heaps[BELOW..].iter_mut().take(min).enumerate() {
            let [left, right] = labels.loses.map(|word| all_if(word >> n & 1 == 1));
            *heap = Heap { left, right };
        }
        let choices = Box::new(std::array::from_fn(|i| Word::numbers_with_bit(CHOSEN - 1 - i)));
        Lanes { min, choices, heaps, settled: LanePeriods::default() }
    }

    /// Works out the block that starts with this set: its least element, and those that the block has in common.
    pub(super) fn settle(&mut self, first: u64) {
        let common: Vec<usize> =
            (self.min + CHOSEN + 1..=64).filter(|s| first >> (s - 1) & 1 == 1).collect();
        self.fill(&common);
        let reach = common.last().copied().unwrap_or(self.min + CHOSEN);
        self.settled.find_periods(&self.heaps[BELOW..], reach.next_multiple_of(GROUP));
    }

    /// What is known of a lane of the block; `None` if its period did not show.
    #[inline(always)]
    pub(super) fn periods(&self, lane: usize) -> Option<Periods> {
        self.settled.get(lane)
    }

    /// Appends what is known of some lanes of the block. The entries of lanes whose period did not show are to be
    /// overwritten.
    pub(super) fn append(&self, lanes: Range<usize>, columns: &mut Columns) {
        let start = columns.letters.len();
        let left = PeriodWord::left();
        let settled = &self.settled;
        columns.preperiods.extend(settled.preperiods.all(lanes.clone()));
        columns.periods.extend(settled.periods.all(lanes.clone()));
        columns.letters.resize(start + lanes.len(), left.letters.index() as u8);
        columns.hashes.resize(start + lanes.len(), left.hash);
        for lane in (!settled.left & !settled.unsettled).ones().filter(|lane| lanes.contains(lane))
        {
            let (preperiod, period) = (settled.preperiods.get(lane), settled.periods.get(lane));
            let word = self.word(lane, preperiod.into(), period.into());
            columns.letters[start + lane - lanes.start] = word.letters.index() as u8;
            columns.hashes[start + lane - lanes.start] = word.hash;
        }
    }

    /// The lanes of the range whose period did not show.
    pub(super) fn unsettled(&self, lanes: Range<usize>) -> impl Iterator<Item = usize> + use<> {
        self.settled.unsettled.ones().filter(move |lane| lanes.contains(lane))
    }

    /// The fingerprint of the outcomes of one period, for a lane whose period showed.
    fn word(&self, lane: usize, preperiod: usize, period: usize) -> PeriodWord {
        /// Indexed by 1 if Left loses, plus 2 if Right does.
        const OUTCOMES: [Outcome; 4] = [Outcome::N, Outcome::R, Outcome::L, Outcome::P];
        const BYTES: [u8; 4] = *b"NRLP";
        let first = BELOW + preperiod;
        let (mut seen, mut hash) = (0u8, Fnv::default());
        for heap in &self.heaps[first..first + period] {
            let code = usize::from(heap.left.has(lane)) | usize::from(heap.right.has(lane)) << 1;
            seen |= 1 << code;
            hash = hash.byte(BYTES[code]);
        }
        let occurs = |code: &usize| seen >> code & 1 == 1;
        let letters = (0..4)
            .filter(occurs)
            .fold(Letters::default(), |letters, code| letters.with(OUTCOMES[code]));
        PeriodWord { letters, hash: hash.0 }
    }

    /// Works out the heaps from `min` on.
    fn fill(&mut self, common: &[usize]) {
        let places: Vec<usize> = common.iter().map(|taken| BELOW - taken).collect();
        for n in BELOW + self.min..self.heaps.len() {
            let below = self.heaps[..n].last_chunk().expect("that many heaps lie below");
            self.heaps[n] = next(below, self.min, &self.choices, &places);
        }
    }
}

/// How many heaps are worked out: with this many, at max ≤ 24, all but a few lanes in a thousand show their period.
/// It is less than 256, because [`Numbers`] go no further.
fn heaps_for(max: usize) -> usize {
    (4 * max + 32).min(248)
}

/// The heap above these; `places` are those of the heaps to which a common element leads.
#[inline(always)]
fn next(below: &[Heap; BELOW], min: usize, choices: &[Word; CHOSEN], places: &[usize]) -> Heap {
    // The lanes in which Left wins, and Right: some option is lost for the other.
    let Heap { left: mut right_wins, right: mut left_wins } = below[BELOW - min];
    let chosen: &[Heap; CHOSEN] = below[..BELOW - min].last_chunk().expect("min ≤ 64");
    for (option, choice) in chosen.iter().zip(choices) {
        left_wins |= option.right & *choice;
        right_wins |= option.left & *choice;
    }
    for place in places {
        // The remainder changes nothing, but shows the compiler that the index is in bounds.
        let option = &below[place % BELOW];
        left_wins |= option.right;
        right_wins |= option.left;
    }
    Heap { left: !left_wins, right: !right_wins }
}

/// Heaps are compared in groups, so that few branches are left.
const GROUP: usize = 8;

impl LanePeriods {
    #[inline(always)]
    fn get(&self, lane: usize) -> Option<Periods> {
        let (preperiod, period) = (self.preperiods.get(lane), self.periods.get(lane));
        let is_left = self.left.has(lane);
        (!self.unsettled.has(lane)).then(|| (preperiod.into(), period.into(), is_left))
    }

    fn find_periods(&mut self, heaps: &[Heap], reach: usize) {
        *self = LanePeriods { unsettled: Word::ONES, ..LanePeriods::default() };
        for period in 1..=heaps.len().saturating_sub(reach) {
            let lanes = lanes_with_period(heaps, reach, period, self.unsettled);
            if lanes.is_zero() {
                continue;
            }
            if period == 1 {
                let last = &heaps[heaps.len() - 1];
                self.left = lanes & last.right & !last.left;
            }
            self.periods.add(period as u8, lanes);
            self.note_preperiods(heaps, heaps.len() - reach - period, period, lanes);
            self.unsettled &= !lanes;
            if self.unsettled.is_zero() {
                break;
            }
        }
        self.preperiods.transpose();
        self.periods.transpose();
    }

    /// Notes where these lanes, which repeat from heap `shown` on, begin to do so.
    #[inline(always)]
    fn note_preperiods(&mut self, heaps: &[Heap], shown: usize, period: usize, lanes: Word) {
        let mut rest = lanes;
        for first in (0..shown).step_by(GROUP).rev() {
            // Going back, the first heap that differs ends the preperiod of its lane.
            let mut ended = [Word::ZERO; GROUP];
            let groups = group(heaps, first).iter().zip(group(heaps, first + period));
            for ((early, late), ended) in groups.zip(&mut ended).rev() {
                *ended = rest & early.differs(late);
                rest &= !*ended;
            }
            self.preperiods.add_eight(first as u8, &ended);
            if rest.is_zero() {
                break;
            }
        }
    }
}

#[inline(always)]
fn group(heaps: &[Heap], first: usize) -> &[Heap; GROUP] {
    heaps[first..].first_chunk().expect("the heaps that were worked out reach beyond the group")
}

/// Those lanes `among` some in which the last `reach` outcomes are those `period` places before.
#[inline(always)]
fn lanes_with_period(heaps: &[Heap], reach: usize, period: usize, among: Word) -> Word {
    let mut same = among;
    for first in (heaps.len() - reach..heaps.len()).step_by(GROUP) {
        for (late, early) in group(heaps, first).iter().zip(group(heaps, first - period)) {
            same &= !late.differs(early);
        }
        if same.is_zero() {
            break;
        }
    }
    same
}
