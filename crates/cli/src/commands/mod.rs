//! One file a command.

mod census;
mod chart;
mod check;
mod claims;
mod compare;
mod duel;
mod games;
mod graph;
mod manual;
mod play;
mod quotient;
mod rules;
mod sequence;
mod serve;
mod solve;
mod survey;
mod table;
mod value;

pub(crate) use census::census;
pub(crate) use chart::chart;
pub(crate) use check::check;
pub(crate) use claims::claims;
pub(crate) use compare::compare;
pub(crate) use duel::duel;
pub(crate) use games::games;
pub(crate) use graph::graph;
pub(crate) use manual::{completions, man};
pub(crate) use play::play;
pub(crate) use quotient::quotient;
pub(crate) use rules::rules;
pub(crate) use sequence::sequence;
pub(crate) use serve::serve;
pub(crate) use solve::solve;
pub(crate) use survey::survey;
pub(crate) use table::table;
pub(crate) use value::value;

use std::path::Path;

use bouton_lab::rules::Refusal;
use bouton_lab::{Answer, Question};

use crate::Failure;
use crate::output;

/// Writes the certificate that was asked for.
fn write_certificate(
    question: &Question,
    answer: &Answer,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let certificate = bouton_lab::certify::certificate(question, answer)?;
    output::write_file(path, certificate.to_json().as_bytes())
}

/// A picture in the format that the ending of its file asks for.
fn picture(
    path: &Path,
    png: impl Fn() -> Vec<u8>,
    svg: impl Fn() -> String,
) -> Result<Vec<u8>, Refusal> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("png") => Ok(png()),
        Some("svg") => Ok(svg().into_bytes()),
        _ => Err(Refusal::bad(
            format!("{} ends neither in .png nor in .svg", path.display()),
            "write a name such as picture.png or picture.svg",
        )),
    }
}
