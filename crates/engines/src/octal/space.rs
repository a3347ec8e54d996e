//! The sparse space: which heaps are rare, learnt from the terms by a Walsh-Hadamard transform.

use super::moves::Moves;

/// The mask is learnt from the later half of the terms, but at most from this many: more would only cost time.
const MOST_LATEST: usize = 1 << 20;

/// A colouring of the heaps such that one colour is rare, and what follows from it for the values.
///
/// The colour of the heap n is χ(n) = π(G(n) ∧ mask) + twist·n mod 2, where π is the parity of the
/// number of ones.
pub(super) struct Space {
    mask: u16,
    twist: bool,
    /// The colour that most heaps have.
    common: bool,
    /// The other heaps, ascending, without the empty one.
    heaps: Vec<u32>,
    values: Vec<u16>,
    /// The values below twice the width of the marks, by the parity of what the mask keeps of them.
    by_parity: [Vec<u32>; 2],
}

/// Some of the rare heaps, and their values.
#[derive(Clone, Copy)]
pub(super) struct Rares<'a> {
    pub(super) heaps: &'a [u32],
    pub(super) values: &'a [u16],
}

/// When a space is used. It affects the speed only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    /// At least this many terms must be known.
    pub(super) least_terms: usize,
    /// At most one heap in this many may be rare.
    pub(super) one_in: usize,
    /// This mask and twist, whatever the terms say.
    pub(super) forced: Option<(u16, bool)>,
}

impl Default for Policy {
    /// A rare heap costs a mark for each later heap, and all pairs when its own value is sought:
    /// at one in four, about as much as is saved.
    fn default() -> Policy {
        Policy { least_terms: 64, one_in: 4, forced: None }
    }
}

impl Space {
    /// The space in which the fewest of the latest terms are rare; `None` if they are not rare enough.
    /// `known` is what was learnt from fewer terms: its rare heaps need not be listed again if mask and
    /// twist stay.
    pub(super) fn learn(
        known: Option<Space>,
        terms: &[u16],
        width: usize,
        moves: &Moves,
        policy: Policy,
    ) -> Option<Space> {
        if terms.len() < policy.least_terms || moves.splits() == 0 {
            return None;
        }
        let (mask, twist) = match policy.forced {
            Some((mask, twist)) => (mask, twist && moves.common_parity().is_some()),
            None => best_mask(terms, width, moves)?,
        };
        // The values up to the width must be of both parities.
        if usize::from(mask) & (width - 1) == 0 {
            return None;
        }
        let known = known.filter(|known| (known.mask, known.twist) == (mask, twist));
        let mut space = known.unwrap_or_else(|| Space::list(terms, mask, twist, moves));
        space.by_parity = [false, true].map(|odd| values_of(odd, mask, 2 * width));
        (space.heaps.len() * policy.one_in <= terms.len()).then_some(space)
    }

    /// The rare heaps, without what depends on the width of the marks.
    fn list(terms: &[u16], mask: u16, twist: bool, moves: &Moves) -> Space {
        let common = common_colour(twist, moves);
        let (heaps, values, by_parity) = (Vec::new(), Vec::new(), [const { Vec::new() }; 2]);
        let mut space = Space { mask, twist, common, heaps, values, by_parity };
        for (heap, value) in terms.iter().enumerate().skip(1) {
            space.admit(heap, *value);
        }
        space
    }

    /// Adds the heap to the rare ones if it is rare.
    pub(super) fn admit(&mut self, heap: usize, value: u16) {
        let colour = is_odd(value, self.mask) ^ (self.twist && heap % 2 == 1);
        if colour != self.common {
            self.heaps.push(heap as u32);
            self.values.push(value);
        }
    }

    /// How many heaps are rare.
    pub(super) fn rare(&self) -> usize {
        self.heaps.len()
    }

    pub(super) fn mask(&self) -> u16 {
        self.mask
    }

    pub(super) fn is_twisted(&self) -> bool {
        self.twist
    }

    /// The rare heaps that can be part of `rest` tokens: all below it, or, where half of the rest is
    /// barred, those below and those above that.
    pub(super) fn parts_of(&self, rest: usize, moves: &Moves) -> [Rares<'_>; 2] {
        let below = |bound: usize| self.heaps.partition_point(|heap| (*heap as usize) < bound);
        let end = below(rest);
        let half = below(rest.div_ceil(2)).min(end);
        let barred = self.heaps[..end].get(half);
        let skipped = barred.is_some_and(|heap| moves.is_barred(*heap as usize, rest));
        [self.rares(0, half), self.rares(half + usize::from(skipped), end)]
    }

    fn rares(&self, from: usize, to: usize) -> Rares<'_> {
        Rares { heaps: &self.heaps[from..to], values: &self.values[from..to] }
    }

    /// The values that two heaps of different colours make of `rest` tokens, and those that two of
    /// the same colour make: χ(a) + χ(b) = π((G(a) ⊕ G(b)) ∧ mask) + twist·(a + b).
    pub(super) fn values(&self, rest: usize) -> (&[u32], &[u32]) {
        let [even, odd] = &self.by_parity;
        if self.twist && rest % 2 == 1 { (even, odd) } else { (odd, even) }
    }
}

/// The colour that lets the common heaps grow in number. Two of them make values of one parity, so
/// the least value that they leave out should be of the other: π = 1 + twist·(n - taken) for the heap
/// n, which gives it the colour 1 + twist·taken.
fn common_colour(twist: bool, moves: &Moves) -> bool {
    !(twist && moves.common_parity() == Some(1))
}

/// The mask and the twist under which most of the latest terms have the common colour; the twist only
/// where all splits take an even or all an odd number of tokens.
///
/// With h(v) the number of times that the value v occurs, counted negative for odd heaps if there is
/// a twist, the heaps of colour 0 less those of colour 1 are Σ h(v)·(-1)^π(v ∧ mask): for all masks
/// at once by the transform of Walsh and Hadamard.
fn best_mask(terms: &[u16], width: usize, moves: &Moves) -> Option<(u16, bool)> {
    let twists = if moves.common_parity().is_some() { &[false, true][..] } else { &[false] };
    let scored = twists.iter().flat_map(|twist| {
        let sign = if common_colour(*twist, moves) { -1 } else { 1 };
        let sums = transform(signed_counts(terms, width, *twist));
        (1..width).map(move |mask| (sign * sums[mask], mask as u16, *twist))
    });
    // The first of the best, so that the choice does not depend on anything else.
    let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, mask, twist)| (mask, twist))
}

fn signed_counts(terms: &[u16], width: usize, twist: bool) -> Vec<i64> {
    let latest = (terms.len() / 2).max(terms.len().saturating_sub(MOST_LATEST));
    let mut counts = vec![0; width];
    for (heap, value) in terms.iter().enumerate().skip(latest) {
        counts[usize::from(*value)] += if twist && heap % 2 == 1 { -1 } else { 1 };
    }
    counts
}

/// The transform of Walsh and Hadamard; the length is a power of two.
fn transform(mut counts: Vec<i64>) -> Vec<i64> {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (x, y) in left.iter_mut().zip(right) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
    counts
}

fn is_odd(value: u16, mask: u16) -> bool {
    (value & mask).count_ones() % 2 == 1
}

/// The values below a bound whose parity under the mask is odd, or even.
fn values_of(odd: bool, mask: u16, below: usize) -> Vec<u32> {
    let mask = u32::from(mask);
    (0..below as u32).filter(|value| ((value & mask).count_ones() % 2 == 1) == odd).collect()
}
