//! Expressions. Brackets are printed where they were written, and where the tree would be read back as
//! another one without them; a tree that was read never needs these.

use crate::syntax::{
    Aggregate, Element, Expr, ExprKind, Operator, Relation, SetExpr, SetKind, Winner,
};

/// How closely something binds, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    And,
    Not,
    Comparison,
    Choice,
    Sum,
    Product,
    Factor,
}

/// The text of an expression where only something as close as this can stand.
pub(super) fn write(expr: &Expr, level: Level) -> String {
    let mut text = String::new();
    put(&mut text, expr, level);
    text
}

/// The text of a set.
pub(super) fn set(set: &SetExpr) -> String {
    let mut text = String::new();
    put_set(&mut text, set);
    text
}

fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::Or(..) => Level::Or,
        ExprKind::And(..) => Level::And,
        // `x not in S` binds as closely as `x in S`.
        ExprKind::Not(inner) if matches!(inner.kind, ExprKind::In(..)) => Level::Comparison,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Chain(..) | ExprKind::In(..) => Level::Comparison,
        ExprKind::If { .. } | ExprKind::All(..) => Level::Choice,
        ExprKind::Arithmetic(Operator::Plus | Operator::Minus, ..) => Level::Sum,
        ExprKind::Arithmetic(..) => Level::Product,
        _ => Level::Factor,
    }
}

fn put(out: &mut String, expr: &Expr, least: Level) {
    if level(&expr.kind) < least {
        out.push('(');
        put_kind(out, &expr.kind);
        out.push(')');
    } else {
        put_kind(out, &expr.kind);
    }
}

fn put_kind(out: &mut String, kind: &ExprKind) {
    match kind {
        ExprKind::Or(a, b) => put_pair(out, (a, Level::Or), "or", (b, Level::And)),
        ExprKind::And(a, b) => put_pair(out, (a, Level::And), "and", (b, Level::Not)),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::In(one, set) => put_member(out, one, " not in ", set),
            _ => put_behind(out, "not ", inner, Level::Not),
        },
        ExprKind::In(one, set) => put_member(out, one, " in ", set),
        ExprKind::Chain(first, rest) => put_chain(out, first, rest),
        ExprKind::If { then, condition, otherwise } => {
            put_pair(out, (then, Level::Sum), "if", (condition, Level::Or));
            put_behind(out, " else ", otherwise, Level::Choice);
        }
        ExprKind::All(low, high) => {
            out.push_str("all ");
            put_pair(out, (low, Level::Choice), "..", (high, Level::Choice));
        }
        ExprKind::Arithmetic(operator, a, b) => {
            let (left, right) = match operator {
                Operator::Plus | Operator::Minus => (Level::Sum, Level::Product),
                _ => (Level::Product, Level::Factor),
            };
            put_pair(out, (a, left), operator.text(), (b, right));
        }
        ExprKind::Negative(inner) => put_behind(out, "-", inner, Level::Factor),
        ExprKind::Parentheses(inner) => {
            put_behind(out, "(", inner, Level::Or);
            out.push(')');
        }
        ExprKind::Call(name, arguments) => {
            out.push_str(&name.text);
            out.push('(');
            put_list(out, arguments, |out, one| put(out, one, Level::Or));
            out.push(')');
        }
        leaf => out.push_str(&leaf_text(leaf)),
    }
}

fn put_pair(out: &mut String, left: (&Expr, Level), word: &str, right: (&Expr, Level)) {
    put(out, left.0, left.1);
    out.push(' ');
    out.push_str(word);
    out.push(' ');
    put(out, right.0, right.1);
}

fn put_behind(out: &mut String, word: &str, inner: &Expr, least: Level) {
    out.push_str(word);
    put(out, inner, least);
}

fn put_list<T>(out: &mut String, all: &[T], mut each: impl FnMut(&mut String, &T)) {
    for (place, one) in all.iter().enumerate() {
        out.push_str(if place == 0 { "" } else { ", " });
        each(out, one);
    }
}

/// Only the last of a chain may be a choice without brackets.
fn put_chain(out: &mut String, first: &Expr, rest: &[(Relation, Expr)]) {
    put(out, first, if rest.is_empty() { Level::Choice } else { Level::Sum });
    for (place, (relation, next)) in rest.iter().enumerate() {
        out.push(' ');
        out.push_str(relation.text());
        out.push(' ');
        put(out, next, if place + 1 == rest.len() { Level::Choice } else { Level::Sum });
    }
}

fn put_member(out: &mut String, one: &Expr, word: &str, set: &SetExpr) {
    put(out, one, Level::Sum);
    out.push_str(word);
    put_set(out, set);
}

fn put_set(out: &mut String, set: &SetExpr) {
    match &set.kind {
        SetKind::Range(low, high) => {
            put_pair(out, (low, Level::Choice), "..", (high, Level::Choice))
        }
        SetKind::Name(name) => out.push_str(&name.text),
        SetKind::Braces(elements) => {
            out.push('{');
            put_list(out, elements, put_element);
            out.push('}');
        }
    }
}

fn put_element(out: &mut String, element: &Element) {
    put(out, &element.from, Level::Sum);
    match element.step {
        None => {}
        Some(1) => out.push('+'),
        Some(step) => out.push_str(&format!("+{step}k")),
    }
}

fn leaf_text(kind: &ExprKind) -> String {
    match kind {
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
        // Something that could not be read; all others are no leaves.
        _ => "?".to_owned(),
    }
}

fn prime(primed: bool) -> &'static str {
    if primed { "'" } else { "" }
}

impl Operator {
    fn text(self) -> &'static str {
        match self {
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            Operator::Div => "div",
            Operator::Mod => "mod",
            Operator::Xor => "xor",
        }
    }
}

impl Relation {
    fn text(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Unequal => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
        }
    }
}

impl Aggregate {
    fn text(self) -> &'static str {
        match self {
            Aggregate::Sum => "sum",
            Aggregate::Count => "count",
            Aggregate::Least => "least",
            Aggregate::Greatest => "greatest",
            Aggregate::First => "first",
        }
    }
}

impl Winner {
    fn text(self) -> &'static str {
        match self {
            Winner::Left => "left",
            Winner::Right => "right",
            Winner::Normal => "normal",
            Winner::Misere => "misere",
        }
    }
}
