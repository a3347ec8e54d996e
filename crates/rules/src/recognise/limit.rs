//! A heap and a limit on what may be taken next: Fibonacci Nim and its relatives.
//!
//! *Conditions.* Positions are two numbers h and l, all of them legal, and l is h - 1 if it is left out; both players
//! have the same moves; and with t for what is taken, the cases say exactly that 1 ≤ t ≤ l and t ≤ h, the heap
//! becomes h - t and the limit factor·t. *They suffice*: this is the definition of [`LimitRules`]. Numbers of a position
//! end at 10¹⁸: either the text caps the limit there, or heaps from which a limit could exceed it are refused.

use std::sync::Arc;

use bouton_lang::cases::{Exact, Miss, NEW, check, check_same, numbers, too_large};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::{Expr, Number, Program};
use bouton_values::Player;

use super::pieces::check_legality;
use super::{Found, above, at_least, names, of_both, of_player};
use crate::families::LimitRules;
use crate::spec::Spec;

const HEAP: usize = 0;
const LIMIT: usize = 1;
/// What is taken.
const TAKEN: usize = NEW;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let [(heap, None), (limit, default)] = names(&program.shape) else {
        return Err("a position is not two numbers".to_owned());
    };
    let default = default.as_ref().ok_or("the second number has no default")?;
    check(is_heap_less_one(default), "the default is not the first number less 1")?;
    check_legality(program)?;
    let (factor, capped) = of_both(program, |player| factor(program, player, work))?;
    let because = vec![
        format!("a move takes at least 1 and at most {limit} from {heap}"),
        format!("then {limit} is {factor} times what was taken"),
    ];
    Ok(Found::new(Spec::Limit(LimitRules { factor, capped }), because))
}

/// `heap - 1`, where nothing below 0 matters.
fn is_heap_less_one(default: &Expr) -> bool {
    let is_less_one = |expr: &Expr| Linear::of_slots(expr) == Some(at_least(HEAP, 1));
    match default {
        Expr::Greatest(all) => {
            all.len() == 2 && all.contains(&Expr::Constant(0)) && all.iter().any(is_less_one)
        }
        other => is_less_one(other),
    }
}

/// The factor of a player's moves, and whether the limit is capped at the largest number.
fn factor(program: &Program, player: Player, work: &mut Work) -> Result<(u64, bool), Miss> {
    let mut all = of_player(program, player, work, |case, _| solve(case))?;
    all.sort_by_key(|case| case.new[LIMIT].as_constant().is_some());
    let [grows, rest @ ..] = &all[..] else { return Err("no move is ever possible".to_owned()) };
    let factor = grows.new[LIMIT].factor(TAKEN);
    let multiple = Linear { terms: vec![(TAKEN, factor)], constant: 0 };
    let is_multiple = factor >= 1 && grows.new[LIMIT] == multiple;
    check(is_multiple, "the limit is not a multiple of what was taken")?;
    let largest = Program::LARGEST;
    let small = |sign: Number| multiple.scaled(-sign).and_then(|form| form.shifted(sign * largest));
    check_moves(grows, small(1), work)?;
    let factor = u64::try_from(factor).map_err(|_| "the factor is too large")?;
    match rest {
        [] => Ok((factor, false)),
        [capped] if capped.new[LIMIT] == Linear::constant(Program::LARGEST) => {
            check_moves(capped, small(-1), work)?;
            Ok((factor, true))
        }
        _ => Err("there are several ways to set the limit".to_owned()),
    }
}

/// The case with what is taken for its choice.
fn solve(case: &Exact) -> Result<Exact, Miss> {
    let taken = Linear::variable(HEAP).minus(&case.new[HEAP]).ok_or_else(too_large)?;
    let [choice] = &case.choices[..] else {
        return Err("a move does not choose one number".to_owned());
    };
    let is_plain = choice.within.is_none() && case.products.is_empty();
    check(is_plain, "a set of numbers, or a product")?;
    let solved = case.with_new_choice(choice.variable, &taken);
    solved.ok_or_else(|| "the choice is not what is taken".to_owned())
}

/// The facts say that 1 ≤ t ≤ limit and t ≤ heap, and this.
fn check_moves(case: &Exact, besides: Option<Linear>, work: &mut Work) -> Result<(), Miss> {
    let besides = besides.ok_or_else(too_large)?;
    let taken = [at_least(TAKEN, 1), above(LIMIT, TAKEN, 0), above(HEAP, TAKEN, 0), besides];
    let miss = "what may be taken is not from 1 to the limit";
    check_same(&case.facts, &numbers(2).and(taken), miss, work)
}
