//! Moves as ways to move: the steps of a move are followed with forms in the place of numbers.

use std::borrow::Cow;

use bouton_values::Player;

use super::terms::{Case, Form, Scope, compared, member};
use super::{Formula, Outside, Result, TOO_LARGE, Variable, Way, Writer, not_negative};
use crate::ir::{
    Becomes, Bound, Condition, Expr, Move, Number, Program, Relation, Select, Set, Slot, Step,
};
use crate::linear::{Interval, Linear};
use crate::syntax::HowMany;

/// A choice among at most this many constants is a case for each of them; among more, it is a variable.
const MOST_CONSTANTS: usize = 64;
/// More ways to make one move are too many.
const MOST_WAYS: usize = 4096;

/// A part of a move that is followed.
#[derive(Clone, Debug)]
struct Branch {
    scope: Scope,
    /// What is said of the heap must hold for each of these, if there are any.
    heaps: Vec<usize>,
    given: Vec<Formula>,
    /// Choices, which may be any integers.
    unknown: Vec<Variable>,
    /// Other new variables, which are natural numbers.
    fresh: Vec<Variable>,
    /// The new numbers that are known, in order.
    new: Vec<Form>,
}

impl Branch {
    fn new(scope: Scope, heaps: &[usize]) -> Branch {
        let (given, unknown, fresh, new) = Default::default();
        Branch { scope, heaps: heaps.to_vec(), given, unknown, fresh, new }
    }

    /// What conditions see; each of the heaps, if there are any.
    fn scopes(&self) -> Vec<Scope> {
        if self.heaps.is_empty() {
            return vec![self.scope.clone()];
        }
        let of_heap = |index: &usize| {
            let mut scope = self.scope.clone();
            scope.slots[0] = Some(Form::variable(scope.tuple[*index]));
            scope
        };
        self.heaps.iter().map(of_heap).collect()
    }

    /// The branch on which a case of a new number applies.
    fn given_case(&self, case: Case) -> Branch {
        let mut branch = self.clone();
        branch.given.extend(case.given);
        branch.fresh.extend(case.fresh);
        branch.new.push(case.value);
        branch
    }
}

/// A new number without the end of the numbers, at which a text cuts it off: here numbers have none.
///
/// Within a condition the same constant is what it is: there it would change what is said of small positions.
fn without_end(new: &Expr) -> Cow<'_, Expr> {
    let is_end = |one: &&Expr| **one == Expr::Constant(Program::LARGEST);
    match new {
        Expr::Least(all) if all.iter().any(|one| is_end(&one)) => {
            let mut kept: Vec<Expr> = all.iter().filter(|one| !is_end(one)).cloned().collect();
            Cow::Owned(if kept.len() == 1 { kept.remove(0) } else { Expr::Least(kept) })
        }
        _ => Cow::Borrowed(new),
    }
}

impl Writer<'_> {
    /// Adds the ways to make a move.
    pub(super) fn add_move(&mut self, one: &Move) -> Result<()> {
        let position: Vec<Variable> = (0..self.numbers).collect();
        let several = matches!(one.select, Select::Several(..));
        for chosen in self.choices(&one.select, &position)? {
            let scope = match chosen.first() {
                None => Scope::of_position(&position),
                Some(first) => Scope::of_heap(&position, *first),
            };
            let start = Branch::new(scope, if several { &chosen } else { &[] });
            for branch in self.steps(&one.steps, vec![start])? {
                self.finish(one, &chosen, branch)?;
                if self.ways.len() > MOST_WAYS {
                    return Err(Outside(format!("there are more than {MOST_WAYS} ways to move")));
                }
            }
        }
        Ok(())
    }

    /// Which heaps can be chosen; none of them, once, where numbers have names.
    fn choices(&mut self, select: &Select, position: &[Variable]) -> Result<Vec<Vec<usize>>> {
        let (how_many, count) = match select {
            Select::Position => return Ok(vec![Vec::new()]),
            Select::One => return Ok((0..position.len()).map(|index| vec![index]).collect()),
            Select::Several(how_many, count) => (how_many, count),
        };
        let Some(count) = self.constant(count, &Scope::of_heap(position, 0))? else {
            return Err("how many heaps a move changes depends on them".into());
        };
        let of_size = |chosen: &Vec<usize>| match how_many {
            HowMany::Exactly => chosen.len() as Number == count,
            HowMany::UpTo => chosen.len() as Number <= count,
            HowMany::Consecutive => are_near(chosen, count, position.len()),
        };
        Ok(subsets(position.len()).into_iter().filter(of_size).collect())
    }

    /// Follows steps on all branches.
    fn steps(&mut self, steps: &[Step], mut branches: Vec<Branch>) -> Result<Vec<Branch>> {
        for step in steps {
            let mut next = Vec::new();
            for mut branch in branches {
                match step {
                    Step::Check(condition) => {
                        self.check(condition, &mut branch)?;
                        next.push(branch);
                    }
                    Step::Choose { slot, set, bounds } => {
                        next.extend(self.choose(*slot, set.as_ref(), bounds, branch)?);
                    }
                }
            }
            next.retain(|branch| !branch.given.contains(&Formula::Truth(false)));
            if next.len() > MOST_WAYS {
                return Err(Outside(format!("a move has more than {MOST_WAYS} cases")));
            }
            branches = next;
        }
        Ok(branches)
    }

    /// A condition must hold.
    fn check(&mut self, condition: &Condition, branch: &mut Branch) -> Result<()> {
        for scope in branch.scopes() {
            branch.given.push(self.condition(condition, &scope)?);
        }
        Ok(())
    }

    /// A choice within bounds, perhaps of the elements of a set: `factor · slot + rest ≥ 0` for each bound.
    fn choose(
        &mut self,
        slot: Slot,
        set: Option<&Set>,
        bounds: &[Bound],
        mut branch: Branch,
    ) -> Result<Vec<Branch>> {
        let values = match self.constants(set, bounds, &branch.scopes())? {
            Some(values) => values.into_iter().map(Form::constant).collect(),
            None => {
                let unknown = self.new_variable();
                branch.unknown.push(unknown);
                let value = Form::variable(unknown);
                if let Some(set) = set {
                    branch.given.push(member(&value, set)?);
                }
                vec![value]
            }
        };
        let with_value = |value: Form| {
            let mut branch = branch.clone();
            branch.scope.set(slot, value);
            for Bound { factor, rest } in bounds {
                let product = Expr::Product(Box::new(factor.clone()), Box::new(Expr::Slot(slot)));
                let sum = Expr::Sum(Box::new(product), Box::new(rest.clone()));
                let holds = Condition::Compare(Relation::AtLeast, sum, Expr::Constant(0));
                self.check(&holds, &mut branch)?;
            }
            Ok(branch)
        };
        values.into_iter().map(with_value).collect()
    }

    /// The values of a choice, if they are a few constants: a bound holds for each of the heaps that are seen.
    fn constants(
        &mut self,
        set: Option<&Set>,
        bounds: &[Bound],
        scopes: &[Scope],
    ) -> Result<Option<Vec<Number>>> {
        if let Some(set) = set {
            let few = set.tail.is_none() && set.finite.len() <= MOST_CONSTANTS;
            return Ok(few.then(|| set.finite.clone()));
        }
        let mut range = Interval::ALL;
        let pairs = bounds.iter().flat_map(|bound| scopes.iter().map(move |scope| (bound, scope)));
        for (Bound { factor, rest }, scope) in pairs {
            let (factor, rest) = (self.constant(factor, scope)?, self.constant(rest, scope)?);
            if let (Some(factor), Some(rest)) = (factor, rest) {
                range = range.meet(Interval::solving(Interval::of(factor), Interval::of(rest)));
            }
        }
        let few = range.count() <= MOST_CONSTANTS as u128;
        Ok(few.then(|| (range.low..=range.high).collect()))
    }

    /// All slots are filled, but for those of the steps of each chosen heap: what comes of it?
    fn finish(&mut self, one: &Move, chosen: &[usize], mut branch: Branch) -> Result<()> {
        let (new, places): (Vec<&Expr>, Vec<usize>) = match &one.becomes {
            Becomes::Position(new) => (new.iter().collect(), (0..new.len()).collect()),
            Becomes::Heaps(new) if new.len() == 1 => (vec![&new[0]; chosen.len()], chosen.to_vec()),
            Becomes::Heaps(new) if self.sums => (new.iter().collect(), Vec::new()),
            Becomes::Rows(new, later) => {
                let places: Vec<usize> = (chosen[0]..self.numbers).collect();
                let mut all = vec![later; places.len()];
                all[0] = new;
                (all, places)
            }
            Becomes::Heaps(_) | Becomes::Run(..) => {
                return Err("a move changes the number of heaps".into());
            }
        };
        // From here on one of several chosen heaps is meant, each in turn.
        let several = !std::mem::take(&mut branch.heaps).is_empty();
        let is_row = matches!(one.becomes, Becomes::Rows(..));
        let mut branches = vec![branch];
        for (order, expr) in new.into_iter().enumerate() {
            let mut next = Vec::new();
            for mut branch in branches {
                let old = places.get(order).map(|place| branch.scope.tuple[*place]);
                branch.scope.later = old.filter(|_| is_row && order > 0);
                if several {
                    branch.scope.slots[0] = old.map(Form::variable);
                }
                for branch in self.steps(&one.each, vec![branch])? {
                    let cases = self.cases(&without_end(expr), &branch.scope)?;
                    next.extend(cases.into_iter().map(|case| branch.given_case(case)));
                }
            }
            branches = next;
        }
        for mut branch in branches {
            let new = std::mem::take(&mut branch.new);
            let positions = match places.is_empty() {
                true => new.into_iter().map(|number| vec![number]).collect(),
                false => {
                    let old = branch.scope.tuple.iter().copied();
                    let mut numbers: Vec<Form> = old.map(Form::variable).collect();
                    places.iter().zip(new).for_each(|(place, number)| numbers[*place] = number);
                    vec![numbers]
                }
            };
            self.add_way(one.player, branch, positions)?;
        }
        Ok(())
    }

    /// Adds a way that leads to these positions, with a variable for each new number.
    fn add_way(
        &mut self,
        player: Option<Player>,
        mut branch: Branch,
        positions: Vec<Vec<Form>>,
    ) -> Result<()> {
        let mut becomes = Vec::new();
        for numbers in &positions {
            let mut new = Vec::new();
            for number in numbers {
                let old = branch.scope.tuple.iter();
                match old.copied().find(|variable| *number == Form::variable(*variable)) {
                    Some(variable) => new.push(variable),
                    None => {
                        let variable = self.new_variable();
                        branch.fresh.push(variable);
                        let form = Form::variable(variable);
                        branch.given.push(compared(Relation::Equal, &form, number)?);
                        new.push(variable);
                    }
                }
            }
            branch.given.push(self.legal(&new)?);
            becomes.push(new);
        }
        let Some(given) = Formula::conjuncts(branch.given) else { return Ok(()) };
        for (condition, natural) in without_unknown(given, branch.unknown, self)? {
            let Some(condition) = Formula::conjuncts(condition) else { continue };
            let chosen = [&branch.fresh[..], &natural].concat();
            self.ways.push(Way { player, chosen, condition, becomes: becomes.clone() });
        }
        Ok(())
    }
}

/// What is known, and the variables that are natural numbers in it.
type Known = (Vec<Formula>, Vec<Variable>);

/// Rids formulas of variables that may be negative: each is replaced by what it is equal to, where an equation says
/// that; or it is at least 0, where a bound says so; else there are two cases.
fn without_unknown(
    mut given: Vec<Formula>,
    mut unknown: Vec<Variable>,
    writer: &mut Writer<'_>,
) -> Result<Vec<Known>> {
    loop {
        let equation = given.iter().enumerate().find_map(|(place, one)| {
            let Formula::Zero(form) = one else { return None };
            let variable = unknown.iter().find(|variable| form.factor(**variable).abs() == 1)?;
            Some((place, *variable, form.clone()))
        });
        let Some((place, variable, form)) = equation else { break };
        let value = form.solved(variable).ok_or(TOO_LARGE)?;
        let _ = given.remove(place);
        unknown.retain(|one| *one != variable);
        given = replaced(given, variable, &value)?;
    }
    let mut known: Vec<Known> = vec![(given, Vec::new())];
    for variable in unknown {
        let mut next = Vec::new();
        for (given, natural) in known {
            let is_natural = given.iter().any(|one| match one {
                Formula::NotNegative(form) => {
                    form.constant <= 0 && form.terms.len() == 1 && form.factor(variable) > 0
                }
                _ => false,
            });
            if !is_natural {
                let opposite = writer.new_variable();
                let value = Linear::variable(opposite).scaled(-1).ok_or(TOO_LARGE)?;
                let mut negative = replaced(given.clone(), variable, &value)?;
                let at_least_1 = Linear::variable(opposite).shifted(-1).ok_or(TOO_LARGE)?;
                negative.push(not_negative(at_least_1));
                next.push((negative, [&natural[..], &[opposite]].concat()));
            }
            next.push((given, [&natural[..], &[variable]].concat()));
        }
        known = next;
    }
    Ok(known)
}

fn replaced(given: Vec<Formula>, variable: Variable, value: &Linear) -> Result<Vec<Formula>> {
    let of = |one: Variable| (one == variable).then(|| value.clone());
    given.into_iter().map(|one| one.substituted(&of)).collect()
}

/// Are all chosen rows among `count` that are next to each other in the ring of all rows?
fn are_near(chosen: &[usize], count: Number, rows: usize) -> bool {
    let within = |first: usize| {
        chosen.iter().all(|index| (((index + rows - first) % rows) as Number) < count)
    };
    (0..rows).any(within)
}

/// All sets of numbers below `count` that are not empty.
fn subsets(count: usize) -> Vec<Vec<usize>> {
    let members = |set: u64| (0..count).filter(|index| set >> index & 1 == 1).collect();
    (1..1_u64 << count).map(members).collect()
}
