//! The P-sets of one layer.
//!
//! *Notation.* Let s be a set of n - 2 numbers and a < min s. For a set t of n - 2 numbers, U(t) is
//! the set of all z > max t such that t ∪ {z} is known to be complete: it lies in a P-set of this
//! layer that has been found, or it is itself a P-set of the layer below (Antonim only: there the
//! missing number can be taken out).
//!
//! *Theorem.* Take the sets s in an order in which each comes after those that arise by lowering one
//! of its numbers, and for each s the numbers a in ascending order. Let c = max s. When {a} ∪ s is
//! reached,
//! 1. it has a completion below c, or by taking out, iff c ∈ U({a} ∪ s ∖ {c}) or {a} ∪ s is a P-set
//!    of the layer below;
//! 2. otherwise its completion is the least z > c that lies neither in U(s) nor in any
//!    U({a} ∪ s ∖ {x}) with x ∈ s.
//!
//! *Proof.* Every P-set {a} ∪ s ∪ {z} with z > c is found, by induction, when {a} ∪ s is reached: it is
//! the P-set's n - 1 smallest numbers. (1) A completion w < c makes a P-set with the largest number c,
//! whose n - 1 smallest numbers are {a} ∪ s with c lowered to w, and so it was found before. (2) By the
//! theorem in the parent module, z is the least legal number such that no P-set arises from
//! {a, z} ∪ s by lowering or taking out a number other than z. Let lowering x to w give one. If x = a,
//! then s ∪ {z} was completed by some w < a or by taking out: z ∈ U(s). If x ∈ s, then
//! {a, z} ∪ s ∖ {x} was: z ∈ U({a} ∪ s ∖ {x}). Conversely, if z > c lies in one of these U, then its
//! P-set was found before, so the number w that it has in the place of x came earlier: w < x. ∎
//!
//! # Implementation
//! Only the U(t) with a = min t ≤ `bounds[0]` are ever needed. They are stored in a [`Row`] for each
//! t ∖ {a}: word by word, and in each word for one a after the other, as the [`kernel`] needs it. U(s)
//! itself begins empty and is filled while s is worked on.
//!
//! The sets s that differ in their largest number only share a row. So the largest numbers are taken
//! in blocks, and for each set of the other numbers a whole block of largest ones is processed while
//! that row is in the cache. The order still satisfies the theorem.

use bouton_rules::{Limits, Meter, Refusal};

use super::WHAT;
use super::kernel::{self, Find, Finds, LANES, Row, Task};
use super::shorter::Shorter;
use super::tuples::Tuples;

/// How many of the largest numbers are taken together: their rows should stay in the cache.
const BLOCK: usize = 16;

/// A plan for finding the P-sets x₁ < … < xₙ with xᵢ ≤ bounds\[i\] for i < n and xₙ ≤ cap.
pub(super) struct Layer {
    /// n - 1 bounds, ascending, none greater than the cap.
    bounds: Vec<usize>,
    cap: usize,
    /// The tuples that have a row.
    rows: Tuples,
    /// Where each row starts; at the end, where the last one stops.
    starts: Vec<usize>,
}

impl Layer {
    /// Lays out the rows of a layer with n ≥ 3.
    pub(super) fn plan(bounds: &[usize], cap: usize, limits: &Limits) -> Result<Layer, Refusal> {
        let least = 2 * Tuples::bytes(bounds);
        limits.check_memory(WHAT, least)?;
        let rows = Tuples::new(&bounds[2..]);
        limits.check_memory(WHAT, 16 * rows.len() as u128 + least)?;
        let mut layer = Layer { bounds: bounds.to_vec(), cap, rows, starts: vec![0] };
        let mut end = 0usize;
        let mut next = layer.rows.first();
        while let Some(mut tuple) = next {
            end = end.saturating_add(layer.lanes(&tuple).saturating_mul(layer.words(&tuple)));
            layer.starts.push(end);
            if layer.starts.len().is_multiple_of(1 << 20) {
                limits.progress(0, 1)?;
            }
            next = layer.rows.advance(&mut tuple).then_some(tuple);
        }
        limits.check_memory(WHAT, layer.bytes())?;
        Ok(layer)
    }

    /// The bytes that a run holds.
    pub(super) fn bytes(&self) -> u128 {
        let words = self.starts.last().map_or(0, |end| *end as u128);
        8 * (words + self.starts.len() as u128) + 2 * Tuples::bytes(&self.bounds)
    }

    /// About how many nanoseconds a run takes.
    pub(super) fn steps(&self) -> u128 {
        let [set, tuples] = self.costs().map(u128::from);
        let sets = Tuples::new(&self.bounds[1..]).len() as u128;
        sets.saturating_mul(set).saturating_add(self.tuples().saturating_mul(tuples) / 20)
    }

    /// The nanoseconds for an s, and for twenty tuples of n - 1 numbers, as measured: 150 for each s, one for each word
    /// of U(s), and for each tuple 1.5 and a twentieth for each of its words.
    fn costs(&self) -> [u64; 2] {
        let (words, rows) = (self.cap / 64 + 1, self.bounds.len() - 1);
        [150 + words as u64, 30 + (rows * words) as u64]
    }

    pub(super) fn bounds(&self) -> &[usize] {
        &self.bounds
    }

    /// How many tuples of n - 1 numbers there are.
    pub(super) fn tuples(&self) -> u128 {
        Tuples::new(&self.bounds).len() as u128
    }

    /// How many words each a has in the row of this tuple.
    fn words(&self, tuple: &[usize]) -> usize {
        self.cap / 64 + 1 - tuple.last().map_or(0, |largest| largest / 64)
    }

    /// How many numbers a, including 0, the row of this tuple has.
    fn lanes(&self, tuple: &[usize]) -> usize {
        let most = self.bounds[0] + 1;
        tuple.first().map_or(most, |smallest| most.min(*smallest))
    }
}

/// A layer while its P-sets are being found.
pub(super) struct Filling<'a> {
    layer: &'a Layer,
    shorter: &'a Shorter,
    bits: Vec<u64>,
    /// U(s), from the word that contains the largest number of s.
    taken: Vec<u64>,
    finds: Finds,
    rows: Vec<Row>,
}

impl<'a> Filling<'a> {
    pub(super) fn new(layer: &'a Layer, shorter: &'a Shorter) -> Filling<'a> {
        let words = layer.starts.last().map_or(0, |end| *end);
        Filling {
            layer,
            shorter,
            bits: vec![0; words + LANES],
            taken: Vec::new(),
            finds: Finds::new(layer.bounds[0]),
            rows: Vec::new(),
        }
    }

    /// Calls `found` with each s and what was found for it.
    pub(super) fn run(
        mut self,
        meter: &mut Meter,
        mut found: impl FnMut(&[usize], &[Find]),
    ) -> Result<(), Refusal> {
        let bounds = &self.layer.bounds;
        let others = Tuples::new(&bounds[1..bounds.len() - 1]);
        let highest = bounds[bounds.len() - 1];
        for block in (1..=highest).step_by(BLOCK) {
            let end = highest.min(block + BLOCK - 1);
            let mut next = others.first();
            while let Some(mut low) = next {
                let lowest = low.last().map_or(1, |last| last + 1);
                if lowest > end {
                    break;
                }
                self.work_off(&low, lowest.max(block)..=end, meter, &mut found)?;
                next = others.advance(&mut low).then_some(low);
            }
        }
        Ok(())
    }

    /// All s that consist of `low` and one of the `tops`.
    fn work_off(
        &mut self,
        low: &[usize],
        tops: std::ops::RangeInclusive<usize>,
        meter: &mut Meter,
        found: &mut impl FnMut(&[usize], &[Find]),
    ) -> Result<(), Refusal> {
        let [for_set, for_tuples] = self.layer.costs();
        let mut s = [low, &[0]].concat();
        for top in tops {
            s[low.len()] = top;
            self.settle(&s);
            found(&s, self.finds.as_slice());
            let tuples = s[0].min(self.layer.bounds[0] + 1) - 1;
            meter.spend(for_set + tuples as u64 * for_tuples / 20)?;
        }
        Ok(())
    }

    fn settle(&mut self, s: &[usize]) {
        let top = s[s.len() - 1];
        self.list_rows(s);
        self.begin_taken(top);
        let completion = self.shorter.completion(s).filter(|z| *z <= self.layer.cap);
        let mut complete = 0;
        match completion {
            Some(z) if z > top => self.taken[z / 64 - top / 64] |= 1 << (z % 64),
            Some(z) if z < s[0] => complete = z,
            _ => {}
        }
        let numbers = s[0].min(self.layer.bounds[0] + 1);
        let task = Task { rows: &self.rows, numbers, complete, top };
        kernel::settle(&mut self.bits, &task, &mut self.taken, &mut self.finds);
        self.store_taken(s);
    }

    /// The rows of s without its last number, without the last but one, and so on down to the first,
    /// each from the word that contains the last number of s.
    fn list_rows(&mut self, s: &[usize]) {
        let layer = self.layer;
        let last = s.len() - 1;
        let row = |t: &[usize], number: usize| {
            let skipped = layer.words(t) - layer.words(s);
            let stride = layer.lanes(t);
            Row { start: layer.starts[number] + skipped * stride, stride }
        };
        let share = |place: usize, t: &usize| layer.rows.share(place, *t);
        // The number of the tuple without its element `out` changes with `out` in one place only.
        let mut number: usize = s[..last].iter().enumerate().map(|(i, t)| share(i, t)).sum();
        self.rows.clear();
        self.rows.push(row(&s[..last], number));
        for out in (0..last).rev() {
            number = number - share(out, &s[out]) + share(out, &s[out + 1]);
            let without_first = &s[usize::from(out == 0)..];
            self.rows.push(row(without_first, number));
        }
    }

    /// Marks what is out of the question from the start: what does not exceed the top, and what exceeds the cap.
    fn begin_taken(&mut self, top: usize) {
        let cap = self.layer.cap;
        self.taken.clear();
        self.taken.resize(cap / 64 + 1 - top / 64, 0);
        let last = self.taken.len() - 1;
        self.taken[last] = (u64::MAX << (cap % 64)) << 1;
        self.taken[0] |= u64::MAX >> (63 - top % 64);
    }

    /// Keeps U(s) where it will be looked for: in the row of s without its smallest number.
    fn store_taken(&mut self, s: &[usize]) {
        if s[0] > self.layer.bounds[0] {
            return;
        }
        let Some(row) = self.rows.last() else { return };
        for (word, taken) in self.taken.iter().enumerate() {
            self.bits[row.start + word * row.stride + s[0]] |= taken;
        }
    }
}
