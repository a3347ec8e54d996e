//! What the rules mention, and what follows from that alone.

use super::Finding;
use crate::program::{
    Aggregate, Becomes, Bound, Condition, Expr, Move, Program, Select, Shape, Step,
};
use crate::syntax::Many;
use bouton_values::Player;

/// Have both players the same options everywhere?
///
/// *Theorem.* So it is if each move that is one player's alone is, but for the names of its choices, a move of the
/// other: the options of a player are the union over the player's moves.
pub fn same_options(program: &Program) -> Finding {
    if program.moves.iter().all(|one| one.player.is_none()) {
        return Ok("the rules do not say who moves".into());
    }
    for player in [Player::Left, Player::Right] {
        let lacking = program.moves.iter().position(|one| {
            one.player == Some(player)
                && !program.moves_of(player.opponent()).any(|other| are_alike(one, other))
        });
        if let Some(index) = lacking {
            return Err(format!("move {} is open to one player only", index + 1));
        }
    }
    Ok("each move of one player is a move of the other".into())
}

fn are_alike(one: &Move, other: &Move) -> bool {
    one.select == other.select
        && one.steps == other.steps
        && one.each == other.each
        && one.becomes == other.becomes
}

/// Is a position the disjunctive sum of its heaps?
///
/// *Theorem.* If each move changes one heap, looks at no other, and the legality of a position is that of its heaps
/// one by one, then the options of a position are: an option of one heap, the others as they were. That is the
/// definition of a sum. (Who wins where a player is stuck is another question.) Coins are not sums: two of them
/// on one place vanish.
pub fn independent(program: &Program) -> Finding {
    match program.shape {
        Shape::Named(_) => return Err("the numbers of a position have names".into()),
        Shape::Many(Many::Coins, _) => return Err("two coins on one place vanish".into()),
        Shape::Many(Many::Heaps | Many::Rows, _) => {}
    }
    if let Some(what) = program.legal.iter().find_map(glance) {
        return Err(format!("whether a position is legal depends on {what}"));
    }
    for (index, one) in program.moves.iter().enumerate() {
        if let Some(what) = dependence(one) {
            return Err(format!("move {} {what}", index + 1));
        }
    }
    Ok("each move changes one heap and looks at no other".into())
}

/// How a move depends on more than one heap.
fn dependence(one: &Move) -> Option<String> {
    if one.select != Select::One {
        return Some("may change several heaps".into());
    }
    let steps = one.steps.iter().chain(&one.each).find_map(glance_of_step);
    let becomes = || match &one.becomes {
        Becomes::Position(all) | Becomes::Heaps(all) => all.iter().find_map(glance_of_expr),
        Becomes::Run(a, b) => glance_of_expr(a).or_else(|| glance_of_expr(b)),
        Becomes::Rows(chosen, Expr::Later) => glance_of_expr(chosen),
        Becomes::Rows(..) => Some("the later rows"),
    };
    steps.or_else(becomes).map(|what| format!("looks at {what}"))
}

fn glance_of_step(step: &Step) -> Option<&'static str> {
    match step {
        Step::Range { bounds, .. } | Step::Members { bounds, .. } => {
            let of = |Bound { factor, rest }: &Bound| {
                glance_of_expr(factor).or_else(|| glance_of_expr(rest))
            };
            bounds.iter().find_map(of)
        }
        Step::Define { value, .. } => glance_of_expr(value),
        Step::Check(condition) => glance(condition),
    }
}

/// What a condition says of more than one heap.
pub(super) fn glance(condition: &Condition) -> Option<&'static str> {
    match condition {
        Condition::Truth(_) => None,
        Condition::Compare(_, a, b) => glance_of_expr(a).or_else(|| glance_of_expr(b)),
        Condition::Member(a, _) => glance_of_expr(a),
        Condition::Not(one) => glance(one),
        Condition::All(all) | Condition::Any(all) => all.iter().find_map(glance),
        Condition::Distinct { .. } => Some("whether all heaps differ"),
        Condition::Falling => Some("the order of the rows"),
    }
}

fn glance_of_expr(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Constant(_) | Expr::Slot(_) => None,
        Expr::Later => Some("a later row"),
        Expr::Of(aggregate) => Some(match aggregate {
            Aggregate::Sum => "the sum of all heaps",
            Aggregate::Count => "the number of heaps",
            Aggregate::Least => "the least heap",
            Aggregate::Greatest => "the greatest heap",
            Aggregate::First => "the first heap",
        }),
        Expr::Sum(a, b) | Expr::Difference(a, b) | Expr::Product(a, b) | Expr::Xor(a, b) => {
            glance_of_expr(a).or_else(|| glance_of_expr(b))
        }
        Expr::Quotient(a, _) | Expr::Remainder(a, _) => glance_of_expr(a),
        Expr::Least(all) | Expr::Greatest(all) => all.iter().find_map(glance_of_expr),
        Expr::If(condition, a, b) => {
            glance(condition).or_else(|| glance_of_expr(a)).or_else(|| glance_of_expr(b))
        }
    }
}
