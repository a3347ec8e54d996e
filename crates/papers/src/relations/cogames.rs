//! D6: Nim as a cogame.

use bouton_lab::graphs::Structures;
use bouton_lab::rules::Refusal;

use super::structures::nim;
use crate::finding::{Finding, Known};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, ascending, name, nim_sum};
use crate::words::words;

/// D6, for any number of piles, where an empty one may be left out or put beside. Decided by going through states and
/// adding the pile that the proof names.
pub(super) fn any_number(frame: &Frame) -> Result {
    let below = frame.pick(8, 10);
    let mut judge = Judge::of("nim", &frame.limits)?;
    let states = (1..=3).flat_map(|length| ascending(length, below, |_| true));
    let tried = frame.forall(words("D6.order", &[]), states).survey(|tried, piles| {
        let sum = nim_sum(&piles);
        let above = [&piles[..], &[sum]].concat();
        let comes_from_losing = sum > 0 && judge.is_p(&above)?;
        let loses = judge.is_p(&piles)?;
        tried.expect(loses != comes_from_losing, || {
            let does = if loses { "loses" } else { "wins" };
            words("D6.beside", &[&name(&piles), &does, &sum])
        });
        Ok(())
    })?;
    let mut finding = tried.argued("D6", &[&below]);
    // With a fixed number n of piles: exactly if n is even.
    let (mut as_said, mut failing, most) = (true, Vec::new(), frame.pick(5, 6));
    for piles in 1..=most {
        let fixed = fixed_number(piles, frame)?;
        finding.cases += fixed.cases;
        as_said &= fixed.counterexample.is_none() == piles.is_multiple_of(2);
        failing.extend(fixed.counterexample.map(|against| against.what));
    }
    if as_said {
        finding = finding.say("D6.fixed", &[&failing.join("; "), &most]);
    }
    Ok(finding)
}

/// D6, with always this many piles: the kernel is a kernel of the reversed digraph, too. Decided besides by the engine
/// for sets that are a game and a cogame at once.
pub(super) fn fixed_number(piles: usize, frame: &Frame) -> Result {
    // A power of two, so that whatever is to be raised stays below: if all piles are below 2^k, so are their sums.
    let below = frame.pick([32, 16, 8, 4, 2], [256, 32, 16, 8, 4])[piles.clamp(1, 5) - 1];
    let (tuples, graph) = nim(piles, below, &frame.limits)?;
    let kernel = Structures::new(&graph, &frame.limits)?.one()?;
    let kernel = kernel.ok_or_else(|| Refusal::bug("Nim has no structure"))?;
    let both = Structures::of_both(&graph, &frame.limits)?.one()?;
    let reversed = graph.reversed();
    let mut vertices: Vec<u32> = (0..tuples.len() as u32).collect();
    vertices.sort_by_key(|v| (tuples[*v as usize].iter().sum::<u64>(), *v));
    let tried = frame.forall("the fewest stones", vertices).survey(|tried, v| {
        let comes_from_losing = reversed.successors(v).iter().any(|w| kernel.loses(*w));
        tried.expect(kernel.wins(v) == comes_from_losing, || {
            let tuple = &tuples[v as usize];
            let sum = nim_sum(tuple);
            let steps = tuple.iter().map(|pile| words("D6.step", &[pile, &sum, &(pile ^ sum)]));
            (words("D6.alone", &[&name(tuple)]), steps.collect::<Vec<_>>())
        });
    })?;
    sure(tried.holds() == both.is_some(), format!("two ways to decide {piles} piles"))?;
    let known = Known::up_to(words("D6.piles", &[&piles, &below]));
    let enumerated = words("D6.states", &[&piles, &below]);
    Ok(Finding::decided(tried.against, known, tried.cases, enumerated))
}
