//! Fills a table: layer after layer, row after row, block after block.

use std::ops::Range;

use bouton_rules::{Limits, Meter, Refusal, Unit};
use bouton_values::{Player, to_index};

use super::code::Routine;
use super::columns::{BLOCK, Lane};
use super::compile::Code;
use super::layout::{Layout, Row};
use super::machine::{Machine, Sink, Start};

/// Rows are cut into blocks of this length if no columns are needed: the bytes of a block and of the options that it
/// reads stay in the first cache, and what is done once for a block no longer counts.
const LONG_BLOCK: usize = 1 << 13;

/// How many rows are looked at to tell how much work all of them are.
const SAMPLES: usize = 48;

/// What a block costs besides its instructions.
const BLOCK_COST: u64 = 100;

/// What is found out about the positions, and how.
pub(super) trait Kernel {
    /// What the table holds.
    type Cell: Copy;

    /// What the table holds for illegal positions.
    const ILLEGAL: Self::Cell;

    /// Gets ready for a block.
    fn start(&mut self, block: &Block, past: &[Self::Cell]);

    /// Takes the options of a move that this player may make.
    fn options<'a>(
        &'a mut self,
        player: Option<Player>,
        block: &'a Block,
        past: &'a [Self::Cell],
        gathers: bool,
    ) -> impl Sink + 'a;

    /// Says what the legal positions are, now that all options have been taken.
    fn settle<T: Lane>(
        &mut self,
        sweep: &Sweep<'_>,
        block: &Block,
        legal: &Legal,
        machine: &mut Machine<T>,
        now: &mut [Self::Cell],
    );
}

/// Some lanes of a row, counted from its own first lane.
pub(super) type Block = Row;

/// The lanes of a block whose positions are legal.
pub(super) struct Legal {
    pub(super) lanes: Range<usize>,
    mask: [u8; BLOCK],
    is_masked: bool,
}

impl Legal {
    fn none() -> Legal {
        Legal { lanes: 0..0, mask: [0; BLOCK], is_masked: false }
    }

    pub(super) fn mask(&self) -> Option<&[u8]> {
        self.is_masked.then_some(&self.mask[..])
    }
}

/// Rules and the box for which they were compiled.
pub(super) struct Sweep<'a> {
    pub(super) code: &'a Code,
    pub(super) layout: &'a Layout,
    longest_block: usize,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(code: &'a Code, layout: &'a Layout) -> Sweep<'a> {
        let is_linear = code.routines().all(Routine::is_linear);
        Sweep { code, layout, longest_block: if is_linear { LONG_BLOCK } else { BLOCK } }
    }

    /// Works out all positions.
    pub(super) fn run<K: Kernel>(
        &self,
        kernel: &mut K,
        limits: &Limits,
    ) -> Result<Vec<K::Cell>, Refusal> {
        match self.code.routines().all(|routine| routine.is_narrow) {
            true => self.fill::<i32, K>(kernel, limits),
            false => self.fill::<i64, K>(kernel, limits),
        }
    }

    fn fill<T: Lane, K: Kernel>(
        &self,
        kernel: &mut K,
        limits: &Limits,
    ) -> Result<Vec<K::Cell>, Refusal> {
        let mut machine = Machine::<T>::new(self.code.routines());
        let rows = to_index(self.layout.rows());
        let needed = self.estimate(&mut machine, rows, limits)?;
        limits.check_steps("the table", needed)?;
        let mut cells = vec![K::ILLEGAL; to_index(self.layout.cells())];
        let mut meter = Meter::new(limits, "the table").out_of(rows);
        let (mut row, mut legal) = (Row::default(), Legal::none());
        for number in 0..rows {
            meter.done(number as u64);
            self.layout.seek(number, &mut row);
            self.blocks(&mut row, |block| {
                let machine = &mut machine;
                self.block(block, kernel, machine, &mut legal, &mut meter, &mut cells)
            })
            .map_err(|refusal| for_all(refusal, &meter, number))?;
        }
        Ok(cells)
    }

    /// About how many steps it takes, from a few rows; at least one for each position.
    fn estimate<T: Lane>(
        &self,
        machine: &mut Machine<T>,
        rows: usize,
        limits: &Limits,
    ) -> Result<u128, Refusal> {
        let samples = SAMPLES.min(rows / 2);
        let least = self.layout.positions() / 8;
        limits.check_steps("the table", least)?;
        // If all rows were like these, more would be too much.
        let allowed = u128::from(limits.steps) * samples as u128 / rows as u128;
        let mut meter = Meter::new(limits, "the table").out_of(rows);
        meter.lower((allowed as u64).max(1 << 20));
        let (mut row, mut legal) = (Row::default(), Legal::none());
        for sample in 0..samples {
            meter.done(sample as u64);
            let number = (2 * sample as u128 + 1) * rows as u128 / (2 * samples as u128);
            self.layout.seek(to_index(number), &mut row);
            self.blocks(&mut row, |block| {
                meter.spend(BLOCK_COST)?;
                self.legal(block, machine, &mut legal, &mut meter)?;
                for (_, routine) in &self.code.moves {
                    self.read(block, &legal, routine, machine, &mut Nothing, &mut meter)?;
                }
                Ok(())
            })
            .map_err(|refusal| for_all(refusal, &meter, sample))?;
        }
        let whole = u128::from(meter.spent()) * rows as u128 / samples.max(1) as u128;
        Ok(least.max(whole))
    }

    /// Hands out a row in pieces that fit the registers.
    fn blocks(
        &self,
        row: &mut Row,
        mut take: impl FnMut(&Block) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut rest = row.lanes.clone();
        let mut skipped = rest.start;
        while !rest.is_empty() {
            let slopes = &self.layout.slopes;
            row.numbers.iter_mut().zip(slopes).for_each(|(n, slope)| *n += slope * skipped as i64);
            row.first += skipped;
            row.lanes = 0..self.longest_block.min(rest.len());
            take(row)?;
            skipped = row.lanes.end;
            rest.start += skipped;
        }
        Ok(())
    }

    fn block<T: Lane, K: Kernel>(
        &self,
        block: &Block,
        kernel: &mut K,
        machine: &mut Machine<T>,
        legal: &mut Legal,
        meter: &mut Meter,
        cells: &mut [K::Cell],
    ) -> Result<(), Refusal> {
        meter.spend(BLOCK_COST)?;
        let (past, now) = cells.split_at_mut(block.layer);
        kernel.start(block, past);
        self.legal(block, machine, legal, meter)?;
        if legal.lanes.is_empty() {
            return Ok(());
        }
        for (player, routine) in &self.code.moves {
            let mut sink = kernel.options(*player, block, past, routine.gathers);
            self.read(block, legal, routine, machine, &mut sink, meter)?;
        }
        let first = block.first - block.layer;
        let now = &mut now[first..first + block.lanes.end];
        kernel.settle(self, block, legal, machine, now);
        Ok(())
    }

    fn legal<T: Lane>(
        &self,
        block: &Block,
        machine: &mut Machine<T>,
        legal: &mut Legal,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let start = Start { numbers: &block.numbers, lanes: block.lanes.clone(), mask: None };
        machine.run(&self.code.legal, &start, &mut Nothing, meter)?;
        let (lanes, kept) = machine.kept();
        (legal.lanes, legal.is_masked) = (lanes, kept.is_some());
        if let Some(kept) = kept {
            legal.mask.copy_from_slice(kept);
        }
        Ok(())
    }

    fn read<T: Lane>(
        &self,
        block: &Block,
        legal: &Legal,
        routine: &Routine,
        machine: &mut Machine<T>,
        sink: &mut impl Sink,
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let start =
            Start { numbers: &block.numbers, lanes: legal.lanes.clone(), mask: legal.mask() };
        machine.run(routine, &start, sink, meter)
    }
}

/// Takes options and does nothing with them.
pub(super) struct Nothing;

impl Sink for Nothing {
    fn line(&mut self, _: Range<usize>, _: i64, _: i64, _: Option<&[u8]>) {}

    fn share(&mut self, _: i64, _: i64, _: usize) -> bool {
        true
    }

    fn shared(&mut self, _: Range<usize>, _: usize, _: Option<&[u8]>) {}

    fn places(&mut self, _: Range<usize>, _: impl Fn(usize) -> i64, _: Option<&[u8]>) {}

    fn flag(&mut self, _: usize, _: Range<usize>, _: Option<&[u8]>) {}
}

/// The refusal, with the steps that all rows take if they are like those that are done.
fn for_all(mut refusal: Refusal, meter: &Meter, done: usize) -> Refusal {
    if let Refusal::Limit { needed, unit: Unit::Steps, .. } = &mut refusal {
        let whole = u128::from(meter.spent()) * u128::from(meter.total());
        *needed = (*needed).max(whole / done.max(1) as u128);
    }
    refusal
}
