//! Verifies certificates of all games: those of rule texts, sets, codes and digraphs by the checker alone, boards and
//! normalised heaps with the moves that the catalogue gives them, real-valued Nim by its game structure.

use bouton_certify::{Certificate, PositionCertificate, Proof, Rejection, Theorem};
use bouton_definition::Game as Defined;
use bouton_rules::real::RealNim;
use bouton_rules::{Game, Kind, Limits, Position, Refusal, Spec};
use bouton_values::{Outcome, Player};

/// Verifies a certificate: what was verified, a sentence each, or why not.
pub fn verify(certificate: &Certificate, limits: &Limits) -> Result<Vec<String>, Rejection> {
    match beyond(certificate)? {
        None => bouton_certify::check(&with_form(certificate), limits),
        Some(game) => match (game.kind(), certificate) {
            (Kind::Finite(game), _) => bouton_certify::check_game(certificate, game, limits),
            (Kind::Real(rules), Certificate::Position(certificate)) => {
                structure(certificate, &game, rules)
            }
            (Kind::Real(_), _) => Err(no_argument("the game is real-valued")),
        },
    }
}

/// The game of the certificate by its definition, if that is one which the checker does not know.
fn beyond(certificate: &Certificate) -> Result<Option<Game>, Refusal> {
    let text = match certificate {
        Certificate::Period(certificate) => &certificate.game,
        Certificate::Position(certificate) => &certificate.game,
        Certificate::Value(certificate) => &certificate.game,
        Certificate::Graph(_) | Certificate::Automatic(_) => return Ok(None),
    };
    match Defined::read(text) {
        Err(Refusal::Unsupported { .. }) => Game::defined(text).map(Some),
        _ => Ok(None),
    }
}

/// The certificate with the form of its rules, where it leaves it out: certificates of version 0.1 did. The checker
/// compares the text with the form, so nothing rests on the recogniser that supplies it here.
fn with_form(certificate: &Certificate) -> Certificate {
    let Certificate::Period(period) = certificate else { return certificate.clone() };
    let mut period = period.clone();
    if period.form.is_none() {
        period.form = form(&period.game);
    }
    Certificate::Period(period)
}

/// The form of a game of heaps, if the checker reads the game as a rule text.
pub(crate) fn form(game: &str) -> Option<String> {
    Defined::read(game).ok()?.lone()?.program()?;
    match &Game::parse(game).ok()?.finite()?.spec {
        Spec::Heap(rules) => rules.form(),
        _ => None,
    }
}

fn no_argument(reason: &str) -> Rejection {
    Rejection::DoesNotApply { argument: STRUCTURE, reason: reason.to_owned() }
}

const STRUCTURE: &str = "the game structure";

/// Real-valued Nim by its game structure.
///
/// The options are infinitely many, so the losing positions are those of a kernel of the relation "lower one pile":
/// none has a losing option, every other position has one. That the sets of [`RealNim`] are kernels is proved there;
/// membership is one exact computation.
fn structure(
    certificate: &PositionCertificate,
    game: &Game,
    rules: &RealNim,
) -> Result<Vec<String>, Rejection> {
    let outcome = certificate.outcome;
    if certificate.proof != Proof::Theorem(Theorem::Structure) {
        return Err(Rejection::DoesNotApply {
            argument: "working out the positions",
            reason: "the game is real-valued".to_owned(),
        });
    }
    let position = game.position(&certificate.position)?;
    if certificate.winning_move.is_some() && outcome != Outcome::N {
        return Err(Rejection::MoveNotWanted { outcome });
    }
    let Position::Real(piles) = &position else { return Err(no_argument("there are no piles")) };
    let is_losing = rules.is_losing(piles)?;
    let computed = if is_losing { Outcome::P } else { Outcome::N };
    if outcome != computed {
        return Err(Rejection::OutcomeDiffers { claimed: outcome, computed });
    }
    let lies = if is_losing { "lies" } else { "does not lie" };
    let mut sentences = vec![format!("{position} {lies} in the set of losing positions")];
    if let Some(option) = &certificate.winning_move {
        let option = game.position(option)?;
        let Position::Real(after) = &option else { return Err(no_argument("there are no piles")) };
        if !rules.is_option(piles, after) {
            let (position, option) = (position.to_string(), option.to_string());
            return Err(Rejection::MoveNotLegal { position, option, first: Player::Left });
        }
        if !rules.is_losing(after)? {
            return Err(Rejection::MoveNotWinning { option: option.to_string() });
        }
        sentences.push(format!("the move to {option} wins"));
    }
    sentences.push(format!("{position} is {outcome}: {}", outcome.sentence()));
    Ok(sentences)
}
