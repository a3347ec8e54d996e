//! B1 to B3: the two ways of playing, the first labels, and the lone example.

use std::collections::HashMap;

use bouton_lab::rules::{Game, Refusal};
use bouton_lab::values::Outcome;
use bouton_lab::{Ask, Quantity, Question, Sequence, Standing, Terms, answer};

use crate::finding::{Exhibit, Known};
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{Judge, ascending, listed, name, with};
use crate::words::words;

const FEWEST_STONES: &str = "smallest by the number of stones";

/// Nim under normal and under misère play.
pub(super) const BOTH: [&str; 2] = ["nim", "nim/misere"];

/// Does the taker of the last stone win, under normal and under misère play? As printed.
pub(super) const LAST_STONE: [bool; 2] = [true, false];

/// B1. Decided by playing the stones out with a program that asks who took the last one; the rules ask who is stuck.
pub(super) fn last_stone(taker_wins: [bool; 2], frame: &Frame) -> Result {
    let below = frame.pick(9, 14);
    let endings = BOTH.into_iter().zip(taker_wins);
    let tried = Tried::joined(endings.map(|(text, taker_wins)| {
        let mut judge = Judge::of(text, &frame.limits)?;
        let mut stones = Stones { taker_wins, known: HashMap::new() };
        let positions = ascending(3, below, |_| true).into_iter().filter(|heaps| heaps[2] > 0);
        frame.forall(FEWEST_STONES, positions).survey(|tried, heaps| {
            let by_stones = if stones.mover_wins(&heaps) { Outcome::N } else { Outcome::P };
            let by_rules = judge.outcome(&heaps)?;
            tried.expect(by_stones == by_rules, || {
                format!("{text}: {} is {by_rules}, by the last stone {by_stones}", name(&heaps))
            });
            Ok(())
        })
    }))?;
    Ok(tried.argued("B1", &[&below]))
}

/// Nim played out stone by stone.
struct Stones {
    taker_wins: bool,
    known: HashMap<Vec<u64>, bool>,
}

impl Stones {
    /// Does the mover win? There are stones left.
    fn mover_wins(&mut self, heaps: &[u64]) -> bool {
        if let Some(known) = self.known.get(heaps) {
            return *known;
        }
        let moves =
            (0..heaps.len()).flat_map(|place| (0..heaps[place]).map(move |left| (place, left)));
        let wins = moves.collect::<Vec<_>>().into_iter().any(|(place, left)| {
            let mut after = with(heaps, place, left);
            after.sort_unstable();
            match after.iter().all(|heap| *heap == 0) {
                true => self.taker_wins,
                false => !self.mover_wins(&after),
            }
        });
        self.known.insert(heaps.to_vec(), wins);
        wins
    }
}

/// What (0,0,0) is, and what (0,0,n) is, n ≥ 1: as printed.
pub(super) const LABELS: [Outcome; 2] = [Outcome::P, Outcome::N];

/// B2: (0,0,0) is always P, and every (0,0,n) is N, under the endings that are meant. Decided by the oracle.
pub(super) fn labels(said: [Outcome; 2], endings: &[&str], frame: &Frame) -> Result {
    let most = frame.pick(200, 1000);
    let tried = Tried::joined(endings.iter().map(|text| {
        let mut judge = Judge::of(text, &frame.limits)?;
        frame.forall(FEWEST_STONES, 0..=most).survey(|tried, n| {
            let claimed = said[usize::from(n > 0)];
            let outcome = judge.outcome(&[0, 0, n])?;
            let key = if n == 0 { "B2.empty" } else { "B2.lone" };
            tried.expect(outcome == claimed, || words(key, &[text, &n, &outcome, &claimed]));
            Ok(())
        })
    }))?;
    for (text, first_lost) in BOTH.into_iter().zip([0, 1]) {
        let mut judge = Judge::of(text, &frame.limits)?;
        for n in 0..=most {
            let is_right = judge.is_p(&[0, 0, n])? == (n == first_lost);
            sure(is_right, format!("{text}: the label of {n}"))?;
        }
    }
    let finding = tried.argued("B2", &[&most, &endings.join(" and ")]);
    Ok(finding.if_refuted(|finding| finding.say("B2.normal", &[]).say("B2.misere", &[])))
}

/// B3: "S = (1,3,4): 0 is P, 2 is P because its only move goes to N; one who can take everything wins." The claim is S,
/// the heaps that are lost, and a heap with its only option, which is N. Decided by the oracle; its period by the engine,
/// whose outcomes are compared with the oracle's.
pub(super) fn set_example(
    set: &[u64],
    lost: &[u64],
    (from, only): (u64, u64),
    frame: &Frame,
) -> Result {
    let to = frame.pick(100, 1000);
    let text = format!("subtraction:{}", listed(set, ","));
    let game = Game::parse(&text)?;
    let mut judge = Judge::new(&game, &frame.limits)?;
    let outcomes: Vec<Outcome> = (0..=to).map(|n| judge.outcome(&[n])).collect::<Result<_, _>>()?;
    let outcome = |n: u64| outcomes[n as usize];
    let options = judge.options(&[from]);
    let labels = lost.iter().map(|n| (*n, Outcome::P));
    let labels = labels.chain(set.iter().map(|n| (*n, Outcome::N)));
    let labels = labels.map(|(n, said)| (outcome(n) == said, format!("{n} is {}", outcome(n))));
    let moved = (
        options == [[only]] && outcome(only) == Outcome::N,
        format!("{from} has the options {options:?}, and {only} is {}", outcome(only)),
    );
    let facts: Vec<(bool, String)> = labels.chain([moved]).collect();
    let (count, mut tried) = (facts.len(), frame.facts(facts)?);
    tried.cases = outcomes.len() as u128;
    let mut nim_judge = Judge::of("nim", &frame.limits)?;
    let (nim_heap, nim_moves) = (nim_judge.outcome(&[2])?, nim_judge.options(&[2]).len());
    // The proved period and the engine that proves it; the engine's outcomes must be the oracle's.
    let ask = Ask::Sequence { of: Quantity::Outcome, to, row: None };
    let found = answer(&Question::new(game.clone(), ask).within(&frame.limits))?;
    let agrees = |found: &&Sequence| found.terms == Terms::Outcomes(outcomes.clone());
    let period = found.sequence().filter(agrees).and_then(|sequence| sequence.period.as_ref());
    let period = period
        .filter(|period| period.standing == Standing::Proved)
        .ok_or_else(|| Refusal::bug("the oracle disagrees, or no period was proved"))?;
    let residues = (0..period.period).filter(|n| outcome(*n) == Outcome::P);
    let letters = outcomes.iter().take(6 * period.period as usize).map(|outcome| outcome.letter());
    let why = "a window as long as the largest move repeats, and no move reaches further back";
    let repeats = Known::theorem(format!("the engine {}", found.engine), why);
    let residues = listed(residues, ", ");
    Ok(tried
        .argued("B3", &[&to, &text, &count])
        .say_known("B3.period", &[&period.period, &period.preperiod, &residues], repeats)
        .say("B3.nim", &[&nim_heap, &nim_moves])
        .exhibit(Exhibit::Strip {
            caption: format!("Outcomes of {text}"),
            letters: letters.collect(),
            period: Some(period.period as usize),
        }))
}
