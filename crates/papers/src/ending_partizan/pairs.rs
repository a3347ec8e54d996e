//! Period 2 (C24).

use std::fmt::Display;

use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::endless;
use super::neighbours::{THEOREM_5, allowed_pairs};
use super::strip::{REPEATED, Strip, each_set, of_options, story};
use crate::finding::Known;
use crate::frame::{Frame, Result};
use crate::words::{Values, argued};

/// C24: the letters beside L, and the one for finite S. All finite S within {2..N} and all small infinite ones.
pub(super) fn proposition_12(beside_left: &[Outcome], finite: Outcome, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let mut even = 0_u64;
    let tried = each_set(max, frame, |tried, set, strip| {
        let is_pair = strip.period == 2;
        even += u64::from(is_pair);
        let is_said = !is_pair || other_of(strip) == Some(finite);
        tried.expect(is_pair == set.is_even() && is_said, || {
            (strip_of(&set, strip), story(set, strip, &[strip.preperiod, strip.preperiod + 1]))
        });
    })?;
    let infinite = endless::small(frame.pick(5, 7), frame.pick(6, 9));
    let count = infinite.len();
    let mut pairs: Vec<(Outcome, u32, String, Strip)> = Vec::new();
    let infinite =
        frame.forall("the first infinite set looked at", infinite).survey(|tried, set| {
            let strip = endless::strip(&set, &frame.limits)?;
            if strip.period != 2 {
                return Ok(());
            }
            let letter = other_of(&strip).filter(|letter| {
                beside_left.contains(letter) && (*letter == finite) == endless::is_even(&set)
            });
            let name = endless::name(&set);
            tried.expect(letter.is_some(), || {
                (strip_of(&name, &strip), [strip.text(strip.horizon() + 4)])
            });
            let Some(letter) = letter else { return Ok(()) };
            match pairs.iter_mut().find(|(known, ..)| *known == letter) {
                Some((_, count, ..)) => *count += 1,
                None => pairs.push((letter, 1, name, strip)),
            }
            Ok(())
        })?;
    let proof = pair_proof().then(|| argued("C24", &[]));
    let mut finding = tried.and(infinite).proved_or_seen("C24", &[&max, &even, &count], proof);
    for (letter, count, set, strip) in &pairs {
        let why = "a state of the last heaps and of what the progression reaches comes back";
        let values: Values<'_> = &[&letter, &count, &set, &strip.sentence()];
        finding = finding
            .say_known("C24.pair", values, Known::theorem(REPEATED, why))
            .exhibit(strip.exhibit(format!("S = {set}")));
    }
    Ok(finding)
}

fn strip_of(set: &impl Display, strip: &Strip) -> String {
    format!("S = {set}: {}", strip.sentence())
}

/// The letter beside L in a period of length 2.
fn other_of(strip: &Strip) -> Option<Outcome> {
    let pair = [0, 1].map(|i| strip.at(strip.preperiod + i));
    match pair {
        [L, other] | [other, L] => Some(other),
        _ => None,
    }
}

/// The finite parts of the proof.
fn pair_proof() -> bool {
    let mut pairs = allowed_pairs(THEOREM_5).into_iter().filter(|[a, b]| a != b);
    let with_left = pairs.all(|pair| pair.contains(&L));
    // With options L and N only, or one of them: never N, nor R from an L, nor L from an R.
    let no_n = [vec![L], vec![N], vec![L, N]].into_iter().all(|options| of_options(options) != N);
    let with_p = [vec![P], vec![P, L], vec![P, N], vec![P, L, N]]
        .into_iter()
        .all(|options| of_options(options) == N);
    let others = |letter: Outcome| {
        [vec![], vec![L], vec![R]]
            .into_iter()
            .map(move |more| of_options(more.into_iter().chain([letter])))
    };
    with_left
        && no_n
        && with_p
        && others(L).all(|found| found != R)
        && others(R).all(|found| found != L)
}
