//! Other words for the same rules, by random algebra.
//!
//! The conditions of moves between numbers that are linear are written in another way: sides exchanged, the same number
//! added to both, all brought to one side, inequalities multiplied, `<` as `<=`, chains taken apart; and all
//! conditions in another order. A text and its rewriting must be recognised alike and answer alike. (A rewriting may be
//! refused, as which names have bounds is found out in the order of the conditions; that is counted.)

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::dice::Dice;
use crate::generate::Case;
use crate::tree::*;

use Number::{After, Written};

/// The case in other words.
#[must_use]
pub fn rewritten(case: &Case) -> Case {
    let mut case = case.clone();
    for text in &mut case.texts {
        let is_many = text.many().is_some();
        for line in &mut text.moves {
            // What Left and Right have in common stays so: it is the words that are compared there.
            let mut hasher = DefaultHasher::new();
            (case.style.0, format!("{:?}", line.clauses)).hash(&mut hasher);
            let mut dice = Dice::running(hasher.finish());
            line.clauses = clauses(&mut dice, std::mem::take(&mut line.clauses), is_many);
        }
    }
    case
}

fn clauses(dice: &mut Dice<'_>, all: Vec<Condition>, is_many: bool) -> Vec<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    for clause in all {
        for one in taken_apart(dice, clause) {
            let one = other_words(dice, one, is_many);
            let place = dice.roll(found.len() as u64 + 1) as usize;
            found.insert(place, one);
        }
    }
    found
}

/// A chain or a conjunction is as good as its parts one by one.
fn taken_apart(dice: &mut Dice<'_>, clause: Condition) -> Vec<Condition> {
    match clause {
        Condition::Chain(mut left, links) if links.len() > 1 && !dice.one_in(3) => {
            let mut parts = Vec::new();
            for (relation, right) in links {
                parts.push(Condition::compare(left, relation, right.clone()));
                left = right;
            }
            parts
        }
        Condition::And(list) if !dice.one_in(3) => list,
        other => vec![other],
    }
}

fn other_words(dice: &mut Dice<'_>, clause: Condition, keeps_equations: bool) -> Condition {
    let Condition::Chain(left, links) = &clause else { return clause };
    let [(relation, right)] = &links[..] else { return clause };
    let is_equation = *relation == Relation::Equal;
    // `h' = …` says how many heaps there are then, too.
    if is_equation && keeps_equations || !is_linear(left) || !is_linear(right) {
        return clause;
    }
    let (a, b, relation) = (left.clone(), right.clone(), *relation);
    let (a, relation, b) = match dice.roll(6) {
        0 => (b, mirrored(relation), a),
        1 => {
            let more = dice.between(1, 5);
            (a.plus(Written(more)), relation, Written(more).plus(b))
        }
        2 => (a.minus(b), relation, Written(0)),
        3 if !is_equation && relation != Relation::Unequal => {
            let times = dice.between(2, 3);
            (Written(times).times(a), relation, Written(times).times(b))
        }
        4 => match relation {
            Relation::Less => (a.plus(Written(1)), Relation::AtMost, b),
            Relation::AtMost => (a, Relation::Less, b.plus(Written(1))),
            Relation::More => (a, Relation::AtLeast, b.plus(Written(1))),
            Relation::AtLeast => (a.plus(Written(1)), Relation::More, b),
            Relation::Equal | Relation::Unequal => (a, relation, b),
        },
        _ => (a, relation, b),
    };
    Condition::compare(a, relation, b)
}

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Equal | Relation::Unequal => relation,
        Relation::Less => Relation::More,
        Relation::AtMost => Relation::AtLeast,
        Relation::More => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
    }
}

/// Is it a sum of multiples?
fn is_linear(number: &Number) -> bool {
    match number {
        Written(_) | Number::Now(_) | After(_) | Number::Choice(_) | Number::Parameter(_) => true,
        Number::Opposite(one) => is_linear(one),
        Number::Two(Operation::Plus | Operation::Minus, a, b) => is_linear(a) && is_linear(b),
        Number::Two(Operation::Times, a, b) => {
            let is_written = |one: &Number| matches!(one, Written(_));
            (is_written(a) || is_written(b)) && is_linear(a) && is_linear(b)
        }
        _ => false,
    }
}
