//! What is found of many sets, in columns.

use bouton_rules::{Refusal, Unit};

use super::{PeriodWord, Row};

/// The rows of consecutive sets, as columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// How many outcomes come before the periodic part.
    pub preperiods: Vec<u32>,
    /// The least periods.
    pub periods: Vec<u32>,
    /// The letters that occur in the period, by [`super::Letters::index`].
    pub letters: Vec<u8>,
    /// The hashes of the outcomes of one period.
    pub hashes: Vec<u64>,
}

impl Columns {
    pub(super) fn reserve(&mut self, rows: usize) {
        self.preperiods.reserve(rows);
        self.periods.reserve(rows);
        self.letters.reserve(rows);
        self.hashes.reserve(rows);
    }

    /// Overwrites a row.
    pub(super) fn put(
        &mut self,
        place: usize,
        row: &Row,
        word: &PeriodWord,
    ) -> Result<(), Refusal> {
        let narrow = |number: u64| {
            u32::try_from(number).map_err(|_| Refusal::Limit {
                what: format!("the period of the set {:#b}", row.set),
                needed: number.into(),
                allowed: u32::MAX.into(),
                unit: Unit::Steps,
            })
        };
        self.preperiods[place] = narrow(row.preperiod)?;
        self.periods[place] = narrow(row.period)?;
        self.letters[place] = word.letters.index() as u8;
        self.hashes[place] = word.hash;
        Ok(())
    }
}
