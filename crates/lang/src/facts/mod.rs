//! What is provable of a program by linear arithmetic.
//!
//! [`read`] turns a move into inequalities that hold whenever it is made: the position before is legal, the choices
//! keep their bounds, the position after is legal. Everything else here asks such a [`System`](crate::linear::System) a question:
//! [`fn@measure`] why play ends, [`largest`] how large the numbers can become, [`walks`] whether a move is a fixed step
//! or a ray, [`lookback`] how far a number falls. An answer is proved; where there is none, it may still be true.
//!
//! # Notation
//! The variables of a system are the slots of the move, and after them one for each term that is not linear
//! (`k * b`, `h div 2`, `sum h`, …), of which only some inequalities are known.
//!
//! # Implementation notes
//! Hostile rules may be long and dense, so every function has a fixed amount of [`Work`]; when it is used up, nothing
//! more is proved.

mod bounds;
mod measure;
mod walks;

use crate::cases::Change;
use crate::ir::{Becomes, Expr, Move, Number, Program, Select, Slot};
use crate::linear::{Linear, Work};

pub use crate::cases::Case;
pub use crate::structure::{Finding, independent, same_options};
pub use bounds::{largest, lookback};
pub use measure::{Measure, measure};
pub use walks::{Stride, Walk, constant_shifts, least_reached, rays, strides, walks};

/// What one function of this module may do.
const WORK: u64 = 250_000;

/// Reads a move that is not taken apart.
#[must_use]
pub fn read(program: &Program, one: &Move) -> Case {
    Case::read(program, one, &mut Work::new(WORK))
}

/// For each move, whether it is proved that it is never possible. The moves share the [`Work`], so that many of
/// them take no longer than one.
#[must_use]
pub fn never_possible_moves(program: &Program) -> Vec<bool> {
    let mut work = Work::new(WORK);
    program.moves.iter().map(|one| Case::all(program, one, &mut work).is_empty()).collect()
}

/// Multiples of changed numbers, to be added: those of a named position are its slots.
pub type Sum = Vec<(Slot, Number)>;

/// The plain sum of these numbers.
fn plain(slots: &[Slot]) -> Sum {
    slots.iter().map(|slot| (*slot, 1)).collect()
}

/// The cases of all moves.
fn all_cases(program: &Program, work: &mut Work) -> Vec<Case> {
    program.moves.iter().flat_map(|one| Case::all(program, one, work)).collect()
}

impl Case {
    /// By how much the sum falls.
    fn fall(&self, sum: &Sum) -> Option<Linear> {
        sum.iter().try_fold(Linear::default(), |total, (index, factor)| {
            let Change { old, new, .. } = self.changes.get(*index)?;
            total.combined(1, &old.minus(new)?, *factor)
        })
    }

    /// Is the sum always less after the move, by this number at least, if the numbers are there at all?
    fn lowers(&self, sum: &Sum, by: Number, work: &mut Work) -> bool {
        let Some(fall) = self.fall(sum).and_then(|fall| fall.shifted(-by)) else { return false };
        let given = sum.iter().flat_map(|(index, _)| &self.changes[*index].given);
        self.system.clone().and(given.cloned()).implies_within(&fall, work)
    }
}

/// One number takes the place of each that the move changes; or why that is not so.
fn one_for_one(one: &Move) -> Result<(), &'static str> {
    match (&one.select, &one.becomes) {
        (Select::Several(..), _) => Err("may change several heaps"),
        (_, Becomes::Run(..)) => Err("leaves a run of heaps"),
        (_, Becomes::Rows(_, later)) if *later != Expr::Later => Err("changes later rows"),
        (_, Becomes::Heaps(new)) if new.is_empty() => Err("takes a heap away"),
        (_, Becomes::Heaps(new)) if new.len() > 1 => Err("splits a heap"),
        _ => Ok(()),
    }
}
