//! Ending-partizan subtraction games, many at once: every set with a given minimum, under the EO rule.
//!
//! # Main definitions
//! * [`Family`]: all sets S with min S = m and max S ≤ M, in a fixed order.
//! * [`Row`]: what is found of one of them: preperiod, period, and whether Left wins all large heaps.
//! * [`Summary`]: counts and records of many rows.
//!
//! # Method
//! By Proposition 2 of *On Ending Partizan Subtraction Nim* the outcomes are two sequences of bits, and
//! each bit an OR over S of earlier ones. 256 sets are worked out side by side, one in each bit of
//! a few words, and those settled that show their period soon; the others go one by one through the
//! shift register of the engine of that name. Both report the least preperiod and period, which a
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

mod lanes;
mod word;

#[cfg(test)]
mod tests;

use std::ops::Range;

use bouton_rules::{Limits, Refusal, Unit};
use bouton_values::Outcome;

use crate::heap::register::Register;
use lanes::{Lanes, Periods};

/// All sets S of integers with min S = `min` and max S ≤ `max`, numbered from 0 in ascending order of
/// the words that have bit s-1 for each element s. So the sets with a smaller maximum come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    min: u32,
    max: u32,
}

/// What is known of one set under the EO rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Bit s-1 for each element s.
    pub set: u64,
    /// How many outcomes come before the periodic part, at least.
    pub preperiod: u64,
    /// The least period of the outcomes.
    pub period: u64,
    /// Is every heap from the preperiod on L?
    pub eventually_left: bool,
}

/// How many games there were, and the longest periods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many sets.
    pub games: u64,
    /// How many with L for all large heaps.
    pub eventually_left: u64,
    /// The first row with the longest period.
    pub longest_period: Option<Row>,
    /// The first row with the longest preperiod.
    pub longest_preperiod: Option<Row>,
}

/// How many sets are worked out side by side.
const LANES: u64 = word::LANES as u64;

/// The largest maximum: sets are words.
const MOST: u32 = 64;

impl Family {
    /// The sets with this minimum and at most this maximum.
    pub fn new(min: u32, max: u32) -> Result<Family, Refusal> {
        if min == 0 || min > max || max > MOST {
            return Err(Refusal::bad(
                format!("there are no sets with minimum {min} and maximum {max} here"),
                format!("choose 1 ≤ minimum ≤ maximum ≤ {MOST}"),
            ));
        }
        Ok(Family { min, max })
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

    /// Shows a row for each set, in order.
    pub fn classify(&self, limits: &Limits, each: impl FnMut(&Row)) -> Result<(), Refusal> {
        self.classify_range(0..self.games(), limits, each)
    }

    /// Shows a row for each set with a number in the range, in order.
    pub fn classify_range(
        &self,
        numbers: Range<u64>,
        limits: &Limits,
        mut each: impl FnMut(&Row),
    ) -> Result<(), Refusal> {
        let numbers = numbers.start..numbers.end.min(self.games());
        let count = numbers.end.saturating_sub(numbers.start);
        // What a set costs, about, as nearly all of them are settled side by side.
        let steps = u128::from(self.max) + 8;
        limits.check_steps("the census", steps * u128::from(count))?;
        let mut lanes = Lanes::new(self.min, self.max);
        let mut first = numbers.start / LANES * LANES;
        while first < numbers.end {
            limits.progress(first.saturating_sub(numbers.start), count)?;
            let settled = lanes.settle(self.set(first));
            let wanted = first.max(numbers.start)..(first + LANES).min(numbers.end);
            for number in wanted {
                let set = self.set(number);
                let (preperiod, period, eventually_left) =
                    match settled.get((number - first) as usize) {
                        Some(periods) => periods,
                        None => one_by_one(set, limits)?,
                    };
                each(&Row { set, preperiod, period, eventually_left });
            }
            first += LANES;
        }
        Ok(())
    }

    /// The counts and records of the whole family.
    pub fn summary(&self, limits: &Limits) -> Result<Summary, Refusal> {
        let mut summary = Summary::default();
        self.classify(limits, |row| summary.add(row))?;
        Ok(summary)
    }
}

/// Preperiod and period by the shift register, and whether the period is L alone.
#[cold]
fn one_by_one(set: u64, limits: &Limits) -> Result<Periods, Refusal> {
    let register = Register::even_odd(set);
    let Some((preperiod, period)) = register.period(limits.steps / 8, limits)? else {
        return Err(Refusal::Limit {
            what: format!("the period of the set {set:#b}"),
            needed: u128::from(limits.steps) + 1,
            allowed: limits.steps.into(),
            unit: Unit::Steps,
        });
    };
    let is_left = || register.losses(preperiod, limits).map(|l| l.outcome(preperiod) == Outcome::L);
    Ok((preperiod, period, period == 1 && is_left()?))
}

impl Row {
    /// The elements of the set, ascending.
    pub fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        (1..=u64::from(MOST)).filter(|s| self.set >> (s - 1) & 1 == 1)
    }

    /// The outcomes of one period from the preperiod on.
    pub fn word(&self, limits: &Limits) -> Result<Vec<Outcome>, Refusal> {
        let last = self.preperiod + self.period;
        let losses = Register::even_odd(self.set).losses(last, limits)?;
        Ok((self.preperiod..last).map(|heap| losses.outcome(heap)).collect())
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
