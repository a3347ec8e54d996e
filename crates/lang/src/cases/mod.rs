//! Moves as lists of cases, each a conjunction of linear inequalities.
//!
//! Two kinds of reader want a move as inequalities. Whoever proves something of it (`facts`) needs inequalities that
//! hold *at least* wherever the move is made: a `Case`. What cannot be said by inequalities is left out, and terms that
//! are not linear are variables of which some facts are known. Whoever recognises it needs to know *exactly* where
//! it can be made: an [`Exact`] case, or a reason why there is none.
//!
//! Both come about in two steps. `split` takes the move apart where it has alternatives, as it is written; `read` turns
//! what is left into linear forms.

mod elements;
mod exact;
mod read;
mod split;
mod terms;

use crate::ir::{Condition, Move, Program, Set};
use crate::linear::{Linear, System, Work};

pub use elements::{Within, elements};
pub use exact::{
    Chosen, Exact, NEW, between, check, check_same, exact, numbers, of_cases, of_elements,
    too_large, with_bounds, within_numbers,
};

/// Why there are no exact cases, in words.
pub type Miss = String;

/// A number that a move changes.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) old: Linear,
    pub(crate) new: Linear,
    /// What holds besides, if this number is there at all.
    pub(crate) given: Vec<Linear>,
}

/// A number that is chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its variable, which is its slot.
    pub variable: usize,
    /// What it must be, beside the facts.
    pub within: Option<Within>,
}

/// `variable = one · other`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The variable that stands for the product.
    pub variable: usize,
    /// What is multiplied.
    pub factors: [usize; 2],
}

/// A way to move: its facts hold wherever the choices make the move so.
#[derive(Clone, Debug)]
pub struct Case {
    /// What holds of the slots: legality before and after, the steps, and facts about terms that are not linear, which
    /// are variables of their own after the slots. In a [`Shape::Many`](crate::Shape::Many), slot 0 is the chosen heap
    /// (each of the chosen heaps in turn).
    pub system: System,
    /// The new numbers: those of the position in a named shape, else the new heaps in the place of the chosen one.
    /// A new number that is not linear has a variable of its own. For [`crate::Becomes::Rows`] this is the new length
    /// of the chosen row alone, for [`crate::Becomes::Run`] the two ends of the run (of which nothing is known if the
    /// run is empty).
    pub new: Vec<Linear>,
    /// The numbers that change: those of a named position in order; the chosen heap to each of the new ones.
    pub(crate) changes: Vec<Change>,
}

impl Case {
    /// The cases of a move, without those that are proved to be impossible.
    pub(crate) fn all(program: &Program, one: &Move, work: &mut Work) -> Vec<Case> {
        let moves = split::coarse(program, one, work);
        let mut cases: Vec<Case> = moves.iter().map(|one| Case::read(program, one, work)).collect();
        cases.retain(|case| !case.system.is_empty_within(work));
        cases
    }
}

/// A condition on slots as facts that hold just where it does; `None` if it has alternatives or is not linear.
#[must_use]
pub fn inequalities(condition: &Condition) -> Option<Vec<Linear>> {
    if condition.nodes() > split::LONGEST {
        return None;
    }
    let mut facts = Vec::new();
    for one in split::conjuncts(condition) {
        match &one {
            Condition::Truth(_) => facts.push(Linear::constant(-1)),
            Condition::Compare(relation, a, b) => {
                facts.extend(split::difference(a, b)?.compared(*relation)?);
            }
            _ => return None,
        }
    }
    Some(facts)
}

/// Are the elements consecutive?
pub(crate) fn is_range(set: &Set) -> bool {
    let first_of_tail = set.tail.map(|(from, _)| from);
    let listed = set.finite.iter().copied().chain(first_of_tail);
    listed.is_sorted_by(|a, b| a + 1 == *b) && set.tail.is_none_or(|(_, step)| step == 1)
}
