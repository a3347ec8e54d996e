use std::io::Read;

use bouton_lab::certificates::{
    Certificate, GraphFault, Rejection, check as verify, check_with_graph,
};
use bouton_lab::files;
use bouton_lab::render::style::{GOOD, STRONG, of_outcome, paint};
use bouton_lab::rules::Refusal;
use bouton_lab::values::Outcome;
use serde_json::json;

use super::graph::read_digraph;
use crate::Failure;
use crate::args::CheckArgs;
use crate::output;

/// Bytes that a byte of a certificate takes: its text, and what the text is made into.
const BYTES_PER_BYTE: u64 = 8;

/// `bouton check FILE`
pub(crate) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let text = read(args)?;
    let verdict = match Certificate::parse(&text) {
        Ok(certificate) => match &args.graph {
            None => verify(&certificate, &args.means.limits()),
            Some(path) => {
                let limits = args.means.limits();
                let named = read_digraph(path, None, &limits)?;
                check_with_graph(&certificate, &named.graph, &limits)
            }
        },
        Err(error) => return refuse(args, format!("this is not a certificate: {error}")),
    };
    match verdict {
        Ok(verified) => {
            show(args.json, true, &verified);
            Ok(())
        }
        // Only what a limit stops was not decided; a game that cannot be read proves nothing.
        Err(Rejection::Refused(refusal @ (Refusal::Limit { .. } | Refusal::Interrupted))) => {
            Err(refusal.into())
        }
        Err(rejection @ Rejection::Graph(GraphFault::NotSupplied { .. })) => {
            Err(Refusal::bad(rejection.to_string(), "name the graph's file: --graph FILE").into())
        }
        Err(rejection) => refuse(args, rejection.to_string()),
    }
}

fn refuse(args: &CheckArgs, reason: String) -> Result<(), Failure> {
    show(args.json, false, &[reason]);
    Err(Failure::Negative)
}

/// The text of the certificate, if it fits into the memory that is allowed.
fn read(args: &CheckArgs) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::File(format!("{}: {error}", args.file.display()));
    let limits = args.means.limits();
    let fits = |length: u64| {
        let needed = u128::from(length) * u128::from(BYTES_PER_BYTE);
        limits.check_memory("reading the certificate", needed)
    };
    let input: Box<dyn Read> = if args.file.as_os_str() == "-" {
        Box::new(std::io::stdin())
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

fn show(as_json: bool, holds: bool, sentences: &[String]) {
    if as_json {
        output::print_json(&json!({ "holds": holds, "reasons": sentences }));
        return;
    }
    let verdict = match holds {
        true => paint(GOOD, "the certificate holds"),
        false => paint(of_outcome(Outcome::P), "the certificate does not hold"),
    };
    let lines: String = sentences.iter().map(|sentence| format!("  {sentence}\n")).collect();
    output::print(&format!("{}\n{lines}", paint(STRONG, verdict)));
}
