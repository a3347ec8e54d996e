//! Sets of integers that are chosen from.

use super::Miss;
use crate::ir::{Number, Program, Set};

/// A set of integers that is not an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// An element of this set.
    Set(Set),
    /// A number with this remainder: modulus, remainder from 0 to the modulus less 1.
    Class(Number, Number),
}

impl Within {
    /// Is the number an element?
    #[must_use]
    pub fn contains(&self, number: Number) -> bool {
        match self {
            Within::Set(set) => set.contains(number),
            Within::Class(modulus, rest) => number.rem_euclid(*modulus) == *rest,
        }
    }

    /// All elements with this number added.
    #[must_use]
    pub fn shifted(self, by: Number) -> Within {
        match self {
            Within::Set(set) => Within::Set(Set {
                finite: set.finite.iter().map(|element| element + by).collect(),
                tail: set.tail.map(|(from, step)| (from + by, step)),
            }),
            Within::Class(modulus, rest) => Within::Class(modulus, (rest + by).rem_euclid(modulus)),
        }
    }

    /// The number less each element; `None` if the elements have no greatest one, unless they are a class.
    #[must_use]
    pub fn subtracted_from(self, number: Number) -> Option<Within> {
        match self {
            Within::Set(Set { finite, tail: None }) => {
                let finite = finite.iter().rev().map(|element| number - element).collect();
                Some(Within::Set(Set { finite, tail: None }))
            }
            Within::Set(_) => None,
            Within::Class(modulus, rest) => {
                Some(Within::Class(modulus, (number - rest).rem_euclid(modulus)))
            }
        }
    }
}

/// More elements than this are not listed.
const MOST_ELEMENTS: Number = 100_000;

/// The numbers from `low` to `high`, or without end, that lie within the set; all of them, if there is none.
pub fn elements(within: Option<&Within>, low: Number, high: Option<Number>) -> Result<Set, Miss> {
    // A bound that the size of numbers sets is none; but a single number is listed, wherever it is.
    let high = high.filter(|high| *high < Program::LARGEST || *high == low);
    let (mut finite, from, step) = match within {
        None => (Vec::new(), low, 1),
        Some(Within::Class(modulus, rest)) => {
            (Vec::new(), low + (rest - low).rem_euclid(*modulus), *modulus)
        }
        Some(Within::Set(set)) => {
            let finite = set.finite_between(low, high.unwrap_or(Number::MAX)).to_vec();
            let Some((from, step)) = set.tail else { return Ok(Set { finite, tail: None }) };
            // The first element of the progression that is not below `low`.
            let steps = (low - from + step - 1).div_euclid(step).max(0);
            (finite, from + steps * step, step)
        }
    };
    let Some(high) = high else { return Ok(Set { finite, tail: Some((from, step)) }) };
    let count = (high - from).div_euclid(step) + 1;
    if count > MOST_ELEMENTS {
        return Err(format!("a choice has more than {MOST_ELEMENTS} values, but not all"));
    }
    finite.extend((0..count.max(0)).map(|k| from + k * step));
    finite.sort_unstable();
    Ok(Set { finite, tail: None })
}
