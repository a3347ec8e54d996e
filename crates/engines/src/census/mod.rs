//! Ending-partizan subtraction games, many at once: every set with a given minimum, under the EO rule or with other
//! labels of the heaps that end the game.
//!
//! # Main definitions
//! * [`Family`]: all sets S with min S = m and max S ≤ M, in a fixed order.
//! * [`Row`]: what is found of one of them: preperiod, period, and whether Left wins all large heaps.
//! * [`PeriodWord`]: the letters that occur in the period, and a hash of them.
//! * [`Summary`]: counts and records of many rows.
//!
//! # Method
//! By Proposition 2 of *On Ending Partizan Subtraction Nim* the outcomes are two sequences of bits, and
//! each bit an OR over S of earlier ones. 256 sets are worked out side by side, one in each bit of
//! a few words, which settles the sets that show their period soon; the others go one by one through the
//! shift register of the engine with that name. Both report the least preperiod and period, which a
//! repeated window of max S outcomes proves for ever.
//!
//! ```
//! use bouton_engines::census::Family;
//! use bouton_rules::Limits;
//!
//! let family = Family::new(2, 6)?;
//! let mut left = 0;
//! family.classify(&Limits::default(), |row| left += u32::from(row.eventually_left))?;
//! assert_eq!((family.games(), left), (16, 4));
//! # Ok::<(), bouton_rules::Refusal>(())
//! ```

mod columns;
mod digest;
mod labels;
mod lanes;
mod word;

#[cfg(test)]
mod tests;

use std::ops::Range;

use bouton_rules::{Limits, Refusal, Unit};
use bouton_values::Outcome;

use crate::heap::register::Register;
pub use columns::Columns;
pub use digest::{Fnv, Letters, PeriodWord};
pub use labels::Labels;
use lanes::{Lanes, Periods};

/// All sets S of integers with min S = `min` and max S ≤ `max`, numbered from 0 in ascending order of
/// the words that have bit s-1 for each element s. So the sets with a smaller maximum come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    min: u32,
    max: u32,
    labels: Labels,
}

/// The result for one set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Bit s-1 for each element s.
    pub set: u64,
    /// The least preperiod: how many outcomes come before the periodic part.
    pub preperiod: u64,
    /// The least period of the outcomes.
    pub period: u64,
    /// Is every heap from the preperiod on L?
    pub eventually_left: bool,
}

/// How many games there were, and the longest periods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of sets.
    pub games: u64,
    /// The number of sets for which every large heap is L.
    pub eventually_left: u64,
    /// The first row with the longest period.
    pub longest_period: Option<Row>,
    /// The first row with the longest preperiod.
    pub longest_preperiod: Option<Row>,
}

/// How many sets are worked out side by side.
const LANES: u64 = word::LANES as u64;

/// How many blocks are worked out between two reports: a block takes microseconds, and a report costs time too.
const BLOCKS_BETWEEN_REPORTS: u64 = 16;

/// The largest maximum: sets are words.
const MOST: u32 = 64;

impl Family {
    /// The sets with this minimum and at most this maximum, under the EO rule.
    pub fn new(min: u32, max: u32) -> Result<Family, Refusal> {
        Family::labelled(min, max, Labels::even_odd(min))
    }

    /// The sets with this minimum and at most this maximum, with these labels of the heaps below the minimum.
    pub fn labelled(min: u32, max: u32, labels: Labels) -> Result<Family, Refusal> {
        if min == 0 || min > max || max > MOST {
            return Err(Refusal::bad(
                format!("there are no sets with minimum {min} and maximum {max} here"),
                format!("choose 1 ≤ minimum ≤ maximum ≤ {MOST}"),
            ));
        }
        if labels.count() != min {
            return Err(Refusal::bad(
                format!("there are {} labels, and {min} heaps that end the game", labels.count()),
                "write one letter for each of the heaps 0 to minimum - 1, such as LN",
            ));
        }
        Ok(Family { min, max, labels })
    }

    /// The least element of every set.
    #[must_use]
    pub fn min(&self) -> u32 {
        self.min
    }

    /// How many sets there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        1 << (self.max - self.min)
    }

    /// The set with this number.
    #[must_use]
    pub fn set(&self, number: u64) -> u64 {
        (number << 1 | 1) << (self.min - 1)
    }

    /// Calls `each` with a row for each set, in order.
    pub fn classify(&self, limits: &Limits, each: impl FnMut(&Row)) -> Result<(), Refusal> {
        self.classify_range(0..self.games(), limits, each)
    }

    /// Calls `each` with a row for each set whose number is in the range, in order.
    pub fn classify_range(
        &self,
        numbers: Range<u64>,
        limits: &Limits,
        mut each: impl FnMut(&Row),
    ) -> Result<(), Refusal> {
        let numbers = numbers.start..numbers.end.min(self.games());
        let mut lanes = self.lanes(&numbers, limits)?;
        let mut first = numbers.start / LANES * LANES;
        while first < numbers.end {
            limits.progress(first.saturating_sub(numbers.start), numbers.end - numbers.start)?;
            lanes.settle(self.set(first));
            for number in first.max(numbers.start)..(first + LANES).min(numbers.end) {
                let set = self.set(number);
                let (preperiod, period, eventually_left) =
                    match lanes.periods((number - first) as usize) {
                        Some(periods) => periods,
                        None => self.one_by_one(set, limits)?,
                    };
                each(&Row { set, preperiod, period, eventually_left });
            }
            first += LANES;
        }
        Ok(())
    }

    /// Appends what is found of the sets with a number in the range, in order, to columns.
    pub fn fill(
        &self,
        numbers: Range<u64>,
        limits: &Limits,
        columns: &mut Columns,
    ) -> Result<(), Refusal> {
        let numbers = numbers.start..numbers.end.min(self.games());
        let mut lanes = self.lanes(&numbers, limits)?;
        columns.reserve(numbers.end.saturating_sub(numbers.start) as usize);
        let mut first = numbers.start / LANES * LANES;
        while first < numbers.end {
            if (first / LANES).is_multiple_of(BLOCKS_BETWEEN_REPORTS) {
                limits
                    .progress(first.saturating_sub(numbers.start), numbers.end - numbers.start)?;
            }
            lanes.settle(self.set(first));
            let wanted = first.max(numbers.start)..(first + LANES).min(numbers.end);
            let wanted = (wanted.start - first) as usize..(wanted.end - first) as usize;
            let start = columns.letters.len();
            lanes.append(wanted.clone(), columns);
            for lane in lanes.unsettled(wanted.clone()) {
                let set = self.set(first + lane as u64);
                let (preperiod, period, eventually_left) = self.one_by_one(set, limits)?;
                let row = Row { set, preperiod, period, eventually_left };
                let word = PeriodWord::of(self.word(&row, limits)?);
                columns.put(start + lane - wanted.start, &row, &word)?;
            }
            first += LANES;
        }
        Ok(())
    }

    /// The lanes for these numbers, if they are not too many.
    fn lanes(&self, numbers: &Range<u64>, limits: &Limits) -> Result<Lanes, Refusal> {
        let count = numbers.end.saturating_sub(numbers.start);
        // About what a set costs, since nearly all of them are settled side by side.
        let steps = u128::from(self.max) + 8;
        limits.check_steps("the census", steps * u128::from(count))?;
        Ok(Lanes::new(self.min, self.max, &self.labels))
    }

    /// The outcomes of one period from the preperiod on.
    pub fn word(&self, row: &Row, limits: &Limits) -> Result<Vec<Outcome>, Refusal> {
        let last = row.preperiod + row.period;
        let losses = self.register(row.set).losses(last, limits)?;
        Ok((row.preperiod..last).map(|heap| losses.outcome(heap)).collect())
    }

    fn register(&self, set: u64) -> Register {
        Register::labelled(set, self.labels.loses)
    }

    /// Preperiod and period by the shift register, and whether the period is L alone.
    #[cold]
    fn one_by_one(&self, set: u64, limits: &Limits) -> Result<Periods, Refusal> {
        let register = self.register(set);
        let Some((preperiod, period)) = register.period(limits.steps / 8, limits)? else {
            return Err(Refusal::Limit {
                what: format!("the period of the set {set:#b}"),
                needed: u128::from(limits.steps) + 1,
                allowed: limits.steps.into(),
                unit: Unit::Steps,
            });
        };
        let is_left =
            || register.losses(preperiod, limits).map(|l| l.outcome(preperiod) == Outcome::L);
        Ok((preperiod, period, period == 1 && is_left()?))
    }

    /// The counts and records of the whole family.
    pub fn summary(&self, limits: &Limits) -> Result<Summary, Refusal> {
        let mut summary = Summary::default();
        self.classify(limits, |row| summary.add(row))?;
        Ok(summary)
    }
}

impl Row {
    /// The elements of the set, ascending.
    pub fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        (1..=u64::from(MOST)).filter(|s| self.set >> (s - 1) & 1 == 1)
    }
}

impl Summary {
    /// Counts one more row.
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        self.eventually_left += u64::from(row.eventually_left);
        if self.longest_period.is_none_or(|longest| row.period > longest.period) {
            self.longest_period = Some(*row);
        }
        if self.longest_preperiod.is_none_or(|longest| row.preperiod > longest.preperiod) {
            self.longest_preperiod = Some(*row);
        }
    }
}
