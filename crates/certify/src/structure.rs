//! Real-valued Nim by its game structure.
//!
//! The options are infinitely many, so the losing positions are those of a kernel of the relation
//! "lower one pile": none has a losing option, every other position has one. That the sets of
//! [`bouton_rules::real::RealNim`] are kernels is proved there; membership is one exact
//! computation.

use bouton_rules::{Kind, Position};
use bouton_values::{Outcome, Player};

use crate::position::Claim;
use crate::rejection::Rejection;

const ARGUMENT: &str = "the game structure";

pub(crate) fn check(claim: &Claim) -> Result<Vec<String>, Rejection> {
    let (Kind::Real(rules), Position::Real(piles)) = (claim.game.kind(), &claim.position) else {
        return Err(Rejection::does_not_apply(ARGUMENT, "the game is not real-valued"));
    };
    let is_losing = rules.is_losing(piles)?;
    claim.check_outcome(if is_losing { Outcome::P } else { Outcome::N })?;
    if let Some(option) = &claim.winning_move {
        let Position::Real(after) = option else {
            return Err(claim.illegal(option, Player::Left));
        };
        let is_legal = rules.is_option(piles, after);
        let is_winning = rules.is_losing(after)?;
        claim.check_move(option, is_legal, is_winning)?;
    }
    let lies = if is_losing { "lies" } else { "does not lie" };
    Ok(vec![format!("{} {lies} in the set of losing positions", claim.position)])
}
