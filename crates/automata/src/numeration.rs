//! Numerations: how numbers are written as digits, and in which order an automaton reads them.

use std::fmt;
use std::str::FromStr;

/// A numeration system: what the places count, and which digits there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// Places count 1, b, b², …, digits are 0 to b - 1. b is from 2 to 16.
    Base(u32),
    /// Places count 1, k + 1, …, each k times the one before and the one before that; digits are 0 to k, and after
    /// (below) a digit k comes a 0. k is from 1 to 8. Every number is written in exactly one way (Ostrowski 1922,
    /// Zeckendorf 1972).
    Ostrowski(u32),
}

/// The order in which an automaton reads the digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The least significant digit is read first.
    Least,
    /// The most significant digit is read first.
    Most,
}

/// A numeration: how numbers are written, and in which order their digits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numeration {
    /// The numeration system.
    pub system: System,
    /// The order in which digits are read.
    pub order: Order,
}

impl Numeration {
    /// The number of different digits.
    #[must_use]
    pub fn radix(self) -> usize {
        match self.system {
            System::Base(base) => base as usize,
            System::Ostrowski(k) => k as usize + 1,
        }
    }

    /// The values of the places, from 1 on: all that are at most `most`, and the next one.
    #[must_use]
    pub fn places(self, most: u128) -> Vec<u128> {
        let mut places = vec![1];
        while places[places.len() - 1] <= most {
            let last = places[places.len() - 1];
            places.push(match self.system {
                System::Base(base) => last * u128::from(base),
                System::Ostrowski(k) => {
                    let before = places.len().checked_sub(2).map_or(1, |place| places[place]);
                    last * u128::from(k) + before
                }
            });
        }
        places
    }

    /// The digits of a number, the least significant first, without leading zeros.
    #[must_use]
    pub fn digits(self, number: u128) -> Vec<u32> {
        let word = Numeration { order: Order::Least, ..self }.word(&[number]);
        word.into_iter().map(|digit| digit as u32).collect()
    }

    /// The number with these digits, the least significant first.
    #[must_use]
    pub fn number(self, digits: &[u32]) -> u128 {
        let mut places = vec![1_u128];
        while places.len() < digits.len() {
            let last = places[places.len() - 1];
            places = self.places(last);
        }
        digits.iter().zip(&places).map(|(digit, place)| u128::from(*digit) * place).sum()
    }

    /// The digits of several numbers as letters in the order in which they are read. A letter has the digit of the first
    /// number as its lowest digit.
    #[must_use]
    pub fn word(self, numbers: &[u128]) -> Vec<usize> {
        let mut places = self.places(numbers.iter().copied().max().unwrap_or(0));
        places.pop();
        let mut word = vec![0; places.len()];
        // One list of places for all numbers: with one for each, most of the time of a proof went into such lists.
        for number in numbers.iter().rev() {
            let mut rest = *number;
            for (letter, place) in word.iter_mut().zip(&places).rev() {
                *letter = *letter * self.radix() + (rest / place) as usize;
                rest %= place;
            }
        }
        if self.order == Order::Most {
            word.reverse();
        }
        word
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.order {
            Order::Least => "lsd_",
            Order::Most => "msd_",
        })?;
        match self.system {
            System::Base(base) => write!(f, "{base}"),
            System::Ostrowski(1) => f.write_str("fib"),
            System::Ostrowski(2) => f.write_str("pell"),
            System::Ostrowski(k) => write!(f, "ost{k}"),
        }
    }
}

impl FromStr for Numeration {
    type Err = String;

    fn from_str(text: &str) -> Result<Numeration, String> {
        let unknown = || format!("`{text}` is not a numeration; write msd_2, lsd_fib or msd_ost3");
        let (order, system) = text.split_once('_').ok_or_else(unknown)?;
        let order = match order {
            "lsd" => Order::Least,
            "msd" => Order::Most,
            _ => return Err(unknown()),
        };
        let system = match (system, system.strip_prefix("ost"), system.parse()) {
            ("fib", ..) => System::Ostrowski(1),
            ("pell", ..) => System::Ostrowski(2),
            (_, Some(k), _) => match k.parse() {
                Ok(k @ 1..=8) => System::Ostrowski(k),
                _ => return Err(unknown()),
            },
            (_, _, Ok(base @ 2..=16)) => System::Base(base),
            _ => return Err(unknown()),
        };
        Ok(Numeration { system, order })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_written_by_valid_digits_that_mean_it() {
        for name in ["msd_2", "lsd_3", "msd_10", "lsd_fib", "msd_pell", "lsd_ost3", "msd_ost8"] {
            let numeration: Numeration = name.parse().expect("a numeration");
            assert_eq!(numeration.to_string(), name);
            for number in (0..3000).chain([10_u128.pow(18), u128::from(u64::MAX)]) {
                let digits = numeration.digits(number);
                assert_eq!(numeration.number(&digits), number, "{name} {digits:?}");
                assert!(digits.iter().all(|digit| (*digit as usize) < numeration.radix()));
                assert!(digits.last().is_none_or(|digit| *digit > 0));
                if let System::Ostrowski(k) = numeration.system {
                    assert!(
                        digits.windows(2).all(|pair| pair[1] < k || pair[0] == 0),
                        "{digits:?}"
                    );
                }
            }
        }
        assert!(
            ["", "msd", "msd_1", "fib", "lsd_17", "msd_ost0", "msd_ost9", "xsd_2"]
                .iter()
                .all(|text| text.parse::<Numeration>().is_err())
        );
    }

    #[test]
    fn words_are_read_in_either_order() {
        let numeration = |text: &str| text.parse::<Numeration>().expect("a numeration");
        // 6 = 110, 3 = 011: the first number is the lowest digit of a letter.
        assert_eq!(numeration("msd_2").word(&[6, 3]), [1, 3, 2]);
        assert_eq!(numeration("lsd_2").word(&[6, 3]), [2, 3, 1]);
        assert_eq!(numeration("lsd_2").word(&[0, 0]), [0; 0]);
    }
}
