//! Who wins: a byte for each position.

use std::iter::repeat;
use std::ops::Range;

use bouton_values::{Outcome, Player, saturating_index, to_index};

use super::code::Operand;
use super::columns::{BLOCK, Lane};
use super::compile::{Code, EndTree};
use super::layout::{Layout, narrowed};
use super::machine::{Machine, along};
use super::rays::Ray;
use super::sweep::{Block, Kernel, Legal, Sweep};

/// Left, to move, loses.
const LEFT_LOSES: u8 = 1;
/// Right, to move, loses.
const RIGHT_LOSES: u8 = 2;
/// The position is legal.
const LEGAL: u8 = 4;

/// The outcome in a cell of the table; `None` where the position is not legal.
pub(super) fn outcome(cell: u8) -> Option<Outcome> {
    (cell & LEGAL != 0).then_some(match cell & (LEFT_LOSES | RIGHT_LOSES) {
        0 => Outcome::N,
        LEFT_LOSES => Outcome::R,
        RIGHT_LOSES => Outcome::L,
        _ => Outcome::P,
    })
}

/// Is the position P? 0 or 1.
pub(super) fn is_lost(cell: u8) -> u8 {
    cell & (cell >> 1) & 1
}

/// Is the position legal and N or P? 0 if it is.
pub(super) fn is_odd(cell: u8) -> u8 {
    (cell ^ (cell >> 1)) & 1 | (cell & LEGAL) ^ LEGAL
}

/// Fills the table of outcomes.
///
/// The bytes of all options are joined by "or": a player wins who has an option in which the opponent, to move,
/// loses, and is stuck who has no legal option. As illegal positions are 0, they count for nothing.
pub(super) struct Outcomes<'a> {
    layout: &'a Layout,
    code: &'a Code,
    /// For each ray what it meets, at every place.
    flags: Vec<Vec<u8>>,
    /// What both players can reach, what only Left, what only Right can.
    reached: [Vec<u8>; 3],
    /// Whose options are taken: which of `reached`.
    mover: usize,
    /// Do all lanes belong to one position?
    gathers: bool,
    /// What was read in advance.
    shared: Vec<u8>,
    /// The place of lane 0.
    first: usize,
}

impl<'a> Outcomes<'a> {
    pub(super) fn new(sweep: &Sweep<'a>) -> Outcomes<'a> {
        let rays = sweep.code.rays.iter();
        Outcomes {
            layout: sweep.layout,
            code: sweep.code,
            // Not `vec![flags; rays]`: that copies, where each of these is memory that the system hands out as zeros.
            flags: rays.map(|_| vec![0; to_index(sweep.layout.cells())]).collect(),
            reached: [const { Vec::new() }; 3],
            mover: 0,
            gathers: false,
            shared: Vec::new(),
            first: 0,
        }
    }

    /// The bytes that are needed for a table.
    pub(super) fn bytes(sweep: &Sweep<'_>) -> u128 {
        sweep.layout.cells().saturating_mul(1 + sweep.code.rays.len() as u128)
    }

    /// What a ray meets from x is what lies at x - first·v, and what it meets from x - step·v.
    fn follow(&mut self, number: usize, block: &Block, past: &[u8]) {
        let ray = &self.code.rays[number];
        let (past_flags, now) = self.flags[number].split_at_mut(block.layer);
        let start = block.first - block.layer;
        let now = &mut now[start..start + block.lanes.end];
        for (steps, cells) in [(ray.first, past), (ray.step, &*past_flags)] {
            let lanes = self.layout.lanes_after(block, ray, steps);
            if lanes.is_empty() {
                continue;
            }
            let offset: i64 = ray
                .vector
                .iter()
                .zip(&self.layout.strides)
                .map(|(step, stride)| step * stride)
                .sum();
            let first = (block.first + lanes.start) as i64 - steps * offset;
            let cells = &cells[to_index(first)..to_index(first) + lanes.len()];
            now[lanes].iter_mut().zip(cells).for_each(|(now, cell)| *now |= cell);
        }
    }

    /// Lanes and cells side by side, in the order of the table. Cells that are next to each other have a loop of their own,
    /// which is done by wide instructions; those of a larger stride cannot be.
    fn join(&mut self, cells: &[u8], lanes: Range<usize>, stride: i64, mask: Option<&[u8]>) {
        let step = to_index(stride.unsigned_abs());
        let reached = self.reached[self.mover][lanes.clone()].iter_mut();
        let mask = mask.map(|mask| mask[lanes].iter());
        match stride {
            0 => or(reached, repeat(cells[0]), mask),
            1 => or(reached, cells.iter().copied(), mask),
            2.. => or(reached, cells.iter().step_by(step).copied(), mask),
            _ => or(reached.rev(), cells.iter().step_by(step).copied(), mask.map(Iterator::rev)),
        }
    }

    /// All lanes belong to one position. Without a mask their order does not matter.
    fn gather(&mut self, cells: &[u8], lanes: Range<usize>, stride: i64, mask: Option<&[u8]>) {
        let step = to_index(stride.unsigned_abs());
        let (first, cells) = (cells[0], cells.iter().copied());
        let mask = mask.map(|mask| mask[lanes].iter());
        self.reached[self.mover][0] |= match stride {
            _ if step <= 1 && mask.is_none() => any(cells, mask),
            0 => any(repeat(first), mask),
            1.. => any(cells.step_by(step), mask),
            _ => any(cells.step_by(step), mask.map(Iterator::rev)),
        };
    }
}

impl Layout {
    /// The lanes from which this many steps along a ray stay in the box.
    fn lanes_after(&self, block: &Block, ray: &Ray, steps: i64) -> Range<usize> {
        let mut lanes = block.lanes.clone();
        for (axis, most) in self.most.iter().enumerate() {
            let (slope, fall) = (self.slopes[axis], steps.saturating_mul(ray.vector[axis]));
            let number = block.numbers[axis].saturating_sub(fall);
            for (slope, base) in [(slope, number), (-slope, (*most as i64).saturating_sub(number))]
            {
                lanes = narrowed(lanes, slope, base);
            }
        }
        lanes
    }
}

impl Kernel for Outcomes<'_> {
    type Cell = u8;
    const ILLEGAL: u8 = 0;

    fn start(&mut self, block: &Block, past: &[u8]) {
        self.first = block.first;
        for number in 0..self.code.rays.len() {
            self.follow(number, block, past);
        }
        for reached in &mut self.reached {
            reached.clear();
            reached.resize(block.lanes.end, 0);
        }
    }

    fn begin(&mut self, player: Option<Player>, gathers: bool) {
        self.mover = player.map_or(0, |player| 1 + player.index());
        self.gathers = gathers;
    }

    fn line(
        &mut self,
        past: &[u8],
        lanes: Range<usize>,
        first: i64,
        stride: i64,
        mask: Option<&[u8]>,
    ) {
        let last = first + stride * (lanes.len() as i64 - 1);
        let (low, high) = (first.min(last), first.max(last));
        if low < 0 || high >= past.len() as i64 {
            // Some lanes do not count and lead anywhere.
            return self.places(past, lanes.clone(), along(lanes, first, stride), mask);
        }
        let cells = &past[to_index(low)..=to_index(high)];
        match self.gathers {
            true => self.gather(cells, lanes, stride, mask),
            false => self.join(cells, lanes, stride, mask),
        }
    }

    fn share(&mut self, past: &[u8], first: i64, stride: i64, count: usize) -> bool {
        // The cells that are in the table; before and after them there is nothing.
        let last = past.len() as i64 - 1 - first;
        let inside = narrowed(narrowed(0..count, stride, first), -stride, last);
        self.shared.clear();
        self.shared.resize(inside.start, 0);
        let cells = inside.clone().map(|cell| past[to_index(first + stride * cell as i64)]);
        self.shared.extend(cells);
        self.shared.resize(count, 0);
        true
    }

    fn shared(&mut self, lanes: Range<usize>, from: usize, mask: Option<&[u8]>) {
        let cells = &self.shared[from..from + lanes.len()];
        let reached = self.reached[self.mover][lanes.clone()].iter_mut();
        or(reached, cells.iter().copied(), mask.map(|mask| mask[lanes].iter()));
    }

    fn places(
        &mut self,
        past: &[u8],
        lanes: Range<usize>,
        places: impl Iterator<Item = i64>,
        mask: Option<&[u8]>,
    ) {
        let reached = &mut self.reached[self.mover];
        let cells = places.map(|place| past.get(saturating_index(place)).copied().unwrap_or(0));
        let mask = mask.map(|mask| mask[lanes.clone()].iter());
        match self.gathers {
            true => reached[0] |= any(cells, mask),
            false => or(reached[lanes].iter_mut(), cells, mask),
        }
    }

    fn flag(&mut self, ray: usize, lanes: Range<usize>, mask: Option<&[u8]>) {
        let flags = &self.flags[ray][self.first + lanes.start..self.first + lanes.end];
        let reached = self.reached[self.mover][lanes.clone()].iter_mut();
        or(reached, flags.iter().copied(), mask.map(|mask| mask[lanes].iter()));
    }

    fn settle<T: Lane>(
        &mut self,
        block: &Block,
        legal: &Legal,
        machine: &mut Machine<T>,
        now: &mut [u8],
    ) {
        let lanes = legal.lanes.clone();
        let [both, left, right] = self.reached.each_ref().map(|reached| &reached[lanes.clone()]);
        let reached = both.iter().zip(left).zip(right);
        let now = &mut now[lanes.clone()];
        if let EndTree::Always(fallen) = self.code.end.tree {
            for (now, ((both, left), right)) in now.iter_mut().zip(reached) {
                *now = settled(both | left, both | right, fallen);
            }
        } else {
            let all_move = reached
                .clone()
                .fold(LEGAL, |all, ((both, left), right)| all & (both | left) & (both | right));
            let mut fallen = vec![0; lanes.end];
            if all_move != LEGAL {
                let end = &self.code.end;
                machine.evaluate(&end.routine, &block.numbers, &lanes);
                label(&end.tree, machine, lanes.clone(), &mut fallen);
            }
            let all = reached.zip(&fallen[lanes.clone()]);
            for (now, (((both, left), right), fallen)) in now.iter_mut().zip(all) {
                *now = settled(both | left, both | right, *fallen);
            }
        }
        if let Some(mask) = legal.mask() {
            now.iter_mut().zip(&mask[lanes]).for_each(|(now, mask)| *now &= mask);
        }
    }
}

/// The byte of a legal position, from what Left can reach, what Right can reach, and who loses if stuck.
fn settled(left: u8, right: u8, fallen: u8) -> u8 {
    // A player who can move loses if no option is lost for the opponent.
    let left_moves = (left & LEGAL) / LEGAL;
    let left_loses = (left_moves & !(left >> 1)) | (left_moves ^ 1) & fallen;
    let right_moves = (right & LEGAL) / LEGAL;
    let right_loses = (right_moves & !right) | (right_moves ^ 1) & (fallen >> 1);
    LEGAL | ((left_loses & 1) * LEFT_LOSES) | ((right_loses & 1) * RIGHT_LOSES)
}

/// Who loses if stuck, for each lane.
fn label<T: Lane>(tree: &EndTree, machine: &Machine<T>, lanes: Range<usize>, fallen: &mut [u8]) {
    match tree {
        EndTree::Always(who) => fallen[lanes].fill(*who),
        EndTree::If(Operand::Mask(mask), then, otherwise) => {
            let mut other = [0; BLOCK];
            label(then, machine, lanes.clone(), fallen);
            label(otherwise, machine, lanes.clone(), &mut other);
            let mask = &machine.columns.masks[*mask];
            for lane in lanes {
                fallen[lane] = (fallen[lane] & mask[lane]) | (other[lane] & !mask[lane]);
            }
        }
        EndTree::If(truth, then, otherwise) => {
            let is_true = machine.held(*truth) != 0;
            label(if is_true { then } else { otherwise }, machine, lanes, fallen);
        }
    }
}

/// Joins cells to what the lanes have reached, where the mask says so.
fn or<'a>(
    reached: impl Iterator<Item = &'a mut u8>,
    cells: impl Iterator<Item = u8>,
    mask: Option<impl Iterator<Item = &'a u8>>,
) {
    match mask {
        None => reached.zip(cells).for_each(|(reached, cell)| *reached |= cell),
        Some(mask) => {
            let cells = cells.zip(mask).map(|(cell, mask)| cell & mask);
            reached.zip(cells).for_each(|(reached, cell)| *reached |= cell);
        }
    }
}

/// All cells together, where the mask says so.
fn any<'a>(cells: impl Iterator<Item = u8>, mask: Option<impl Iterator<Item = &'a u8>>) -> u8 {
    match mask {
        None => cells.fold(0, |any, cell| any | cell),
        Some(mask) => cells.zip(mask).fold(0, |any, (cell, mask)| any | cell & mask),
    }
}
