//! Runs of equal letters, and who has the advantage (C8, C12 to C14).

use std::collections::HashSet;

use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::neighbours::{THEOREM_5, allows, induction};
use super::sets::Set;
use super::strip::{
    FIRST_ENDLESS, FIRST_SET, LETTERS, Records, Strip, choices, each_of, each_set, note, of_options,
};
use crate::finding::{Finding, Known, Statement, cells, said_table};
use crate::frame::{Frame, Result};
use crate::judge::listed;
use crate::words::{Values, argued, say_known, words};

/// Runs of a letter have a greatest length, and L on both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunLaw {
    pub(super) letter: Outcome,
    pub(super) longest: fn(Set) -> u32,
    /// What is on both sides.
    pub(super) beside: Outcome,
}

/// Theorem 5 (4).
pub(super) const RUNS_OF_P: RunLaw = RunLaw { letter: P, longest: |s| s.min() - 1, beside: L };

/// Theorem 5 (5), for finite S.
pub(super) const RUNS_OF_N: RunLaw = RunLaw { letter: N, longest: |s| s.max() - 1, beside: L };

impl RunLaw {
    /// What the bound depends on: min S for P and max S for N.
    fn parameter(&self, set: Set) -> u32 {
        if self.letter == P { set.min() } else { set.max() }
    }

    fn parameter_name(&self) -> &'static str {
        if self.letter == P { "min S" } else { "max S" }
    }
}

/// The runs of a letter that begin before everything repeats: the first heap, the length, and what is before and after
/// it. After a run that does not end there is nothing.
fn runs(strip: &Strip, letter: Outcome) -> Vec<(usize, usize, [Option<Outcome>; 2])> {
    let most = strip.horizon() + 64;
    let run = |start: usize| {
        let length = (start..start + most).take_while(|heap| strip.at(*heap) == letter).count();
        let before = start.checked_sub(1).map(|heap| strip.at(heap));
        let after = (length < most).then(|| strip.at(start + length));
        (before != Some(letter) && length > 0).then_some((start, length, [before, after]))
    };
    (0..=strip.horizon()).filter_map(run).collect()
}

/// C12 and C13: how long runs get, on all S within {2..N}; and for every S by the laws of neighbours.
///
/// A P at n makes n + m an N, because N has a P among its options; all of n, …, n + M - 1 being N make n + M a P. Both
/// would stand beside the run, where Theorem 5 (2), (3) allow only L.
pub(super) fn runs_are_short(law: &RunLaw, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let mut longest = Records::new();
    let tried = each_set(max, frame, |tried, strip| {
        let set = strip.set;
        for (start, length, beside) in runs(strip, law.letter) {
            let is_short = length <= (law.longest)(set) as usize;
            tried.expect(is_short && beside == [Some(law.beside); 2], || {
                let after = strip.at(start + length);
                let what = words("C12.run", &[&set, &length, &law.letter, &start, &after]);
                (what, strip.story(&[start, start + length]))
            });
            note(&mut longest, law.parameter(set), length, || set);
        }
    })?;
    let proof = run_proof().and_then(|looked| match law.letter {
        P => Some(argued("C12", &[&looked])),
        N => Some(argued("C13", &[&looked])),
        _ => None,
    });
    tried.proved_or_seen("C10", &[&max], proof).if_upheld(|finding| {
        let rows = longest.iter().map(|(parameter, (length, set))| {
            let shown: Values<'_> = &[length, &(law.longest)(*set), set];
            (parameter, cells(shown))
        });
        let table = said_table("C12.longest", &[&law.letter, &max, &law.parameter_name()], rows);
        Ok(finding.statement(sharpness(law, frame)?).exhibit(table))
    })
}

/// The finite part of the proof, worked out: what is next to the run, and that the laws forbid it there. In how many
/// steps the laws are proved.
fn run_proof() -> Option<usize> {
    let with_p = choices(&[L, R, N]).all(|others| of_options(others.into_iter().chain([P])) == N);
    let is_forbidden = !allows(THEOREM_5, [P, N]) && !allows(THEOREM_5, [N, P]);
    induction(THEOREM_5).filter(|_| with_p && of_options([N]) == P && is_forbidden)
}

/// Sets that attain the bound for large parameters, too: {m, m+1}, {m, m+1, m+4} and
/// {m, m+2, m+3, m+4} for runs of P, m = min S; {M-1, M} and {2, M-1, M} for runs of N, M = max S.
fn candidates(letter: Outcome, m: u32) -> Vec<Set> {
    let lists: &[&[u32]] = match letter {
        P => &[&[m, m + 1], &[m, m + 1, m + 4], &[m, m + 2, m + 3, m + 4]],
        _ => &[&[m - 1, m], &[2, m - 1, m]],
    };
    let bits = |list: &[u32]| list.iter().fold(0_u64, |bits, s| bits | 1 << s);
    lists.iter().filter_map(|list| Set::from_bits(bits(list))).collect()
}

/// How far the bound is attained.
fn sharpness(law: &RunLaw, frame: &Frame) -> Result<Statement> {
    const MOST: u32 = 30;
    let least = if law.letter == P { 2 } else { 3 };
    let sets = (least..=MOST).flat_map(|parameter| candidates(law.letter, parameter));
    let mut attained = HashSet::new();
    each_of(FIRST_SET, sets, frame, |_, strip| {
        let bound = (law.longest)(strip.set) as usize;
        if runs(strip, law.letter).iter().any(|(_, length, _)| *length == bound) {
            attained.insert(law.parameter(strip.set));
        }
    })?;
    let missing = listed((least..=MOST).filter(|parameter| !attained.contains(parameter)), ", ");
    let but = if missing.is_empty() { missing } else { format!(" but {missing}") };
    let name = law.parameter_name();
    let why = match law.letter {
        P => "by one of {m, m+1}, {m, m+1, m+4} and {m, m+2, m+3, m+4}, m = min S",
        _ => "by {M-1, M} or {2, M-1, M}, M = max S",
    };
    let tried = u64::from(MOST - least + 1);
    Ok(say_known("C12.sharp", &[&name, &least, &MOST, &but], Known::exhausted(tried, why)))
}

/// C13 as printed holds for infinite S too, but for the length: on the left of a run of N there is L,
/// and on its right if it ends.
pub(super) fn theorem_5_5(law: &RunLaw, frame: &Frame) -> Result {
    runs_are_short(law, frame)?.if_upheld(|finding| {
        let sets = Set::endless(frame.pick(5, 7), frame.pick(6, 9));
        let tried = each_of(FIRST_ENDLESS, sets, frame, |tried, strip| {
            for (start, _, [before, after]) in runs(strip, law.letter) {
                let ends_well = after.is_none_or(|after| after == law.beside);
                tried.expect(before == Some(law.beside) && ends_well, || {
                    words("C13.run", &[&strip.set, &law.letter, &start, &strip.sentence()])
                });
            }
        })?;
        if !tried.holds() {
            let Finding { known, enumerated, .. } = finding;
            return Ok(Finding::decided(tried.against, known, tried.cases, enumerated));
        }
        Ok(finding.note(words("C13.infinite", &[&tried.cases])))
    })
}

/// C14: R is isolated, never twice in a row; and if S is finite, only L can last for ever.
pub(super) fn only_left_lasts(isolated: Outcome, lasting: Outcome, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let mut ending = 0_u64;
    let tried = each_set(max, frame, |tried, strip| {
        let pair = |heap: &usize| strip.at(*heap) == isolated && strip.at(heap + 1) == isolated;
        let lasts = strip.period == 1 && strip.at(strip.preperiod) != lasting;
        let heap = (0..strip.horizon()).find(pair).or(lasts.then_some(strip.preperiod));
        tried.none(heap, |heap| {
            (format!("{}, from {heap} on", strip.of_set()), strip.story(&[heap, heap + 1]))
        });
        ending += u64::from(strip.ends_in(lasting));
    })?;
    let is_isolated = !allows(THEOREM_5, [R, R]);
    let proof = run_proof().filter(|_| is_isolated).map(|_| argued("C14", &[]));
    let infinite = Strip::parse("2+", &frame.limits)?;
    let finding = tried.proved_or_seen("C14", &[&max, &ending, &lasting], proof);
    Ok(finding.say("C14.infinite", &[&infinite.sentence()]))
}

/// C8: Right never has the advantage: among the heaps 0, …, n there are never more R than L, whatever S.
pub(super) fn right_is_never_ahead(trailing: Outcome, ahead: Outcome, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let (mut level, mut counts, mut level_is_even) = (0_u64, [0_u128; 4], true);
    let tried = each_set(max, frame, |tried, strip| {
        let (mut lead, mut is_level) = (0_i64, true);
        // Two periods: what one period adds, every later one adds.
        for heap in 0..strip.horizon() + strip.period {
            let letter = strip.at(heap);
            lead += i64::from(letter == ahead) - i64::from(letter == trailing);
            is_level &= lead <= 1;
            tried.expect(lead >= 0, || {
                let what = words("C8.ahead", &[&strip.set, &heap, &trailing, &ahead]);
                (what, strip.story(&[heap]))
            });
        }
        level += u64::from(is_level);
        level_is_even &= is_level == strip.set.is_even();
        for heap in strip.preperiod..strip.horizon() {
            let place = LETTERS.iter().position(|letter| *letter == strip.at(heap)).unwrap_or(0);
            counts[place] += 1_000_000 / strip.period as u128;
        }
    })?;
    let proof = induction(THEOREM_5).map(|looked| argued("C8", &[&looked]));
    let sets = tried.cases as f64;
    let rows = LETTERS.iter().zip(counts).map(|(letter, count)| {
        (letter, cells([format!("{:.2} %", count as f64 / 10_000.0 / sets)]))
    });
    let even = if level_is_even { words("C8.even", &[]) } else { String::new() };
    Ok(tried
        .proved_or_seen("C8", &[&max], proof)
        .note(words("C8.level", &[&level, &even]))
        .exhibit(said_table("C8.table", &[], rows)))
}
