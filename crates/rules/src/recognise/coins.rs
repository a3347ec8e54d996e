//! Turning coins, the rightmost of them from heads to tails.
//!
//! *Conditions.* Positions are coins, all places legal; a move takes a coin away, or puts in its place one coin on any
//! lower place, or two on any two lower places, or coins on all places from any one up to the next lower; each
//! of these is possible everywhere or never; both players have the same moves; and play is normal. *They suffice*:
//! this is the definition of [`Turning`], and two coins on one place vanish in both ([`check_play`]).

use std::sync::Arc;

use bouton_lang::cases::{Exact, Miss, NEW, check, check_same, numbers};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::{End, Program, Winner};
use bouton_values::Player;

use super::pieces::check_independence;
use super::{Found, above, at_least, of_both, of_player};
use crate::families::{HeapMoves, HeapRules};
use crate::games::coins::Turning;
use crate::spec::Spec;

const COIN: usize = 0;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    check_independence(program)?;
    check_play(program)?;
    let turning = of_both(program, |player| turning(program, player, work))?;
    let because = vec![turning.describe()];
    Ok(Found::new(Spec::Heap(HeapRules::new(HeapMoves::Rule(Arc::new(turning)))), because))
}

/// Two coins on one place vanish. So the value of a position is the sum of those of its coins only if G + G = 0 for each coin G: if
/// both players have the same options (then G is its own negative), and if whoever is stuck loses. That the options
/// are the same is left to the caller.
pub(super) fn check_play(program: &Program) -> Result<(), Miss> {
    let is_normal = program.end == End::Always(Winner::Normal);
    check(is_normal, "two coins on one place vanish, and play is not normal")
}

fn turning(program: &Program, player: Player, work: &mut Work) -> Result<Turning, Miss> {
    let mut turning = Turning::default();
    of_player(program, player, work, |case, work| {
        *match (case.is_run, case.new.len()) {
            (true, _) => check_run(case, work).map(|()| &mut turning.row)?,
            (false, 0) => check_places(case, work).map(|()| &mut turning.alone)?,
            (false, 1) => check_places(case, work).map(|()| &mut turning.with_one)?,
            (false, 2) => check_places(case, work).map(|()| &mut turning.with_two)?,
            (false, more) => return Err(format!("{more} coins are turned besides")),
        } = true;
        Ok(())
    })?;
    Ok(turning)
}

/// The coins stand on any places below the one that was turned, the first two in this order or the other.
fn check_places(case: &Exact, work: &mut Work) -> Result<(), Miss> {
    let places = case.new.len();
    let are_plain = case.choices.iter().all(|one| one.within.is_none());
    let show = case.choices.len() <= places;
    check(show && are_plain, "a set of places, or a choice that does not show")?;
    let (facts, _) = case.with_new_numbers(&case.new)?;
    let orders: &[&[(usize, usize)]] = match places {
        0 => &[&[]],
        1 => &[&[(NEW, COIN)]],
        _ => &[&[(NEW, NEW + 1), (NEW + 1, COIN)], &[(NEW + 1, NEW), (NEW, COIN)]],
    };
    let fits = |order: &&[(usize, usize)]| {
        let lower = order.iter().map(|(low, high)| above(*high, *low, 1));
        let places = (0..places).map(|place| Linear::variable(NEW + place));
        facts.equivalent_within(&numbers(1).and(places.chain(lower)), work)
    };
    check(orders.iter().any(fits), "not just any lower places may be chosen")
}

/// The run goes from any place on to the one below the coin; from the coin itself on, it is empty.
fn check_run(case: &Exact, work: &mut Work) -> Result<(), Miss> {
    let are_plain = case.choices.iter().all(|one| one.within.is_none());
    let ends_below = case.new[1] == at_least(COIN, 1);
    check(ends_below && are_plain, "the run does not end below the coin")?;
    let (facts, _) = case.with_new_numbers(&case.new[..1])?;
    let target = numbers(1).and([Linear::variable(NEW), above(COIN, NEW, 0)]);
    check_same(&facts, &target, "the run does not start just anywhere", work)
}
