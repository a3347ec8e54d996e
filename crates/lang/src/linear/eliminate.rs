//! Fourier–Motzkin elimination, with equations first.
//!
//! *Theorem* (Fourier, Motzkin). From `a·x + p ≥ 0` and `-b·x + q ≥ 0` with a, b > 0 follows `b·p + a·q ≥ 0`,
//! and over the rationals there is an x that satisfies all facts about it if and only if all these combinations
//! hold. So variable after variable can be removed, and a contradiction shows itself as a negative constant.
//!
//! Over the integers the combinations still hold, which is what a proof needs; a fact is divided by the common
//! divisor of its factors and its constant rounded down, which loses no integer point.

use std::collections::{BTreeMap, BTreeSet};

use super::{Linear, System, Work};
use crate::ir::Number;

/// Removes all variables but one: what is left of the facts, or `None` if a limit was reached. What is taken from `work`
/// is bounded by [`Work::OF_A_QUESTION`].
pub(super) fn eliminate(facts: &[Linear], keep: Option<usize>, work: &mut Work) -> Option<Facts> {
    let left = work.allowed.saturating_sub(work.spent);
    let mut own = Work::new(left.min(Work::OF_A_QUESTION));
    let left = run(facts, keep, &mut own);
    work.spent += own.spent;
    left
}

fn run(given: &[Linear], keep: Option<usize>, work: &mut Work) -> Option<Facts> {
    work.take(given.iter().map(Linear::cost).sum())?;
    let mut facts = Facts::default();
    for fact in given {
        facts.insert(fact.clone());
    }
    if facts.variables().len() > System::MOST_VARIABLES + usize::from(keep.is_some()) {
        return (facts.is_empty).then_some(facts);
    }
    while !facts.is_empty {
        work.take(facts.cost())?;
        if facts.constants.len() > System::MOST_FACTS {
            return None;
        }
        if let Some((equation, variable)) = facts.next_equation(keep) {
            facts = facts.substitute(&equation, variable, work)?;
        } else if let Some(variable) = facts.cheapest(keep) {
            facts = facts.combine(variable, work)?;
        } else {
            break;
        }
    }
    Some(facts)
}

/// The part of a fact with variables, divided by the common divisor of its factors.
type Terms = Vec<(usize, Number)>;

/// Facts, each once: of those that differ by their constants only, the strongest.
#[derive(Default)]
pub(super) struct Facts {
    constants: BTreeMap<Terms, Number>,
    /// Terms that stood with both signs and opposite constants when they came in.
    equations: Vec<Terms>,
    /// Is there a contradiction?
    pub(super) is_empty: bool,
}

impl Facts {
    /// Adds a fact. What cannot be worked out is left out: fewer facts prove less, but nothing false.
    fn insert(&mut self, fact: Linear) {
        let Some(fact) = fact.tame() else { return };
        let Linear { terms, constant } = fact.reduced();
        if terms.is_empty() {
            self.is_empty |= constant < 0;
            return;
        }
        if self.constants.get(&terms).is_some_and(|known| *known <= constant) {
            return;
        }
        let opposite =
            terms.iter().map(|(variable, factor)| (*variable, -factor)).collect::<Terms>();
        match self.constants.get(&opposite).map(|other| other + constant) {
            Some(..0) => self.is_empty = true,
            Some(0) => self.equations.push(terms.clone()),
            _ => {}
        }
        self.constants.insert(terms, constant);
    }

    pub(super) fn linears(&self) -> impl Iterator<Item = Linear> + '_ {
        self.constants
            .iter()
            .map(|(terms, constant)| Linear { terms: terms.clone(), constant: *constant })
    }

    fn cost(&self) -> usize {
        self.constants.keys().map(|terms| 1 + terms.len() / 4).sum()
    }

    fn variables(&self) -> BTreeSet<usize> {
        self.constants.keys().flatten().map(|(variable, _)| *variable).collect()
    }

    /// An equation and the variable in it with the least factor, which is best ±1: then nothing is lost.
    fn next_equation(&mut self, keep: Option<usize>) -> Option<(Linear, usize)> {
        while let Some(terms) = self.equations.pop() {
            let candidates = terms.iter().filter(|(variable, _)| Some(*variable) != keep);
            let best = candidates.min_by_key(|(_, factor)| factor.unsigned_abs());
            if let (Some((variable, _)), Some(constant)) = (best, self.constants.get(&terms)) {
                return Some((Linear { constant: *constant, terms: terms.clone() }, *variable));
            }
        }
        None
    }

    /// All facts with multiples of the equation added so that the variable is gone.
    fn substitute(&self, equation: &Linear, variable: usize, work: &mut Work) -> Option<Facts> {
        let own = equation.factor(variable);
        let mut facts = self.without(variable, work)?;
        for fact in self.linears().filter(|fact| fact.factor(variable) != 0) {
            work.take(fact.cost() + equation.cost())?;
            let factor = fact.factor(variable);
            // The fact keeps its sign: its multiplier |own| is positive.
            let combined = fact.combined(own.abs(), equation, -factor * own.signum());
            combined.into_iter().for_each(|fact| facts.insert(fact));
        }
        Some(facts)
    }

    /// The variable that brings the fewest new facts, if there is one left.
    fn cheapest(&self, keep: Option<usize>) -> Option<usize> {
        let mut signs: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (variable, factor) in self.constants.keys().flatten() {
            let (above, below) = signs.entry(*variable).or_default();
            *(if *factor > 0 { above } else { below }) += 1;
        }
        let others = signs.into_iter().filter(|(variable, _)| Some(*variable) != keep);
        let new =
            |(above, below): (usize, usize)| (above * below) as isize - (above + below) as isize;
        others.min_by_key(|(_, signs)| new(*signs)).map(|(variable, _)| variable)
    }

    /// The facts without this variable, and the combinations of those with it.
    fn combine(&self, variable: usize, work: &mut Work) -> Option<Facts> {
        let mut facts = self.without(variable, work)?;
        let having = self.linears().filter(|fact| fact.factor(variable) != 0);
        let (above, below): (Vec<_>, Vec<_>) = having.partition(|fact| fact.factor(variable) > 0);
        for high in &above {
            for low in &below {
                work.take(high.cost() + low.cost())?;
                let (a, b) = (high.factor(variable), -low.factor(variable));
                let divisor = gcd(a, b);
                let combined = high.combined(b / divisor, low, a / divisor);
                combined.into_iter().for_each(|fact| facts.insert(fact));
                if facts.is_empty {
                    return Some(facts);
                }
            }
            if facts.constants.len() > System::MOST_FACTS {
                return None;
            }
        }
        Some(facts)
    }

    /// The facts without this variable. They do not contradict each other: else nothing is eliminated.
    fn without(&self, variable: usize, work: &mut Work) -> Option<Facts> {
        work.take(self.cost())?;
        let mut facts = Facts::default();
        for fact in self.linears().filter(|fact| fact.factor(variable) == 0) {
            facts.insert(fact);
        }
        Some(facts)
    }
}

/// The least common multiple of two positive numbers; `None` on overflow.
#[must_use]
pub fn common_multiple(a: Number, b: Number) -> Option<Number> {
    (a / gcd(a, b)).checked_mul(b)
}

/// The greatest common divisor, which is not negative.
pub(super) fn gcd(a: Number, b: Number) -> Number {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
