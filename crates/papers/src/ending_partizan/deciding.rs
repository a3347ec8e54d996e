//! Beyond the paper: what decides whether S ends in L.
//!
//! Let B be the heaps that Left, moving first, loses, and A those that Right, moving first, wins. Below min S both are
//! the odd heaps; from min S on n ∈ A iff n - s ∈ B for some s ∈ S, and n ∈ B iff n - s ∈ A for all s ∈ S, s ≤ n. If B
//! is finite, so is A for finite S, and all heaps above them are L; if S ends in L, B is finite. So S ends in L exactly
//! if B and S are finite.
//!
//! *Necessary.* If s ∈ S then s + 1 can be lowered to 1, which is R, so s + 1 is not L: an S that ends in L is finite
//! and its preperiod is at least max S + 2. It has an odd element (or the outcomes are LRLR…) and is not symmetric
//! (C22).
//!
//! *Sufficient.* Let min S be 2 or 3. As long as B = {1}, A is 1 and all s + 1; so the first n > 1 in B is the first
//! n > min S with n ∉ S for which S ∩ [1, n - 2] is (n - 1)-symmetric (the empty set counts as such). If there is none,
//! B = {1}: R at 1, N exactly at all s + 1, L everywhere else.

use bouton_lab::values::Outcome::{self, L, N, R};

use super::chance::{limit, passes, share_with_one_lost};
use super::elements::{Tally, first_odd, single_elements, strongest};
use super::sets::Set;
use super::strip::{FIRST_SET, each_of, each_set};
use crate::finding::{Finding, Statement};
use crate::frame::{Frame, Result};
use crate::words::settled;

/// Adds what is known of the question to the finding about the census.
pub(super) fn add(finding: Finding, frame: &Frame) -> Result {
    let max = frame.pick(12, 18);
    let mut finding =
        finding.statement(necessary(max, frame)?).statement(sufficient(ONE_LOST, max, frame)?);
    let passing = frame.pick(20, 26);
    for min in [2, 3] {
        let limit = limit(min, passing, &frame.limits)?;
        finding = finding.statement(share_with_one_lost(min, passing)).statement(limit);
    }
    let to = frame.pick(18, 24);
    let families = [Tally::of(2, to, &frame.limits)?, Tally::of(3, to, &frame.limits)?];
    Ok(finding
        .statement(strongest(&families, to))
        .exhibit(single_elements(&families, to))
        .exhibit(first_odd(&families, to)))
}

/// What an S that ends in L must be.
fn necessary(max: u32, frame: &Frame) -> Result<Statement> {
    let mut attained = 0_u64;
    let tried = each_set(max, frame, |tried, strip| {
        let set = strip.set;
        if strip.ends_in(L) {
            let least = set.max() as usize + 2;
            let is_so = !set.is_even() && set.symmetry().is_none() && strip.preperiod >= least;
            tried.expect(is_so, || set.to_string());
            attained += u64::from(strip.preperiod == least);
        }
    })?;
    Ok(settled(tried.holds(), "C9.necessary", &[&attained, &max]))
}

/// A condition on S that is said to hold exactly if 1 is the only heap that Left, moving first, loses.
pub(super) type Condition = fn(Set) -> bool;

/// For no n > min S outside S is S ∩ [1, n - 2] (n - 1)-symmetric.
pub(super) const ONE_LOST: Condition = |set| passes(set, set.k() + 1);

/// The theorem of the module's head, on all S with minimum 2 or 3.
pub(super) fn sufficient(condition: Condition, max: u32, frame: &Frame) -> Result<Statement> {
    let mut fitting = 0_u64;
    let sets = Set::within(2, max).filter(|set| set.min() <= 3);
    let tried = each_of(FIRST_SET, sets, frame, |tried, strip| {
        let set = strip.set;
        let is_so = (0..strip.horizon() + set.max() as usize)
            .all(|heap| strip.at(heap) == with_one_lost(set, heap))
            && strip.ends_in(L);
        fitting += u64::from(is_so);
        tried.expect(is_so == condition(set), || set.to_string());
    })?;
    let (cases, wrong) = (tried.cases, tried.against.map_or(String::new(), |wrong| wrong.what));
    Ok(settled(wrong.is_empty(), "C9.condition", &[&fitting, &cases, &max, &wrong]))
}

/// R at 1, N at s + 1, L elsewhere.
fn with_one_lost(set: Set, heap: usize) -> Outcome {
    match heap.checked_sub(1) {
        Some(0) => R,
        Some(s) if u32::try_from(s).is_ok_and(|s| set.contains(s)) => N,
        _ => L,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Known;
    use crate::testing::quick;

    /// The condition with 1-symmetry off by one, and the converse direction, are refused.
    #[test]
    fn a_wrong_condition_is_refused() {
        let right = sufficient(ONE_LOST, 9, &quick()).unwrap();
        assert!(right.known.proof.is_some(), "{right:?}");
        let off: Condition = |set| {
            (set.min() + 1..=set.min() + set.max())
                .filter(|n| !set.contains(*n))
                .all(|n| set.up_to(n - 2).is_some_and(|below| !below.is_symmetric(n)))
        };
        for wrong in [off, |set: Set| set.contains(set.min() + 1), |_: Set| true] {
            assert_eq!(sufficient(wrong, 9, &quick()).unwrap().known, Known::by_example());
        }
    }
}
