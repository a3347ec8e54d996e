//! What a report comes from: the program, the commands that make it again, and checksums.

use sha2::{Digest, Sha256};

use super::{Report, figure_name, picture_command};
use crate::run::Checked;
use crate::text;
use crate::{Effort, Exhibit, PAPERS, Paper};

/// The version of the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The findings of one paper in a report.
pub(super) struct Part<'a> {
    pub(super) paper: &'static Paper,
    pub(super) checked: &'a [Checked],
}

/// The findings by paper, in the order of the report.
pub(super) fn parts<'a>(report: &Report<'a>) -> Vec<Part<'a>> {
    let same = |a: &Checked, b: &Checked| a.paper.letter == b.paper.letter;
    let parts = report.checked.chunk_by(same);
    parts.map(|checked| Part { paper: checked[0].paper, checked }).collect()
}

impl Part<'_> {
    /// Are these all claims of the paper?
    fn is_whole(&self) -> bool {
        self.checked.len() == self.paper.claims.len()
    }

    /// What selects the claims on the command line: a letter, or the ids.
    fn selection(&self) -> String {
        if self.is_whole() {
            return self.paper.letter.to_string();
        }
        let ids: Vec<&str> = self.checked.iter().map(|checked| checked.claim.id.as_str()).collect();
        ids.join(" ")
    }

    /// The command line whose output has the checksum of the findings.
    pub(super) fn command(&self, report: &Report<'_>) -> String {
        format!("bouton claims {}{} --json", self.selection(), deep(report))
    }
}

impl Report<'_> {
    /// The command line that writes this report.
    pub(super) fn command(&self) -> String {
        format!("bouton claims{}{} --report report", self.selection(), deep(self))
    }

    /// The command line whose output has the checksum of all findings.
    pub(super) fn findings_command(&self) -> String {
        format!("bouton claims{}{} --json", self.selection(), deep(self))
    }

    fn selection(&self) -> String {
        let parts = parts(self);
        let is_all = parts.len() == PAPERS.len() && parts.iter().all(Part::is_whole);
        match is_all {
            true => String::new(),
            false => parts.iter().map(|part| format!(" {}", part.selection())).collect(),
        }
    }

    /// The command lines that show what a claim shows: those of the finding, those that draw its
    /// pictures, and the one that checks it again.
    pub(super) fn commands(&self, checked: &Checked) -> Vec<String> {
        let mut commands = checked.finding.commands.clone();
        for (index, exhibit) in checked.finding.exhibits.iter().enumerate() {
            let Exhibit::Picture(picture) = exhibit else { continue };
            let command = picture_command(picture, &figure_name(checked, index));
            let drawn = |command: &str| command.split(" --out ").next().map(str::to_owned);
            if commands.iter().all(|known| drawn(known) != drawn(&command)) {
                commands.push(command);
            }
        }
        commands.push(format!("bouton claims {}{} --verbose", checked.claim.id, deep(self)));
        commands
    }
}

fn deep(report: &Report<'_>) -> &'static str {
    if report.effort == Some(Effort::Deep) { " --deep" } else { "" }
}

/// SHA-256 of what was transcribed from a paper, its files one after the other; `None` if nothing was.
pub(super) fn data_checksum(paper: &Paper) -> Option<String> {
    let data = paper.data;
    (!data.is_empty()).then(|| checksum(data.concat().as_bytes()))
}

/// SHA-256 of findings as `bouton claims --json` prints them.
pub(super) fn findings_checksum(checked: &[Checked]) -> String {
    let views = serde_json::to_string(&text::view(checked)).unwrap_or_default();
    checksum(format!("{views}\n").as_bytes())
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
