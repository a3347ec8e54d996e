//! Reads shards back: checksums, rows, and the notes in the footer.

use bytes::Bytes;
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::column::{Column, Field, Kind};
use crate::shard::schema;

/// A note in the footer.
pub(crate) fn note<'a>(metadata: &'a ParquetMetaData, key: &str) -> Option<&'a str> {
    let notes = metadata.file_metadata().key_value_metadata()?;
    notes.iter().find(|note| note.key == key)?.value.as_deref()
}

/// All columns, after the checksums of all pages were verified.
pub(crate) fn columns(file: &SerializedFileReader<Bytes>, fields: &[Field]) -> Result<Vec<Column>> {
    let expected = schema(fields)?;
    if *file.metadata().file_metadata().schema() != *expected {
        return Err(ParquetError::General("the columns are not those of the census".into()));
    }
    let mut columns: Vec<Column> = fields.iter().map(|field| Column::of(field.kind)).collect();
    for index in 0..file.num_row_groups() {
        let group = file.get_row_group(index)?;
        let rows = usize::try_from(group.metadata().num_rows())
            .map_err(|_| ParquetError::General("a number of rows is negative".into()))?;
        for (place, (field, column)) in fields.iter().zip(&mut columns).enumerate() {
            read(group.get_column_reader(place)?, rows, field.kind, column)?;
        }
    }
    Ok(columns)
}

fn read(reader: ColumnReader, rows: usize, kind: Kind, into: &mut Column) -> Result<()> {
    let before = into.len();
    match (reader, into, kind) {
        (ColumnReader::Int64ColumnReader(mut reader), Column::Words(values), _) => {
            let mut read = Vec::new();
            reader.read_records(rows, None, None, &mut read)?;
            values.extend(read.iter().map(|value| *value as u64));
            check(values.len() - before, rows)
        }
        (ColumnReader::Int64ColumnReader(mut reader), Column::Optional(values), _) => {
            let (mut read, mut levels) = (Vec::new(), Vec::new());
            reader.read_records(rows, Some(&mut levels), None, &mut read)?;
            let mut known = read.iter().map(|value| *value as u64);
            values.extend(levels.iter().map(|level| if *level > 0 { known.next() } else { None }));
            check(values.len() - before, rows)
        }
        (ColumnReader::Int32ColumnReader(mut reader), Column::Numbers(values), _) => {
            let mut read = Vec::new();
            reader.read_records(rows, None, None, &mut read)?;
            values.extend(read.iter().map(|value| *value as u32));
            check(values.len() - before, rows)
        }
        (ColumnReader::BoolColumnReader(mut reader), Column::Flags(values), _) => {
            reader.read_records(rows, None, None, values)?;
            check(values.len() - before, rows)
        }
        (ColumnReader::ByteArrayColumnReader(mut reader), column, kind) => {
            let mut read: Vec<ByteArray> = Vec::new();
            reader.read_records(rows, None, None, &mut read)?;
            texts(&read, kind, column)?;
            check(column.len() - before, rows)
        }
        _ => Err(ParquetError::General("a column and its field are of different kinds".into())),
    }
}

fn texts(read: &[ByteArray], kind: Kind, into: &mut Column) -> Result<()> {
    for text in read {
        let text = text.as_utf8()?;
        match (&mut *into, kind) {
            (Column::Texts(values), _) => values.push(text.to_owned()),
            (Column::Choices(values), Kind::Choice(texts)) => {
                let place = texts.iter().position(|known| *known == text);
                let place = place.and_then(|place| u8::try_from(place).ok());
                values.push(place.ok_or_else(|| {
                    ParquetError::General(format!("the text `{text}` is not one of the choices"))
                })?);
            }
            _ => return Err(ParquetError::General("a column holds no texts".into())),
        }
    }
    Ok(())
}

fn check(found: usize, rows: usize) -> Result<()> {
    match found == rows {
        true => Ok(()),
        false => Err(ParquetError::General(format!("a column has {found} rows instead of {rows}"))),
    }
}
