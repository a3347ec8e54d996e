//! Papers, claims, and which of them are meant.

use bouton_rules::{Help, Limits, Reference, Refusal};

use crate::finding::Finding;
use crate::{antonim, ending_partizan, nim, nimrod, relations};

/// A paper and its claims.
#[derive(Debug)]
pub struct Paper {
    /// The letter that its claims begin with.
    pub letter: char,
    /// The title.
    pub title: &'static str,
    /// The authors, and where it appeared.
    pub source: &'static str,
    /// What the paper is about and which reading of its rules is used, in a few sentences.
    pub about: &'static str,
    /// Its claims, in the order of the paper.
    pub claims: &'static [Claim],
}

/// A claim of a paper.
#[derive(Debug)]
pub struct Claim {
    /// Such as `A7`.
    pub id: &'static str,
    /// What the paper calls it, such as `Theorem 2`.
    pub title: &'static str,
    /// What is claimed, as printed or as restored, in a sentence or two.
    pub statement: &'static str,
    /// Was the statement worked back from the prose because its formulas were lost?
    pub restored: bool,
    /// Computes the verdict.
    pub check: fn(Effort, &Limits) -> Result<Finding, Refusal>,
}

impl Paper {
    /// What was transcribed from the paper, file by file: claims are checked against it.
    #[must_use]
    pub fn data(&self) -> Vec<&'static str> {
        DATA.iter().filter(|(letter, _)| *letter == self.letter).map(|(_, text)| *text).collect()
    }
}

/// The transcribed tables and sequences with the letters of their papers.
const DATA: &[(char, &str)] = &[
    ('A', include_str!("../data/antonim-table-1.txt")),
    ('A', include_str!("../data/antonim-table-2.txt")),
    ('C', include_str!("../data/ending_partizan_outcomes.txt")),
    ('C', include_str!("../data/ending_partizan_census.txt")),
    ('D', include_str!("../data/relations-game.txt")),
    ('E', include_str!("../data/nimrod-row-1.txt")),
    ('E', include_str!("../data/nimrod-sectors.txt")),
    ('E', include_str!("../data/nimrod-steps.txt")),
];

/// How far a checker goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Seconds: the default run of all claims takes under a minute on two cores.
    Quick,
    /// As far as the fast engines allow in hours.
    Deep,
}

impl Effort {
    /// `quick` or `deep`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.pick("quick", "deep")
    }

    /// The one or the other.
    pub fn pick<T>(self, quick: T, deep: T) -> T {
        match self {
            Effort::Quick => quick,
            Effort::Deep => deep,
        }
    }
}

/// The five papers.
pub const PAPERS: &[Paper] =
    &[antonim::PAPER, nim::PAPER, ending_partizan::PAPER, relations::PAPER, nimrod::PAPER];

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
                    .and(" has them all"),
            ));
        }
    }
    let is_wanted = |paper: &Paper, claim: &Claim| {
        selection.is_empty() || selection.iter().any(|wanted| names(wanted, paper, claim))
    };
    Ok(claims().filter(|(paper, claim)| is_wanted(paper, claim)).collect())
}

fn names(wanted: &str, paper: &Paper, claim: &Claim) -> bool {
    wanted.eq_ignore_ascii_case(claim.id) || wanted.eq_ignore_ascii_case(&paper.letter.to_string())
}
