//! Words to people go to standard error, answers to standard output.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process;

use bouton_lab::Mistakes;
use bouton_lab::checkpoint::write_whole;
use bouton_lab::render::diagnostics;

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

/// Prints a view as one JSON document on one line.
pub(crate) fn print_view(view: &impl serde::Serialize) {
    let text = serde_json::to_string(view).expect("views have texts for keys and finite numbers");
    print(&format!("{text}\n"));
}

/// Prints a view for programs, or its text for people.
pub(crate) fn show(as_json: bool, view: &impl serde::Serialize, text: impl FnOnce() -> String) {
    if as_json {
        print_view(view);
    } else {
        print(&text());
    }
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

/// Shows on standard error what is wrong with a rule text.
pub(crate) fn mistakes(found: &Mistakes) {
    let drawn = diagnostics::text(&found.source, &found.diagnostics);
    let tally = diagnostics::tally(&found.diagnostics).unwrap_or_default();
    note(&format!("{drawn}{}: {tally}", found.source.name));
}

/// Says something on standard error that is no error.
pub(crate) fn note(text: &str) {
    // Nobody is left to tell if standard error is gone.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes a file whole or not at all.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_whole(path, content)
        .map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}
