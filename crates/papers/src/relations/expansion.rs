//! Endless binary expansions of rationals, exactly: digits that repeat from some place on.

use std::fmt;

use dashu_ratio::RBig;

/// What is above the line, and what is below.
pub(super) type Fraction = (u64, u64);

pub(super) fn number((above, below): Fraction) -> RBig {
    RBig::from_parts(above.into(), below.into())
}

/// Binary digits, this many of them after the point, and then digits that repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expansion {
    start: u64,
    places: usize,
    repeated: u64,
    period: usize,
}

impl Expansion {
    /// The digits of fractions, the same number of them for each: the usual expansions, which never end in ones only.
    pub(super) fn of_all(fractions: &[Fraction]) -> Vec<Expansion> {
        // A fraction has such digits if it is a multiple of 1/((2^period - 1) 2^places).
        let scale = |(places, period): (usize, usize)| ((1u64 << period) - 1) << places;
        let fits = |shape: &(usize, usize)| {
            fractions.iter().all(|(above, below)| (above * scale(*shape)).is_multiple_of(*below))
        };
        let mut shapes = (1..).flat_map(|sum| (1..=sum).map(move |period| (sum - period, period)));
        let (places, period) = shapes.find(fits).unwrap_or((0, 1));
        let expansion = |(above, below): &Fraction| {
            let (digits, ones) = (above * scale((places, period)) / below, scale((0, period)));
            Expansion { start: digits / ones, places, repeated: digits % ones, period }
        };
        fractions.iter().map(expansion).collect()
    }

    /// Digit by digit, without carry: of expansions with the same number of digits.
    pub(super) fn xor(self, other: Expansion) -> Expansion {
        let (start, repeated) = (self.start ^ other.start, self.repeated ^ other.repeated);
        Expansion { start, repeated, ..self }
    }

    /// Are all digits 0?
    pub(super) fn is_zero(self) -> bool {
        (self.start, self.repeated) == (0, 0)
    }

    /// As many ones as there are digits that repeat.
    fn ones(self) -> u64 {
        (1 << self.period) - 1
    }

    /// Does it end in ones only? Then it is the usual expansion of no number.
    pub(super) fn ends_in_ones(self) -> bool {
        self.repeated == self.ones()
    }

    /// The number that the digits sum up to.
    pub(super) fn value(self) -> RBig {
        number((self.start * self.ones() + self.repeated, self.ones() << self.places))
    }
}

/// `0.(10)`, the digits in brackets repeating.
impl fmt::Display for Expansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Expansion { start, places, repeated, period } = *self;
        let start = format!("{start:0width$b}", width = places + 1);
        let (whole, start) = start.split_at(start.len() - places);
        let repeated = format!("{repeated:0period$b}");
        // The shortest period, for people.
        let repeats = |length: &usize| repeated[..*length].repeat(period / length) == repeated;
        let shortest = (1..period).find(repeats).unwrap_or(period);
        write!(f, "{whole}.{start}({})", &repeated[..shortest])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_have_the_value_they_were_made_from() {
        for (above, below) in (0..40).flat_map(|above| (1..12).map(move |below| (above, below))) {
            let expansion = Expansion::of_all(&[(above, below)])[0];
            assert_eq!(expansion.value(), number((above, below)), "{expansion}");
            assert!(!expansion.ends_in_ones());
            assert!(expansion.xor(expansion).is_zero());
        }
        let [third, two_thirds] = Expansion::of_all(&[(1, 3), (2, 3)])[..] else { panic!() };
        assert_eq!((third.to_string(), two_thirds.to_string()), ("0.(01)".into(), "0.(10)".into()));
        let sum = third.xor(two_thirds);
        assert!(sum.ends_in_ones());
        assert_eq!(sum.value().to_string(), "1");
    }
}
