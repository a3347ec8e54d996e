//! How numbers rise and fall.

use super::measure::subsets;
use super::{all_cases, one_for_one, plain};
use crate::cases::Case;
use crate::ir::{Move, Number, Program, Shape, Slot};
use crate::linear::{Linear, Maximum, Work};

/// Upper bounds of all numbers of the positions that can be reached from positions within `start` (the greatest of
/// each number); `None` if there is no bound that could be proved. In a [`Shape::Many`] there is one bound, of all
/// heaps, and `start` holds any heaps.
///
/// *Theorem.* A box that contains the start and that no move leaves contains all that can be reached. So the box is
/// widened by what the moves can make of the numbers in it, until nothing changes. A number that rises slowly is
/// taken at once to a bound that does not depend on itself: a sum that never rises, or what the rules allow.
#[must_use]
pub fn largest(program: &Program, start: &[Number]) -> Option<Vec<Number>> {
    const ROUNDS: usize = 8;
    const PATIENCE: usize = 2;
    let mut work = Work::new(super::WORK);
    let bounds = match program.shape {
        Shape::Named(_) => start.to_vec(),
        Shape::Many(..) => vec![start.iter().copied().max().unwrap_or(0)],
    };
    if bounds.len() != program.position_slots() {
        return None;
    }
    let mut growth = Growth::new(program, bounds, &mut work)?;
    for round in 0..ROUNDS {
        let next = growth.after_a_move(&|_| true, &mut work)?;
        if next == growth.bounds {
            return Some(next);
        }
        match round < PATIENCE {
            true => growth.bounds = next,
            false => growth.leap(&next, &mut work),
        }
    }
    None
}

/// Numbers that rise.
struct Growth {
    moves: Vec<Case>,
    /// What each number is at most.
    bounds: Vec<Number>,
    /// Sums that never rise, and what they are at most.
    sums: Vec<(Vec<Slot>, Number)>,
    is_many: bool,
}

impl Growth {
    fn new(program: &Program, bounds: Vec<Number>, work: &mut Work) -> Option<Growth> {
        let is_many = matches!(program.shape, Shape::Many(..));
        let moves = all_cases(program, work);
        let mut growth = Growth { moves, bounds, sums: Vec::new(), is_many };
        for slots in subsets(growth.bounds.len()) {
            if growth.moves.iter().all(|one| one.lowers(&plain(&slots), 0, work)) {
                let mut start = slots.iter().map(|slot| growth.bounds[*slot]);
                let sum = start.try_fold(0, |sum: Number, start| sum.checked_add(start))?;
                growth.sums.push((slots, sum));
            }
        }
        Some(growth)
    }

    /// What the numbers are at most before a move or after it, if those for which `known` holds were within their
    /// bounds before. `None` if no bound is found.
    fn after_a_move(&self, known: &dyn Fn(Slot) -> bool, work: &mut Work) -> Option<Vec<Number>> {
        let mut next = self.bounds.clone();
        for one in &self.moves {
            let mut system = one.system.clone();
            for (slot, bound) in self.bounds.iter().enumerate().filter(|(slot, _)| known(*slot)) {
                system.add(Linear::of(&[(slot, -1)], *bound)?);
            }
            for (slots, bound) in &self.sums {
                let terms = slots.iter().map(|slot| (*slot, -1)).collect::<Vec<_>>();
                system.add(Linear::of(&terms, *bound)?);
            }
            for (index, change) in one.changes.iter().enumerate() {
                let slot = if self.is_many { 0 } else { index };
                let mut system = system.clone().and(change.given.iter().cloned());
                if self.is_many {
                    // A later row is one of the heaps.
                    system.add(change.old.scaled(-1)?.shifted(self.bounds[slot])?);
                }
                match system.maximum_within(&change.new, work) {
                    Maximum::Empty => {}
                    Maximum::AtMost(bound) => next[slot] = next[slot].max(bound),
                    // Larger numbers than some are not legal, but that is no bound that helps anybody.
                    Maximum::Unknown => return None,
                }
            }
        }
        Some(next)
    }

    /// Takes the numbers that have just risen to bounds that do not depend on them.
    fn leap(&mut self, next: &[Number], work: &mut Work) {
        let risen = |slot: Slot| next[slot] > self.bounds[slot];
        let leapt = self.after_a_move(&|slot| !risen(slot), work);
        let leapt = leapt.as_deref().unwrap_or(next);
        self.bounds = leapt.iter().zip(next).map(|(leapt, next)| *leapt.max(next)).collect();
    }
}

/// How far a lone number falls in one move at most; `Err` says why there is no such bound.
///
/// *Theorem.* If each move puts one number in the place of another and the difference is from 1 to m, the value
/// of a number depends on the m numbers below it alone.
pub fn lookback(program: &Program) -> Result<Number, String> {
    if program.position_slots() != 1 {
        return Err("a position has more than one number".into());
    }
    let mut work = Work::new(super::WORK);
    let mut most = 0;
    for (index, one) in program.moves.iter().enumerate() {
        for case in Case::all(program, one, &mut work) {
            let fall = lone_fall(one, &case, &mut work);
            most = most.max(fall.map_err(|what| format!("move {} {what}", index + 1))?);
        }
    }
    Ok(most)
}

/// How far the number falls at most.
fn lone_fall(one: &Move, case: &Case, work: &mut Work) -> Result<Number, &'static str> {
    one_for_one(one)?;
    let system = &case.system;
    let fall = case.changes.first().and_then(|change| change.old.minus(&change.new));
    let fall = fall.ok_or("has too large numbers")?;
    if !fall.shifted(-1).is_some_and(|fall| system.implies_within(&fall, work)) {
        return Err("is not proved to lower the number");
    }
    match system.maximum_within(&fall, work) {
        Maximum::AtMost(bound) => Ok(bound),
        Maximum::Empty => Ok(0),
        Maximum::Unknown => Err("may lower the number by any amount"),
    }
}
