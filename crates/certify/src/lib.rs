//! Certificates: small files that say why an answer is right, and the checker that believes none
//! of it.
//!
//! A certificate names a game by its text and claims something about it. [`check`] reads the rules
//! again from that text, *as they are written*, and verifies every step with the definitions alone:
//! this crate sees the rules, the oracle and digraphs, no engine and no recogniser. Where a theorem is about games of
//! one form, the certificate carries the form, and the options of the text are compared with those of the form, up to
//! a bound that is proved to be sufficient. A certificate about a digraph embeds it, or names
//! it by its digest. What a certificate leaves out is either recomputed or a theorem that the doc
//! comment of its checker states and proves.
//!
//! # Main definitions
//! * [`Certificate`]: of a period, of who wins a position, of a nim-value, of all lost positions, or
//!   of the game structures and the labels of a digraph; [`Certificate::parse`] and
//!   [`Certificate::to_json`] are the file format.
//! * [`check`]: the sentences that were verified, or a [`Rejection`]; [`check_with_graph`] where the
//!   certificate holds only the digest of its graph.
//! * [`PeriodCertificate::new`], `StrategyBuilder` and [`Refutation`]: how whoever has an answer
//!   writes one.
//!
//! # Implementation notes
//! A certificate that does not hold is distinguished from one that could not be checked:
//! [`Rejection::Refused`] carries the [`bouton_values::Refusal`] of the game's text, of a position or
//! of a limit; all other rejections are faults of the certificate.
//!
//! ```
//! use bouton_certify::{Certificate, PeriodCertificate, Periodicity, Terms, check};
//! use bouton_values::Limits;
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

#[cfg(feature = "automatic")]
mod automatic;
#[cfg(feature = "write")]
mod builder;
mod certificate;
#[cfg(feature = "games")]
mod family;
mod file;
#[cfg(feature = "graphs")]
mod graph;
#[cfg(feature = "games")]
mod moves;
#[cfg(feature = "games")]
mod nim_sum;
#[cfg(feature = "games")]
mod period;
#[cfg(feature = "games")]
mod position;
mod rejection;
#[cfg(feature = "games")]
mod strategy;
#[cfg(feature = "games")]
mod tables;
#[cfg(feature = "games")]
mod uniform;
#[cfg(feature = "games")]
mod value;

use bouton_values::Limits;

#[cfg(feature = "automatic")]
pub use automatic::{AutomaticCertificate, Claimed, StateTable};
#[cfg(feature = "write")]
pub use builder::{Solver, StrategyBuilder, StrategyError};
pub use certificate::{
    Certificate, First, Of, PeriodCertificate, Periodicity, PositionCertificate, Proof, Strategy,
    Terms, Theorem, ValueCertificate, Witness,
};
pub use file::CertificateError;
#[cfg(feature = "graphs")]
pub use graph::{
    Direction, GraphCertificate, GraphClaim, GraphFault, GraphSource, Label, Refutation, Step,
    VertexSet, Vertices, check_with_graph, sha256,
};
pub use rejection::Rejection;

/// Verifies a certificate from the rules, or from the graph that it embeds, alone: what was
/// verified, a sentence each, or why not.
pub fn check(certificate: &Certificate, limits: &Limits) -> Result<Vec<String>, Rejection> {
    match certificate {
        #[cfg(feature = "games")]
        Certificate::Period(certificate) => period::check(certificate, limits),
        #[cfg(feature = "games")]
        Certificate::Position(certificate) => position::check(certificate, limits),
        #[cfg(feature = "games")]
        Certificate::Value(certificate) => value::check_text(certificate, limits),
        #[cfg(feature = "graphs")]
        Certificate::Graph(certificate) => graph::check(certificate, limits),
        #[cfg(feature = "automatic")]
        Certificate::Automatic(certificate) => automatic::check(certificate, limits),
        #[cfg(not(feature = "games"))]
        _ => Err(Rejection::does_not_apply("a graph", "the certificate is about a game")),
    }
}

/// Verifies a certificate about a position of a game that [`bouton_definition`] does not know, such as a board, by its
/// moves alone. That this is the game of the certificate is for the caller to see to.
#[cfg(feature = "games")]
pub fn check_game<G: bouton_definition::Definition>(
    certificate: &Certificate,
    game: &G,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    match certificate {
        Certificate::Position(certificate) => position::check_game(certificate, game, limits),
        Certificate::Value(certificate) => {
            value::check(certificate, game, |at| value::by_oracle(game, at, limits))
        }
        _ => Err(Rejection::does_not_apply(
            "listing the moves",
            "the certificate is not about one position",
        )),
    }
}
