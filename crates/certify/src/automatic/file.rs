//! How an automatic certificate is written: each state a row on a line of its own.

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{AutomaticCertificate, Claimed, StateTable};
use crate::file::{Kind, Version};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutomaticFile {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heaps: Option<usize>,
    numeration: String,
    of: Claimed,
    measure: Row<u64>,
    sets: Vec<TableFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    accepting: Row<u32>,
    next: Vec<Row<u32>>,
}

/// A list of numbers on one line.
struct Row<T>(Vec<T>);

impl<T: ToString> Serialize for Row<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        let list = format!("[{}]", numbers.join(", "));
        RawValue::from_string(list).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Row<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Row<T>, D::Error> {
        Vec::deserialize(deserializer).map(Row)
    }
}

impl From<&AutomaticCertificate> for AutomaticFile {
    fn from(certificate: &AutomaticCertificate) -> AutomaticFile {
        let table = |table: &StateTable| TableFile {
            accepting: Row(table.accepting.clone()),
            next: table.next.iter().cloned().map(Row).collect(),
        };
        AutomaticFile {
            version: Version,
            kind: Kind::Automatic,
            game: certificate.game.clone(),
            heaps: certificate.heaps,
            numeration: certificate.numeration.clone(),
            of: certificate.of,
            measure: Row(certificate.measure.clone()),
            sets: certificate.sets.iter().map(table).collect(),
        }
    }
}

impl From<AutomaticFile> for AutomaticCertificate {
    fn from(file: AutomaticFile) -> AutomaticCertificate {
        let table = |table: TableFile| StateTable {
            accepting: table.accepting.0,
            next: table.next.into_iter().map(|row| row.0).collect(),
        };
        AutomaticCertificate {
            game: file.game,
            heaps: file.heaps,
            numeration: file.numeration,
            of: file.of,
            measure: file.measure.0,
            sets: file.sets.into_iter().map(table).collect(),
        }
    }
}
