//! Finite sets of what may be taken.

use std::fmt;

use bouton_lab::rules::Refusal;

use crate::frame::Result;
use crate::judge::listed;

/// A non-empty set of positive integers below 64: bit s for the element s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Set(u64);

/// The largest element that a set can have.
pub(crate) const LARGEST: u32 = 63;

impl Set {
    /// The set with these bits.
    pub(crate) fn from_bits(bits: u64) -> Option<Set> {
        (bits > 1 && bits & 1 == 0).then_some(Set(bits))
    }

    /// Reads `2,3,6`.
    pub(crate) fn parse(text: &str) -> Result<Set> {
        let mut bits = 0;
        for part in text.split(',') {
            match part.trim().parse::<u32>() {
                Ok(element) if (1..=LARGEST).contains(&element) => bits |= 1 << element,
                _ => bits |= 1,
            }
        }
        Set::from_bits(bits).ok_or_else(|| {
            Refusal::bad(
                format!("`{}` is not a set", text.escape_debug()),
                format!("write integers from 1 to {LARGEST}, such as 2,3,6"),
            )
        })
    }

    /// All non-empty sets within {min..max}, in ascending order of their bits: sets with a smaller maximum first.
    pub(crate) fn within(min: u32, max: u32) -> impl Iterator<Item = Set> {
        (1..1u64 << (max + 1).saturating_sub(min)).map(move |bits| Set(bits << min))
    }

    /// All sets that are k-symmetric and have no element below `least`, in ascending order of their bits.
    pub(crate) fn symmetric(k: u32, least: u32) -> Vec<Set> {
        let halves: Vec<u64> = (least..=k / 2).map(|s| 1u64 << s | 1u64 << (k - s)).collect();
        let mut sets: Vec<Set> = (1u64..1 << halves.len())
            .map(|choice| {
                let chosen = halves.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
                Set(chosen.fold(0, |bits, (_, pair)| bits | pair))
            })
            .collect();
        sets.sort_unstable_by_key(|set| set.0);
        sets
    }

    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn min(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub(crate) fn max(self) -> u32 {
        63 - self.0.leading_zeros()
    }

    pub(crate) fn contains(self, element: u32) -> bool {
        element <= LARGEST && self.0 >> element & 1 == 1
    }

    pub(crate) fn elements(self) -> impl Iterator<Item = u32> {
        (1..=LARGEST).filter(move |element| self.contains(*element))
    }

    /// The elements that are at most `bound`; `None` if there is none.
    pub(crate) fn up_to(self, bound: u32) -> Option<Set> {
        if bound >= LARGEST {
            return Some(self);
        }
        Set::from_bits(self.0 & ((2 << bound) - 1))
    }

    /// s ∈ S ⇒ k - s ∈ S.
    pub(crate) fn is_symmetric(self, k: u32) -> bool {
        self.elements().all(|s| s < k && self.contains(k - s))
    }

    /// The k for which the set is k-symmetric: it can only be min S + max S.
    pub(crate) fn symmetry(self) -> Option<u32> {
        let k = self.min() + self.max();
        self.is_symmetric(k).then_some(k)
    }

    pub(crate) fn is_even(self) -> bool {
        self.elements().all(|s| s.is_multiple_of(2))
    }

    /// `2,3,6`.
    pub(crate) fn list(self) -> String {
        listed(self.elements(), ",")
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.list())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_what_was_put_in() {
        let set = Set::parse("6,2,3").unwrap();
        assert_eq!((set.min(), set.max(), set.to_string().as_str()), (2, 6, "{2,3,6}"));
        assert_eq!(set.up_to(5), Set::parse("2,3").ok());
        assert_eq!(set.up_to(1), None);
        assert!(["", "0", "64", "2,x", "2,,3"].iter().all(|text| Set::parse(text).is_err()));
        assert_eq!(Set::within(2, 5).count(), 15);
        assert!(Set::within(2, 9).map(Set::bits).is_sorted());
    }

    #[test]
    fn symmetric_sets_are_all_there() {
        for k in 4..16 {
            let wanted: Vec<Set> = Set::within(2, k - 2).filter(|s| s.is_symmetric(k)).collect();
            assert_eq!(Set::symmetric(k, 2), wanted, "{k}");
        }
    }
}
