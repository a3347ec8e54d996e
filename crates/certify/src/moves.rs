//! Lists the moves of a game within the limits.

use bouton_definition::Ruleset;
use bouton_values::{Limits, Meter, Player, Refusal};

/// What listing an option, bringing it into canonical form and looking it up costs, about.
const STEPS_PER_OPTION: u64 = 500;
/// What an option takes while it is listed.
pub(crate) const BYTES_PER_OPTION: u128 = 128;

/// The moves of a game, and a count of those that were listed.
pub(crate) struct Moves<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) meter: Meter,
}

impl<'a, G: Ruleset> Moves<'a, G> {
    pub(crate) fn new(game: &'a G, limits: &Limits) -> Moves<'a, G> {
        Moves {
            game,
            meter: Meter::new(limits, "going through the moves").scaled(STEPS_PER_OPTION, 1),
        }
    }

    /// The options of a position, if the limits allow to list them.
    pub(crate) fn options(
        &mut self,
        position: &G::Position,
        mover: Player,
    ) -> Result<Vec<G::Position>, Refusal> {
        let bound = self.game.option_bound(position);
        let listed = bound.saturating_mul(BYTES_PER_OPTION + self.game.bytes(position));
        self.meter.hold("the list of moves", listed)?;
        self.meter.afford(bound)?;
        let options = self.game.options_within(position, mover, self.meter.limits())?;
        self.meter.spend(options.len() as u64 + 1)?;
        Ok(options)
    }

    /// Where nobody can move: is it `winner` who wins, with `stuck` to move?
    pub(crate) fn ends_for(&self, winner: Player, position: &G::Position, stuck: Player) -> bool {
        self.game.ending(position, stuck) == winner
    }
}
