//! Papers and their claims, read from `claims/*.toml`, and which of them a selection such as `A7` means.
//!
//! What is printed, and what is said about it, is data: `claims/` has a file for each paper, with the title, the
//! statement, the note and the command lines of every claim. The functions that check them are in the module of the
//! paper; [`PAPERS`] joins the two by the ids.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bouton_lab::ask::Fault;
use bouton_lab::rules::{Help, Limits, Reference, Refusal};
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, FindingView};
use crate::frame::{Effort, Frame};
use crate::theorems::Theorems;
use crate::{antonim, ending_partizan, nim, nimrod, relations};

/// A paper and its claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// The letter that its claims begin with.
    pub letter: char,
    /// The title of the paper.
    pub title: String,
    /// The authors, and where it appeared.
    pub source: String,
    /// What the paper is about and which reading of its rules is used, in a few sentences.
    pub about: String,
    /// The claims of the paper, in its order.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
    /// What was transcribed from the paper, file by file: claims are checked against it.
    #[serde(skip)]
    pub data: &'static [&'static str],
}

/// A claim of a paper: what is said in the paper, and about it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Claim {
    /// What the claim is called here, such as `A7`.
    pub id: String,
    /// What the paper calls it, such as `Theorem 2`.
    pub title: String,
    /// What is claimed, as printed or as restored, in a sentence or two.
    pub statement: String,
    /// Was the statement worked back from the prose because its formulas were lost?
    pub restored: bool,
    /// How serious it is that the claim is false, if it is.
    pub grade: Option<Fault>,
    /// What a reader should know besides, in plain sentences.
    pub note: String,
    /// Command lines of `bouton` that show what was found.
    pub commands: Vec<String>,
    /// The cases that were looked at to decide the claim, in a sentence.
    pub looked: String,
    /// Why it holds for all cases, if that is an argument in words.
    pub why: String,
    /// How many cases there are, if it holds because each was worked out.
    pub exhausted: Option<String>,
    /// Other texts that the checker uses, by key.
    pub words: BTreeMap<String, String>,
    /// Statements of the Bouton project, by key.
    pub says: BTreeMap<String, Said>,
    /// Theorems about positions of any size that automata prove.
    pub theorems: Vec<Theorems>,
    /// The function that computes the verdict.
    #[serde(skip)]
    pub checker: Option<Checker>,
}

/// A statement of the Bouton project: a correction of a claim, or a result beyond it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Said {
    /// The text of the statement.
    pub text: String,
    /// Does it hold in place of the claim?
    pub correction: bool,
    /// Why it holds for all cases, if that is an argument in words and not that of the claim.
    pub why: Option<String>,
    /// How many cases there are, if it holds because each was worked out.
    pub exhausted: Option<String>,
    /// How far the statement was checked, if no proof is given.
    pub up_to: Option<String>,
    /// The formulas whose comparison proves the statement, in words.
    pub identity: Option<String>,
    /// Is the statement shown by an example?
    pub by_example: bool,
    /// The text that is shown in its place if the statement turns out not to hold.
    pub otherwise: String,
}

/// Computes the verdict of a claim.
pub type Checker = fn(&Frame) -> Result<Finding, Refusal>;

impl Claim {
    /// Runs the checker, and adds the theorems, the note and the command lines of the claim to its finding.
    pub fn check(&self, effort: Effort, limits: &Limits) -> Result<FindingView, Refusal> {
        let checker = self.checker.expect("every claim has a checker");
        let mut finding = checker(&Frame { effort, limits: limits.clone() })?;
        for theorems in &self.theorems {
            finding.statements.extend(theorems.prove(limits)?);
        }
        let notes = [self.note.as_str(), &finding.note];
        let notes: Vec<&str> = notes.into_iter().filter(|note| !note.is_empty()).collect();
        let (note, commands) = (notes.join(" "), self.commands.clone());
        Ok(FindingView { note, commands, ..finding.into() })
    }
}

/// A paper as it is written: its file, who checks its claims, and what was transcribed from it.
type Source = (&'static str, &'static [(&'static str, Checker)], &'static [&'static str]);

/// All papers, in their order.
const SOURCES: [Source; 5] = [
    (include_str!("../claims/antonim.toml"), antonim::CHECKERS, antonim::DATA),
    (include_str!("../claims/nim.toml"), nim::CHECKERS, &[]),
    (
        include_str!("../claims/ending_partizan.toml"),
        ending_partizan::CHECKERS,
        ending_partizan::DATA,
    ),
    (include_str!("../claims/relations.toml"), relations::CHECKERS, relations::DATA),
    (include_str!("../claims/nimrod.toml"), nimrod::CHECKERS, nimrod::DATA),
];

/// Reads a paper. Its file is a part of the program, so a mistake in it is one of the program.
fn read((text, checkers, data): &Source) -> Paper {
    let mut paper: Paper = toml::from_str(text).expect("the file of a paper can be read");
    for claim in &mut paper.claims {
        claim.checker =
            checkers.iter().find(|(id, _)| *id == claim.id).map(|(_, checker)| *checker);
    }
    Paper { data, ..paper }
}

/// All five papers, with their claims.
pub static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| SOURCES.iter().map(read).collect());

/// All claims with their papers, in order.
pub fn claims() -> impl Iterator<Item = (&'static Paper, &'static Claim)> {
    PAPERS.iter().flat_map(|paper| paper.claims.iter().map(move |claim| (paper, claim)))
}

/// The claims that a selection names: nothing for all, a paper's letter, or an id, in any case.
pub fn select(selection: &[String]) -> Result<Vec<(&'static Paper, &'static Claim)>, Refusal> {
    for wanted in selection {
        let is_known = claims().any(|(paper, claim)| names(wanted, paper, claim));
        if !is_known {
            return Err(Refusal::bad(
                format!("no claim is called `{}`", wanted.escape_debug()),
                Help::from("write a paper (A, B, C, D, E) or an id such as C11; ")
                    .reference(Reference::Claims)
                    .and(" shows them all"),
            ));
        }
    }
    let is_wanted = |paper: &Paper, claim: &Claim| {
        selection.is_empty() || selection.iter().any(|wanted| names(wanted, paper, claim))
    };
    Ok(claims().filter(|(paper, claim)| is_wanted(paper, claim)).collect())
}

fn names(wanted: &str, paper: &Paper, claim: &Claim) -> bool {
    wanted.eq_ignore_ascii_case(&claim.id) || wanted.eq_ignore_ascii_case(&paper.letter.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_has_a_checker_and_every_checker_a_claim() {
        for ((_, checkers, _), paper) in SOURCES.iter().zip(PAPERS.iter()) {
            let claims: Vec<&str> = paper.claims.iter().map(|claim| claim.id.as_str()).collect();
            let checkers: Vec<&str> = checkers.iter().map(|(id, _)| *id).collect();
            assert_eq!(claims, checkers);
        }
    }

    #[test]
    fn ids_are_the_letters_of_their_papers_and_count_up() {
        for paper in PAPERS.iter() {
            for (index, claim) in paper.claims.iter().enumerate() {
                assert_eq!(claim.id, format!("{}{}", paper.letter, index + 1));
                assert!(!claim.statement.is_empty(), "{} states nothing", claim.id);
                let is_ours = |command: &String| command.starts_with("bouton ");
                assert!(claim.commands.iter().all(is_ours), "{:?}", claim.commands);
            }
        }
        let counts: Vec<usize> = PAPERS.iter().map(|paper| paper.claims.len()).collect();
        assert_eq!(counts, [13, 9, 31, 14, 18], "{} claims", claims().count());
    }

    /// Kept findings depend on what was transcribed.
    #[test]
    fn every_transcription_belongs_to_a_paper() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let is_known = PAPERS.iter().any(|paper| paper.data.contains(&text.as_str()));
            assert!(is_known, "{} belongs to no paper", path.display());
        }
    }
}
