//! Runs a routine over a block of lanes.

use std::ops::Range;

use bouton_rules::{Meter, Refusal};
use bouton_values::{saturating_index, to_index};

use super::code::{
    Action, Binary, Choice, ChoiceKind, Level, Routine, Scalar, ScalarKind, Shared, Value,
};
use super::columns::{BLOCK, Columns, Lane, groups};
use super::layout::narrowed;

/// What is done with the options of a block.
pub(super) trait Sink {
    /// The options of the lanes lie at `first`, `first + stride`, …
    fn line(&mut self, lanes: Range<usize>, first: i64, stride: i64, mask: Option<&[u8]>);

    /// Reads `count` cells in advance, from `first` on by this stride; places outside of the table count for
    /// nothing. Says whether [`Sink::shared`] can be used from now on.
    fn share(&mut self, first: i64, stride: i64, count: usize) -> bool;

    /// The options of the lanes are what was read in advance, from `from` on.
    fn shared(&mut self, lanes: Range<usize>, from: usize, mask: Option<&[u8]>);

    /// The option of a lane lies at its `place`.
    fn places(&mut self, lanes: Range<usize>, place: impl Fn(usize) -> i64, mask: Option<&[u8]>);

    /// What the lanes can reach along a ray is in its flags.
    fn flag(&mut self, ray: usize, lanes: Range<usize>, mask: Option<&[u8]>);
}

/// Registers, and the lanes that were kept.
pub(super) struct Machine<T> {
    scalars: Vec<i64>,
    pub(super) columns: Columns<T>,
    /// The lanes that count before the first level, and after each level.
    live: Vec<[u8; BLOCK]>,
    kept: Range<usize>,
    /// Where in `live` the mask of the kept lanes is.
    kept_mask: Option<usize>,
    /// What was read in advance: which `lane ± choice` comes first.
    shared: Option<i64>,
}

/// Where a routine starts.
pub(super) struct Start<'a> {
    /// The numbers of the position at lane 0.
    pub(super) numbers: &'a [i64],
    pub(super) lanes: Range<usize>,
    pub(super) mask: Option<&'a [u8]>,
}

impl<T: Lane> Machine<T> {
    /// A machine that can run all of these.
    pub(super) fn new<'a>(routines: impl Iterator<Item = &'a Routine>) -> Machine<T> {
        let (mut scalars, mut columns, mut masks, mut levels) = (0, 0, 0, 0);
        for routine in routines {
            scalars = scalars.max(routine.scalars);
            columns = columns.max(routine.columns);
            masks = masks.max(routine.masks);
            levels = levels.max(routine.levels.len());
        }
        Machine {
            scalars: vec![0; scalars],
            columns: Columns::new(columns, masks),
            live: vec![[0; BLOCK]; levels + 1],
            kept: 0..0,
            kept_mask: None,
            shared: None,
        }
    }

    /// Runs a routine. The lanes that it kept, if that is what it does, can be asked for afterwards.
    pub(super) fn run(
        &mut self,
        routine: &Routine,
        start: &Start<'_>,
        sink: &mut impl Sink,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        self.kept = 0..0;
        self.kept_mask = None;
        self.shared = None;
        self.scalars[..start.numbers.len()].copy_from_slice(start.numbers);
        let mask = start.mask.map(|mask| {
            self.live[0][..mask.len()].copy_from_slice(mask);
            0
        });
        self.enter(routine, 0, start.lanes.clone(), mask, sink, meter)
    }

    /// Fills the registers of a routine that has neither conditions nor choices.
    pub(super) fn evaluate(&mut self, routine: &Routine, numbers: &[i64], lanes: Range<usize>) {
        self.scalars[..numbers.len()].copy_from_slice(numbers);
        for level in &routine.levels {
            for (register, kind) in &level.scalars {
                self.scalars[*register] = scalar_result(kind, &self.scalars);
            }
            for op in &level.columns {
                self.columns.run(op, groups(&lanes), |scalar| held(&self.scalars, scalar));
            }
        }
    }

    /// The lanes for which the last routine found everything satisfied.
    pub(super) fn kept(&self) -> (Range<usize>, Option<&[u8]>) {
        (self.kept.clone(), self.kept_mask.map(|mask| &self.live[mask][..]))
    }

    pub(super) fn held(&self, scalar: Scalar) -> i64 {
        held(&self.scalars, scalar)
    }

    fn enter(
        &mut self,
        routine: &Routine,
        at: usize,
        lanes: Range<usize>,
        mask: Option<usize>,
        sink: &mut impl Sink,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let level = &routine.levels[at];
        meter.spend(8 + level.scalars.len() as u64 + 2 * level.lines.len() as u64)?;
        for (register, kind) in &level.scalars {
            self.scalars[*register] = scalar_result(kind, &self.scalars);
        }
        if level.checks.iter().any(|check| self.held(*check) == 0) {
            return Ok(());
        }
        // Lanes first, masks later: dividing finds the lanes of all linear conditions without looking at one, and
        // often there are none left.
        let lanes = level
            .lines
            .iter()
            .fold(lanes, |lanes, (slope, base)| narrowed(lanes, *slope, self.held(*base)));
        if lanes.is_empty() {
            return Ok(());
        }
        let Some(mask) = self.columns(level, at, &lanes, mask, meter)? else { return Ok(()) };
        match routine.levels.get(at + 1).and_then(|next| next.choice.as_ref()) {
            Some(choice) => self.choose(routine, at + 1, choice, lanes, mask, sink, meter),
            None => self.act(routine, lanes, mask, sink, meter),
        }
    }

    /// Columns and masks of a level. Gives the mask of the lanes that still count, `None` if there is none.
    fn columns(
        &mut self,
        level: &Level,
        at: usize,
        lanes: &Range<usize>,
        mask: Option<usize>,
        meter: &mut Meter,
    ) -> Result<Option<Option<usize>>, Refusal> {
        if level.columns.is_empty() && level.masks.is_empty() {
            return Ok(Some(mask));
        }
        let groups = groups(lanes);
        meter.spend(level.columns.len() as u64 * (4 + groups.len() as u64 / 4))?;
        for op in &level.columns {
            self.columns.run(op, groups.clone(), |scalar| held(&self.scalars, scalar));
        }
        let Some((first, rest)) = level.masks.split_first() else { return Ok(Some(mask)) };
        let (before, live) = self.live.split_at_mut(at + 1);
        let live = &mut live[0][groups.clone()];
        live.copy_from_slice(&self.columns.masks[*first][groups.clone()]);
        let outer = mask.map(|mask| &before[mask][groups.clone()]);
        let more = rest.iter().map(|mask| &self.columns.masks[*mask][groups.clone()]);
        for other in outer.into_iter().chain(more) {
            live.iter_mut().zip(other).for_each(|(live, other)| *live &= other);
        }
        let counts = &self.live[at + 1][lanes.clone()];
        let some = counts.iter().fold(0, |some, lane| some | lane) != 0;
        Ok(some.then_some(Some(at + 1)))
    }

    #[allow(clippy::too_many_arguments, reason = "a loop hands on all it was given")]
    fn choose(
        &mut self,
        routine: &Routine,
        at: usize,
        choice: &Choice,
        lanes: Range<usize>,
        mask: Option<usize>,
        sink: &mut impl Sink,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let (least, most) = self.range(choice, &lanes, mask);
        self.shared = None;
        if let Some(shared) = choice.shared
            && least < most
        {
            self.share(&shared, (least, most), &lanes, sink, meter)?;
        }
        let mut with = |machine: &mut Machine<T>, number: i64, lanes: Range<usize>| {
            machine.scalars[choice.register] = number;
            machine.enter(routine, at, lanes, mask, sink, meter)
        };
        match &choice.kind {
            ChoiceKind::Range => {
                for number in least..=most {
                    with(self, number, lanes.clone())?;
                }
            }
            ChoiceKind::Lanes => {
                let mut number = least;
                while number <= most {
                    let length = (most - number + 1).min(BLOCK as i64);
                    with(self, number, 0..to_index(length))?;
                    number += length;
                }
            }
            ChoiceKind::Members(set) => {
                let (low, high) = (i128::from(least), i128::from(most));
                let from = set.finite.partition_point(|element| *element < low);
                for element in set.finite[from..].iter().take_while(|element| **element <= high) {
                    with(self, *element as i64, lanes.clone())?;
                }
                if let Some((first, step)) = set.tail {
                    let skipped = (low - first + step - 1).max(0) / step;
                    let mut element = first + skipped * step;
                    while element <= high {
                        with(self, element as i64, lanes.clone())?;
                        element += step;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads in advance what the lanes share.
    fn share(
        &mut self,
        shared: &Shared,
        (least, most): (i64, i64),
        lanes: &Range<usize>,
        sink: &mut impl Sink,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let ends = [least * shared.sign, most * shared.sign];
        let first = lanes.start as i64 + ends[0].min(ends[1]);
        let count = lanes.len().saturating_add(saturating_index(most - least));
        // Reading in advance pays if each cell is used by several choices. It is bounded by the lanes, not by the
        // choices: a choice that goes farther than the block shares nearly nothing.
        if count > 2 * BLOCK + 4 * lanes.len() {
            return Ok(());
        }
        meter.spend(count as u64)?;
        let place = self.held(shared.origin).wrapping_add(shared.slope.wrapping_mul(first));
        if sink.share(place, shared.slope, count) {
            self.shared = Some(first);
        }
        Ok(())
    }

    /// From the least to the greatest number that can be chosen in some lane.
    fn range(&self, choice: &Choice, lanes: &Range<usize>, mask: Option<usize>) -> (i64, i64) {
        let (mut least, mut most) = choice.range;
        let mut differs = false;
        for (factor, rest) in &choice.bounds {
            let Some(factor) = factor.uniform().map(|scalar| self.held(scalar)) else {
                differs = true;
                continue;
            };
            let greatest = self.greatest(rest, lanes, mask);
            match factor {
                0 if greatest < 0 => return (0, -1),
                0 => {}
                1.. => least = least.max(-greatest.div_euclid(factor)),
                _ => most = most.min(greatest.div_euclid(-factor)),
            }
        }
        if differs {
            let (low, high) = self.range_by_lane(choice, lanes, mask);
            (least, most) = (least.max(low), most.min(high));
        }
        (least, most)
    }

    /// The greatest that a value is in the lanes that count.
    fn greatest(&self, value: &Value, lanes: &Range<usize>, mask: Option<usize>) -> i64 {
        if value.column.is_some() {
            let numbers = self.counting(lanes, mask).map(|lane| self.at(value, lane));
            return numbers.max().unwrap_or(i64::MIN / 4);
        }
        let lane = if value.slope > 0 { lanes.end - 1 } else { lanes.start };
        self.at(value, lane)
    }

    fn counting(&self, lanes: &Range<usize>, mask: Option<usize>) -> impl Iterator<Item = usize> {
        let mask = mask.map(|mask| &self.live[mask]);
        lanes.clone().filter(move |lane| mask.is_none_or(|mask| mask[*lane] != 0))
    }

    fn at(&self, value: &Value, lane: usize) -> i64 {
        let column = value.column.map_or(0, |column| self.columns.numbers[column][lane].number());
        let line = value.slope.wrapping_mul(lane as i64).wrapping_add(self.held(value.base));
        column.wrapping_add(line)
    }

    /// The range of a choice lane by lane, for the bounds whose factors differ from lane to lane.
    fn range_by_lane(
        &self,
        choice: &Choice,
        lanes: &Range<usize>,
        mask: Option<usize>,
    ) -> (i64, i64) {
        let mut range = (i64::MAX, i64::MIN);
        for lane in self.counting(lanes, mask) {
            let (mut least, mut most) = choice.range;
            for (factor, rest) in choice.bounds.iter().filter(|(one, _)| one.uniform().is_none()) {
                let (factor, rest) = (self.at(factor, lane), self.at(rest, lane));
                match factor {
                    0 => {}
                    1.. => least = least.max(-rest.div_euclid(factor)),
                    _ => most = most.min(rest.div_euclid(-factor)),
                }
            }
            if least <= most {
                range = (range.0.min(least), range.1.max(most));
            }
        }
        range
    }

    /// Where in what was read in advance the first of the lanes finds its option.
    fn place_in_shared(&self, routine: &Routine, lanes: &Range<usize>) -> usize {
        let choice = routine.levels.last().and_then(|level| level.choice.as_ref());
        let moved = choice.and_then(|choice| {
            choice.shared.map(|shared| shared.sign * self.scalars[choice.register])
        });
        to_index(lanes.start as i64 + moved.unwrap_or(0) - self.shared.unwrap_or(0))
    }

    fn act(
        &mut self,
        routine: &Routine,
        lanes: Range<usize>,
        mask: Option<usize>,
        sink: &mut impl Sink,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let live = mask.map(|mask| &self.live[mask][..]);
        let length = lanes.len() as u64;
        match &routine.action {
            Action::Keep => {
                self.kept = lanes;
                self.kept_mask = mask;
            }
            Action::Flag(ray) => {
                meter.spend(length / 8)?;
                sink.flag(*ray, lanes, live);
            }
            Action::Read(place) => match place.column {
                None if self.shared.is_some() => {
                    meter.spend(length / 8)?;
                    let from = self.place_in_shared(routine, &lanes);
                    sink.shared(lanes, from, live);
                }
                None => {
                    meter.spend(if place.slope.abs() <= 1 { length / 8 } else { length })?;
                    let first = self.at(place, lanes.start);
                    sink.line(lanes, first, place.slope, live);
                }
                Some(column) => {
                    meter.spend(length * 2)?;
                    let column = &self.columns.numbers[column];
                    let (slope, base) = (place.slope, self.held(place.base));
                    let place = |lane: usize| {
                        let line = slope.wrapping_mul(lane as i64).wrapping_add(base);
                        column[lane].number().wrapping_add(line)
                    };
                    sink.places(lanes, place, live);
                }
            },
        }
        Ok(())
    }
}

fn held(scalars: &[i64], scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Constant(number) => number,
        Scalar::Held(register) => scalars[register],
    }
}

/// What an instruction gives. Nothing wraps around, as the ranges are known beforehand.
pub(super) fn scalar_result(kind: &ScalarKind, scalars: &[i64]) -> i64 {
    let held = |scalar: &Scalar| held(scalars, *scalar);
    match kind {
        ScalarKind::Binary(kind, a, b) => {
            let (a, b) = (held(a), held(b));
            match kind {
                Binary::Sum => a.wrapping_add(b),
                Binary::Difference => a.wrapping_sub(b),
                Binary::Product => a.wrapping_mul(b),
                Binary::Xor => <i64 as Lane>::xor(a, b),
                Binary::Least => a.min(b),
                Binary::Greatest => a.max(b),
            }
        }
        ScalarKind::Quotient(a, by) => held(a).div_euclid(*by),
        ScalarKind::Remainder(a, by) => held(a).rem_euclid(*by),
        ScalarKind::Compare(relation, a, b) => relation.holds(held(a), held(b)).into(),
        ScalarKind::Member(a, set) => set.contains(held(a).into()).into(),
        ScalarKind::Not(a) => i64::from(held(a) == 0),
        ScalarKind::If(truth, a, b) => {
            if held(truth) != 0 {
                held(a)
            } else {
                held(b)
            }
        }
    }
}
