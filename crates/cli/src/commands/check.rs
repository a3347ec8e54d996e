//! `bouton check`: certificates, checked from the rules alone.

use std::io::Read;
use std::path::PathBuf;

use bouton_lab::ask::CheckView;
use bouton_lab::certificates::Certificate;
use bouton_lab::check as verify;
use bouton_lab::files;
use bouton_lab::render::style::{GOOD, STRONG, of_outcome, paint};
use bouton_lab::rocq;
use bouton_lab::values::Outcome;
use clap::Args;

use super::graph::read_digraph;
use crate::Failure;
use crate::args::LimitArgs;
use crate::input::StandardInput;
use crate::output;

/// Bytes that a byte of a certificate takes: its text, and what the text is made into.
const BYTES_PER_BYTE: u64 = 8;

/// Check a certificate from the rules alone. Exit code 0: it holds; 1: it does not.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton sequence octal:0.77 --to 20 --of nim-value --certificate kayles.json
  bouton check kayles.json
  bouton check kayles.json --rocq kayles.v
  bouton check kayles.v

A file that ends in .v is a theorem of Rocq, and is given to coqc if Bouton wrote it.")]
pub(crate) struct CheckArgs {
    /// The certificate; - for standard input.
    file: PathBuf,
    /// The digraph that a certificate names only by its digest.
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Write it as a theorem of the proof assistant Rocq, with the library that it needs in the same folder.
    #[arg(long, value_name = "FILE.v", value_parser = read_rocq_file)]
    rocq: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton check FILE`
pub(crate) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let text = read(args)?;
    let limits = args.means.limits();
    if super::is_for_rocq(&args.file) {
        return show(args, &rocq::check(&text, &limits)?);
    }
    let graph = args.graph.as_ref().map(|path| read_digraph(path, None, &limits)).transpose()?;
    let found = verify(&text, graph.as_ref(), &limits)?;
    if let (Some(path), true, Ok(certificate)) =
        (&args.rocq, found.holds, Certificate::parse(&text))
    {
        super::save_certificate(&certificate, path, &limits)?;
    }
    show(args, &found)
}

fn show(args: &CheckArgs, found: &CheckView) -> Result<(), Failure> {
    output::show(args.json, found, || verdict(found));
    if found.holds { Ok(()) } else { Err(Failure::Exit(1)) }
}

/// A name that `bouton check` takes for a theorem.
fn read_rocq_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match super::is_for_rocq(&path) {
        true => Ok(path),
        false => Err("the name of a file for Rocq ends in .v".to_owned()),
    }
}

/// The text of the certificate, if it fits into the memory that is allowed.
fn read(args: &CheckArgs) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::file(&args.file, &error);
    let limits = args.means.limits();
    let fits = |length: u64| {
        let needed = u128::from(length) * u128::from(BYTES_PER_BYTE);
        limits.check_memory("reading the certificate", needed)
    };
    let input: Box<dyn Read> = if args.file.as_os_str() == "-" {
        Box::new(StandardInput)
    } else {
        let (file, length) = files::open(&args.file).map_err(failed)?;
        fits(length)?;
        Box::new(file)
    };
    let mut text = String::new();
    let most = limits.memory / BYTES_PER_BYTE + 1;
    input.take(most).read_to_string(&mut text).map_err(failed)?;
    fits(text.len() as u64)?;
    Ok(text)
}

fn verdict(found: &CheckView) -> String {
    let verdict = match found.holds {
        true => paint(GOOD, "the certificate holds"),
        false => paint(of_outcome(Outcome::P), "the certificate does not hold"),
    };
    let lines: String = found.reasons.iter().map(|sentence| format!("  {sentence}\n")).collect();
    format!("{}\n{lines}", paint(STRONG, verdict))
}
