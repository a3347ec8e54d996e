//! Moves with alternatives, taken apart.
//!
//! Inequalities cannot say "or". So a condition `c or d` is read as two moves, one with c and one with d, and a number
//! `x if c else y` as two moves, one where c holds and the number is x, and one where it does not. Whatever makes the
//! move makes one of these, so what is proved of each of them is proved of the move.

use std::borrow::Cow;

use super::structure::glance;
use crate::linear::Work;
use crate::program::{
    Becomes, Bound, Condition, Expr, Move, Program, Relation, Select, Shape, Step,
};
use crate::syntax::Many;

/// More cases than this are not told apart.
const MOST_CASES: usize = 12;
/// Larger moves than this, in parts of expressions, are not taken apart.
const MOST_NODES: usize = 2_000;

/// The move as several that have fewer alternatives.
pub(super) fn cases<'a>(program: &Program, one: &'a Move, work: &mut Work) -> Vec<Cow<'a, Move>> {
    let undivided = vec![Cow::Borrowed(one)];
    if work.is_used_up() {
        return undivided;
    }
    let (size, legal) = (nodes(one), program.legal.iter().map(Condition::nodes).sum::<usize>());
    if work.take(size + legal).is_none() || size > MOST_NODES || is_defined_by_one_of_many(one) {
        return undivided;
    }
    let mut cases = vec![with_legal(program, one)];
    if nodes(&cases[0]) > MOST_NODES {
        return undivided;
    }
    for split in [split_condition, split_number, split_unequal] {
        let mut index = 0;
        while index < cases.len() {
            match split(&cases[index]) {
                Some(parts) if cases.len() + parts.len() <= MOST_CASES + 1 => {
                    cases.splice(index..=index, parts);
                }
                _ => index += 1,
            }
        }
    }
    cases.into_iter().map(Cow::Owned).collect()
}

/// Is a choice that is shared by several heaps defined by one of them? Then cases for one heap are not cases for
/// the move.
fn is_defined_by_one_of_many(one: &Move) -> bool {
    let by_heap = |step: &Step| match step {
        Step::Define { value, .. } => value.mentions(&|slot| slot == 0),
        _ => false,
    };
    matches!(one.select, Select::Several(..)) && one.steps.iter().any(by_heap)
}

fn nodes(one: &Move) -> usize {
    let steps = one.steps.iter().chain(&one.each).map(nodes_of_step).sum::<usize>();
    steps + exprs_of(&one.becomes).into_iter().map(Expr::nodes).sum::<usize>()
}

fn nodes_of_step(step: &Step) -> usize {
    match step {
        Step::Range { bounds, .. } | Step::Members { bounds, .. } => {
            bounds.iter().map(|bound| bound.factor.nodes() + bound.rest.nodes()).sum()
        }
        Step::Define { value, .. } => value.nodes(),
        Step::Check(condition) => condition.nodes(),
    }
}

/// The move with what makes a position legal as conditions of its own, where that has alternatives.
fn with_legal(program: &Program, one: &Move) -> Move {
    let mut one = one.clone();
    let is_coins = matches!(program.shape, Shape::Many(Many::Coins, _));
    let size = exprs_of(&one.becomes).into_iter().map(Expr::nodes).sum::<usize>().max(1);
    let fits = |condition: &&Condition| {
        condition.nodes().saturating_mul(size) <= MOST_NODES && has_alternatives(condition, true)
    };
    for condition in program.legal.iter().filter(fits).take(4) {
        let after = |new: &[Expr]| {
            let number = |slot: usize| new.get(slot).cloned().unwrap_or(Expr::Slot(slot));
            Step::Check(condition.substitute(&number))
        };
        let about_heap = condition.mentions(&|slot| slot == 0);
        let last = match (&program.shape, &one.becomes) {
            (Shape::Named(_), Becomes::Position(new)) => vec![after(new)],
            (Shape::Many(..), Becomes::Heaps(new))
                if about_heap && !is_coins && glance(condition).is_none() =>
            {
                new.iter().map(|heap| after(std::slice::from_ref(heap))).collect()
            }
            _ => Vec::new(),
        };
        // In the steps of its own, a heap is the one that is meant, whether one is chosen or several.
        one.each.push(Step::Check(condition.clone()));
        one.each.extend(last);
    }
    one
}

/// Does it say "or" somewhere, if it holds (or does not hold)?
fn has_alternatives(condition: &Condition, holds: bool) -> bool {
    match condition {
        Condition::Not(one) => has_alternatives(one, !holds),
        Condition::Any(all) if holds && all.len() > 1 => true,
        Condition::All(all) if !holds && all.len() > 1 => true,
        Condition::Any(all) | Condition::All(all) => {
            all.iter().any(|one| has_alternatives(one, holds))
        }
        _ => false,
    }
}

/// Two or more conditions, one of which holds if this one holds (or does not hold).
fn alternatives(condition: &Condition, holds: bool) -> Option<Vec<Condition>> {
    let signed = |one: &Condition| match holds {
        true => one.clone(),
        false => Condition::Not(Box::new(one.clone())),
    };
    match condition {
        Condition::Not(one) => alternatives(one, !holds),
        Condition::Any(all) if holds && all.len() > 1 => Some(all.iter().map(signed).collect()),
        Condition::All(all) if !holds && all.len() > 1 => Some(all.iter().map(signed).collect()),
        Condition::Any(all) | Condition::All(all) => {
            all.iter().enumerate().find_map(|(index, one)| {
                let with = |alternative: Condition| {
                    let mut all: Vec<Condition> = all.iter().map(signed).collect();
                    all[index] = alternative;
                    Condition::All(all)
                };
                Some(alternatives(one, holds)?.into_iter().map(with).collect())
            })
        }
        _ => None,
    }
}

/// The first list of steps, then the other.
fn lists(one: &Move) -> [&Vec<Step>; 2] {
    [&one.steps, &one.each]
}

fn lists_mut(one: &mut Move) -> [&mut Vec<Step>; 2] {
    [&mut one.steps, &mut one.each]
}

/// One move for each way to satisfy the first condition that a rule splits.
fn split_checks(
    one: &Move,
    rule: impl Fn(&Condition) -> Option<Vec<Condition>>,
) -> Option<Vec<Move>> {
    for (list, steps) in lists(one).into_iter().enumerate() {
        for (index, step) in steps.iter().enumerate() {
            let Step::Check(condition) = step else { continue };
            let Some(conditions) = rule(condition) else { continue };
            let with = |condition: Condition| {
                let mut one = one.clone();
                lists_mut(&mut one)[list][index] = Step::Check(condition);
                one
            };
            return Some(conditions.into_iter().map(with).collect());
        }
    }
    None
}

fn split_condition(one: &Move) -> Option<Vec<Move>> {
    split_checks(one, |condition| alternatives(condition, true))
}

/// Unequal numbers are less or greater.
fn split_unequal(one: &Move) -> Option<Vec<Move>> {
    split_checks(one, |condition| match condition {
        Condition::Compare(Relation::Unequal, a, b) => {
            let with = |relation| Condition::Compare(relation, a.clone(), b.clone());
            Some(vec![with(Relation::Less), with(Relation::Greater)])
        }
        Condition::Not(inner) => match &**inner {
            Condition::Compare(Relation::Equal, a, b) => {
                let with = |relation| Condition::Compare(relation, a.clone(), b.clone());
                Some(vec![with(Relation::Less), with(Relation::Greater)])
            }
            _ => None,
        },
        _ => None,
    })
}

/// One move for each value of the first number that is chosen by a condition.
fn split_number(one: &Move) -> Option<Vec<Move>> {
    for (list, steps) in lists(one).into_iter().enumerate() {
        for (index, step) in steps.iter().enumerate() {
            if let Some(choice) = exprs_of_step(step).into_iter().find_map(first_choice) {
                return halves(one, choice, list, index);
            }
        }
    }
    let choice = exprs_of(&one.becomes).into_iter().find_map(first_choice)?;
    halves(one, choice, 1, one.each.len())
}

/// The condition is decided where the number is first needed: what it mentions is known there.
fn halves(one: &Move, choice: &Expr, list: usize, index: usize) -> Option<Vec<Move>> {
    let Expr::If(condition, then, otherwise) = choice else { return None };
    let half = |value: &Expr, check: Condition| {
        let replace = |expr: &Expr| replaced(expr, choice, value);
        let mut half = one.clone();
        lists_mut(&mut half).into_iter().flatten().for_each(|step| change_step(step, &replace));
        half.becomes = changed(&half.becomes, &replace);
        lists_mut(&mut half)[list].insert(index, Step::Check(check));
        half
    };
    let not = Condition::Not(condition.clone());
    Some(vec![half(then, condition.as_ref().clone()), half(otherwise, not)])
}

fn exprs_of_step(step: &Step) -> Vec<&Expr> {
    match step {
        Step::Range { bounds, .. } | Step::Members { bounds, .. } => {
            bounds.iter().flat_map(|bound| [&bound.factor, &bound.rest]).collect()
        }
        Step::Define { value, .. } => vec![value],
        Step::Check(condition) => exprs_of_condition(condition),
    }
}

fn exprs_of_condition(condition: &Condition) -> Vec<&Expr> {
    match condition {
        Condition::Compare(_, a, b) => vec![a, b],
        Condition::Member(a, _) => vec![a],
        Condition::Not(one) => exprs_of_condition(one),
        Condition::All(all) | Condition::Any(all) => {
            all.iter().flat_map(exprs_of_condition).collect()
        }
        Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => Vec::new(),
    }
}

fn exprs_of(becomes: &Becomes) -> Vec<&Expr> {
    match becomes {
        Becomes::Position(all) | Becomes::Heaps(all) => all.iter().collect(),
        Becomes::Run(a, b) | Becomes::Rows(a, b) => vec![a, b],
    }
}

fn first_choice(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::If(..) => Some(expr),
        Expr::Constant(_) | Expr::Slot(_) | Expr::Later | Expr::Of(_) => None,
        Expr::Sum(a, b) | Expr::Difference(a, b) | Expr::Product(a, b) | Expr::Xor(a, b) => {
            first_choice(a).or_else(|| first_choice(b))
        }
        Expr::Quotient(a, _) | Expr::Remainder(a, _) => first_choice(a),
        Expr::Least(all) | Expr::Greatest(all) => all.iter().find_map(first_choice),
    }
}

/// The expression with one part replaced wherever it stands.
fn replaced(expr: &Expr, part: &Expr, by: &Expr) -> Expr {
    if expr == part {
        return by.clone();
    }
    let of = |one: &Expr| Box::new(replaced(one, part, by));
    let all = |all: &[Expr]| all.iter().map(|one| replaced(one, part, by)).collect();
    match expr {
        Expr::Constant(_) | Expr::Slot(_) | Expr::Later | Expr::Of(_) => expr.clone(),
        Expr::Sum(a, b) => Expr::Sum(of(a), of(b)),
        Expr::Difference(a, b) => Expr::Difference(of(a), of(b)),
        Expr::Product(a, b) => Expr::Product(of(a), of(b)),
        Expr::Xor(a, b) => Expr::Xor(of(a), of(b)),
        Expr::Quotient(a, by) => Expr::Quotient(of(a), *by),
        Expr::Remainder(a, by) => Expr::Remainder(of(a), *by),
        Expr::Least(forms) => Expr::Least(all(forms)),
        Expr::Greatest(forms) => Expr::Greatest(all(forms)),
        // What is inside a condition stays as it is, which says the same.
        Expr::If(condition, a, b) => Expr::If(condition.clone(), of(a), of(b)),
    }
}

fn change_step(step: &mut Step, replace: &impl Fn(&Expr) -> Expr) {
    match step {
        Step::Range { bounds, .. } | Step::Members { bounds, .. } => {
            for Bound { factor, rest } in bounds {
                (*factor, *rest) = (replace(factor), replace(rest));
            }
        }
        Step::Define { value, .. } => *value = replace(value),
        Step::Check(condition) => *condition = changed_condition(condition, replace),
    }
}

fn changed_condition(condition: &Condition, replace: &impl Fn(&Expr) -> Expr) -> Condition {
    let each = |all: &[Condition]| all.iter().map(|one| changed_condition(one, replace)).collect();
    match condition {
        Condition::Compare(relation, a, b) => Condition::Compare(*relation, replace(a), replace(b)),
        Condition::Member(a, set) => Condition::Member(replace(a), set.clone()),
        Condition::Not(one) => Condition::Not(Box::new(changed_condition(one, replace))),
        Condition::All(all) => Condition::All(each(all)),
        Condition::Any(all) => Condition::Any(each(all)),
        Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => condition.clone(),
    }
}

fn changed(becomes: &Becomes, replace: &impl Fn(&Expr) -> Expr) -> Becomes {
    let each = |all: &[Expr]| all.iter().map(replace).collect();
    match becomes {
        Becomes::Position(all) => Becomes::Position(each(all)),
        Becomes::Heaps(all) => Becomes::Heaps(each(all)),
        Becomes::Run(a, b) => Becomes::Run(replace(a), replace(b)),
        Becomes::Rows(a, b) => Becomes::Rows(replace(a), replace(b)),
    }
}
