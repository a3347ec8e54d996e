//! B4, B6 and B7: the nim-sum and what moves do to it.

use bouton_lab::rules::{Game, Refusal};
use bouton_lab::values::{Nimber, mex};

use crate::finding::{Counterexample, Finding, Known, Statement};
use crate::frame::Frame;
use crate::judge::{Judge, ascending, name, nim_sum, with};

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

/// B4: the nim-sum adds binary digits by a table, without carry, and x ⊕ x = 0. Decided by
/// comparing with what a nim-sum has to be: x ⊕ y is the least number that is neither x' ⊕ y nor x
/// ⊕ y' with x' < x, y' < y.
pub(super) fn digits(claim: &Digits, frame: &Frame) -> Result<Finding, Refusal> {
    let below = frame.pick(64, 256);
    let mut table: Vec<Vec<u64>> = Vec::new();
    let mut against = None;
    for x in 0..below {
        frame.limits.progress(x, below)?;
        let mut row: Vec<u64> = Vec::new();
        for y in 0..below {
            let above = table.iter().map(|row| row[y as usize]);
            let sum = mex(above.chain(row.iter().copied()).map(Nimber)).0;
            row.push(sum);
            let by_digits = claim.add(x, y);
            if against.is_none()
                && (by_digits != sum
                    || Nimber(x) + Nimber(y) != Nimber(sum)
                    || (x == y && sum != 0))
            {
                let what = format!("{x} ⊕ {y} = {sum}, by digits {by_digits}");
                let steps = [format!("in binary: {x:b} and {y:b}")];
                against = Some(Counterexample::new(what, steps, "the first pair, row by row"));
            }
        }
        table.push(row);
    }
    let reason = "equal digits add up to 0, so x ⊕ x = 0; and by Bouton's argument the sum without \
                  carry is the least number that no option has: lowering x or y changes some \
                  digit, and every smaller sum is reached by lowering the number with a one in the \
                  highest place that differs";
    Ok(Finding::decided(
        against,
        Known::argument(reason),
        u128::from(below) * u128::from(below),
        format!(
            "all pairs below {below}: digit by digit, and as the least number that no option has"
        ),
    ))
}

/// What moves do to the nim-sum: from positions with sum 0, or those without, every move leads to
/// the one or the other.
#[derive(Clone, Copy)]
pub(super) struct SumMoves {
    pub(super) from_zero: bool,
    pub(super) to_zero: bool,
}

/// From sum 0 every move breaks it.
pub(super) const LEMMA_1: SumMoves = SumMoves { from_zero: true, to_zero: false };

/// B6, Lemma 1. Decided on all moves of small positions; for all because the sum changes by x ⊕ y ≠
/// 0.
pub(super) fn lemma_1(claim: &SumMoves, frame: &Frame) -> Result<Finding, Refusal> {
    let below = frame.pick(9, 13);
    let game = Game::parse("nim")?;
    let judge = Judge::new(&game, &frame.limits)?;
    let (mut cases, mut against, mut unchanged) = (0, None, 0);
    for heaps in (1..=4).flat_map(|length| ascending(length, below, |_| true)) {
        let before = nim_sum(heaps.iter().copied());
        for option in judge.options(&heaps) {
            let after = nim_sum(option.iter().copied());
            cases += 1;
            unchanged += u32::from(before == after);
            let fails = (before == 0) == claim.from_zero && (after == 0) != claim.to_zero;
            if fails && against.is_none() {
                let what = format!(
                    "{} has the sum {before} and moves to {}, with the sum {after}",
                    name(&heaps),
                    name(&option)
                );
                against = Some(Counterexample::new(
                    what,
                    [""; 0],
                    "smallest by the number of heaps, then of stones",
                ));
            }
        }
    }
    if unchanged > 0 {
        return Err(Refusal::bad(
            "a move left the nim-sum as it was",
            "the statement beside the lemma is wrong",
        ));
    }
    let reason = "lowering x to y turns the sum S into S ⊕ x ⊕ y, and x ⊕ y ≠ 0 as x ≠ y";
    Ok(Finding::decided(
        against,
        Known::argument(reason),
        cases,
        format!("all moves from all positions with up to four heaps below {below}"),
    )
    .statement(Statement::beyond(
        "every move changes the nim-sum, whatever it was",
        Known::argument(reason),
    )))
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
pub(super) fn lemma_2(claim: &Choice, frame: &Frame) -> Result<Finding, Refusal> {
    let below = frame.pick(9, 14);
    let positions = (1..=4).flat_map(|length| ascending(length, below, |heaps| heaps[0] > 0));
    let game = Game::parse("nim")?;
    let judge = Judge::new(&game, &frame.limits)?;
    let (mut cases, mut against) = (0, None);
    let mut corrected = true;
    for heaps in positions {
        let sum = nim_sum(heaps.iter().copied());
        if sum == 0 {
            continue;
        }
        let options = judge.options(&heaps);
        let works = |place: usize| options.contains(&with(&heaps, place, sum ^ heaps[place]));
        let leading = (0..heaps.len()).filter(|place| (LEADING_DIGIT.admits)(heaps[*place], sum));
        corrected &= leading.clone().count() % 2 == 1;
        corrected &= (0..heaps.len()).all(|p| works(p) == (LEADING_DIGIT.admits)(heaps[p], sum));
        let meant: Vec<usize> =
            (0..heaps.len()).filter(|p| (claim.admits)(heaps[*p], sum)).collect();
        cases += heaps.len() as u128;
        let failing = meant.iter().copied().find(|place| !works(*place));
        if against.is_none() && (failing.is_some() || meant.is_empty()) {
            against = Some(no_move(claim, &heaps, sum, failing));
        }
    }
    if !corrected {
        return Err(Refusal::bad("the corrected lemma fails", "correct it again"));
    }
    let reason = "S ⊕ x < x exactly if x has a one where S has its leading one, and an odd number \
                  of heaps has";
    let finding = Finding::decided(
        against,
        Known::argument(reason),
        cases,
        format!(
            "all heaps of all positions with up to four heaps from 1 to {}, where the sum is not 0",
            below - 1
        ),
    );
    if finding.counterexample.is_none() {
        return Ok(finding);
    }
    Ok(finding
        .statement(Statement::correction(
            "from a sum S ≠ 0 there is a heap m with a one in the leading place of S, and for \
             these heaps and no others y_m = S ⊕ x_m is a move; it makes the sum 0",
            Known::argument(reason),
        ))
        .statement(Statement::beyond(
            "the number of moves that make the sum 0 is odd",
            Known::argument(
                "they are as many as the heaps with a one in that place, and those make the digit \
                 of S odd",
            ),
        )))
}

fn no_move(claim: &Choice, heaps: &[u64], sum: u64, failing: Option<usize>) -> Counterexample {
    let what = match failing {
        None => format!("{} has the sum {sum}, and no heap is meant", name(heaps)),
        Some(place) => {
            let heap = heaps[place];
            format!(
                "{} with S = {sum}: the heap {heap} cannot become S ⊕ {heap} = {}",
                name(heaps),
                sum ^ heap
            )
        }
    };
    let steps =
        [format!("the proof uses {}", claim.words), "a move must make the heap smaller".to_owned()];
    Counterexample::new(
        what,
        steps,
        "smallest by the number of heaps, then of stones, no heap empty",
    )
}
