//! Fills a table: layer after layer, row after row, block after block.

use bouton_rules::{Limits, Meter, Refusal, Unit};
use bouton_values::{Player, to_index};

use super::code::Routine;
use super::columns::{BLOCK, Lane};
use super::compile::Code;
use super::layout::{Layout, Row};
use super::machine::{Lanes, Machine};

/// Rows are cut into blocks of this length if no columns are needed: the bytes of a block and of the options that it
/// reads stay in the first cache, and what is done once for a block no longer counts. Wythoff's text below 8000 takes
/// three quarters of the time that it takes with blocks of [`BLOCK`] lanes.
const LONG_BLOCK: usize = 1 << 13;

/// How many rows are looked at to tell how much work all of them are.
const SAMPLES: usize = 48;

/// What a block costs besides its instructions.
const BLOCK_COST: u64 = 100;

/// What is found out about the positions, and how. What is not said here does nothing.
pub(super) trait Kernel {
    /// What the table holds.
    type Cell: Copy;

    /// What the table holds for illegal positions.
    const ILLEGAL: Self::Cell;

    /// Gets ready for a block.
    fn start(&mut self, _block: &Block, _past: &[Self::Cell]) {}

    /// The options that follow are those of a move that this player may make.
    fn begin(&mut self, _player: Option<Player>) {}

    /// Takes the options of the lanes, a cell for each. Those of lanes that do not count may be anything.
    fn take(&mut self, _lanes: &Lanes<'_>, _cells: impl Iterator<Item = Self::Cell>) {}

    /// Reads `count` cells in advance, from `first` on by this stride; places outside of the table count for
    /// nothing. Says whether [`Kernel::shared`] can be used from now on.
    fn share(&mut self, _past: &[Self::Cell], _first: i64, _stride: i64, _count: usize) -> bool {
        false
    }

    /// Takes as the options of the lanes what was read in advance, from `from` on.
    fn shared(&mut self, _lanes: &Lanes<'_>, _from: usize) {}

    /// Takes what the lanes can reach along a ray, which is in its flags.
    fn flag(&mut self, _ray: usize, _lanes: &Lanes<'_>) {}

    /// Says what the legal positions are, now that all options have been taken.
    fn settle<T: Lane>(
        &mut self,
        _legal: Lanes<'_>,
        _machine: &mut Machine<T>,
        _now: &mut [Self::Cell],
    ) {
    }
}

/// Some lanes of a row, counted from its own first lane.
pub(super) type Block = Row;

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
        let rows = to_index(self.layout.rows());
        let meter = || Meter::new(limits, "the table").out_of(rows);
        let mut machine = Machine::<T>::new(self.code.routines(), meter());
        let needed = self.estimate(&mut machine, rows, limits)?;
        limits.check_steps("the table", needed)?;
        machine.meter = meter();
        self.rows(0..rows, kernel, &mut machine)
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
        machine.meter.lower((allowed as u64).max(1 << 20));
        let row = |sample| (2 * sample as u128 + 1) * rows as u128 / (2 * samples as u128);
        let sampled = (0..samples).map(|sample| to_index(row(sample)));
        self.rows(sampled, &mut Nothing, machine)?;
        let whole = u128::from(machine.meter.spent()) * rows as u128 / samples.max(1) as u128;
        Ok(least.max(whole))
    }

    /// The table, after these rows were worked out.
    fn rows<T: Lane, K: Kernel>(
        &self,
        numbers: impl Iterator<Item = usize>,
        kernel: &mut K,
        machine: &mut Machine<T>,
    ) -> Result<Vec<K::Cell>, Refusal> {
        let mut cells = vec![K::ILLEGAL; to_index(self.layout.cells())];
        let mut row = Row::default();
        for (done, number) in numbers.enumerate() {
            machine.meter.done(done as u64);
            self.layout.seek(number, &mut row);
            self.blocks(&mut row, |block| self.block(block, kernel, machine, &mut cells))
                .map_err(|refusal| for_all(refusal, &machine.meter, done))?;
        }
        Ok(cells)
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
        cells: &mut [K::Cell],
    ) -> Result<(), Refusal> {
        machine.meter.spend(BLOCK_COST)?;
        let (past, now) = cells.split_at_mut(block.layer);
        kernel.start(block, past);
        machine.start(&block.numbers);
        let all = Lanes { range: block.lanes.clone(), ..Lanes::default() };
        // Which positions are legal depends on no choice.
        machine.within(&self.code.legal.levels[0], all, |machine, legal| {
            for (player, routine) in &self.code.moves {
                kernel.begin(*player);
                machine.run(routine, legal.clone(), kernel, past)?;
            }
            let first = block.first - block.layer;
            kernel.settle(legal, machine, &mut now[first..first + block.lanes.end]);
            Ok(())
        })
    }
}

/// Takes options and does nothing with them, to see what that costs; its table takes no memory.
struct Nothing;

impl Kernel for Nothing {
    type Cell = ();
    const ILLEGAL: () = ();

    fn share(&mut self, _: &[()], _: i64, _: i64, _: usize) -> bool {
        true
    }
}

/// The refusal, with the steps that all rows take if they are like those that are done.
fn for_all(mut refusal: Refusal, meter: &Meter, done: usize) -> Refusal {
    if let Refusal::Limit { needed, unit: Unit::Steps, .. } = &mut refusal {
        let whole = u128::from(meter.spent()) * u128::from(meter.total());
        *needed = (*needed).max(whole / done.max(1) as u128);
    }
    refusal
}
