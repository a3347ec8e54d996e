//! Shards against the rows that went into them, and against damage.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use bouton_rules::Limits;
use bytes::Bytes;
use parquet::file::reader::SerializedFileReader;

use crate::column::{Batch, Column, Field, Kind};
use crate::shard::ShardWriter;
use crate::{EndingSets, Plan, read, read_notes};

fn small() -> Plan {
    Plan::new(Arc::new(EndingSets::new(2, 9, None).unwrap()), Some(50)).unwrap()
}

fn written_and_read(fields: &[Field], batches: &[Batch]) -> Vec<Column> {
    let mut writer = ShardWriter::new(fields, 1000).unwrap();
    for batch in batches {
        writer.push(batch).unwrap();
    }
    let bytes = writer.finish(vec![("note", "text".to_owned())]).unwrap();
    let file = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    read::columns(&file, fields).unwrap()
}

/// Every kind of column, over page boundaries, with few and many distinct values.
#[test]
fn what_is_written_is_read_back() {
    for (rows, most) in
        [(1, 1), (7, 300), (1000, 5), (1000, 70_000), (65_537, 300), (140_000, 1 << 20)]
    {
        let value = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let columns = |from: u64, to: u64| {
            vec![
                Column::Words((from..to).map(|n| 3 * n + 1).collect()),
                Column::Words((from..to).map(|n| value(n % most)).collect()),
                Column::Numbers((from..to).map(|n| (value(n) % most) as u32).collect()),
                Column::Optional(
                    (from..to).map(|n| (n % 3 > 0).then(|| value(n) % most)).collect(),
                ),
                Column::Flags((from..to).map(|n| value(n) % 2 == 1).collect()),
                Column::Choices((from..to).map(|n| (value(n) % 3) as u8).collect()),
                Column::Texts((from..to).map(|n| format!("text {}", value(n) % most)).collect()),
                Column::Choices((from..to).map(|_| 1).collect()),
            ]
        };
        let kinds = [
            Kind::Ascending,
            Kind::Hash,
            Kind::Number,
            Kind::Optional,
            Kind::Flag,
            Kind::Choice(&["", "one", "two"]),
            Kind::Text,
            Kind::Choice(&["never", "always"]),
        ];
        let fields: Vec<Field> =
            kinds.iter().enumerate().map(|(i, kind)| Field::new(format!("c{i}"), *kind)).collect();
        let third = rows / 3;
        let batches = [
            Batch { first: 0, columns: columns(0, third) },
            Batch { first: third, columns: columns(third, rows) },
        ];
        assert_eq!(written_and_read(&fields, &batches), columns(0, rows), "{rows} {most}");
    }
}

#[test]
fn a_shard_says_what_it_is() {
    let plan = small();
    assert_eq!(plan.shards(), 3);
    assert_eq!(Plan::parse(plan.text()).unwrap().text(), plan.text());
    let mut games = 0;
    for index in 0..3 {
        let shard = plan.make(index, &Limits::default()).unwrap();
        assert_eq!(plan.make(index, &Limits::default()).unwrap(), shard);
        let notes = read_notes(shard.bytes.clone()).unwrap();
        assert_eq!((notes.index, notes.plan.as_str()), (index, plan.text()));
        assert_eq!(plan.verify(index, shard.bytes.clone()).unwrap(), shard.tally);
        assert!(plan.verify((index + 1) % 3, shard.bytes).is_err());
        games += shard.tally.games;
    }
    assert_eq!(games, 128);
    assert!(plan.make(3, &Limits::default()).is_err());
}

/// A flip of any bit of the pages is noticed by their checksums or by the structure, never read as other rows.
#[test]
fn flipped_bits_are_never_other_rows() {
    let plan = small();
    let shard = plan.make(1, &Limits::default()).unwrap();
    let rows = |bytes: Vec<u8>| {
        let file = SerializedFileReader::new(Bytes::from(bytes)).ok()?;
        read::columns(&file, &plan.fields()).ok()
    };
    let good = rows(shard.bytes.clone()).unwrap();
    let footer = u32::from_le_bytes(*shard.bytes.last_chunk::<8>().unwrap().first_chunk().unwrap());
    let pages = shard.bytes.len() - 8 - footer as usize;
    for at in 0..pages {
        let mut bad = shard.bytes.clone();
        bad[at] ^= 1 << (at % 8);
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| rows(bad)));
        assert!(!matches!(found, Ok(Some(ref other)) if *other != good), "byte {at}");
    }
}
