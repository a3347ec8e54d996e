//! Checks certificates of who wins a position.

use bouton_definition::{Definition, Game, Tuples};
use bouton_values::{Limits, Nimber, Outcome, Player};

use crate::certificate::{PositionCertificate, Proof, Theorem};
use crate::moves::Moves;
use crate::rejection::Rejection;
use crate::{nim_sum, strategy, value};

/// A certificate whose texts have been read.
pub(crate) struct Claim<'a, G: Definition> {
    pub(crate) game: &'a G,
    pub(crate) position: G::Position,
    pub(crate) outcome: Outcome,
    pub(crate) winning_move: Option<G::Position>,
}

/// Verifies the outcome, and the winning move if one is given, by the proof of the certificate.
pub(crate) fn check(
    certificate: &PositionCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let game = Game::read(&certificate.game)?;
    let claim = Claim::read(&game, certificate)?;
    let sentences = match &certificate.proof {
        Proof::Strategies(strategies) => strategy::check(&claim, strategies, limits)?,
        Proof::NimValues => {
            let worth = |position: &Tuples| value::nim_value(&game, position, limits);
            by_nim_values(&claim, &worth, limits)?
        }
        Proof::Theorem(Theorem::NimSum) => nim_sum::check(&claim, limits)?,
        Proof::Theorem(Theorem::Structure) => {
            return Err(Rejection::does_not_apply(
                "the game structure",
                "the game is not real-valued",
            ));
        }
    };
    Ok(claim.concluded(sentences))
}

/// Checks a claim about a game that is handed over instead of read here, by strategies or nim-values.
pub(crate) fn check_game<G: Definition>(
    certificate: &PositionCertificate,
    game: &G,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let claim = Claim::read(game, certificate)?;
    let sentences = match &certificate.proof {
        Proof::Strategies(strategies) => strategy::check(&claim, strategies, limits)?,
        Proof::NimValues => {
            let worth = |position: &G::Position| value::by_oracle(game, position, limits);
            by_nim_values(&claim, &worth, limits)?
        }
        Proof::Theorem(_) => {
            return Err(Rejection::does_not_apply("a theorem", "the game is given by its moves"));
        }
    };
    Ok(claim.concluded(sentences))
}

/// *Sprague, Grundy*: under normal play an impartial position is P iff its nim-value is 0, and the
/// nim-value of a sum is the nim-sum of those of the components.
fn by_nim_values<G: Definition>(
    claim: &Claim<'_, G>,
    worth: &dyn Fn(&G::Position) -> Result<Nimber, Rejection>,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let game = claim.game;
    value::check_defined(game)?;
    let value = worth(&claim.position)?;
    let outcome = if value == Nimber::ZERO { Outcome::P } else { Outcome::N };
    claim.check_outcome(outcome)?;
    if let Some(option) = &claim.winning_move {
        let options = Moves::new(game, limits).options(&claim.position, Player::Left)?;
        let wanted = game.canonical(option);
        claim.check_move(
            option,
            options.iter().any(|listed| game.canonical(listed) == wanted),
            worth(option)? == Nimber::ZERO,
        )?;
    }
    Ok(vec![format!("by the definition {} has the value {value}", claim.position)])
}

impl<'a, G: Definition> Claim<'a, G> {
    fn read(game: &'a G, certificate: &PositionCertificate) -> Result<Claim<'a, G>, Rejection> {
        let outcome = certificate.outcome;
        let position = game.position(&certificate.position)?;
        if certificate.winning_move.is_some() && outcome != Outcome::N {
            return Err(Rejection::MoveNotWanted { outcome });
        }
        let winning_move = certificate.winning_move.as_ref().map(|text| game.position(text));
        Ok(Claim { game, position, outcome, winning_move: winning_move.transpose()? })
    }

    /// What was verified, with the claim at the end.
    fn concluded(&self, mut sentences: Vec<String>) -> Vec<String> {
        if let Some(option) = &self.winning_move {
            sentences.push(format!("the move to {option} wins"));
        }
        let Claim { position, outcome, .. } = self;
        sentences.push(format!("{position} is {outcome}: {}", outcome.sentence()));
        sentences
    }

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
        option: &G::Position,
        is_legal: bool,
        is_winning: bool,
    ) -> Result<(), Rejection> {
        match (is_legal, is_winning) {
            (true, true) => Ok(()),
            (true, false) => Err(Rejection::MoveNotWinning { option: option.to_string() }),
            (false, _) => Err(self.illegal(option, Player::Left)),
        }
    }

    pub(crate) fn illegal(&self, option: &G::Position, first: Player) -> Rejection {
        let (position, option) = (self.position.to_string(), option.to_string());
        Rejection::MoveNotLegal { position, option, first }
    }
}
