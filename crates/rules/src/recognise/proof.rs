//! Mutual implication of facts, the quick ways first.

use bouton_lang::Number;
use bouton_lang::linear::{Linear, Maximum, System, Work};

/// Facts `linear ≥ 0` as a system, each once.
pub(super) fn system(facts: &[Linear]) -> System {
    let mut system = System::default();
    for fact in facts {
        let is_trivial = fact.terms.is_empty() && fact.constant >= 0;
        if !is_trivial && !system.facts().contains(fact) {
            system.add(fact.clone());
        }
    }
    system
}

/// Is it proved that both say the same?
pub(super) fn equivalent(one: &System, other: &System, work: &mut Work) -> bool {
    other.facts().iter().all(|fact| implies(one, fact, work))
        && one.facts().iter().all(|fact| implies(other, fact, work))
}

/// Is it proved that the fact follows? Mostly it is weaker than one of the facts, or than the sum of two.
pub(super) fn implies(system: &System, fact: &Linear, work: &mut Work) -> bool {
    let facts = system.facts();
    let is_weaker = |form: &Linear| {
        form.terms.is_empty() && form.constant >= 0
            || facts.iter().any(|one| one.terms == form.terms && one.constant <= form.constant)
    };
    is_weaker(fact)
        || facts.iter().any(|one| fact.minus(one).is_some_and(|rest| is_weaker(&rest)))
        || system.implies_within(fact, work)
}

/// The least and the greatest value of a form, where they are known.
pub(super) type Bounds = (Option<Number>, Option<Number>);

/// The least and the greatest value of a form, as far as they can be proved.
pub(super) fn bounds(system: &System, form: &Linear, work: &mut Work) -> Bounds {
    let mut most = |form: Option<Linear>| match system.maximum_within(&form?, work) {
        Maximum::AtMost(most) => Some(most),
        Maximum::Empty | Maximum::Unknown => None,
    };
    let high = most(Some(form.clone()));
    (most(form.scaled(-1)).map(|most| -most), high)
}

/// The bounds of a form that stand among the facts. They need not be the best ones, but they mostly are.
pub(super) fn stated_bounds(system: &System, form: &Linear) -> Bounds {
    let high = stated_most(system, form);
    (form.scaled(-1).and_then(|form| stated_most(system, &form)).map(|most| -most), high)
}

fn stated_most(system: &System, form: &Linear) -> Option<Number> {
    if form.terms.is_empty() {
        return Some(form.constant);
    }
    let offset = form.constant;
    let is_bound = |fact: &&Linear| {
        fact.terms.len() == form.terms.len()
            && fact.terms.iter().zip(&form.terms).all(|(a, b)| a.0 == b.0 && a.1 == -b.1)
    };
    // -form + offset + constant ≥ 0
    system.facts().iter().filter(is_bound).map(|fact| fact.constant + offset).min()
}
