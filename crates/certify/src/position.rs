//! Who wins a position.

use bouton_rules::{Game, Limits, Position, Ruleset};
use bouton_values::{Nimber, Outcome, Player};

use crate::certificate::{PositionCertificate, Proof, Theorem};
use crate::moves::Moves;
use crate::rejection::Rejection;
use crate::{finite, nim_sum, strategy, structure, value};

/// A certificate whose texts have been read.
pub(crate) struct Claim {
    pub(crate) game: Game,
    pub(crate) position: Position,
    pub(crate) outcome: Outcome,
    pub(crate) winning_move: Option<Position>,
}

/// Verifies the outcome, and the winning move if one is given, by the proof of the certificate.
pub(crate) fn check(
    certificate: &PositionCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let claim = read(certificate)?;
    let mut sentences = match &certificate.proof {
        Proof::Strategies(strategies) => strategy::check(&claim, strategies, limits)?,
        Proof::NimValues => by_nim_values(&claim, limits)?,
        Proof::Theorem(Theorem::NimSum) => nim_sum::check(&claim, limits)?,
        Proof::Theorem(Theorem::Structure) => structure::check(&claim)?,
    };
    if let Some(option) = &claim.winning_move {
        sentences.push(format!("the move to {option} wins"));
    }
    let Claim { position, outcome, .. } = &claim;
    sentences.push(format!("{position} is {outcome}: {}", outcome.sentence()));
    Ok(sentences)
}

fn read(certificate: &PositionCertificate) -> Result<Claim, Rejection> {
    let outcome = certificate.outcome;
    let game = Game::defined(&certificate.game)?;
    let position = game.position(&certificate.position)?;
    if certificate.winning_move.is_some() && outcome != Outcome::N {
        return Err(Rejection::MoveNotWanted { outcome });
    }
    let winning_move = match &certificate.winning_move {
        None => None,
        Some(text) => Some(game.position(text)?),
    };
    Ok(Claim { game, position, outcome, winning_move })
}

/// *Sprague, Grundy*: under normal play an impartial position is P iff its nim-value is 0, and the
/// nim-value of a sum is the nim-sum of those of the components.
fn by_nim_values(claim: &Claim, limits: &Limits) -> Result<Vec<String>, Rejection> {
    let game = finite(&claim.game)?;
    let value = value::nim_value(game, &claim.position, limits)?;
    let outcome = if value == Nimber::ZERO { Outcome::P } else { Outcome::N };
    claim.check_outcome(outcome)?;
    if let Some(option) = &claim.winning_move {
        let options = Moves::new(game, limits).options(&claim.position, Player::Left)?;
        let wanted = game.canonical(option);
        claim.check_move(
            option,
            options.iter().any(|listed| game.canonical(listed) == wanted),
            value::nim_value(game, option, limits)? == Nimber::ZERO,
        )?;
    }
    Ok(vec![format!("by the definition {} is worth {value}", claim.position)])
}

impl Claim {
    /// Is this the outcome that is claimed?
    pub(crate) fn check_outcome(&self, computed: Outcome) -> Result<(), Rejection> {
        if self.outcome == computed {
            return Ok(());
        }
        Err(Rejection::OutcomeDiffers { claimed: self.outcome, computed })
    }

    /// Is the winning move of an impartial game legal, and does it win?
    pub(crate) fn check_move(
        &self,
        option: &Position,
        is_legal: bool,
        is_winning: bool,
    ) -> Result<(), Rejection> {
        match (is_legal, is_winning) {
            (true, true) => Ok(()),
            (true, false) => Err(Rejection::MoveNotWinning { option: option.to_string() }),
            (false, _) => Err(self.illegal(option, Player::Left)),
        }
    }

    pub(crate) fn illegal(&self, option: &Position, first: Player) -> Rejection {
        let (position, option) = (self.position.to_string(), option.to_string());
        Rejection::MoveNotLegal { position, option, first }
    }
}
