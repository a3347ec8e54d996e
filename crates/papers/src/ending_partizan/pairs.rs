//! Sets with period 2 (C24).

use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::neighbours::{THEOREM_5, allowed_pairs};
use super::sets::Set;
use super::strip::{FIRST_ENDLESS, REPEATED, Strip, choices, each_of, each_set, of_options};
use crate::finding::Known;
use crate::frame::{Frame, Result};
use crate::words::{Values, argued};

/// C24: the letters beside L, and the one for finite S. All finite S within {2..N} and all small infinite ones.
pub(super) fn proposition_12(beside_left: &[Outcome], finite: Outcome, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let mut even = 0_u64;
    let tried = each_set(max, frame, |tried, strip| {
        let is_pair = strip.period == 2;
        even += u64::from(is_pair);
        let is_said = !is_pair || other_of(strip) == Some(finite);
        tried.expect(is_pair == strip.set.is_even() && is_said, || {
            (strip.of_set(), strip.story(&[strip.preperiod, strip.preperiod + 1]))
        });
    })?;
    let infinite = Set::endless(frame.pick(5, 7), frame.pick(6, 9));
    let count = infinite.len();
    let mut pairs: Vec<(Outcome, u32, Strip)> = Vec::new();
    let infinite = each_of(FIRST_ENDLESS, infinite, frame, |tried, strip| {
        if strip.period != 2 {
            return;
        }
        let letter = other_of(strip).filter(|letter| {
            beside_left.contains(letter) && (*letter == finite) == strip.set.is_even()
        });
        tried.expect(letter.is_some(), || (strip.of_set(), [strip.text(0..strip.horizon() + 4)]));
        let Some(letter) = letter else { return };
        match pairs.iter_mut().find(|(known, ..)| *known == letter) {
            Some((_, count, _)) => *count += 1,
            None => pairs.push((letter, 1, strip.clone())),
        }
    })?;
    let proof = pair_proof().then(|| argued("C24", &[]));
    let mut finding = tried.and(infinite).proved_or_seen("C24", &[&max, &even, &count], proof);
    for (letter, count, strip) in &pairs {
        let why = "a state of the last heaps and of what the progression reaches comes back";
        let values: Values<'_> = &[&letter, &count, &strip.set, &strip.sentence()];
        finding = finding
            .say_known("C24.pair", values, Known::theorem(REPEATED, why))
            .exhibit(strip.exhibit(format!("S = {}", strip.set)));
    }
    Ok(finding)
}

/// The letter beside L in a period of length 2.
fn other_of(strip: &Strip) -> Option<Outcome> {
    match [0, 1].map(|i| strip.at(strip.preperiod + i)) {
        [L, other] | [other, L] => Some(other),
        _ => None,
    }
}

/// The finite parts of the proof.
fn pair_proof() -> bool {
    let mut pairs = allowed_pairs(THEOREM_5).into_iter().filter(|[a, b]| a != b);
    let with_left = pairs.all(|pair| pair.contains(&L));
    // With options L and N only, or one of them: never N, nor R from an L, nor L from an R.
    let no_n = choices(&[L, N]).skip(1).all(|options| of_options(options) != N);
    let with =
        |letter: Outcome, others: Vec<Outcome>| of_options(others.into_iter().chain([letter]));
    let with_p = choices(&[L, N]).all(|others| with(P, others) == N);
    let one_more = [vec![], vec![L], vec![R]];
    let kept = one_more.into_iter().all(|more| with(L, more.clone()) != R && with(R, more) != L);
    with_left && no_n && with_p && kept
}
