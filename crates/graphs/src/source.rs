//! Input as lines or as bytes, with the number of the line for messages.

use std::io::{BufRead, ErrorKind, Read};

use bouton_values::{Limits, Refusal};

/// The longest line of an edge list and the longest name in any format, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;

/// Progress is reported once for this many lines.
const STRIDE: u64 = 1 << 16;

const BOM: &[u8] = "\u{feff}".as_bytes();

/// The lines of an input, one at a time in the same buffer.
pub(crate) struct Lines<'a> {
    input: &'a mut dyn BufRead,
    buffer: Vec<u8>,
    number: u64,
    limits: &'a Limits,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, limits: &'a Limits) -> Lines<'a> {
        Lines { input, buffer: Vec::new(), number: 0, limits }
    }

    /// The next line without its end, and its number; the first is 1.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, &[u8])>, Refusal> {
        self.buffer.clear();
        let mut bounded = (&mut *self.input).take(LONGEST as u64 + 1);
        bounded.read_until(b'\n', &mut self.buffer).map_err(|e| unreadable(&e))?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if self.number.is_multiple_of(STRIDE) {
            report(self.limits, self.number)?;
        }
        if self.buffer.len() > LONGEST {
            let problem = format!("line {} is longer than {LONGEST} bytes", self.number);
            return Err(Refusal::bad(problem, "write one edge on each line"));
        }
        Ok(Some((self.number, trimmed(&self.buffer, self.number == 1))))
    }
}

fn trimmed(line: &[u8], is_first: bool) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if is_first { line.strip_prefix(BOM).unwrap_or(line) } else { line }
}

/// Reports progress; the number of lines to come is unknown, so the total is 0.
fn report(limits: &Limits, lines: u64) -> Result<(), Refusal> {
    limits.progress(lines, 0)
}

fn unreadable(error: &std::io::Error) -> Refusal {
    Refusal::bad(format!("the input cannot be read: {error}"), "check the file")
}

/// The bytes of an input with one to look ahead, and the number of the line they are on.
pub(crate) struct Source<'a> {
    input: &'a mut dyn BufRead,
    chunk: Vec<u8>,
    at: usize,
    line: u64,
    limits: &'a Limits,
}

/// How many bytes are taken from the input at once.
const CHUNK: usize = 1 << 16;

impl<'a> Source<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, limits: &'a Limits) -> Source<'a> {
        Source { input, chunk: Vec::new(), at: 0, line: 1, limits }
    }

    /// The line of the next byte.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    pub(crate) fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The next byte, without taking it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, Refusal> {
        if self.at == self.chunk.len() {
            self.refill()?;
        }
        Ok(self.chunk.get(self.at).copied())
    }

    /// Takes the next byte.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<u8>, Refusal> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.at += 1;
        }
        if byte == Some(b'\n') {
            self.line += 1;
            if self.line.is_multiple_of(STRIDE) {
                report(self.limits, self.line)?;
            }
        }
        Ok(byte)
    }

    /// Takes the next byte if it is this one.
    pub(crate) fn take(&mut self, byte: u8) -> Result<bool, Refusal> {
        let is_next = self.peek()? == Some(byte);
        if is_next {
            self.next()?;
        }
        Ok(is_next)
    }

    pub(crate) fn skip_spaces(&mut self) -> Result<(), Refusal> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.next()?;
        }
        Ok(())
    }

    pub(crate) fn skip_line(&mut self) -> Result<(), Refusal> {
        while !matches!(self.next()?, None | Some(b'\n')) {}
        Ok(())
    }

    /// Takes the byte order mark at the beginning; no format begins with half of it.
    pub(crate) fn skip_bom(&mut self) -> Result<(), Refusal> {
        if self.peek()? != Some(BOM[0]) {
            return Ok(());
        }
        for byte in BOM {
            if !self.take(*byte)? {
                return Err(not_utf8(self.line));
            }
        }
        Ok(())
    }

    fn refill(&mut self) -> Result<(), Refusal> {
        let available = loop {
            match self.input.fill_buf() {
                Ok(available) => break available,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(&error)),
            }
        };
        let taken = available.len().min(CHUNK);
        self.chunk.clear();
        self.chunk.extend_from_slice(&available[..taken]);
        self.at = 0;
        self.input.consume(taken);
        Ok(())
    }
}

/// The bytes as text, if they are UTF-8.
pub(crate) fn utf8(bytes: &[u8], line: u64) -> Result<&str, Refusal> {
    std::str::from_utf8(bytes).map_err(|_| not_utf8(line))
}

fn not_utf8(line: u64) -> Refusal {
    Refusal::bad(format!("line {line} is not UTF-8"), "save the file as UTF-8 text")
}

/// Adds a byte to a name, and refuses a name longer than [`LONGEST`].
pub(crate) fn push_byte(name: &mut Vec<u8>, byte: u8, line: u64) -> Result<(), Refusal> {
    if name.len() >= LONGEST {
        let problem = format!("line {line} has a name longer than {LONGEST} bytes");
        return Err(Refusal::bad(problem, "check the quotes before it"));
    }
    name.push(byte);
    Ok(())
}

/// At most 40 characters of a text from the input, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut characters = text.chars();
    let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = characters.by_ref().take(MOST).map(shown).collect();
    if characters.next().is_some() {
        // The dots take the place of the last character.
        short.pop();
        short.push('…');
    }
    short
}
