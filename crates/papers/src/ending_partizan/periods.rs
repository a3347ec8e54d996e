//! How long periods get (C18).

use super::neighbours::{THEOREM_5, words_of};
use super::sets::Set;
use super::strip::{FIRST_ENDLESS, FIRST_SET, Records, Strip, each_of, each_set, labellings, note};
use crate::finding::{Statement, cells, curves, said_table};
use crate::frame::{Frame, Result, Tried};
use crate::words::{say, words};

/// C18, with how long it takes: `bound` is the number of states among which one must come back, from max S.
pub(super) fn proposition_7(bound: fn(u32) -> u128, frame: &Frame) -> Result {
    let max = frame.pick(17, 23);
    // By maximum: the longest periods, and the longest preperiods.
    let mut longest = [Records::new(), Records::new()];
    let even_odd = each_set(max, frame, |tried, strip| {
        for (longest, length) in longest.iter_mut().zip([strip.period, strip.preperiod]) {
            note(longest, strip.set.max(), length, || strip.set);
        }
        within(tried, strip, bound(strip.set.max()));
    })?;
    let labelled = Set::within(2, 8)
        .filter(|set| set.min() <= 3)
        .flat_map(|set| labellings(set.min()).map(move |labels| (set, labels)));
    let labelled = frame.forall(FIRST_SET, labelled).survey(|tried, (set, labels)| {
        // A strip exists only because a state came back.
        within(tried, &Strip::new(set, &labels, &frame.limits)?, 4_u128.pow(set.max()));
        Ok(())
    })?;
    even_odd.and(labelled).argued("C18", &[&max]).if_upheld(|finding| {
        let [(period, first), (preperiod, second)] = longest.each_ref().map(|of| of[&max]);
        let share = format!("{:.2}", preperiod as f64 / f64::from(max * max));
        let rows = longest[0].iter().zip(longest[1].values()).map(|((max, period), preperiod)| {
            let both = [period, preperiod].into_iter();
            (max, cells(both.flat_map(|(length, set)| [length.to_string(), set.to_string()])))
        });
        let points = |longest: &Records<Set>| {
            longest.iter().map(|(max, (length, _))| (f64::from(*max), *length as f64)).collect()
        };
        let lengths = ["period", "preperiod"].into_iter().zip(longest.iter().map(points));
        let axes = ["max S", "heaps"];
        Ok(finding
            .say("C18.how-long", &[&max, &period, &first, &preperiod, &second, &share])
            .say("C18.fewer", &[&max, &words_of(THEOREM_5, max), &4_u128.pow(max)])
            .statement(progressions(frame)?)
            .exhibit(said_table("C18.table", &[], rows))
            .exhibit(curves("The longest periods and preperiods", axes, lengths)))
    })
}

/// Under EO the last max S letters are a word that the laws of neighbours allow.
pub(super) fn allowed_words(max: u32) -> u128 {
    words_of(THEOREM_5, max).saturating_add(u128::from(max))
}

/// Preperiod and period together are at most the bound.
fn within(tried: &mut Tried, strip: &Strip, bound: u128) {
    tried.expect(strip.horizon() as u128 <= bound, || {
        let Strip { set, preperiod, period, .. } = strip;
        (words("C18.exceeds", &[set, preperiod, period, &bound]), strip.story(&[*preperiod]))
    });
}

/// Infinite S with a progression are periodic too.
fn progressions(frame: &Frame) -> Result<Statement> {
    let sets = Set::endless(frame.pick(4, 6), frame.pick(5, 8));
    let (mut longest, count) = (Records::new(), sets.len());
    each_of(FIRST_ENDLESS, sets, frame, |_, strip| {
        note(&mut longest, 0, strip.horizon(), || strip.set);
    })?;
    let (length, set) = longest[&0];
    Ok(say("C18.progressions", &[&count, &set, &length]))
}
