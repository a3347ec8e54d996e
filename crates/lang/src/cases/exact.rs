//! Cases that say exactly where a move is possible.

use super::split::{self, MOST_EXACT};
use super::{Choice, Miss, Product, Within, elements};
use crate::ir::{Becomes, Condition, Expr, Move, Number, Program, Shape};
use crate::linear::{Bounds, Linear, System, Work};

/// The first of the variables that stand for numbers after a move: it is greater than all slots and terms.
pub const NEW: usize = 1 << 20;

/// What a choice is, and the set in which it must lie.
pub type Chosen = (Linear, Option<Within>);

/// A way to move: where all facts hold, the choices make the move, and nowhere else.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Facts over the numbers of the position (the variables 0, 1, …; 0 alone for a heap), the choices, and the
    /// products.
    pub facts: System,
    /// What is chosen.
    pub choices: Vec<Choice>,
    /// Variables that are the products of two others.
    pub products: Vec<Product>,
    /// The new numbers, or the heaps in the place of the chosen one.
    pub new: Vec<Linear>,
    /// Are these two the ends of a run of heaps?
    pub is_run: bool,
}

/// The exact cases of a move, or why there are none. A condition with `or`, `!=` or `if` is split into cases, and so
/// is one with `min` or `max` where that makes an alternative; what is not linear (remainders of sums, nim-sums, …) has none. What must hold of all heaps together is left to
/// the caller, as is the legality of single heaps.
pub fn exact(program: &Program, one: &Move) -> Result<Vec<Exact>, Miss> {
    Exact::all(&program.shape, &program.legal, one)
}

/// What is found of each case; a case of which nothing is found must never occur.
pub fn of_cases<T>(
    cases: Vec<Exact>,
    work: &mut Work,
    mut of: impl FnMut(&Exact, &mut Work) -> Result<T, Miss>,
) -> Result<Vec<T>, Miss> {
    let mut all = Vec::new();
    for case in cases {
        match of(&case, work) {
            Ok(found) => all.push(found),
            Err(_) if case.facts.is_empty_within(work) => {}
            Err(miss) => return Err(miss),
        }
    }
    Ok(all)
}

/// What is found of each case, or else of the case with each element of a set in it.
///
/// Elements are looked at only where a case has at most one choice: with several sets they would be too many.
pub fn of_elements<T>(
    cases: Vec<Exact>,
    work: &mut Work,
    of: impl Fn(&Exact, &mut Work) -> Result<T, Miss>,
) -> Result<Vec<T>, Miss> {
    let found = of_cases(cases, work, |case, work| {
        of(case, work).map(|found| vec![found]).or_else(|miss| {
            let parts = case.by_element().filter(|_| case.choices.len() == 1);
            // What is wrong with the whole case says more than what is wrong with its first element.
            of_cases(parts.ok_or_else(|| miss.clone())?, work, &of).map_err(|_| miss)
        })
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// What is found with bounds of a form: with those that stand among the facts, which mostly suffice, or the best ones.
pub fn with_bounds<T>(
    facts: &System,
    form: &Linear,
    work: &mut Work,
    found: impl Fn(Bounds, &mut Work) -> Result<T, Miss>,
) -> Result<T, Miss> {
    found(facts.stated_bounds(form), work).or_else(|_| {
        let best = facts.bounds_within(form, work);
        found(best, work)
    })
}

/// A miss, unless this holds.
pub fn check(holds: bool, miss: &str) -> Result<(), Miss> {
    if holds { Ok(()) } else { Err(miss.to_owned()) }
}

/// A miss, unless it is proved that the facts say the same as the target.
pub fn check_same(
    facts: &System,
    target: &System,
    miss: &str,
    work: &mut Work,
) -> Result<(), Miss> {
    check(facts.equivalent_within(target, work), miss)
}

/// `low ≤ form ≤ high`, if there is such a bound.
pub fn between(form: &Linear, low: Number, high: Option<Number>) -> Result<Vec<Linear>, Miss> {
    let most = high.map(|high| form.scaled(-1)?.shifted(high));
    let facts = [form.shifted(-low)].into_iter().chain(most).collect::<Option<_>>();
    facts.ok_or_else(too_large)
}

/// `0 ≤ form ≤ LARGEST`
#[must_use]
pub fn within_numbers(form: &Linear) -> Vec<Linear> {
    let below = form.scaled(-1).and_then(|form| form.shifted(Program::LARGEST));
    [Some(form.clone()), below].into_iter().flatten().collect()
}

/// The numbers of a position, each within what a position may hold.
pub fn numbers(slots: usize) -> System {
    System::of((0..slots).flat_map(|slot| within_numbers(&Linear::variable(slot))))
}

/// Why there is no answer if a form has too large factors.
#[must_use]
pub fn too_large() -> Miss {
    "the numbers are too large".to_owned()
}

impl Exact {
    /// The cases of a move, if positions are legal where these conditions hold.
    pub(crate) fn all(shape: &Shape, legal: &[Condition], one: &Move) -> Result<Vec<Exact>, Miss> {
        const WORK: u64 = 1_000_000;
        if matches!(&one.becomes, Becomes::Rows(_, later) if *later != Expr::Later) {
            return Err("the rows after the chosen one".to_owned());
        }
        let mut work = Work::new(WORK);
        // Of two conditions with `or`, most pairs of alternatives may exclude each other. Such pairs must not count, or it
        // depends on the order of the conditions whether there are too many cases.
        split::fine(shape, legal, one, |part| {
            let case = Exact::read(shape, part, &mut work)?;
            Ok(case.filter(|case| !case.facts.is_empty_within(&mut work)))
        })
    }

    /// The case in which a choice has this value, of which its products are multiples then. `None` if a product is not
    /// linear or a number too large.
    fn with_choice(&self, choice: usize, value: &Linear) -> Option<Exact> {
        let (own, products): (Vec<Product>, Vec<Product>) =
            self.products.iter().partition(|one| one.factors.contains(&choice));
        let mut values = vec![(choice, value.clone())];
        for Product { variable, factors: [a, b] } in own {
            let other = if a == choice { b } else { a };
            let other = if other == choice { value.clone() } else { Linear::variable(other) };
            values.push((variable, other.scaled(value.as_constant()?)?));
        }
        let value = |variable| values.iter().find(|one| one.0 == variable);
        let replace = |form: &Linear| form.substituted(|variable| Some(value(variable)?.1.clone()));
        let facts = self.facts.facts().iter().map(replace).collect::<Option<Vec<_>>>()?;
        Some(Exact {
            facts: System::of(facts),
            new: self.new.iter().map(replace).collect::<Option<_>>()?,
            choices: self.choices.iter().filter(|one| one.variable != choice).cloned().collect(),
            products,
            is_run: self.is_run,
        })
    }

    /// The case with the variable [`NEW`] for a form in which the choice has the factor 1 or -1: for all values of the
    /// others, the one can be chosen where the other can. `None` if there is no such case.
    #[must_use]
    pub fn with_new_choice(&self, choice: usize, form: &Linear) -> Option<Exact> {
        self.with_choice(choice, &form.minus(&Linear::variable(NEW))?.solved(choice)?)
    }

    /// The facts with the choices replaced by variables from [`NEW`] on that equal these forms; and what the choices are
    /// then, with their sets.
    ///
    /// A choice that stands with the factor 1 or -1 in an equation is an integer form of the others, so nothing
    /// is lost. A choice that cannot be replaced so is a miss.
    pub fn with_new_numbers(&self, forms: &[Linear]) -> Result<(System, Vec<Chosen>), Miss> {
        if !self.products.is_empty() {
            return Err("a product is not linear".to_owned());
        }
        let mut case = self.clone();
        for (place, form) in forms.iter().enumerate() {
            let equal = Linear::variable(NEW + place).minus(form).ok_or_else(too_large)?;
            case.facts.add_equal(equal);
        }
        case.new = self.choices.iter().map(|choice| Linear::variable(choice.variable)).collect();
        for choice in &self.choices {
            let form = solution(case.facts.facts(), choice.variable)
                .ok_or("a choice does not show in the position after the move")?;
            case = case.with_choice(choice.variable, &form).ok_or_else(too_large)?;
        }
        let sets = self.choices.iter().map(|choice| choice.within.clone());
        Ok((case.facts, case.new.into_iter().zip(sets).collect()))
    }

    /// This case as several cases without products and with at most `most_choices` choices: a choice that an equation
    /// determines is none, and choices that have few values take each of them.
    pub fn spread(self, most_choices: usize, work: &mut Work) -> Result<Vec<Exact>, Miss> {
        const MOST_VALUES: usize = 16;
        let mut done = Vec::new();
        let mut waiting = vec![self];
        while let Some(case) = waiting.pop() {
            if case.choices.len() <= most_choices && case.products.is_empty() {
                done.push(case);
                continue;
            }
            if let Some(case) = case.with_one_determined() {
                waiting.push(case);
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
                let value = Linear::constant(*value);
                waiting.push(case.with_choice(variable, &value).ok_or_else(too_large)?);
            }
            if waiting.len() + done.len() > 2 * MOST_EXACT {
                return Err(format!("a move has more than {} cases", 2 * MOST_EXACT));
            }
        }
        Ok(done)
    }

    /// This case with an element of its set in the place of a choice, for each element, and for the numbers of a
    /// progression together; `None` if no choice has a short set. Other conditions may differ in what they say of
    /// the elements: of `k in {4, 6}, h' = h - k, h > 4`, the last one says something only where k is 4.
    #[must_use]
    pub fn by_element(&self) -> Option<Vec<Exact>> {
        let (place, set) = self.choices.iter().enumerate().find_map(|(place, choice)| {
            let Some(Within::Set(set)) = &choice.within else { return None };
            (!set.finite.is_empty() && !split::is_long(set)).then_some((place, set))
        })?;
        let choice = self.choices[place].variable;
        let with = |element: &Number| self.with_choice(choice, &Linear::constant(*element));
        let rest = set.tail.map(|(from, _)| {
            let mut case = self.clone();
            case.facts.add(Linear::variable(choice).shifted(-from)?);
            case.choices[place].within = None;
            Some(case)
        });
        set.finite.iter().map(with).chain(rest).collect()
    }

    /// This case without a choice that an equation makes a form of the others, if there is one.
    fn with_one_determined(&self) -> Option<Exact> {
        self.choices.iter().filter(|choice| choice.within.is_none()).find_map(|choice| {
            let value = solution(self.facts.facts(), choice.variable)?;
            self.with_choice(choice.variable, &value)
        })
    }

    /// The values that a choice can take, if they are few.
    fn values(&self, choice: &Choice, most: usize, work: &mut Work) -> Option<Vec<Number>> {
        let (low, high) = self.facts.bounds_within(&Linear::variable(choice.variable), work);
        if choice.within.is_none() && high? - low? >= most as Number {
            return None;
        }
        let values = elements(choice.within.as_ref(), low?, high).ok()?;
        (values.tail.is_none() && values.finite.len() <= most).then_some(values.finite)
    }
}

/// What a variable is by an equation (a fact whose contrary is one too) in which it has the factor 1 or -1.
fn solution(facts: &[Linear], variable: usize) -> Option<Linear> {
    facts.iter().find_map(|fact| {
        let value = fact.solved(variable)?;
        facts.contains(&fact.scaled(-1)?).then_some(value)
    })
}
