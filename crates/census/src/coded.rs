//! Columns of which a billion values are written: numbers, choices, flags and hashes.
//!
//! The library's writer looks up every value in a hash table and costs some 30 ns for it, more than the engine takes
//! for a whole game. Here the dictionary is known beforehand (the numbers from 0 to the largest; the texts to choose
//! from) or looked at only where it must be (hashes), and an index takes one, two or four whole bytes. Runs of such
//! indices in the format's bit-packed form are simply their bytes, which zstd then makes small.
//!
//! What is written is read back by the library's own reader, and by other programs in the tests.

use std::collections::HashMap;

use bytes::Bytes;
use parquet::basic::{CompressionCodec, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescPtr;

use crate::column::{Column, Kind};
use crate::pages::Pages;

/// How many rows a page has; each page has its own checksum.
const PAGE: usize = 1 << 16;
/// Numbers above this are written as they are, without a dictionary.
const LARGEST_CODE: u32 = 1 << 16;
/// How hard zstd tries.
pub(crate) const LEVEL: i32 = 1;

/// A column that is put together here.
pub(crate) struct Coded {
    kind: Kind,
    rows: Column,
}

impl Coded {
    /// `None` for columns that are left to the library.
    pub(crate) fn of(kind: Kind) -> Option<Coded> {
        let is_ours = matches!(kind, Kind::Hash | Kind::Number | Kind::Flag | Kind::Choice(_));
        is_ours.then(|| Coded { kind, rows: Column::of(kind) })
    }

    pub(crate) fn push(&mut self, column: &Column) -> Result<()> {
        match (&mut self.rows, column) {
            (Column::Words(all), Column::Words(more)) => all.extend_from_slice(more),
            (Column::Numbers(all), Column::Numbers(more)) => all.extend_from_slice(more),
            (Column::Flags(all), Column::Flags(more)) => all.extend_from_slice(more),
            (Column::Choices(all), Column::Choices(more)) => all.extend_from_slice(more),
            _ => {
                return Err(ParquetError::General(
                    "a column is of another kind than its field".into(),
                ));
            }
        }
        Ok(())
    }

    /// The pages of the column, and what the footer says of them.
    pub(crate) fn close(self, description: ColumnDescPtr) -> Result<(Vec<u8>, ColumnCloseResult)> {
        let mut chunk = Chunk::default();
        let mut statistics = None;
        match (self.rows, self.kind) {
            (Column::Numbers(numbers), _) => {
                let largest = numbers.iter().copied().max().unwrap_or(0);
                let least = numbers.iter().copied().min().unwrap_or(0);
                let bounds = [least, largest].map(i32::try_from);
                let [Ok(least), Ok(most)] = bounds else {
                    return Err(ParquetError::General(format!(
                        "the number {largest} is too large"
                    )));
                };
                statistics = Some(Statistics::int32(Some(least), Some(most), None, Some(0), false));
                chunk.numbers(&numbers, largest)?;
            }
            (Column::Choices(choices), Kind::Choice(texts)) => {
                let mut plain = Vec::new();
                for text in texts {
                    plain.extend((text.len() as u32).to_le_bytes());
                    plain.extend(text.as_bytes());
                }
                chunk.dictionary(plain, texts.len())?;
                chunk.codes(&choices, |code| [*code])?;
            }
            (Column::Words(hashes), _) => chunk.hashes(&hashes)?,
            (Column::Flags(flags), _) => chunk.flags(&flags)?,
            _ => {
                return Err(ParquetError::General(
                    "a column is of another kind than its field".into(),
                ));
            }
        }
        chunk.close(description, statistics)
    }
}

/// A column in the making.
#[derive(Default)]
struct Chunk {
    pages: Pages,
    dictionary_at: Option<u64>,
    data_at: Option<u64>,
    encodings: Vec<Encoding>,
    rows: u64,
    bytes: u64,
    plain_bytes: u64,
}

impl Chunk {
    fn numbers(&mut self, numbers: &[u32], largest: u32) -> Result<()> {
        if largest > LARGEST_CODE {
            return self.plain(numbers, |number| number.to_le_bytes());
        }
        let entries = (0..=largest).flat_map(u32::to_le_bytes).collect();
        self.dictionary(entries, largest as usize + 1)?;
        match largest {
            0..=0xff => self.codes(numbers, |number| [*number as u8]),
            0x100..=0xffff => self.codes(numbers, |number| (*number as u16).to_le_bytes()),
            _ => self.codes(numbers, |number| number.to_le_bytes()),
        }
    }

    /// The dictionary holds the hashes in the order in which they first occur.
    fn hashes(&mut self, hashes: &[u64]) -> Result<()> {
        let mut places: HashMap<u64, u32> = HashMap::new();
        let mut entries: Vec<u64> = Vec::new();
        // Most hashes are that of the row before.
        let mut last = None;
        let mut codes: Vec<u32> = Vec::with_capacity(hashes.len());
        for hash in hashes {
            let code = match last {
                Some((known, code)) if known == *hash => code,
                _ => *places.entry(*hash).or_insert_with(|| {
                    entries.push(*hash);
                    entries.len() as u32 - 1
                }),
            };
            last = Some((*hash, code));
            codes.push(code);
        }
        self.dictionary(
            entries.iter().flat_map(|hash| hash.to_le_bytes()).collect(),
            entries.len(),
        )?;
        match entries.len() {
            0..=0x100 => self.codes(&codes, |code| [*code as u8]),
            0x101..=0x1_0000 => self.codes(&codes, |code| (*code as u16).to_le_bytes()),
            _ => self.codes(&codes, |code| code.to_le_bytes()),
        }
    }

    /// Eight flags a byte, the first in the lowest bit.
    fn flags(&mut self, flags: &[bool]) -> Result<()> {
        for page in flags.chunks(PAGE) {
            let byte = |eight: &[bool]| {
                eight.iter().enumerate().fold(0, |byte, (i, flag)| byte | u8::from(*flag) << i)
            };
            self.data(page.chunks(8).map(byte).collect(), page.len(), Encoding::PLAIN)?;
        }
        Ok(())
    }

    fn plain<T, const N: usize>(
        &mut self,
        values: &[T],
        bytes: impl Fn(&T) -> [u8; N],
    ) -> Result<()> {
        for page in values.chunks(PAGE) {
            let body = page.iter().flat_map(&bytes).collect();
            self.data(body, page.len(), Encoding::PLAIN)?;
        }
        Ok(())
    }

    /// Pages of indices into the dictionary, N bytes each: a run of equal ones, or groups of eight.
    fn codes<T, const N: usize>(
        &mut self,
        values: &[T],
        bytes: impl Fn(&T) -> [u8; N],
    ) -> Result<()> {
        for page in values.chunks(PAGE) {
            let first = bytes(&page[0]);
            let mut body = Vec::with_capacity(N * page.len() + 16);
            body.push(8 * N as u8);
            if page.iter().all(|value| bytes(value) == first) {
                variable(&mut body, (page.len() as u64) << 1);
                body.extend(first);
            } else {
                variable(&mut body, (page.len().div_ceil(8) as u64) << 1 | 1);
                let head = body.len();
                body.resize(head + N * page.len().next_multiple_of(8), 0);
                for (place, value) in body[head..].chunks_exact_mut(N).zip(page) {
                    place.copy_from_slice(&bytes(value));
                }
            }
            self.data(body, page.len(), Encoding::RLE_DICTIONARY)?;
        }
        Ok(())
    }

    fn dictionary(&mut self, plain: Vec<u8>, entries: usize) -> Result<()> {
        let size = plain.len();
        let page = Page::DictionaryPage {
            buf: compressed(&plain)?,
            num_values: entries as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        self.encodings.push(Encoding::PLAIN);
        self.page(CompressedPage::new(page, size), 0)
    }

    fn data(&mut self, plain: Vec<u8>, rows: usize, encoding: Encoding) -> Result<()> {
        let size = plain.len();
        let page = Page::DataPage {
            buf: compressed(&plain)?,
            num_values: rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        if !self.encodings.contains(&encoding) {
            self.encodings.push(encoding);
        }
        self.page(CompressedPage::new(page, size), rows)
    }

    fn page(&mut self, page: CompressedPage, rows: usize) -> Result<()> {
        let spec: PageWriteSpec = self.pages.write_page(page)?;
        let place = match spec.page_type {
            PageType::DICTIONARY_PAGE => &mut self.dictionary_at,
            _ => &mut self.data_at,
        };
        place.get_or_insert(spec.offset);
        self.rows += rows as u64;
        self.bytes += spec.compressed_size as u64;
        self.plain_bytes += spec.uncompressed_size as u64;
        Ok(())
    }

    fn close(
        self,
        description: ColumnDescPtr,
        statistics: Option<Statistics>,
    ) -> Result<(Vec<u8>, ColumnCloseResult)> {
        let mut metadata = ColumnChunkMetaData::builder(description)
            .set_compression_codec(CompressionCodec::ZSTD)
            .set_encodings(self.encodings)
            .set_num_values(self.rows as i64)
            .set_total_compressed_size(self.bytes as i64)
            .set_total_uncompressed_size(self.plain_bytes as i64)
            .set_data_page_offset(self.data_at.unwrap_or(0) as i64)
            .set_dictionary_page_offset(self.dictionary_at.map(|offset| offset as i64));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let closed = ColumnCloseResult {
            bytes_written: self.bytes,
            rows_written: self.rows,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((self.pages.take(), closed))
    }
}

/// Seven bits a byte, low ones first.
fn variable(body: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        body.push(number as u8 | 0x80);
        number >>= 7;
    }
    body.push(number as u8);
}

fn compressed(plain: &[u8]) -> Result<Bytes> {
    Ok(Bytes::from(zstd::bulk::compress(plain, LEVEL)?))
}
