//! A12: completions by recursion.

use std::collections::HashMap;

use super::heaps::{Reading, SMALLEST, completion, under_both};
use super::tables::Pattern;
use crate::finding::{cells, said_table};
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{distinct, listed, name, sorted, with};
use crate::words::words;

/// Theorem 3 with its conditions: A holds the completions of the tuples in which one x_j was
/// lowered by y_j, and z is the least non-negative integer outside A and the headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recursion {
    /// The least y_j: the paper prints y_j ≤ x_j, which lets it be 0.
    pub(super) least_lowering: u64,
    /// Is a heading 0 out of the question for z too? Printed so.
    pub(super) zero_heading_counts: bool,
    /// May the tuple hold zeros? The paper says that all x_i are positive.
    pub(super) zeros_allowed: bool,
}

/// As printed.
pub(super) const PRINTED: Recursion =
    Recursion { least_lowering: 0, zero_heading_counts: true, zeros_allowed: false };

/// What holds in Antonim, for all tuples.
pub(super) const SOUND: Recursion =
    Recursion { least_lowering: 1, zero_heading_counts: false, zeros_allowed: true };

/// What holds in Welter's game.
const SOUND_FOR_WELTER: Recursion = Recursion { zero_heading_counts: true, ..SOUND };

/// Completions by the recursion, each worked out once: the least number, from `least` on, that completes no lowered tuple
/// and is not a heading.
pub(super) struct Completer {
    reading: Reading,
    pattern: Pattern,
    pub(super) known: HashMap<Vec<u64>, u64>,
}

impl Completer {
    pub(super) fn new(reading: Reading, pattern: Pattern) -> Completer {
        Completer { reading, pattern, known: HashMap::new() }
    }

    /// The completion of a tuple: those of the lowered tuples first.
    pub(super) fn completion(&mut self, tuple: &[u64]) -> u64 {
        let tuple = sorted(tuple.iter().copied());
        if let Some(z) = self.known.get(&tuple) {
            return *z;
        }
        let lowered = lowered(self.reading, &tuple, 1);
        let out: Vec<u64> = lowered.iter().map(|lower| self.completion(lower)).collect();
        let Pattern { least, zero_heading_counts } = self.pattern;
        let z = least_outside(least, &out, &headings(zero_heading_counts, &tuple));
        self.known.insert(tuple, z);
        z
    }
}

/// The legal tuples in which one number is lowered by at least so much, sorted.
fn lowered(reading: Reading, tuple: &[u64], by: u64) -> Vec<Vec<u64>> {
    let places = 0..tuple.len();
    let lower = places.flat_map(|place| {
        let most = (tuple[place] + 1).saturating_sub(by);
        (0..most).map(move |number| with(tuple, place, number))
    });
    distinct(lower.filter(|tuple| reading.is_legal(tuple)).map(sorted))
}

fn headings(zero_counts: bool, tuple: &[u64]) -> Vec<u64> {
    tuple.iter().copied().filter(|heading| *heading > 0 || zero_counts).collect()
}

fn least_outside(least: u64, a: &[u64], headings: &[u64]) -> u64 {
    (least..).find(|z| !a.contains(z) && !headings.contains(z)).unwrap_or_default()
}

/// A12. Decided by forming A from true completions, which the oracle gives, for all small tuples. Which conditions the
/// theorem needs is seen from all eight combinations under both readings.
pub(super) fn theorem_3(rule: &Recursion, frame: &Frame) -> Result {
    let below = frame.pick(7, 9);
    let mut finding = finds(rule, Reading::Z, below, frame)?.argued("A12", &[&below]);
    let mut variants = Vec::new();
    for index in 0..8 {
        let rule = Recursion {
            least_lowering: index / 4,
            zero_heading_counts: index / 2 % 2 == 0,
            zeros_allowed: index % 2 == 1,
        };
        let tried = under_both(&frame.limits, |reading, _| finds(&rule, reading, below, frame))?;
        variants.push((rule, tried));
    }
    if finding.counterexample.is_some() {
        let tried = |rule: Recursion| {
            let variant = variants.iter().find(|(one, _)| *one == rule);
            &variant.expect("every combination was tried").1
        };
        let ([sound, _], [_, welter]) = (tried(SOUND), tried(SOUND_FOR_WELTER));
        sure(sound.holds() && welter.holds(), "the corrected theorem")?;
        finding.cases += sound.cases + welter.cases;
        let [positive, with_zeros] = [false, true].map(|zeros_allowed| {
            tried(Recursion { least_lowering: 1, zeros_allowed, ..PRINTED })[0].holds()
        });
        sure(positive && !with_zeros, "the conditions of the note")?;
        finding = finding.say("A12.corrected", &[]).say("A12.welter", &[]);
    }
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let rows = variants.into_iter().map(|(rule, tried)| {
        let verdicts = tried.map(|tried| match tried.against {
            Some(against) => against.what,
            None => "holds".to_owned(),
        });
        let conditions = [yes(rule.zero_heading_counts), yes(rule.zeros_allowed)];
        (format!("y ≥ {}", rule.least_lowering), cells(conditions.into_iter().chain(verdicts)))
    });
    Ok(finding.exhibit(said_table("A12.table", &[&below], rows)))
}

/// The rule finds the completions of all small tuples.
fn finds(rule: &Recursion, reading: Reading, below: u64, frame: &Frame) -> Result<Tried> {
    let mut judge = reading.judge(&frame.limits)?;
    let tuples = (1..=3).flat_map(|length| reading.positions(length, below));
    let tuples = tuples.filter(|tuple| rule.zeros_allowed || !tuple.contains(&0));
    frame.forall(SMALLEST, tuples).claim(|tried, tuple| {
        let Some(z) = completion(&mut judge, reading, &tuple)? else { return Ok(()) };
        let mut a = Vec::new();
        for lower in lowered(reading, &tuple, rule.least_lowering) {
            a.extend(completion(&mut judge, reading, &lower)?);
        }
        let headings = headings(rule.zero_heading_counts, &tuple);
        let said = least_outside(0, &a, &headings);
        tried.expect(said == z, || failure(&tuple, z, said, &a, &headings));
        Ok(())
    })
}

fn failure(tuple: &[u64], z: u64, said: u64, a: &[u64], headings: &[u64]) -> String {
    let a = distinct(a.iter().copied());
    let [tuple, right, wrong] =
        [tuple.to_vec(), [tuple, &[z]].concat(), [tuple, &[said]].concat()].map(|t| name(&t));
    let lies_in_a = if a.contains(&z) { words("A12.against", &[&z]) } else { String::new() };
    let (a, headings) = (listed(&a, ","), listed(headings, ","));
    words("A12.fails", &[&tuple, &z, &said, &right, &a, &headings, &lies_in_a, &wrong])
}
