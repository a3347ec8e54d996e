//! Section 4.1: the same set under EO and under normal play (C26, C27).

use bouton_lab::rules::Limits;
use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::elements::{add_to, percent};
use super::sets::Set;
use super::strip::{Strip, choices, each_set, letter_pairs, of_options};
use crate::finding::{Known, cells, said_table};
use crate::frame::{Frame, Result};
use crate::judge::{gcd, lcm};
use crate::words::{argued, words};

fn normal_strip(set: Set, limits: &Limits) -> Result<Strip> {
    Strip::new(set, &vec![P; set.min() as usize], limits)
}

/// C26: the periods of EO and of normal play on the same S are often coprime; `often` is more than this many per cent.
pub(super) fn often_coprime(often: f64, frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    // Pairs of periods, and how many of them are coprime: of all S, and of those with an EO period above 1.
    let mut by_max = vec![[[0_u64; 2]; 2]; max as usize + 1];
    let mut tried = each_set(max, frame, |_, eo| {
        let is_coprime = gcd(eo.period, normal_strip(eo.set, &frame.limits)?.period) == 1;
        let kinds = if eo.period > 1 { 2 } else { 1 };
        for counts in by_max[eo.set.max() as usize].iter_mut().take(kinds) {
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
    let rows = by_max.iter().enumerate().skip(2).map(|(max, row)| {
        let shown =
            |counts: &[u64; 2]| [counts[0].to_string(), format!("{:.1} %", percent(*counts))];
        (max, cells(row.iter().flat_map(shown)))
    });
    Ok(finding
        .note(words("C26.often", &[&often, &longer_share]))
        .say("C26.mostly", &[&share_text, &longer[0], &longer_share, &max])
        .exhibit(said_table("C26.table", &[], rows)))
}

/// Where EO has the first letter, normal play has the second.
pub(super) type Implication = [Outcome; 2];

fn obeys(said: &[Implication], [eo, normal]: [Outcome; 2]) -> bool {
    said.iter().all(|[from, to]| eo != *from || normal == *to)
}

/// The first heap where some implication fails.
fn fails(said: &[Implication], eo: &Strip, normal: &Strip) -> Option<usize> {
    let end = eo.preperiod.max(normal.preperiod) + lcm(eo.period, normal.period);
    (0..end).find(|heap| !obeys(said, [eo.at(*heap), normal.at(*heap)]))
}

/// The induction as a finite check: what a heap is in both games depends on the pairs of letters that its options have
/// in them; whatever set of pairs that obey all implications there is, the heap obeys the conclusions.
fn induction(hypothesis: &[Implication], conclusions: &[Implication]) -> Option<usize> {
    let laws = [hypothesis, conclusions].concat();
    let pairs = letter_pairs().filter(|pair| matches!(pair[1], N | P) && obeys(&laws, *pair));
    let pairs: Vec<[Outcome; 2]> = pairs.collect();
    // Terminal heaps are L or R under EO, and P under normal play.
    let terminal = [[L, P], [R, P]];
    let holds = terminal.iter().all(|pair| obeys(&laws, *pair))
        && choices(&pairs).skip(1).all(|options| {
            let heap = [0, 1].map(|game| of_options(options.iter().map(|pair| pair[game])));
            obeys(conclusions, heap)
        });
    holds.then_some(terminal.len() + (1 << pairs.len()) - 1)
}

/// C27: Theorem 13 (Carret): if every R of EO is a P of normal play, then every P is a P and every N an N.
pub(super) fn theorem_13(
    hypothesis: &[Implication],
    conclusions: &[Implication],
    frame: &Frame,
) -> Result {
    let max = frame.pick(14, 18);
    let (mut fitting, mut both, mut first) = (0_u64, 0_u64, None);
    let tried = each_set(max, frame, |tried, eo| {
        let (set, normal) = (eo.set, normal_strip(eo.set, &frame.limits)?);
        let applies = fails(hypothesis, eo, &normal).is_none();
        let fails = fails(conclusions, eo, &normal);
        fitting += u64::from(applies);
        both += u64::from(fails.is_none());
        let Some(heap) = fails else { return Ok(()) };
        let [one, other] = [eo, &normal].map(|strip| strip.at(heap));
        tried.expect(!applies, || {
            let mut steps = eo.story(&[heap]);
            steps.push(format!("normal play, {}", normal.derived(heap)));
            (format!("S = {set}: {heap} is {one} under EO and {other} under normal play"), steps)
        });
        first.get_or_insert_with(|| {
            format!("{set}, heap {heap}: {one} under EO, {other} under normal play")
        });
        Ok(())
    })?;
    let proof = induction(hypothesis, conclusions).map(|looked| argued("C27", &[&looked]));
    let cases = tried.cases as u64;
    let [fits, ends] = [fitting, both].map(|part| format!("{:.1}", percent([cases, part])));
    Ok(tried
        .proved_or_seen("C27", &[&max, &fitting], proof)
        .say("C27.not-necessary", &[&fits, &ends, &max])
        .say_of("C27.needed", first))
}
