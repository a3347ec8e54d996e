//! Endless binary expansions of rationals, exactly: digits that repeat from some place on.

use std::fmt;

use dashu_ratio::RBig;

/// What is above the line, and what is below.
pub(super) type Fraction = (u64, u64);

pub(super) fn number((above, below): Fraction) -> RBig {
    RBig::from_parts(above.into(), below.into())
}

/// A string of binary digits before and after the point; after it, `period` repeats after `start`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expansion {
    whole: u64,
    start: Vec<bool>,
    period: Vec<bool>,
}

impl Expansion {
    /// The digits of a fraction, by long division: the usual expansion, which never ends in ones only.
    pub(super) fn of((above, below): Fraction) -> Expansion {
        let (mut digits, mut seen) = (Vec::new(), Vec::new());
        let mut rest = above % below;
        let repeats = loop {
            if let Some(place) = seen.iter().position(|known| *known == rest) {
                break place;
            }
            seen.push(rest);
            rest *= 2;
            digits.push(rest >= below);
            rest %= below;
        };
        let period = digits.split_off(repeats);
        Expansion { whole: above / below, start: digits, period }
    }

    fn digit(&self, place: usize) -> bool {
        match self.start.get(place) {
            Some(digit) => *digit,
            None => self.period[(place - self.start.len()) % self.period.len()],
        }
    }

    /// Digit by digit, without carry.
    pub(super) fn xor(&self, other: &Expansion) -> Expansion {
        let start = self.start.len().max(other.start.len());
        let period = self.period.len() * other.period.len();
        let digit = |place: usize| self.digit(place) != other.digit(place);
        Expansion {
            whole: self.whole ^ other.whole,
            start: (0..start).map(digit).collect(),
            period: (start..start + period).map(digit).collect(),
        }
    }

    /// Are all digits 0?
    pub(super) fn is_zero(&self) -> bool {
        self.whole == 0 && !self.start.contains(&true) && !self.period.contains(&true)
    }

    /// Does it end in ones only? Then it is the usual expansion of no number.
    pub(super) fn ends_in_ones(&self) -> bool {
        !self.period.contains(&false)
    }

    /// The number that the digits sum up to.
    pub(super) fn value(&self) -> RBig {
        let read =
            |digits: &[bool]| digits.iter().fold(0u64, |sum, digit| 2 * sum + u64::from(*digit));
        let ones = (1 << self.period.len()) - 1;
        let scale = 1 << self.start.len();
        let above = (self.whole * scale + read(&self.start)) * ones + read(&self.period);
        number((above, ones * scale))
    }
}

/// `0.(10)`, the digits in brackets repeating.
impl fmt::Display for Expansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |digits: &[bool]| -> String {
            digits.iter().map(|digit| if *digit { '1' } else { '0' }).collect()
        };
        // The shortest period, for people.
        let shortest = (1..=self.period.len())
            .find(|length| {
                self.period.len().is_multiple_of(*length)
                    && self.period.chunks(*length).all(|chunk| chunk == &self.period[..*length])
            })
            .unwrap_or(self.period.len());
        write!(f, "{:b}.{}({})", self.whole, text(&self.start), text(&self.period[..shortest]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_have_the_value_they_were_made_from() {
        for (above, below) in (0..40).flat_map(|above| (1..12).map(move |below| (above, below))) {
            let expansion = Expansion::of((above, below));
            assert_eq!(expansion.value(), number((above, below)), "{expansion}");
            assert!(!expansion.ends_in_ones());
            assert!(expansion.xor(&expansion).is_zero());
        }
        let third = Expansion::of((1, 3));
        let two_thirds = Expansion::of((2, 3));
        assert_eq!((third.to_string(), two_thirds.to_string()), ("0.(01)".into(), "0.(10)".into()));
        let sum = third.xor(&two_thirds);
        assert!(sum.ends_in_ones());
        assert_eq!(sum.value().to_string(), "1");
    }
}
