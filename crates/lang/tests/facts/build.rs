//! Programs by hand.

use bouton_lang::syntax::{HowMany, Many};
use bouton_lang::{
    Becomes, Bound, Condition, End, Expr, Move, Number, Program, Relation, Select, Set, Shape,
    Slot, Span, Step, Winner,
};

pub(crate) fn at(slot: Slot) -> Expr {
    Expr::Slot(slot)
}

pub(crate) fn number(number: Number) -> Expr {
    Expr::Constant(number)
}

pub(crate) fn plus(a: Expr, b: Expr) -> Expr {
    Expr::Sum(a.into(), b.into())
}

pub(crate) fn minus(a: Expr, b: Expr) -> Expr {
    Expr::Difference(a.into(), b.into())
}

pub(crate) fn times(a: Expr, b: Expr) -> Expr {
    Expr::Product(a.into(), b.into())
}

pub(crate) fn compare(a: Expr, relation: Relation, b: Expr) -> Condition {
    Condition::Compare(relation, a, b)
}

pub(crate) fn at_least(a: Expr, b: Expr) -> Condition {
    compare(a, Relation::AtLeast, b)
}

/// low ≤ slot ≤ high
pub(crate) fn range(slot: Slot, low: Expr, high: Expr) -> Step {
    Step::Choose { slot, set: None, bounds: vec![above(low), below(high)] }
}

/// The slot is one of these numbers and at most `high`.
pub(crate) fn members(slot: Slot, finite: &[Number], high: Expr) -> Step {
    let set = Some(Set { finite: finite.to_vec(), tail: None });
    Step::Choose { slot, set, bounds: vec![below(high)] }
}

pub(crate) fn above(low: Expr) -> Bound {
    Bound { factor: number(1), rest: minus(number(0), low) }
}

pub(crate) fn below(high: Expr) -> Bound {
    Bound { factor: number(-1), rest: high }
}

pub(crate) fn check(condition: Condition) -> Step {
    Step::Check(condition)
}

/// A move whose slots are counted from the steps.
pub(crate) fn act(select: Select, steps: Vec<Step>, becomes: Becomes) -> Move {
    let fills = |step: &&Step| !matches!(step, Step::Check(_));
    let names = steps.iter().filter(fills).enumerate().map(|(index, _)| format!("k{index}"));
    Move {
        player: None,
        select,
        names: names.collect(),
        steps,
        each: Vec::new(),
        becomes,
        span: Span::default(),
    }
}

/// A move of named numbers.
pub(crate) fn to(steps: Vec<Step>, new: Vec<Expr>) -> Move {
    act(Select::Position, steps, Becomes::Position(new))
}

/// A move of one heap.
pub(crate) fn heap_to(steps: Vec<Step>, new: Vec<Expr>) -> Move {
    act(Select::One, steps, Becomes::Heaps(new))
}

/// A move of up to `most` heaps, each by these steps; its new size is slot 1.
pub(crate) fn heaps_to(most: Number, each: Vec<Step>) -> Move {
    let mut one =
        act(Select::Several(HowMany::UpTo, number(most)), each, Becomes::Heaps(vec![at(1)]));
    std::mem::swap(&mut one.steps, &mut one.each);
    one
}

pub(crate) fn named(names: &[&str], legal: Vec<Condition>, moves: Vec<Move>) -> Program {
    let shape = Shape::Named(names.iter().map(|name| ((*name).to_owned(), None)).collect());
    program(shape, legal, moves)
}

pub(crate) fn many(many: Many, legal: Vec<Condition>, moves: Vec<Move>) -> Program {
    program(Shape::Many(many, "h".to_owned()), legal, moves)
}

fn program(shape: Shape, legal: Vec<Condition>, moves: Vec<Move>) -> Program {
    let end = End::Always(Winner::Normal);
    Program { name: "test".to_owned(), shape, legal, moves, end, loopy: false }
}
