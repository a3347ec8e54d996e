//! B4, B6 and B7: the nim-sum and what moves do to it.

use bouton_lab::values::{Nimber, mex};

use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, Named, ascending, name, nim_sum, with};
use crate::words::words;

/// What two binary digits add up to: 1+0=1=0+1 and 1+1=0=0+0.
pub(super) const DIGITS: [[u64; 2]; 2] = [[0, 1], [1, 0]];

/// B4. Compared with what x ⊕ y has to be: the least number that is neither x' ⊕ y nor x ⊕ y' with x' < x, y' < y.
pub(super) fn digits(digits: [[u64; 2]; 2], frame: &Frame) -> Result {
    let digit = |number: u64, place: u32| usize::from(number >> place & 1 == 1);
    let add = |x: u64, y: u64| -> u64 {
        (0..u64::BITS).map(|place| digits[digit(x, place)][digit(y, place)] << place).sum()
    };
    let below = frame.pick(64, 256);
    let pairs = (0..below).flat_map(|x| (0..below).map(move |y| (x, y)));
    let mut table: Vec<Vec<u64>> = vec![Vec::new(); below as usize];
    let tried = frame.forall("the first pair, row by row", pairs).survey(|tried, (x, y)| {
        let (row, column) = (x as usize, y as usize);
        let above = table[..row].iter().map(|row| row[column]);
        let sum = mex(above.chain(table[row].iter().copied()).map(Nimber)).0;
        table[row].push(sum);
        let by_digits = add(x, y);
        let agree = by_digits == sum && Nimber(x) + Nimber(y) == Nimber(sum);
        tried.expect(agree && (x != y || sum == 0), || {
            let [x2, y2] = [x, y].map(|number| format!("{number:b}"));
            words("B4.differ", &[&x, &y, &sum, &by_digits, &x2, &y2])
        });
    })?;
    Ok(tried.argued("B4", &[&below]))
}

/// From positions with sum 0, or those without if the first is false, every move leads to sum 0, or to another sum if
/// the second is false: every move from sum 0 breaks it.
pub(super) const BREAKS_ZERO: [bool; 2] = [true, false];

/// B6, Lemma 1. Decided on all moves of small positions; for all because the sum changes by x ⊕ y ≠ 0.
pub(super) fn lemma_1([from_zero, to_zero]: [bool; 2], frame: &Frame) -> Result {
    let below = frame.pick(9, 13);
    let judge = Judge::of("nim", &frame.limits)?;
    let positions = (1..=4).flat_map(|length| ascending(length, below, |_| true));
    let tried = frame.forall(words("B6.order", &[]), positions).survey(|tried, heaps| {
        let before = nim_sum(&heaps);
        let options = judge.options(&heaps);
        tried.count(options.len() as u128);
        for option in options {
            let after = nim_sum(&option);
            sure(before != after, "every move changes the nim-sum")?;
            let applies = (before == 0) == from_zero;
            tried.expect(!applies || (after == 0) == to_zero, || {
                words("B6.move", &[&name(&heaps), &before, &name(&option), &after])
            });
        }
        Ok(())
    })?;
    Ok(tried.argued("B6", &[&below]).say("B6.changes", &[]))
}

/// Which heaps x the move of Lemma 2 may use where the sum is S.
pub(super) type Choice = Named<fn(u64, u64) -> bool>;

/// The printed proof names no condition on m.
pub(super) const ANY_HEAP: Choice = Named { words: "any heap", rule: |_, _| true };

/// The heaps with a one in the leading place of S.
pub(super) const LEADING_DIGIT: Choice = Named {
    words: "a heap with a one in the leading place of S",
    rule: |heap, sum| sum > 0 && heap >> sum.ilog2() & 1 == 1,
};

/// B7, for the heaps m that are meant. Decided on all small positions without empty heaps.
pub(super) fn lemma_2(claim: &Choice, frame: &Frame) -> Result {
    let below = frame.pick(9, 14);
    let judge = Judge::of("nim", &frame.limits)?;
    let positions = (1..=4).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0));
    let positions = positions.filter(|heaps| nim_sum(heaps) != 0);
    let tried = frame.forall(words("B7.order", &[]), positions).survey(|tried, heaps| {
        let sum = nim_sum(&heaps);
        let options = judge.options(&heaps);
        let places = |choice: &Choice| -> Vec<usize> {
            (0..heaps.len()).filter(|place| (choice.rule)(heaps[*place], sum)).collect()
        };
        let works = |place: &usize| options.contains(&with(&heaps, *place, sum ^ heaps[*place]));
        let leading = places(&LEADING_DIGIT);
        let are_all = (0..heaps.len()).all(|place| works(&place) == leading.contains(&place));
        sure(are_all && leading.len() % 2 == 1, "the corrected lemma")?;
        let meant = places(claim);
        tried.count(heaps.len() as u128);
        let (name, uses) = (name(&heaps), claim.words);
        tried.expect(!meant.is_empty(), || words("B7.none", &[&name, &sum, &uses]));
        let failing = meant.into_iter().find(|place| !works(place)).map(|place| heaps[place]);
        tried.none(failing, |heap| words("B7.cannot", &[&name, &sum, &heap, &(sum ^ heap), &uses]));
        Ok(())
    })?;
    let finding = tried.argued("B7", &[&(below - 1)]);
    Ok(finding.if_refuted(|finding| finding.say("B7.corrected", &[]).say("B7.odd", &[])))
}
