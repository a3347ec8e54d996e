//! Period 2 (C24).

use bouton_lab::rules::{Limits, Refusal};
use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::endless::Endless;
use super::neighbours::{THEOREM_5, allows};
use super::strip::{LETTERS, REPEATED, Strip, each_set, of_options, story};
use crate::finding::{Counterexample, Finding, Known, Statement};
use crate::frame::Frame;

/// C24: which pairs of letters a period of length 2 can have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proposition12 {
    /// For any S: L and one of these.
    pub(super) beside_left: &'static [Outcome],
    /// For finite S: L and this, exactly when all of S is even.
    pub(super) finite: Outcome,
}

/// As restored.
pub(super) const PROPOSITION_12: Proposition12 = Proposition12 { beside_left: &[R, N], finite: R };

/// C24: Proposition 12, all finite S within {2..N} and all small infinite ones.
pub(super) fn proposition_12(said: &Proposition12, frame: &Frame) -> Result<Finding, Refusal> {
    let max = frame.pick(14, 20);
    let (mut wrong, mut even) = (None, 0_u64);
    let cases = each_set(max, &frame.limits, |set, strip| {
        let is_pair = strip.period == 2;
        even += u64::from(is_pair);
        if is_pair != set.is_even() || (is_pair && other_of(strip) != Some(said.finite)) {
            let what = format!("S = {set}: {}", strip.sentence());
            let steps = story(set, strip, &[strip.preperiod, strip.preperiod + 1]);
            wrong = Some(Counterexample::new(what, steps, "the first set by its bits"));
        }
        Ok(wrong.is_none())
    })?;
    let sets = Endless::small(frame.pick(5, 7), frame.pick(6, 9));
    let infinite = Infinite::of(said, &sets, &frame.limits)?;
    let enumerated = format!(
        "all S within {{2..{max}}} ({even} have period 2, those with even elements only) and {} \
         infinite S",
        sets.len()
    );
    let known = match pair_proof() {
        true => Known::argument(
            "the laws of neighbours leave (L,R), (L,P), (L,N); P at n makes n + min S an N, \
             against (L,P); if S is finite, an N whose options are all L or N has none that is P \
             and none that is R, against Proposition 2; with (L,R) an odd s would lead from R to L \
             or from L to R, which is no R or no L, and even S keep the parity, so LRLR…",
        ),
        false => Known::up_to(enumerated.clone()),
    };
    let wrong = wrong.or(infinite.wrong.clone());
    let finding = Finding::decided(wrong, known, cases + sets.len() as u128, enumerated);
    Ok(infinite.add_to(finding))
}

/// The pairs of infinite S.
#[derive(Default)]
struct Infinite {
    wrong: Option<Counterexample>,
    /// The letter beside L, how many sets have it, and the first of them.
    pairs: Vec<(Outcome, u32, Endless, Strip)>,
}

impl Infinite {
    fn of(said: &Proposition12, sets: &[Endless], limits: &Limits) -> Result<Infinite, Refusal> {
        let mut found = Infinite::default();
        for set in sets {
            let strip = set.strip(limits)?;
            if strip.period == 2 {
                found.add(said, set, strip);
            }
        }
        Ok(found)
    }

    fn add(&mut self, said: &Proposition12, set: &Endless, strip: Strip) {
        let fits = |letter: &Outcome| {
            said.beside_left.contains(letter) && (*letter == said.finite) == set.is_even()
        };
        let Some(letter) = other_of(&strip).filter(fits) else {
            let what = format!("S = {set}: {}", strip.sentence());
            let steps = [strip.text(strip.horizon() + 4)];
            let wrong = Counterexample::new(what, steps, "the first infinite set looked at");
            self.wrong.get_or_insert(wrong);
            return;
        };
        match self.pairs.iter_mut().find(|(known, ..)| *known == letter) {
            Some((_, count, ..)) => *count += 1,
            None => self.pairs.push((letter, 1, set.clone(), strip)),
        }
    }

    fn add_to(&self, mut finding: Finding) -> Finding {
        for (letter, count, set, strip) in &self.pairs {
            let text = format!(
                "(L,{letter}) occurs for {count} of the infinite S looked at, first for S = {set}: \
                 {}.",
                strip.sentence()
            );
            let why = "a state of the last heaps and of what the progression reaches comes back";
            finding = finding
                .statement(Statement::beyond(text, Known::theorem(REPEATED, why)))
                .exhibit(strip.exhibit(format!("S = {set}")));
        }
        finding
    }
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
    let pairs: Vec<[Outcome; 2]> = LETTERS
        .into_iter()
        .flat_map(|a| LETTERS.map(|b| [a, b]))
        .filter(|[a, b]| a != b && allows(THEOREM_5, [*a, *b]))
        .collect();
    let with_left = pairs.iter().all(|pair| pair.contains(&L));
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
