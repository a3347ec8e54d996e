//! Certificates: small files that say why an answer is right, and the checker that believes none
//! of it.
//!
//! A certificate names a game by its text and claims something about it. [`check`] reads the rules
//! again from that text, *as they are written*, and verifies every step with the definitions alone:
//! this crate sees the rules, the oracle and digraphs, and no engine. Where a theorem is about a
//! family of games, the options of the text are compared with those of the family, up to a bound
//! that is proved to be sufficient. A certificate about a digraph embeds it, or names
//! it by its digest. What a certificate leaves out is either recomputed or a theorem that the doc
//! comment of its checker states and proves.
//!
//! # Main definitions
//! * [`Certificate`]: of a period, of who wins a position, of a nim-value, or of the game structures
//!   and the labels of a digraph; [`Certificate::parse`] and
//!   [`Certificate::to_json`] are the file format.
//! * [`check`]: the sentences that were verified, or a [`Rejection`]; [`check_with_graph`] where the
//!   certificate holds only the digest of its graph.
//! * [`PeriodCertificate::new`], [`StrategyBuilder`] and [`Refutation`]: how whoever has an answer
//!   writes one.
//!
//! # Implementation notes
//! A certificate that does not hold is told from one that could not be checked:
//! [`Rejection::Refused`] carries the [`bouton_rules::Refusal`] of the game's text, of a position or
//! of a limit; all other rejections are faults of the certificate.
//!
//! ```
//! use bouton_certify::{Certificate, PeriodCertificate, Periodicity, Terms, check};
//! use bouton_rules::Limits;
//!
//! let terms = Terms::NimValues(vec![0, 1, 0, 1, 2, 3, 2]);
//! let claim = Periodicity { preperiod: 0, period: 7 };
//! let certificate = PeriodCertificate::new("subtraction:1,3,4", terms, claim).expect("minimal");
//! let certificate = Certificate::Period(certificate);
//! assert_eq!(Certificate::parse(&certificate.to_json()), Ok(certificate.clone()));
//! let verified = check(&certificate, &Limits::default())?;
//! assert!(verified.iter().any(|sentence| sentence.contains("for all n ≥ 0")));
//! # Ok::<(), bouton_certify::Rejection>(())
//! ```
//!
//! # References
//! R. K. Guy, C. A. B. Smith, *The G-values of various games* (1956); *Winning Ways*, chapter 4.

mod builder;
mod certificate;
mod family;
mod file;
mod graph;
mod moves;
mod nim_sum;
mod period;
mod position;
mod rejection;
mod strategy;
mod structure;
mod tables;
mod uniform;
mod value;

use bouton_rules::{FiniteGame, Game, Limits};

pub use builder::{Solver, StrategyBuilder, StrategyError};
pub use certificate::{
    Certificate, First, Of, PeriodCertificate, Periodicity, PositionCertificate, Proof, Strategy,
    Terms, Theorem, ValueCertificate, Witness,
};
pub use file::CertificateError;
pub use graph::{
    Direction, GraphCertificate, GraphClaim, GraphFault, GraphSource, Label, Refutation, Step,
    VertexSet, Vertices, check_with_graph, sha256,
};
pub use rejection::Rejection;

/// Verifies a certificate from the rules, or from the graph that it embeds, alone: what was
/// verified, a sentence each, or why not.
pub fn check(certificate: &Certificate, limits: &Limits) -> Result<Vec<String>, Rejection> {
    match certificate {
        Certificate::Period(certificate) => period::check(certificate, limits),
        Certificate::Position(certificate) => position::check(certificate, limits),
        Certificate::Value(certificate) => value::check(certificate, limits),
        Certificate::Graph(certificate) => graph::check(certificate, limits),
    }
}

/// The finite game: only there do the definitions compute anything.
fn finite(game: &Game) -> Result<&FiniteGame, Rejection> {
    game.finite().ok_or_else(|| {
        Rejection::does_not_apply("working out the positions", "the game is real-valued")
    })
}
