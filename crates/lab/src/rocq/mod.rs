//! Certificates as theorems of Rocq, the proof assistant that was called Coq.
//!
//! The library in `rocq/`, which this program carries along, defines games, proves the theorems that certificates rest
//! on, and has checkers that are proved sound. [`theorem`] writes a certificate as a file whose theorem follows from
//! one of these checkers by computation; [`check`] gives such a file to `coqc`.
//!
//! # Implementation notes
//! `coqc` does what a file says, and a file may say more than a proof: it can load plugins and write files. So
//! [`check`] runs no file that it has not written itself: the comment at the end of the file holds the certificate,
//! and the file must be, byte for byte, what [`theorem`] makes of it.

mod arithmetic;
mod automata;
mod games;
mod graphs;
mod hints;
mod run;
mod strategies;
mod text;
mod words;

use bouton_certify::{Certificate, GraphSource, Rejection};
use bouton_rules::{Limits, Refusal};

pub use run::check;
use text::Theorem;

/// The files of the library in an order in which they can be compiled, each with its name and its text.
pub const LIBRARY: [(&str, &str); 21] = [
    ("Games", include_str!("../../../../rocq/Games.v")),
    ("Named", include_str!("../../../../rocq/Named.v")),
    ("Winning", include_str!("../../../../rocq/Winning.v")),
    ("Periods", include_str!("../../../../rocq/Periods.v")),
    ("Tables", include_str!("../../../../rocq/Tables.v")),
    ("Tries", include_str!("../../../../rocq/Tries.v")),
    ("NimValues", include_str!("../../../../rocq/NimValues.v")),
    ("Sums", include_str!("../../../../rocq/Sums.v")),
    ("Wide", include_str!("../../../../rocq/Wide.v")),
    ("NimPeriod", include_str!("../../../../rocq/NimPeriod.v")),
    ("OneHeap", include_str!("../../../../rocq/OneHeap.v")),
    ("Nim", include_str!("../../../../rocq/Nim.v")),
    ("Lasker", include_str!("../../../../rocq/Lasker.v")),
    ("Codes", include_str!("../../../../rocq/Codes.v")),
    ("Digraphs", include_str!("../../../../rocq/Digraphs.v")),
    ("Automata", include_str!("../../../../rocq/Automata.v")),
    ("Automatic", include_str!("../../../../rocq/Automatic.v")),
    ("Strategies", include_str!("../../../../rocq/Strategies.v")),
    ("Values", include_str!("../../../../rocq/Values.v")),
    ("Theorems", include_str!("../../../../rocq/Theorems.v")),
    ("Checkers", include_str!("../../../../rocq/Checkers.v")),
];

/// The folder of the library beside a theorem.
pub const FOLDER: &str = "bouton-rocq";

/// Periods with more terms are not checked here, but by Rocq alone: the checker of certificates looks at all splits of all
/// heaps, which grows with the square of their number, and the sparse-space argument is proved in the library.
const MOST_CHECKED: usize = 50_000;

/// The certificate as a file for Rocq, if the library covers it. It has been checked here, too, but for very long tables.
///
/// ```
/// use bouton_lab::{certificates::Certificate, rocq, rules::Limits};
/// let certificate = r#"{ "bouton-certificate": 1, "kind": "value", "game": "kayles", "position": "3,4", "value": "*2" }"#;
/// let certificate = Certificate::parse(certificate).expect("a certificate");
/// let file = rocq::theorem(&certificate, &Limits::default())?;
/// assert!(file.contains("forall g, nim_values (by_code digits) g -> nim_sum (map g [3; 4]) = 2"));
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn theorem(certificate: &Certificate, limits: &Limits) -> Result<String, Refusal> {
    if let Certificate::Graph(graph) = certificate
        && matches!(graph.graph, GraphSource::Digest { .. })
    {
        return Err(not_covered("a digraph that is named only by its digest"));
    }
    let checked = match is_left_to_rocq(certificate) {
        true => Ok(Vec::new()),
        false => bouton_certify::check(certificate, limits),
    };
    match checked {
        Ok(_) => {}
        Err(Rejection::Refused(refusal)) => return Err(refusal),
        Err(rejection) => {
            let problem = format!("the certificate does not hold: {rejection}");
            return Err(Refusal::bad(problem, "only what holds is written as a theorem"));
        }
    }
    let theorem: Theorem = match certificate {
        Certificate::Period(period) => games::period(period, limits)?,
        Certificate::Position(position) => games::position(position, limits)?,
        Certificate::Value(value) => games::value(value, limits)?,
        Certificate::Graph(graph) => graphs::claim(graph, limits)?,
        Certificate::Automatic(automatic) => automata::claim(automatic, limits)?,
    };
    Ok(theorem.file(certificate))
}

/// Is it a period of more than 50 000 terms, of a code or a set and not of a rule text? Then Rocq alone checks it.
#[must_use]
pub fn is_left_to_rocq(certificate: &Certificate) -> bool {
    matches!(certificate, Certificate::Period(period)
        if period.form.is_none() && period.terms.len() > MOST_CHECKED)
}

fn not_covered(what: &str) -> Refusal {
    Refusal::unsupported(
        format!("the library for Rocq does not cover {what}"),
        "write the certificate as JSON, and see the chapter on Rocq for what is covered",
    )
}
