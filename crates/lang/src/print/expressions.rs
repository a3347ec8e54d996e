//! Expressions. Brackets are printed where they were written, and where the tree would be read back as
//! another one without them; a tree that was read never needs these.

use crate::syntax::{Element, Expr, ExprKind, Level, Operator};

/// The text of an expression where only something as close as this can stand.
pub(super) fn write(expr: &Expr, least: Level) -> String {
    let text = text(&expr.kind);
    if level(&expr.kind) < least { format!("({text})") } else { text }
}

fn level(kind: &ExprKind) -> Level {
    match kind {
        // `x not in S` binds as closely as `x in S`.
        ExprKind::Not(inner) if matches!(inner.kind, ExprKind::In(..)) => Level::Comparison,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Chain(..) | ExprKind::In(..) => Level::Comparison,
        ExprKind::If { .. } | ExprKind::All(..) => Level::Choice,
        ExprKind::Binary(operator, ..) => operator.level(),
        _ => Level::Factor,
    }
}

/// The level of what stands on the right of an operator; on its left its own may stand, too.
pub(super) fn right_of(operator: Operator) -> Level {
    match operator.level() {
        Level::Or => Level::And,
        Level::And => Level::Not,
        Level::Sum => Level::Product,
        _ => Level::Factor,
    }
}

fn text(kind: &ExprKind) -> String {
    match kind {
        ExprKind::Binary(operator, a, b) => {
            let (left, right) = (write(a, operator.level()), write(b, right_of(*operator)));
            format!("{left} {} {right}", operator.text())
        }
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::In(one, set) => {
                format!("{} not in {}", write(one, Level::Sum), text(&set.kind))
            }
            _ => format!("not {}", write(inner, Level::Not)),
        },
        ExprKind::In(one, set) => format!("{} in {}", write(one, Level::Sum), text(&set.kind)),
        ExprKind::Range(low, high) => range(low, high),
        ExprKind::Braces(elements) => format!("{{{}}}", list(elements, element)),
        ExprKind::Chain(first, rest) => {
            // Only the last of a chain may be a choice without brackets.
            let level = |is_last: bool| if is_last { Level::Choice } else { Level::Sum };
            let mut text = write(first, level(rest.is_empty()));
            for (place, (relation, next)) in rest.iter().enumerate() {
                let next = write(next, level(place + 1 == rest.len()));
                text.extend([" ", relation.text(), " ", &next]);
            }
            text
        }
        ExprKind::If { then, condition, otherwise } => {
            let (then, condition) = (write(then, Level::Sum), write(condition, Level::Or));
            format!("{then} if {condition} else {}", write(otherwise, Level::Choice))
        }
        ExprKind::All(low, high) => format!("all {}", range(low, high)),
        ExprKind::Negative(inner) => format!("-{}", write(inner, Level::Factor)),
        ExprKind::Parentheses(inner) => format!("({})", write(inner, Level::Or)),
        ExprKind::Call(name, arguments) => {
            format!("{}({})", name.text, list(arguments, |one| write(one, Level::Or)))
        }
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name { name, primed } => format!("{name}{}", prime(*primed)),
        ExprKind::Later { name, primed } => format!("later {}{}", name.text, prime(*primed)),
        ExprKind::Aggregate(aggregate, name) => format!("{} {}", aggregate.text(), name.text),
        ExprKind::Distinct { nonzero: false, name } => format!("distinct {}", name.text),
        ExprKind::Distinct { nonzero: true, name } => format!("distinct nonzero {}", name.text),
        ExprKind::Falling(name) => format!("falling {}", name.text),
        ExprKind::Winner(winner) => winner.text().to_owned(),
        ExprKind::Truth(truth) => truth.to_string(),
        ExprKind::Nothing => "none".to_owned(),
        // Something that could not be read.
        ExprKind::Missing => "?".to_owned(),
    }
}

fn prime(primed: bool) -> &'static str {
    if primed { "'" } else { "" }
}

fn list<T>(all: &[T], each: impl Fn(&T) -> String) -> String {
    all.iter().map(each).collect::<Vec<_>>().join(", ")
}

fn range(low: &Expr, high: &Expr) -> String {
    format!("{} .. {}", write(low, Level::Choice), write(high, Level::Choice))
}

fn element(element: &Element) -> String {
    let from = write(&element.from, Level::Sum);
    match element.step {
        None => from,
        Some(1) => format!("{from}+"),
        Some(step) => format!("{from}+{step}k"),
    }
}
