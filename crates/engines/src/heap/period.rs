//! Proofs that a sequence of outcomes or nim-values is periodic.
//!
//! *Theorem* (Guy and Smith, stated for any number of parts). Let a move take at most k tokens from a
//! heap and leave at most t heaps of it that are not empty; let its being legal depend only on these
//! two numbers, and the term a(n) only on the terms of the heaps that are left. If a(n + p) = a(n) for
//! all n with
//!
//! > n₀ ≤ n < t·m + (t-1)·p + k, where m = max(n₀, 1),
//!
//! then a(n + p) = a(n) for all n ≥ n₀.
//!
//! *Proof.* Let n be at least the right end, and the claim true below n. A move from n + p leaves
//! parts that sum to at least n + p - k ≥ t·(m + p), so the largest part is at least m + p; lowering
//! it by p leaves it at least m ≥ 1, so that is an option of n, and it has the same terms, because the
//! claim holds for that part. Conversely the largest part of an option of n is at least m, and raising
//! it by p gives an option of n + p with the same terms. So the options have the same terms, and so
//! have n and n + p. ∎
//!
//! For t = 1 this is a repeated window, and it holds for outcomes under any ending, as heaps of k or
//! more always have a move. In a subtraction game the empty heap is a rest like any other: there m = n₀
//! will do, and a window of k terms proves the period. For t = 2 it is the theorem of Guy and Smith on
//! octal games; there m is needed, because taking a heap whole is a different bit of the digit: 0.2 begins
//! 0, 0, 1.

use bouton_rules::{Limits, Refusal};
use bouton_values::to_index;

/// How many steps are spent on a period beyond the largest heap that is asked for.
pub(crate) mod search {
    /// For a sequence, where the period is part of the answer.
    pub(crate) const FOR_A_SEQUENCE: u64 = 1 << 25;
    /// For a position, where the period only explains the answer.
    pub(crate) const FOR_A_SOLUTION: u64 = 1 << 21;
}

/// The longest period of which the residue classes are listed.
pub(crate) const MOST_CLASSES: u64 = 1 << 16;

/// How far a move reaches: what the theorem needs to know of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// t: the most heaps that a move leaves of one.
    pub(crate) parts: u64,
    /// k: the most tokens that a move takes.
    pub(crate) taken: u64,
}

impl Reach {
    /// The bytes for the agreements that the search for a period counts among this many terms.
    pub(super) fn bytes(self, terms: u64) -> u128 {
        8 * u128::from(if self.parts == 1 { terms.min(self.taken) } else { terms })
    }

    /// The right end of the theorem's interval.
    fn end(self, preperiod: usize, period: usize) -> u128 {
        let (preperiod, period) = (preperiod as u128, period as u128);
        u128::from(self.parts) * preperiod.max(1)
            + u128::from(self.parts - 1) * period
            + u128::from(self.taken)
    }
}

/// A heap with the same term, among those before the end of the first period.
pub(crate) fn representative(heap: u64, period: Option<(u64, u64)>) -> u64 {
    match period {
        Some((preperiod, period)) if heap >= preperiod + period => {
            preperiod + (heap - preperiod) % period
        }
        _ => heap,
    }
}

/// Works out terms until they prove a period, at least up to the heap `largest` if they do not. `extend` works them out
/// up to a heap, and gives their number and the preperiod and period that they prove. The number of terms doubles, so that
/// a short period is found without going far, while `is_wanted` agrees.
pub(crate) fn search_by(
    largest: u64,
    is_wanted: impl Fn(u64) -> bool,
    mut extend: impl FnMut(u64) -> Result<(u64, Option<(u64, u64)>), Refusal>,
) -> Result<Option<(u64, u64)>, Refusal> {
    let (mut to, mut known, mut period) = (64, 0, None);
    while period.is_none() && is_wanted(to) {
        (known, period) = extend(to)?;
        to = to.saturating_mul(2);
    }
    let needed = period.map_or(largest, |(preperiod, period)| largest.min(preperiod + period));
    if needed >= known {
        (_, period) = extend(needed)?;
    }
    Ok(period)
}

/// [`find_by`] on a slice, with the default limits.
pub(crate) fn find<T: Eq>(terms: &[T], reach: Reach) -> Option<(u64, u64)> {
    let agree = |n: usize, m: usize| terms[n] == terms[m];
    find_by(terms.len(), reach, agree, &Limits::default()).unwrap_or(None)
}

/// The least preperiod and the least period that `length` terms prove, or nothing.
///
/// For each p, let s be how many terms before the last p agree with the term p places later, counted
/// back without a gap: then n₀ = length - p - s is the least preperiod that p can have. The first p
/// for which the theorem's interval ends by length - p is the least period: every period is a multiple
/// of it, has the same preperiod, and needs a longer interval.
pub(crate) fn find_by(
    length: usize,
    reach: Reach,
    agree: impl Fn(usize, usize) -> bool,
    limits: &Limits,
) -> Result<Option<(u64, u64)>, Refusal> {
    // With one part k + 1 agreements are enough wherever they are, so no more are counted.
    let window = usize::try_from(reach.taken).unwrap_or(usize::MAX).saturating_add(1);
    let most = if reach.parts == 1 { window.min(length) } else { length };
    let backwards = |i: usize, j: usize| agree(length - 1 - i, length - 1 - j);
    let proves = |period: usize, agreeing: usize| match reach.parts {
        1 => agreeing >= window,
        _ => reach.end(length - period - agreeing, period) <= (length - period) as u128,
    };
    let Some(period) = first_agreement(length, most, backwards, proves, limits)? else {
        return Ok(None);
    };
    let differs = |n: &usize| !agree(*n, *n + period);
    let preperiod = (0..length - period).rev().find(differs).map_or(0, |n| n + 1);
    Ok(Some((preperiod as u64, period as u64)))
}

/// The first p that `accepts`, given how many terms, at most `most`, agree with those p places on.
/// The Z-algorithm, which needs to remember no more than `most` of its counts.
fn first_agreement(
    length: usize,
    most: usize,
    agree: impl Fn(usize, usize) -> bool,
    accepts: impl Fn(usize, usize) -> bool,
    limits: &Limits,
) -> Result<Option<usize>, Refusal> {
    let mut counts = vec![0; most];
    let (mut left, mut right) = (0, 0);
    for p in 1..length {
        if p.is_multiple_of(1 << 20) {
            limits.progress(p as u64, length as u64)?;
        }
        let mut count = if p < right { counts[p - left].min(right - p) } else { 0 };
        while count < most && p + count < length && agree(count, p + count) {
            count += 1;
        }
        if accepts(p, count) {
            return Ok(Some(p));
        }
        if p < most {
            counts[p] = count;
        }
        if p + count > right {
            (left, right) = (p, p + count);
        }
    }
    Ok(None)
}

/// The least preperiod and period of a sequence that is `terms[n]` below `preperiod + period` and
/// repeats with `period` from `preperiod` on.
pub(crate) fn reduce<T: Eq>(terms: &[T], preperiod: u64, period: u64) -> (u64, u64) {
    let start = to_index(preperiod);
    let cycle = &terms[start..start + to_index(period)];
    let repeats = |d: &usize| {
        cycle.len().is_multiple_of(*d) && (*d..cycle.len()).all(|n| cycle[n] == cycle[n - d])
    };
    let least = (1..=cycle.len()).find(repeats).unwrap_or(cycle.len());
    let at = |n: usize| if n < start { &terms[n] } else { &cycle[(n - start) % least] };
    let mut first = start;
    while first > 0 && at(first - 1) == at(first - 1 + least) {
        first -= 1;
    }
    (first as u64, least as u64)
}
