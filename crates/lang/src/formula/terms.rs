//! Expressions as linear forms under conditions, and conditions as formulas.

use super::{Formula, Outside, Result, TOO_LARGE, Variable, Writer, multiple, not_negative, zero};
use crate::ir::{Aggregate, Condition, Expr, Number, Program, Relation, Set, Slot};
use crate::linear::Linear;

/// More cases of one expression are too many.
const MOST_CASES: usize = 256;

/// More pairs of cases are not even written down: each takes as long as a case.
const MOST_PAIRS: usize = 4096;

/// A linear form divided by a positive constant, which divides it wherever the form is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) linear: Linear,
    pub(super) divisor: Number,
}

impl Form {
    pub(super) fn of(linear: Linear) -> Form {
        Form { linear, divisor: 1 }
    }

    pub(super) fn variable(variable: Variable) -> Form {
        Form::of(Linear::variable(variable))
    }

    pub(super) fn constant(number: Number) -> Form {
        Form::of(Linear::constant(number))
    }

    /// `self + times · other`
    fn plus(&self, other: &Form, times: Number) -> Result<Form> {
        let divisor = self.divisor.checked_mul(other.divisor).ok_or(TOO_LARGE)?;
        let times = times.checked_mul(self.divisor).ok_or(TOO_LARGE)?;
        let linear = self.linear.combined(other.divisor, &other.linear, times);
        Ok(Form { linear: linear.ok_or(TOO_LARGE)?, divisor })
    }

    fn scaled(&self, by: Number) -> Result<Form> {
        let linear = self.linear.scaled(by).ok_or(TOO_LARGE)?;
        Ok(Form { linear, divisor: self.divisor })
    }

    /// The number, if it is one.
    pub(super) fn as_constant(&self) -> Option<Number> {
        self.linear.as_constant().map(|constant| constant / self.divisor)
    }

    /// `self - other`, multiplied so that no divisor is left.
    fn difference(&self, other: &Form) -> Result<Linear> {
        Ok(self.plus(other, -1)?.linear)
    }
}

/// What an expression is under a condition; exactly one case of an expression applies.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) value: Form,
    pub(super) given: Vec<Formula>,
    /// The variables of `given` and `value` that are neither of the position nor chosen.
    pub(super) fresh: Vec<Variable>,
}

impl Case {
    fn plain(value: Form) -> Case {
        Case { value, given: Vec::new(), fresh: Vec::new() }
    }

    fn joined(&self, other: &Case, value: Form) -> Case {
        let given = [&self.given[..], &other.given].concat();
        Case { value, given, fresh: [&self.fresh[..], &other.fresh].concat() }
    }

    /// That the case applies, and this holds of its value.
    fn with(&self, holds: Formula) -> Formula {
        let mut parts = self.given.clone();
        parts.push(holds);
        match (self.fresh.is_empty(), Formula::all(parts)) {
            (true, all) => all,
            (false, Formula::Truth(false)) => Formula::Truth(false),
            (false, all) => Formula::Exists(self.fresh.clone(), Box::new(all)),
        }
    }
}

/// What expressions see.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// All numbers of the position.
    pub(super) tuple: Vec<Variable>,
    /// What the slots hold, where they are filled.
    pub(super) slots: Vec<Option<Form>>,
    /// The later row that is being changed.
    pub(super) later: Option<Variable>,
}

impl Scope {
    pub(super) fn of_position(position: &[Variable]) -> Scope {
        let slots = position.iter().map(|variable| Some(Form::variable(*variable))).collect();
        Scope { tuple: position.to_vec(), slots, later: None }
    }

    pub(super) fn of_heap(position: &[Variable], chosen: usize) -> Scope {
        let heap = position.get(chosen).map(|variable| Form::variable(*variable));
        Scope { tuple: position.to_vec(), slots: vec![heap], later: None }
    }

    pub(super) fn set(&mut self, slot: Slot, value: Form) {
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = Some(value);
    }
}

impl Writer<'_> {
    /// The cases of an expression: in every position exactly one applies.
    pub(super) fn cases(&mut self, expr: &Expr, scope: &Scope) -> Result<Vec<Case>> {
        let cases = match expr {
            Expr::Constant(number) => vec![Case::plain(Form::constant(*number))],
            Expr::Slot(slot) => {
                let form = scope.slots.get(*slot).cloned().flatten();
                vec![Case::plain(form.ok_or("a choice is not settled")?)]
            }
            Expr::Later => {
                let later = scope.later.ok_or("no later row is meant")?;
                vec![Case::plain(Form::variable(later))]
            }
            Expr::Sum(a, b) => self.joined(a, b, scope, &|a, b| a.plus(b, 1))?,
            Expr::Difference(a, b) => self.joined(a, b, scope, &|a, b| a.plus(b, -1))?,
            Expr::Product(a, b) => {
                self.joined(a, b, scope, &|a, b| match (a.as_constant(), b.as_constant()) {
                    (Some(number), _) => b.scaled(number),
                    (_, Some(number)) => a.scaled(number),
                    _ => Err("two numbers of a position or a move are multiplied".into()),
                })?
            }
            Expr::Quotient(a, by) => self.divided(a, *by, scope, |quotient, _| quotient)?,
            Expr::Remainder(a, by) => {
                self.divided(a, *by, scope, |_, remainder| Form::constant(remainder))?
            }
            Expr::Xor(a, b) => self.nim_sum(a, b, scope)?,
            Expr::Least(all) | Expr::Greatest(all) => {
                let relation = match expr {
                    Expr::Least(_) => Relation::AtMost,
                    _ => Relation::AtLeast,
                };
                let operands = all.iter().map(|one| self.cases(one, scope));
                extreme(operands.collect::<Result<_, _>>()?, relation)?
            }
            Expr::If(condition, a, b) => {
                let holds = self.condition(condition, scope)?;
                let mut cases = Vec::new();
                for (given, branch) in [(holds.clone(), a), (holds.negated(), b)] {
                    for mut case in self.cases(branch, scope)? {
                        case.given.insert(0, given.clone());
                        cases.push(case);
                    }
                }
                cases
            }
            Expr::Of(aggregate) => self.of_all(*aggregate, scope)?,
        };
        let impossible = |case: &Case| case.given.contains(&Formula::Truth(false));
        let cases: Vec<Case> = cases.into_iter().filter(|case| !impossible(case)).collect();
        match cases.len() > MOST_CASES {
            true => Err(Outside(format!("an expression has more than {MOST_CASES} cases"))),
            false => Ok(cases),
        }
    }

    /// The number that an expression always is, if that is seen without a case distinction.
    pub(super) fn constant(&mut self, expr: &Expr, scope: &Scope) -> Result<Option<Number>> {
        Ok(match &self.cases(expr, scope)?[..] {
            [Case { value, given, .. }] if given.iter().all(|one| *one == Formula::Truth(true)) => {
                value.as_constant()
            }
            _ => None,
        })
    }

    fn joined(
        &mut self,
        a: &Expr,
        b: &Expr,
        scope: &Scope,
        with: &dyn Fn(&Form, &Form) -> Result<Form>,
    ) -> Result<Vec<Case>> {
        let (a, b) = (self.cases(a, scope)?, self.cases(b, scope)?);
        let case =
            |(one, other): (&Case, &Case)| Ok(one.joined(other, with(&one.value, &other.value)?));
        few_pairs(&a, &b)?.map(case).collect()
    }

    /// A case for each remainder of a division by a constant, with what the value is of quotient and remainder.
    fn divided(
        &mut self,
        a: &Expr,
        by: Number,
        scope: &Scope,
        value: impl Fn(Form, Number) -> Form,
    ) -> Result<Vec<Case>> {
        if by < 1 || by > MOST_CASES as Number {
            return Err(Outside(format!("div and mod by {by}: the most is {MOST_CASES}")));
        }
        let mut cases = Vec::new();
        for case in self.cases(a, scope)? {
            for remainder in 0..by {
                let form = &case.value;
                let modulus = by.checked_mul(form.divisor).ok_or(TOO_LARGE)?;
                let shift = remainder.checked_mul(-form.divisor).ok_or(TOO_LARGE)?;
                let linear = form.linear.shifted(shift).ok_or(TOO_LARGE)?;
                let mut one = case.clone();
                one.given.push(multiple(linear.clone(), modulus));
                one.value = value(Form { linear, divisor: modulus }, remainder);
                cases.push(one);
            }
        }
        Ok(cases)
    }

    /// A new variable for the nim-sum where both are natural numbers, else -1.
    fn nim_sum(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> Result<Vec<Case>> {
        let (a, b) = (self.cases(a, scope)?, self.cases(b, scope)?);
        let mut cases = Vec::new();
        for (one, other) in few_pairs(&a, &b)? {
            let sum = self.new_variable();
            self.sums_made.push(sum);
            let mut both = one.joined(other, Form::variable(sum));
            both.fresh.push(sum);
            let [x, y] = [one, other].map(|case| self.named(&case.value, &mut both));
            both.given.push(Formula::NimSum([x?, y?, sum]));
            cases.push(both);
            let negative = |form: &Form| match self.is_natural(form) {
                true => Ok(Formula::Truth(false)),
                false => compared(Relation::Less, form, &Form::constant(0)),
            };
            let mut none = one.joined(other, Form::constant(-1));
            none.given.push(Formula::any(vec![negative(&one.value)?, negative(&other.value)?]));
            cases.push(none);
        }
        Ok(cases)
    }

    /// The variable that a form is, a new one perhaps.
    fn named(&mut self, form: &Form, case: &mut Case) -> Result<Variable> {
        if let ([(variable, 1)], 0, 1) =
            (&form.linear.terms[..], form.linear.constant, form.divisor)
            && self.is_natural(form)
        {
            return Ok(*variable);
        }
        let variable = self.new_variable();
        case.fresh.push(variable);
        case.given.push(compared(Relation::Equal, &Form::variable(variable), form)?);
        Ok(variable)
    }

    /// Is it seen at once that a form is not negative? Numbers of the position and nim-sums are not; choices may be.
    fn is_natural(&self, form: &Form) -> bool {
        let natural =
            |variable: &Variable| *variable < self.numbers || self.sums_made.contains(variable);
        form.linear.constant >= 0
            && form.linear.terms.iter().all(|(variable, factor)| *factor > 0 && natural(variable))
    }

    fn of_all(&self, aggregate: Aggregate, scope: &Scope) -> Result<Vec<Case>> {
        let forms = scope.tuple.iter().map(|variable| Form::variable(*variable));
        let one = |form: Form| vec![Case::plain(form)];
        match aggregate {
            Aggregate::Count => Ok(vec![Case::plain(Form::constant(scope.tuple.len() as Number))]),
            Aggregate::First => Ok(forms.take(1).map(Case::plain).collect()),
            Aggregate::Sum => {
                let mut sum = Form::constant(0);
                for form in forms {
                    sum = sum.plus(&form, 1)?;
                }
                Ok(vec![Case::plain(sum)])
            }
            Aggregate::Least => extreme(forms.map(one).collect(), Relation::AtMost),
            Aggregate::Greatest => extreme(forms.map(one).collect(), Relation::AtLeast),
        }
    }

    /// A condition as a formula.
    pub(super) fn condition(&mut self, condition: &Condition, scope: &Scope) -> Result<Formula> {
        let mut each = |all: &[Condition]| {
            all.iter().map(|one| self.condition(one, scope)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Truth(truth) => Formula::Truth(*truth),
            Condition::All(all) => Formula::all(each(all)?),
            Condition::Any(all) => Formula::any(each(all)?),
            Condition::Not(one) => self.condition(one, scope)?.negated(),
            Condition::Compare(relation, a, b) => {
                let (a, b) = (self.cases(a, scope)?, self.cases(b, scope)?);
                let mut ways = Vec::new();
                for (one, other) in pairs(&a, &b) {
                    let holds = compared(*relation, &one.value, &other.value)?;
                    ways.push(one.joined(other, one.value.clone()).with(holds));
                }
                Formula::any(ways)
            }
            Condition::Member(number, set) => {
                let mut ways = Vec::new();
                for case in self.cases(number, scope)? {
                    ways.push(case.with(member(&case.value, set)?));
                }
                Formula::any(ways)
            }
            Condition::Distinct { nonzero } => {
                let mut parts = Vec::new();
                for (index, one) in scope.tuple.iter().enumerate() {
                    for other in &scope.tuple[index + 1..] {
                        let [one, other] = [one, other].map(|variable| Form::variable(*variable));
                        let mut ways = vec![compared(Relation::Unequal, &one, &other)?];
                        if *nonzero {
                            ways.push(zero(one.linear));
                        }
                        parts.push(Formula::any(ways));
                    }
                }
                Formula::all(parts)
            }
            Condition::Falling => {
                let pairs = scope.tuple.windows(2).map(|pair| {
                    compared(Relation::AtLeast, &Form::variable(pair[0]), &Form::variable(pair[1]))
                });
                Formula::all(pairs.collect::<Result<_, _>>()?)
            }
        })
    }
}

/// Each case of the one with each of the other.
fn pairs<'a>(a: &'a [Case], b: &'a [Case]) -> impl Iterator<Item = (&'a Case, &'a Case)> {
    a.iter().flat_map(move |one| b.iter().map(move |other| (one, other)))
}

/// Each case of the one with each of the other, if they are few.
fn few_pairs<'a>(
    a: &'a [Case],
    b: &'a [Case],
) -> Result<impl Iterator<Item = (&'a Case, &'a Case)>> {
    match a.len() * b.len() > MOST_PAIRS {
        true => Err(Outside(format!("an expression has more than {MOST_PAIRS} pairs of cases"))),
        false => Ok(pairs(a, b)),
    }
}

/// The first operand that no other one beats; the end of the numbers, if there is none.
fn extreme(operands: Vec<Vec<Case>>, relation: Relation) -> Result<Vec<Case>> {
    let mut operands = operands.into_iter();
    let Some(mut best) = operands.next() else {
        return Ok(vec![Case::plain(Form::constant(Program::LARGEST))]);
    };
    for next in operands {
        let mut cases = Vec::new();
        for (one, other) in few_pairs(&best, &next)? {
            let stays = compared(relation, &one.value, &other.value)?;
            for (value, given) in [(&one.value, stays.clone()), (&other.value, stays.negated())] {
                let mut case = one.joined(other, value.clone());
                case.given.push(given);
                cases.push(case);
            }
        }
        best = cases;
    }
    Ok(best)
}

/// A number is in a set.
pub(super) fn member(number: &Form, set: &Set) -> Result<Formula> {
    let mut ways = Vec::new();
    for element in &set.finite {
        ways.push(compared(Relation::Equal, number, &Form::constant(*element))?);
    }
    if let Some((from, step)) = set.tail {
        let beyond = number.difference(&Form::constant(from))?;
        let modulus = step.checked_mul(number.divisor).ok_or(TOO_LARGE)?;
        ways.push(Formula::all(vec![multiple(beyond.clone(), modulus), not_negative(beyond)]));
    }
    Ok(Formula::any(ways))
}

/// Two numbers compared.
pub(super) fn compared(relation: Relation, a: &Form, b: &Form) -> Result<Formula> {
    let difference = a.difference(b)?;
    Ok(match relation {
        Relation::Equal => zero(difference),
        Relation::Unequal => zero(difference).negated(),
        _ => {
            let forms = difference.compared(relation).ok_or(TOO_LARGE)?;
            Formula::all(forms.into_iter().map(not_negative).collect())
        }
    })
}
