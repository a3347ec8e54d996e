//! Texts near the known families, and texts near none.

use bouton_values::Player;

use crate::dice::Dice;
use crate::generate::pieces::*;
use crate::tree::*;

use Number::{After, Now, Written};
use Relation::{AtMost, Less};

pub(crate) fn text(shape: Shape) -> Text {
    Text {
        parameters: Vec::new(),
        shape,
        legal: Vec::new(),
        moves: Vec::new(),
        end: None,
        loopy: false,
    }
}

fn named(names: &[&str]) -> Shape {
    Shape::Named(names.iter().map(|name| ((*name).to_owned(), None)).collect())
}

fn many(many: Many) -> Shape {
    Shape::Many(many, "h".to_owned())
}

fn repeat(dice: &mut Dice<'_>, most: u64, mut one: impl FnMut(&mut Dice<'_>) -> Line) -> Vec<Move> {
    let lines = dice.roll(most).min(dice.roll(most)) + 1;
    (0..lines).map(|_| one(dice).line).collect()
}

pub(crate) fn lone_heap(dice: &mut Dice<'_>) -> Text {
    let mut text = text(named(&[dice.of(&["n", "heap"])]));
    text.moves = repeat(dice, 3, |dice| {
        let mut line = Line::new(None);
        lowers(dice, &mut line, 0);
        line
    });
    text
}

/// Takes from a heap and splits the rest.
fn breaks(dice: &mut Dice<'_>, line: &mut Line) {
    let parts: Vec<usize> = (0..dice.of(&[2, 2, 2, 3])).map(|_| line.part()).collect();
    let sum = parts.iter().map(|part| Number::Choice(*part)).reduce(Number::plus);
    let sum = sum.unwrap_or(Written(0));
    let rest = match dice.roll(5) {
        0 => Now(0),
        1 | 2 => Now(0).minus(Written(dice.between(0, 3))),
        _ => Now(0).minus(amount(dice, line)),
    };
    let total = match dice.roll(6) {
        0 => Condition::equal(rest, sum),
        1 => Condition::compare(sum, dice.of(&[Less, AtMost]), rest),
        _ => Condition::equal(sum, rest),
    };
    line.add(total);
    let least = dice.between(0, 2).min(dice.between(0, 2));
    match dice.roll(4) {
        0 => {
            let relation = dice.of(&[Less, AtMost, Relation::Unequal]);
            let chain = parts[1..].iter().map(|part| (relation, Number::Choice(*part))).collect();
            let first = Number::Choice(parts[0]);
            line.add(at_least(dice, first.clone(), Written(least)));
            line.add(Condition::Chain(first, chain));
        }
        1 => {}
        _ => {
            for part in &parts {
                line.add(at_least(dice, Number::Choice(*part), Written(least)));
            }
        }
    }
    line.line.becomes = Some(Becomes::Parts(parts));
}

/// A move that takes a whole heap.
fn goes_away(dice: &mut Dice<'_>, line: &mut Line) {
    line.line.becomes = Some(Becomes::Nothing);
    match dice.roll(4) {
        0 => line.add(Condition::equal(Now(0), Written(dice.between(0, 3)))),
        1 => {
            let k = amount(dice, line);
            line.add(Condition::equal(Now(0), k));
        }
        2 => line.add(at_least(dice, Now(0), Written(1))),
        _ => {
            let set = elements(dice);
            line.add(member(dice, Now(0), set));
        }
    }
}

fn heap_line(dice: &mut Dice<'_>) -> Line {
    let mut line = Line::new(Some(Chosen::One));
    match dice.roll(9) {
        0..=4 => lowers(dice, &mut line, 0),
        5 | 6 => breaks(dice, &mut line),
        7 => goes_away(dice, &mut line),
        _ => {
            let high = dice.of(&[1, 1, 2]);
            let low = Now(0).minus(Written(high + dice.between(0, 2)));
            line.line.becomes = Some(Becomes::All(low, Now(0).minus(Written(high))));
        }
    }
    line
}

pub(crate) fn heaps(dice: &mut Dice<'_>) -> Text {
    let mut text = text(many(Many::Heaps));
    text.moves = repeat(dice, 3, heap_line);
    text
}

pub(crate) fn distinct(dice: &mut Dice<'_>) -> Text {
    let mut text = text(many(Many::Heaps));
    text.legal.push(if dice.one_in(2) { Condition::Distinct } else { Condition::DistinctNonzero });
    let mut line = Line::new(Some(Chosen::One));
    match dice.roll(3) {
        0 => lowers(dice, &mut line, 0),
        _ => line.add(within(dice, After(0), Written(0), Now(0).minus(Written(1)))),
    }
    text.moves.push(line.line);
    text
}

pub(crate) fn several(dice: &mut Dice<'_>) -> Text {
    let ring = dice.one_in(3);
    let mut text = text(many(if ring { Many::Rows } else { Many::Heaps }));
    let most = match dice.roll(8) {
        0 => Number::Of(Total::Count),
        1 => Written(0),
        _ => Written(dice.between(1, 3)),
    };
    let chosen = match (ring, dice.roll(2)) {
        (true, _) => Chosen::Consecutive(most),
        (false, 0) => Chosen::Exactly(most),
        (false, _) => Chosen::UpTo(most),
    };
    let mut line = Line::new(Some(chosen));
    match dice.roll(3) {
        0 => lowers(dice, &mut line, 0),
        _ => line.add(within(dice, After(0), Written(0), Now(0).minus(Written(1)))),
    }
    text.moves.push(line.line);
    text
}

pub(crate) fn coins(dice: &mut Dice<'_>) -> Text {
    let mut text = text(many(Many::Coins));
    text.moves = repeat(dice, 4, |dice| {
        let mut line = Line::new(Some(Chosen::One));
        match dice.roll(9) {
            0..=2 => line.add(within(dice, After(0), Written(0), Now(0).minus(Written(1)))),
            3 => lowers(dice, &mut line, 0),
            4 => line.line.becomes = Some(Becomes::Nothing),
            5 => goes_away(dice, &mut line),
            6 => {
                let k = line.choice();
                let low = dice.between(0, 1);
                line.add(within(dice, k.clone(), Written(low), Now(0)));
                let high = Now(0).minus(Written(dice.of(&[1, 1, 1, 2])));
                line.line.becomes = Some(Becomes::All(k, high));
            }
            _ => {
                let parts = [line.part(), line.part()];
                let [a, b] = parts.map(Number::Choice);
                let middle = dice.of(&[Less, Less, AtMost]);
                line.add(Condition::Chain(
                    Written(0),
                    vec![(AtMost, a), (middle, b), (Less, Now(0))],
                ));
                line.line.becomes = Some(Becomes::Parts(parts.to_vec()));
            }
        }
        line
    });
    text
}

pub(crate) fn rate(dice: &mut Dice<'_>) -> Text {
    let mut text = text(named(&["pile", "rate"]));
    let low = i128::from(!dice.one_in(6));
    text.legal.push(at_least(dice, Now(1), Written(low)));
    let reach = dice.between(1, 2);
    let more = if dice.one_in(6) { reach + 1 } else { reach };
    let mut line = Line::new(None);
    let (least, most) = (Now(1).minus(Written(reach)), Now(1).plus(Written(more)));
    line.add(match dice.roll(5) {
        0 => Condition::compare(
            Number::Absolute(Box::new(After(1).minus(Now(1)))),
            AtMost,
            Written(reach),
        ),
        _ => within(dice, After(1), least, most),
    });
    let taken = if dice.one_in(8) { Now(1) } else { After(1) };
    line.add(loses(dice, 0, taken));
    text.moves.push(line.line);
    text.loopy = dice.one_in(6) || low == 0;
    text
}

pub(crate) fn lattice(dice: &mut Dice<'_>) -> Text {
    let names: &[&str] = dice.of(&[&["a", "b"][..], &["a", "b"], &["x", "y", "z"]]);
    let mut text = text(named(names));
    text.moves = repeat(dice, 4, |dice| {
        let mut line = Line::new(None);
        let count = names.len() as u64;
        let (i, j) = (dice.roll(count) as usize, dice.roll(count) as usize);
        match dice.roll(6) {
            0 | 1 => {
                let k = line.choice();
                line.add(at_least(dice, k.clone(), Written(1)));
                line.add(loses(dice, i, k));
            }
            2 => {
                let k = line.choice();
                line.add(at_least(dice, k.clone(), Written(1)));
                line.add(loses(dice, i, k.clone()));
                if i != j {
                    let factor = dice.of(&[1, 1, 2, 3, -1, 0]);
                    let k = if factor == 1 { k } else { Written(factor).times(k) };
                    line.add(loses(dice, j, k));
                }
            }
            3 => {
                let step = dice.between(1, 3);
                line.add(loses(dice, i, Written(step)));
                if i != j {
                    let other = dice.between(-1, 3);
                    line.add(loses(dice, j, Written(other)));
                }
            }
            4 => lowers(dice, &mut line, i),
            _ => {
                let (k, l) = (line.choice(), line.choice());
                line.add(at_least(dice, k.clone(), Written(1)));
                let low = dice.between(0, 1);
                line.add(at_least(dice, l.clone(), Written(low)));
                line.add(loses(dice, 0, k.clone()));
                line.add(loses(dice, 1, l.clone()));
                let t = dice.between(0, 2);
                let apart = Number::Absolute(Box::new(k.minus(l)));
                line.add(at_most(dice, apart, Written(t)));
            }
        }
        line
    });
    text
}

pub(crate) fn euclid(dice: &mut Dice<'_>) -> Text {
    let mut text = text(named(&["a", "b"]));
    for (i, j) in [(0, 1), (1, 0)] {
        let mut line = Line::new(None);
        let k = line.choice();
        let low = if dice.one_in(8) { 2 } else { 1 };
        line.add(at_least(dice, k.clone(), Written(low)));
        if !dice.one_in(10) {
            line.add(at_least(dice, Now(j), Written(1)));
        }
        let product = if dice.one_in(2) { k.times(Now(j)) } else { Now(j).times(k) };
        line.add(loses(dice, i, product));
        text.moves.push(line.line);
    }
    if dice.one_in(8) {
        text.moves.pop();
    }
    text
}

pub(crate) fn limit(dice: &mut Dice<'_>) -> Text {
    let mut text = text(named(&["heap", "limit"]));
    if let Shape::Named(names) = &mut text.shape {
        names[1].1 = match dice.roll(5) {
            0 => None,
            1 => Some(Now(0)),
            _ => Some(Now(0).minus(Written(1))),
        };
    }
    let mut line = Line::new(None);
    let k = line.choice();
    let low = if dice.one_in(8) { 2 } else { 1 };
    line.add(within(dice, k.clone(), Written(low), Now(1)));
    line.add(loses(dice, 0, k.clone()));
    let factor = Written(dice.between(1, 3));
    let next = match dice.roll(6) {
        0 => factor.times(k).plus(Written(1)),
        1 => Number::Least(vec![factor.times(k), Written(LARGEST)]),
        2 => Number::Least(vec![factor.times(k), Now(0)]),
        _ => factor.times(k),
    };
    line.add(Condition::equal(After(1), next));
    text.moves.push(line.line);
    text
}

pub(crate) fn rows(dice: &mut Dice<'_>) -> Text {
    let mut text = text(many(Many::Rows));
    if !dice.one_in(6) {
        text.legal.push(Condition::Falling);
    }
    if !dice.one_in(4) {
        let low = dice.of(&[1, 1, 1, 0, 2]);
        text.legal.push(at_least(dice, Number::Of(Total::First), Written(low)));
    }
    let mut line = Line::new(Some(Chosen::One));
    match dice.roll(4) {
        0 => lowers(dice, &mut line, 0),
        _ => line.add(within(dice, After(0), Written(0), Now(0).minus(Written(1)))),
    }
    line.line.later = match dice.roll(8) {
        0 => None,
        1 => Some(Number::Least(vec![Number::Later, After(0).plus(Written(1))])),
        2 => Some(After(0)),
        3 => Some(Number::Least(vec![Number::Later, Now(0)])),
        4 => Some(Number::Least(vec![After(0), Number::Later])),
        _ => Some(Number::Least(vec![Number::Later, After(0)])),
    };
    text.moves.push(line.line);
    text
}

/// A few positions and arrows between them, mostly with circles.
pub(crate) fn circles(dice: &mut Dice<'_>) -> Text {
    let mut text = text(named(&["a"]));
    let size = dice.between(2, 5);
    text.legal.push(at_most(dice, Now(0), Written(size - 1)));
    text.loopy = true;
    let partizan = !dice.one_in(3);
    for index in 0..=dice.roll(4) {
        let mut line = Line::new(None);
        let scope = Scope { now: 1, after: 0, choices: 0, totals: false };
        match dice.roll(7) {
            0 => line.add(Condition::equal(After(0), Now(0).plus(Written(1)))),
            1 => line.add(Condition::equal(After(0), Written(size - 1).minus(Now(0)))),
            2 => {
                let next = Now(0).plus(Written(dice.between(1, 3)));
                let next = Number::two(Operation::Mod, next, Written(size));
                line.add(Condition::equal(After(0), next));
            }
            3 => {
                line.add(Condition::equal(Now(0), Written(dice.between(0, size - 1))));
                line.add(Condition::equal(After(0), Written(dice.between(0, size - 1))));
            }
            4 => {
                line.add(Condition::equal(Now(0), Written(dice.between(0, size - 1))));
                line.add(Condition::In(After(0), Set::Braces(elements(dice)), !dice.one_in(4)));
            }
            5 => line.add(Condition::compare(After(0), Relation::Unequal, Now(0))),
            _ => line.add(Condition::equal(After(0), number(dice, scope, 2))),
        }
        if dice.one_in(3) {
            line.add(guard(dice, scope, 1));
        }
        line.line.player = match (partizan, index % 2) {
            (false, _) => None,
            (true, 0) => Some(Player::Left),
            (true, _) => Some(Player::Right),
        };
        text.moves.push(line.line);
    }
    text
}

/// Numbers with names and moves of any kind.
pub(crate) fn free(dice: &mut Dice<'_>) -> Text {
    let names: &[&str] = dice.of(&[&["n"][..], &["a", "b"], &["a", "b"], &["a", "b", "c"]]);
    let mut text = text(named(names));
    let count = names.len();
    if dice.one_in(3) {
        let scope = Scope { now: count, after: 0, choices: 0, totals: false };
        text.legal.push(guard(dice, scope, 1));
    }
    text.moves = repeat(dice, 3, |dice| {
        let mut line = Line::new(None);
        let falling = dice.roll(count as u64) as usize;
        lowers(dice, &mut line, falling);
        for i in (0..count).filter(|i| *i != falling) {
            if dice.one_in(2) {
                let scope =
                    Scope { now: count, after: 0, choices: line.line.choices.len(), totals: false };
                let to = number(dice, scope, 2);
                line.add(match dice.roll(4) {
                    0 => within(dice, After(i), Written(0), to),
                    _ => Condition::equal(After(i), to),
                });
            }
        }
        if dice.one_in(3) {
            let scope =
                Scope { now: count, after: 0, choices: line.line.choices.len(), totals: false };
            line.add(guard(dice, scope, 2));
        }
        line
    });
    text.loopy = dice.one_in(4);
    text
}
