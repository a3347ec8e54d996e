//! The sets that the paper works out: {2,3}, {2,3,6}, all integers from 2 on (C6, C7, C15, C16, C21, C25).

use bouton_lab::rules::Limits;
use bouton_lab::values::Outcome::{self, L, R};

use super::neighbours::{Law, broken, neighbours_wrong};
use super::printed::{Class, Pattern};
use super::sets::Set;
use super::strip::{FIRST_ENDLESS, REPEATED, Strip, each_of, each_set, of_options};
use crate::finding::{self, Counterexample, Finding, Known};
use crate::frame::{Frame, Result, Tried};
use crate::judge::listed;
use crate::words::{Values, looked, settled, words};

/// The printed outcomes are those of the strip, for every heap.
fn as_printed(
    pattern: &Pattern,
    strip: &Strip,
    steps: impl Fn(usize) -> Vec<String>,
    frame: &Frame,
) -> Result<Tried> {
    let heaps = 0..pattern.settled_with(strip);
    frame.forall("the first heap", heaps).survey(|tried, heap| {
        let (printed, letter) = (pattern.at(heap), strip.at(heap));
        tried.expect(printed == [letter], || {
            let said = listed(&printed, " and ");
            let said = if said.is_empty() { "nothing" } else { &said };
            (words("C6.wrong", &[&heap, &pattern.game, &letter, &said]), steps(heap))
        });
    })
}

/// C6, C7, C21: printed outcomes against the strip of a finite set.
pub(super) fn outcomes_as_printed(pattern: &Pattern, frame: &Frame) -> Result {
    let strip = Strip::parse(&pattern.game, &frame.limits)?;
    let tried = as_printed(pattern, &strip, |heap| strip.story(&[heap]), frame)?;
    let heaps = tried.cases;
    let why = words("C6.repeats", &[&strip.set.max(), &strip.sentence()]);
    let finding = tried.finding("C6", &[&heaps], Known::theorem(REPEATED, why));
    Ok(finding.exhibit(strip.exhibit(strip.name())))
}

/// C7, and which S have exactly these outcomes. Whether s is in S shows at heap s and above only, so the sets are built
/// up element by element and dropped at the first heap that differs. Beyond the last printed exception nothing can be
/// added: s ∈ S gives s + 1 the option 1, which is R, so that s + 1 is not L.
pub(super) fn proposition_4(pattern: &Pattern, frame: &Frame) -> Result {
    outcomes_as_printed(pattern, frame)?.if_upheld(|finding| {
        let Some((sets, lines)) = sets_that_fit(pattern, &frame.limits)? else {
            return Ok(finding.note(words("C7.unsuited", &[])));
        };
        let said = if sets.len() == 1 { "C7.only" } else { "C7.several" };
        Ok(finding
            .say(said, &[&listed(&sets, ", "), &sets.len()])
            .exhibit(finding::lines("Which S can begin like that", lines)))
    })
}

/// All S with exactly the pattern's outcomes, and the search for them as lines; `None` where the argument does not apply.
fn sets_that_fit(pattern: &Pattern, limits: &Limits) -> Result<Option<(Vec<Set>, Vec<String>)>> {
    let last = (0..60).rev().find(|heap| pattern.at(*heap) != [L]).unwrap_or(0);
    let ends_in_left = pattern.rules.contains(&(L, Class { first: last + 1, step: 1 }));
    if pattern.at(1) != [R] || !ends_in_left {
        return Ok(None);
    }
    // Heaps and letters so far, for each choice of the elements so far.
    let mut open: Vec<(u64, Vec<Outcome>)> = vec![(0, Vec::new())];
    let mut lines = Vec::new();
    for heap in 0..=last + 1 {
        let mut next = Vec::new();
        for (bits, letters) in &open {
            for taken in [false, true].into_iter().filter(|taken| !taken || heap >= 2) {
                let bits = bits | u64::from(taken) << heap;
                let options = (1..=heap).filter(|s| bits >> s & 1 == 1);
                let options: Vec<Outcome> = options.map(|s| letters[heap - s]).collect();
                let is_stuck = options.is_empty();
                let letter = if is_stuck { [L, R][heap % 2] } else { of_options(options) };
                if pattern.at(heap) == [letter] {
                    next.push((bits, [&letters[..], &[letter]].concat()));
                }
            }
        }
        let choices = if heap < 2 { open.len() } else { 2 * open.len() };
        lines.push(format!("heap {heap}: {} of {choices} choices go on", next.len()));
        open = next;
    }
    let mut sets = Vec::new();
    for set in open.into_iter().filter_map(|(bits, _)| Set::from_bits(bits)) {
        if pattern.is_that_of(&Strip::even_odd(set, limits)?) {
            sets.push(set);
        }
    }
    Ok(Some((sets, lines)))
}

/// C15: Remark 1, Lemma 6 with Left and Right exchanged fails for {2,3}.
pub(super) fn remark_1(set: Set, laws: &[Law], frame: &Frame) -> Result {
    let strip = Strip::even_odd(set, &frame.limits)?;
    let failing = laws.iter().filter_map(|law| Some((law, broken(&[*law], &strip)?)));
    let first = listed(failing.map(|(law, heap)| law_line(law, &strip, heap)), "; ");
    let mut tried = frame.forall("the set of the remark", [set]).survey(|tried, set| {
        tried.expect(!first.is_empty(), || words("C15.holds", &[&set, &strip.sentence()]));
    })?;
    tried.cases = strip.horizon() as u128;
    tried.argued("C15", &[&set, &strip.horizon(), &first]).if_upheld(|finding| {
        let steps = (0..=3).map(|heap| strip.derived(heap)).collect();
        let max = frame.pick(10, 18);
        let tried = each_set(max, frame, |tried, strip| {
            let obeys = broken(laws, strip).is_none();
            tried.expect(obeys == strip.set.is_even(), || neighbours_wrong(strip, 0));
        })?;
        let wrong = tried.against.map_or(String::new(), |wrong| wrong.what);
        Ok(finding
            .statement(settled(wrong.is_empty(), "C15.even", &[&max, &wrong]))
            .exhibit(finding::lines(format!("S = {set}, by hand"), steps)))
    })
}

fn law_line((letter, allowed): &Law, strip: &Strip, heap: usize) -> String {
    let is_first = strip.at(heap) == *letter;
    let [at, beside] = if is_first { [heap, heap + 1] } else { [heap + 1, heap] };
    let turn = if allowed.contains(&Outcome::N) { "first" } else { "second" };
    words("C15.law", &[&turn, &at, &strip.at(at), &beside, &strip.at(beside)])
}

/// C16: Remark 2, S = {2, 3, 4, …}: every n ≥ 3 is N.
pub(super) fn remark_2(pattern: &Pattern, frame: &Frame) -> Result {
    let strip = Strip::parse(&pattern.game, &frame.limits)?;
    let steps = |_| vec![format!("the outcomes of {}: {}", strip.set, strip.sentence())];
    let tried = as_printed(pattern, &strip, steps, frame)?;
    let (known, heaps) = (Known::theorem(REPEATED, words("C16.why", &[])), tried.cases);
    let exhibit = strip.exhibit(format!("S = {}", strip.set));
    Ok(tried.finding("C16", &[&heaps], known).exhibit(exhibit))
}

/// C21. The second game is purely periodic with this period, and the word that it repeats is lost.
pub(super) fn labels_exchanged(
    pattern: &Pattern,
    game: &str,
    period: usize,
    frame: &Frame,
) -> Result {
    let strip = Strip::parse(game, &frame.limits)?;
    outcomes_as_printed(pattern, frame)?.if_upheld(|finding| {
        if (strip.preperiod, strip.period) != (0, period) {
            let what = format!("the outcomes of {game} are {}", strip.sentence());
            let wrong = Counterexample::from((what, strip.story(&[strip.horizon() - 1])));
            let wrong = Some(wrong.in_order("the game of the claim"));
            let Finding { cases, enumerated, .. } = finding;
            return Ok(Finding::decided(wrong, Known::by_example(), cases, enumerated));
        }
        let why = format!("a window of {} outcomes repeats from 0 on", strip.set.max());
        let known = Known::theorem(REPEATED, why);
        Ok(finding
            .say_known("C21.word", &[&game, &strip.word()], known)
            .exhibit(strip.exhibit(strip.name())))
    })
}

/// C25: Example 1, of which nothing is left.
pub(super) fn example_1(frame: &Frame) -> Result {
    let (largest, from) = (frame.pick(5, 7), frame.pick(6, 9));
    let mut candidates = Vec::new();
    let tried = each_of(FIRST_ENDLESS, Set::endless(largest, from), frame, |_, strip| {
        if strip.period == 2 && !strip.set.is_even() {
            candidates.push(strip.clone());
        }
    })?;
    let mut finding =
        Finding::not_checkable("neither the set nor its outcomes are left in the text");
    finding.cases = tried.cases;
    finding.enumerated = looked("C25", &[&largest, &from]);
    if let Some(strip) = candidates.first() {
        let known = Known::up_to(finding.enumerated.clone());
        let guess: Values<'_> = &[&candidates.len(), &tried.cases, &strip.set, &strip.sentence()];
        finding = finding
            .say_known("C25.guess", guess, known)
            .exhibit(strip.exhibit(format!("S = {}, a guess", strip.set)));
    }
    Ok(finding)
}
