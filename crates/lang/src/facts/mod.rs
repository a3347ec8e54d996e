//! What is provable of a program by linear arithmetic.
//!
//! [`read`] turns a move into inequalities that hold whenever it is made: the position before is legal, the choices
//! keep their bounds, the position after is legal. Everything else here asks such a [`System`] a question:
//! [`fn@measure`] why play ends, [`largest`] how large the numbers can become, [`walk`] whether a move is a fixed step
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

use crate::cases::{Case, Change};
use crate::ir::{Becomes, Expr, Move, Number, Program, Select, Slot};
use crate::linear::{Linear, System, Work};

pub use crate::structure::{Finding, independent, same_options};
pub use bounds::{largest, lookback};
pub use measure::{Measure, measure};
pub use walks::{Stride, Walk, constant_shifts, least_reached, rays, strides, walk};

/// What one function of this module may do.
const WORK: u64 = 250_000;

/// A move as inequalities.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What holds of the slots whenever the move is made: legality before and after, the steps, and facts about
    /// terms that are not linear, which are variables of their own after the slots. In a
    /// [`Shape::Many`](crate::Shape::Many), slot 0 is the chosen heap (each of the chosen heaps in turn).
    pub system: System,
    /// The new numbers: those of the position in a named shape, else the new heaps in the place of the chosen one.
    /// A new number that is not linear has a variable of its own. For [`crate::Becomes::Rows`] this is the new length
    /// of the chosen row alone, for [`crate::Becomes::Run`] the two ends of the run (of which nothing is known if the
    /// run is empty).
    pub new: Vec<Linear>,
    /// Does the system hold *exactly* for the choices that make the move? (No conditions were left out, no
    /// variables were added, no sets but ranges.)
    pub exact: bool,
}

/// Reads a move.
#[must_use]
pub fn read(program: &Program, one: &Move) -> Reading {
    let mut case = Case::read(program, one, &mut Work::new(WORK));
    if !case.has_terms() {
        // What is left is about later rows alone.
        case.terms.clear();
    }
    Reading { system: case.system(), exact: case.is_linear() && !case.lost.sets, new: case.new }
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

/// A case of a move, as its facts and what it changes.
#[derive(Clone)]
struct Changing {
    system: System,
    changes: Vec<Change>,
}

impl Changing {
    fn all(program: &Program, work: &mut Work) -> Vec<Changing> {
        let case = program.moves.iter().flat_map(|one| Case::all(program, one, work));
        case.map(|one| Changing { system: one.system(), changes: one.changes }).collect()
    }

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
