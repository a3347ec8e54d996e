//! Marks for the nim-values of a heap's options: the inner loop of the engine, whose steps are counted in marks.

use super::space::Rares;

/// How many different nim-values fit 16 bits.
const VALUES: usize = 1 << 16;

/// Which nim-values the options of a heap have.
pub(super) struct Marks {
    /// A byte for each value: a mark is one store, where a bit would have to be read and written back. The index is 16
    /// bits wide, so nothing needs to be checked where a value is marked.
    marked: Box<[bool; VALUES]>,
    /// A power of two above all values so far, and so above all sums of two.
    width: usize,
}

impl Marks {
    /// Marks for values below `width`, a power of two.
    pub(super) fn new(width: usize) -> Marks {
        Marks { marked: Box::new([false; VALUES]), width }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Makes room for a value; true if that was necessary.
    pub(super) fn admit(&mut self, value: u16) -> bool {
        let grows = usize::from(value) >= self.width;
        self.width = self.width.max((usize::from(value) + 1).next_power_of_two());
        grows
    }

    pub(super) fn clear(&mut self) {
        self.marked[..self.width].fill(false);
    }

    pub(super) fn mark(&mut self, value: u16) {
        self.marked[usize::from(value)] = true;
    }

    pub(super) fn is_marked(&self, value: u32) -> bool {
        self.marked.get(value as usize).is_some_and(|marked| *marked)
    }

    /// Marks small₀ ⊕ largeₖ, small₁ ⊕ largeₖ₋₁, …: the two slices are equally long.
    ///
    /// The loop is unrolled by four, because a mark is a single store and the loop around it would take longer.
    pub(super) fn mark_pairs(&mut self, small: &[u16], large: &[u16]) {
        let (fours, rest) = small.as_chunks::<4>();
        let (first, others) = large.as_rchunks::<4>();
        for (s, l) in fours.iter().zip(others.iter().rev()) {
            self.mark(s[0] ^ l[3]);
            self.mark(s[1] ^ l[2]);
            self.mark(s[2] ^ l[1]);
            self.mark(s[3] ^ l[0]);
        }
        for (s, l) in rest.iter().zip(first.iter().rev()) {
            self.mark(s ^ l);
        }
    }

    /// Marks G(a) ⊕ G(rest - a) for these heaps a, all below `rest`.
    pub(super) fn mark_partners(&mut self, rares: Rares<'_>, terms: &[u16], rest: usize) {
        // The subtraction cannot wrap, and if it did the index would be out of bounds.
        let partner = |heap: u32| terms[rest.wrapping_sub(heap as usize)];
        let (heaps, last_heaps) = rares.heaps.as_chunks::<4>();
        let (values, last_values) = rares.values.as_chunks::<4>();
        for (heaps, values) in heaps.iter().zip(values) {
            for i in 0..4 {
                self.mark(values[i] ^ partner(heaps[i]));
            }
        }
        for (heap, value) in last_heaps.iter().zip(last_values) {
            self.mark(value ^ partner(*heap));
        }
    }

    /// The least value that is not marked; `None` if it does not fit 16 bits.
    pub(super) fn least(&self) -> Option<u16> {
        let below = self.marked[..self.width].iter().position(|marked| !marked);
        u16::try_from(below.unwrap_or(self.width)).ok()
    }
}
