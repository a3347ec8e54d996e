//! `bouton solve`: solves a position.

use std::path::PathBuf;

use bouton_lab::ask;
use bouton_lab::certify;
use bouton_lab::render::{AsText, plan_text};
use bouton_lab::{ForEngines, Question, answer};
use clap::Args;

use crate::Failure;
use crate::args::{self, EngineArgs};
use crate::output;

/// Solve a position: who wins, its value, every winning move, and why.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton solve antonim 1,4,5,7
  bouton solve nim/misere 1,1,2 --json
  bouton solve nimrod 100,1 --explain
  bouton solve antonim 1,4,5,7 --certificate win.json
  printf '3,4,6\\n3,4,7\\n' | bouton solve nim -")]
pub(crate) struct SolveArgs {
    /// The game, such as nim, octal:0.77/misere or a rule file.
    game: String,
    /// The position: integers with commas or spaces, such as 3,4,6; semicolons between components of a sum; - to read one
    /// position from each line of standard input and answer each with a line of JSON; a line has at most 1 MiB.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// The other numbers, if spaces separate them.
    #[arg(hide = true)]
    more: Vec<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Show every winning move.
    #[arg(long)]
    all: bool,
    /// Show which engines declined, and why.
    #[arg(long)]
    explain: bool,
    /// Write a certificate of who wins that `bouton check` verifies; as a theorem of Rocq if the file ends in .v.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write a certificate of the nim-value; as a theorem of Rocq if the file ends in .v.
    #[arg(long, value_name = "FILE")]
    value_certificate: Option<PathBuf>,
    #[command(flatten)]
    choice: EngineArgs,
}

/// `bouton solve GAME POSITION`
pub(crate) fn solve(args: &SolveArgs) -> Result<(), Failure> {
    let position = args::position(&args.position, &args.more);
    let asked = ask::Solve {
        engine: args.choice.engine.clone(),
        as_written: args.choice.as_written,
        ..ask::Solve::new(&args.game, position.as_str())
    };
    let desk = args.choice.means.desk();
    if position == "-" {
        let game = desk.game(&args.game, args.choice.as_written)?;
        return super::batch::answer_lines(|line| {
            let position = game.position(line)?;
            let (game, engine) = (game.clone(), asked.engine.clone());
            let limits = desk.limits.clone();
            let question = Question { limits, engine, ..Question::solve(game, position) };
            Ok(asked.view(&question, &answer(&question)?)?)
        });
    }
    let question = asked.question(&desk)?;
    let found = answer(&question)?;
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let Some(path) = &args.value_certificate {
        let certificate = certify::value_certificate(&question, &found)?;
        super::save_certificate(&certificate, path, &question.limits)?;
    }
    let view = asked.view(&question, &found)?;
    output::show(args.json, &view, || {
        let plan = if args.explain { plan_text(&found) } else { String::new() };
        view.text(args.all) + &plan
    });
    Ok(())
}
