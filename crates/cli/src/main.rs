//! `bouton`: the command line. It reads arguments, asks the lab, and shows what comes back.

mod args;
mod commands;
mod output;
mod progress;

use std::process::ExitCode;

use bouton_lab::rules::Refusal;
use bouton_lab::{Mistakes, Unread};
use clap::Parser;

use args::{Cli, Command};

/// Why a command ends without an answer.
enum Failure {
    Refused(Refusal),
    /// A rule text is no game.
    Mistaken(Mistakes),
    /// What is wrong was told already.
    Told,
    /// The certificate does not hold, or a file is not laid out.
    Negative,
    /// A file could not be read or written.
    File(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Unread> for Failure {
    fn from(unread: Unread) -> Failure {
        match unread {
            Unread::Refused(refusal) => Failure::Refused(refusal),
            Unread::Mistaken(mistakes) => Failure::Mistaken(mistakes),
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if !matches!(cli.command, Command::Play(_) | Command::Serve(_)) {
        progress::stop_on_ctrl_c();
    }
    let done = match cli.command {
        Command::Solve(args) => commands::solve(&args),
        Command::Sequence(args) => commands::sequence(&args),
        Command::Table(args) => commands::table(&args),
        Command::Chart(args) => commands::chart(&args),
        Command::Compare(args) => commands::compare(&args),
        Command::Survey(args) => commands::survey(&args),
        Command::Census(args) => commands::census(&args),
        Command::Quotient(args) => commands::quotient(&args),
        Command::Value(args) => commands::value(&args),
        Command::Graph(args) => commands::graph(&args),
        Command::Duel(args) => commands::duel(&args),
        Command::Games(args) => commands::games(&args),
        Command::Claims(args) => commands::claims(&args),
        Command::Rules(args) => commands::rules(&args.action),
        Command::Check(args) => commands::check(&args),
        Command::Play(args) => commands::play(&args),
        Command::Serve(args) => commands::serve(&args),
        Command::Completions { shell } => commands::completions(shell),
        Command::Man { dir } => commands::man(dir.as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(failure),
    }
}

/// 1: a negative answer; 2: wrong usage or bad input; 3: a limit was exceeded; 70: a bug of ours (`EX_SOFTWARE` of
/// sysexits); 130: interrupted.
fn report(failure: Failure) -> ExitCode {
    match failure {
        Failure::Negative => ExitCode::from(1),
        Failure::Told => ExitCode::from(2),
        Failure::Mistaken(mistakes) => {
            output::mistakes(&mistakes);
            ExitCode::from(2)
        }
        Failure::File(problem) => {
            output::error(&problem, "check the path and its permissions");
            ExitCode::from(2)
        }
        Failure::Refused(refusal) => {
            output::error(&refusal.to_string(), &refusal.help());
            ExitCode::from(match refusal {
                Refusal::BadInput { .. } => 2,
                Refusal::Limit { .. } => 3,
                Refusal::Bug { .. } => 70,
                Refusal::Interrupted => progress::INTERRUPTED,
            })
        }
    }
}
