//! One file a command.

mod batch;
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

use bouton_lab::render::scene::{Format, Scene};
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

/// The file of a picture.
struct PictureFile<'a> {
    path: &'a Path,
    format: Format,
}

impl PictureFile<'_> {
    /// The file that was asked for; an ending that is none of a picture is refused before anything is computed.
    fn asked(path: Option<&Path>) -> Result<Option<PictureFile<'_>>, Refusal> {
        path.map(|path| Format::of(path).map(|format| PictureFile { path, format })).transpose()
    }

    fn write(&self, scene: &Scene) -> Result<(), Failure> {
        output::write_file(self.path, &scene.file(self.format)?)
    }
}
