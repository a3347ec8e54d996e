//! Section 4.1: the same set under EO and under normal play (C26, C27).

use bouton_lab::rules::Limits;
use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::sets::Set;
use super::strip::{LETTERS, Strip, derived, each_set, of_options, story, strip};
use crate::finding::{Exhibit, Known, cells, table};
use crate::frame::{Frame, Result};
use crate::judge::{gcd, lcm};
use crate::words::words;

fn normal_strip(set: Set, limits: &Limits) -> Result<Strip> {
    strip(set, &vec![P; set.min() as usize], limits)
}

/// How many pairs of periods are coprime, among the S with one maximum.
#[derive(Clone, Copy, Debug, Default)]
struct Coprime {
    sets: u64,
    coprime: u64,
    /// Those with an EO period above 1, and how many of them are coprime.
    longer: u64,
    longer_coprime: u64,
}

impl Coprime {
    fn add(&mut self, eo: &Strip, normal: &Strip) {
        let is_coprime = u64::from(gcd(eo.period, normal.period) == 1);
        self.sets += 1;
        self.coprime += is_coprime;
        if eo.period > 1 {
            self.longer += 1;
            self.longer_coprime += is_coprime;
        }
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// C26: the periods of EO and of normal play on the same S are often coprime; `often` is more than this many per cent.
pub(super) fn often_coprime(often: f64, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    let mut by_max = vec![Coprime::default(); max as usize + 1];
    let mut tried = each_set(max, frame, |_, set, eo| {
        by_max[set.max() as usize].add(eo, &normal_strip(set, &frame.limits)?);
        Ok(())
    })?;
    let all = by_max.iter().fold(Coprime::default(), |all, one| Coprime {
        sets: all.sets + one.sets,
        coprime: all.coprime + one.coprime,
        longer: all.longer + one.longer,
        longer_coprime: all.longer_coprime + one.longer_coprime,
    });
    let share = percent(all.coprime, all.sets);
    let enumerated = format!("all S within {{2..{max}}}, both periods proved");
    let share_text = format!(
        "{:.1} % of the pairs of periods are coprime ({} of {})",
        share, all.coprime, all.sets
    );
    tried.expect(share > often, || share_text.clone());
    let finding = tried.finding_of(enumerated, Known::up_to(format!("all S within {{2..{max}}}")));
    Ok(finding
        .note(words(
            "C26.often",
            &[&often, &format!("{:.1}", percent(all.longer_coprime, all.longer))],
        ))
        .say(
            "C26.mostly",
            &[
                &share_text,
                &all.longer,
                &format!("{:.1}", percent(all.longer_coprime, all.longer)),
                &max,
            ],
        )
        .exhibit(coprime_table(&by_max)))
}

fn coprime_table(by_max: &[Coprime]) -> Exhibit {
    let rows = by_max.iter().enumerate().skip(2).map(|(max, row)| {
        let coprime = format!("{:.1} %", percent(row.coprime, row.sets));
        let longer = format!("{:.1} %", percent(row.longer_coprime, row.longer));
        (max.to_string(), cells([row.sets.to_string(), coprime, row.longer.to_string(), longer]))
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
    let enumerated =
        format!("all S within {{2..{max}}}, all heaps; {fitting} sets satisfy the hypothesis");
    let known = match said.induction() {
        Some(looked) => Known::exhausted(looked as u64, words("C27.induction", &[&looked])),
        None => Known::up_to(enumerated.clone()),
    };
    let cases = tried.cases as u64;
    let mut finding = tried.finding_of(enumerated, known).say(
        "C27.not-necessary",
        &[
            &format!("{:.1}", percent(fitting, cases)),
            &format!("{:.1}", percent(both, cases)),
            &max,
        ],
    );
    if let Some(first) = first {
        finding = finding.say("C27.needed", &[&first]);
    }
    Ok(finding)
}
