//! `bouton sequence`: the terms of heaps 0, 1, 2, …, and their period.

use std::path::{Path, PathBuf};

use bouton_lab::ask::{self, LosingView, Of};
use bouton_lab::checkpoint;
use bouton_lab::render;
use bouton_lab::rules::Refusal;
use bouton_lab::{Answer, Ask, ForEngines, Quantity, Question, answer, losing_view};
use clap::Args;

use super::PictureFile;
use crate::Failure;
use crate::args::{EngineArgs, Format, Output, one_of, read_count};
use crate::output;

/// List the outcomes or the nim-values of the heaps 0, 1, 2, …, and find their period.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton sequence ending-partizan:2,3 --to 60
  bouton sequence octal:0.07 --to 100 --of nim-value --format bfile
  bouton sequence nimrod --row 1 --to 1000 --count
  bouton sequence subtraction:1,3,4 --to 60 --of losing --format bfile
  bouton sequence subtraction:1,3,4 --to 20 --certificate period.json
  bouton sequence octal:0.77 --to 200 --of nim-value --certificate kayles.v")]
pub(crate) struct SequenceArgs {
    /// The game, such as subtraction:1,3,4.
    game: String,
    /// The largest heap.
    #[arg(long, value_name = "N", value_parser = read_count)]
    to: u64,
    /// What the terms are.
    #[arg(long, value_parser = one_of(ask::words::<Of>()), default_value = "outcome")]
    of: Of,
    /// The second number of the positions, for games with two: (0,ROW), (1,ROW), …
    #[arg(long, value_name = "ROW", value_parser = read_count)]
    row: Option<u64>,
    /// Print only how many of 1..N are losing, and their share.
    #[arg(long)]
    count: bool,
    /// Keep the nim-values of an octal game in this file, and continue from those that it holds.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Draw the terms as a strip of cells that shows the period, to this .png or .svg file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// Show every term.
    #[arg(long)]
    all: bool,
    /// Show which engines declined, and why.
    #[arg(long)]
    explain: bool,
    /// Write a certificate of the period that `bouton check` verifies; as a theorem of Rocq if the file ends in .v.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    choice: EngineArgs,
}

/// `bouton sequence GAME --to N`
pub(crate) fn sequence(args: &SequenceArgs) -> Result<(), Failure> {
    let picture = PictureFile::asked(args.plot.as_deref())?;
    if picture.is_some() {
        render::strip::check_length(args.to.saturating_add(1))?;
    }
    let asked = ask::Sequence {
        row: args.row,
        engine: args.choice.engine.clone(),
        as_written: args.choice.as_written,
        ..ask::Sequence::new(&args.game, args.of, args.to)
    };
    let question = asked.question(&args.choice.means.desk())?;
    let found = match &args.checkpoint {
        None => answer(&question)?,
        Some(path) => from_checkpoint(&question, args.to, path)?,
    };
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let (Some(picture), Some(terms)) = (picture, found.sequence()) {
        picture.write(&render::strip::scene(terms)?)?;
    }
    let format = args.output.format();
    if args.count {
        show_count(format == Format::Json, &question, &found);
    } else {
        let view = asked.view(&question, &found)?;
        output::show_as(format, &view, args.all)?;
        output::show_plan(args.explain, format, &found);
    }
    match found.sequence().and_then(|terms| terms.stopped.clone()) {
        Some(refusal) => Err(refusal.into()),
        None => Ok(()),
    }
}

/// Computes a long sequence, keeping the terms in a file.
fn from_checkpoint(question: &Question, to: u64, path: &Path) -> Result<Answer, Failure> {
    if !matches!(question.ask, Ask::Sequence { of: Quantity::NimValue, .. }) {
        return Err(Refusal::bad("a checkpoint holds nim-values", "add --of nim-value").into());
    }
    let found = checkpoint::nim_values(&question.game, to, path, &question.limits);
    found.map_err(|refusal| match refusal {
        Refusal::Interrupted => {
            let kept = format!("the terms so far are in {}", path.display());
            Failure::Kept(format!("{kept}; run the same command to continue"))
        }
        refusal => refusal.into(),
    })
}

fn show_count(as_json: bool, question: &Question, found: &Answer) {
    let Some(view) = losing_view(question, found) else { return };
    output::show(as_json, &view, || {
        let LosingView { count, to, density, .. } = &view;
        format!("{count} of 1..{to} are losing, a share of {density}\n")
    });
}
