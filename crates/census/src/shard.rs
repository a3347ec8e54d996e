//! A shard: the rows of some games as the bytes of a Parquet file.
//!
//! Equal rows give equal bytes: nothing in the file depends on when, where or by how many threads it was made.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{
    EnabledStatistics, WriterProperties, WriterPropertiesPtr, WriterVersion,
};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor, Type, TypePtr};
use zstd::bulk::Compressor;

use crate::coded::{ColumnEncoder, LEVEL};
use crate::column::{Batch, Column, Field, Kind};
use crate::pages::Pages;

/// The name of the program and the version of the layout.
const CREATED_BY: &str = "bouton census 1";

/// Puts a shard together, batch by batch.
pub(crate) struct ShardWriter {
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    columns: Vec<(ColumnDescPtr, Open)>,
}

/// A column that is being filled.
enum Open {
    Ours(ColumnEncoder),
    Library(Box<ColumnWriter<'static>>, Pages),
}

impl ShardWriter {
    /// A writer for at most `rows` rows.
    pub(crate) fn new(fields: &[Field], rows: usize) -> Result<ShardWriter> {
        let schema = schema(fields)?;
        let properties = Arc::new(properties()?);
        let descriptor = SchemaDescriptor::new(schema.clone());
        let open = |(description, field): (&ColumnDescPtr, &Field)| {
            let column = match ColumnEncoder::of(field.kind, rows) {
                Some(coded) => Open::Ours(coded),
                None => {
                    let pages = Pages::default();
                    let sink = Box::new(pages.clone());
                    let writer = get_column_writer(description.clone(), properties.clone(), sink);
                    Open::Library(Box::new(writer), pages)
                }
            };
            (description.clone(), column)
        };
        let columns = descriptor.columns().iter().zip(fields).map(open).collect();
        Ok(ShardWriter { schema, properties, columns })
    }

    /// Appends the rows of a batch.
    pub(crate) fn push(&mut self, batch: &Batch) -> Result<()> {
        for ((_, open), column) in self.columns.iter_mut().zip(&batch.columns) {
            match open {
                Open::Ours(coded) => coded.push(column)?,
                Open::Library(writer, _) => push(writer, column)?,
            }
        }
        Ok(())
    }

    /// The file, with these notes in its footer.
    pub(crate) fn finish(self, notes: Vec<(&str, String)>) -> Result<Vec<u8>> {
        let mut file = SerializedFileWriter::new(Vec::new(), self.schema, self.properties)?;
        let mut group = file.next_row_group()?;
        let mut compressor = Compressor::new(LEVEL)?;
        for (description, open) in self.columns {
            let (bytes, closed) = match open {
                Open::Ours(coded) => coded.close(description, &mut compressor)?,
                Open::Library(writer, pages) => {
                    let closed = writer.close()?;
                    (pages.take(), closed)
                }
            };
            group.append_column(&Bytes::from(bytes), closed)?;
        }
        group.close()?;
        for (key, value) in notes {
            file.append_key_value_metadata(KeyValue::new(key.to_owned(), value));
        }
        file.into_inner()
    }
}

fn push(writer: &mut ColumnWriter<'_>, column: &Column) -> Result<()> {
    match (writer, column) {
        (ColumnWriter::Int64ColumnWriter(writer), Column::Optional(values)) => {
            let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
            let known: Vec<i64> = values.iter().flatten().map(|value| *value as i64).collect();
            writer.write_batch(&known, Some(&levels), None)?;
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), Column::Texts(values)) => {
            let values: Vec<ByteArray> = values.iter().map(|text| text.as_str().into()).collect();
            writer.write_batch(&values, None, None)?;
        }
        _ => {
            return Err(ParquetError::General(
                "a column and its field are of different kinds".into(),
            ));
        }
    }
    Ok(())
}

/// The schema of the file.
pub(crate) fn schema(fields: &[Field]) -> Result<TypePtr> {
    let columns = fields.iter().map(|field| {
        let (physical, logical) = match field.kind {
            Kind::Ascending | Kind::Hash | Kind::Optional => {
                (Physical::INT64, Some(LogicalType::integer(64, false)))
            }
            Kind::Number => (Physical::INT32, None),
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Choice(_) | Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        column(field, physical, logical).map(Arc::new)
    });
    let columns = columns.collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("census").with_fields(columns).build()?))
}

fn column(field: &Field, physical: Physical, logical: Option<LogicalType>) -> Result<Type> {
    let repetition = match field.kind {
        Kind::Optional => Repetition::OPTIONAL,
        _ => Repetition::REQUIRED,
    };
    Type::primitive_type_builder(&field.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
}

fn properties() -> Result<WriterProperties> {
    Ok(WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(CREATED_BY.to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build())
}
