//! B5, B8 and B9: the strategies.

use std::collections::HashMap;

use bouton_lab::rules::Limits;
use bouton_lab::values::{Outcome, Player};

use crate::finding::{Finding, cells, said_table};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, ascending, listed, name, nim_sum, sorted};
use crate::words::words;

/// B5 and B9: the positions with this sum are the P-positions. Decided by the oracle on all small positions.
pub(super) fn strategy(game: &str, wanted: u64, frame: &Frame) -> Result {
    let below = frame.pick(8, 12);
    let mut judge = Judge::of(game, &frame.limits)?;
    // The first position that should be handed over and has another sum.
    let mut missed = None;
    let positions = (1..=4).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0));
    let mut tried = frame.forall(words("B5.first", &[]), positions).survey(|tried, heaps| {
        let (sum, is_p) = (nim_sum(&heaps), judge.is_p(&heaps)?);
        if is_p && sum != wanted && missed.is_none() {
            missed = Some(words("B5.missed", &[&name(&heaps), &sum]));
        }
        if sum == wanted && !is_p && tried.holds() {
            let options = judge.labelled_options(&heaps)?;
            let reply = options.iter().find(|(_, outcome)| *outcome == Outcome::P);
            let reply = reply.map_or(String::new(), |(reply, _)| name(reply));
            let lost = words("B5.lost", &[&game, &name(&heaps), &sum, &reply]);
            tried.expect(false, || lost);
        }
        Ok(())
    })?;
    match &mut tried.against {
        Some(against) => {
            against.smallest = words("B5.order", &[&wanted]);
            against.steps.extend(missed);
        }
        None => tried.expect(missed.is_none(), || missed.unwrap_or_default()),
    }
    let finding = tried.argued("B5", &[&(below - 1), &game]);
    if finding.counterexample.is_none() {
        return Ok(finding);
    }
    misere_rule(finding, below, &frame.limits)
}

/// What holds in misère play.
fn misere_rule(finding: Finding, below: u64, limits: &Limits) -> Result {
    let mut judge = Judge::of("nim/misere", limits)?;
    let mut rows = Vec::new();
    for length in 1..=4 {
        let (mut winnable, mut wrong, mut impossible) = (0u64, 0u64, 0u64);
        for heaps in ascending(length, below, |heaps| heaps[0] > 0) {
            // P in misère Nim: sum 0 with a heap above 1, or an odd number of single stones.
            let has_big_heap = heaps.iter().any(|heap| *heap > 1);
            let is_p = judge.is_p(&heaps)?;
            sure(is_p == ((nim_sum(&heaps) == 0) == has_big_heap), name(&heaps))?;
            if is_p {
                continue;
            }
            winnable += 1;
            let mut advised = judge.labelled_options(&heaps)?;
            advised.retain(|(option, _)| nim_sum(option) == 1);
            let wins = advised.iter().any(|(_, outcome)| *outcome == Outcome::P);
            impossible += u64::from(advised.is_empty());
            wrong += u64::from(!advised.is_empty() && !wins);
        }
        rows.push((length, cells([winnable, winnable - wrong - impossible, wrong, impossible])));
    }
    let table = said_table("B9.table", &[&(below - 1)], rows);
    Ok(finding.say("B9.misere", &[]).exhibit(table))
}

/// B8: on whose turn play ends, where Left is the player who leaves sum 0. Decided by playing out all games from all
/// small positions.
pub(super) fn last_turn(claim: Player, frame: &Frame) -> Result {
    let below = frame.pick(9, 14);
    let mut plays = Plays { judge: Judge::of("nim", &frame.limits)?, known: HashMap::new() };
    let starts = (1..=3).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0));
    let starts = starts.filter(|heaps| nim_sum(heaps) != 0);
    let mut tried = frame.forall(words("B8.order", &[]), starts).survey(|tried, heaps| {
        let ends = plays.ends(&heaps, Player::Left);
        let is_right = ends.iter().all(|(turn, _)| *turn == Player::Right);
        sure(is_right, "no play ends on your turn")?;
        for (turn, play) in &ends {
            tried.expect(*turn == claim, || {
                let play = listed(play.iter().rev().map(|heaps| name(heaps)), ", ");
                let whose = if *turn == Player::Left { "your" } else { "the opponent's" };
                words("B8.ends", &[&name(&heaps), &whose, &play])
            });
        }
        Ok(())
    })?;
    tried.cases = plays.known.len() as u128;
    Ok(tried.argued("B8", &[&below]).if_refuted(|finding| finding.say("B8.corrected", &[])))
}

/// How play can end: on whose turn, with one play that ends so, the last position first.
type Ends = Vec<(Player, Vec<Vec<u64>>)>;

struct Plays {
    judge: Judge<'static>,
    known: HashMap<(Vec<u64>, Player), Ends>,
}

impl Plays {
    fn ends(&mut self, heaps: &[u64], turn: Player) -> Ends {
        let heaps = sorted(heaps.iter().copied());
        if let Some(known) = self.known.get(&(heaps.clone(), turn)) {
            return known.clone();
        }
        let mut options = self.judge.options(&heaps);
        if turn == Player::Left {
            options.retain(|option| nim_sum(option) == 0);
        }
        let mut ends: Ends = Vec::new();
        if options.is_empty() {
            ends.push((turn, vec![heaps.clone()]));
        }
        for option in options {
            for (end, mut play) in self.ends(&option, turn.opponent()) {
                if ends.iter().all(|(known, _)| *known != end) {
                    play.push(heaps.clone());
                    ends.push((end, play));
                }
            }
        }
        self.known.insert((heaps, turn), ends.clone());
        ends
    }
}
