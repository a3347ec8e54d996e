//! E1: the duel of cars.

use bouton_lab::duels::{Outcomes, State};
use bouton_lab::rules::Game;
use bouton_lab::values::Outcome;

use crate::finding::Known;
use crate::frame::{Frame, Result};
use crate::judge::{Judge, listed};
use crate::words::{argued, words};

/// How far the cars are apart, and their speeds, the mover's first: the mover changes the speed of the own car by at
/// most 1, and the cars come nearer by the sum of their speeds. Who lets them crash, loses.
pub(super) const OWN: &str = "game cars; position distance, own, other; \
    legal distance >= 0 and own >= 1 and other >= 1; \
    move v in own - 1 .. own + 1: distance' = distance - other - v, own' = other, other' = v";

/// The duel in which the mover changes the speed at which the cars close in, whoever's car it is. It is kept as that of
/// the mover's car, and stays at least 1 as the rate of the pile game does.
pub(super) const CLOSING: &str = "game cars; position distance, own, other; \
    legal distance >= 0 and own + other >= 1; \
    move v in own + other - 1 .. own + other + 1: distance' = distance - v, own' = v, other' = 0";

/// E1. Decided by comparing who wins at all small distances and speeds, from the least speed of a car on: 1, or 0 if
/// that is a natural number.
pub(super) fn equivalent(rules: &str, least: u64, frame: &Frame) -> Result {
    let (distance, speed) = frame.pick((40, 14), (90, 24));
    let outcomes = Outcomes::of_window(distance, 2 * speed, &frame.limits)?;
    let cars = Game::parse(rules)?;
    let mut judge = Judge::new(&cars, &frame.limits)?;
    let (mut differing, mut as_bounded) = (0u128, true);
    let roads = roads(distance, speed, least);
    let tried = frame.forall(words("E1.order", &[]), roads).survey(|tried, road| {
        let duel = judge.outcome(&road)?;
        let wanted = if outcomes.is_lost(pile_of(&road)) { Outcome::P } else { Outcome::N };
        if duel != wanted {
            differing += 1;
            as_bounded &= !is_out_of_reach(road, least);
        }
        tried.expect(duel == wanted, || differs(road, duel, judge.options(&road), least));
        Ok(())
    })?;
    let cases = tried.cases;
    let known = match rules == CLOSING {
        true => argued("E1", &[]),
        false => Known::up_to(format!("distances to {distance}")),
    };
    let mut finding = tried.finding("E1", &[&distance, &least, &speed], known);
    if differing > 0 {
        finding = finding.note(words("E1.differing", &[&differing, &cases]));
        let corrected = equivalent(CLOSING, least, frame)?;
        if corrected.counterexample.is_none() {
            finding = finding.say_known("E1.corrected", &[], corrected.known);
        }
        if as_bounded {
            finding = finding.say("E1.same-winner", &[]);
        }
    }
    Ok(finding)
}

/// The state of the pile game.
fn pile_of([distance, own, other]: &[u64; 3]) -> State {
    State { pile: *distance, rate: own + other }
}

/// The nearest first, then the slowest.
fn roads(distance: u64, speed: u64, least: u64) -> impl Iterator<Item = [u64; 3]> {
    let sums = move |distance| (1..=2 * speed).map(move |closing| (distance, closing));
    (0..=distance).flat_map(sums).flat_map(move |(distance, closing)| {
        let roads =
            (least..=speed).map(move |own| Some([distance, own, closing.checked_sub(own)?]));
        roads.flatten().filter(move |[.., other]| (least..=speed).contains(other))
    })
}

/// Is the distance too short to brake a car to its least speed and then want to brake once more?
fn is_out_of_reach([distance, own, other]: [u64; 3], least: u64) -> bool {
    let closing = own + other;
    let covered =
        |moves: u64| (1..=moves).map(|step| closing.saturating_sub(step).max(1)).sum::<u64>();
    let (own, other) = (own - least, other - least);
    distance < covered(2 * own + 1) && distance < covered(2 * other + 2)
}

fn differs(road: [u64; 3], duel: Outcome, options: Vec<Vec<u64>>, least: u64) -> String {
    let [distance, own, other] = road;
    let who = match duel {
        Outcome::N => "won by the mover",
        Outcome::P => "lost for the mover",
        _ => "endless",
    };
    let moves = |none: &str, moves: Vec<State>| {
        let moves = moves.iter().map(|to| words("E1.move", &[&to.rate, &to.pile]));
        let all = listed(moves, ", ");
        if all.is_empty() { none.to_owned() } else { format!("the mover has: {all}") }
    };
    let states = options.iter().map(|to| State { pile: to[0], rate: to[1] + to[2] }).collect();
    let cars = moves("every move of the mover crashes", states);
    let pile = moves("no move is legal", pile_of(&road).options().collect());
    let closing = own + other;
    words("E1.differs", &[&distance, &own, &other, &who, &closing, &cars, &pile, &least])
}
