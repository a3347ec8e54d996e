//! `bouton prove`: theorems about all positions.

use std::path::PathBuf;

use bouton_lab::certificates::Certificate;
use bouton_lab::rules::Refusal;
use bouton_lab::{ProveAnswer, ask, prove as find};
use clap::Args;

use super::PictureFile;
use crate::Failure;
use crate::args::{LimitArgs, Output, whole};
use crate::output;

/// Find and prove a theorem about all positions: which are lost, or whether a condition says so.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton prove nim --heaps 3
  bouton prove wythoff --certificate wythoff.json
  bouton prove antonim --heaps 3 --certificate antonim.v
  bouton prove kayles --values
  bouton prove nim --heaps 3 --cogame
  bouton prove nim --heaps 2 --draw nim.svg
  bouton prove antonim --heaps 3 '(a + 1) xor (b + 1) xor (c + 1) = 0'
  bouton prove \"game mark; position n; move n' = n - 1; move n >= 1: n' = n div 2\"

Bouton works out small positions, guesses the least automaton that fits them, and decides whether it
accepts exactly the lost positions. If nothing is found, there may still be a theorem.")]
pub(crate) struct ProveArgs {
    /// The game, such as wythoff.
    game: String,
    /// A condition to compare with the lost positions. Heaps have the names a, b, c, …
    condition: Option<String>,
    /// How many heaps a position has, where the rules leave it open.
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    heaps: Option<usize>,
    /// Prove nim-values instead of lost positions.
    #[arg(long, conflicts_with = "condition")]
    values: bool,
    /// Also decide whether a move leads to each won position from a lost one.
    #[arg(long, conflicts_with_all = ["values", "condition"])]
    cogame: bool,
    /// Also list which vectors could be added as moves without changing which positions are lost.
    #[arg(long, conflicts_with_all = ["values", "condition"])]
    redundant: bool,
    /// Also decide whether what is proved is eventually periodic, where a position is one number.
    #[arg(long, conflicts_with = "condition")]
    periodic: bool,
    /// Draw the automaton to this .png or .svg file.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write a certificate of the theorem that `bouton check` verifies; a theorem of Rocq if the file ends in .v.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton prove GAME`
pub(crate) fn prove(args: &ProveArgs) -> Result<(), Failure> {
    let asked = ask::Prove {
        condition: args.condition.clone(),
        heaps: args.heaps,
        values: args.values,
        cogame: args.cogame,
        redundant: args.redundant,
        periodic: args.periodic,
        draw: args.draw.is_some(),
        certificate: args.certificate.is_some(),
        ..ask::Prove::new(&args.game)
    };
    let picture = PictureFile::asked(args.draw.as_deref())?;
    let ProveAnswer { view: mut found, picture: scene } = find(&asked, &args.means.desk())?;
    // A file is written, and the answer does not hold it a second time.
    found.drawing = None;
    let statement = found.statement.clone();
    let nothing = |what: &str, option: &str| {
        Refusal::unsupported(
            format!("there is no theorem, and so no {what}: {statement}"),
            format!("leave {option} out to see what was tried"),
        )
    };
    if let Some(picture) = picture {
        picture.write(&scene.ok_or_else(|| nothing("automaton", "--draw"))?)?;
    }
    if let Some(path) = &args.certificate {
        let certificate = found.certificate.take();
        let certificate = certificate.ok_or_else(|| nothing("certificate", "--certificate"))?;
        let limits = args.means.desk().limits;
        match (super::is_for_rocq(path), Certificate::parse(&certificate)) {
            (true, Ok(certificate)) => super::save_certificate(&certificate, path, &limits)?,
            _ => output::write_file(path, certificate.as_bytes())?,
        }
    }
    Ok(output::show_as(args.output.format(), &found, false)?)
}
