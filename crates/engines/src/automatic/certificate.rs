//! The certificate of a theorem, and what the checker says of it.

use bouton_certify::{AutomaticCertificate, Certificate, Claimed, Rejection, StateTable, check};
use bouton_lang::Shape;
use bouton_prove::Theorem;
use bouton_rules::{Game, Limits, Refusal};

/// The certificate of a theorem about positions of this many heaps, and what the checker verified, which shares no code
/// with the prover. That it rejects a theorem is a bug, and nobody may be shown such a theorem.
pub fn certified(
    game: &Game,
    heaps: Option<usize>,
    theorem: &Theorem,
    limits: &Limits,
) -> Result<(Certificate, Vec<String>), Refusal> {
    let tables = theorem.sets.iter().map(|set| {
        let accepting = set.accepting().iter().enumerate().filter(|(_, accepts)| **accepts);
        StateTable {
            accepting: accepting.map(|(state, _)| state as u32).collect(),
            next: set.rows().map(<[u32]>::to_vec).collect(),
        }
    });
    let is_open =
        game.written().is_some_and(|written| matches!(written.program.shape, Shape::Many(..)));
    let certificate = Certificate::Automatic(AutomaticCertificate {
        game: game.text().to_owned(),
        heaps: heaps.filter(|_| is_open),
        numeration: theorem.numeration.to_string(),
        of: if theorem.values { Claimed::NimValue } else { Claimed::Lost },
        measure: theorem.measure.clone(),
        sets: tables.collect(),
    });
    match check(&certificate, limits) {
        Ok(sentences) => Ok((certificate, sentences)),
        Err(Rejection::Refused(refusal)) => Err(refusal),
        Err(rejection) => Err(Refusal::bug(format!(
            "the theorem about {} was rejected: {rejection}",
            game.text()
        ))),
    }
}
