//! Changes to a text: a constant, a relation, a way of writing, a clause more or less.

use crate::dice::Dice;
use crate::generate::pieces::*;
use crate::tree::*;
use crate::walk::{each_condition, each_number};

use Number::Written;

/// Changes something, somewhere.
pub(crate) fn change(dice: &mut Dice<'_>, text: &mut Text) {
    match dice.roll(8) {
        0 => {
            let index = dice.roll(text.moves.len() as u64) as usize;
            let named = text.named();
            let now = named.max(1);
            let line = &mut text.moves[index];
            let choices = line.choices.len();
            let totals = named == 0 && dice.one_in(3);
            line.clauses.push(guard(dice, Scope { now, after: 0, choices, totals }, 2));
        }
        1 => {
            let index = dice.roll(text.moves.len() as u64) as usize;
            let clauses = &mut text.moves[index].clauses;
            if clauses.len() > 1 {
                let index = dice.roll(clauses.len() as u64) as usize;
                clauses.remove(index);
            }
        }
        2 | 3 => {
            let mut conditions = 0;
            each_condition(text, &mut |_| conditions += 1);
            let nth = dice.roll(conditions);
            change_condition(dice, text, nth);
        }
        _ => {
            let mut numbers = 0;
            each_number(text, &mut |_| numbers += 1);
            let nth = dice.roll(numbers);
            change_number(dice, text, nth);
        }
    }
}

fn change_number(dice: &mut Dice<'_>, text: &mut Text, nth: u64) {
    let mut index = 0;
    each_number(text, &mut |number| {
        if index == nth {
            *number = changed(dice, number.clone());
        }
        index += 1;
    });
}

/// Another number, or the same one written in another way.
fn changed(dice: &mut Dice<'_>, number: Number) -> Number {
    if let Written(value) = number
        && !dice.one_in(4)
    {
        return match dice.roll(8) {
            0 => Written(constant(dice)),
            1 => Written(value + 1),
            2 if value > 1 => Written(value - 1),
            3 => Number::Opposite(Box::new(Written(value))),
            _ => Written(value.max(1) + dice.between(0, 2)),
        };
    }
    // The right operand of `div` and `mod` must stay a number: it is written, so mostly handled above.
    match dice.roll(12) {
        0 => number.plus(Written(1)),
        1 => number.minus(Written(1)),
        2 => Number::Least(vec![number, Written(dice.between(1, 6))]),
        3 => Number::Greatest(vec![number, Written(dice.between(0, 2))]),
        4 => Number::Absolute(Box::new(number)),
        5 => number.plus(Written(0)),
        6 => number.times(Written(1)),
        7 => Number::two(Operation::Div, number.times(Written(2)), Written(2)),
        8 => Number::Opposite(Box::new(Number::Opposite(Box::new(number)))),
        9 => {
            let scope = Scope { now: 1, after: 0, choices: 0, totals: false };
            let condition = guard(dice, scope, 0);
            let same = dice.one_in(2);
            let other = if same { number.clone() } else { number.clone().plus(Written(1)) };
            Number::If(Box::new(condition), Box::new(number), Box::new(other))
        }
        10 => number.clone().plus(number.clone()).minus(number),
        _ => Number::Greatest(vec![number.clone(), number]),
    }
}

fn change_condition(dice: &mut Dice<'_>, text: &mut Text, nth: u64) {
    let mut index = 0;
    let mut change = |condition: &mut Condition| {
        if index == nth {
            let old = condition.clone();
            *condition = match (dice.roll(7), old) {
                (0, old) => Condition::Not(Box::new(Condition::Not(Box::new(old)))),
                (1, old) => Condition::And(vec![old, Condition::Constant(true)]),
                (2, old) => Condition::Or(vec![old, Condition::Constant(false)]),
                (3, Condition::Chain(first, mut rest)) => {
                    let relation = dice.of(&[
                        Relation::Equal,
                        Relation::Unequal,
                        Relation::Less,
                        Relation::AtMost,
                        Relation::More,
                        Relation::AtLeast,
                    ]);
                    if let Some(last) = rest.last_mut() {
                        last.0 = relation;
                    }
                    Condition::Chain(first, rest)
                }
                (4, Condition::In(number, set, is_in)) => Condition::In(number, set, !is_in),
                (5, Condition::Chain(first, rest)) if rest.len() == 1 => {
                    let (relation, second) = rest[0].clone();
                    Condition::Chain(second, vec![(turned(relation), first)])
                }
                (_, Condition::In(number, _, is_in)) => {
                    Condition::In(number, Set::Braces(elements(dice)), is_in)
                }
                (_, old) => Condition::And(vec![old.clone(), old]),
            };
        }
        index += 1;
    };
    each_condition(text, &mut change);
}

/// The relation seen from the other side.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::More,
        Relation::AtMost => Relation::AtLeast,
        Relation::More => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
        same => same,
    }
}

/// Where heaps have no order, the reference does not say which is the first.
pub(crate) fn name_no_first(text: &mut Text) {
    each_number(text, &mut |number| {
        if *number == Number::Of(Total::First) {
            *number = Number::Of(Total::Greatest);
        }
    });
}

/// A number or a set of the text becomes a parameter.
pub(crate) fn name_a_parameter(dice: &mut Dice<'_>, text: &mut Text) {
    let nth = dice.roll(12);
    let next = text.parameters.len();
    let mut made = None;
    if dice.one_in(2) {
        let mut index = 0;
        each_number(text, &mut |number| {
            if let Written(value) = *number
                && value >= 0
            {
                if index == nth {
                    made = Some(Argument::Number(value));
                    *number = Number::Parameter(next);
                }
                index += 1;
            }
        });
    } else {
        let mut condition = |condition: &mut Condition| {
            if let Condition::In(_, set, _) = condition
                && made.is_none()
                && let Set::Braces(elements) = set.clone()
            {
                made = Some(Argument::Set(elements));
                *set = Set::Parameter(next);
            }
        };
        each_condition(text, &mut condition);
    }
    if let Some(value) = made {
        let name =
            ["S", "K", "m", "T"].get(next).map_or_else(|| format!("p{next}"), ToString::to_string);
        text.parameters.push(Parameter { name, value });
    }
}
