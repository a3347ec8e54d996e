//! B5, B8 and B9: the strategies.

use std::collections::HashMap;

use bouton_lab::rules::{Game, Limits};

use crate::finding::{Counterexample, Finding, cells, table};
use crate::frame::{Frame, Result, all, sure};
use crate::judge::{Judge, ascending, name, nim_sum, sorted};
use crate::words::{argued, words};

/// "Finish every move with this nim-sum."
pub(super) struct Strategy {
    pub(super) game: &'static str,
    pub(super) sum: u64,
}

/// Normal play.
pub(super) const LEAVE_ZERO: Strategy = Strategy { game: "nim", sum: 0 };
/// Misère play, as printed.
pub(super) const LEAVE_ONE: Strategy = Strategy { game: "nim/misere", sum: 1 };

/// What is wrong with a strategy on small positions.
#[derive(Default)]
struct Flaws {
    cases: u128,
    /// The first position with the sum that loses for whoever hands it over, with the reply.
    handed_and_lost: Option<(Vec<u64>, Vec<u64>)>,
    /// The first position that should be handed over and has another sum.
    missed: Option<Vec<u64>>,
}

impl Strategy {
    /// The positions with the sum are to be the P-positions.
    fn flaws(&self, below: u64, limits: &Limits) -> Result<Flaws> {
        let game = Game::parse(self.game)?;
        let mut judge = Judge::new(&game, limits)?;
        let mut flaws = Flaws::default();
        for heaps in (1..=4).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0)) {
            flaws.cases += 1;
            let has_sum = nim_sum(heaps.iter().copied()) == self.sum;
            let is_p = judge.is_p(&heaps)?;
            if has_sum && !is_p && flaws.handed_and_lost.is_none() {
                let reply = judge.winning_option(&heaps)?.unwrap_or_default();
                flaws.handed_and_lost = Some((heaps.clone(), reply));
            }
            if is_p && !has_sum && flaws.missed.is_none() {
                flaws.missed = Some(heaps);
            }
        }
        Ok(flaws)
    }

    fn against(&self, flaws: &Flaws) -> Option<Counterexample> {
        let smallest = format!(
            "the first with the sum {} by the number of heaps, then of stones, no heap empty",
            self.sum
        );
        let missed = flaws.missed.as_ref().map(|heaps| {
            let sum = nim_sum(heaps.iter().copied());
            format!("{} is P, so it should be handed over, but its sum is {sum}", name(heaps))
        });
        match (&flaws.handed_and_lost, missed) {
            (Some((heaps, reply)), missed) => {
                let what = format!(
                    "{}: {} has the sum {}, but whoever hands it over loses",
                    self.game,
                    name(heaps),
                    self.sum
                );
                let answer = format!("the opponent answers {}, which is P", name(reply));
                Some(Counterexample::new(what, [answer].into_iter().chain(missed), smallest))
            }
            (None, Some(missed)) => {
                let smallest = "the first by the number of heaps, then of stones, no heap empty";
                Some(Counterexample::plain(missed, smallest))
            }
            (None, None) => None,
        }
    }
}

/// B5 and B9: finishing every move with a nim-sum wins. That means: the positions with this sum are
/// the P-positions. Decided by the oracle on all small positions; Bouton's theorem for all.
pub(super) fn strategy(claim: &Strategy, frame: &Frame) -> Result {
    let below = frame.pick(8, 12);
    let flaws = claim.flaws(below, &frame.limits)?;
    let enumerated = words("B5.looked", &[&(below - 1), &claim.game]);
    let finding =
        Finding::decided(claim.against(&flaws), argued("B5", &[]), flaws.cases, enumerated);
    if finding.counterexample.is_none() {
        return Ok(finding);
    }
    misere_rule(finding, below, &frame.limits)
}

/// What holds in misère play.
fn misere_rule(finding: Finding, below: u64, limits: &Limits) -> Result {
    let game = Game::parse("nim/misere")?;
    let mut judge = Judge::new(&game, limits)?;
    let mut rows = Vec::new();
    for length in 1..=4 {
        let (mut winnable, mut wrong, mut impossible) = (0u64, 0u64, 0u64);
        for heaps in ascending(length, below, |heaps| heaps[0] > 0) {
            sure(judge.is_p(&heaps)? == is_misere_loss(&heaps), name(&heaps))?;
            if judge.is_p(&heaps)? {
                continue;
            }
            winnable += 1;
            let mut advised = judge.options(&heaps);
            advised.retain(|option| nim_sum(option.iter().copied()) == 1);
            let mut wins = false;
            for option in &advised {
                wins |= judge.is_p(option)?;
            }
            impossible += u64::from(advised.is_empty());
            wrong += u64::from(!advised.is_empty() && !wins);
        }
        rows.push((length, cells([winnable, winnable - wrong - impossible, wrong, impossible])));
    }
    let columns = ["heaps", "can be won", "sum 1 wins", "sum 1 loses", "no move to sum 1"];
    let caption = words("B9.table", &[&(below - 1)]);
    Ok(finding.say("B9.misere", &[]).exhibit(table(caption, columns, rows)))
}

/// P in misère Nim: sum 0 with a heap above 1, or an odd number of single stones.
fn is_misere_loss(heaps: &[u64]) -> bool {
    let has_big_heap = heaps.iter().any(|heap| *heap > 1);
    (nim_sum(heaps.iter().copied()) == 0) == has_big_heap
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Turn {
    /// That of the player who leaves sum 0.
    Yours,
    /// The other's.
    Opponents,
}

impl Turn {
    fn words(self) -> &'static str {
        match self {
            Turn::Yours => "your",
            Turn::Opponents => "the opponent's",
        }
    }
}

/// B8: if you leave sum 0 whenever you move, at the end no stone is left on the turn of the named
/// player. Decided by playing out all games from all small positions.
pub(super) fn last_turn(claim: Turn, frame: &Frame) -> Result {
    let below = frame.pick(9, 14);
    let game = Game::parse("nim")?;
    let mut plays = Plays { judge: Judge::new(&game, &frame.limits)?, known: HashMap::new() };
    let starts = (1..=3).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0));
    let enumerated = words("B8.looked", &[&below]);
    let starts = all(
        enumerated,
        "smallest by the number of heaps, then of stones",
        starts.filter(|heaps| nim_sum(heaps.iter().copied()) != 0),
    );
    let mut tried = frame.forall(starts).survey(|tried, heaps| {
        let ends = plays.ends(&heaps, Turn::Yours);
        sure(ends.iter().all(|(turn, _)| *turn == Turn::Opponents), "no play ends on your turn")?;
        for (turn, play) in &ends {
            tried.expect(*turn == claim, || {
                let what = format!("from {} play ends on {} turn", name(&heaps), turn.words());
                let positions: Vec<String> = play.iter().rev().map(|heaps| name(heaps)).collect();
                let moves = format!("you move first: {}", positions.join(", "));
                (what, [moves, "whoever's turn it is with no stone left has lost".to_owned()])
            });
        }
        Ok(())
    })?;
    tried.cases = plays.known.len() as u128;
    Ok(tried.finding(argued("B8", &[])).if_refuted(|finding| finding.say("B8.corrected", &[])))
}

/// How play can end: on whose turn, with one play that ends so, the last position first.
type Ends = Vec<(Turn, Vec<Vec<u64>>)>;

struct Plays<'a> {
    judge: Judge<'a>,
    known: HashMap<(Vec<u64>, Turn), Ends>,
}

impl Plays<'_> {
    fn ends(&mut self, heaps: &[u64], turn: Turn) -> Ends {
        let heaps = sorted(heaps.iter().copied());
        if let Some(known) = self.known.get(&(heaps.clone(), turn)) {
            return known.clone();
        }
        let mut options = self.judge.options(&heaps);
        if turn == Turn::Yours {
            options.retain(|option| nim_sum(option.iter().copied()) == 0);
        }
        let next = if turn == Turn::Yours { Turn::Opponents } else { Turn::Yours };
        let mut ends: Ends = Vec::new();
        if options.is_empty() {
            ends.push((turn, vec![heaps.clone()]));
        }
        for option in options {
            for (end, mut play) in self.ends(&option, next) {
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
