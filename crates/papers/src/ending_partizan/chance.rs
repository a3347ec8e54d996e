//! Beyond the paper: how many S end in L at least, whatever their maximum.
//!
//! B, A and the condition for B = {1} are those of `deciding`.
//!
//! *How many.* Choose S at random. For n > N the last condition asks that s and n - 1 - s are both in S or both not,
//! for all s with min S < s < (n - 1)/2: probability at most 2^-c, c the number of such s, whatever max S ≥ N. So the
//! share of S with B = {1} is, for every max S ≥ N, at least the share of those that pass all n ≤ N less the sum of
//! these.
//!
//! *How many at least, in the limit.* Fix S ∩ [1, N] and let j = |B ∩ [0, N]|, b the largest of them, q the number of x
//! ≤ N outside A. Let E(n), n > N, be: n is the first new element of B. Then n - s ∈ A for all s ∈ S, s ≤ n. If some
//! known s leads to a known x ∉ A, E(n) is impossible; and for each x ≤ N outside A with n - x > N the unknown n - x is
//! not in S: probability at most 2^-(the number of such x). For n > 2N + 2 that number is q, and moreover for no x with
//! N + b < x < n/2 both n - x ∈ S and x - β ∉ S for all β ∈ B; choosing among these x a g-th part, g = min(b, 1 +
//! j(j-1)/2), so that the sets x - B do not meet, makes these events independent, each of probability 2^-(j+1). So the
//! new elements have together a probability of at most the sum over n ≤ 2N + 2, plus 2^-q (2b + 2r/(1-r)), r = (1 -
//! 2^-(j+1))^(1/g). Above max S the same holds but for finitely many n whose probability vanishes as max S grows.
//! Without new elements B is finite. So the limit inferior of the share of S that end in L is at least 1 minus the mean
//! of these bounds.

use bouton_lab::rules::Limits;

use super::sets::Set;
use crate::finding::Statement;
use crate::frame::Result;
use crate::words::say;

/// The share of S with B = {1}, at least, for every max S ≥ N.
pub(super) fn share_with_one_lost(min: u32, to: u32) -> Statement {
    let all = Set::within(min, to).filter(|set| set.min() == min);
    let [passing, all] = [all.filter(|set| passes(*set, to)).count(), 1 << (to - min)];
    let later: f64 = (to + 1..to + 200).map(|n| 0.5_f64.powi(pairs(min, n))).sum();
    let share = 100.0 * (passing as f64 / all as f64 - later);
    let share = format!("{:.1}", (share * 10.0).floor() / 10.0);
    say("C9.one-lost", &[&to, &min, &share, &passing, &all])
}

/// Does S, with its minimum, pass all n up to this: for no such n outside S is S ∩ [1, n - 2] (n - 1)-symmetric?
pub(super) fn passes(set: Set, to: u32) -> bool {
    let mut outside = (set.min() + 1..=to).filter(|n| !set.contains(*n));
    outside.all(|n| set.up_to(n - 2).is_some_and(|below| !below.is_symmetric(n - 1)))
}

/// How many s there are with min < s < (n - 1)/2.
pub(super) fn pairs(min: u32, n: u32) -> i32 {
    ((n - 1).div_ceil(2) as i32 - 1 - min as i32).max(0)
}

/// The limit inferior of the share that ends in L, at least.
pub(super) fn limit(min: u32, known_to: u32, limits: &Limits) -> Result<Statement> {
    let share = 100.0 * (1.0 - mean_bound(min, known_to, limits)?);
    let share = format!("{:.0}", share.floor());
    Ok(say("C9.limit", &[&min, &share, &(1_u64 << (known_to - min)), &known_to]))
}

/// The mean over all beginnings of the bound on the probability of new elements of B.
pub(super) fn mean_bound(min: u32, known_to: u32, limits: &Limits) -> Result<f64> {
    let beginnings = 1_u64 << (known_to - min);
    let mut sum = 0.0;
    for number in 0..beginnings {
        if number.is_multiple_of(4096) {
            limits.progress(number, beginnings)?;
        }
        sum += bound((number << 1 | 1) << min, min, known_to);
    }
    Ok(sum / beginnings as f64)
}

/// At most this is the probability of new elements of B, given S ∩ [1, N], as in the module's head.
fn bound(set: u64, min: u32, known_to: u32) -> f64 {
    // Bit t: the heap N + 1 - t is in B; and that it is not in A.
    let (mut b, mut not_a) = (0_u64, 0_u64);
    for heap in 0..=known_to {
        let [in_b, outside_a] = match heap < min {
            true => [heap % 2 == 1, heap % 2 == 0],
            false => [not_a & set == 0, b & set == 0],
        };
        b = (b | u64::from(in_b)) << 1;
        not_a = (not_a | u64::from(outside_a)) << 1;
    }
    // For n = N + 1 + beyond ≤ 2N + 2.
    let of_heap = |beyond: u32| {
        // A known s leads to a known heap outside A.
        if set & (not_a << beyond) != 0 {
            return 0.0;
        }
        // The heaps x ≤ n - N - 1, x ≤ N, outside A.
        let reached = not_a >> (known_to + 1 - beyond.min(known_to));
        0.5_f64.powi(reached.count_ones() as i32)
    };
    let near: f64 = (0..=known_to + 1).map(of_heap).sum();
    // The lowest bit is the largest heap.
    let largest = f64::from(known_to + 1 - b.trailing_zeros());
    let many = b.count_ones();
    let spread = largest.min(1.0 + f64::from(many * (many - 1) / 2));
    let ratio = (1.0 - 0.5_f64.powi(many as i32 + 1)).powf(1.0 / spread);
    let outside = 0.5_f64.powi(not_a.count_ones() as i32);
    let far = outside * (2.0 * largest + 2.0 * ratio / (1.0 - ratio));
    (near + far).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending_partizan::elements::{Tally, ratio};

    /// The bounds are below what is counted.
    #[test]
    fn bounds_are_bounds() {
        let limits = Limits::default();
        for min in [2, 3] {
            let family = Tally::of(min, 20, &limits).unwrap();
            let counted = ratio(family.all);
            assert!(1.0 - mean_bound(min, 12, &limits).unwrap() < counted);
            assert_eq!(
                pairs(min, 30),
                (min as i32 + 1..).take_while(|s| 2 * s < 29).count() as i32
            );
            assert_eq!(
                pairs(min, 31),
                (min as i32 + 1..).take_while(|s| 2 * s < 30).count() as i32
            );
        }
    }
}
