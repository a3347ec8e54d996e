//! A pile and a rate: Nimrod and its relatives.
//!
//! *Conditions.* Positions are two numbers, the first anything, the second at least 1; both players have the same
//! moves; and with p and r before a move and q for the second number after it, the cases of the moves say exactly
//! that q ≥ 1, that low ≤ q - r ≤ high, and that p - q, which is the first number after it, is not negative. The
//! intervals of the cases together are -reach … reach. *They suffice*: this is the definition of [`RateRules`].

use std::sync::Arc;

use bouton_lang::cases::{
    Exact, Miss, NEW, between, check, check_same, inequalities, numbers, with_bounds,
};
use bouton_lang::linear::{Linear, System, Work};
use bouton_lang::{Number, Program};
use bouton_values::Player;

use super::{Found, NOT_LINEAR, above, at_least, of_both, of_player, two_numbers};
use crate::families::RateRules;
use crate::spec::Spec;

const PILE: usize = 0;
const RATE: usize = 1;
/// The rate after the move.
const NEXT: usize = NEW;

/// The largest reach that is worth recognising.
const LARGEST_REACH: Number = 1000;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let [pile, rate] = two_numbers(program)?;
    check_positions(program, work)?;
    let reach = of_both(program, |player| reach(program, player, work))?;
    let reach = u64::try_from(reach).map_err(|_| "the rate cannot stay")?;
    let because = vec![
        format!("a move changes {rate} by at most {reach} and keeps it positive"),
        format!("then it takes as many as {rate} says from {pile}"),
    ];
    Ok(Found::new(Spec::Rate(RateRules { reach }), because))
}

/// The legal positions: any pile, and a rate from 1 on.
fn positions() -> System {
    numbers(2).and([at_least(RATE, 1)])
}

fn check_positions(program: &Program, work: &mut Work) -> Result<(), Miss> {
    let facts = program.legal.iter().map(|one| inequalities(one).ok_or(NOT_LINEAR));
    let legal = numbers(2).and(facts.collect::<Result<Vec<_>, _>>()?.concat());
    let miss = "the legal positions are not those with a positive second number";
    check_same(&legal, &positions(), miss, work)
}

/// The reach of a player's moves, if their intervals together lie around 0 evenly.
fn reach(program: &Program, player: Player, work: &mut Work) -> Result<Number, Miss> {
    let mut intervals = of_player(program, player, work, interval)?;
    intervals.sort_unstable();
    let Some(&(low, mut high)) = intervals.first() else {
        return Err("no move is ever possible".to_owned());
    };
    for (next, end) in intervals {
        check(next <= high + 1, "the changes of the rate are not an interval")?;
        high = high.max(end);
    }
    let is_reach = low == -high && (1..=LARGEST_REACH).contains(&high);
    check(is_reach, &format!("the rate changes by {low} to {high}")).map(|()| high)
}

/// The least and the greatest change of the rate in a case.
fn interval(case: &Exact, work: &mut Work) -> Result<(Number, Number), Miss> {
    let (facts, choices) = case.with_new_numbers(&case.new[RATE..])?;
    check(choices.iter().all(|(_, within)| within.is_none()), "a set of numbers")?;
    let rest = Linear::variable(PILE).minus(&case.new[RATE]);
    check(rest.as_ref() == Some(&case.new[PILE]), "what is taken is not the new rate")?;
    let change = above(NEXT, RATE, 0);
    with_bounds(&facts, &change, work, |bounds, work| {
        let (Some(low), Some(high)) = bounds else {
            return Err("the rate may change by any number".to_owned());
        };
        check(low <= high, "the rate cannot change")?;
        let after = positions().and([at_least(NEXT, 1), above(PILE, NEXT, 0)]);
        let target = after.and(between(&change, low, Some(high))?);
        let miss = "how the rate changes depends on more than the rate";
        check_same(&facts, &target, miss, work).map(|()| (low, high))
    })
}
