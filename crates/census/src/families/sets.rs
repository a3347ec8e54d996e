//! Subtraction sets, pairs of them, and octal codes: games of the catalogue, by number.

use std::ops::Range;

use bouton_engines::Quantity;
use bouton_rules::{Game, Limits, Refusal};

use super::period::Asked;
use super::{Described, Family};
use crate::column::{Column, Field, Kind};

const SUBTRACTION: &str = "subtraction";
const PARTIZAN: &str = "partizan-subtraction";
const OCTAL: &str = "octal";

const OUTCOME: Asked = Asked { prefix: "", of: Quantity::Outcome, ending: "" };
const NIM_VALUE: Asked = Asked { prefix: "", of: Quantity::NimValue, ending: "" };
const ALL_THREE: &[Asked] = &[
    Asked { prefix: "nim_value_", of: Quantity::NimValue, ending: "" },
    Asked { prefix: "outcome_", of: Quantity::Outcome, ending: "" },
    Asked { prefix: "misere_", of: Quantity::Outcome, ending: "/misere" },
];

/// Games of the catalogue by number.
#[derive(Clone, Debug)]
pub enum Numbered {
    /// All nonempty sets within 1 to a maximum, in the order of their words.
    Subtraction {
        /// The largest element.
        max: u32,
    },
    /// All pairs of such sets: Left's and Right's.
    PartizanSubtraction {
        /// The largest element.
        max: u32,
    },
    /// All codes 0.d₁d₂… with so many octal digits.
    Octal {
        /// Digits after the point.
        digits: u32,
        /// The last heap that is looked at.
        to: u64,
    },
}

impl Numbered {
    /// Sets within 1 to `max`.
    pub fn subtraction(max: u32) -> Result<Numbered, Refusal> {
        within("a maximum", max, 32)?;
        Ok(Numbered::Subtraction { max })
    }

    /// Pairs of sets within 1 to `max`.
    pub fn partizan_subtraction(max: u32) -> Result<Numbered, Refusal> {
        within("a maximum", max, 16)?;
        Ok(Numbered::PartizanSubtraction { max })
    }

    /// Codes with so many digits, and heaps up to `to`.
    pub fn octal(digits: u32, to: u64) -> Result<Numbered, Refusal> {
        within("a number of digits", digits, 8)?;
        Ok(Numbered::Octal { digits, to })
    }

    fn asked(&self) -> &'static [Asked] {
        match self {
            Numbered::Subtraction { .. } => ALL_THREE,
            Numbered::PartizanSubtraction { .. } => &[OUTCOME],
            Numbered::Octal { .. } => &[NIM_VALUE],
        }
    }
}

fn within(what: &str, number: u32, most: u32) -> Result<(), Refusal> {
    match (1..=most).contains(&number) {
        true => Ok(()),
        false => Err(Refusal::bad(
            format!("{number} is not {what} of a census"),
            format!("choose 1 to {most}"),
        )),
    }
}

fn elements(set: u64) -> String {
    let elements = (1..=64).filter(|s| set >> (s - 1) & 1 == 1).map(|s: u32| s.to_string());
    elements.collect::<Vec<_>>().join(",")
}

/// Left's set and Right's, of sets within 1 to `max`.
fn pair(number: u64, max: u32) -> [u64; 2] {
    let sets = (1 << max) - 1;
    [number / sets + 1, number % sets + 1]
}

impl Family for Numbered {
    fn name(&self) -> &'static str {
        match self {
            Numbered::Subtraction { .. } => SUBTRACTION,
            Numbered::PartizanSubtraction { .. } => PARTIZAN,
            Numbered::Octal { .. } => OCTAL,
        }
    }

    fn arguments(&self) -> String {
        match self {
            Numbered::Subtraction { max } | Numbered::PartizanSubtraction { max } => {
                format!("{} --max {max}", self.name())
            }
            Numbered::Octal { digits, to } => format!("{OCTAL} --digits {digits} --to {to}"),
        }
    }

    fn described(&self) -> Described {
        match *self {
            Numbered::Subtraction { max } => Described::Subtraction { max },
            Numbered::PartizanSubtraction { max } => Described::PartizanSubtraction { max },
            Numbered::Octal { digits, to } => Described::Octal { digits, to },
        }
    }

    fn games(&self) -> u64 {
        match self {
            Numbered::Subtraction { max } => (1 << max) - 1,
            Numbered::PartizanSubtraction { max } => ((1u64 << max) - 1).pow(2),
            Numbered::Octal { digits, .. } => 1 << (3 * digits),
        }
    }

    fn games_per_shard(&self) -> u64 {
        match self {
            Numbered::Octal { .. } => 1 << 8,
            _ => 1 << 12,
        }
    }

    fn games_per_batch(&self) -> u64 {
        16
    }

    fn fields(&self) -> Vec<Field> {
        let keys: &[(&str, Kind)] = match self {
            Numbered::Subtraction { .. } => &[("set", Kind::Ascending)],
            Numbered::PartizanSubtraction { .. } => &[("left", Kind::Hash), ("right", Kind::Hash)],
            Numbered::Octal { .. } => &[("code", Kind::Text)],
        };
        let keys = keys.iter().map(|(name, kind)| Field::new(*name, *kind));
        keys.chain(self.asked().iter().flat_map(Asked::fields)).collect()
    }

    fn keys(&self, numbers: Range<u64>) -> Vec<Column> {
        match self {
            Numbered::Subtraction { .. } => vec![Column::Words(numbers.map(|n| n + 1).collect())],
            Numbered::PartizanSubtraction { max } => {
                let sets =
                    |of: usize| numbers.clone().map(|number| pair(number, *max)[of]).collect();
                vec![Column::Words(sets(0)), Column::Words(sets(1))]
            }
            Numbered::Octal { .. } => {
                let code = |number| self.game(number).trim_start_matches("octal:").to_owned();
                vec![Column::Texts(numbers.map(code).collect())]
            }
        }
    }

    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal> {
        let games: Vec<String> = numbers.map(|number| self.game(number)).collect();
        let to = if let Numbered::Octal { to, .. } = self { *to } else { 0 };
        let columns =
            self.asked().iter().map(|asked| asked.columns(&games, to, &Game::parse, limits));
        Ok(columns.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn game(&self, number: u64) -> String {
        match self {
            Numbered::Subtraction { .. } => format!("{SUBTRACTION}:{}", elements(number + 1)),
            Numbered::PartizanSubtraction { max } => {
                let [left, right] = pair(number, *max).map(elements);
                format!("{PARTIZAN}:{left}|{right}")
            }
            Numbered::Octal { digits, .. } => {
                let width = *digits as usize;
                format!("{OCTAL}:0.{number:0width$o}")
            }
        }
    }
}
