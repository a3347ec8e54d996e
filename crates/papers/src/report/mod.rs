//! A report of checked claims, to keep, to print or to send to the authors of a paper.
//!
//! A folder with a page, `claims.html`, that needs nothing else; the same as Markdown, `claims.md`;
//! and the figures that the Markdown shows, in `figures`. Neither times nor dates are written, so
//! the same findings give the same bytes.
//!
//! # Main definitions
//! * [`Report`]: the findings and how far the checkers went.
//! * `figure`: exhibits as pictures, for both.
//! * `html`, `markdown`: the two texts.
//! * `origin`: version, commands and checksums.

mod figure;
mod html;
mod markdown;
mod origin;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bouton_lab::checkpoint::write_whole;
use bouton_lab::files;

use crate::run::CheckedClaim;
use crate::{Effort, Picture};
pub(crate) use origin::checksum;

/// Findings, and what is said about the run that they come from.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    checked: &'a [CheckedClaim],
    effort: Option<Effort>,
}

impl<'a> Report<'a> {
    /// A report of these findings.
    #[must_use]
    pub fn new(checked: &'a [CheckedClaim]) -> Report<'a> {
        Report { checked, effort: None }
    }

    /// A report that says how far the checkers went.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Report<'a> {
        Report { effort: Some(effort), ..self }
    }

    /// The report as a page of HTML.
    #[must_use]
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The Markdown; its figures are links into the folder `figures`.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::document(self)
    }

    /// Writes the report into a folder, which is made if there is none; returns what was written.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        files::make_folder(folder)?;
        let mut written = Vec::new();
        let figures = folder.join(FIGURES);
        for (name, svg) in self.figures() {
            if written.is_empty() {
                fs::create_dir_all(&figures)?;
                written.push(figures.clone());
            }
            write_whole(&figures.join(format!("{name}.svg")), svg.as_bytes())?;
        }
        for (name, text) in [("claims.md", self.markdown()), ("claims.html", self.html())] {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes())?;
            written.push(path);
        }
        Ok(written)
    }

    /// All figures with their names, as SVG.
    fn figures(&self) -> impl Iterator<Item = (String, String)> {
        self.checked.iter().flat_map(|checked| {
            let exhibits = checked.finding.exhibits.iter().enumerate();
            exhibits.filter_map(|(index, exhibit)| {
                Some((figure_name(checked, index), figure::of(exhibit).ok()??.svg().ok()?))
            })
        })
    }
}

/// Longer tables are folded.
const ROWS: usize = 26;

/// The folder of the figures, beside the Markdown.
const FIGURES: &str = "figures";

/// `C9-1`: the claim, and the place of the exhibit among those of the claim.
fn figure_name(checked: &CheckedClaim, index: usize) -> String {
    format!("{}-{}", checked.claim.id, index + 1)
}

/// The command line that draws a picture.
pub(crate) fn picture_command(picture: &Picture, name: &str) -> String {
    let Picture { game, x, y, sectors, .. } = picture;
    let sectors = if *sectors { " --sectors" } else { "" };
    format!(
        "bouton chart {game} --x {}..{} --y {}..{}{sectors} --out {name}.png",
        x.start,
        x.end - 1,
        y.start,
        y.end - 1
    )
}
