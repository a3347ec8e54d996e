//! E1: the duel of cars.

use bouton_lab::duels::{Outcomes, State};
use bouton_lab::oracle::Oracle;
use bouton_lab::rules::Ruleset;
use bouton_lab::values::{Outcome, Player};

use crate::finding::Known;
use crate::frame::{Frame, Result};
use crate::judge::listed;
use crate::words::{argued, words};

/// The duel: the mover changes a speed by at most 1, and the cars come nearer by the sum of their
/// speeds. Who lets them crash, loses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cars {
    /// What the mover changes.
    pub(super) changes: Changes,
    /// The least speed of a car: 1, or 0 if that is a natural number.
    pub(super) least: u64,
}

/// What a mover changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changes {
    /// The speed of the own car, as printed.
    Own,
    /// The speed at which the cars close in, whoever's car it is.
    Closing,
}

/// How far the cars are apart, and their speeds, the mover's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Road {
    distance: u64,
    own: u64,
    other: u64,
}

impl Ruleset for Cars {
    type Position = Road;

    fn options(&self, road: &Road, _: Player) -> Vec<Road> {
        let Road { distance, own, other } = *road;
        if self.changes == Changes::Closing {
            return closing_options(own + other, distance);
        }
        let speeds = own.saturating_sub(1).max(self.least)..=own + 1;
        let moved = speeds.filter_map(|own| {
            let distance = distance.checked_sub(own + other)?;
            Some(Road { distance, own: other, other: own })
        });
        moved.collect()
    }

    fn ending(&self, _: &Road, mover: Player) -> Player {
        mover.opponent()
    }

    fn option_bound(&self, _: &Road) -> u128 {
        3
    }
}

/// Only the sum of the speeds matters: it is kept as the mover's, and stays at least 1 as the rate
/// of the pile game does.
fn closing_options(closing: u64, distance: u64) -> Vec<Road> {
    let speeds = closing.saturating_sub(1).max(1)..=closing + 1;
    speeds
        .filter(|closing| *closing <= distance)
        .map(|closing| Road { distance: distance - closing, own: closing, other: 0 })
        .collect()
}

/// E1: the duel of cars is equivalent to the pile game, the distance being the pile and the closing
/// speed the rate. Decided by comparing who wins at all small distances and speeds.
pub(super) fn equivalent(claim: Cars, frame: &Frame) -> Result {
    let (distance, speed) = frame.pick((40, 14), (90, 24));
    let outcomes = Outcomes::of_window(distance, 2 * speed, &frame.limits)?;
    let mut oracle = Oracle::new(&claim, frame.limits.clone());
    let (mut differing, mut as_bounded) = (0u128, true);
    let enumerated = words("E1.looked", &[&distance, &claim.least, &speed]);
    let order = "the smallest distance, then the smallest closing speed";
    let tried = frame.forall(enumerated, order, roads(distance, speed, claim.least)).survey(
        |tried, road| {
            let duel = oracle.outcome(&road)?;
            let pile = State { pile: road.distance, rate: road.own + road.other };
            let wanted = if outcomes.is_lost(pile) { Outcome::P } else { Outcome::N };
            if duel != wanted {
                differing += 1;
                as_bounded &= !is_out_of_reach(road, claim.least);
            }
            tried.expect(duel == wanted, || differs(claim, road, duel));
            Ok(())
        },
    )?;
    let cases = tried.cases;
    let known = match claim.changes {
        Changes::Closing => argued("E1", &[]),
        Changes::Own => Known::up_to(format!("distances to {distance}")),
    };
    let mut finding = tried.finding(known);
    if differing > 0 {
        finding = finding.note(words("E1.differing", &[&differing, &cases]));
        let corrected = equivalent(Cars { changes: Changes::Closing, ..claim }, frame)?;
        if corrected.counterexample.is_none() {
            finding = finding.say_known("E1.corrected", &[], corrected.known);
        }
        if as_bounded {
            finding = finding.say("E1.same-winner", &[]);
        }
    }
    Ok(finding)
}

/// The nearest first, then the slowest.
fn roads(distance: u64, speed: u64, least: u64) -> impl Iterator<Item = Road> {
    (0..=distance).flat_map(move |distance| {
        let mut roads: Vec<Road> = (least..=speed)
            .flat_map(|own| (least..=speed).map(move |other| Road { distance, own, other }))
            .filter(|road| road.own + road.other >= 1)
            .collect();
        roads.sort_by_key(|road| (road.own + road.other, road.own));
        roads
    })
}

/// Is the distance too short to brake a car to its least speed and then want to brake once more?
fn is_out_of_reach(road: Road, least: u64) -> bool {
    let closing = road.own + road.other;
    let covered =
        |moves: u64| (1..=moves).map(|step| closing.saturating_sub(step).max(1)).sum::<u64>();
    let (own, other) = (road.own - least, road.other - least);
    road.distance < covered(2 * own + 1) && road.distance < covered(2 * other + 2)
}

fn differs(claim: Cars, road: Road, duel: Outcome) -> (String, [String; 3]) {
    let Road { distance, own, other } = road;
    let who = match duel {
        Outcome::N => "won by the mover",
        Outcome::P => "lost for the mover",
        _ => "endless",
    };
    let shown = |road: &Road| {
        format!("closing speed {} to the distance {}", road.own + road.other, road.distance)
    };
    let moves = |options: Vec<Road>| match options.len() {
        0 => "no move without a crash".to_owned(),
        _ => listed(options.iter().map(shown), ", "),
    };
    let closing = own + other;
    let what = format!(
        "at the distance {distance} with the speeds {own} (mover) and {other} the duel is {who}, \
         but the pile game ({distance},{closing}) is not"
    );
    let steps = [
        format!("in the duel the mover has: {}", moves(claim.options(&road, Player::Left))),
        format!("in the pile game: {}", moves(closing_options(closing, distance))),
        format!("the mover's own speed is {own}, and the least speed is {}", claim.least),
    ];
    (what, steps)
}
