//! Moves of any length along a vector.
//!
//! If from x one can move to x - k·v for all k = f, f + s, f + 2s, … that stay in the box, then what can be
//! reached is x - f·v and what can be reached from x - s·v. So one flag a position, which says what was met along
//! the ray, is carried from place to place instead of a loop over k. Illegal positions are passed over: their
//! own flags are kept as well. With Wythoff's text, positions below 400 take a 35th of the instructions of the loops.

use bouton_lang::linear::Linear;
use bouton_lang::{Becomes, Condition, Expr, Move, Slot, Step};

use super::build::{Form, Forms, form, slot};
use super::layout::Layout;

/// x - first·v, x - (first + step)·v, … with v the vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ray {
    pub(super) vector: Vec<i64>,
    pub(super) first: i64,
    pub(super) step: i64,
}

/// Steps longer than any box.
const LONGEST: i128 = 1 << 40;

/// A move that goes along a ray.
pub(super) struct Along {
    pub(super) ray: Ray,
    /// What must hold of the position.
    pub(super) conditions: Vec<Condition>,
    /// What must not be negative there.
    pub(super) forms: Vec<Form>,
}

/// Reads a move as a ray. `legal` are forms that are not negative in the legal positions of the box.
pub(super) fn ray(one: &Move, layout: &Layout, legal: &[Form]) -> Option<Along> {
    let reading = Reading::of(one, layout)?;
    let values = reading.substitutions()?;
    values.iter().find_map(|value| reading.along(value, layout, legal))
}

/// A move with one choice, all of whose numbers are linear.
struct Reading<'a> {
    slot: Slot,
    /// The first choice and the step, if the choices are a progression.
    progression: Option<(i128, i128)>,
    /// Forms that must not be negative.
    bounds: Vec<Linear>,
    /// Conditions on the position alone.
    conditions: Vec<&'a Condition>,
    /// The new numbers less the old ones.
    changes: Vec<Linear>,
}

/// The form, if its terms are slots and no number in it is very large.
fn of_slots(form: &Form) -> Option<Linear> {
    let small = |number: i128| (number.unsigned_abs() < 1 << 100).then_some(number);
    let term = |(term, factor): &(Expr, i128)| match term {
        Expr::Slot(slot) => Some((*slot, small(*factor)?)),
        _ => None,
    };
    let terms = form.terms.iter().map(term).collect::<Option<_>>()?;
    Some(Linear { terms, constant: small(form.constant)? })
}

impl<'a> Reading<'a> {
    fn of(one: &'a Move, layout: &Layout) -> Option<Reading<'a>> {
        let mut choices = one.steps.iter().filter_map(|step| match step {
            Step::Choose { slot, set, bounds } => Some((*slot, set, bounds)),
            Step::Check(_) => None,
        });
        let (choice, set, bounds) = choices.next().filter(|_| choices.next().is_none())?;
        let progression = match set {
            None => None,
            Some(set) if set.finite.is_empty() => Some(set.tail?),
            Some(_) => return None,
        };
        let Becomes::Position(new) = &one.becomes else { return None };
        let written = |expr: &Expr| form(expr, &Forms::new());
        let change = |(axis, expr)| of_slots(&written(expr).minus(&slot(axis))?);
        let changes = new.iter().enumerate().map(change).collect::<Option<_>>()?;
        let (bounds_of_steps, conditions) = (Vec::new(), Vec::new());
        let mut reading =
            Reading { slot: choice, progression, bounds: bounds_of_steps, conditions, changes };
        for step in &one.steps {
            if let Step::Check(condition) = step {
                reading.check(condition, layout)?;
            }
        }
        for bound in bounds {
            let factor = written(&bound.factor).as_constant()?;
            let bound = written(&bound.rest).combined(1, &slot(choice), factor)?;
            reading.bounds.push(of_slots(&bound)?);
        }
        Some(reading)
    }

    fn check(&mut self, condition: &'a Condition, layout: &Layout) -> Option<()> {
        if !condition.mentions(&|slot| slot >= layout.most.len()) {
            self.conditions.push(condition);
            return Some(());
        }
        match condition {
            Condition::All(all) => all.iter().try_for_each(|one| self.check(one, layout)),
            Condition::Compare(relation, a, b) => {
                let [a, b] = [a, b].map(|expr| form(expr, &Forms::new()));
                let bounds = a.minus(&b)?.compared(*relation)?;
                self.bounds.extend(bounds.iter().map(of_slots).collect::<Option<Vec<_>>>()?);
                Some(())
            }
            _ => None,
        }
    }

    /// What the choice could be in terms of the number of steps, which takes its slot.
    fn substitutions(&self) -> Option<Vec<Linear>> {
        let change = self.changes.iter().find(|change| change.factor(self.slot) != 0)?;
        let factor = change.factor(self.slot);
        let steps = Linear::variable(self.slot);
        let rest = change.combined(1, &steps, -factor)?;
        if rest == Linear::default() {
            return Some(vec![steps.clone(), steps.scaled(-1)?]);
        }
        // factor · choice + rest = ± steps
        let choice = |sign: i128| steps.combined(sign, &rest, -1)?.scaled(factor);
        (factor.abs() == 1).then(|| [-1, 1].into_iter().map(choice).collect())?
    }

    /// The form with another one in the place of the choice.
    fn with(&self, form: &Linear, choice: &Linear) -> Option<Linear> {
        form.substituted(|slot| (slot == self.slot).then(|| choice.clone()))
    }

    /// The ray, if the choice is this.
    fn along(&self, choice: &Linear, layout: &Layout, legal: &[Form]) -> Option<Along> {
        let vector = self.vector(choice)?;
        if !layout.rises(&vector) {
            return None;
        }
        let (mut first, step) = match self.progression {
            None => (i128::MIN, 1),
            Some((from, step)) if *choice == Linear::variable(self.slot) => (from, step),
            Some(_) => return None,
        };
        let mut forms = Vec::new();
        for bound in &self.bounds {
            let bound = self.with(bound, choice)?;
            let factor = bound.factor(self.slot);
            let is_lone = bound.terms.len() == usize::from(factor != 0);
            if factor == 0 {
                let slots = bound.terms.iter().map(|(slot, factor)| (Expr::Slot(*slot), *factor));
                forms.push(Form { terms: slots.collect(), constant: bound.constant });
            } else if is_lone && factor > 0 {
                first = later(first, step, -bound.constant.div_euclid(factor));
            } else if is_lone && bound.constant.div_euclid(-factor) >= longest(&vector, layout) {
                // No ray is that long.
            } else if !self.follows(&bound, &vector, legal) {
                return None;
            }
        }
        let is_usual = (1..=LONGEST).contains(&first) && step <= LONGEST;
        let ray = Ray { vector, first: first.min(LONGEST) as i64, step: step.min(LONGEST) as i64 };
        let conditions = self.conditions.iter().copied().cloned().collect();
        is_usual.then_some(Along { ray, conditions, forms })
    }

    /// How far a step goes, if all changes are that times the number of steps.
    fn vector(&self, choice: &Linear) -> Option<Vec<i64>> {
        let along = |change: &Linear| {
            let change = self.with(change, choice)?;
            let factor = change.factor(self.slot);
            let is_multiple = change == Linear::variable(self.slot).scaled(factor)?;
            (is_multiple && factor.abs() <= LONGEST).then_some(-factor as i64)
        };
        self.changes.iter().map(along).collect()
    }

    /// Does the bound hold wherever the new position is in the box and legal? So it does if it is at least one of the
    /// forms that are not negative there.
    fn follows(&self, bound: &Linear, vector: &[i64], legal: &[Form]) -> bool {
        legal.iter().filter_map(of_slots).any(|form| {
            let moved =
                |axis: Slot| Linear::of(&[(axis, 1), (self.slot, -i128::from(vector[axis]))], 0);
            let more = form.substituted(moved).and_then(|form| bound.minus(&form)?.as_constant());
            more.is_some_and(|more| more >= 0)
        })
    }
}

/// The first element from `least` on of a progression that starts with `first`.
fn later(first: i128, step: i128, least: i128) -> i128 {
    match first {
        i128::MIN => least,
        _ if least <= first => first,
        _ => first + (least - first + step - 1) / step * step,
    }
}

/// How often the vector can be followed within the box.
fn longest(vector: &[i64], layout: &Layout) -> i128 {
    let lengths = vector.iter().zip(&layout.most).filter(|(step, _)| **step != 0);
    let lengths = lengths.map(|(step, most)| i128::from(*most) / i128::from(*step).abs());
    lengths.min().unwrap_or(0)
}
