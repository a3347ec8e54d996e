//! D6: Nim as a cogame.

use bouton_lab::graphs::Structures;
use bouton_lab::rules::Refusal;

use super::structures::NimGraph;
use crate::finding::{Finding, Known};
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{Judge, ascending, name, nim_sum};
use crate::words::words;

/// How many piles a state of Nim has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Piles {
    /// Finitely many; an empty pile may be left out or put beside.
    Any,
    /// Always this many.
    Fixed(usize),
}

/// D6. Decided for any number of piles by going through states and adding the pile that the proof names, and for a fixed
/// number by the engine for sets that are a game and a cogame at once.
pub(super) fn nim_is_cogame(claim: Piles, frame: &Frame) -> Result {
    match claim {
        Piles::Any => any_number(frame),
        Piles::Fixed(piles) => {
            let below = bound(piles, frame);
            let tried = fixed_number(piles, below, frame)?;
            let bound = words("D6.piles", &[&piles, &below]);
            let enumerated = words("D6.states", &[&piles, &below]);
            Ok(Finding::decided(tried.against, Known::up_to(bound), tried.cases, enumerated))
        }
    }
}

/// A power of two, so that whatever is to be raised stays below: if all piles are below 2^k, so are their sums.
fn bound(piles: usize, frame: &Frame) -> u64 {
    match piles {
        0 | 1 => frame.pick(32, 256),
        2 => frame.pick(16, 32),
        3 => frame.pick(8, 16),
        4 => frame.pick(4, 8),
        _ => frame.pick(2, 4),
    }
}

fn any_number(frame: &Frame) -> Result {
    let below = frame.pick(8, 10);
    let mut judge = Judge::of("nim", &frame.limits)?;
    let states = (1..=3).flat_map(|length| ascending(length, below, |_| true));
    let order = "the fewest piles, then the smallest sum";
    let tried = frame.forall(order, states).survey(|tried, piles| {
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
    let finding = tried.argued("D6", &[&below]);
    with_fixed_numbers(finding, frame)
}

/// With a fixed number n of piles: exactly if n is even.
fn with_fixed_numbers(mut finding: Finding, frame: &Frame) -> Result {
    let mut as_said = true;
    let mut failing = Vec::new();
    let most = frame.pick(5, 6);
    for piles in 1..=most {
        let fixed = nim_is_cogame(Piles::Fixed(piles), frame)?;
        finding.cases += fixed.cases;
        as_said &= fixed.counterexample.is_none() == piles.is_multiple_of(2);
        failing.extend(fixed.counterexample.map(|against| against.what));
    }
    if as_said {
        finding = finding.say("D6.fixed", &[&failing.join("; "), &most]);
    }
    Ok(finding)
}

/// The kernel is a kernel of the reversed digraph, too.
fn fixed_number(piles: usize, below: u64, frame: &Frame) -> Result<Tried> {
    let nim = NimGraph::new(piles, below, &frame.limits)?;
    let kernel = Structures::new(&nim.graph, &frame.limits)?.one()?;
    let kernel = kernel.ok_or_else(|| Refusal::bug("Nim has no structure"))?;
    let both = Structures::of_both(&nim.graph, &frame.limits)?.one()?;
    let reversed = nim.graph.reversed();
    let mut vertices: Vec<u32> = (0..nim.tuples.len() as u32).collect();
    vertices.sort_by_key(|v| (nim.tuples[*v as usize].iter().sum::<u64>(), *v));
    let tried = frame.forall("the fewest stones", vertices).survey(|tried, v| {
        let comes_from_losing = reversed.successors(v).iter().any(|w| kernel.loses(*w));
        tried.expect(kernel.wins(v) == comes_from_losing, || {
            let tuple = &nim.tuples[v as usize];
            let sum = nim_sum(tuple);
            let steps = tuple.iter().map(|pile| words("D6.step", &[pile, &sum, &(pile ^ sum)]));
            (words("D6.alone", &[&name(tuple)]), steps.collect::<Vec<_>>())
        });
    })?;
    sure(tried.holds() == both.is_some(), format!("two ways to decide {piles} piles"))?;
    Ok(tried)
}
