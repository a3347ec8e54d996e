//! Runs a routine over a block of lanes.
//!
//! A level is entered once for each choice before it, and to see what an instruction is takes a few steps, whether it is
//! then done for one lane or for thousands. So a level goes from what spares the most lanes to what spares the fewest:
//! scalars and their checks, which may end it at once; lines, whose lanes are found by dividing; columns and masks, which
//! look at every lane. Only then are cells of the table read.

use std::ops::Range;

use bouton_rules::{Meter, Refusal};
use bouton_values::{saturating_index, to_index};

use super::code::{
    Action, Binary, Choice, ChoiceKind, Instruction, Level, Operand, Routine, Shared, Value,
};
use super::columns::{BLOCK, Columns, Lane, groups, with_operation};
use super::layout::narrowed;
use super::sweep::Kernel;

/// The places `first`, `first + stride`, … for these lanes.
pub(super) fn along(lanes: Range<usize>, first: i64, stride: i64) -> impl Iterator<Item = i64> {
    (0..lanes.len()).map(move |step| first + stride * step as i64)
}

/// Registers, and the lanes that were kept.
pub(super) struct Machine<T> {
    scalars: Vec<i64>,
    pub(super) columns: Columns<T>,
    /// The lanes that count before the first level, and after each level.
    live: Vec<[u8; BLOCK]>,
    kept: Lanes,
    /// What was read in advance: which `lane ± choice` comes first.
    shared: Option<i64>,
}

/// The lanes that count: those of a range and, where there is a mask, those that are live in it.
#[derive(Clone, Default)]
struct Lanes {
    range: Range<usize>,
    /// Where in `live` the mask is.
    mask: Option<usize>,
}

/// A routine that runs, who takes its options, where they are read, and who counts its steps.
struct Task<'a, K: Kernel> {
    routine: &'a Routine,
    kernel: &'a mut K,
    past: &'a [K::Cell],
    meter: &'a mut Meter,
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
    pub(super) fn new<'a>(routines: impl Iterator<Item = &'a Routine> + Clone) -> Machine<T> {
        let most = |of: fn(&Routine) -> usize| routines.clone().map(of).max().unwrap_or(0);
        Machine {
            scalars: vec![0; most(|one| one.scalars)],
            columns: Columns::new(most(|one| one.columns), most(|one| one.masks)),
            live: vec![[0; BLOCK]; most(|one| one.levels.len()) + 1],
            kept: Lanes::default(),
            shared: None,
        }
    }

    /// Runs a routine; options are read from the table of the past. The lanes that it kept, if that is what it does, can be
    /// asked for afterwards.
    pub(super) fn run<K: Kernel>(
        &mut self,
        routine: &Routine,
        start: &Start<'_>,
        kernel: &mut K,
        past: &[K::Cell],
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        self.kept = Lanes::default();
        self.shared = None;
        self.scalars[..start.numbers.len()].copy_from_slice(start.numbers);
        let mask = start.mask.map(|mask| {
            self.live[0][..mask.len()].copy_from_slice(mask);
            0
        });
        let lanes = Lanes { range: start.lanes.clone(), mask };
        self.enter(0, lanes, &mut Task { routine, kernel, past, meter })
    }

    /// Fills the registers of a routine that has neither conditions nor choices.
    pub(super) fn evaluate(&mut self, routine: &Routine, numbers: &[i64], lanes: &Range<usize>) {
        self.scalars[..numbers.len()].copy_from_slice(numbers);
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
            self.columns.run(*register, instruction, lanes.clone(), held);
        }
    }

    /// The lanes for which the last routine found everything satisfied.
    pub(super) fn kept(&self) -> (Range<usize>, Option<&[u8; BLOCK]>) {
        (self.kept.range.clone(), self.mask(&self.kept))
    }

    fn mask(&self, lanes: &Lanes) -> Option<&[u8; BLOCK]> {
        lanes.mask.map(|mask| &self.live[mask])
    }

    pub(super) fn held(&self, scalar: Operand) -> i64 {
        held(&self.scalars, scalar)
    }

    fn enter<K: Kernel>(
        &mut self,
        at: usize,
        mut lanes: Lanes,
        task: &mut Task<'_, K>,
    ) -> Result<(), Refusal> {
        let level = &task.routine.levels[at];
        task.meter.spend(8 + level.scalars.len() as u64 + 2 * level.lines.len() as u64)?;
        self.fill_scalars(level);
        if level.checks.iter().any(|check| self.held(*check) == 0) {
            return Ok(());
        }
        // Lanes first, masks later: dividing finds the lanes of all linear conditions without looking at one, and
        // often there are none left.
        for (slope, base) in &level.lines {
            lanes.range = narrowed(lanes.range, *slope, self.held(*base));
        }
        if lanes.range.is_empty() || !self.masks(level, at, &mut lanes, task.meter)? {
            return Ok(());
        }
        match task.routine.levels.get(at + 1).and_then(|next| next.choice.as_ref()) {
            Some(choice) => self.choose(at + 1, choice, lanes, task),
            None => self.act(lanes, task),
        }
    }

    /// Columns and masks of a level: leaves out the lanes that no longer count, and says whether any is left.
    fn masks(
        &mut self,
        level: &Level,
        at: usize,
        lanes: &mut Lanes,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        if level.columns.is_empty() && level.masks.is_empty() {
            return Ok(true);
        }
        let groups = groups(&lanes.range);
        meter.spend(level.columns.len() as u64 * (4 + groups.len() as u64 / 4))?;
        self.fill_columns(level, groups.clone());
        let Some((first, rest)) = level.masks.split_first() else { return Ok(true) };
        let (before, live) = self.live.split_at_mut(at + 1);
        let live = &mut live[0][groups.clone()];
        live.copy_from_slice(&self.columns.masks[*first][groups.clone()]);
        let outer = lanes.mask.map(|mask| &before[mask][groups.clone()]);
        let more = rest.iter().map(|mask| &self.columns.masks[*mask][groups.clone()]);
        for other in outer.into_iter().chain(more) {
            live.iter_mut().zip(other).for_each(|(live, other)| *live &= other);
        }
        lanes.mask = Some(at + 1);
        let counts = &self.live[at + 1][lanes.range.clone()];
        Ok(counts.iter().fold(0, |some, lane| some | lane) != 0)
    }

    fn choose<K: Kernel>(
        &mut self,
        at: usize,
        choice: &Choice,
        lanes: Lanes,
        task: &mut Task<'_, K>,
    ) -> Result<(), Refusal> {
        let (least, most) = self.range(choice, &lanes);
        self.shared = None;
        if let Some(shared) = choice.shared
            && least < most
        {
            self.share(&shared, (least, most), &lanes.range, task)?;
        }
        let mut with = |machine: &mut Machine<T>, number: i64, range: Range<usize>| {
            machine.scalars[choice.register] = number;
            machine.enter(at, Lanes { range, mask: lanes.mask }, task)
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

    /// Reads in advance what the lanes share.
    fn share<K: Kernel>(
        &mut self,
        shared: &Shared,
        (least, most): (i64, i64),
        lanes: &Range<usize>,
        task: &mut Task<'_, K>,
    ) -> Result<(), Refusal> {
        let ends = [least * shared.sign, most * shared.sign];
        let first = lanes.start as i64 + ends[0].min(ends[1]);
        let count = lanes.len().saturating_add(saturating_index(most - least));
        // Reading in advance pays if each cell is used by several choices. It is bounded by the lanes, not by the
        // choices: a choice that goes farther than the block shares nearly nothing.
        if count > 2 * BLOCK + 4 * lanes.len() {
            return Ok(());
        }
        task.meter.spend(count as u64)?;
        let place = self.held(shared.origin).wrapping_add(shared.slope.wrapping_mul(first));
        if task.kernel.share(task.past, place, shared.slope, count) {
            self.shared = Some(first);
        }
        Ok(())
    }

    /// From the least to the greatest number that can be chosen in some lane. Bounds whose factor is the same in all
    /// lanes are looked at once, with the greatest of what is added; only the others lane by lane.
    fn range(&self, choice: &Choice, lanes: &Lanes) -> (i64, i64) {
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
        let ranges = self.counting(lanes).map(at).filter(|(least, most)| least <= most);
        ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or(NOTHING)
    }

    /// The greatest that a value is in the lanes that count.
    fn greatest(&self, value: &Value, lanes: &Lanes) -> i64 {
        let Some(column) = value.column else {
            let Range { start, end } = lanes.range;
            return self.at(value, if value.slope > 0 { end - 1 } else { start });
        };
        let numbers = self.in_lanes(value, column, lanes.range.clone());
        let greatest = match self.mask(lanes) {
            None => numbers.max(),
            Some(mask) => {
                let counting = numbers.zip(&mask[lanes.range.clone()]);
                counting.filter(|(_, mask)| **mask != 0).map(|(number, _)| number).max()
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
        let numbers = &self.columns.numbers[column][lanes.clone()];
        lanes.zip(numbers).map(move |(lane, number)| {
            number.number().wrapping_add(slope.wrapping_mul(lane as i64).wrapping_add(base))
        })
    }

    fn counting(&self, lanes: &Lanes) -> impl Iterator<Item = usize> {
        let mask = self.mask(lanes);
        lanes.range.clone().filter(move |lane| mask.is_none_or(|mask| mask[*lane] != 0))
    }

    fn at(&self, value: &Value, lane: usize) -> i64 {
        let column = value.column.map_or(0, |column| self.columns.numbers[column][lane].number());
        let line = value.slope.wrapping_mul(lane as i64).wrapping_add(self.held(value.base));
        column.wrapping_add(line)
    }

    /// Where in what was read in advance the first of the lanes finds its option.
    fn place_in_shared(&self, routine: &Routine, lanes: &Range<usize>) -> usize {
        let choice = routine.levels.last().and_then(|level| level.choice.as_ref());
        let moved = choice.and_then(|choice| {
            choice.shared.map(|shared| shared.sign * self.scalars[choice.register])
        });
        to_index(lanes.start as i64 + moved.unwrap_or(0) - self.shared.unwrap_or(0))
    }

    fn act<K: Kernel>(&mut self, lanes: Lanes, task: &mut Task<'_, K>) -> Result<(), Refusal> {
        let Task { routine, kernel, past, meter } = task;
        let (range, mask) = (lanes.range.clone(), self.mask(&lanes).map(|mask| &mask[..]));
        let length = range.len() as u64;
        match &routine.action {
            Action::Keep => self.kept = lanes,
            Action::Flag(ray) => {
                meter.spend(length / 8)?;
                kernel.flag(*ray, range, mask);
            }
            Action::Read(place) => match place.column {
                None if self.shared.is_some() => {
                    meter.spend(length / 8)?;
                    let from = self.place_in_shared(routine, &range);
                    kernel.shared(range, from, mask);
                }
                None => {
                    meter.spend(if place.slope.abs() <= 1 { length / 8 } else { length })?;
                    let first = self.at(place, range.start);
                    kernel.line(past, range, first, place.slope, mask);
                }
                Some(column) => {
                    meter.spend(length * 2)?;
                    let places = self.in_lanes(place, column, range.clone());
                    kernel.places(past, range, places, mask);
                }
            },
        }
        Ok(())
    }
}

/// A range without numbers; no bound makes it longer.
const NOTHING: (i64, i64) = (0, -1);

/// The numbers x of a range with `factor · x + rest ≥ 0`.
fn bounded((least, most): (i64, i64), factor: i64, rest: i64) -> (i64, i64) {
    match factor {
        0 if rest < 0 => NOTHING,
        0 => (least, most),
        1.. => (least.max(-rest.div_euclid(factor)), most),
        _ => (least, most.min(rest.div_euclid(-factor))),
    }
}

/// The number of an operand that is the same in all lanes. The match has two ways and not three, as it is done for every
/// operand of every instruction; a register of lanes never gets here.
#[inline(always)]
fn held(scalars: &[i64], operand: Operand) -> i64 {
    debug_assert!(operand.is_uniform(), "{operand:?} differs from lane to lane");
    match operand {
        Operand::Constant(number) => number,
        Operand::Scalar(register) | Operand::Column(register) | Operand::Mask(register) => {
            scalars[register]
        }
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
            with_operation!(kind, i64, apply(held(a), held(b)))
        }
        Instruction::Quotient(a, by) => held(a).div_euclid(*by),
        Instruction::Remainder(a, by) => held(a).rem_euclid(*by),
        Instruction::If(truth, a, b) => held(if held(truth) != 0 { a } else { b }),
        Instruction::Compare(relation, a, b) => relation.holds(held(a), held(b)).into(),
        Instruction::Member(a, set) => set.contains(held(a).into()).into(),
        Instruction::Line(..) | Instruction::Fill(_) => unreachable!("these are for lanes"),
    }
}
