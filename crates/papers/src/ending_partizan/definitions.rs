//! Section 2.1: what a game is, and its outcomes (C1 to C3).

use std::collections::HashSet;

use bouton_lab::rules::Ending;
use bouton_lab::values::Outcome::{self, L, R};

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
    let games = each_game(most, frame, |tried, game, letters| agree(tried, game, letters, NAMING))?;
    let count = games.cases;
    let sets = [false, true].into_iter().zip(reading);
    let sets =
        sets.flat_map(|(wins, ending)| Set::within(2, max).map(move |set| (wins, ending, set)));
    let sets =
        frame.forall(words("C1.order", &[]), sets).survey(|tried, (wins, ending, set)| {
            let suffix = if *ending == Ending::Misere { "/misere" } else { "" };
            let rules = format!("subtraction:{}{suffix}", set.list());
            let letters = constant(set, wins).letters(&frame.limits)?.into_iter();
            let wanted = by_oracle(&rules, HEAPS.into(), &frame.limits)?;
            for (heap, (letter, wanted)) in letters.zip(wanted).enumerate() {
                tried.expect(letter == wanted, || {
                    let [word, fate] = if wins { ["Win", "wins"] } else { ["Lose", "loses"] };
                    words("C1.differ", &[&word, &set, &format!("{ending:?}"), &heap, &fate])
                });
            }
            Ok(())
        })?;
    Ok(games.and(sets).argued("C1", &[&count, &most, &max]))
}

/// Strategies and labels must agree at all positions.
fn agree(tried: &mut Tried, game: &Quintuple, letters: &[Outcome], naming: Naming) {
    for (position, labelled) in (0..).zip(letters) {
        let [labelled, played] = [Some(*labelled), game.outcome(position, naming)];
        tried.expect(labelled == played, || {
            let what =
                format!("position {position} is {labelled:?} by labels, {played:?} by strategies");
            (what, game.lines())
        });
    }
}

/// Subtraction games are compared to this heap.
const HEAPS: u32 = 30;

/// Subtraction with a constant ending, as a quintuple.
fn constant(set: Set, wins: bool) -> Quintuple {
    let options = |heap: u32| {
        let lower = set.elements().filter_map(|s| heap.checked_sub(s));
        lower.fold(0, |options, heap| options | 1 << heap)
    };
    let map: Vec<u32> = (0..=HEAPS).map(options).collect();
    Quintuple { options: [map.clone(), map], wins: [if wins { u32::MAX } else { 0 }; 2] }
}

/// Which games are said to be impartial.
pub(super) type Impartial = fn(&Quintuple) -> bool;

/// As printed, f_L = f_R and e_L = e_R; the literature asks for the same options only.
pub(super) const IMPARTIAL: Impartial = |game| game.same_options() && game.same_endings();

/// C2. All small games that fit the definition are labelled.
pub(super) fn definition_2(said: Impartial, frame: &Frame) -> Result {
    let most = frame.pick(3, 4);
    let (mut without, mut fitting) = (None, 0_u64);
    let tried = each_game(most, frame, |tried, game, letters| {
        let partizan = letters.iter().enumerate().find(|(_, letter)| matches!(letter, L | R));
        let is_impartial = said(game);
        fitting += u64::from(is_impartial);
        match partizan {
            Some((position, letter)) => tried.expect(!is_impartial, || {
                (format!("position {position} of an impartial game is {letter}"), game.lines())
            }),
            None if !is_impartial => _ = without.get_or_insert_with(|| game.lines().join("; ")),
            None => {}
        }
    })?;
    let cases = tried.cases;
    Ok(tried.argued("C2", &[&cases, &most, &fitting]).say_of("C2.converse", without))
}

/// C3. Over all small games exactly one of the four cases of the definition holds at each position, and its letter is
/// the oracle's; among those with equal options all four letters occur.
pub(super) fn definition_3(naming: Naming, frame: &Frame) -> Result {
    let most = frame.pick(3, 4);
    let (mut seen, mut partizan) = (HashSet::new(), 0_u64);
    let tried = each_game(most, frame, |tried, game, letters| {
        agree(tried, game, letters, naming);
        if game.same_options() {
            partizan += 1;
            seen.extend(letters.iter().copied());
        }
    })?;
    let all_letters = seen.len() == LETTERS.len();
    sure(!tried.holds() || all_letters, "games with f_L = f_R have all four letters")?;
    let cases = tried.cases;
    Ok(tried.argued("C3", &[&cases, &most, &partizan]))
}
