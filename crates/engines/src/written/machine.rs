//! Runs a routine over a block of lanes.
//!
//! A level is entered once for each choice before it, and to see what an instruction is takes a few steps, whether it is
//! then done for one lane or for thousands. So a level goes from what spares the most lanes to what spares the fewest:
//! scalars and their checks, which may end it at once; lines, whose lanes are found by dividing; columns and masks, which
//! look at every lane. Only then are cells of the table read.

use std::iter::repeat_n;
use std::ops::Range;

use bouton_rules::{Meter, Refusal};
use bouton_values::{saturating_index, to_index};

use super::code::{
    Action, Binary, Choice, ChoiceKind, Instruction, Level, Operand, Routine, Shared, Value,
};
use super::columns::{BLOCK, Column, Lane, fill, groups, with_operation};
use super::layout::{NOTHING, bounded, narrowed};
use super::sweep::Kernel;

/// Lanes of a block that count: those of a range and, where there is a mask, those for which it is not 0. The mask has
/// a byte for each lane of the block.
#[derive(Clone, Default)]
pub(super) struct Lanes<'a> {
    pub(super) range: Range<usize>,
    pub(super) mask: Option<&'a [u8; BLOCK]>,
    /// Are the lanes choices, so that all of them belong to one position?
    pub(super) gather: bool,
}

impl Lanes<'_> {
    /// The mask, for the lanes of the range alone.
    pub(super) fn mask(&self) -> Option<&[u8]> {
        self.mask.map(|mask| &mask[self.range.clone()])
    }

    /// Does a lane of the range count?
    pub(super) fn counts(&self, lane: usize) -> bool {
        self.mask.is_none_or(|mask| mask[lane] != 0)
    }
}

/// The registers.
pub(super) struct Machine<T> {
    scalars: Vec<i64>,
    pub(super) columns: Vec<Column<T>>,
    /// Which of the cells that were read in advance is the option of lane 0; `None` where none were read.
    ahead: Option<i64>,
    /// Counts the steps.
    pub(super) meter: Meter,
}

/// A routine that runs, who takes its options, and where they are read.
struct Task<'a, K: Kernel> {
    routine: &'a Routine,
    kernel: &'a mut K,
    past: &'a [K::Cell],
}

impl<T: Lane> Machine<T> {
    /// A machine that can run all of these.
    pub(super) fn new<'a>(
        routines: impl Iterator<Item = &'a Routine> + Clone,
        meter: Meter,
    ) -> Machine<T> {
        let most = |of: fn(&Routine) -> usize| routines.clone().map(of).max().unwrap_or(0);
        Machine {
            scalars: vec![0; most(|one| one.scalars)],
            columns: vec![[T::default(); BLOCK]; most(|one| one.columns)],
            ahead: None,
            meter,
        }
    }

    /// Gets ready for the block with these numbers at lane 0. They are the first scalars of all routines.
    pub(super) fn start(&mut self, numbers: &[i64]) {
        self.scalars[..numbers.len()].copy_from_slice(numbers);
    }

    /// Runs a routine for these lanes; options are read from the table of the past.
    pub(super) fn run<K: Kernel>(
        &mut self,
        routine: &Routine,
        lanes: Lanes<'_>,
        kernel: &mut K,
        past: &[K::Cell],
    ) -> Result<(), Refusal> {
        self.ahead = None;
        self.enter(0, lanes, &mut Task { routine, kernel, past })
    }

    /// Fills the registers of a routine that has neither conditions nor choices.
    pub(super) fn evaluate(&mut self, routine: &Routine, lanes: &Range<usize>) {
        for level in &routine.levels {
            self.fill_scalars(level);
            self.fill_columns(level, groups(lanes));
        }
    }

    fn fill_scalars(&mut self, level: &Level) {
        for (register, instruction) in &level.scalars {
            self.scalars[*register] = scalar_result(instruction, &self.scalars);
        }
    }

    fn fill_columns(&mut self, level: &Level, lanes: Range<usize>) {
        let held = |scalar| held(&self.scalars, scalar);
        for (register, instruction) in &level.columns {
            fill(&mut self.columns, *register, instruction, lanes.clone(), held);
        }
    }

    pub(super) fn held(&self, scalar: Operand) -> i64 {
        held(&self.scalars, scalar)
    }

    /// Works out a level, and goes on with the lanes that still count after it, if there are any.
    pub(super) fn within(
        &mut self,
        level: &Level,
        mut lanes: Lanes<'_>,
        go_on: impl FnOnce(&mut Machine<T>, Lanes<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.meter.spend(8 + level.scalars.len() as u64 + 2 * level.lines.len() as u64)?;
        self.fill_scalars(level);
        if level.checks.iter().any(|check| self.held(*check) == 0) {
            return Ok(());
        }
        // Lanes first, masks later: dividing finds the lanes of all linear conditions without looking at one, and
        // often there are none left.
        for (slope, base) in &level.lines {
            lanes.range = narrowed(lanes.range, *slope, self.held(*base));
        }
        if lanes.range.is_empty() {
            return Ok(());
        }
        if !level.columns.is_empty() {
            let groups = groups(&lanes.range);
            self.meter.spend(level.columns.len() as u64 * (4 + groups.len() as u64 / 4))?;
            self.fill_columns(level, groups);
        }
        if level.truths.is_empty() {
            return go_on(self, lanes);
        }
        let mask = self.mask(level, &lanes);
        match mask[lanes.range.clone()].iter().fold(0, |some, lane| some | lane) {
            0 => Ok(()),
            _ => go_on(self, Lanes { mask: Some(&mask), ..lanes }),
        }
    }

    /// The lanes that still count after a level, as a mask.
    fn mask(&self, level: &Level, lanes: &Lanes<'_>) -> [u8; BLOCK] {
        let groups = groups(&lanes.range);
        let mut mask = lanes.mask.copied().unwrap_or([u8::MAX; BLOCK]);
        let counting = &mut mask[groups.clone()];
        for column in &level.truths {
            let truths = &self.columns[*column][groups.clone()];
            // A truth as a byte: all bits or none.
            counting.iter_mut().zip(truths).for_each(|(mask, truth)| {
                *mask &= (truth.number() as u8).wrapping_neg();
            });
        }
        mask
    }

    /// Works out a level; then makes the next choice, or does what is to be done after the last one.
    fn enter<K: Kernel>(
        &mut self,
        at: usize,
        lanes: Lanes<'_>,
        task: &mut Task<'_, K>,
    ) -> Result<(), Refusal> {
        let levels = &task.routine.levels;
        self.within(&levels[at], lanes, |machine, lanes| {
            match levels.get(at + 1).and_then(|next| next.choice.as_ref()) {
                Some(choice) => machine.choose(at + 1, choice, lanes, task),
                None => machine.act(lanes, task),
            }
        })
    }

    fn choose<K: Kernel>(
        &mut self,
        at: usize,
        choice: &Choice,
        lanes: Lanes<'_>,
        task: &mut Task<'_, K>,
    ) -> Result<(), Refusal> {
        let (least, most) = self.range(choice, &lanes);
        let shared = choice.shared.as_ref().filter(|_| least < most);
        let shared = match shared {
            Some(shared) => self.read_ahead(shared, (least, most), &lanes.range, task)?,
            None => None,
        };
        let gather = matches!(choice.kind, ChoiceKind::Lanes);
        let mut with = |machine: &mut Machine<T>, number: i64, range: Range<usize>| {
            machine.scalars[choice.register] = number;
            machine.ahead = shared.map(|(first, sign)| sign * number - first);
            machine.enter(at, Lanes { range, mask: lanes.mask, gather }, task)
        };
        match &choice.kind {
            ChoiceKind::Range => {
                for number in least..=most {
                    with(self, number, lanes.range.clone())?;
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
                for element in set.finite_between(low, high) {
                    with(self, *element as i64, lanes.range.clone())?;
                }
                if let Some((first, step)) = set.tail {
                    let skipped = (low - first + step - 1).max(0) / step;
                    let mut element = first + skipped * step;
                    while element <= high {
                        with(self, element as i64, lanes.range.clone())?;
                        element += step;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads in advance what the lanes share, if that pays. Says which `lane ± choice` comes first, and the sign.
    fn read_ahead<K: Kernel>(
        &mut self,
        shared: &Shared,
        (least, most): (i64, i64),
        lanes: &Range<usize>,
        task: &mut Task<'_, K>,
    ) -> Result<Option<(i64, i64)>, Refusal> {
        let Shared { origin, slope, sign } = *shared;
        let first = lanes.start as i64 + (least * sign).min(most * sign);
        let count = lanes.len().saturating_add(saturating_index(most - least));
        // It pays if each cell is used by several choices. It is bounded by the lanes, not by the choices: a choice
        // that goes farther than the block shares nearly nothing.
        if count > 2 * BLOCK + 4 * lanes.len() {
            return Ok(None);
        }
        self.meter.spend(count as u64)?;
        let place = self.held(origin).wrapping_add(slope.wrapping_mul(first));
        let is_read = task.kernel.share(task.past, place, slope, count);
        Ok(is_read.then_some((first, sign)))
    }

    /// From the least to the greatest number that can be chosen in some lane. Bounds whose factor is the same in all
    /// lanes are looked at once, with the greatest of what is added; only the others lane by lane.
    fn range(&self, choice: &Choice, lanes: &Lanes<'_>) -> (i64, i64) {
        let bounds = choice.bounds.iter();
        let uniform = bounds.clone().filter_map(|(factor, rest)| Some((factor.uniform()?, rest)));
        let range = uniform.fold(choice.range, |range, (factor, rest)| {
            bounded(range, self.held(factor), self.greatest(rest, lanes))
        });
        let mut others = bounds.filter(|(factor, _)| factor.uniform().is_none()).peekable();
        if others.peek().is_none() {
            return range;
        }
        let at = |lane: usize| {
            others.clone().fold(range, |range, (factor, rest)| {
                bounded(range, self.at(factor, lane), self.at(rest, lane))
            })
        };
        let ranges = lanes.range.clone().filter(|lane| lanes.counts(*lane)).map(at);
        let ranges = ranges.filter(|(least, most)| least <= most);
        ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or(NOTHING)
    }

    /// The greatest that a value is in the lanes that count.
    fn greatest(&self, value: &Value, lanes: &Lanes<'_>) -> i64 {
        let Some(column) = value.column else {
            let Range { start, end } = lanes.range;
            return self.at(value, if value.slope > 0 { end - 1 } else { start });
        };
        let numbers = self.in_lanes(value, column, lanes.range.clone());
        let greatest = match lanes.mask() {
            None => numbers.max(),
            Some(mask) => {
                let counting = numbers.zip(mask).filter(|(_, mask)| **mask != 0);
                counting.map(|(number, _)| number).max()
            }
        };
        greatest.unwrap_or(i64::MIN / 4)
    }

    /// A value with this column, lane by lane. Range and slice are known to be of one length, so that whoever zips them
    /// with further slices has a loop without checks; with an unbounded range it takes a third more instructions on
    /// Nimrod's text in columns.
    fn in_lanes(
        &self,
        value: &Value,
        column: usize,
        lanes: Range<usize>,
    ) -> impl Iterator<Item = i64> {
        let (slope, base) = (value.slope, self.held(value.base));
        let numbers = &self.columns[column][lanes.clone()];
        lanes.zip(numbers).map(move |(lane, number)| {
            number.number().wrapping_add(slope.wrapping_mul(lane as i64).wrapping_add(base))
        })
    }

    fn at(&self, value: &Value, lane: usize) -> i64 {
        let column = value.column.map_or(0, |column| self.columns[column][lane].number());
        let line = value.slope.wrapping_mul(lane as i64).wrapping_add(self.held(value.base));
        column.wrapping_add(line)
    }

    fn act<K: Kernel>(&mut self, lanes: Lanes<'_>, task: &mut Task<'_, K>) -> Result<(), Refusal> {
        let Task { routine, kernel, past } = task;
        let length = lanes.range.len() as u64;
        match &routine.action {
            Action::Keep => {}
            Action::Flag(ray) => {
                self.meter.spend(length / 8)?;
                kernel.flag(*ray, &lanes);
            }
            Action::Read(place) => match (place.column, self.ahead) {
                (None, Some(ahead)) => {
                    self.meter.spend(length / 8)?;
                    kernel.shared(&lanes, to_index(lanes.range.start as i64 + ahead));
                }
                (None, None) => {
                    self.meter.spend(if place.slope.abs() <= 1 { length / 8 } else { length })?;
                    let first = self.at(place, lanes.range.start);
                    take_line(*kernel, past, &lanes, first, place.slope);
                }
                (Some(column), _) => {
                    self.meter.spend(length * 2)?;
                    let places = self.in_lanes(place, column, lanes.range.clone());
                    take_places(*kernel, past, &lanes, places);
                }
            },
        }
        Ok(())
    }
}

/// Hands out the options of the lanes at these places, one for each lane. Those of lanes that do not count may lie
/// anywhere.
fn take_places<K: Kernel>(
    kernel: &mut K,
    past: &[K::Cell],
    lanes: &Lanes<'_>,
    places: impl Iterator<Item = i64>,
) {
    let cell = |place: i64| past.get(saturating_index(place)).copied().unwrap_or(K::ILLEGAL);
    kernel.take(lanes, places.map(cell));
}

/// Hands out the options of the lanes at `first`, `first + stride`, … of the table.
fn take_line<K: Kernel>(
    kernel: &mut K,
    past: &[K::Cell],
    lanes: &Lanes<'_>,
    first: i64,
    stride: i64,
) {
    let length = lanes.range.len();
    let last = first + stride * (length as i64 - 1);
    let (low, high) = (first.min(last), first.max(last));
    if low < 0 || high >= past.len() as i64 {
        // Some lanes do not count and lead anywhere.
        let places = (0..length).map(|step| first + stride * step as i64);
        return take_places(kernel, past, lanes, places);
    }
    let cells = past[to_index(low)..=to_index(high)].iter().copied();
    let step = to_index(stride.unsigned_abs());
    match stride {
        0 => kernel.take(lanes, repeat_n(past[to_index(low)], length)),
        1 => kernel.take(lanes, cells),
        2.. => kernel.take(lanes, cells.step_by(step)),
        _ => kernel.take(lanes, cells.rev().step_by(step)),
    }
}

/// The number of an operand that is the same in all lanes. The match has two ways and not three, as it is done for every
/// operand of every instruction; a register of lanes never gets here.
#[inline(always)]
fn held(scalars: &[i64], operand: Operand) -> i64 {
    debug_assert!(operand.is_uniform(), "{operand:?} differs from lane to lane");
    match operand {
        Operand::Constant(number) => number,
        Operand::Scalar(register) | Operand::Column(register) => scalars[register],
    }
}

/// What an instruction gives that is done once. Nothing wraps around, as the ranges are known beforehand.
pub(super) fn scalar_result(instruction: &Instruction, scalars: &[i64]) -> i64 {
    let held = |operand: &Operand| held(scalars, *operand);
    match instruction {
        Instruction::Binary(kind, a, b) => {
            fn apply(a: i64, b: i64, operation: impl Fn(i64, i64) -> i64) -> i64 {
                operation(a, b)
            }
            with_operation!(kind, apply(held(a), held(b)))
        }
        Instruction::Quotient(a, by) => held(a).div_euclid(*by),
        Instruction::Remainder(a, by) => held(a).rem_euclid(*by),
        Instruction::If(truth, a, b) => held(if held(truth) != 0 { a } else { b }),
        Instruction::Compare(relation, a, b) => relation.holds(held(a), held(b)).into(),
        Instruction::Member(a, set) => set.contains(held(a).into()).into(),
        Instruction::Line(..) => unreachable!("a line is for lanes"),
    }
}
