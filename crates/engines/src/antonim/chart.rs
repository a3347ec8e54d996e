//! Slices of Antonim: the positions (x, y, beside…) where two or more of the fixed heaps are not empty.
//!
//! Each P-set that contains the fixed numbers and at most two more is found: in the layer of two more by the search,
//! in the two layers below it by the search or without one.

use bouton_rules::{Limits, Refusal};
use bouton_values::to_index;

use super::kernel::Find;
use super::reading::Reading;
use super::search::{Scope, search};
use super::shorter::Shorter;
use crate::finding::{Bits, Chart};
use crate::slice::{Alike, Slice};

/// Which positions of the slice are P.
pub(super) fn chart(slice: Slice<'_>, limits: &Limits) -> Result<Chart, Refusal> {
    let reading = Reading::Antonim;
    let (x, y) = (&slice.window.x, &slice.window.y);
    let fixed = reading.set(slice.beside).unwrap_or_default();
    let [width, height] = [x, y].map(|range| range.end.saturating_sub(range.start));
    let words = width.div_ceil(64);
    limits.check_memory("the chart", u128::from(height) * (8 * u128::from(words) + 24))?;
    let rows = vec![vec![0; to_index(words)]; to_index(height)];
    let mut marks = Marks { slice, fixed, rows };
    // Where two of the fixed heaps are equal, nothing is legal.
    if !marks.fixed.is_empty() && !x.is_empty() && !y.is_empty() {
        marks.find_without_search();
        marks.find(limits)?;
    }
    let mut rows = marks.rows;
    slice.chart(Alike::Zeros, limits, |row| {
        let words = std::mem::take(&mut rows[to_index(row - y.start)]);
        Bits::new(words, to_index(width))
    })
}

struct Marks<'a> {
    slice: Slice<'a>,
    /// The fixed numbers, ascending.
    fixed: Vec<usize>,
    /// For each row of the window its P-positions, as bits.
    rows: Vec<Vec<u64>>,
}

impl Marks<'_> {
    /// P-sets of at most three numbers.
    fn find_without_search(&mut self) {
        let known = Shorter::new(Reading::Antonim);
        let (largest, others) = self.fixed.split_last().expect("two heaps are not empty");
        if others.len() <= 2 && known.completion(others) == Some(*largest) {
            self.mark(0, 0);
        }
        if let [_, _] = self.fixed[..]
            && let Some(number) = known.completion(&self.fixed)
        {
            self.mark(number, 0);
        }
    }

    /// P-sets of more numbers.
    fn find(&mut self, limits: &Limits) -> Result<(), Refusal> {
        let window = self.slice.window;
        let ends = [window.x.end - 1, window.y.end - 1].map(to_index);
        let mut bounds = [&self.fixed[..], &ends].concat();
        bounds.retain(|bound| *bound > 0);
        bounds.sort_unstable();
        if bounds.len() < Reading::Antonim.first_layer() {
            return Ok(());
        }
        let most = bounds.pop().expect("there are numbers");
        let scope = Scope::up_to(most, bounds);
        search(Reading::Antonim, &scope, limits, |s, finds| self.enter(s, finds))?;
        Ok(())
    }

    /// Enters the P-sets {a} ∪ s ∪ {z} that contain the fixed numbers and at most two more.
    fn enter(&mut self, s: &[usize], finds: &[Find]) {
        // All of the fixed numbers but two are in s.
        let missing = self.fixed.iter().filter(|number| s.binary_search(number).is_err()).count();
        if missing > 2 || s.len() > self.fixed.len() {
            return;
        }
        for find in finds {
            if let Some([x, y, _]) = find.beside(&self.fixed, s) {
                self.mark(x, y);
            }
        }
    }

    /// Two numbers that make a P-position with the fixed ones, in either order; 0 is an empty heap.
    fn mark(&mut self, a: usize, b: usize) {
        let window = self.slice.window;
        for [x, y] in [[a, b], [b, a]].map(|pair| pair.map(|number| number as u64)) {
            if window.x.contains(&x) && window.y.contains(&y) {
                let place = to_index(x - window.x.start);
                self.rows[to_index(y - window.y.start)][place / 64] |= 1 << (place % 64);
            }
        }
    }
}
