//! Cases that say exactly where a move is possible.

use super::split::{self, MOST_EXACT};
use super::{Case, Choice, Elements, Miss, Product, Within};
use crate::ir::{Becomes, Move, Number, Program};
use crate::linear::{Linear, System, Work};

/// A way to move: where all facts hold, the choices make the move, and nowhere else.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Facts over the numbers of the position (the variables 0, 1, …; 0 alone for a heap), the choices, and the
    /// products.
    pub facts: Vec<Linear>,
    /// What is chosen.
    pub choices: Vec<Choice>,
    /// Variables that are the products of two others.
    pub products: Vec<Product>,
    /// The new numbers, or the heaps in the place of the chosen one.
    pub new: Vec<Linear>,
    /// Are these two the ends of a run of heaps?
    pub is_run: bool,
}

/// The exact cases of a move, or why there are none. A condition with `or`, `!=`, `min`, `max` or `if` is split into
/// cases; what is not linear (remainders of sums, nim-sums, …) has none. What must hold of all heaps together is left to
/// the caller, as is the legality of single heaps.
pub fn exact(program: &Program, one: &Move) -> Result<Vec<Exact>, Miss> {
    const WORK: u64 = 1_000_000;
    let mut work = Work::new(WORK);
    let mut found = Vec::new();
    for part in split::fine(program, one)? {
        let case = Case::read_exactly(program, &part, &mut work);
        let is_refuted = |fact: &Linear| fact.as_constant().is_some_and(|value| value < 0);
        if !case.facts.iter().any(|(_, fact)| is_refuted(fact)) {
            found.push(Exact::of(case, program, matches!(one.becomes, Becomes::Run(..)))?);
        }
    }
    Ok(found)
}

/// `0 ≤ form ≤ LARGEST`
#[must_use]
pub fn within_numbers(form: &Linear) -> Vec<Linear> {
    let below = form.scaled(-1).and_then(|form| form.shifted(Program::LARGEST));
    [Some(form.clone()), below].into_iter().flatten().collect()
}

/// The numbers of a position, each within what a position may hold.
#[must_use]
pub fn numbers(slots: usize) -> System {
    System::of((0..slots).flat_map(|slot| within_numbers(&Linear::variable(slot))))
}

fn too_large() -> Miss {
    "the numbers are too large".to_owned()
}

impl Exact {
    /// The case, if nothing is lost of it; with the size of numbers.
    fn of(case: Case, program: &Program, is_run: bool) -> Result<Exact, Miss> {
        if let Some(lost) = case.lost.anything {
            return Err(lost.to_owned());
        }
        let new = case.new.iter().filter(|_| !is_run).flat_map(within_numbers);
        // `3k ≥ 3` is `k ≥ 1`, so that bounds and equations are found however they are written.
        let facts = case.facts.into_iter().map(|(_, fact)| fact.reduced());
        Ok(Exact {
            facts: numbers(program.position_slots()).and(new.chain(facts)).facts().to_vec(),
            choices: case.choices,
            products: case.products?,
            new: case.new,
            is_run,
        })
    }

    /// The facts.
    #[must_use]
    pub fn system(&self) -> System {
        System::of(self.facts.iter().cloned())
    }

    /// What was found out about the case; nothing, if that failed because the case never occurs.
    pub fn unless_empty<T>(
        &self,
        found: Result<T, Miss>,
        work: &mut Work,
    ) -> Result<Option<T>, Miss> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(_) if self.system().is_empty_within(work) => Ok(None),
            Err(miss) => Err(miss),
        }
    }

    /// The case with a choice that has this value: its products are multiples now, or numbers.
    fn with_choice(&self, variable: usize, value: Number) -> Option<Exact> {
        let value = Linear::constant(value);
        let of_product = |product: &Product| match product.factors {
            [a, b] if a == variable && b == variable => value.scaled(value.constant),
            [a, b] if a == variable => Linear::variable(b).scaled(value.constant),
            [a, b] if b == variable => Linear::variable(a).scaled(value.constant),
            _ => Some(Linear::variable(product.variable)),
        };
        let replace = |one: &Linear| {
            one.substituted(|other| match other == variable {
                true => Some(value.clone()),
                false => {
                    let product = self.products.iter().find(|one| one.variable == other);
                    product.and_then(of_product)
                }
            })
        };
        let is_other = |product: &&Product| !product.factors.contains(&variable);
        Some(Exact {
            facts: self.facts.iter().map(replace).collect::<Option<_>>()?,
            new: self.new.iter().map(replace).collect::<Option<_>>()?,
            choices: self.choices.iter().filter(|one| one.variable != variable).cloned().collect(),
            products: self.products.iter().filter(is_other).copied().collect(),
            is_run: self.is_run,
        })
    }

    /// The facts with the choices replaced by new variables that equal the forms in `new`, numbered from `first` on;
    /// and what the choices are then, with their sets.
    ///
    /// A choice that stands with the factor 1 or -1 in an equation is an integer form of the others, so nothing
    /// is lost. A choice that cannot be replaced so is a miss.
    #[allow(clippy::type_complexity, reason = "a form and its set")]
    pub fn with_new_numbers(
        &self,
        first: usize,
        new: &[Linear],
    ) -> Result<(Vec<Linear>, Vec<(Linear, Option<Within>)>), Miss> {
        if !self.products.is_empty() {
            return Err("a product is not linear".to_owned());
        }
        // Choices go out of the way of the new variables.
        const FAR: usize = 1 << 20;
        let away = |form: &Linear| {
            let moved = |variable: usize| Linear::variable(variable + FAR);
            let is_choice = |variable| self.choices.iter().any(|one| one.variable == variable);
            form.substituted(|variable| is_choice(variable).then(|| moved(variable)))
        };
        let mut all: Vec<Linear> =
            self.facts.iter().map(away).collect::<Option<_>>().ok_or_else(too_large)?;
        for (place, form) in new.iter().enumerate() {
            let number = Linear::variable(first + place);
            let equal = away(form).and_then(|form| number.minus(&form)).ok_or_else(too_large)?;
            all.push(equal.scaled(-1).ok_or_else(too_large)?);
            all.push(equal);
        }
        let mut values: Vec<Linear> =
            self.choices.iter().map(|choice| Linear::variable(choice.variable + FAR)).collect();
        for choice in &self.choices {
            let variable = choice.variable + FAR;
            let form = solution(&all, variable)
                .ok_or("a choice does not show in the position after the move")?;
            let replace = |one: &Linear| {
                one.substituted(|other| (other == variable).then(|| form.clone()))
                    .ok_or_else(too_large)
            };
            all = all.iter().map(replace).collect::<Result<_, _>>()?;
            values = values.iter().map(replace).collect::<Result<_, _>>()?;
        }
        let sets = self.choices.iter().map(|choice| choice.within.clone());
        Ok((all, values.into_iter().zip(sets).collect()))
    }

    /// This case as several cases without products and with at most `most` choices: choices that have few values
    /// take each of them.
    pub fn spread(self, most_choices: usize, work: &mut Work) -> Result<Vec<Exact>, Miss> {
        const MOST_VALUES: usize = 16;
        let mut done = Vec::new();
        let mut waiting = vec![self];
        while let Some(case) = waiting.pop() {
            if case.choices.len() <= most_choices && case.products.is_empty() {
                done.push(case);
                continue;
            }
            let in_product = |choice: &&Choice| {
                case.products.is_empty()
                    || case.products.iter().any(|one| one.factors.contains(&choice.variable))
            };
            let values = case.choices.iter().filter(in_product).filter_map(|choice| {
                case.values(choice, MOST_VALUES, work).map(|values| (choice.variable, values))
            });
            let fewest = values.min_by_key(|(_, values)| values.len());
            let Some((variable, values)) = fewest else {
                return Err(match case.products.is_empty() {
                    true => "more is chosen than the position after the move shows".to_owned(),
                    false => "a product is not linear".to_owned(),
                });
            };
            for value in values.iter().rev() {
                waiting.push(case.with_choice(variable, *value).ok_or_else(too_large)?);
            }
            if waiting.len() + done.len() > 2 * MOST_EXACT {
                return Err(format!("a move has more than {} cases", 2 * MOST_EXACT));
            }
        }
        Ok(done)
    }

    /// The values that a choice can take, if they are few.
    fn values(&self, choice: &Choice, most: usize, work: &mut Work) -> Option<Vec<Number>> {
        let (low, high) = self.system().bounds_within(&Linear::variable(choice.variable), work);
        if choice.within.is_none() && high? - low? >= most as Number {
            return None;
        }
        Elements::new(choice.within.as_ref(), low?, high).ok()?.few(most)
    }
}

/// What a variable is by an equation (a fact whose contrary is one too) in which it has the factor 1 or -1.
fn solution(facts: &[Linear], variable: usize) -> Option<Linear> {
    facts.iter().find_map(|fact| {
        let factor = fact.factor(variable);
        let is_equation =
            matches!(factor, 1 | -1) && fact.scaled(-1).is_some_and(|other| facts.contains(&other));
        if !is_equation {
            return None;
        }
        // factor · x + rest = 0, so x = -factor · rest.
        let rest = fact.minus(&Linear { terms: vec![(variable, factor)], constant: 0 })?;
        rest.scaled(-factor)
    })
}
