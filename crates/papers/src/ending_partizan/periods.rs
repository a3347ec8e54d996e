//! How long periods get (C18).

use super::endless::Endless;
use super::neighbours::{THEOREM_5, words_of};
use super::sets::Set;
use super::strip::{FIRST_SET, Strip, each_set, labellings, story, strip};
use crate::finding::{Exhibit, Known, Statement, cells, curves, table};
use crate::frame::{Frame, Result, Tried, all};
use crate::words::{argued, say, words};

/// The longest period and preperiod for one maximum, and the first sets that have them.
#[derive(Clone, Copy, Debug)]
struct Longest {
    max: u32,
    period: (usize, Set),
    preperiod: (usize, Set),
}

/// C18: Proposition 7, finite S ⇒ eventually periodic, by the pigeonhole; here with how long it takes.
///
/// `bound` is the number of states among which one must come back, from max S.
pub(super) fn proposition_7(bound: fn(u32) -> u128, frame: &Frame) -> Result {
    let max = frame.pick(17, 23);
    let mut longest = Vec::new();
    let even_odd = each_set(max, frame, |tried, set, strip| {
        note_longest(&mut longest, set, strip);
        within(tried, set, strip, bound(set.max()));
        Ok(())
    })?;
    let enumerated = words("C18.looked", &[&max]);
    let labelled = Set::within(2, 8)
        .filter(|set| set.min() <= 3)
        .flat_map(|set| labellings(set.min()).map(move |labels| (set, labels)));
    let labelled = all(&enumerated, FIRST_SET, labelled);
    let labelled = frame.forall(labelled).survey(|tried, (set, labels)| {
        // A strip exists only because a state came back.
        let strip = strip(set, &labels, &frame.limits)?;
        within(tried, set, &strip, 4_u128.pow(set.max()));
        Ok(())
    })?;
    let known = argued("C18", &[]);
    let finding = even_odd.and(labelled).finding_of(enumerated, known);
    if finding.counterexample.is_some() {
        return Ok(finding);
    }
    let finding = finding.statement(how_long(&longest)).statement(fewer_states(max));
    Ok(finding
        .statement(progressions(frame)?)
        .exhibit(longest_table(&longest))
        .exhibit(longest_curves(&longest)))
}

/// Under EO the last max S letters are a word that the laws of neighbours allow.
pub(super) fn allowed_words(max: u32) -> u128 {
    words_of(THEOREM_5, max).saturating_add(u128::from(max))
}

/// Preperiod and period together are at most the bound.
fn within(tried: &mut Tried, set: Set, strip: &Strip, bound: u128) {
    tried.expect(strip.horizon() as u128 <= bound, || {
        let Strip { preperiod, period, .. } = strip;
        let what =
            format!("S = {set}: preperiod {preperiod} and period {period} together exceed {bound}");
        (what, story(set, strip, &[*preperiod]))
    });
}

fn note_longest(longest: &mut Vec<Longest>, set: Set, strip: &Strip) {
    let entry =
        Longest { max: set.max(), period: (strip.period, set), preperiod: (strip.preperiod, set) };
    match longest.last_mut() {
        Some(last) if last.max == set.max() => {
            if strip.period > last.period.0 {
                last.period = entry.period;
            }
            if strip.preperiod > last.preperiod.0 {
                last.preperiod = entry.preperiod;
            }
        }
        _ => longest.push(entry),
    }
}

fn how_long(longest: &[Longest]) -> Statement {
    let Some(last) = longest.last() else {
        return Statement::beyond("Nothing was looked at.", Known::by_example());
    };
    say(
        "C18.how-long",
        &[
            &last.max,
            &last.period.0,
            &last.period.1,
            &last.preperiod.0,
            &last.preperiod.1,
            &format!("{:.2}", last.preperiod.0 as f64 / f64::from(last.max * last.max)),
        ],
    )
}

fn fewer_states(max: u32) -> Statement {
    say("C18.fewer", &[&max, &words_of(THEOREM_5, max), &4_u128.pow(max)])
}

/// Infinite S with a progression are periodic too.
fn progressions(frame: &Frame) -> Result<Statement> {
    let sets = Endless::small(frame.pick(4, 6), frame.pick(5, 8));
    let mut longest = (0, String::new());
    for set in &sets {
        let strip = set.strip(&frame.limits)?;
        if strip.horizon() > longest.0 {
            longest = (strip.horizon(), set.to_string());
        }
    }
    Ok(say("C18.progressions", &[&sets.len(), &longest.1, &longest.0]))
}

fn longest_table(longest: &[Longest]) -> Exhibit {
    let rows = longest.iter().map(|row| {
        let (period, preperiod) = (row.period, row.preperiod);
        let [period, preperiod] =
            [period, preperiod].map(|(length, set)| [length.to_string(), set.to_string()]);
        let [[period, first], [preperiod, second]] = [period, preperiod];
        (row.max.to_string(), cells([period, first, preperiod, second]))
    });
    let columns = ["max S", "period", "S", "preperiod", "S"];
    table("The longest periods and preperiods by max S, under EO", columns, rows)
}

fn longest_curves(longest: &[Longest]) -> Exhibit {
    let points = |of: fn(&Longest) -> usize| {
        longest.iter().map(|row| (f64::from(row.max), of(row) as f64)).collect()
    };
    let lengths =
        [("period", points(|row| row.period.0)), ("preperiod", points(|row| row.preperiod.0))];
    curves("The longest periods and preperiods", ["max S", "heaps"], lengths)
}
