//! Periods that are proved.
//!
//! *Theorem* (Guy and Smith, stated for any number of parts). Let a move take at most k tokens from a
//! heap and leave at most t heaps of it, and let the term a(n) depend only on the terms of the heaps
//! that are left. If a(n + p) = a(n) for all n with
//!
//! > n₀ ≤ n < t·n₀ + (t-1)·p + k,
//!
//! then a(n + p) = a(n) for all n ≥ n₀.
//!
//! *Proof.* Let n be at least the right end, and the claim true below n. A move from n + p leaves
//! parts that sum to at least n + p - k ≥ t·(n₀ + p), so the largest part is at least n₀ + p;
//! lowering it by p gives an option of n with the same terms, because the claim holds for that part.
//! Conversely the largest part of an option of n is at least n₀, and raising it by p gives an option
//! of n + p with the same terms. So the options have the same terms, and so have n and n + p. ∎
//!
//! For t = 1 this is the repeated window of length k, and it holds for outcomes under any ending, as
//! heaps of k or more always have a move. For t = 2 it is the theorem of Guy and Smith on octal games.

/// How far a move reaches: what the theorem needs to know of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// t: the most heaps that a move leaves of one.
    pub(crate) parts: u64,
    /// k: the most tokens that a move takes.
    pub(crate) taken: u64,
}

/// The least preperiod and the least period that the terms prove, or nothing.
///
/// For each p, let s be how many terms before the last p agree with the term p places later, counted
/// back without a gap: then n₀ = len - p - s is the least preperiod that p can have, and the theorem
/// asks for s ≥ (t-1)(n₀ + p) + k. All s come from one pass of the Z-algorithm over the reversed
/// terms. The first p that passes is the least period: every period is a multiple of it, has the same
/// preperiod, and needs a longer window.
pub(crate) fn find<T: Eq>(terms: &[T], reach: Reach) -> Option<(u64, u64)> {
    let agreements = agreements_with_the_end(terms);
    (1..terms.len()).find_map(|period| {
        let agreeing = agreements[period];
        let preperiod = terms.len() - period - agreeing;
        let needed = (reach.parts - 1) * (preperiod + period) as u64 + reach.taken;
        (agreeing as u64 >= needed).then_some((preperiod as u64, period as u64))
    })
}

/// z[p]: how many of the terms before the last p agree with those p places later, counted back from
/// the end. The Z-algorithm on the reversed slice.
fn agreements_with_the_end<T: Eq>(terms: &[T]) -> Vec<usize> {
    let length = terms.len();
    let reversed = |index: usize| &terms[length - 1 - index];
    let mut z = vec![0; length];
    let (mut left, mut right) = (0, 0);
    for p in 1..length {
        let mut agree = if p < right { z[p - left].min(right - p) } else { 0 };
        while p + agree < length && reversed(agree) == reversed(p + agree) {
            agree += 1;
        }
        z[p] = agree;
        if p + agree > right {
            (left, right) = (p, p + agree);
        }
    }
    z
}

/// The least preperiod and period of a sequence that is `terms[n]` below `preperiod + period` and
/// repeats with `period` from `preperiod` on.
pub(crate) fn reduce<T: Eq>(terms: &[T], preperiod: u64, period: u64) -> (u64, u64) {
    let start = preperiod as usize;
    let cycle = &terms[start..start + period as usize];
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
