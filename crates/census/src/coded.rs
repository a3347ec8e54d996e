//! Encoders for columns with a billion values: numbers, choices, flags and hashes.
//!
//! The Parquet library's own writer looks up every value in a hash table, which costs some 30 ns, more than the engine
//! takes for a whole game. Here the dictionary is known beforehand (the numbers from 0 to the largest; the choices) or
//! consulted only where it must be (hashes), and an index takes one, two or four whole bytes. Runs of such
//! indices in the format's bit-packed form are simply their bytes, which zstd then makes small.
//!
//! The files are ordinary Parquet files: the library's reader reads them back, and in the tests other programs do.

use std::collections::HashMap;

use bytes::Bytes;
use parquet::basic::{CompressionCodec, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriteSpec, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::Statistics;
use parquet::schema::types::ColumnDescPtr;
use rustc_hash::FxBuildHasher;
use zstd::bulk::Compressor;

use crate::column::{Column, Kind};
use crate::narrow::Narrow;
use crate::pages::Pages;

/// How many rows a page has; each page has its own checksum.
const PAGE: usize = 1 << 16;
/// Numbers above this are written as they are, without a dictionary.
const LARGEST_CODE: u32 = 1 << 16;
/// How hard zstd tries.
pub(crate) const LEVEL: i32 = 1;

/// A column that is put together here, in little memory.
pub(crate) enum ColumnEncoder {
    Steps(Steps),
    Numbers(Narrow),
    Choices(&'static [&'static str], Vec<u8>),
    Flags(Vec<u8>),
    Hashes(Hashes),
}

/// Words that grow by the same amount from row to row.
#[derive(Default)]
pub(crate) struct Steps {
    first: u64,
    step: Option<u64>,
    last: u64,
    rows: u64,
}

/// Hashes as indices into a dictionary, which holds them in the order in which they first occur.
#[derive(Default)]
pub(crate) struct Hashes {
    places: HashMap<u64, u32, FxBuildHasher>,
    entries: Vec<u64>,
    codes: Narrow,
}

impl ColumnEncoder {
    /// An encoder for at most `rows` rows. `None` for columns that are left to the library.
    pub(crate) fn of(kind: Kind, rows: usize) -> Option<ColumnEncoder> {
        match kind {
            Kind::Ascending => Some(ColumnEncoder::Steps(Steps::default())),
            Kind::Number => Some(ColumnEncoder::Numbers(Narrow::with_capacity(rows))),
            Kind::Choice(texts) => Some(ColumnEncoder::Choices(texts, Vec::with_capacity(rows))),
            Kind::Flag => Some(ColumnEncoder::Flags(Vec::with_capacity(rows))),
            Kind::Hash => {
                let codes = Narrow::with_capacity(rows);
                Some(ColumnEncoder::Hashes(Hashes { codes, ..Hashes::default() }))
            }
            Kind::Optional | Kind::Text => None,
        }
    }

    pub(crate) fn push(&mut self, column: &Column) -> Result<()> {
        match (self, column) {
            (ColumnEncoder::Steps(steps), Column::Words(more)) => {
                return more.iter().try_for_each(|word| steps.push(*word));
            }
            (ColumnEncoder::Numbers(all), Column::Numbers(more)) => all.extend(more),
            (ColumnEncoder::Choices(_, all), Column::Choices(more)) => all.extend_from_slice(more),
            (ColumnEncoder::Flags(all), Column::Flags(more)) => {
                all.extend(more.iter().map(|f| *f as u8))
            }
            (ColumnEncoder::Hashes(all), Column::Words(more)) => all.extend(more),
            _ => return Err(wrong("a column and its field are of different kinds")),
        }
        Ok(())
    }

    /// The pages of the column, and what the footer says of them.
    pub(crate) fn close(
        self,
        description: ColumnDescPtr,
        compressor: &mut Compressor<'_>,
    ) -> Result<(Vec<u8>, ColumnCloseResult)> {
        let mut chunk = Chunk::new(compressor);
        let mut statistics = None;
        match self {
            ColumnEncoder::Steps(steps) => {
                statistics = Some(steps.statistics());
                chunk.steps(&steps)?;
            }
            ColumnEncoder::Numbers(numbers) => {
                let [least, largest] = numbers.bounds();
                let [Ok(low), Ok(high)] = [least, largest].map(i32::try_from) else {
                    return Err(wrong(&format!("the number {largest} is too large")));
                };
                statistics = Some(Statistics::int32(Some(low), Some(high), None, Some(0), false));
                chunk.numbers(&numbers, largest)?;
            }
            ColumnEncoder::Choices(texts, choices) => {
                let mut plain = Vec::new();
                for text in texts {
                    plain.extend((text.len() as u32).to_le_bytes());
                    plain.extend(text.as_bytes());
                }
                chunk.dictionary(plain, texts.len())?;
                chunk.codes(&choices, |code| [*code])?;
            }
            ColumnEncoder::Flags(flags) => chunk.flags(&flags)?,
            ColumnEncoder::Hashes(Hashes { entries, codes, .. }) => {
                let plain = entries.iter().flat_map(|hash| hash.to_le_bytes()).collect();
                chunk.dictionary(plain, entries.len())?;
                chunk.narrow(&codes)?;
            }
        }
        chunk.close(description, statistics)
    }
}

impl Steps {
    fn push(&mut self, word: u64) -> Result<()> {
        if self.rows == 0 {
            self.first = word;
        } else {
            let step = word.wrapping_sub(self.last);
            if *self.step.get_or_insert(step) != step {
                return Err(wrong("a column does not grow evenly"));
            }
        }
        self.last = word;
        self.rows += 1;
        Ok(())
    }

    /// The words are unsigned, and so is their order.
    fn statistics(&self) -> Statistics {
        let [first, last] = [self.first, self.last].map(|word| Some(word as i64));
        Statistics::int64(first, last, None, Some(0), false)
    }
}

impl Hashes {
    fn extend(&mut self, hashes: &[u64]) {
        // Many hashes are equal to that of the row before.
        let mut last = None;
        let mut code = |hash: &u64| {
            let code = match last {
                Some((known, code)) if known == *hash => code,
                _ => *self.places.entry(*hash).or_insert_with(|| {
                    self.entries.push(*hash);
                    self.entries.len() as u32 - 1
                }),
            };
            last = Some((*hash, code));
            code
        };
        let codes: Vec<u32> = hashes.iter().map(&mut code).collect();
        self.codes.extend(&codes);
    }
}

/// A column that is being encoded.
struct Chunk<'a, 'b> {
    compressor: &'a mut Compressor<'b>,
    pages: Pages,
    dictionary_at: Option<u64>,
    data_at: Option<u64>,
    encodings: Vec<Encoding>,
    rows: u64,
    bytes: u64,
    plain_bytes: u64,
}

impl<'a, 'b> Chunk<'a, 'b> {
    fn new(compressor: &'a mut Compressor<'b>) -> Chunk<'a, 'b> {
        Chunk {
            compressor,
            pages: Pages::default(),
            dictionary_at: None,
            data_at: None,
            encodings: Vec::new(),
            rows: 0,
            bytes: 0,
            plain_bytes: 0,
        }
    }

    fn numbers(&mut self, numbers: &Narrow, largest: u32) -> Result<()> {
        match numbers {
            Narrow::Four(numbers) if largest > LARGEST_CODE => {
                self.plain(numbers, |number| number.to_le_bytes())
            }
            _ => {
                let entries = (0..=largest).flat_map(u32::to_le_bytes).collect();
                self.dictionary(entries, largest as usize + 1)?;
                self.narrow(numbers)
            }
        }
    }

    fn narrow(&mut self, codes: &Narrow) -> Result<()> {
        match codes {
            Narrow::One(codes) => self.codes(codes, |code| [*code]),
            Narrow::Two(codes) => self.codes(codes, |code| code.to_le_bytes()),
            Narrow::Four(codes) => self.codes(codes, |code| code.to_le_bytes()),
        }
    }

    /// Delta encoding in blocks of 128: all deltas are the least one, so that no bits are left for them.
    fn steps(&mut self, steps: &Steps) -> Result<()> {
        let step = steps.step.unwrap_or(0);
        let mut first = steps.first;
        for start in (0..steps.rows).step_by(PAGE) {
            let rows = (steps.rows - start).min(PAGE as u64);
            let mut body = Vec::new();
            // Values a block, parts of a block, values, and the first of them.
            for number in [128, 4, rows, zigzag(first)] {
                variable(&mut body, number);
            }
            for _ in 0..(rows - 1).div_ceil(128) {
                variable(&mut body, zigzag(step));
                body.extend([0; 4]);
            }
            self.data(body, rows as usize, Encoding::DELTA_BINARY_PACKED)?;
            first = first.wrapping_add(step.wrapping_mul(rows));
        }
        Ok(())
    }

    /// Eight flags a byte, the first in the lowest bit.
    fn flags(&mut self, flags: &[u8]) -> Result<()> {
        for page in flags.chunks(PAGE) {
            let mut body = Vec::with_capacity(page.len().div_ceil(8));
            let (eights, rest) = page.as_chunks();
            // A multiplication brings the lowest bits of eight bytes together.
            let gather = |eight: &[u8; 8]| {
                (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
            };
            body.extend(eights.iter().map(gather));
            if !rest.is_empty() {
                body.push(rest.iter().rev().fold(0, |byte, flag| byte << 1 | flag));
            }
            self.data(body, page.len(), Encoding::PLAIN)?;
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
            buf: self.compressed(&plain)?,
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
            buf: self.compressed(&plain)?,
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

    fn compressed(&mut self, plain: &[u8]) -> Result<Bytes> {
        Ok(Bytes::from(self.compressor.compress(plain)?))
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
pub(crate) fn variable(body: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        body.push(number as u8 | 0x80);
        number >>= 7;
    }
    body.push(number as u8);
}

/// The word as a signed number, with the sign in the lowest bit.
fn zigzag(word: u64) -> u64 {
    let signed = word as i64;
    (signed << 1 ^ signed >> 63) as u64
}

fn wrong(problem: &str) -> ParquetError {
    ParquetError::General(problem.to_owned())
}
