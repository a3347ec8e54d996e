//! Ending-partizan subtraction sets by minimum and maximum.

use std::ops::Range;

use bouton_engines::census::{Columns, Family as Sets, Labels, Letters};
use bouton_rules::{Limits, Refusal};

use super::letters::LETTERS;
use super::{Family, FamilyDescription};
use crate::column::{Column, Field, Kind};

const NAME: &str = "ending-partizan";

/// All sets with a minimum and at most a maximum, under the EO rule or with labels.
#[derive(Clone, Debug)]
pub struct EndingSets {
    sets: Sets,
    min: u32,
    max: u32,
    labels: Option<String>,
}

impl EndingSets {
    /// The sets under the EO rule, or with a letter for each heap below the minimum.
    pub fn new(min: u32, max: u32, labels: Option<&str>) -> Result<EndingSets, Refusal> {
        let sets = match labels {
            Some(labels) => Sets::labelled(min, max, Labels::parse(labels)?)?,
            None => Sets::new(min, max)?,
        };
        if max - min > 40 {
            return Err(Refusal::bad(
                format!(
                    "there are 2^{} sets with minimum {min} and maximum at most {max}",
                    max - min
                ),
                "choose a maximum at most 40 above the minimum: no machine makes that many rows",
            ));
        }
        Ok(EndingSets { sets, min, max, labels: labels.map(str::to_owned) })
    }
}

impl Family for EndingSets {
    fn name(&self) -> &'static str {
        NAME
    }

    fn arguments(&self) -> String {
        let labels = self.labels.iter().map(|labels| format!(" --labels {labels}"));
        format!("{NAME} --min {} --max {}{}", self.min, self.max, labels.collect::<String>())
    }

    fn description(&self) -> FamilyDescription {
        let EndingSets { min, max, ref labels, .. } = *self;
        FamilyDescription::EndingPartizan { min, max, labels: labels.clone() }
    }

    fn games(&self) -> u64 {
        self.sets.games()
    }

    fn games_per_shard(&self) -> u64 {
        1 << 19
    }

    fn games_per_batch(&self) -> u64 {
        1 << 13
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("set", Kind::Ascending),
            Field::new("max", Kind::Number),
            Field::new("preperiod", Kind::Number),
            Field::new("period", Kind::Number),
            Field::new("standing", Kind::Choice(&["proved"])),
            Field::new("letters", Kind::Choice(LETTERS)),
            Field::new("eventually_left", Kind::Flag),
            Field::new("hash", Kind::Hash),
        ]
    }

    fn keys(&self, numbers: Range<u64>) -> Vec<Column> {
        let sets: Vec<u64> = numbers.map(|number| self.sets.set(number)).collect();
        let max = sets.iter().map(|set| u64::BITS - set.leading_zeros()).collect();
        vec![Column::Words(sets), Column::Numbers(max)]
    }

    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal> {
        let mut found = Columns::default();
        let count = (numbers.end - numbers.start) as usize;
        self.sets.fill(numbers, limits, &mut found)?;
        let left = Letters::LEFT.index() as u8;
        let eventually_left = found.letters.iter().map(|letters| *letters == left).collect();
        Ok(vec![
            Column::Numbers(found.preperiods),
            Column::Numbers(found.periods),
            Column::Choices(vec![0; count]),
            Column::Choices(found.letters),
            Column::Flags(eventually_left),
            Column::Words(found.hashes),
        ])
    }

    fn game(&self, number: u64) -> String {
        let set = self.sets.set(number);
        let elements = (1..=64).filter(|s| set >> (s - 1) & 1 == 1).map(|s: u32| s.to_string());
        let labels = self.labels.iter().map(|labels| format!("@{labels}")).collect::<String>();
        format!("{NAME}:{}{labels}", elements.collect::<Vec<_>>().join(","))
    }
}
