//! Section 2.1: what a game is, and its outcomes (C1 to C3).

use bouton_lab::oracle::Oracle;
use bouton_lab::rules::{Ending, Limits, Ruleset};
use bouton_lab::values::Outcome::{self, L, R};
use bouton_lab::values::Player;

use super::quintuple::{NAMING, Naming, Quintuple, each_game};
use super::sets::Set;
use super::strip::{LETTERS, by_oracle};
use crate::frame::{Frame, Result, Tried, sure};
use crate::words::words;

/// What play is said to be where both endings are constantly Lose, and where both are constantly Win: as printed.
pub(super) const READING: [Ending; 2] = [Ending::Normal, Ending::Misere];

/// C1. Every game with few positions is played out with all strategies of both players and compared with the oracle's
/// labels; subtraction games written as quintuples with constant endings are compared with the ready-made rules.
pub(super) fn definition_1(reading: &[Ending; 2], frame: &Frame) -> Result {
    let (most, max) = frame.pick((3, 6), (4, 9));
    let games = each_game(most, frame, |tried, game| {
        let mut oracle = Oracle::new(&game, frame.limits.clone());
        for position in 0..game.positions() {
            let labelled = oracle.outcome(&position)?;
            disagreement(tried, &game, position, labelled, NAMING);
        }
        Ok(())
    })?;
    let count = games.cases;
    let constant = [false, true].into_iter().zip(reading);
    let sets =
        constant.flat_map(|(wins, ending)| Set::within(2, max).map(move |set| (wins, ending, set)));
    let order = "the first set, by its bits, and its first heap";
    let sets = frame.forall(order, sets).survey(|tried, (wins, ending, set)| {
        let constant = Constant { set, wins };
        tried.none(differs(&constant, ending, &frame.limits)?, |heap| {
            let [word, fate] = if wins { ["Win", "wins"] } else { ["Lose", "loses"] };
            words("C1.differ", &[&word, &set, &format!("{ending:?}"), &heap, &fate])
        });
        Ok(())
    })?;
    Ok(games.and(sets).argued("C1", &[&count, &most, &max]))
}

/// Strategies and labels must agree at a position.
fn disagreement(
    tried: &mut Tried,
    game: &Quintuple,
    position: u8,
    labelled: Outcome,
    naming: Naming,
) {
    let [labelled, played] = [Some(labelled), game.outcome(position, naming)];
    tried.expect(labelled == played, || {
        let what =
            format!("position {position} is {labelled:?} by labels, {played:?} by strategies");
        (what, game.lines())
    });
}

/// Subtraction with a constant ending, as a quintuple on all heaps.
struct Constant {
    set: Set,
    wins: bool,
}

impl Ruleset for Constant {
    type Position = u64;

    fn options(&self, heap: &u64, _: Player) -> Vec<u64> {
        self.set.elements().filter_map(|s| heap.checked_sub(s.into())).collect()
    }

    fn ending(&self, _: &u64, mover: Player) -> Player {
        if self.wins { mover } else { mover.opponent() }
    }

    fn option_bound(&self, _: &u64) -> u128 {
        64
    }
}

/// The first heap where the rules of the subtraction game under this ending say otherwise.
fn differs(constant: &Constant, ending: &Ending, limits: &Limits) -> Result<Option<u64>> {
    let suffix = if *ending == Ending::Misere { "/misere" } else { "" };
    let wanted = by_oracle(&format!("subtraction:{}{suffix}", constant.set.list()), 30, limits)?;
    let mut oracle = Oracle::new(constant, limits.clone());
    for (heap, wanted) in (0..).zip(wanted) {
        if oracle.outcome(&heap)? != wanted {
            return Ok(Some(heap));
        }
    }
    Ok(None)
}

/// Which games are said to be impartial.
pub(super) type Impartial = fn(&Quintuple) -> bool;

/// As printed, f_L = f_R and e_L = e_R; the literature asks for the same options only.
pub(super) const IMPARTIAL: Impartial = |game| game.same_options() && game.same_endings();

/// C2. All small games that fit the definition are labelled.
pub(super) fn definition_2(said: Impartial, frame: &Frame) -> Result {
    let most = frame.pick(3, 4);
    let (mut without, mut fitting) = (None, 0_u64);
    let tried = each_game(most, frame, |tried, game| {
        let mut oracle = Oracle::new(&game, frame.limits.clone());
        let outcomes: Vec<Outcome> =
            (0..game.positions()).map(|x| oracle.outcome(&x)).collect::<Result<_, _>>()?;
        let partizan = (0..).zip(&outcomes).find(|(_, letter)| matches!(letter, L | R));
        let is_impartial = said(&game);
        fitting += u64::from(is_impartial);
        match partizan {
            Some((position, letter)) => tried.expect(!is_impartial, || {
                (format!("position {position} of an impartial game is {letter}"), game.lines())
            }),
            None if !is_impartial && without.is_none() => without = Some(game),
            None => {}
        }
        Ok(())
    })?;
    let cases = tried.cases;
    let mut finding = tried.argued("C2", &[&cases, &most, &fitting]);
    if let Some(game) = without {
        finding = finding.say("C2.converse", &[&game.lines().join("; ")]);
    }
    Ok(finding)
}

/// C3. Over all small games exactly one of the four cases of the definition holds at each position, and its letter is
/// the oracle's; among those with equal options all four letters occur.
pub(super) fn definition_3(naming: Naming, frame: &Frame) -> Result {
    let most = frame.pick(3, 4);
    let (mut seen, mut partizan) = (Vec::new(), 0_u64);
    let tried = each_game(most, frame, |tried, game| {
        let mut oracle = Oracle::new(&game, frame.limits.clone());
        partizan += u64::from(game.same_options());
        for position in 0..game.positions() {
            let letter = oracle.outcome(&position)?;
            disagreement(tried, &game, position, letter, naming);
            if game.same_options() && !seen.contains(&letter) {
                seen.push(letter);
            }
        }
        Ok(())
    })?;
    let all_letters = seen.len() == LETTERS.len();
    sure(!tried.holds() || all_letters, "games with f_L = f_R have all four letters")?;
    let cases = tried.cases;
    Ok(tried.argued("C3", &[&cases, &most, &partizan]))
}
