//! One file for each command: its arguments, whose comments are also its help, and its function.

mod batch;
mod census;
mod chart;
mod check;
#[cfg(feature = "papers")]
mod claims;
mod compare;
mod duel;
mod games;
mod graph;
mod learn;
mod manual;
mod play;
mod prove;
mod puzzle;
mod quotient;
mod rules;
mod sequence;
mod serve;
mod solve;
mod survey;
mod table;
mod value;

use std::io::{IsTerminal, stdin};
use std::path::Path;

use bouton_lab::certificates::Certificate;
use bouton_lab::render::scene::{Format, Scene};
use bouton_lab::rocq;
use bouton_lab::rules::{Limits, Refusal};
use bouton_lab::{Answer, Question, certify};

use clap::Subcommand;

use crate::Failure;
use crate::input::read_line;
use crate::output;
use crate::progress::while_waiting;

/// The commands, in the order of the help, and their functions.
macro_rules! commands {
    ($($(#[$condition:meta])* $name:ident($args:path) => $run:path,)*) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($(#[$condition])* $name($args),)*
        }

        impl Command {
            /// Runs the command.
            pub(crate) fn run(&self) -> Result<(), Failure> {
                match self {
                    $($(#[$condition])* Command::$name(args) => $run(args),)*
                }
            }
        }
    };
}

commands! {
    Solve(solve::SolveArgs) => solve::solve,
    Sequence(sequence::SequenceArgs) => sequence::sequence,
    Table(table::TableArgs) => table::table,
    Chart(chart::ChartArgs) => chart::chart,
    Compare(compare::CompareArgs) => compare::compare,
    Prove(prove::ProveArgs) => prove::prove,
    Survey(survey::SurveyArgs) => survey::survey,
    Census(census::CensusArgs) => census::census,
    Quotient(quotient::QuotientArgs) => quotient::quotient,
    Value(value::ValueArgs) => value::value,
    Graph(graph::GraphArgs) => graph::graph,
    Duel(duel::DuelArgs) => duel::duel,
    Games(games::GamesArgs) => games::games,
    #[cfg(feature = "papers")]
    Claims(claims::ClaimsArgs) => claims::claims,
    Rules(rules::RulesArgs) => rules::rules,
    Check(check::CheckArgs) => check::check,
    Play(play::PlayArgs) => play::play,
    Learn(learn::LearnArgs) => learn::learn,
    Puzzle(puzzle::PuzzleArgs) => puzzle::puzzle,
    Serve(serve::ServeArgs) => serve::serve,
    Completions(manual::CompletionsArgs) => manual::completions,
    Man(manual::ManArgs) => manual::man,
}

/// Prompts for a line of standard input; nothing at its end. What no terminal shows is printed.
fn ask_for_line(prompt: &str) -> Result<Option<String>, Failure> {
    output::print(&format!("{prompt} "));
    let Some(line) = while_waiting(|| read_line(&mut stdin().lock()))? else { return Ok(None) };
    let line = String::from_utf8_lossy(&line).trim().to_owned();
    if !stdin().is_terminal() {
        output::print(&format!("{line}\n"));
    }
    Ok(Some(line))
}

/// Writes a certificate to a file.
fn write_certificate(
    question: &Question,
    answer: &Answer,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let certificate = match is_for_rocq(path) {
        true => certify::certificate_for_rocq(question, answer)?,
        false => certify::certificate(question, answer)?,
    };
    save_certificate(&certificate, path, &question.limits)
}

/// Writes a certificate into a file: as a theorem of Rocq, with the library beside it, if the file's ending is .v, else
/// as JSON.
fn save_certificate(
    certificate: &Certificate,
    path: &Path,
    limits: &Limits,
) -> Result<(), Failure> {
    if !is_for_rocq(path) {
        return output::write_file(path, certificate.to_json().as_bytes());
    }
    let theorem = rocq::theorem(certificate, limits)?;
    let folder = path.parent().unwrap_or(Path::new("")).join(rocq::FOLDER);
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::File(format!("{}: {error}", folder.display())))?;
    for (name, source) in rocq::LIBRARY {
        output::write_file(&folder.join(format!("{name}.v")), source.as_bytes())?;
    }
    output::write_file(path, theorem.as_bytes())
}

fn is_for_rocq(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "v")
}

/// The file to write a picture to.
struct PictureFile<'a> {
    path: &'a Path,
    format: Format,
}

impl PictureFile<'_> {
    /// Reads the file name of a picture; an unknown ending is refused before anything is computed.
    fn asked(path: Option<&Path>) -> Result<Option<PictureFile<'_>>, Refusal> {
        path.map(|path| Format::of(path).map(|format| PictureFile { path, format })).transpose()
    }

    fn write(&self, scene: &Scene) -> Result<(), Failure> {
        output::write_file(self.path, &scene.file(self.format)?)
    }
}
