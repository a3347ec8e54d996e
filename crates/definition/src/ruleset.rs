//! The trait of all rules: the options of a position, and who wins where a player is stuck. It is the first definition
//! of *On Ending Partizan Subtraction Nim*.

use std::fmt::Display;
use std::hash::Hash;

use bouton_values::{Limits, Player, Refusal};

use crate::ending::Ending;

/// The words with which a refusal names a list of options that would take too many steps.
pub const MOVES: &str = "the list of all moves";

/// A game after Definition 1 of *On Ending Partizan Subtraction Nim*: the option maps f_L and f_R,
/// and for a player who is stuck the endings e_L and e_R, here told as the winner.
pub trait Ruleset {
    /// A legal position.
    type Position: Clone + Eq + Hash;

    /// The positions that `mover` can move to, each once.
    fn options(&self, position: &Self::Position, mover: Player) -> Vec<Self::Position>;

    /// The options, if as many steps as listing them may need are allowed. Where lists can be long, whoever watches
    /// may stop them.
    fn options_within(
        &self,
        position: &Self::Position,
        mover: Player,
        limits: &Limits,
    ) -> Result<Vec<Self::Position>, Refusal> {
        limits.check_steps(MOVES, self.option_bound(position))?;
        Ok(self.options(position, mover))
    }

    /// The winner when `mover` has no option.
    fn ending(&self, position: &Self::Position, mover: Player) -> Player;

    /// A representative of all positions that play like this one: the heaps may be in another order, or empty ones left
    /// out.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// At most this many options, for either player: lets a caller with a budget refuse before it
    /// enumerates.
    fn option_bound(&self, position: &Self::Position) -> u128;

    /// At least this many positions can be reached, this one included: lets a caller refuse before it begins.
    fn least_reached(&self, _: &Self::Position) -> u128 {
        1
    }

    /// The bytes that a position takes where it is large enough to matter to a budget; 0 for a few
    /// numbers. Options take about as much.
    fn bytes(&self, _: &Self::Position) -> u128 {
        0
    }
}

/// A game that a checker can follow: its positions have texts, and what is proved of both players is known.
pub trait Definition: Ruleset<Position: Display> {
    /// Reads a position and checks that it is legal.
    fn position(&self, text: &str) -> Result<Self::Position, Refusal>;

    /// Is it proved that both players have the same options everywhere?
    fn has_same_options(&self) -> bool;

    /// The ending: who wins where a player is stuck.
    fn end(&self) -> &Ending;

    /// Is it proved that the players have the same options and the same endings?
    fn is_impartial(&self) -> bool {
        self.has_same_options() && self.end().is_impartial()
    }

    /// Impartial under normal play: every position has a nim-value, if play ends.
    fn has_nim_values(&self) -> bool {
        self.has_same_options() && *self.end() == Ending::Normal
    }
}
