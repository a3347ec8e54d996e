//! Small walks through expressions.

use crate::syntax::{Expr, ExprKind};

/// The expressions directly within an expression, sets left out.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Negative(a) | ExprKind::Not(a) | ExprKind::Parentheses(a) => vec![a],
        ExprKind::Arithmetic(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::All(a, b) => vec![a, b],
        ExprKind::Call(_, arguments) => arguments.iter().collect(),
        ExprKind::Chain(first, links) => {
            [&**first].into_iter().chain(links.iter().map(|(_, expr)| expr)).collect()
        }
        ExprKind::In(a, _) => vec![a],
        ExprKind::If { then, condition, otherwise } => vec![then, condition, otherwise],
        ExprKind::Number(_)
        | ExprKind::Name { .. }
        | ExprKind::Later { .. }
        | ExprKind::Aggregate(..)
        | ExprKind::Distinct { .. }
        | ExprKind::Falling(_)
        | ExprKind::Winner(_)
        | ExprKind::Truth(_)
        | ExprKind::Nothing
        | ExprKind::Missing => Vec::new(),
    }
}

/// The expression without parentheses around it.
pub(super) fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Parentheses(inner) => bare(inner),
        _ => expr,
    }
}
