//! Subtraction sets as the checkers of this paper enumerate them.

use std::fmt;

use bouton_lab::rules::SubtractionSet;

use crate::frame::Result;
use crate::judge::{listed, sorted, unreadable};

/// A non-empty set of positive integers: bit s for the element s, and perhaps a progression without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) bits: u64,
    /// Where the progression starts, and its step.
    pub(super) progression: Option<(u32, u32)>,
}

/// The largest number that a set is written with.
const LARGEST: u32 = 63;

impl Set {
    fn finite(bits: u64) -> Set {
        Set { bits, progression: None }
    }

    /// The finite set with these bits.
    pub(super) fn from_bits(bits: u64) -> Option<Set> {
        (bits > 1 && bits & 1 == 0).then_some(Set::finite(bits))
    }

    /// Reads `2,3,6` or `4,3+2k`.
    pub(super) fn parse(text: &str) -> Result<Set> {
        let set = SubtractionSet::parse(text)?;
        let (finite, progression) = set.parts();
        let tail = progression.map(|(from, step)| from.max(step));
        if finite.iter().copied().chain(tail).any(|number| number > LARGEST.into()) {
            return Err(unreadable(text, "a set of small numbers", "2,3,6 or 2+ or 3,4+2k"));
        }
        let bits = finite.iter().fold(0, |bits, s| bits | 1 << s);
        Ok(Set { bits, progression: progression.map(|(from, step)| (from as u32, step as u32)) })
    }

    /// All non-empty sets within {min..max}, in ascending order of their bits: sets with a smaller maximum first.
    pub(super) fn within(min: u32, max: u32) -> impl Iterator<Item = Set> {
        (1..1u64 << (max + 1).saturating_sub(min)).map(move |bits| Set::finite(bits << min))
    }

    /// All sets that are k-symmetric and have no element below 2, in ascending order of their bits.
    pub(super) fn symmetric(k: u32) -> Vec<Set> {
        let both = |half: Set| half.elements().fold(half.bits, |bits, s| bits | 1 << (k - s));
        sorted(Set::within(2, k / 2).map(both)).into_iter().map(Set::finite).collect()
    }

    /// All sets with a finite part within {2..largest} and a progression from 2 to `from` on with step 1, 2 or 3, the
    /// smallest beginning and step first, then the smallest finite part.
    pub(super) fn endless(largest: u32, from: u32) -> Vec<Set> {
        let tails = (2..=from).flat_map(|from| [1, 2, 3].map(|step| (from, step)));
        let sets = tails.flat_map(|(from, step)| {
            // An element of the progression is there already, and one just below would only lengthen it.
            let is_new = move |s: u32| s + step < from || !(s + step - from).is_multiple_of(step);
            (0..1 << (largest - 1))
                .map(move |bits: u64| Set { bits: bits << 2, progression: Some((from, step)) })
                .filter(move |set| set.elements().all(is_new))
        });
        sets.collect()
    }

    pub(super) fn min(self) -> u32 {
        self.bits.trailing_zeros().min(self.progression.map_or(64, |(from, _)| from))
    }

    /// The largest element that is written out, or that a progression begins with.
    pub(super) fn max(self) -> u32 {
        let from = self.progression.map_or(0, |(from, _)| from);
        self.bits.checked_ilog2().unwrap_or(0).max(from)
    }

    /// Is it one of the elements that are written out?
    pub(super) fn contains(self, element: u32) -> bool {
        element <= LARGEST && self.bits >> element & 1 == 1
    }

    /// The elements that are written out.
    pub(super) fn elements(self) -> impl Iterator<Item = u32> {
        (1..=LARGEST).filter(move |element| self.contains(*element))
    }

    /// The elements that are at most `bound`; `None` if there is none.
    pub(super) fn up_to(self, bound: u32) -> Option<Set> {
        Set::from_bits(self.bits & u64::MAX >> (63 - bound.min(LARGEST)))
    }

    /// s ∈ S ⇒ k - s ∈ S.
    pub(super) fn is_symmetric(self, k: u32) -> bool {
        self.elements().all(|s| s < k && self.contains(k - s))
    }

    /// The only k for which a finite set can be k-symmetric: min S + max S.
    pub(super) fn k(self) -> u32 {
        self.min() + self.max()
    }

    /// The k for which the set is k-symmetric.
    pub(super) fn symmetry(self) -> Option<u32> {
        Some(self.k()).filter(|k| self.is_symmetric(*k))
    }

    pub(super) fn is_even(self) -> bool {
        let tail = self.progression.into_iter().flat_map(|(from, step)| [from, step]);
        self.elements().chain(tail).all(|s| s.is_multiple_of(2))
    }

    /// `2,3,6` or `4,3+2k`.
    pub(super) fn list(self) -> String {
        let tail = self.progression.map(|(from, step)| format!("{from}+{step}k"));
        listed(self.elements().map(|s| s.to_string()).chain(tail), ",")
    }
}

/// `{2,3,6}` or `{4} ∪ {3, 5, 7, …}`.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((from, step)) = self.progression else { return write!(f, "{{{}}}", self.list()) };
        if self.bits != 0 {
            write!(f, "{{{}}} ∪ ", listed(self.elements(), ", "))?;
        }
        write!(f, "{{{}, …}}", listed([from, from + step, from + 2 * step], ", "))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn sets_are_what_was_put_in() {
        let set = Set::parse("6,2,3").unwrap();
        assert_eq!((set.min(), set.max(), set.to_string().as_str()), (2, 6, "{2,3,6}"));
        assert_eq!(set.up_to(5), Set::parse("2,3").ok());
        assert_eq!(set.up_to(1), None);
        assert_eq!(Set::within(2, 5).count(), 15);
        assert!(Set::within(2, 9).map(|set| set.bits).is_sorted());
        for text in ["", "0", "64", "2,x", "2,,3", "2,64", "64+", "2+64k"] {
            assert!(Set::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn symmetric_sets_are_all_there() {
        for k in 4..16 {
            let wanted: Vec<Set> = Set::within(2, k - 2).filter(|s| s.is_symmetric(k)).collect();
            assert_eq!(Set::symmetric(k), wanted, "{k}");
        }
    }

    #[test]
    fn endless_sets_are_all_different() {
        let sets = Set::endless(5, 6);
        let members = |set: &Set| {
            let library = SubtractionSet::parse(&set.list()).unwrap();
            assert_eq!(Set::parse(&set.list()).unwrap(), *set);
            library.up_to(60).collect::<Vec<_>>()
        };
        let distinct: HashSet<_> = sets.iter().map(members).collect();
        assert_eq!(distinct.len(), sets.len());
        assert_eq!(Set::parse("4,3+2k").unwrap().to_string(), "{4} ∪ {3, 5, 7, …}");
    }
}
