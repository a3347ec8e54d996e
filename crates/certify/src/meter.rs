use bouton_rules::{FiniteGame, Limits, Position, Refusal, Ruleset};
use bouton_values::Player;

/// What listing an option, bringing it into canonical form and looking it up costs, about.
const STEPS_PER_OPTION: u128 = 500;
/// What an option takes while it is listed.
pub(crate) const BYTES_PER_OPTION: u128 = 128;

/// Lists options within the limits, and keeps count of what that has cost.
pub(crate) struct Meter<'a> {
    pub(crate) game: &'a FiniteGame,
    pub(crate) limits: &'a Limits,
    options: u128,
    calls: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(game: &'a FiniteGame, limits: &'a Limits) -> Meter<'a> {
        Meter { game, limits, options: 0, calls: 0 }
    }

    /// The options of a position, if the limits allow to list them.
    pub(crate) fn options(
        &mut self,
        position: &Position,
        mover: Player,
    ) -> Result<Vec<Position>, Refusal> {
        let bound = self.game.option_bound(position);
        let listed = bound.saturating_mul(BYTES_PER_OPTION + self.game.bytes(position));
        self.limits.check_memory("the list of moves", listed)?;
        let steps = self.options.saturating_add(bound).saturating_mul(STEPS_PER_OPTION);
        self.limits.check_steps("going through the moves", steps)?;
        if self.calls.is_multiple_of(1 << 10) {
            let done = u64::try_from(self.options * STEPS_PER_OPTION).unwrap_or(u64::MAX);
            self.limits.progress(done, self.limits.steps)?;
        }
        let options = self.game.options_within(position, mover, self.limits)?;
        self.options += options.len() as u128 + 1;
        self.calls += 1;
        Ok(options)
    }

    /// Where nobody can move: is it `winner` who wins, with `stuck` to move?
    pub(crate) fn ends_for(&self, winner: Player, position: &Position, stuck: Player) -> bool {
        self.game.ending(position, stuck) == winner
    }
}
