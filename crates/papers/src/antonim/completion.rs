//! A4 and A5: completions exist, there is one each, and how large they get.

use bouton_lab::rules::Game;
use bouton_lab::values::counted;
use bouton_lab::{Ask, Finding as Found, Question, answer};

use super::four::Triples;
use super::heaps::{Reading, SMALLEST, completions, under_both};
use super::recursion::Completer;
use super::tables::LEAST_FREE;
use crate::finding::{Exhibit, Finding, cells, curves, said_table};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Named, listed, name};
use crate::words::{Values, words};

/// How large the completion of a tuple may be, or how many moves a tuple has at most.
pub(super) type Bound = Named<fn(&[u64]) -> u64>;

/// x₁ + … + x₍ₙ₋₁₎ + n - 1.
pub(super) const SUM_AND_COUNT: Bound = Named {
    words: "the sum of the tuple and its length",
    rule: |tuple| tuple.iter().sum::<u64>() + tuple.len() as u64,
};

/// A4. Decided by the oracle on all small tuples under both readings: there is just one completion, within a bound.
pub(super) fn theorem_1(bound: &Bound, frame: &Frame) -> Result {
    let below = [(1, frame.pick(40, 60)), (2, frame.pick(13, 24)), (3, frame.pick(8, 11))];
    let [z, w] = under_both(&frame.limits, |reading, judge| {
        let tuples = below.into_iter().flat_map(|(length, below)| reading.positions(length, below));
        frame.forall(SMALLEST, tuples).claim(|tried, tuple| {
            let [allowed, proved] = [bound, &SUM_AND_COUNT].map(|bound| (bound.rule)(&tuple));
            let found = completions(judge, reading, &tuple, allowed.max(proved))?;
            let is_bounded = matches!(found[..], [z] if z <= allowed);
            tried.expect(is_bounded, || against_theorem_1(bound, reading, &tuple, &found));
            Ok(())
        })
    })?;
    let [one, two, three] = below.map(|(_, below)| below);
    let finding = z.and(w).argued("A4", &[&one, &two, &three, &bound.words]).say("A4.unique", &[]);
    growth(finding, frame)
}

fn against_theorem_1(bound: &Bound, reading: Reading, tuple: &[u64], found: &[u64]) -> String {
    let (name, most) = (name(tuple), (bound.rule)(tuple));
    let what = match found {
        [z] => format!("{name} is completed by {z}, beyond {most} ({})", bound.words),
        [] => format!("{name} has no completion up to {most}"),
        many => format!("{name} has the completions {}", listed(many, ", ")),
    };
    format!("{what} ({reading:?})")
}

/// How large completions get: below which bounds which is the largest.
fn growth(finding: Finding, frame: &Frame) -> Result {
    let bound: u64 = frame.pick(256, 1024);
    let four = Triples::below(bound as usize, &frame.limits)?;
    let (game, mut rows) = (Game::parse("antonim")?, Vec::new());
    for below in (3..=10).map(|power| 1 << power).filter(|n| *n <= bound) {
        let (largest, triple) = four.largest[below as usize - 1];
        let count = four.count(below);
        let ask = Ask::Count { heaps: 4, below };
        let by_engine = answer(&Question::new(game.clone(), ask).within(&frame.limits))?.finding;
        let agree = matches!(by_engine, Found::Count(counted) if counted == count);
        sure(agree, format!("the engine counts four heaps below {below}"))?;
        let ratio = largest as f64 / below as f64;
        let row = [count.to_string(), largest.to_string(), name(&triple), format!("{ratio:.3}")];
        rows.push((below, cells(row)));
    }
    let (largest, triple) = four.largest[bound as usize - 1];
    let from = 16;
    let most = four.largest.iter().enumerate().skip(from - 1);
    let most = most.map(|(c, (z, _))| *z as f64 / (c + 1) as f64).fold(0.0, f64::max);
    let most = (most * 1e4).ceil() / 1e4;
    // What an empty heap does to the size of completions: three heaps are those of Theorem 2.
    let completed = |y: u64, z: u64| ((y + 1) ^ (z + 1)) - 1;
    let doubles = |k: u32| completed((1 << k) - 2, (1 << k) - 1) == (1 << (k + 1)) - 2;
    sure((2..=62).all(doubles), "the completions beside an empty heap")?;
    Ok(finding
        .say("A4.largest", &[&bound, &largest, &name(&triple), &from, &format!("{most:.4}")])
        .say("A4.empty-heap", &[])
        .exhibit(said_table("A4.table", &[], rows))
        .exhibit(growth_curves(&four, frame)?))
}

/// The largest completion of n-1 heaps below N divided by N, for three, four and five heaps.
fn growth_curves(four: &Triples, frame: &Frame) -> Result<Exhibit> {
    let ratio = |n: u64, z: u64| (n as f64, z as f64 / n as f64);
    let samples = |bound: u64| (8..=bound).step_by((bound as usize / 32).max(1));
    let bound = four.largest.len() as u64;
    let three = samples(bound).map(|n| {
        let largest = (1..n).flat_map(|x| (1..x).map(move |y| ((x + 1) ^ (y + 1)) - 1)).max();
        ratio(n, largest.unwrap_or(0))
    });
    let of_four = samples(bound).map(|n| ratio(n, four.largest[n as usize - 1].0));
    let (mut completer, mut of_five) = (Completer::new(Reading::Z, LEAST_FREE), Vec::new());
    let most = frame.pick(20, 32);
    for n in 8..=most {
        frame.limits.progress(n, most)?;
        let tuples = Reading::Z.positions(4, n).into_iter().filter(|tuple| tuple[0] > 0);
        let largest = tuples.map(|tuple| completer.completion(&tuple)).max();
        of_five.push(ratio(n, largest.unwrap_or(0)));
    }
    let axes = ["N", "largest completion of heaps below N, none empty, divided by N"];
    let found = [three.collect(), of_four.collect(), of_five];
    let names = ["three heaps", "four heaps", "five heaps"];
    Ok(curves("Growth of completions", axes, names.into_iter().zip(found)))
}

/// x₁ · … · x₍ₙ₋₁₎, as printed.
pub(super) const PRODUCT: Bound =
    Named { words: "the product of the heaps", rule: |tuple| tuple.iter().product() };

/// x₁ + … + x₍ₙ₋₁₎.
pub(super) const SUM: Bound =
    Named { words: "the sum of the heaps", rule: |tuple| tuple.iter().sum() };

/// A5. Decided by counting the moves of all small tuples beside a last heap that is larger and so forbids nothing.
pub(super) fn move_count(bound: &Bound, frame: &Frame) -> Result {
    let below = frame.pick(11, 16);
    let [z, w] = under_both(&frame.limits, |reading, judge| {
        let tuples = (1..=4).flat_map(|length| reading.positions(length, below));
        frame.forall(SMALLEST, tuples).survey(|tried, tuple| {
            let position = [&tuple[..], &[below]].concat();
            let moves = judge.options(&position).into_iter();
            let moves = moves.filter(|option| option.last() == Some(&below)).count() as u64;
            exact_count(reading, &tuple, moves)?;
            let allowed = (bound.rule)(&tuple);
            tried.expect(moves <= allowed, || {
                let steps = tuple.iter().filter(|heap| **heap > 0);
                let steps = steps.map(|heap| format!("the heap {heap} can be lowered"));
                let (count, letter) = (counted(moves, "move"), format!("{reading:?}"));
                let values: Values<'_> = &[&name(&tuple), &count, &bound.words, &allowed, &letter];
                let what = words("A5.more", values);
                (what, steps.collect::<Vec<_>>())
            });
            Ok(())
        })
    })?;
    Ok(z.and(w).argued("A5", &[&below]).if_refuted(|finding| {
        finding.say("A5.sum", &[]).say("A5.exact", &[]).say("A5.product", &[])
    }))
}

/// What holds of the number of moves: it is the sum of the heaps less the pairs that block each other, and the product
/// bounds it exactly where no heap is empty or nothing can move.
fn exact_count(reading: Reading, tuple: &[u64], moves: u64) -> Result<()> {
    let positive = tuple.iter().filter(|heap| **heap > 0).count();
    let blocking = match reading {
        Reading::Z => positive,
        Reading::W => tuple.len(),
    };
    let pairs = (blocking * blocking.saturating_sub(1) / 2) as u64;
    let is_product_bound = moves <= (PRODUCT.rule)(tuple);
    let is_said = is_product_bound == (positive == tuple.len() || moves == 0);
    sure(moves + pairs == (SUM.rule)(tuple) && is_said, format!("the moves of {}", name(tuple)))
}
