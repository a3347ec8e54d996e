//! `bouton`: the command line. It reads the arguments, asks the lab, and prints the answer.

mod args;
mod commands;
mod input;
mod output;
mod progress;

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use bouton_lab::ask::ProblemKind;
use bouton_lab::rules::Refusal;
use bouton_lab::{ReadError, files};
use clap::Parser;

use progress::time_that_is_over;

use args::{Cli, Color};
use commands::Command;

/// Why a command ends without an answer.
enum Failure {
    /// It was refused, or a rule text has mistakes.
    Read(ReadError),
    /// What there is to say was printed already; the exit code. A negative answer, such as a certificate that does not
    /// hold, has the code 1.
    Exit(u8),
    /// A file could not be read or written.
    File(String),
    /// It was interrupted; what it has done so far, and how to continue.
    Kept(String),
}

impl Failure {
    /// A file or a folder that cannot be read.
    fn file(path: &Path, error: &std::io::Error) -> Failure {
        Failure::File(format!("{}: {}", path.display(), files::reason(error)))
    }
}

impl<E: Into<ReadError>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Read(error.into())
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && output::is_json() => {
            let text = error.to_string();
            let (error, help) = text.split_once("\n\n").unwrap_or((&text, ""));
            let error = error.strip_prefix("error: ").unwrap_or(error);
            output::error(ProblemKind::BadInput, error.trim(), help.trim());
            return ExitCode::from(2);
        }
        Err(error) => {
            let printed = error.print().and_then(|()| stdout().flush());
            return match printed {
                // The help and the version are an answer.
                Err(problem) if !error.use_stderr() => output::stop_writing(&problem),
                _ => ExitCode::from(if error.use_stderr() { 2 } else { 0 }),
            };
        }
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    if !matches!(cli.command, Command::Serve(_)) {
        progress::stop_on_ctrl_c();
    }
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(failure),
    }
}

/// Prints why there is no answer and returns the exit code. 1: a negative answer; 2: wrong usage or bad input; 3: a
/// limit was exceeded; 70: a bug in the program (`EX_SOFTWARE` of sysexits); 130: interrupted.
fn report(failure: Failure) -> ExitCode {
    let code = match (failure, time_that_is_over()) {
        (Failure::Read(ReadError::Refused(Refusal::Interrupted)), Some(time)) => {
            out_of_time(time, "allow more with --time, or ask for less")
        }
        (Failure::Kept(help), Some(time)) => out_of_time(time, &help),
        (Failure::Kept(help), None) => {
            output::error(ProblemKind::Interrupted, &Refusal::Interrupted.to_string(), &help);
            progress::INTERRUPTED
        }
        (Failure::Read(ReadError::Refused(refusal)), _) => {
            output::refusal(&refusal);
            refused_exit(&refusal)
        }
        (Failure::Read(ReadError::InvalidRules(mistakes)), _) => {
            output::mistakes(&mistakes);
            2
        }
        (Failure::File(problem), _) => {
            output::error(ProblemKind::BadInput, &problem, "check the path and its permissions");
            2
        }
        (Failure::Exit(code), _) => code,
    };
    ExitCode::from(code)
}

/// Prints that the time limit is over; the exit code.
fn out_of_time(time: Duration, help: &str) -> u8 {
    output::error(ProblemKind::Limit, &format!("stopped after {time:?}, the time limit"), help);
    3
}

/// The exit code of a refusal.
fn refused_exit(refusal: &Refusal) -> u8 {
    match refusal {
        Refusal::BadInput { .. } | Refusal::Unsupported { .. } => 2,
        Refusal::Limit { .. } => 3,
        Refusal::Bug { .. } => 70,
        Refusal::Interrupted => progress::INTERRUPTED,
    }
}
