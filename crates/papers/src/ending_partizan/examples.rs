//! The sets that the paper works out: {2,3}, {2,3,6}, all integers from 2 on (C6, C7, C15, C16, C21, C25).

use bouton_lab::rules::{Limits, Refusal, SubtractionSet};
use bouton_lab::values::Outcome::{self, L, R};

use super::endless;
use super::neighbours::{Law, broken, neighbours_wrong};
use super::printed::{Class, Pattern};
use super::sets::Set;
use super::strip::{REPEATED, Strip, derived, each_set, even_odd_strip, of_options, story, strip};
use crate::finding::{self, Counterexample, Finding, Known};
use crate::frame::{Frame, Result, Tried};
use crate::judge::listed;
use crate::words::{Values, looked, settled, words};

/// The set and the strip of a game such as `2,3` or `2,3@LN`.
fn game_strip(game: &str, limits: &Limits) -> Result<(Set, Strip)> {
    let (set, labels) = game.split_once('@').unwrap_or((game, ""));
    let set = Set::parse(set)?;
    if labels.is_empty() {
        return Ok((set, even_odd_strip(set, limits)?));
    }
    let labels: Result<Vec<Outcome>, _> = labels.chars().map(|c| c.to_string().parse()).collect();
    let labels =
        labels.map_err(|_| Refusal::bad("a label is none of L, R, N, P", "write 2,3@LN"))?;
    Ok((set, strip(set, &labels, limits)?))
}

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
    let (set, strip) = game_strip(&pattern.game, &frame.limits)?;
    let steps = |heap| story(set, &strip, &[heap]);
    let tried = as_printed(pattern, &strip, steps, frame)?;
    let heaps = tried.cases;
    let known = Known::theorem(REPEATED, words("C6.repeats", &[&set.max(), &strip.sentence()]));
    let exhibit = strip.exhibit(format!("ending-partizan:{}", pattern.game));
    Ok(tried.finding("C6", &[&heaps], known).exhibit(exhibit))
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

/// Sets, and the search for them as lines.
type Found = (Vec<Set>, Vec<String>);

/// All S with exactly the pattern's outcomes; `None` where the argument does not apply.
fn sets_that_fit(pattern: &Pattern, limits: &Limits) -> Result<Option<Found>> {
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
                let letter = letter_of(bits, heap, letters);
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
        if pattern.is_that_of(&even_odd_strip(set, limits)?) {
            sets.push(set);
        }
    }
    Ok(Some((sets, lines)))
}

/// The letter of a heap when the elements up to it are known.
fn letter_of(bits: u64, heap: usize, letters: &[Outcome]) -> Outcome {
    let options: Vec<Outcome> =
        (1..=heap).filter(|s| bits >> s & 1 == 1).map(|s| letters[heap - s]).collect();
    match options.is_empty() {
        true => [L, R][heap % 2],
        false => of_options(options),
    }
}

/// C15: Remark 1, Lemma 6 with Left and Right exchanged fails for {2,3}.
pub(super) fn remark_1(set: Set, laws: &[Law], frame: &Frame) -> Result {
    let strip = even_odd_strip(set, &frame.limits)?;
    let failing = laws.iter().map(|law| (law, broken(std::slice::from_ref(law), &strip)));
    let first: Vec<String> = failing
        .filter_map(|(law, heap)| heap.map(|heap| (law, heap)))
        .map(|(law, heap)| law_line(law, &strip, heap))
        .collect();
    let cases = strip.horizon() as u128;
    let example = words("C15.example", &[&first.join("; ")]);
    let known = Known::exhausted(strip.horizon() as u64, example);
    let against = first.is_empty().then(|| {
        let what = words("C15.holds", &[&set, &strip.sentence()]);
        Counterexample::from(what).in_order("the set of the remark")
    });
    let finding = Finding::decided(against, known, cases, looked("C15", &[&set]));
    if finding.counterexample.is_some() {
        return Ok(finding);
    }
    let steps = (0..=3).map(|heap| derived(set, &strip, heap)).collect();
    let max = frame.pick(10, 18);
    let tried = each_set(max, frame, |tried, set, strip| {
        let obeys = broken(laws, strip).is_none();
        tried.expect(obeys == set.is_even(), || neighbours_wrong(set, strip, 0));
    })?;
    let wrong = tried.against.map_or(String::new(), |wrong| wrong.what);
    Ok(finding
        .statement(settled(wrong.is_empty(), "C15.even", &[&max, &wrong]))
        .exhibit(finding::lines(format!("S = {set}, by hand"), steps)))
}

fn law_line(law: &Law, strip: &Strip, heap: usize) -> String {
    let [at, beside] = match strip.at(heap) == law.letter {
        true => [heap, heap + 1],
        false => [heap + 1, heap],
    };
    let turn = if law.beside.contains(&Outcome::N) { "first" } else { "second" };
    words("C15.law", &[&turn, &at, &strip.at(at), &beside, &strip.at(beside)])
}

/// C16: Remark 2, S = {2, 3, 4, …}: every n ≥ 3 is N.
pub(super) fn remark_2(pattern: &Pattern, frame: &Frame) -> Result {
    let set = SubtractionSet::parse(&pattern.game)?;
    let (set, strip) = (endless::name(&set), endless::strip(&set, &frame.limits)?);
    let steps = |_| vec![format!("the outcomes of {set}: {}", strip.sentence())];
    let tried = as_printed(pattern, &strip, steps, frame)?;
    let (known, heaps) = (Known::theorem(REPEATED, words("C16.why", &[])), tried.cases);
    Ok(tried.finding("C16", &[&heaps], known).exhibit(strip.exhibit(format!("S = {set}"))))
}

/// C21. The second game is purely periodic with this period, and the word that it repeats is lost.
pub(super) fn labels_exchanged(
    pattern: &Pattern,
    game: &str,
    period: usize,
    frame: &Frame,
) -> Result {
    let finding = outcomes_as_printed(pattern, frame)?;
    let (set, strip) = game_strip(game, &frame.limits)?;
    if finding.counterexample.is_some() {
        return Ok(finding);
    }
    if strip.preperiod != 0 || strip.period != period {
        let what = format!("the outcomes of {game} are {}", strip.sentence());
        let wrong = Counterexample::from((what, story(set, &strip, &[strip.horizon() - 1])));
        let wrong = Some(wrong.in_order("the game of the claim"));
        let Finding { cases, enumerated, .. } = finding;
        return Ok(Finding::decided(wrong, Known::by_example(), cases, enumerated));
    }
    let why = format!("a window of {} outcomes repeats from 0 on", set.max());
    let known = Known::theorem(REPEATED, why);
    Ok(finding
        .say_known("C21.word", &[&game, &strip.word()], known)
        .exhibit(strip.exhibit(format!("ending-partizan:{game}"))))
}

/// C25: Example 1, of which nothing is left.
pub(super) fn example_1(frame: &Frame) -> Result {
    let (largest, from) = (frame.pick(5, 7), frame.pick(6, 9));
    let mut candidates = Vec::new();
    let sets = endless::small(largest, from);
    for set in &sets {
        let strip = endless::strip(set, &frame.limits)?;
        if strip.period == 2 && !endless::is_even(set) {
            candidates.push((endless::name(set), strip));
        }
    }
    let mut finding =
        Finding::not_checkable("neither the set nor its outcomes are left in the text");
    finding.cases = sets.len() as u128;
    finding.enumerated = looked("C25", &[&largest, &from]);
    if let Some((set, strip)) = candidates.first() {
        let known = Known::up_to(finding.enumerated.clone());
        let guess: Values<'_> = &[&candidates.len(), &sets.len(), &set, &strip.sentence()];
        finding = finding
            .say_known("C25.guess", guess, known)
            .exhibit(strip.exhibit(format!("S = {set}, a guess")));
    }
    Ok(finding)
}
