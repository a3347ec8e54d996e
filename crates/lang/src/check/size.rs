//! No number that a program works out may leave ±2¹²⁶, whatever the position.

use super::report::Report;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Bound, Condition, End, Expr, Move, Program, Select, Set, Shape, Step};
use crate::syntax::{File, ItemKind};

/// What a number is at most, in absolute value.
type Size = u128;

const LARGEST: Size = 1 << 126;

/// Reports expressions that could grow too large.
pub(super) fn check(file: &File, program: &Program, report: &mut Report) {
    let position = vec![Program::LARGEST.unsigned_abs(); program.position_slots()];
    let place = |wanted: fn(&ItemKind) -> bool| {
        let found = file.items.iter().find(|item| wanted(&item.kind));
        found.map_or_else(Span::default, |item| item.span)
    };
    let legal = program.legal.iter().map(|one| of_condition(one, &position)).max();
    let defaults = match &program.shape {
        Shape::Named(names) => {
            let defaults = names.iter().filter_map(|(_, default)| default.as_ref());
            defaults.map(|default| of_expr(default, &position)).max()
        }
        Shape::Many(..) => None,
    };
    let lines = [
        (legal.unwrap_or(0), place(|kind| matches!(kind, ItemKind::Legal(_)))),
        (of_end(&program.end, &position), place(|kind| matches!(kind, ItemKind::End(_)))),
        (defaults.unwrap_or(0), place(|kind| matches!(kind, ItemKind::Position(_)))),
    ];
    let moves = program.moves.iter().map(|one| (of_move(one, &position), one.span));
    for (_, span) in lines.into_iter().chain(moves).filter(|(size, _)| *size > LARGEST) {
        report.add(
            Diagnostic::error(span, "numbers here could become too large to work with")
                .label("products of more than two numbers of a position exceed 10^37")
                .help("numbers of a position go to 10^18; multiply fewer of them"),
        );
    }
}

fn of_move(one: &Move, position: &[Size]) -> Size {
    let mut slots = position.to_vec();
    slots.resize(position.len() + one.names.len(), 0);
    let mut largest = match &one.select {
        Select::Several(_, count) => of_expr(count, &slots),
        Select::Position | Select::One => 0,
    };
    for step in one.steps.iter().chain(&one.each) {
        largest = largest.max(of_step(step, &mut slots));
    }
    one.becomes.numbers().into_iter().map(|new| of_expr(new, &slots)).fold(largest, Size::max)
}

/// Fills the slot of the step with its size, and says the largest number on the way.
fn of_step(step: &Step, slots: &mut [Size]) -> Size {
    match step {
        Step::Check(condition) => of_condition(condition, slots),
        Step::Choose { slot, set, bounds } => {
            let (size, largest) = of_bounds(bounds, set.as_ref(), slots);
            slots[*slot] = size;
            largest
        }
    }
}

/// A slot lies between a lower and an upper bound, so it is at most the larger of the two.
fn of_bounds(bounds: &[Bound], set: Option<&Set>, slots: &[Size]) -> (Size, Size) {
    let mut lower = Size::MAX;
    let mut upper = Size::MAX;
    let mut other = 0;
    let mut largest = 0;
    for Bound { factor, rest } in bounds {
        let size = of_expr(rest, slots);
        largest = largest.max(size).max(of_expr(factor, slots));
        match factor {
            Expr::Constant(factor) if *factor > 0 => lower = lower.min(size),
            Expr::Constant(factor) if *factor < 0 => upper = upper.min(size),
            _ => other = other.max(size),
        }
    }
    if let Some(set) = set {
        let least = set.finite.first().into_iter().chain(set.tail.as_ref().map(|(from, _)| from));
        lower = lower.min(least.map(|number| number.unsigned_abs()).max().unwrap_or(0));
        if set.tail.is_none() {
            upper = upper.min(set.finite.last().map_or(0, |number| number.unsigned_abs()));
        }
    }
    // Without a bound of constant factor there is one whose factor is not 0, and |slot| ≤ |rest| there.
    let known = |size: Size| if size == Size::MAX { other } else { size };
    let size = known(lower).max(known(upper));
    (size, largest.max(size))
}

fn of_end(end: &End, slots: &[Size]) -> Size {
    match end {
        End::Always(_) => 0,
        End::If(condition, a, b) => {
            of_condition(condition, slots).max(of_end(a, slots)).max(of_end(b, slots))
        }
    }
}

/// The largest number that a condition compares.
fn of_condition(condition: &Condition, slots: &[Size]) -> Size {
    match condition {
        Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => 0,
        Condition::Compare(_, a, b) => {
            // Bounds are made of differences.
            of_expr(a, slots).saturating_add(of_expr(b, slots)).saturating_add(1)
        }
        Condition::Member(a, _) => of_expr(a, slots),
        Condition::Not(one) => of_condition(one, slots),
        Condition::All(all) | Condition::Any(all) => {
            all.iter().map(|one| of_condition(one, slots)).max().unwrap_or(0)
        }
    }
}

/// The largest absolute value of an expression or of a part of it.
fn of_expr(expr: &Expr, slots: &[Size]) -> Size {
    let all = |all: &[Expr]| all.iter().map(|one| of_expr(one, slots)).max().unwrap_or(0);
    match expr {
        Expr::Constant(number) => number.unsigned_abs(),
        Expr::Slot(slot) => slots[*slot],
        Expr::Later => Program::LARGEST.unsigned_abs(),
        Expr::Sum(a, b) | Expr::Difference(a, b) => {
            of_expr(a, slots).saturating_add(of_expr(b, slots))
        }
        // A factor 0 must not hide how large the other is.
        Expr::Product(a, b) => {
            let (a, b) = (of_expr(a, slots), of_expr(b, slots));
            a.saturating_mul(b).max(a).max(b)
        }
        Expr::Quotient(a, by) | Expr::Remainder(a, by) => of_expr(a, slots).max(by.unsigned_abs()),
        Expr::Xor(a, b) => {
            of_expr(a, slots).saturating_mul(2).max(of_expr(b, slots).saturating_mul(2)).max(1)
        }
        Expr::Least(list) | Expr::Greatest(list) => all(list),
        Expr::If(condition, a, b) => {
            of_condition(condition, slots).max(of_expr(a, slots)).max(of_expr(b, slots))
        }
        // Positions hold at most 2¹⁶ numbers.
        Expr::Of(_) => Program::LARGEST.unsigned_abs() << 16,
    }
}
