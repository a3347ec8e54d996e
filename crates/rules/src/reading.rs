//! What the parts of a checked program mention, and the facts that follow from that.

use bouton_lang::facts::{self, read};
use bouton_lang::linear::Linear;
use bouton_lang::{
    Aggregate, Becomes, Bound, Condition, End, Expr, Move, Program, Select, Shape, Step,
};
use bouton_values::Player;

use crate::profile::Fact;

/// Something that looks at the whole position and not at a number of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// The sum of all heaps, their count, and so on.
    Of(Aggregate),
    /// No two heaps are alike.
    Distinct {
        /// But for empty ones.
        nonzero: bool,
    },
    /// No row is longer than the one before.
    Falling,
}

/// All glances at the whole position in the `legal` lines.
pub(crate) fn glances_of_legal(program: &Program) -> Vec<Glance> {
    let mut found = Vec::new();
    program.legal.iter().for_each(|condition| in_condition(condition, &mut found));
    found
}

/// All glances at the whole position in a move.
pub(crate) fn glances_of_move(one: &Move) -> Vec<Glance> {
    let mut found = Vec::new();
    if let Select::Several(_, count) = &one.select {
        in_expr(count, &mut found);
    }
    one.steps.iter().chain(&one.each).for_each(|step| in_step(step, &mut found));
    match &one.becomes {
        Becomes::Position(all) | Becomes::Heaps(all) => {
            all.iter().for_each(|expr| in_expr(expr, &mut found));
        }
        Becomes::Run(a, b) | Becomes::Rows(a, b) => {
            in_expr(a, &mut found);
            in_expr(b, &mut found);
        }
    }
    found
}

/// All glances at the whole position in the ending.
pub(crate) fn glances_of_end(end: &End) -> Vec<Glance> {
    let mut found = Vec::new();
    in_end(end, &mut found);
    found
}

fn glances(program: &Program) -> Vec<Glance> {
    let mut found = glances_of_legal(program);
    found.extend(program.moves.iter().flat_map(glances_of_move));
    found.extend(glances_of_end(&program.end));
    found
}

fn in_end(end: &End, found: &mut Vec<Glance>) {
    if let End::If(condition, then, otherwise) = end {
        in_condition(condition, found);
        in_end(then, found);
        in_end(otherwise, found);
    }
}

fn in_step(step: &Step, found: &mut Vec<Glance>) {
    match step {
        Step::Range { bounds, .. } | Step::Members { bounds, .. } => {
            for Bound { factor, rest } in bounds {
                in_expr(factor, found);
                in_expr(rest, found);
            }
        }
        Step::Define { value, .. } => in_expr(value, found),
        Step::Check(condition) => in_condition(condition, found),
    }
}

fn in_expr(expr: &Expr, found: &mut Vec<Glance>) {
    match expr {
        Expr::Constant(_) | Expr::Slot(_) | Expr::Later => {}
        Expr::Of(aggregate) => found.push(Glance::Of(*aggregate)),
        Expr::Sum(a, b) | Expr::Difference(a, b) | Expr::Product(a, b) | Expr::Xor(a, b) => {
            in_expr(a, found);
            in_expr(b, found);
        }
        Expr::Quotient(a, _) | Expr::Remainder(a, _) => in_expr(a, found),
        Expr::Least(all) | Expr::Greatest(all) => all.iter().for_each(|one| in_expr(one, found)),
        Expr::If(condition, a, b) => {
            in_condition(condition, found);
            in_expr(a, found);
            in_expr(b, found);
        }
    }
}

fn in_condition(condition: &Condition, found: &mut Vec<Glance>) {
    match condition {
        Condition::Truth(_) => {}
        Condition::Compare(_, a, b) => {
            in_expr(a, found);
            in_expr(b, found);
        }
        Condition::Member(a, _) => in_expr(a, found),
        Condition::Not(one) => in_condition(one, found),
        Condition::All(all) | Condition::Any(all) => {
            all.iter().for_each(|one| in_condition(one, found));
        }
        Condition::Distinct { nonzero } => found.push(Glance::Distinct { nonzero: *nonzero }),
        Condition::Falling => found.push(Glance::Falling),
    }
}

/// How many parts the expressions and conditions of a move have.
pub(crate) fn length_of_move(one: &Move) -> usize {
    let mut exprs: Vec<&Expr> = Vec::new();
    let mut conditions: Vec<&Condition> = Vec::new();
    for step in one.steps.iter().chain(&one.each) {
        match step {
            Step::Range { bounds, .. } | Step::Members { bounds, .. } => {
                exprs.extend(bounds.iter().flat_map(|bound| [&bound.factor, &bound.rest]));
            }
            Step::Define { value, .. } => exprs.push(value),
            Step::Check(condition) => conditions.push(condition),
        }
    }
    match &one.becomes {
        Becomes::Position(all) | Becomes::Heaps(all) => exprs.extend(all),
        Becomes::Run(a, b) | Becomes::Rows(a, b) => exprs.extend([a, b]),
    }
    length(exprs, conditions)
}

/// How many parts the expressions and conditions have.
pub(crate) fn length<'a>(mut exprs: Vec<&'a Expr>, mut conditions: Vec<&'a Condition>) -> usize {
    let mut parts = 0;
    loop {
        if let Some(expr) = exprs.pop() {
            parts += 1;
            match expr {
                Expr::Constant(_) | Expr::Slot(_) | Expr::Later | Expr::Of(_) => {}
                Expr::Sum(a, b)
                | Expr::Difference(a, b)
                | Expr::Product(a, b)
                | Expr::Xor(a, b) => {
                    exprs.extend([a.as_ref(), b.as_ref()]);
                }
                Expr::Quotient(a, _) | Expr::Remainder(a, _) => exprs.push(a),
                Expr::Least(all) | Expr::Greatest(all) => exprs.extend(all),
                Expr::If(condition, a, b) => {
                    conditions.push(condition);
                    exprs.extend([a.as_ref(), b.as_ref()]);
                }
            }
        } else if let Some(condition) = conditions.pop() {
            parts += 1;
            match condition {
                Condition::Truth(_) | Condition::Distinct { .. } | Condition::Falling => {}
                Condition::Compare(_, a, b) => exprs.extend([a, b]),
                Condition::Member(a, _) => exprs.push(a),
                Condition::Not(one) => conditions.push(one),
                Condition::All(all) | Condition::Any(all) => conditions.extend(all),
            }
        } else {
            return parts;
        }
    }
}

/// Does something depend on the order of the heaps?
pub(crate) fn sees_order(program: &Program) -> bool {
    glances(program)
        .iter()
        .any(|glance| matches!(glance, Glance::Of(Aggregate::First) | Glance::Falling))
        || program.moves.iter().any(|one| matches!(one.becomes, Becomes::Rows(..)))
}

/// Would the same glance see something else if empty heaps came or went?
pub(crate) fn sees_zeros(glance: &Glance) -> bool {
    match glance {
        Glance::Of(Aggregate::Sum | Aggregate::Greatest) | Glance::Distinct { nonzero: true } => {
            false
        }
        Glance::Of(Aggregate::Count | Aggregate::Least | Aggregate::First)
        | Glance::Distinct { nonzero: false }
        | Glance::Falling => true,
    }
}

/// Is it proved that a position plays alike with and without its empty heaps? So it is if no move is possible on
/// a heap of 0, and if nothing in the rules can tell whether there is one. What must hold of every heap must not look
/// at the others then: at an empty heap it would say something about them.
pub(crate) fn zeros_are_nothing(program: &Program) -> bool {
    let is_about_others = |condition: &Condition| {
        let mut found = Vec::new();
        in_condition(condition, &mut found);
        condition.mentions(&|slot| slot == 0) && !found.is_empty()
    };
    !glances(program).iter().any(sees_zeros)
        && !program.legal.iter().any(is_about_others)
        && program.moves.iter().all(|one| !may_act_on_zero(program, one))
}

/// Can a heap of 0 be chosen by the move, as far as is proved?
pub(crate) fn may_act_on_zero(program: &Program, one: &Move) -> bool {
    let mut system = read(program, one).system;
    system.add(Linear { terms: vec![(0, -1)], constant: 0 });
    !system.is_empty()
}

/// Is it proved that a position is the disjunctive sum of its heaps?
pub(crate) fn independent(program: &Program) -> Fact {
    facts::independent(program).map_or(Fact::Unknown, Fact::proved)
}

/// Do both players have the same options? It is proved, or a small position says that they do not.
pub(crate) fn same_options(program: &Program) -> Fact {
    if let Ok(reason) = facts::same_options(program) {
        return Fact::proved(reason);
    }
    match differing_position(program) {
        Some(tuple) => {
            let numbers = tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            Fact::refuted(format!("at {numbers} the players have different options"))
        }
        None => Fact::Unknown,
    }
}

/// A small position in which the players' options differ, if one is found quickly.
fn differing_position(program: &Program) -> Option<Vec<u64>> {
    const MOST_OPTIONS: u128 = 100;
    small_tuples(program).into_iter().find(|tuple| {
        if !program.is_legal(tuple) || program.option_bound(tuple) > MOST_OPTIONS {
            return false;
        }
        let [mut left, mut right] = Player::BOTH.map(|mover| program.options(tuple, mover));
        left.sort_unstable();
        right.sort_unstable();
        left != right
    })
}

/// Some tuples of small numbers, of the length that the program wants.
fn small_tuples(program: &Program) -> Vec<Vec<u64>> {
    const MOST: usize = 300;
    let length = match &program.shape {
        Shape::Named(names) => names.len(),
        Shape::Many(..) => 1,
    };
    let mut tuples = vec![Vec::new()];
    for _ in 0..length {
        let width = (MOST / tuples.len()).clamp(1, 12) as u64;
        let longer = |tuple: &Vec<u64>| {
            (0..width).map(|number| [&tuple[..], &[number]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}
