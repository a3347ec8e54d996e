//! How long periods get (C18).

use bouton_lab::rules::Refusal;

use super::endless::Endless;
use super::neighbours::{THEOREM_5, words_of};
use super::sets::Set;
use super::strip::{FIRST_SET, Strip, each_set, story, strip, words};
use crate::finding::{Curve, Exhibit, Finding, Known, Statement, cells, table};
use crate::frame::{Frame, Tried, all};

/// The longest period and preperiod for one maximum, and the first sets that have them.
#[derive(Clone, Copy, Debug)]
struct Longest {
    max: u32,
    period: (usize, Set),
    preperiod: (usize, Set),
}

/// C18: Proposition 7, finite S ⇒ eventually periodic, by the pigeonhole; here with how long it
/// takes.
///
/// `bound` is the number of states among which one must come back, from max S.
pub(super) fn proposition_7(bound: fn(u32) -> u128, frame: &Frame) -> Result<Finding, Refusal> {
    let max = frame.pick(17, 23);
    let mut longest = Vec::new();
    let even_odd = each_set(max, frame, |tried, set, strip| {
        note_longest(&mut longest, set, strip);
        within(tried, set, strip, bound(set.max()));
        Ok(())
    })?;
    let enumerated = format!(
        "all S within {{2..{max}}} under the EO rule, and within {{2..8}} with all labels if min S \
         ≤ 3"
    );
    let labelled = Set::within(2, 8)
        .filter(|set| set.min() <= 3)
        .flat_map(|set| words(set.min()).map(move |labels| (set, labels)));
    let labelled = all(&enumerated, FIRST_SET, labelled);
    let labelled = frame.forall(labelled).survey(|tried, (set, labels)| {
        // A strip exists only because a state came back.
        let strip = strip(set, &labels, &frame.limits)?;
        within(tried, set, &strip, 4_u128.pow(set.max()));
        Ok(())
    })?;
    let known = Known::argument(
        "the last max S outcomes decide all later ones, and there are at most 4^max S of them, so \
         they come back (with any labels)",
    );
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
    let text = format!(
        "How long they get for max S = {}: period {} ({}), preperiod {} ({}), which is {:.2}·max \
         S².",
        last.max,
        last.period.0,
        last.period.1,
        last.preperiod.0,
        last.preperiod.1,
        last.preperiod.0 as f64 / f64::from(last.max * last.max)
    );
    Statement::beyond(text, Known::up_to(format!("all S within {{2..{}}}", last.max)))
}

fn fewer_states(max: u32) -> Statement {
    let text = format!(
        "Under EO preperiod + period ≤ max S + F², where F is the Fibonacci number F(max S + 2): \
         only so many windows of max S letters obey Theorem 5 (for max S = {max}: {} in place of \
         4^{max} = {}).",
        words_of(THEOREM_5, max),
        4_u128.pow(max)
    );
    let why = "the windows that can occur are words that the laws of neighbours allow (C11)";
    Statement::beyond(text, Known::argument(why))
}

/// Infinite S with a progression are periodic too.
fn progressions(frame: &Frame) -> Result<Statement, Refusal> {
    let sets = Endless::small(frame.pick(4, 6), frame.pick(5, 8));
    let mut longest = (0, String::new());
    for set in &sets {
        let strip = set.strip(&frame.limits)?;
        if strip.horizon() > longest.0 {
            longest = (strip.horizon(), set.to_string());
        }
    }
    let text = format!(
        "Infinite S made of a finite part and an arithmetic progression are eventually periodic \
         too; of {} such sets {} takes longest, {} heaps.",
        sets.len(),
        longest.1,
        longest.0
    );
    let why = "all that matters of the progression is whether it reaches, in each class, a heap \
               that Left loses, and one that Right loses: finitely many bits more in the state";
    Ok(Statement::beyond(text, Known::argument(why)))
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
    let curve = |name: &str, of: fn(&Longest) -> usize| Curve {
        name: name.to_owned(),
        points: longest.iter().map(|row| (f64::from(row.max), of(row) as f64)).collect(),
    };
    Exhibit::Curves {
        caption: "The longest periods and preperiods".to_owned(),
        x: "max S".to_owned(),
        y: "heaps".to_owned(),
        curves: vec![
            curve("period", |row| row.period.0),
            curve("preperiod", |row| row.preperiod.0),
        ],
    }
}
