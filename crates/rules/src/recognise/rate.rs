//! A pile and a rate: Nimrod and its relatives.
//!
//! *Conditions.* Positions are two numbers, the first anything, the second at least 1; both players have the same
//! moves; and with p and r before a move and q for the second number after it, the cases of the moves say exactly
//! that q ≥ 1, that low ≤ q - r ≤ high, and that p - q, which is the first number after it, is not negative. The
//! intervals of the cases together are -reach … reach. *They suffice*: this is the definition of [`RateRules`].

use bouton_lang::linear::{Linear, System, Work};
use bouton_lang::{Number, Program, Shape};
use bouton_values::Player;

use super::case::{Case, Miss, cases, facts_of, within_numbers};
use super::{Found, of_both};
use crate::families::RateRules;
use crate::spec::Spec;

const PILE: usize = 0;
const RATE: usize = 1;
/// The rate after the move.
const NEXT: usize = 2;

/// The largest reach that is worth recognising.
const LARGEST_REACH: Number = 1000;

pub(super) fn recognise(program: &Program, work: &mut Work) -> Result<Found, Miss> {
    let Shape::Named(names) = &program.shape else {
        return Err("a position is any number of heaps".to_owned());
    };
    if names.len() != 2 || names.iter().any(|(_, default)| default.is_some()) {
        return Err("a position is not two numbers".to_owned());
    }
    check_positions(program, work)?;
    let reach = of_both(program, |player| reach(program, player, work))?;
    let reach = u64::try_from(reach).map_err(|_| "the rate cannot stay")?;
    Ok(Found {
        spec: Spec::Rate(RateRules { reach }),
        family: "pile and rate",
        because: vec![
            format!("a move changes {} by at most {reach} and keeps it positive", names[RATE].0),
            format!("then it takes as many as {} says from {}", names[RATE].0, names[PILE].0),
        ],
    })
}

fn at_least(variable: usize, least: Number) -> Linear {
    Linear { terms: vec![(variable, 1)], constant: -least }
}

/// The legal positions: any pile, and a rate from 1 on.
fn positions() -> System {
    let mut system = System::default();
    for variable in [PILE, RATE] {
        within_numbers(&Linear::variable(variable)).into_iter().for_each(|fact| system.add(fact));
    }
    system.add(at_least(RATE, 1));
    system
}

fn check_positions(program: &Program, work: &mut Work) -> Result<(), Miss> {
    let mut legal = System::default();
    for variable in [PILE, RATE] {
        within_numbers(&Linear::variable(variable)).into_iter().for_each(|fact| legal.add(fact));
    }
    for condition in &program.legal {
        facts_of(condition, 2)?.into_iter().for_each(|fact| legal.add(fact));
    }
    match legal.equivalent_within(&positions(), work) {
        true => Ok(()),
        false => Err("the legal positions are not those with a positive second number".to_owned()),
    }
}

/// The reach of a player's moves, if their intervals together lie around 0 evenly.
fn reach(program: &Program, player: Player, work: &mut Work) -> Result<Number, Miss> {
    let mut intervals = Vec::new();
    for one in program.moves_of(player) {
        for case in cases(program, one)? {
            let interval = interval(&case, work);
            intervals.extend(case.unless_empty(interval, work)?);
        }
    }
    intervals.sort_unstable();
    let Some(&(low, mut high)) = intervals.first() else {
        return Err("no move is ever possible".to_owned());
    };
    for (next, end) in intervals {
        if next > high + 1 {
            return Err("the changes of the rate are no interval".to_owned());
        }
        high = high.max(end);
    }
    match low == -high && (1..=LARGEST_REACH).contains(&high) {
        true => Ok(high),
        false => Err(format!("the rate changes by {low} to {high}")),
    }
}

/// The least and the greatest change of the rate in a case.
fn interval(case: &Case, work: &mut Work) -> Result<(Number, Number), Miss> {
    let (facts, choices) = case.with_new_numbers(NEXT, &case.new[RATE..])?;
    if choices.iter().any(|(_, within)| within.is_some()) {
        return Err("a set of numbers".to_owned());
    }
    let pile = Linear { terms: vec![(PILE, 1), (NEXT, -1)], constant: 0 };
    if Linear::variable(PILE).minus(&case.new[RATE]).as_ref() != Some(&case.new[PILE]) {
        return Err("what is taken is not the new rate".to_owned());
    }
    let facts = System::of(facts);
    let change = Linear { terms: vec![(RATE, -1), (NEXT, 1)], constant: 0 };
    let (low, high) = match facts.stated_bounds(&change) {
        (Some(low), Some(high)) => (Some(low), Some(high)),
        _ => facts.bounds_within(&change, work),
    };
    let (low, high) = low.zip(high).ok_or("the rate may change by any number")?;
    if low > high {
        return Err("the rate cannot change".to_owned());
    }
    let mut target = positions();
    target.add(at_least(NEXT, 1));
    target.add(pile);
    let far = "the numbers are too large".to_owned();
    target.add(change.shifted(-low).ok_or_else(|| far.clone())?);
    target.add(change.scaled(-1).and_then(|form| form.shifted(high)).ok_or(far)?);
    match facts.equivalent_within(&target, work) {
        true => Ok((low, high)),
        false => Err("how the rate changes depends on more than the rate".to_owned()),
    }
}
