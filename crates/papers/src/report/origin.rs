//! What a report comes from: the program, the commands that make it again, and checksums.

use sha2::{Digest, Sha256};

use super::{Report, figure_name, picture_command};
use crate::run::CheckedClaim;
use crate::text;
use crate::{Effort, Exhibit, PAPERS, Paper};

/// The version of the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl<'a> Report<'a> {
    /// A report for each paper, in the order of this one.
    pub(super) fn parts(&self) -> Vec<Report<'a>> {
        let same = |a: &CheckedClaim, b: &CheckedClaim| a.paper.letter == b.paper.letter;
        self.checked.chunk_by(same).map(|checked| Report { checked, ..*self }).collect()
    }

    /// The paper of a part.
    pub(super) fn paper(&self) -> &'static Paper {
        self.checked[0].paper
    }

    /// What selects the claims on the command line: nothing for all, or a letter or ids for each paper.
    fn selection(&self) -> String {
        let parts = self.parts();
        let is_whole = |part: &Report<'_>| part.checked.len() == part.paper().claims.len();
        if parts.len() == PAPERS.len() && parts.iter().all(is_whole) {
            return String::new();
        }
        let named = |part: &Report<'_>| match is_whole(part) {
            true => format!(" {}", part.paper().letter),
            false => part.checked.iter().map(|checked| format!(" {}", checked.claim.id)).collect(),
        };
        parts.iter().map(named).collect()
    }

    /// ` --deep` if the checkers went that far.
    fn deep(&self) -> &'static str {
        if self.effort == Some(Effort::Deep) { " --deep" } else { "" }
    }

    /// The command line that writes this report.
    pub(super) fn command(&self) -> String {
        format!("bouton claims{}{} --report report", self.selection(), self.deep())
    }

    /// The command line whose output has the checksum of the findings.
    pub(super) fn findings_command(&self) -> String {
        format!("bouton claims{}{} --json", self.selection(), self.deep())
    }

    /// SHA-256 of the findings as `bouton claims --json` prints them.
    pub(super) fn findings_checksum(&self) -> String {
        let views = serde_json::to_string(&text::view(self.checked)).unwrap_or_default();
        checksum(format!("{views}\n").as_bytes())
    }

    /// SHA-256 of what was transcribed from the paper of a part, its files one after the other; `None` if nothing was.
    pub(super) fn data_checksum(&self) -> Option<String> {
        let data = self.paper().data;
        (!data.is_empty()).then(|| checksum(data.concat().as_bytes()))
    }

    /// The command lines that show what a claim shows: those of the finding, those that draw its
    /// pictures, and the one that checks it again.
    pub(super) fn commands(&self, checked: &CheckedClaim) -> Vec<String> {
        let mut commands = checked.finding.commands.clone();
        for (index, exhibit) in checked.finding.exhibits.iter().enumerate() {
            let Exhibit::Picture(picture) = exhibit else { continue };
            let command = picture_command(picture, &figure_name(checked, index));
            let drawn = |command: &str| command.split(" --out ").next().map(str::to_owned);
            if commands.iter().all(|known| drawn(known) != drawn(&command)) {
                commands.push(command);
            }
        }
        commands.push(format!("bouton claims {}{} --verbose", checked.claim.id, self.deep()));
        commands
    }
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
