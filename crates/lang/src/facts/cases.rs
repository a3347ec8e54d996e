//! Moves with alternatives, taken apart.
//!
//! Inequalities cannot say "or". So a condition `c or d` is read as two moves, one with c and one with d, and a number
//! `x if c else y` as two moves, one where c holds and the number is x, and one where it does not. Whatever makes the
//! move makes one of these, so what is proved of each of them is proved of the move.

use std::borrow::Cow;

use super::structure::glance;
use crate::ir::{Becomes, Condition, Expr, Move, Node, Program, Relation, Select, Shape, Step};
use crate::linear::Work;
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
    let (size, legal) = (one.nodes(), program.legal.iter().map(Condition::nodes).sum::<usize>());
    if work.take(size + legal).is_none() || size > MOST_NODES || is_defined_by_one_of_many(one) {
        return undivided;
    }
    let mut cases = vec![with_legal(program, one)];
    if cases[0].nodes() > MOST_NODES {
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

/// The move with what makes a position legal as conditions of its own, where that has alternatives.
fn with_legal(program: &Program, one: &Move) -> Move {
    let mut one = one.clone();
    let is_coins = matches!(program.shape, Shape::Many(Many::Coins, _));
    let size = one.becomes.nodes().max(1);
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
                if about_heap && !is_coins && condition.find(glance).is_none() =>
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
            if let Some(choice) = step.find(as_choice) {
                return halves(one, choice, list, index);
            }
        }
    }
    halves(one, one.becomes.find(as_choice)?, 1, one.each.len())
}

fn as_choice(node: Node<'_>) -> Option<&Expr> {
    match node {
        Node::Number(expr @ Expr::If(..)) => Some(expr),
        _ => None,
    }
}

/// The condition is decided where the number is first needed: what it mentions is known there.
fn halves(one: &Move, choice: &Expr, list: usize, index: usize) -> Option<Vec<Move>> {
    let Expr::If(condition, then, otherwise) = choice else { return None };
    let half = |value: &Expr, check: Condition| {
        let mut half = one.replaced(&|expr| (expr == choice).then(|| value.clone()));
        lists_mut(&mut half)[list].insert(index, Step::Check(check));
        half
    };
    let not = Condition::Not(condition.clone());
    Some(vec![half(then, condition.as_ref().clone()), half(otherwise, not)])
}
