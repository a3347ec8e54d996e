//! Real-valued Nim: piles of non-negative rationals, lowered by any amount.
//!
//! The options are infinitely many, so the game is given by its structure: the set of losing
//! positions, which is a kernel of the relation "lower one pile".

use dashu_ratio::RBig;

use crate::position::Position;
use crate::refusal::Refusal;

/// A game structure on piles of non-negative rationals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RealNim {
    /// Two piles (a, b), losing iff b = φ(a).
    Phi,
    /// Dyadic piles, losing iff the exclusive or of their binary expansions is 0.
    Dyadic,
    /// Rational piles, losing iff their images under Minkowski's ? have exclusive or 0.
    Rational,
}

impl RealNim {
    /// Two piles with this φ.
    pub fn phi(_text: &str) -> Result<RealNim, Refusal> {
        Ok(RealNim::Phi)
    }

    /// The parameters as text.
    #[must_use]
    pub fn parameters(&self) -> String {
        String::new()
    }

    /// Reads a position.
    pub fn position(&self, _text: &str) -> Result<Position, Refusal> {
        Ok(Position::Real(vec![RBig::ZERO]))
    }
}
