//! `bouton`: the command line. It reads the arguments, asks the lab, and prints the answer.

mod args;
mod commands;
mod output;
mod progress;

use std::process::ExitCode;

use bouton_lab::ask::ProblemKind;
use bouton_lab::rules::Refusal;
use bouton_lab::{Mistakes, ReadError};
use clap::Parser;

use progress::time_that_is_over;

use args::{Cli, Color};
use commands::Command;

/// Why a command ends without an answer.
enum Failure {
    Refused(Refusal),
    /// A rule text has mistakes.
    InvalidRules(Mistakes),
    /// The mistakes were printed already.
    AlreadyReported,
    /// A negative answer: the certificate does not hold, or a file is not in the standard layout.
    Negative,
    /// Some lines of a batch had no answer, which was printed line by line; the exit code.
    Exit(u8),
    /// A file could not be read or written.
    File(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::Refused(refusal) => Failure::Refused(refusal),
            ReadError::InvalidRules(mistakes) => Failure::InvalidRules(mistakes),
        }
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
        Err(error) => error.exit(),
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    if !matches!(cli.command, Command::Play(_) | Command::Serve(_)) {
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
    if let (Failure::Refused(Refusal::Interrupted), Some(time)) = (&failure, time_that_is_over()) {
        let error = format!("stopped after {time:?}, the time limit");
        output::error(ProblemKind::Limit, &error, "allow more with --time, or ask for less");
        return ExitCode::from(3);
    }
    match failure {
        Failure::Negative => ExitCode::from(1),
        Failure::Exit(code) => ExitCode::from(code),
        Failure::AlreadyReported => ExitCode::from(2),
        Failure::InvalidRules(mistakes) => {
            output::mistakes(&mistakes);
            ExitCode::from(2)
        }
        Failure::File(problem) => {
            output::error(ProblemKind::BadInput, &problem, "check the path and its permissions");
            ExitCode::from(2)
        }
        Failure::Refused(refusal) => {
            output::refusal(&refusal);
            ExitCode::from(refused_exit(&refusal))
        }
    }
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
