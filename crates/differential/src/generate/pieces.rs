//! Pieces of rules: one meaning, stated in one of many ways.

use crate::dice::Dice;
use crate::tree::*;

use Number::{After, Choice, Now, Written};
use Relation::{AtLeast, AtMost, Equal, Less, More, Unequal};

/// A `move` line that is being written.
pub(crate) struct Line {
    pub(crate) line: Move,
}

const CHOICES: [&str; 6] = ["k", "l", "s", "t", "j", "i"];

impl Line {
    /// A line without clauses.
    pub(crate) fn new(chosen: Option<Chosen>) -> Line {
        Line {
            line: Move {
                player: None,
                choices: Vec::new(),
                chosen,
                clauses: Vec::new(),
                becomes: None,
                later: None,
            },
        }
    }

    /// A new choice.
    pub(crate) fn choice(&mut self) -> Number {
        let index = self.line.choices.len();
        self.line
            .choices
            .push(CHOICES.get(index).map_or_else(|| format!("k{index}"), ToString::to_string));
        Choice(index)
    }

    /// A part of a heap: a choice with a name of its own.
    pub(crate) fn part(&mut self) -> usize {
        let index = self.line.choices.len();
        let parts = self.line.choices.iter().filter(|name| name.starts_with("part")).count();
        self.line.choices.push(format!("part{parts}"));
        index
    }

    /// One more clause.
    pub(crate) fn add(&mut self, clause: Condition) {
        self.line.clauses.push(clause);
    }
}

fn less_one(number: &Number) -> Number {
    match number {
        Written(value) => Written(value - 1),
        other => other.clone().minus(Written(1)),
    }
}

fn and_one(number: &Number) -> Number {
    match number {
        Written(value) => Written(value + 1),
        other => other.clone().plus(Written(1)),
    }
}

/// `x >= low`.
pub(crate) fn at_least(dice: &mut Dice<'_>, x: Number, low: Number) -> Condition {
    let below = less_one(&low);
    match dice.roll(12) {
        0..=3 => Condition::compare(x, AtLeast, low),
        4 | 5 => Condition::compare(low, AtMost, x),
        6 => Condition::compare(x, More, below),
        7 => Condition::compare(below, Less, x),
        8 => Condition::Not(Box::new(Condition::compare(x, Less, low))),
        9 => Condition::compare(x.minus(low), AtLeast, Written(0)),
        10 => match low {
            Written(first) if first >= 0 => {
                Condition::In(x, Set::Braces(vec![Element { first, step: Some(1) }]), true)
            }
            low => Condition::equal(Number::Greatest(vec![x.clone(), low]), x),
        },
        _ => Condition::Or(vec![
            Condition::equal(x.clone(), low.clone()),
            Condition::compare(x, More, low),
        ]),
    }
}

/// `x <= high`.
pub(crate) fn at_most(dice: &mut Dice<'_>, x: Number, high: Number) -> Condition {
    let above = and_one(&high);
    match dice.roll(10) {
        0..=2 => Condition::compare(x, AtMost, high),
        3 | 4 => Condition::compare(high, AtLeast, x),
        5 => Condition::compare(x, Less, above),
        6 => Condition::compare(above, More, x),
        7 => Condition::Not(Box::new(Condition::compare(x, More, high))),
        8 => Condition::compare(high.minus(x), AtLeast, Written(0)),
        _ => Condition::equal(Number::Least(vec![x.clone(), high]), x),
    }
}

/// `low <= x <= high`.
pub(crate) fn within(dice: &mut Dice<'_>, x: Number, low: Number, high: Number) -> Condition {
    match (dice.roll(9), &low, &high) {
        (0 | 1, ..) => Condition::In(x, Set::Range(low, high), true),
        (2 | 3, ..) => Condition::Chain(low, vec![(AtMost, x), (AtMost, high)]),
        (4, ..) => Condition::Chain(high, vec![(AtLeast, x), (AtLeast, low)]),
        (5, ..) => Condition::Chain(less_one(&low), vec![(Less, x), (Less, and_one(&high))]),
        (6, Written(first), Written(last)) if 0 <= *first && *last - *first < 6 => {
            let elements = (*first..=*last).map(|first| Element { first, step: None });
            let elements: Vec<Element> = elements.collect();
            match elements.is_empty() {
                true => Condition::Constant(false),
                false => Condition::In(x, Set::Braces(elements), true),
            }
        }
        (7, Written(first), Written(last)) if *last - *first < 5 && first < last => Condition::Or(
            (*first..=*last).map(|v| Condition::equal(x.clone(), Written(v))).collect(),
        ),
        _ => Condition::And(vec![at_least(dice, x.clone(), low), at_most(dice, x, high)]),
    }
}

/// A number as people write it: mostly small, now and then below 0 or about as large as can be.
pub(crate) fn constant(dice: &mut Dice<'_>) -> i128 {
    match dice.roll(40) {
        0 => -dice.between(1, 3),
        1 => LARGEST - dice.between(0, 2),
        2 => dice.between(7, 40),
        _ => dice.between(0, 5),
    }
}

/// A set of numbers; mostly of positive ones.
pub(crate) fn elements(dice: &mut Dice<'_>) -> Vec<Element> {
    let least = i128::from(!dice.one_in(10));
    let mut list: Vec<Element> = Vec::new();
    for _ in 0..=dice.roll(3) {
        let first = dice.between(least, 6);
        if list.iter().all(|known| known.first != first) {
            list.push(Element { first, step: None });
        }
    }
    if !dice.one_in(8) {
        list.sort_by_key(|element| element.first);
    }
    match dice.roll(12) {
        0 => vec![Element { first: dice.between(least, 4), step: Some(1) }],
        1 => vec![Element { first: dice.between(least, 4), step: Some(dice.between(1, 4)) }],
        2 | 3 => {
            let (first, step) = (dice.between(least, 7), dice.between(1, 4));
            list.push(Element { first, step: Some(step) });
            list
        }
        4 => {
            list.push(Element { first: LARGEST - dice.between(0, 1), step: None });
            list
        }
        _ => list,
    }
}

/// `x` is in the set.
pub(crate) fn member(dice: &mut Dice<'_>, x: Number, elements: Vec<Element>) -> Condition {
    if dice.one_in(5) {
        let cases = elements.iter().map(|element| match element.step {
            None => Condition::equal(x.clone(), Written(element.first)),
            Some(step) => Condition::And(vec![
                at_least(dice, x.clone(), Written(element.first)),
                remainder(dice, x.clone(), step, element.first.rem_euclid(step)),
            ]),
        });
        let mut cases: Vec<Condition> = cases.collect();
        return if cases.len() == 1 { cases.remove(0) } else { Condition::Or(cases) };
    }
    Condition::In(x, Set::Braces(elements), true)
}

/// `x mod m = r`; r may be out of range.
pub(crate) fn remainder(dice: &mut Dice<'_>, x: Number, m: i128, r: i128) -> Condition {
    let of = |x: Number| Number::two(Operation::Mod, x, Written(m));
    match dice.roll(8) {
        0 => Condition::equal(Written(r), of(x)),
        1 => Condition::equal(of(x.minus(Written(r))), Written(0)),
        2 => Condition::In(of(x), Set::Braces(vec![Element { first: r.abs(), step: None }]), true),
        3 => {
            let quotient = Number::two(Operation::Div, x.clone(), Written(m));
            Condition::equal(x, quotient.times(Written(m)).plus(Written(r)))
        }
        4 => Condition::Not(Box::new(Condition::compare(of(x), Unequal, Written(r)))),
        _ => Condition::equal(of(x), Written(r)),
    }
}

/// The number `i` loses `k`.
pub(crate) fn loses(dice: &mut Dice<'_>, i: usize, k: Number) -> Condition {
    match dice.roll(14) {
        0 => Condition::equal(Now(i), After(i).plus(k)),
        1 => Condition::equal(k, Now(i).minus(After(i))),
        2 => Condition::equal(After(i).plus(k), Now(i)),
        3 => Condition::equal(After(i), Number::Greatest(vec![Now(i).minus(k), Written(0)])),
        4 => Condition::In(After(i), Set::Range(Now(i).minus(k.clone()), Now(i).minus(k)), true),
        5 => Condition::equal(After(i), Number::Opposite(Box::new(k)).plus(Now(i))),
        6 => Condition::equal(Now(i).minus(k), After(i)),
        _ => Condition::equal(After(i), Now(i).minus(k)),
    }
}

/// The choice `k` is what may be taken.
pub(crate) fn amount(dice: &mut Dice<'_>, line: &mut Line) -> Number {
    let k = line.choice();
    let clause = match dice.roll(9) {
        0 | 1 => {
            let least = i128::from(!dice.one_in(8));
            let low = dice.between(least, 2);
            let high = low + dice.between(0, 3);
            within(dice, k.clone(), Written(low), Written(high))
        }
        2..=4 => {
            let set = elements(dice);
            member(dice, k.clone(), set)
        }
        5 => {
            let m = dice.between(1, 4);
            let r = dice.between(-1, m + 1);
            line.add(remainder_or_quotient(dice, k.clone(), m, r));
            at_least(dice, k.clone(), Written(1))
        }
        6 => {
            let mut set = elements(dice);
            set.truncate(2);
            line.add(Condition::In(k.clone(), Set::Braces(set), false));
            at_least(dice, k.clone(), Written(1))
        }
        _ => {
            let low = i128::from(!dice.one_in(8));
            at_least(dice, k.clone(), Written(low))
        }
    };
    line.add(clause);
    k
}

/// A condition on a remainder or a quotient.
pub(crate) fn remainder_or_quotient(dice: &mut Dice<'_>, x: Number, m: i128, r: i128) -> Condition {
    match dice.roll(5) {
        0 => Condition::compare(
            Number::two(Operation::Mod, x, Written(m)),
            dice.of(&[Unequal, Less, AtMost, More, AtLeast]),
            Written(r),
        ),
        1 => Condition::compare(
            Number::two(Operation::Div, x, Written(m)),
            dice.of(&[Equal, Unequal, Less, AtMost, More, AtLeast]),
            Written(r),
        ),
        _ => remainder(dice, x, m, r),
    }
}

/// The number `i` becomes smaller in some way.
pub(crate) fn lowers(dice: &mut Dice<'_>, line: &mut Line, i: usize) {
    match dice.roll(12) {
        0 | 1 => {
            let low = Written(dice.between(0, 1) * dice.between(0, 1));
            let high = Now(i).minus(Written(1));
            line.add(within(dice, After(i), low, high));
        }
        2 => line.add(Condition::compare(After(i), Less, Now(i))),
        3 => {
            let low = match dice.roll(3) {
                0 => Number::two(Operation::Div, Now(i), Written(dice.between(1, 3))),
                1 => Now(i).minus(Written(dice.between(1, 4))),
                _ => Written(dice.between(0, 2)),
            };
            line.add(within(dice, After(i), low, Now(i).minus(Written(1))));
        }
        4 => {
            let k = Written(dice.between(1, 4));
            line.add(loses(dice, i, k));
        }
        5 if dice.one_in(2) => {
            let k = line.choice();
            line.add(at_least(dice, k.clone(), Written(1)));
            line.add(loses(dice, i, k.clone().times(k)));
        }
        6 => {
            line.add(Condition::In(After(i), Set::Braces(elements(dice)), true));
            line.add(Condition::compare(After(i), Less, Now(i)));
        }
        7 if dice.one_in(2) => {
            let other = Written(dice.between(1, 7));
            let after = Number::two(Operation::Xor, Now(i), other);
            line.add(Condition::equal(After(i), after));
            line.add(Condition::compare(After(i), Less, Now(i)));
        }
        8 if dice.one_in(2) => {
            line.add(Condition::Or(vec![
                Condition::equal(After(i), Now(i).minus(Written(dice.between(1, 3)))),
                Condition::equal(After(i), Now(i).minus(Written(dice.between(1, 5)))),
            ]));
        }
        _ => {
            let k = amount(dice, line);
            line.add(loses(dice, i, k));
        }
    }
}

/// Which names may occur in an expression.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    /// How many numbers the position has.
    pub(crate) now: usize,
    /// How many of them may have primes.
    pub(crate) after: usize,
    /// How many choices there are.
    pub(crate) choices: usize,
    /// May `sum h` and the like stand here?
    pub(crate) totals: bool,
}

/// Some number.
pub(crate) fn number(dice: &mut Dice<'_>, scope: Scope, depth: u32) -> Number {
    if depth > 0 && dice.one_in(3) {
        let (left, right) = (number(dice, scope, depth - 1), number(dice, scope, depth - 1));
        let divisor = Written(dice.between(1, 4));
        return match dice.roll(11) {
            0 | 1 => left.plus(right),
            2 | 3 => left.minus(right),
            4 => left.times(Written(dice.between(-1, 3))),
            5 => Number::two(Operation::Div, left, divisor),
            6 => Number::two(Operation::Mod, left, divisor),
            7 => Number::Least(vec![left, right]),
            8 => Number::Greatest(vec![left, right]),
            9 => Number::Absolute(Box::new(left.minus(right))),
            _ => Number::If(Box::new(guard(dice, scope, 0)), Box::new(left), Box::new(right)),
        };
    }
    match dice.roll(8) {
        0 if scope.after > 0 => After(dice.roll(scope.after as u64) as usize),
        1 | 2 if scope.choices > 0 => Choice(dice.roll(scope.choices as u64) as usize),
        3 if scope.totals => Number::Of(dice.of(&[
            Total::Sum,
            Total::Count,
            Total::Least,
            Total::Greatest,
            Total::First,
        ])),
        4 | 5 => Written(constant(dice)),
        _ if scope.now > 0 => Now(dice.roll(scope.now as u64) as usize),
        _ => Written(constant(dice)),
    }
}

/// Some condition.
pub(crate) fn guard(dice: &mut Dice<'_>, scope: Scope, depth: u32) -> Condition {
    if depth > 0 && dice.one_in(4) {
        let (one, other) = (guard(dice, scope, depth - 1), guard(dice, scope, depth - 1));
        return match dice.roll(3) {
            0 => Condition::Not(Box::new(one)),
            1 => Condition::And(vec![one, other]),
            _ => Condition::Or(vec![one, other]),
        };
    }
    let x = number(dice, scope, depth.min(1));
    match dice.roll(8) {
        0 => {
            let m = dice.between(1, 4);
            let r = dice.between(-1, m + 1);
            remainder_or_quotient(dice, x, m, r)
        }
        1 => Condition::In(x, Set::Braces(elements(dice)), !dice.one_in(2)),
        2 => {
            let low = dice.between(0, 3);
            let high = low + dice.between(-1, 4);
            within(dice, x, Written(low), Written(high))
        }
        3 => Condition::compare(x, Unequal, Written(constant(dice))),
        _ => {
            let relation = dice.of(&[AtLeast, AtMost, Less, More, Equal, Unequal]);
            Condition::compare(x, relation, number(dice, scope, depth.min(1)))
        }
    }
}
