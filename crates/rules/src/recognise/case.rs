//! Moves as lists of cases, each a conjunction of linear inequalities that holds *exactly* where the move is
//! possible.
//!
//! A condition with `or`, `!=`, `min`, `max` or `if` is split into cases. What is not linear (products of two
//! choices, remainders of sums, …) has no cases, and the families below do not recognise such moves.

use bouton_lang::linear::{Leaf, Linear, System, Work};
use bouton_lang::{
    Becomes, Bound, Condition, Expr, Move, Number, Program, Relation, Set, Shape, Step,
};

/// A way to move: where all facts hold, the choices make the move.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Facts over the numbers of the position (the variables 0, 1, …; 0 alone for a heap), the choices, and the
    /// products.
    pub(super) facts: Vec<Linear>,
    /// What is chosen.
    pub(super) choices: Vec<Choice>,
    /// Variables that are the products of two others.
    pub(super) products: Vec<Product>,
    /// The new numbers, or the heaps in the place of the chosen one.
    pub(super) new: Vec<Linear>,
    /// Are these two the ends of a run of heaps?
    pub(super) is_run: bool,
}

/// A number that is chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) variable: usize,
    /// What it must be, beside the facts.
    pub(super) within: Option<Within>,
}

/// A set of integers that is no interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// An element of this set.
    Set(Set),
    /// A number with this remainder: modulus, remainder from 0 to the modulus less 1.
    Class(Number, Number),
}

/// `variable = one · other`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Product {
    pub(super) variable: usize,
    pub(super) factors: [usize; 2],
}

/// Why there are no cases, in words.
pub(super) type Miss = String;

/// More cases than this are not looked at.
const MOST_CASES: usize = 32;

/// Moves with more parts than this are not looked at.
const LONGEST: usize = 1_000;

/// The largest number of a position.
pub(super) const LARGEST: Number = Program::LARGEST;

/// The cases of a move. What must hold of all heaps together is left to the caller, as is the legality of single
/// heaps.
pub(super) fn cases(program: &Program, one: &Move) -> Result<Vec<Case>, Miss> {
    let slots = program.position_slots();
    if one.nodes() + program.legal.iter().map(Condition::nodes).sum::<usize>() > LONGEST {
        return Err("a move is too long to be looked at".to_owned());
    }
    let first = Partial {
        slots: slots + one.names.len(),
        defined: vec![None; slots + one.names.len()],
        case: Case {
            facts: (0..slots).flat_map(|slot| within_numbers(&Linear::variable(slot))).collect(),
            choices: Vec::new(),
            products: Vec::new(),
            new: Vec::new(),
            is_run: matches!(one.becomes, Becomes::Run(..)),
        },
    };
    let mut all = vec![first];
    if let Shape::Named(_) = program.shape {
        for condition in &program.legal {
            all = each(all, |partial| partial.assume(condition))?;
        }
    }
    for step in one.steps.iter().chain(&one.each) {
        all = each(all, |partial| partial.follow(step))?;
    }
    let new = match &one.becomes {
        Becomes::Position(new) | Becomes::Heaps(new) => new.clone(),
        Becomes::Run(first, last) => vec![first.clone(), last.clone()],
        Becomes::Rows(new, _) => vec![new.clone()],
    };
    for number in &new {
        all = each(all, |partial| partial.become_number(number))?;
    }
    if let Shape::Named(_) = program.shape {
        for condition in &program.legal {
            let after = condition.substitute(&|slot| new[slot].clone());
            all = each(all, |partial| partial.assume(&after))?;
        }
    }
    Ok(all.into_iter().map(|partial| partial.case).collect())
}

/// `0 ≤ form ≤ LARGEST`
pub(super) fn within_numbers(form: &Linear) -> Vec<Linear> {
    let below = form.scaled(-1).and_then(|form| form.shifted(LARGEST));
    [Some(form.clone()), below].into_iter().flatten().collect()
}

/// The facts that a condition on the position alone means, if it is one conjunction.
pub(super) fn facts_of(condition: &Condition, slots: usize) -> Result<Vec<Linear>, Miss> {
    if condition.nodes() > LONGEST {
        return Err("a `legal` line is too long to be looked at".to_owned());
    }
    let empty = Case {
        facts: Vec::new(),
        choices: Vec::new(),
        products: Vec::new(),
        new: Vec::new(),
        is_run: false,
    };
    let partial = Partial { slots, defined: vec![None; slots], case: empty };
    let mut all = partial.assume(condition)?;
    match (all.pop(), all.is_empty()) {
        (Some(one), true) if one.case.products.is_empty() => Ok(one.case.facts),
        _ => Err("a `legal` line is not one linear condition".to_owned()),
    }
}

/// A number that is a linear form of the slots.
pub(super) fn linear_of(expr: &Expr, slots: usize) -> Option<Linear> {
    let case = Case {
        facts: Vec::new(),
        choices: Vec::new(),
        products: Vec::new(),
        new: Vec::new(),
        is_run: false,
    };
    let mut partial = Partial { slots, defined: vec![None; slots], case };
    partial.linear(expr).ok().filter(|_| partial.case.products.is_empty())
}

fn each(
    all: Vec<Partial>,
    go_on: impl Fn(Partial) -> Result<Vec<Partial>, Miss>,
) -> Result<Vec<Partial>, Miss> {
    let mut next = Vec::new();
    for partial in all {
        next.extend(go_on(partial)?.into_iter().filter(|partial| !partial.is_contradicted()));
        if next.len() > MOST_CASES {
            return Err(format!("a move has more than {MOST_CASES} cases"));
        }
    }
    Ok(next)
}

/// A condition without `or`, `min` and the like.
#[derive(Clone, Debug)]
enum Atom {
    AtLeastZero(Expr),
    Zero(Expr),
    In(Expr, Set),
    /// An expression, a modulus, a remainder from 0 to the modulus less 1.
    Class(Expr, Number, Number),
}

/// Conditions that hold together, and what an expression is then.
type Guarded = (Vec<Atom>, Expr);

fn difference(a: &Expr, b: &Expr) -> Expr {
    Expr::Difference(Box::new(a.clone()), Box::new(b.clone()))
}

/// `b - a - gap ≥ 0`
fn below(a: &Expr, b: &Expr, gap: Number) -> Atom {
    let space = difference(b, a);
    Atom::AtLeastZero(match gap {
        0 => space,
        _ => difference(&space, &Expr::Constant(gap)),
    })
}

/// All pairs, joined.
fn crossed<A: Clone, B: Clone, C>(
    these: &[(Vec<Atom>, A)],
    those: &[(Vec<Atom>, B)],
    join: impl Fn(A, B) -> C,
) -> Result<Vec<(Vec<Atom>, C)>, Miss> {
    if these.len() * those.len() > MOST_CASES {
        return Err(format!("a condition has more than {MOST_CASES} cases"));
    }
    let mut all = Vec::with_capacity(these.len() * those.len());
    for (atoms, one) in these {
        for (others, other) in those {
            all.push(([&atoms[..], &others[..]].concat(), join(one.clone(), other.clone())));
        }
    }
    Ok(all)
}

/// The expression without `min`, `max` and `if`, case by case.
fn plain(expr: &Expr) -> Result<Vec<Guarded>, Miss> {
    let both = |a: &Expr, b: &Expr, join: fn(Box<Expr>, Box<Expr>) -> Expr| {
        crossed(&plain(a)?, &plain(b)?, |a, b| join(Box::new(a), Box::new(b)))
    };
    match expr {
        Expr::Constant(_) | Expr::Slot(_) | Expr::Later | Expr::Of(_) => {
            Ok(vec![(Vec::new(), expr.clone())])
        }
        Expr::Sum(a, b) => both(a, b, Expr::Sum),
        Expr::Difference(a, b) => both(a, b, Expr::Difference),
        Expr::Product(a, b) => both(a, b, Expr::Product),
        Expr::Xor(..) => Err("a nim-sum is not linear".to_owned()),
        Expr::Quotient(a, by) => {
            let all = plain(a)?.into_iter();
            Ok(all.map(|(atoms, a)| (atoms, Expr::Quotient(Box::new(a), *by))).collect())
        }
        Expr::Remainder(a, by) => {
            let all = plain(a)?.into_iter();
            Ok(all.map(|(atoms, a)| (atoms, Expr::Remainder(Box::new(a), *by))).collect())
        }
        Expr::Least(all) => extreme(all, |least, other| below(least, other, 0)),
        Expr::Greatest(all) => extreme(all, |greatest, other| below(other, greatest, 0)),
        Expr::If(condition, a, b) => {
            let mut all = crossed(&guards(condition, false)?, &plain(a)?, |(), a| a)?;
            all.extend(crossed(&guards(condition, true)?, &plain(b)?, |(), b| b)?);
            Ok(all)
        }
    }
}

/// The least or the greatest of some numbers: one case for each of them.
fn extreme(all: &[Expr], atom: impl Fn(&Expr, &Expr) -> Atom) -> Result<Vec<Guarded>, Miss> {
    let mut together: Vec<(Vec<Atom>, Vec<Expr>)> = vec![(Vec::new(), Vec::new())];
    for one in all {
        together = crossed(&together, &plain(one)?, |mut list, one| {
            list.push(one);
            list
        })?;
    }
    let mut found = Vec::new();
    for (atoms, list) in together {
        for (place, chosen) in list.iter().enumerate() {
            let others = list.iter().enumerate().filter(|(other, _)| *other != place);
            let mut guards = atoms.clone();
            guards.extend(others.map(|(_, other)| atom(chosen, other)));
            found.push((guards, chosen.clone()));
        }
    }
    Ok(found)
}

fn guards(condition: &Condition, negated: bool) -> Result<Vec<(Vec<Atom>, ())>, Miss> {
    Ok(conjunctions(condition, negated)?.into_iter().map(|atoms| (atoms, ())).collect())
}

/// The condition, or its contrary, as alternatives of atoms that hold together.
fn conjunctions(condition: &Condition, negated: bool) -> Result<Vec<Vec<Atom>>, Miss> {
    match condition {
        Condition::Truth(truth) => {
            Ok(if *truth != negated { vec![Vec::new()] } else { Vec::new() })
        }
        Condition::Not(inner) => conjunctions(inner, !negated),
        Condition::All(all) if !negated => every(all, negated),
        Condition::Any(all) if negated => every(all, negated),
        Condition::All(all) | Condition::Any(all) => {
            let mut some = Vec::new();
            for one in all {
                some.extend(conjunctions(one, negated)?);
            }
            Ok(some)
        }
        Condition::Compare(relation, a, b) => compared(relation.wanted(!negated), a, b),
        Condition::Member(_, _) if negated => {
            Err("what does not lie in a set is not linear".to_owned())
        }
        Condition::Member(number, set) => {
            let all = plain(number)?.into_iter();
            let with = |(mut atoms, number): Guarded| {
                atoms.push(Atom::In(number, set.clone()));
                atoms
            };
            Ok(all.map(with).collect())
        }
        Condition::Distinct { .. } | Condition::Falling => {
            Err("a condition looks at all heaps".to_owned())
        }
    }
}

fn every(all: &[Condition], negated: bool) -> Result<Vec<Vec<Atom>>, Miss> {
    let mut together = vec![(Vec::new(), ())];
    for one in all {
        together = crossed(&together, &guards(one, negated)?, |(), ()| ())?;
    }
    Ok(together.into_iter().map(|(atoms, ())| atoms).collect())
}

fn compared(relation: Relation, a: &Expr, b: &Expr) -> Result<Vec<Vec<Atom>>, Miss> {
    let mut found = Vec::new();
    for (atoms, (a, b)) in crossed(&plain(a)?, &plain(b)?, |a, b| (a, b))? {
        let alternatives = match (relation, &a, &b) {
            (_, Expr::Remainder(number, by), Expr::Constant(rest)) => {
                classes(relation, number, *by, *rest)?
            }
            (_, Expr::Constant(rest), Expr::Remainder(number, by)) => {
                classes(relation.mirrored(), number, *by, *rest)?
            }
            (Relation::Equal, ..) => vec![vec![Atom::Zero(difference(&a, &b))]],
            (Relation::Unequal, ..) => vec![vec![below(&a, &b, 1)], vec![below(&b, &a, 1)]],
            (Relation::Less, ..) => vec![vec![below(&a, &b, 1)]],
            (Relation::AtMost, ..) => vec![vec![below(&a, &b, 0)]],
            (Relation::Greater, ..) => vec![vec![below(&b, &a, 1)]],
            (Relation::AtLeast, ..) => vec![vec![below(&b, &a, 0)]],
        };
        found.extend(alternatives.into_iter().map(|all| [&atoms[..], &all[..]].concat()));
    }
    Ok(found)
}

/// A remainder compared with a number, which may be any: of the remainders from 0 to `by - 1`, one alternative for
/// each that fits. If all fit, nothing is asked; if none does, there is no alternative.
fn classes(
    relation: Relation,
    number: &Expr,
    by: Number,
    rest: Number,
) -> Result<Vec<Vec<Atom>>, Miss> {
    const FEW: Number = 8;
    let last = by - 1;
    let (low, high) = match relation {
        Relation::Equal => (rest, rest),
        Relation::Unequal => (0, last),
        Relation::Less => (0, rest - 1),
        Relation::AtMost => (0, rest),
        Relation::Greater => (rest + 1, last),
        Relation::AtLeast => (rest, last),
    };
    let (low, high) = (low.max(0), high.min(last));
    let hole = (relation == Relation::Unequal).then_some(rest).filter(|one| (0..by).contains(one));
    let count = (high - low + 1).max(0) - Number::from(hole.is_some());
    if count == by {
        return Ok(vec![Vec::new()]);
    }
    if count > FEW {
        return Err("a remainder is not linear".to_owned());
    }
    let fitting = (low..=high).filter(|one| Some(*one) != hole);
    Ok(fitting.map(|one| vec![Atom::Class(number.clone(), by, one)]).collect())
}

/// A case that is being read.
#[derive(Clone)]
struct Partial {
    /// The slots of the move; products are numbered from here on.
    slots: usize,
    /// What the slots are that are no choices.
    defined: Vec<Option<Linear>>,
    case: Case,
}

impl Partial {
    fn is_contradicted(&self) -> bool {
        self.case.facts.iter().any(|fact| fact.as_constant().is_some_and(|value| value < 0))
    }

    fn follow(mut self, step: &Step) -> Result<Vec<Partial>, Miss> {
        match step {
            Step::Range { slot, bounds } => {
                self.case.choices.push(Choice { variable: *slot, within: None });
                self.bounded(*slot, bounds)
            }
            Step::Members { slot, set, bounds } => {
                self.case.facts.extend(hull(*slot, set));
                let within = Some(Within::Set(set.clone()));
                self.case.choices.push(Choice { variable: *slot, within });
                self.bounded(*slot, bounds)
            }
            Step::Define { slot, value } => {
                let define = |(mut partial, value): (Partial, Expr)| {
                    partial.defined[*slot] = Some(partial.linear(&value)?);
                    Ok(partial)
                };
                self.alternatives(value)?.into_iter().map(define).collect()
            }
            Step::Check(condition) => self.assume(condition),
        }
    }

    fn bounded(self, slot: usize, bounds: &[Bound]) -> Result<Vec<Partial>, Miss> {
        let mut all = vec![self];
        for Bound { factor, rest } in bounds {
            let multiple = Expr::Product(Box::new(factor.clone()), Box::new(Expr::Slot(slot)));
            let form = Expr::Sum(Box::new(multiple), Box::new(rest.clone()));
            let condition = Condition::Compare(Relation::AtLeast, form, Expr::Constant(0));
            all = each(all, |partial| partial.assume(&condition))?;
        }
        Ok(all)
    }

    fn become_number(self, number: &Expr) -> Result<Vec<Partial>, Miss> {
        let push = |(mut partial, number): (Partial, Expr)| {
            let number = partial.linear(&number)?;
            if !partial.case.is_run {
                partial.case.facts.extend(within_numbers(&number));
            }
            partial.case.new.push(number);
            Ok(partial)
        };
        self.alternatives(number)?.into_iter().map(push).collect()
    }

    /// The cases of an expression, each with what it is then.
    fn alternatives(self, expr: &Expr) -> Result<Vec<(Partial, Expr)>, Miss> {
        let mut found = Vec::new();
        for (atoms, value) in plain(expr)? {
            let partials = self.clone().assume_atoms(&atoms)?.into_iter();
            found.extend(partials.map(|partial| (partial, value.clone())));
        }
        Ok(found)
    }

    fn assume(self, condition: &Condition) -> Result<Vec<Partial>, Miss> {
        let mut found = Vec::new();
        for atoms in conjunctions(condition, false)? {
            found.extend(self.clone().assume_atoms(&atoms)?);
        }
        Ok(found)
    }

    fn assume_atoms(self, atoms: &[Atom]) -> Result<Vec<Partial>, Miss> {
        let mut all = vec![self];
        for atom in atoms {
            all = each(all, |partial| partial.assume_atom(atom))?;
        }
        Ok(all)
    }

    fn assume_atom(mut self, atom: &Atom) -> Result<Vec<Partial>, Miss> {
        match atom {
            Atom::AtLeastZero(form) => {
                let form = self.linear(form)?;
                self.case.facts.push(form);
            }
            Atom::Zero(form) => {
                let form = self.linear(form)?;
                self.case.facts.push(form.scaled(-1).ok_or_else(too_large)?);
                self.case.facts.push(form);
            }
            Atom::In(number, set) => {
                let number = self.linear(number)?;
                return self.put_into(&number, set);
            }
            Atom::Class(number, modulus, rest) => {
                let number = self.linear(number)?;
                return match self.own_choice(&number) {
                    Some((place, constant)) => {
                        let rest = (rest - constant).rem_euclid(*modulus);
                        self.case.choices[place].within = Some(Within::Class(*modulus, rest));
                        Ok(vec![self])
                    }
                    None => Err("the remainder of something that is not chosen".to_owned()),
                };
            }
        }
        Ok(vec![self])
    }

    /// The form lies in the set.
    fn put_into(mut self, form: &Linear, set: &Set) -> Result<Vec<Partial>, Miss> {
        const MOST_ELEMENTS: usize = 16;
        if let Some((place, constant)) = self.own_choice(form) {
            let shifted = Set {
                finite: set.finite.iter().map(|element| element - constant).collect(),
                tail: set.tail.map(|(from, step)| (from - constant, step)),
            };
            self.case.facts.extend(hull(self.case.choices[place].variable, &shifted));
            self.case.choices[place].within = Some(Within::Set(shifted));
            return Ok(vec![self]);
        }
        if set.finite.len() > MOST_ELEMENTS || set.tail.is_some_and(|(_, step)| step > 1) {
            return Err("a set of numbers that are not chosen".to_owned());
        }
        let mut found = Vec::new();
        for element in &set.finite {
            let equal = form.shifted(-element).ok_or_else(too_large)?;
            let mut partial = self.clone();
            partial.case.facts.push(equal.scaled(-1).ok_or_else(too_large)?);
            partial.case.facts.push(equal);
            found.push(partial);
        }
        if let Some((from, _)) = set.tail {
            self.case.facts.push(form.shifted(-from).ok_or_else(too_large)?);
            found.push(self);
        }
        Ok(found)
    }

    /// The choice that a form is, plus a constant, if that choice is not yet bound to a set.
    fn own_choice(&self, form: &Linear) -> Option<(usize, Number)> {
        let [(variable, 1)] = form.terms[..] else { return None };
        let free = |choice: &Choice| choice.variable == variable && choice.within.is_none();
        Some((self.case.choices.iter().position(free)?, form.constant))
    }

    fn linear(&mut self, expr: &Expr) -> Result<Linear, Miss> {
        let leaf = |leaf: Leaf<'_, usize>| match leaf {
            Leaf::Part(Expr::Slot(slot)) => {
                Ok(self.defined[*slot].clone().unwrap_or_else(|| Linear::variable(*slot)))
            }
            Leaf::Part(Expr::Of(_)) => Err("a number that all heaps have together"),
            Leaf::Part(Expr::Later) => Err("the rows after the chosen one"),
            Leaf::Part(_) => Err("an expression is not linear"),
            Leaf::Product(_, a, b) => self.case.product(self.slots, &a, &b),
        };
        Ok(Linear::of_expr(expr, &mut { leaf })?)
    }
}

impl Case {
    /// A multiple of a variable times a multiple of a variable: one product.
    fn product(&mut self, slots: usize, a: &Linear, b: &Linear) -> Result<Linear, &'static str> {
        let ([(x, p)], 0, [(y, q)], 0) = (&a.terms[..], a.constant, &b.terms[..], b.constant)
        else {
            return Err("a product is not linear");
        };
        let factors = [*x.min(y), *x.max(y)];
        let known = self.products.iter().find(|product| product.factors == factors);
        let variable = known.map_or(slots + self.products.len(), |product| product.variable);
        if known.is_none() {
            self.products.push(Product { variable, factors });
        }
        let multiple = p.checked_mul(*q).and_then(|by| Linear::variable(variable).scaled(by));
        multiple.ok_or("the numbers are too large")
    }
}

/// The least and the greatest element of a set bound its elements.
fn hull(variable: usize, set: &Set) -> Vec<Linear> {
    let starts = set.finite.first().copied().into_iter().chain(set.tail.map(|(from, _)| from));
    let least = starts.min().unwrap_or(0);
    let mut facts = vec![Linear { terms: vec![(variable, 1)], constant: -least }];
    if set.tail.is_none() {
        let greatest = set.finite.last().copied().unwrap_or(-1);
        facts.push(Linear { terms: vec![(variable, -1)], constant: greatest });
    }
    facts
}

fn too_large() -> Miss {
    "the numbers are too large".to_owned()
}

impl Case {
    pub(super) fn system(&self) -> System {
        System::of(self.facts.iter().cloned())
    }

    /// What was found out about the case; nothing, if that failed because the case never occurs.
    pub(super) fn unless_empty<T>(
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
    fn with_choice(&self, variable: usize, value: Number) -> Option<Case> {
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
        Some(Case {
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
    pub(super) fn with_new_numbers(
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

    /// The same as several cases without products and with at most so many choices: choices that have few values
    /// take each of them.
    pub(super) fn spread(self, most_choices: usize, work: &mut Work) -> Result<Vec<Case>, Miss> {
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
            if waiting.len() + done.len() > 2 * MOST_CASES {
                return Err(format!("a move has more than {} cases", 2 * MOST_CASES));
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

impl Within {
    /// Is the number an element?
    pub(super) fn contains(&self, number: Number) -> bool {
        match self {
            Within::Set(set) => set.contains(number),
            Within::Class(modulus, rest) => number.rem_euclid(*modulus) == *rest,
        }
    }

    /// All elements with this number added.
    pub(super) fn shifted(self, by: Number) -> Within {
        match self {
            Within::Set(set) => Within::Set(Set {
                finite: set.finite.iter().map(|element| element + by).collect(),
                tail: set.tail.map(|(from, step)| (from + by, step)),
            }),
            Within::Class(modulus, rest) => Within::Class(modulus, (rest + by).rem_euclid(modulus)),
        }
    }
}

/// Integers from a least one on: finitely many, and perhaps a progression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Elements {
    /// Ascending.
    pub(super) finite: Vec<Number>,
    /// All `from + k·step`, k ≥ 0.
    pub(super) tail: Option<(Number, Number)>,
}

/// More elements than this are not listed.
const MOST_ELEMENTS: Number = 100_000;

impl Elements {
    /// The numbers from `low` to `high`, or without end, that lie within the set.
    pub(super) fn new(
        within: Option<&Within>,
        low: Number,
        high: Option<Number>,
    ) -> Result<Elements, Miss> {
        // Beyond the largest number nothing can be taken.
        let high = high.filter(|high| *high < LARGEST);
        let (finite, from, step) = match within {
            None => (Vec::new(), low, 1),
            Some(Within::Class(modulus, rest)) => {
                (Vec::new(), low + (rest - low).rem_euclid(*modulus), *modulus)
            }
            Some(Within::Set(set)) => {
                let inside =
                    |number: &Number| *number >= low && high.is_none_or(|high| *number <= high);
                let finite = set.finite.iter().copied().filter(inside).collect();
                let Some((from, step)) = set.tail else {
                    return Ok(Elements { finite, tail: None });
                };
                let skipped = (low - from).max(0);
                (
                    finite,
                    from + skipped.div_euclid(step) * step
                        + if skipped % step == 0 { 0 } else { step },
                    step,
                )
            }
        };
        let Some(high) = high else { return Ok(Elements { finite, tail: Some((from, step)) }) };
        let count = (high - from).div_euclid(step) + 1;
        if count > MOST_ELEMENTS {
            return Err(format!("a choice has more than {MOST_ELEMENTS} values, but not all"));
        }
        let mut finite: Vec<Number> = finite;
        finite.extend((0..count.max(0)).map(|k| from + k * step));
        finite.sort_unstable();
        finite.dedup();
        Ok(Elements { finite, tail: None })
    }

    /// The elements, if there are at most so many.
    fn few(self, most: usize) -> Option<Vec<Number>> {
        (self.tail.is_none() && self.finite.len() <= most).then_some(self.finite)
    }

    /// Is the number an element?
    pub(super) fn contains(&self, number: Number) -> bool {
        self.finite.binary_search(&number).is_ok()
            || self.tail.is_some_and(|(from, step)| number >= from && (number - from) % step == 0)
    }

    /// Some element; `None` if there is none.
    pub(super) fn first(&self) -> Option<Number> {
        self.finite.first().copied().into_iter().chain(self.tail.map(|(from, _)| from)).min()
    }
}
