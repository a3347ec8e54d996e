//! One file a command.

mod chart;
mod check;
mod games;
mod manual;
mod play;
mod sequence;
mod solve;
mod survey;
mod table;

pub(crate) use chart::chart;
pub(crate) use check::check;
pub(crate) use games::games;
pub(crate) use manual::{completions, man};
pub(crate) use play::play;
pub(crate) use sequence::sequence;
pub(crate) use solve::solve;
pub(crate) use survey::survey;
pub(crate) use table::table;

use std::path::Path;

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
