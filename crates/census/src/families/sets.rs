//! Subtraction sets, pairs of them, and octal codes: games of the catalogue, by number.

use std::ops::Range;

use bouton_engines::Quantity;
use bouton_rules::{Game, Limits, Refusal};

use super::period::SequenceQuestion;
use super::{Family, FamilyDescription, within};
use crate::column::{Column, Field, Kind};

const SUBTRACTION: &str = "subtraction";
const PARTIZAN: &str = "partizan-subtraction";
const OCTAL: &str = "octal";

const OUTCOME: SequenceQuestion =
    SequenceQuestion { prefix: "", of: Quantity::Outcome, ending: "" };
const NIM_VALUE: SequenceQuestion =
    SequenceQuestion { prefix: "", of: Quantity::NimValue, ending: "" };
const ALL_THREE: &[SequenceQuestion] = &[
    SequenceQuestion { prefix: "nim_value_", of: Quantity::NimValue, ending: "" },
    SequenceQuestion { prefix: "outcome_", of: Quantity::Outcome, ending: "" },
    SequenceQuestion { prefix: "misere_", of: Quantity::Outcome, ending: "/misere" },
];

/// Games of the catalogue by number.
#[derive(Clone, Debug)]
pub enum CatalogueGames {
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
    /// All codes 0.d₁d₂… with this many octal digits.
    Octal {
        /// Digits after the point.
        digits: u32,
        /// The last heap that is looked at.
        to: u64,
    },
}

impl CatalogueGames {
    /// All nonempty subtraction sets within 1 to `max`.
    pub fn subtraction(max: u32) -> Result<CatalogueGames, Refusal> {
        within("the maximum", max, 32)?;
        Ok(CatalogueGames::Subtraction { max })
    }

    /// Pairs of sets within 1 to `max`.
    pub fn partizan_subtraction(max: u32) -> Result<CatalogueGames, Refusal> {
        within("the maximum", max, 16)?;
        Ok(CatalogueGames::PartizanSubtraction { max })
    }

    /// Codes with this many digits, and heaps up to `to`.
    pub fn octal(digits: u32, to: u64) -> Result<CatalogueGames, Refusal> {
        within("the number of digits", digits, 8)?;
        Ok(CatalogueGames::Octal { digits, to })
    }

    fn questions(&self) -> &'static [SequenceQuestion] {
        match self {
            CatalogueGames::Subtraction { .. } => ALL_THREE,
            CatalogueGames::PartizanSubtraction { .. } => &[OUTCOME],
            CatalogueGames::Octal { .. } => &[NIM_VALUE],
        }
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

impl Family for CatalogueGames {
    fn name(&self) -> &'static str {
        match self {
            CatalogueGames::Subtraction { .. } => SUBTRACTION,
            CatalogueGames::PartizanSubtraction { .. } => PARTIZAN,
            CatalogueGames::Octal { .. } => OCTAL,
        }
    }

    fn arguments(&self) -> String {
        match self {
            CatalogueGames::Subtraction { max } | CatalogueGames::PartizanSubtraction { max } => {
                format!("{} --max {max}", self.name())
            }
            CatalogueGames::Octal { digits, to } => format!("{OCTAL} --digits {digits} --to {to}"),
        }
    }

    fn description(&self) -> FamilyDescription {
        match *self {
            CatalogueGames::Subtraction { max } => FamilyDescription::Subtraction { max },
            CatalogueGames::PartizanSubtraction { max } => {
                FamilyDescription::PartizanSubtraction { max }
            }
            CatalogueGames::Octal { digits, to } => FamilyDescription::Octal { digits, to },
        }
    }

    fn games(&self) -> u64 {
        match self {
            CatalogueGames::Subtraction { max } => (1 << max) - 1,
            CatalogueGames::PartizanSubtraction { max } => ((1u64 << max) - 1).pow(2),
            CatalogueGames::Octal { digits, .. } => 1 << (3 * digits),
        }
    }

    fn games_per_shard(&self) -> u64 {
        match self {
            CatalogueGames::Octal { .. } => 1 << 8,
            _ => 1 << 12,
        }
    }

    fn games_per_batch(&self) -> u64 {
        16
    }

    fn fields(&self) -> Vec<Field> {
        let keys: &[(&str, Kind)] = match self {
            CatalogueGames::Subtraction { .. } => &[("set", Kind::Ascending)],
            CatalogueGames::PartizanSubtraction { .. } => {
                &[("left", Kind::Hash), ("right", Kind::Hash)]
            }
            CatalogueGames::Octal { .. } => &[("code", Kind::Text)],
        };
        let keys = keys.iter().map(|(name, kind)| Field::new(*name, *kind));
        keys.chain(self.questions().iter().flat_map(SequenceQuestion::fields)).collect()
    }

    fn keys(&self, numbers: Range<u64>) -> Vec<Column> {
        match self {
            CatalogueGames::Subtraction { .. } => {
                vec![Column::Words(numbers.map(|n| n + 1).collect())]
            }
            CatalogueGames::PartizanSubtraction { max } => {
                let sets =
                    |of: usize| numbers.clone().map(|number| pair(number, *max)[of]).collect();
                vec![Column::Words(sets(0)), Column::Words(sets(1))]
            }
            CatalogueGames::Octal { .. } => {
                let code = |number| self.game(number).trim_start_matches("octal:").to_owned();
                vec![Column::Texts(numbers.map(code).collect())]
            }
        }
    }

    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal> {
        let games: Vec<String> = numbers.map(|number| self.game(number)).collect();
        let to = if let CatalogueGames::Octal { to, .. } = self { *to } else { 0 };
        let columns = self
            .questions()
            .iter()
            .map(|question| question.columns(&games, to, &Game::parse, limits));
        Ok(columns.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn game(&self, number: u64) -> String {
        match self {
            CatalogueGames::Subtraction { .. } => format!("{SUBTRACTION}:{}", elements(number + 1)),
            CatalogueGames::PartizanSubtraction { max } => {
                let [left, right] = pair(number, *max).map(elements);
                format!("{PARTIZAN}:{left}|{right}")
            }
            CatalogueGames::Octal { digits, .. } => {
                let width = *digits as usize;
                format!("{OCTAL}:0.{number:0width$o}")
            }
        }
    }
}
