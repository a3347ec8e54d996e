//! Words to people go to standard error, answers to standard output.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process;

use crate::Failure;

/// Prints to standard output, with colours on a terminal only. If nobody reads any more, the program
/// ends without a word, as `head` expects.
pub(crate) fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
        Err(error) => {
            drop(out);
            self::error(&format!("standard output: {error}"), "check where the output goes");
            process::exit(2);
        }
    }
}

/// Prints one JSON document on one line.
pub(crate) fn print_json(value: &serde_json::Value) {
    print(&format!("{value}\n"));
}

/// Says on standard error what is wrong and what to do.
pub(crate) fn error(problem: &str, help: &str) {
    let mut err = anstream::stderr().lock();
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let faint = anstyle::Style::new().dimmed();
    let text = format!("{red}error{red:#}: {problem}\n {faint}help{faint:#}: {help}\n");
    // Nobody is left to tell if standard error is gone too.
    let _ = err.write_all(text.as_bytes());
}

/// Writes a file whole or not at all: under another name first, which is then changed.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::File(format!("{}: {error}", path.display()));
    let name = path
        .file_name()
        .ok_or_else(|| Failure::File(format!("{}: the path names no file", path.display())))?;
    let mut unfinished = name.to_owned();
    unfinished.push(format!(".{}.unfinished", process::id()));
    let unfinished = path.with_file_name(unfinished);
    let written = std::fs::write(&unfinished, content)
        .and_then(|()| std::fs::File::open(&unfinished)?.sync_all())
        .and_then(|()| std::fs::rename(&unfinished, path));
    written.map_err(|error| {
        // What is left of the attempt is of no use; the error to report is the first one.
        let _ = std::fs::remove_file(&unfinished);
        failed(error)
    })
}
