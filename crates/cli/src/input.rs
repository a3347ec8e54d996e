//! Reads standard input. While it waits, the first Ctrl-C ends the program; a line has a bounded length.

use std::io::{BufRead, Read, Result as IoResult, stdin};

use bouton_lab::rules::Refusal;

use crate::Failure;
use crate::progress::while_waiting;

/// Standard input.
pub(crate) struct StandardInput;

impl Read for StandardInput {
    fn read(&mut self, bytes: &mut [u8]) -> IoResult<usize> {
        while_waiting(|| stdin().read(bytes))
    }
}

/// The longest line, in bytes, as in files of digraphs.
const LONGEST: usize = 1 << 20;

/// The next line of standard input with the sign that ends it, as bytes of any kind; nothing at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, Failure> {
    let mut line = Vec::new();
    let read = input.take(LONGEST as u64 + 1).read_until(b'\n', &mut line);
    read.map_err(|error| Failure::File(format!("standard input: {error}")))?;
    if line.len() > LONGEST {
        let problem = format!("a line of standard input is longer than {LONGEST} bytes");
        return Err(
            Refusal::bad(problem, "write one position, game or command on each line").into()
        );
    }
    Ok((!line.is_empty()).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded() {
        let longest = "x".repeat(LONGEST - 1) + "\n";
        let mut input = longest.as_bytes();
        assert!(matches!(read_line(&mut input), Ok(Some(line)) if line.len() == LONGEST));
        assert!(matches!(read_line(&mut input), Ok(None)));
        let mut endless = std::io::BufReader::new(std::io::repeat(0));
        assert!(matches!(read_line(&mut endless), Err(Failure::Read(_))));
    }
}
