//! Checksums for the pages of a Parquet file.
//!
//! The Parquet library verifies the checksum of a page if there is one, but writes none. So it makes the pages, and the
//! checksums are inserted into their headers here. A header is a struct in Thrift's compact protocol: for each
//! field a byte with the distance to the field before it and the type, then the value. Fields 1 to 3 (kind of page and
//! its two sizes) are always there, field 4 is the checksum, and field 5, 7 or 8 comes next.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use parquet::column::page::{CompressedPage, PageWriteSpec, PageWriter};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};

use crate::coded::variable;

/// The pages of a column so far, shared by the column's writer and the writer of the file.
#[derive(Clone, Default)]
pub(crate) struct Pages(Arc<Mutex<Vec<u8>>>);

impl Pages {
    /// Takes the bytes of all pages.
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PageWriter for Pages {
    fn write_page(&mut self, page: CompressedPage) -> Result<PageWriteSpec> {
        let checksum = crc32fast::hash(page.data());
        let mut plain = TrackedWrite::new(Vec::with_capacity(page.data().len() + 64));
        let mut spec = SerializedPageWriter::new(&mut plain).write_page(page)?;
        let plain = plain.into_inner()?;
        let (head, next, rest) = split_header(&plain)?;
        let field = checksum_field(checksum);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spec.offset = all.len() as u64;
        all.write_all(head)?;
        all.write_all(&field)?;
        // The next field now follows field 4 instead of field 3, so its distance is one less.
        all.push(next - (1 << 4));
        all.write_all(rest)?;
        spec.bytes_written += field.len() as u64;
        spec.compressed_size += field.len();
        spec.uncompressed_size += field.len();
        Ok(spec)
    }

    fn close(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A field of type i32 that comes right after the one before it.
const NEXT_NUMBER: u8 = 0x15;

/// The fields 1 to 3, the first byte of the field after them, and what follows.
fn split_header(page: &[u8]) -> Result<(&[u8], u8, &[u8])> {
    let unexpected = || ParquetError::General("a page header has an unexpected beginning".into());
    let mut at = 0;
    for _ in 0..3 {
        if page.get(at) != Some(&NEXT_NUMBER) {
            return Err(unexpected());
        }
        let length = page[at + 1..].iter().position(|byte| byte & 0x80 == 0);
        at += 2 + length.ok_or_else(unexpected)?;
    }
    match page.get(at) {
        Some(next) if matches!(next >> 4, 2 | 4 | 5) => Ok((&page[..at], *next, &page[at + 1..])),
        _ => Err(unexpected()),
    }
}

/// Field 4: zigzag, then seven bits a byte, low ones first.
fn checksum_field(checksum: u32) -> Vec<u8> {
    let signed = checksum as i32;
    let mut field = vec![NEXT_NUMBER];
    variable(&mut field, u64::from((signed << 1 ^ signed >> 31) as u32));
    field
}
