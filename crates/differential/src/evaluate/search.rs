//! All values of some variables for which others exist that make a condition true.
//!
//! Ranges are halved, and a half is dropped if the condition cannot hold in it. What is left are single values,
//! for which the condition is computed exactly; nothing is ever dropped that could make it true.

use std::collections::BTreeSet;

use crate::evaluate::TooMuch;
use crate::evaluate::interval::{Interval, Truth};

/// The most results of a search.
const MOST: usize = 2000;

/// Values up to this are tried to suffice first.
const SMALL: i128 = 64;

/// A search in progress.
pub(crate) struct Search<'a> {
    /// Whether the condition can hold and can fail in these ranges.
    pub(crate) holds: &'a dyn Fn(&[Interval]) -> Truth,
    /// The first variables, this many, are the result; of the others it is asked whether they exist.
    pub(crate) results: usize,
    /// How often the condition may still be looked at.
    pub(crate) fuel: &'a mut u64,
    /// What was found.
    pub(crate) found: BTreeSet<Vec<i128>>,
}

impl Search<'_> {
    fn truth(&mut self, ranges: &[Interval]) -> Result<Truth, TooMuch> {
        *self.fuel = self.fuel.checked_sub(1).ok_or(TooMuch)?;
        Ok((self.holds)(ranges))
    }

    /// Adds all results in these ranges; was there one?
    pub(crate) fn run(&mut self, mut ranges: Vec<Interval>) -> Result<bool, TooMuch> {
        self.shave(&mut ranges)?;
        let truth = self.truth(&ranges)?;
        if !truth.can_hold {
            return Ok(false);
        }
        let widest = |index: &usize| ranges[*index].high - ranges[*index].low;
        let open = (0..self.results).filter(|index| !ranges[*index].is_one()).min_by_key(widest);
        if let Some(index) = open {
            let [low, high] = halves(&ranges, index);
            let (low, high) = (self.run(low)?, self.run(high)?);
            return Ok(low || high);
        }
        let result: Vec<i128> = ranges[..self.results].iter().map(|range| range.low).collect();
        if self.found.contains(&result) {
            return Ok(true);
        }
        let open = (self.results..ranges.len())
            .filter(|index| !ranges[*index].is_one())
            .min_by_key(widest);
        match open {
            Some(index) if truth.can_fail => {
                let [low, high] = halves(&ranges, index);
                Ok(self.run(low)? || self.run(high)?)
            }
            _ => {
                self.found.insert(result);
                if self.found.len() > MOST { Err(TooMuch) } else { Ok(true) }
            }
        }
    }

    /// Drops ends of the ranges in which the condition cannot hold.
    fn shave(&mut self, ranges: &mut [Interval]) -> Result<(), TooMuch> {
        for _ in 0..4 {
            let before = ranges.to_vec();
            for index in 0..ranges.len() {
                self.shave_one(ranges, index)?;
            }
            if *ranges == before[..] {
                break;
            }
        }
        Ok(())
    }

    fn shave_one(&mut self, ranges: &mut [Interval], index: usize) -> Result<(), TooMuch> {
        if ranges[index].high > SMALL && ranges[index].low < SMALL {
            self.drop(ranges, index, Interval { low: SMALL + 1, ..ranges[index] })?;
        }
        if ranges[index].low < -SMALL && ranges[index].high > -SMALL {
            self.drop(ranges, index, Interval { high: -SMALL - 1, ..ranges[index] })?;
        }
        while !ranges[index].is_one() {
            let middle = middle(ranges[index]);
            let upper = Interval { low: middle + 1, ..ranges[index] };
            let lower = Interval { high: middle, ..ranges[index] };
            if !self.drop(ranges, index, upper)? && !self.drop(ranges, index, lower)? {
                break;
            }
        }
        Ok(())
    }

    /// Drops this end of a range, if the condition cannot hold in it.
    fn drop(
        &mut self,
        ranges: &mut [Interval],
        index: usize,
        end: Interval,
    ) -> Result<bool, TooMuch> {
        let whole = ranges[index];
        ranges[index] = end;
        let can_hold = self.truth(ranges)?.can_hold;
        ranges[index] = match (can_hold, end.low == whole.low) {
            (true, _) => whole,
            (false, true) => Interval { low: end.high + 1, ..whole },
            (false, false) => Interval { high: end.low - 1, ..whole },
        };
        Ok(!can_hold)
    }
}

fn middle(range: Interval) -> i128 {
    range.low + (range.high - range.low) / 2
}

fn halves(ranges: &[Interval], index: usize) -> [Vec<Interval>; 2] {
    let middle = middle(ranges[index]);
    let [mut low, mut high] = [ranges.to_vec(), ranges.to_vec()];
    low[index].high = middle;
    high[index].low = middle + 1;
    [low, high]
}
