//! The table of outcomes of a rule text: a byte for each position.

use std::iter::repeat;
use std::ops::BitOr;

use bouton_rules::{Limits, Refusal};
use bouton_values::{Outcome, Player, to_index};

use super::code::Operand;
use super::columns::Lane;
use super::compile::Code;
use super::layout::{Layout, narrowed};
use super::machine::{Lanes, Machine};
use super::sweep::{Block, Kernel, Sweep};

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

/// What can be reached from the lanes of a block.
#[derive(Default)]
struct Reached {
    /// What both players can reach, what only Left, what only Right can.
    cells: [Vec<u8>; 3],
    /// Whose options are taken: which of `cells`.
    mover: usize,
}

impl Reached {
    /// Takes a cell for each of the lanes that count. The loops without a choice in them are done by wide instructions, if
    /// the cells are next to each other.
    fn take(&mut self, lanes: &Lanes<'_>, cells: impl Iterator<Item = u8>) {
        let reached = &mut self.cells[self.mover];
        let masked = |(cell, mask): (u8, &u8)| cell & mask;
        match (lanes.gather, lanes.mask()) {
            (true, None) => reached[0] |= cells.fold(0, BitOr::bitor),
            (true, Some(mask)) => {
                reached[0] |= cells.zip(mask).map(masked).fold(0, BitOr::bitor);
            }
            (false, None) => or(&mut reached[lanes.range.clone()], cells),
            (false, Some(mask)) => {
                or(&mut reached[lanes.range.clone()], cells.zip(mask).map(masked));
            }
        }
    }
}

fn or(reached: &mut [u8], cells: impl Iterator<Item = u8>) {
    reached.iter_mut().zip(cells).for_each(|(reached, cell)| *reached |= cell);
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
    reached: Reached,
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
            reached: Reached::default(),
            shared: Vec::new(),
            first: 0,
        }
    }

    /// Refuses a table that takes more memory than is allowed.
    pub(super) fn check_memory(sweep: &Sweep<'_>, limits: &Limits) -> Result<(), Refusal> {
        let bytes = sweep.layout.cells().saturating_mul(1 + sweep.code.rays.len() as u128);
        limits.check_memory("the table of outcomes", bytes)
    }

    /// What a ray meets from x is what lies at x - first·v, and what it meets from x - step·v.
    fn follow(&mut self, number: usize, block: &Block, past: &[u8]) {
        let ray = &self.code.rays[number];
        let (past_flags, now) = self.flags[number].split_at_mut(block.layer);
        let start = block.first - block.layer;
        let now = &mut now[start..start + block.lanes.end];
        let strides = ray.vector.iter().zip(&self.layout.strides);
        let offset: i64 = strides.map(|(step, stride)| step * stride).sum();
        for (steps, cells) in [(ray.first, past), (ray.step, &*past_flags)] {
            // The lanes from which this many steps stay in the box.
            let falls = ray.vector.iter().map(|fall| steps.saturating_mul(*fall));
            let after =
                block.numbers.iter().zip(falls).map(|(number, fall)| number.saturating_sub(fall));
            let lanes = after.enumerate().fold(block.lanes.clone(), |lanes, (axis, number)| {
                self.layout.inside(lanes, axis, number)
            });
            if lanes.is_empty() {
                continue;
            }
            let first = (block.first + lanes.start) as i64 - steps * offset;
            let cells = &cells[to_index(first)..to_index(first) + lanes.len()];
            or(&mut now[lanes], cells.iter().copied());
        }
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
        for cells in &mut self.reached.cells {
            cells.clear();
            cells.resize(block.lanes.end, 0);
        }
    }

    fn begin(&mut self, player: Option<Player>) {
        self.reached.mover = player.map_or(0, |player| 1 + player.index());
    }

    fn take(&mut self, lanes: &Lanes<'_>, cells: impl Iterator<Item = u8>) {
        self.reached.take(lanes, cells);
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

    fn shared(&mut self, lanes: &Lanes<'_>, from: usize) {
        let cells = &self.shared[from..from + lanes.range.len()];
        self.reached.take(lanes, cells.iter().copied());
    }

    fn flag(&mut self, ray: usize, lanes: &Lanes<'_>) {
        let flags = &self.flags[ray][self.first..][lanes.range.clone()];
        self.reached.take(lanes, flags.iter().copied());
    }

    fn settle<T: Lane>(&mut self, legal: Lanes<'_>, machine: &mut Machine<T>, now: &mut [u8]) {
        let lanes = legal.range.clone();
        let [both, left, right] = self.reached.cells.each_ref().map(|cells| &cells[lanes.clone()]);
        let both_ways = |((both, left), right): ((&u8, &u8), &u8)| (both | left, both | right);
        let reached = both.iter().zip(left).zip(right).map(both_ways);
        let now = &mut now[lanes.clone()];
        let Code { end, fallen, .. } = self.code;
        if let Operand::Column(column) = fallen {
            // Who loses if stuck does not matter where all can move, as in most blocks.
            let all_move = reached.clone().fold(LEGAL, |all, (left, right)| all & left & right);
            if all_move != LEGAL {
                machine.evaluate(end, &lanes);
            }
            let fallen = &machine.columns[*column][lanes];
            settle(now, reached, fallen.iter().map(|fallen| fallen.number() as u8));
        } else {
            machine.evaluate(end, &lanes);
            settle(now, reached, repeat(machine.held(*fallen) as u8));
        }
        if let Some(mask) = legal.mask() {
            now.iter_mut().zip(mask).for_each(|(now, mask)| *now &= mask);
        }
    }
}

/// The bytes of legal positions, from what Left and Right can reach and who loses if stuck.
fn settle(
    now: &mut [u8],
    reached: impl Iterator<Item = (u8, u8)>,
    fallen: impl Iterator<Item = u8>,
) {
    for (now, ((left, right), fallen)) in now.iter_mut().zip(reached.zip(fallen)) {
        *now = settled(left, right, fallen);
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
