//! Lists the moves of a game within the limits.

use bouton_rules::{FiniteGame, Limits, Meter, Position, Refusal, Ruleset};
use bouton_values::Player;

/// What listing an option, bringing it into canonical form and looking it up costs, about.
const STEPS_PER_OPTION: u64 = 500;
/// What an option takes while it is listed.
pub(crate) const BYTES_PER_OPTION: u128 = 128;

/// The moves of a game, and a count of those that were listed.
pub(crate) struct Moves<'a> {
    pub(crate) game: &'a FiniteGame,
    pub(crate) meter: Meter,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(game: &'a FiniteGame, limits: &Limits) -> Moves<'a> {
        Moves {
            game,
            meter: Meter::new(limits, "going through the moves").scaled(STEPS_PER_OPTION, 1),
        }
    }

    /// The options of a position, if the limits allow to list them.
    pub(crate) fn options(
        &mut self,
        position: &Position,
        mover: Player,
    ) -> Result<Vec<Position>, Refusal> {
        let bound = self.game.option_bound(position);
        let listed = bound.saturating_mul(BYTES_PER_OPTION + self.game.bytes(position));
        self.meter.hold("the list of moves", listed)?;
        self.meter.afford(bound)?;
        let options = self.game.options_within(position, mover, self.meter.limits())?;
        self.meter.spend(options.len() as u64 + 1)?;
        Ok(options)
    }

    /// Where nobody can move: is it `winner` who wins, with `stuck` to move?
    pub(crate) fn ends_for(&self, winner: Player, position: &Position, stuck: Player) -> bool {
        self.game.ending(position, stuck) == winner
    }
}
