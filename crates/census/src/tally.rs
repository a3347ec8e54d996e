//! Counts and records of many rows, which can be added up shard by shard.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::column::{Batch, Column, Field, Kind};

/// How many games there were, and what was found of them; the footer of a shard holds it as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// For each quantity, by the prefix of its columns.
    pub quantities: BTreeMap<String, Quantity>,
    /// For a family that is asked for theorems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorems: Option<Theorems>,
}

/// The theorems about all positions of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theorems {
    /// The number of theorems in each numeration.
    pub numerations: BTreeMap<String, u64>,
    /// The most states of an automaton, and the first game that has it.
    pub largest_automaton: Option<Longest>,
}

/// Counts and records of one sequence of each game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantity {
    /// The number of games with a proved period.
    pub proved: u64,
    /// For each set of letters, the number of games whose period has exactly these letters.
    pub letters: BTreeMap<String, u64>,
    /// The longest period, and the first game that has it.
    pub longest_period: Option<Longest>,
    /// The longest preperiod, and the first game that has it.
    pub longest_preperiod: Option<Longest>,
}

/// A record length, and the first game that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 2]", into = "[u64; 2]")]
pub struct Longest {
    /// The record length itself.
    pub length: u64,
    /// The number of the first such game.
    pub game: u64,
}

impl From<[u64; 2]> for Longest {
    fn from([length, game]: [u64; 2]) -> Longest {
        Longest { length, game }
    }
}

impl From<Longest> for [u64; 2] {
    fn from(longest: Longest) -> [u64; 2] {
        [longest.length, longest.game]
    }
}

impl Tally {
    /// Counts the rows of a batch.
    pub(crate) fn add(&mut self, fields: &[Field], batch: &Batch) {
        self.games += batch.rows() as u64;
        for (field, column) in fields.iter().zip(&batch.columns) {
            if let Some(prefix) = field.name.strip_suffix("preperiod") {
                let quantity = self.quantity(prefix);
                record(&mut quantity.longest_preperiod, column, batch.first);
            } else if let Some(prefix) = field.name.strip_suffix("period") {
                let quantity = self.quantity(prefix);
                quantity.proved += known(column);
                record(&mut quantity.longest_period, column, batch.first);
            } else if let (Some(prefix), Kind::Choice(texts), Column::Choices(choices)) =
                (field.name.strip_suffix("letters"), field.kind, column)
            {
                count(&mut self.quantity(prefix).letters, texts, choices);
            }
            // A parameter of a rule file may have these names, but is another kind of column.
            match (field.name.as_str(), field.kind, column) {
                ("numeration", Kind::Choice(texts), Column::Choices(choices)) => {
                    count(&mut self.theorems().numerations, texts, choices);
                }
                ("states", Kind::Optional, _) => {
                    record(&mut self.theorems().largest_automaton, column, batch.first);
                }
                _ => {}
            }
        }
    }

    fn quantity(&mut self, prefix: &str) -> &mut Quantity {
        self.quantities.entry(prefix.to_owned()).or_default()
    }

    fn theorems(&mut self) -> &mut Theorems {
        self.theorems.get_or_insert_default()
    }

    /// Adds the counts and records of other rows, in any order.
    pub fn join(&mut self, other: &Tally) {
        self.games += other.games;
        for (prefix, more) in &other.quantities {
            let quantity = self.quantity(prefix);
            quantity.proved += more.proved;
            add(&mut quantity.letters, &more.letters);
            longer(&mut quantity.longest_period, more.longest_period);
            longer(&mut quantity.longest_preperiod, more.longest_preperiod);
        }
        if let Some(more) = &other.theorems {
            let theorems = self.theorems();
            add(&mut theorems.numerations, &more.numerations);
            longer(&mut theorems.largest_automaton, more.largest_automaton);
        }
    }
}

fn add(counts: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u64>) {
    for (text, count) in more {
        *counts.entry(text.clone()).or_default() += count;
    }
}

fn known(column: &Column) -> u64 {
    match column {
        Column::Optional(values) => values.iter().flatten().count() as u64,
        _ => column.len() as u64,
    }
}

/// Updates a record with the longest of a column, and the first game that has it.
fn record(record: &mut Option<Longest>, column: &Column, first: u64) {
    let longest = match column {
        Column::Numbers(values) => values.iter().max().map(|most| u64::from(*most)),
        Column::Optional(values) => values.iter().flatten().max().copied(),
        _ => None,
    };
    let Some(length) = longest.filter(|length| record.is_none_or(|known| *length > known.length))
    else {
        return;
    };
    let place = match column {
        Column::Numbers(values) => values.iter().position(|value| u64::from(*value) == length),
        Column::Optional(values) => values.iter().position(|value| *value == Some(length)),
        _ => None,
    };
    *record = place.map(|place| Longest { length, game: first + place as u64 });
}

fn longer(record: &mut Option<Longest>, other: Option<Longest>) {
    if let Some(other) = other
        && record.is_none_or(|known| {
            other.length > known.length || other.length == known.length && other.game < known.game
        })
    {
        *record = Some(other);
    }
}

fn count(known: &mut BTreeMap<String, u64>, texts: &[&str], choices: &[u8]) {
    let mut counts = [0u64; 256];
    for choice in choices {
        counts[usize::from(*choice)] += 1;
    }
    // Games without a period have no letters, and those without a theorem no numeration.
    for (text, count) in texts.iter().zip(counts).filter(|(text, n)| *n > 0 && !text.is_empty()) {
        *known.entry((*text).to_owned()).or_default() += count;
    }
}
