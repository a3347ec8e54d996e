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
pub use exact::{Chosen, Exact, NEW, exact, numbers, too_large, within_numbers};

/// Why there are no exact cases, in words.
pub type Miss = String;

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The position before or after is legal.
    Legal,
    /// A choice or a condition of the move.
    Step,
}

/// What the facts do not tell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loss {
    /// A slot takes the elements of a set that is not a range; its ends alone are known.
    pub(crate) sets: bool,
    /// Some other condition, in words.
    pub(crate) anything: Option<&'static str>,
}

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

/// A way to move: these facts hold wherever the choices make the move so.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) facts: Vec<(Origin, Linear)>,
    /// What is known of the terms that are not linear.
    pub(crate) terms: Vec<Linear>,
    /// The new numbers.
    pub(crate) new: Vec<Linear>,
    /// The numbers that change: those of a named position in order; the chosen heap to each of the new ones.
    pub(crate) changes: Vec<Change>,
    pub(crate) lost: Loss,
    /// The slots that are chosen.
    pub(crate) choices: Vec<Choice>,
    /// The products among the variables that occur, if there are no other terms; else what there is.
    pub(crate) products: Result<Vec<Product>, &'static str>,
}

impl Case {
    /// The cases of a move, without those that are proved to be impossible.
    pub(crate) fn all(program: &Program, one: &Move, work: &mut Work) -> Vec<Case> {
        let moves = split::coarse(program, one, work);
        let mut cases: Vec<Case> = moves.iter().map(|one| Case::read(program, one, work)).collect();
        cases.retain(|case| !case.system().is_empty_within(work));
        cases
    }

    /// All facts.
    pub(crate) fn system(&self) -> System {
        System::of(self.facts.iter().map(|(_, fact)| fact).chain(&self.terms).cloned())
    }

    /// The facts of this origin.
    pub(crate) fn facts_of(&self, origin: Origin) -> impl Iterator<Item = &Linear> {
        self.facts.iter().filter(move |one| one.0 == origin).map(|(_, fact)| fact)
    }

    /// Was something not linear?
    pub(crate) fn has_terms(&self) -> bool {
        !matches!(&self.products, Ok(products) if products.is_empty())
    }

    /// Was nothing lost but, perhaps, sets?
    pub(crate) fn is_linear(&self) -> bool {
        self.lost.anything.is_none() && !self.has_terms()
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
    let finite = set.finite.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    match (set.tail, set.finite.last()) {
        (None, _) => finite,
        (Some((_, step)), None) => step == 1,
        (Some((from, step)), Some(last)) => finite && step == 1 && last + 1 == from,
    }
}
