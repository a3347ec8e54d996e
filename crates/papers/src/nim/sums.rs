//! B4, B6 and B7: the nim-sum and what moves do to it.

use bouton_lab::values::{Nimber, mex};

use crate::finding::Statement;
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, ascending, name, nim_sum, with};
use crate::words::{argued, words};

/// What two binary digits add up to.
pub(super) struct Digits(pub(super) [[u64; 2]; 2]);

/// 1+0=1=0+1 and 1+1=0=0+0.
pub(super) const DIGITS: Digits = Digits([[0, 1], [1, 0]]);

impl Digits {
    /// Digit by digit, the lowest first.
    fn add(&self, x: u64, y: u64) -> u64 {
        let digit = |number: u64, place: u32| usize::from(number >> place & 1 == 1);
        (0..u64::BITS).map(|place| self.0[digit(x, place)][digit(y, place)] << place).sum()
    }
}

/// B4: the nim-sum adds binary digits by a table, without carry, and x ⊕ x = 0. Decided by comparing with what a
/// nim-sum has to be: x ⊕ y is the least number that is neither x' ⊕ y nor x ⊕ y' with x' < x, y' < y.
pub(super) fn digits(claim: &Digits, frame: &Frame) -> Result {
    let below = frame.pick(64, 256);
    let enumerated = words("B4.looked", &[&below]);
    let pairs = (0..below).flat_map(|x| (0..below).map(move |y| (x, y)));
    let mut table: Vec<Vec<u64>> = vec![Vec::new(); below as usize];
    let tried =
        frame.forall(enumerated, "the first pair, row by row", pairs).survey(|tried, (x, y)| {
            let (row, column) = (x as usize, y as usize);
            let above = table[..row].iter().map(|row| row[column]);
            let sum = mex(above.chain(table[row].iter().copied()).map(Nimber)).0;
            table[row].push(sum);
            let by_digits = claim.add(x, y);
            let agree = by_digits == sum && Nimber(x) + Nimber(y) == Nimber(sum);
            tried.expect(agree && (x != y || sum == 0), || {
                let what = format!("{x} ⊕ {y} = {sum}, by digits {by_digits}");
                (what, [format!("in binary: {x:b} and {y:b}")])
            });
        })?;
    Ok(tried.finding(argued("B4", &[])))
}

/// What moves do to the nim-sum: from positions with sum 0, or those without, every move leads to the one or the other.
#[derive(Clone, Copy)]
pub(super) struct SumMoves {
    pub(super) from_zero: bool,
    pub(super) to_zero: bool,
}

/// From sum 0 every move breaks it.
pub(super) const LEMMA_1: SumMoves = SumMoves { from_zero: true, to_zero: false };

/// B6, Lemma 1. Decided on all moves of small positions; for all because the sum changes by x ⊕ y ≠ 0.
pub(super) fn lemma_1(claim: &SumMoves, frame: &Frame) -> Result {
    let below = frame.pick(9, 13);
    let judge = Judge::of("nim", &frame.limits)?;
    let positions = (1..=4).flat_map(|length| ascending(length, below, |_| true));
    let enumerated = format!("all moves from all positions with up to four heaps below {below}");
    let tried = frame
        .forall(enumerated, "smallest by the number of heaps, then of stones", positions)
        .survey(|tried, heaps| {
            let before = nim_sum(&heaps);
            let options = judge.options(&heaps);
            tried.count(options.len() as u128);
            for option in options {
                let after = nim_sum(&option);
                sure(before != after, "every move changes the nim-sum")?;
                let applies = (before == 0) == claim.from_zero;
                tried.expect(!applies || (after == 0) == claim.to_zero, || {
                    let [from, to] = [&heaps, &option].map(|heaps| name(heaps));
                    format!("{from} has the sum {before} and moves to {to}, with the sum {after}")
                });
            }
            Ok(())
        })?;
    let known = argued("B6", &[]);
    let beyond =
        Statement::beyond("every move changes the nim-sum, whatever it was", known.clone());
    Ok(tried.finding(known).statement(beyond))
}

/// Which heaps the move of Lemma 2 may use.
pub(super) struct Choice {
    pub(super) words: &'static str,
    /// Is the heap x meant, where the sum is S?
    pub(super) admits: fn(u64, u64) -> bool,
}

/// The printed proof names no condition on m.
pub(super) const ANY_HEAP: Choice = Choice { words: "any heap", admits: |_, _| true };

/// The heaps with a one in the leading place of S.
pub(super) const LEADING_DIGIT: Choice = Choice {
    words: "a heap with a one in the leading place of S",
    admits: |heap, sum| sum > 0 && heap >> sum.ilog2() & 1 == 1,
};

/// B7, Lemma 2: from a sum S ≠ 0 the move to y_m = S ⊕ x_m makes it 0, for the heaps m that are
/// meant; and there is such a heap. Decided on all small positions without empty heaps.
pub(super) fn lemma_2(claim: &Choice, frame: &Frame) -> Result {
    let below = frame.pick(9, 14);
    let judge = Judge::of("nim", &frame.limits)?;
    let sum_of = |heaps: &Vec<u64>| nim_sum(heaps);
    let positions = (1..=4).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0));
    let enumerated = words("B7.looked", &[&(below - 1)]);
    let tried = frame
        .forall(
            enumerated,
            "smallest by the number of heaps, then of stones, no heap empty",
            positions.filter(|heaps| sum_of(heaps) != 0),
        )
        .survey(|tried, heaps| {
            let sum = sum_of(&heaps);
            let options = judge.options(&heaps);
            let places = |choice: &Choice| -> Vec<usize> {
                (0..heaps.len()).filter(|place| (choice.admits)(heaps[*place], sum)).collect()
            };
            let works =
                |place: &usize| options.contains(&with(&heaps, *place, sum ^ heaps[*place]));
            let leading = places(&LEADING_DIGIT);
            let are_all = (0..heaps.len()).all(|place| works(&place) == leading.contains(&place));
            sure(are_all && leading.len() % 2 == 1, "the corrected lemma")?;
            let meant = places(claim);
            let failing = meant.iter().copied().find(|place| !works(place));
            tried.count(heaps.len() as u128);
            tried.expect(failing.is_none() && !meant.is_empty(), || {
                no_move(claim, &heaps, sum, failing)
            });
            Ok(())
        })?;
    let finding = tried.finding(argued("B7", &[]));
    Ok(finding.if_refuted(|finding| finding.say("B7.corrected", &[]).say("B7.odd", &[])))
}

fn no_move(
    claim: &Choice,
    heaps: &[u64],
    sum: u64,
    failing: Option<usize>,
) -> (String, [String; 2]) {
    let what = match failing {
        None => format!("{} has the sum {sum}, and no heap is meant", name(heaps)),
        Some(place) => {
            let heap = heaps[place];
            let wanted = sum ^ heap;
            format!(
                "{} with S = {sum}: the heap {heap} cannot become S ⊕ {heap} = {wanted}",
                name(heaps)
            )
        }
    };
    let proof = format!("the proof uses {}", claim.words);
    (what, [proof, "a move must make the heap smaller".to_owned()])
}
