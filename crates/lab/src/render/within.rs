//! Writes long answers within limits.

use std::io::{self, BufWriter, Write};

use bouton_rules::{Limits, Refusal};

/// The bytes that are written between two questions to the watch.
const PIECE: usize = 1 << 16;

/// Writes an answer to `out`, as text, JSON or a file. The watch is asked from time to time, and the bytes count as
/// memory; the error of an answer that ends early holds the [`Refusal`].
pub fn write_within(
    limits: &Limits,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    limits.progress(0, 0).map_err(io::Error::other)?;
    let mut pieces = BufWriter::with_capacity(PIECE, Within { limits, out, written: 0 });
    write(&mut pieces)?;
    pieces.flush()
}

/// The bytes of an answer that is kept in memory; see [`write_within`].
pub fn bytes_within(
    limits: &Limits,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    match write_within(limits, &mut bytes, write).map_err(io::Error::downcast) {
        Ok(()) => Ok(bytes),
        Err(Ok(refusal)) => Err(refusal),
        Err(Err(error)) => Err(Refusal::bug(format!("an answer in memory: {error}"))),
    }
}

struct Within<'a> {
    limits: &'a Limits,
    out: &'a mut dyn Write,
    written: usize,
}

impl Write for Within<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(PIECE)];
        let written = self.written + bytes.len();
        if written / PIECE > self.written / PIECE {
            self.limits.progress(self.written as u64, 0).map_err(io::Error::other)?;
            self.limits
                .check_memory("the text of the answer", written as u128)
                .map_err(io::Error::other)?;
        }
        self.out.write_all(bytes)?;
        self.written = written;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
