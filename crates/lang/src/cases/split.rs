//! Moves with alternatives, taken apart.
//!
//! Inequalities cannot say "or". So a condition `c or d` is read as two moves, one with c and one with d, and a number
//! `x if c else y` as two moves, one where c holds and the number is x, and one where it does not. Whatever makes the
//! move makes one of these, so what is proved of each of them is proved of the move; and whatever makes one of these
//! makes the move, so together they are the move.
//!
//! Moves are taken apart as they are written, before anything is linear: so both kinds of reader share this.

use std::borrow::Cow;

use super::Miss;
use crate::ir::{
    Becomes, Condition, Expr, Move, Node, Number, Program, Relation, Set, Shape, Slot, Step,
};
use crate::linear::{Interval, Linear, Work};
use crate::structure::WholePositionTerm;
use crate::syntax::Many;

/// Larger moves than this, in parts of expressions, are not taken apart where facts that hold are enough.
const MOST_NODES: usize = 2_000;

/// Moves with more parts than this are not looked at where all must be known. A line of a text with four choices can have
/// more than a thousand: each inequality bounds each of them.
pub(super) const LONGEST: usize = 4_000;

/// More exact cases than this are not looked at.
pub(super) const MOST_EXACT: usize = 32;

/// Sets with more elements, or with a progression of steps greater than 1, are not taken apart.
pub(super) fn is_long(set: &Set) -> bool {
    const MOST_ELEMENTS: usize = 16;
    set.finite.len() > MOST_ELEMENTS || set.tail.is_some_and(|(_, step)| step > 1)
}

/// One move for each alternative of the first thing that has some.
type Split = fn(&Move) -> Option<Vec<Move>>;

/// The move as several that have fewer alternatives.
pub(super) fn coarse<'a>(program: &Program, one: &'a Move, work: &mut Work) -> Vec<Cow<'a, Move>> {
    /// More cases than this are not distinguished: the work is shared by all of them.
    const MOST_CASES: usize = 12;
    const SPLITS: [Split; 3] = [by_condition, by_number, by_inequality];
    let undivided = vec![Cow::Borrowed(one)];
    if work.is_used_up() {
        return undivided;
    }
    let (size, legal) = (one.nodes(), program.legal.iter().map(Condition::nodes).sum::<usize>());
    if work.take(size + legal).is_none() || size > MOST_NODES {
        return undivided;
    }
    let mut cases = vec![flattened(with_legal(program, one))];
    if cases[0].nodes() > MOST_NODES {
        return undivided;
    }
    for split in SPLITS {
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

/// What `read` makes of the move as several without alternatives, in which the legality of named numbers is said by
/// conditions. What must hold of heaps is left out, and so are moves of which `read` makes nothing: they never occur.
pub(super) fn fine<T>(
    shape: &Shape,
    legal: &[Condition],
    one: &Move,
    mut read: impl FnMut(&Move) -> Result<Option<T>, Miss>,
) -> Result<Vec<T>, Miss> {
    const SPLITS: [Split; 5] = [by_condition, by_number, by_class, by_element, by_inequality];
    let too_long = || Err("a move is too long to be looked at".to_owned());
    if one.nodes() + legal.iter().map(Condition::nodes).sum::<usize>() > LONGEST {
        return too_long();
    }
    let mut first = one.clone();
    if let (Shape::Named(_), Becomes::Position(new)) = (shape, &one.becomes) {
        let after = |condition: &Condition| condition.substitute(&|slot| new[slot].clone());
        first.steps.splice(0..0, legal.iter().cloned().map(Step::Check));
        first.steps.extend(legal.iter().map(after).map(Step::Check));
    }
    if first.nodes() > 5 * LONGEST {
        return too_long();
    }
    let mut found = Vec::new();
    let mut waiting = vec![flattened(first)];
    while let Some(one) = waiting.pop() {
        let parts = match SPLITS.iter().find_map(|split| split(&one)) {
            Some(parts) => parts,
            None => match read(&one) {
                Ok(case) => {
                    found.extend(case);
                    continue;
                }
                // What is at most the least of some numbers is at most each of them, which is not an alternative.
                Err(miss) => by_extreme(&one).ok_or(miss)?,
            },
        };
        waiting.extend(parts.into_iter().rev().filter(|part| !is_refuted(part)));
        if waiting.len() + found.len() > MOST_EXACT {
            return Err(format!("a move has more than {MOST_EXACT} cases"));
        }
    }
    Ok(found)
}

/// The difference of two numbers, if they are linear in the slots.
pub(super) fn difference(a: &Expr, b: &Expr) -> Option<Linear> {
    Linear::of_slots(a)?.minus(&Linear::of_slots(b)?)
}

/// Is a condition false whatever the numbers are?
fn is_refuted(one: &Move) -> bool {
    steps(one).any(|(_, step)| match step {
        Step::Check(Condition::Compare(relation, a, b)) => {
            let difference = difference(a, b).and_then(|form| form.as_constant());
            difference.is_some_and(|difference| !relation.holds(difference, 0))
        }
        _ => false,
    })
}

/// The move with what makes a position legal as conditions of its own, where that has alternatives.
fn with_legal(program: &Program, one: &Move) -> Move {
    let mut one = one.clone();
    let is_coins = matches!(program.shape, Shape::Many(Many::Coins, _));
    let size = one.becomes.nodes().max(1);
    let fits = |condition: &&Condition| {
        let is_alternative = |one: &Condition| matches!(one, Condition::Any(_));
        condition.nodes().saturating_mul(size) <= MOST_NODES
            && conjuncts(condition).iter().any(is_alternative)
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
                if about_heap && !is_coins && condition.find(WholePositionTerm::of).is_none() =>
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

/// The conditions that hold together where this one holds: among them there is no `and` and no `not`, but before sets and
/// what looks at all heaps.
pub(super) fn conjuncts(condition: &Condition) -> Vec<Condition> {
    let mut found = Vec::new();
    collect(condition, true, &mut found);
    found
}

fn collect(condition: &Condition, holds: bool, found: &mut Vec<Condition>) {
    let signed = |one: &Condition| match holds {
        true => one.clone(),
        false => Condition::Not(Box::new(one.clone())),
    };
    match condition {
        Condition::Not(one) => collect(one, !holds, found),
        Condition::Compare(relation, a, b) => {
            found.push(Condition::Compare(relation.wanted(holds), a.clone(), b.clone()));
        }
        Condition::Truth(truth) if *truth == holds => {}
        Condition::Truth(_) => found.push(Condition::Truth(false)),
        Condition::All(all) | Condition::Any(all) => {
            match all.len() == 1 || holds == matches!(condition, Condition::All(_)) {
                true => all.iter().for_each(|one| collect(one, holds, found)),
                false => found.push(Condition::Any(all.iter().map(signed).collect())),
            }
        }
        Condition::Member(..) | Condition::Distinct { .. } | Condition::Falling => {
            found.push(signed(condition));
        }
    }
}

/// The move with its conditions one by one.
fn flattened(mut one: Move) -> Move {
    for steps in [&mut one.steps, &mut one.each] {
        let flat = steps.drain(..).flat_map(|step| match step {
            Step::Check(condition) => conjuncts(&condition).into_iter().map(Step::Check).collect(),
            other => vec![other],
        });
        *steps = flat.collect();
    }
    one
}

/// Where a step is: in the first list of steps or in that of each heap, and its place there.
type Place = (usize, usize);

fn steps(one: &Move) -> impl Iterator<Item = (Place, &Step)> {
    let lists = [&one.steps, &one.each].into_iter().enumerate();
    lists.flat_map(|(list, steps)| {
        steps.iter().enumerate().map(move |(index, step)| ((list, index), step))
    })
}

/// The move with these conditions before a step, or in its place.
fn checked(mut one: Move, (list, index): Place, replaced: bool, checks: &[Condition]) -> Move {
    let checks = checks.iter().flat_map(conjuncts).map(Step::Check);
    let steps = if list == 0 { &mut one.steps } else { &mut one.each };
    steps.splice(index..index + usize::from(replaced), checks);
    one
}

/// One move for each of the conditions that a rule puts in the place of the first that it divides.
fn by_checks(
    one: &Move,
    divide: impl Fn(&Condition, Place) -> Option<Vec<Condition>>,
) -> Option<Vec<Move>> {
    steps(one).find_map(|(place, step)| {
        let Step::Check(condition) = step else { return None };
        let parts = divide(condition, place)?;
        let with = |part: &Condition| checked(one.clone(), place, true, std::slice::from_ref(part));
        Some(parts.iter().map(with).collect())
    })
}

fn by_condition(one: &Move) -> Option<Vec<Move>> {
    by_checks(one, |condition, _| match condition {
        Condition::Any(all) => Some(all.clone()),
        _ => None,
    })
}

/// Unequal numbers are less or greater.
fn by_inequality(one: &Move) -> Option<Vec<Move>> {
    by_checks(one, |condition, _| match condition {
        Condition::Compare(Relation::Unequal, a, b) => {
            let with = |relation| Condition::Compare(relation, a.clone(), b.clone());
            Some(vec![with(Relation::Less), with(Relation::Greater)])
        }
        _ => None,
    })
}

/// The first number of a kind, and where it is first needed: what it mentions is known there.
fn first<'a>(one: &'a Move, kind: impl Fn(&Expr) -> bool + Copy) -> Option<(Place, &'a Expr)> {
    let wanted = move |node: Node<'a>| match node {
        Node::Number(expr) if kind(expr) => Some(expr),
        _ => None,
    };
    let in_steps = steps(one).find_map(|(place, step)| Some((place, step.find(wanted)?)));
    in_steps.or_else(|| Some(((1, one.each.len()), one.becomes.find(wanted)?)))
}

/// The move where the number has this value.
fn valued(one: &Move, number: &Expr, value: &Expr) -> Move {
    one.replaced(&|expr| (expr == number).then(|| value.clone()))
}

/// A number that is chosen by a condition is one or the other.
fn by_number(one: &Move) -> Option<Vec<Move>> {
    let (place, number) = first(one, |expr| matches!(expr, Expr::If(..)))?;
    let Expr::If(condition, then, otherwise) = number else { return None };
    let half = |value: &Expr, check: Condition| {
        checked(valued(one, number, value), place, false, &[check])
    };
    let not = Condition::Not(condition.clone());
    Some(vec![half(then, condition.as_ref().clone()), half(otherwise, not)])
}

/// The least of some numbers is one that is at most the others, and the greatest one that is at least these.
fn by_extreme(one: &Move) -> Option<Vec<Move>> {
    let (place, number) = first(one, |expr| matches!(expr, Expr::Least(_) | Expr::Greatest(_)))?;
    let (all, relation) = match number {
        Expr::Least(all) => (all, Relation::AtMost),
        Expr::Greatest(all) => (all, Relation::AtLeast),
        _ => return None,
    };
    let case = |(index, value): (usize, &Expr)| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != index);
        let check =
            |(_, other): (usize, &Expr)| Condition::Compare(relation, value.clone(), other.clone());
        let checks = others.map(check).collect::<Vec<_>>();
        checked(valued(one, number, value), place, false, &checks)
    };
    Some(all.iter().enumerate().map(case).collect())
}

/// A remainder that is compared with a number is one of those that fit, if these are few.
fn by_class(one: &Move) -> Option<Vec<Move>> {
    by_checks(one, |condition, _| {
        let (relation, remainder, rest) = condition.against_constant()?;
        let Expr::Remainder(_, by) = remainder else { return None };
        if relation == Relation::Equal && *by > 1 && (0..*by).contains(&rest) {
            return None;
        }
        let equal = |rest: Number| {
            Condition::Compare(Relation::Equal, remainder.clone(), Expr::Constant(rest))
        };
        Some(match fitting(relation, *by, rest)? {
            Some(classes) => classes.into_iter().map(equal).collect(),
            None => vec![Condition::Truth(true)],
        })
    })
}

/// Which of the numbers from 0 to `by - 1` are in the relation to a number, which may be any: no list if all are,
/// nothing if more than a few are.
fn fitting(relation: Relation, by: Number, rest: Number) -> Option<Option<Vec<Number>>> {
    const FEW: u128 = 8;
    let relations: &[Relation] = match relation {
        Relation::Unequal => &[Relation::Less, Relation::Greater],
        _ => &[relation],
    };
    let range = |relation: &Relation| {
        let inequalities = relation.inequalities().unwrap_or_default();
        inequalities.iter().fold(Interval::new(0, by - 1), |range, (sign, gap)| {
            range.meet(Interval::solving(Interval::of(*sign), Interval::of(-sign * rest - gap)))
        })
    };
    let ranges = relations.iter().map(range).collect::<Vec<_>>();
    let count = ranges.iter().map(|range| range.count()).sum::<u128>();
    if count == by.unsigned_abs() {
        return Some(None);
    }
    let all = || ranges.iter().flat_map(|range| range.low..=range.high).collect();
    (count <= FEW).then(|| Some(all()))
}

/// A number that lies in a set is one of its elements, unless it is chosen: then the set stays with the choice.
fn by_element(one: &Move) -> Option<Vec<Move>> {
    by_checks(one, |condition, place| {
        let Condition::Member(number, set) = condition else { return None };
        if is_long(set) || is_of_free_choice(one, condition, place) {
            return None;
        }
        let with = |relation: Relation, element: Number| {
            Condition::Compare(relation, number.clone(), Expr::Constant(element))
        };
        let finite = set.finite.iter().map(|element| with(Relation::Equal, *element));
        let tail = set.tail.map(|(from, _)| with(Relation::AtLeast, from));
        Some(finite.chain(tail).collect())
    })
}

/// Is it said of a choice, of which no set is known before, that it lies in one?
fn is_of_free_choice(one: &Move, condition: &Condition, place: Place) -> bool {
    let Some(listed) = listed(condition) else { return false };
    let mut is_chosen = false;
    for (_, step) in steps(one).take_while(|(other, _)| *other != place) {
        match step {
            Step::Choose { slot, set: None, .. } if *slot == listed => is_chosen = true,
            Step::Check(earlier) if self::listed(earlier) == Some(listed) => return false,
            _ => {}
        }
    }
    is_chosen
}

/// The slot of which the condition says that it, plus a constant, lies in a set or in a class of remainders.
fn listed(condition: &Condition) -> Option<Slot> {
    let number = match (condition, condition.against_constant()) {
        (Condition::Member(number, _), _) => number,
        (_, Some((Relation::Equal, Expr::Remainder(number, _), _))) => number.as_ref(),
        _ => return None,
    };
    match Linear::of_slots(number)?.terms[..] {
        [(slot, 1)] => Some(slot),
        _ => None,
    }
}
