//! Section 4.1: the same set under EO and under normal play (C26, C27).

use bouton_lab::rules::Limits;
use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::elements::add_to;
use super::sets::Set;
use super::strip::{LETTERS, Strip, derived, each_set, of_options, story, strip};
use crate::finding::{Exhibit, Known, cells, table};
use crate::frame::{Frame, Result};
use crate::judge::{gcd, lcm};
use crate::words::words;

fn normal_strip(set: Set, limits: &Limits) -> Result<Strip> {
    strip(set, &vec![P; set.min() as usize], limits)
}

/// Pairs of periods, and how many of them are coprime: of all S, and of those with an EO period above 1.
type Coprime = [[u64; 2]; 2];

/// The share of the second number, in per cent.
fn percent([whole, part]: [u64; 2]) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// C26: the periods of EO and of normal play on the same S are often coprime; `often` is more than this many per cent.
pub(super) fn often_coprime(often: f64, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let mut by_max = vec![Coprime::default(); max as usize + 1];
    let mut tried = each_set(max, frame, |_, set, eo| {
        let is_coprime = gcd(eo.period, normal_strip(set, &frame.limits)?.period) == 1;
        let kinds = if eo.period > 1 { 2 } else { 1 };
        for counts in by_max[set.max() as usize].iter_mut().take(kinds) {
            add_to(counts, is_coprime.into());
        }
        Ok(())
    })?;
    let sum = |kind: usize| [0, 1].map(|i| by_max.iter().map(|row| row[kind][i]).sum());
    let (all, longer): ([u64; 2], [u64; 2]) = (sum(0), sum(1));
    let share = percent(all);
    let [share_of_all, longer_share] = [share, percent(longer)].map(|share| format!("{share:.1}"));
    let share_text = words("C26.share", &[&share_of_all, &all[1], &all[0]]);
    tried.expect(share > often, || share_text.clone());
    let known = Known::up_to(format!("all S within {{2..{max}}}"));
    let finding = tried.finding("C26", &[&max], known);
    Ok(finding
        .note(words("C26.often", &[&often, &longer_share]))
        .say("C26.mostly", &[&share_text, &longer[0], &longer_share, &max])
        .exhibit(coprime_table(&by_max)))
}

fn coprime_table(by_max: &[Coprime]) -> Exhibit {
    let rows = by_max.iter().enumerate().skip(2).map(|(max, row)| {
        let shown =
            |counts: &[u64; 2]| [counts[0].to_string(), format!("{:.1} %", percent(*counts))];
        (max, cells(row.iter().flat_map(shown)))
    });
    let columns = ["max S", "sets", "coprime", "EO period > 1", "of these coprime"];
    table("Coprime periods of EO and normal play, by max S", columns, rows)
}

/// What the letters of EO say about normal play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theorem13 {
    /// The hypothesis: where EO has the first letter, normal play has the second. `None`: no hypothesis.
    pub(super) hypothesis: Option<(Outcome, Outcome)>,
    /// The conclusions, in the same manner.
    pub(super) conclusions: &'static [(Outcome, Outcome)],
}

/// As restored.
pub(super) const THEOREM_13: Theorem13 =
    Theorem13 { hypothesis: Some((R, P)), conclusions: &[(P, P), (N, N)] };

impl Theorem13 {
    /// The first heap where some implication fails.
    fn fails(said: &[(Outcome, Outcome)], eo: &Strip, normal: &Strip) -> Option<usize> {
        let end = eo.preperiod.max(normal.preperiod) + lcm(eo.period, normal.period);
        (0..end).find(|heap| {
            said.iter().any(|(from, to)| eo.at(*heap) == *from && normal.at(*heap) != *to)
        })
    }

    /// The induction as a finite check: what a heap is in both games depends on the pairs of letters that its options
    /// have in them; whatever set of pairs that obey all implications there is, the heap obeys the conclusions.
    fn induction(&self) -> Option<usize> {
        let obeys = |(eo, normal): &(Outcome, Outcome)| {
            let laws = self.hypothesis.iter().chain(self.conclusions);
            laws.clone().all(|(from, to)| eo != from || normal == to)
        };
        let pairs: Vec<(Outcome, Outcome)> = LETTERS
            .into_iter()
            .flat_map(|eo| [N, P].map(|normal| (eo, normal)))
            .filter(obeys)
            .collect();
        // Terminal heaps are L or R under EO, and P under normal play.
        let mut looked = 2;
        if ![(L, P), (R, P)].iter().all(obeys) {
            return None;
        }
        for chosen in 1..1_u32 << pairs.len() {
            looked += 1;
            let options = pairs
                .iter()
                .enumerate()
                .filter(|(i, _)| chosen >> i & 1 == 1)
                .map(|(_, pair)| pair);
            let heap = (
                of_options(options.clone().map(|(eo, _)| *eo)),
                of_options(options.map(|(_, normal)| *normal)),
            );
            if self.conclusions.iter().any(|(from, to)| heap.0 == *from && heap.1 != *to) {
                return None;
            }
        }
        Some(looked)
    }
}

/// C27: Theorem 13 (Carret): if every R of EO is a P of normal play, then every P is a P and every N an N.
pub(super) fn theorem_13(said: &Theorem13, frame: &Frame) -> Result {
    let max = frame.pick(14, 18);
    let (mut fitting, mut both, mut first) = (0_u64, 0_u64, None);
    let tried = each_set(max, frame, |tried, set, eo| {
        let normal = normal_strip(set, &frame.limits)?;
        let hypothesis =
            said.hypothesis.is_none_or(|law| Theorem13::fails(&[law], eo, &normal).is_none());
        let fails = Theorem13::fails(said.conclusions, eo, &normal);
        fitting += u64::from(hypothesis);
        both += u64::from(fails.is_none());
        let Some(heap) = fails else { return Ok(()) };
        let [one, other] = [eo, &normal].map(|strip| strip.at(heap));
        tried.expect(!hypothesis, || {
            let mut steps = story(set, eo, &[heap]);
            steps.push(format!("normal play, {}", derived(set, &normal, heap)));
            (format!("S = {set}: {heap} is {one} under EO and {other} under normal play"), steps)
        });
        first.get_or_insert_with(|| {
            format!("{set}, heap {heap}: {one} under EO, {other} under normal play")
        });
        Ok(())
    })?;
    let proof = said.induction();
    let proof =
        proof.map(|looked| Known::exhausted(looked as u64, words("C27.induction", &[&looked])));
    let cases = tried.cases as u64;
    let [fits, ends] = [fitting, both].map(|part| format!("{:.1}", percent([cases, part])));
    let mut finding = tried
        .proved_or_seen("C27", &[&max, &fitting], proof)
        .say("C27.not-necessary", &[&fits, &ends, &max]);
    if let Some(first) = first {
        finding = finding.say("C27.needed", &[&first]);
    }
    Ok(finding)
}
