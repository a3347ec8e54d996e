//! Plays one game between two strategies.

use bouton_rules::{FiniteGame, Limits, Refusal, Ruleset};
use bouton_values::Player;
use rand::rngs::ChaCha8Rng;

use crate::strategy::{Strategy, Turn, draw};

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The player who won; `None` if the game was stopped.
    pub winner: Option<Player>,
    /// The number of moves that were made.
    pub moves: u64,
}

/// Rules that can list options without asking for new memory each time.
pub(crate) trait Lists: Ruleset {
    /// Puts the options into a list, which is emptied before.
    fn list(&self, position: &Self::Position, mover: Player, options: &mut Vec<Self::Position>) {
        *options = self.options(position, mover);
    }
}

impl Lists for FiniteGame {}

/// Rules, a start, and who plays.
pub(crate) struct Table<'a, R: Ruleset> {
    pub(crate) rules: R,
    pub(crate) start: R::Position,
    /// Left's strategy and Right's.
    pub(crate) players: [Box<dyn Strategy<R::Position> + 'a>; 2],
    /// After this many moves a game is stopped, if it need not end by itself.
    pub(crate) most_moves: Option<u64>,
}

/// Moves between two looks at the limits.
const MOVES_A_LOOK: u64 = 1 << 16;
/// What a move costs, about.
const STEPS_A_MOVE: u64 = 100;

impl<R: Lists> Table<'_, R> {
    /// Plays a game in which `first` moves first.
    pub(crate) fn play(
        &self,
        first: Player,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<GameResult, Refusal> {
        let (mut position, mut mover, mut moves) = (self.start.clone(), first, 0);
        let (mut options, mut picked) = (Vec::new(), Vec::new());
        let mut tried: u128 = 0;
        loop {
            // What is tried takes time, whether or not it is an option.
            tried = tried.saturating_add(self.rules.option_bound(&position));
            limits.check_steps("a single game", tried)?;
            self.rules.list(&position, mover, &mut options);
            if options.is_empty() {
                return Ok(GameResult { winner: Some(self.rules.ending(&position, mover)), moves });
            }
            if self.most_moves == Some(moves) {
                return Ok(GameResult { winner: None, moves });
            }
            picked.clear();
            let turn = Turn { position: &position, options: &options, mover };
            self.players[mover.index()].pick(turn, &mut picked)?;
            position = options.swap_remove(draw(&picked, random));
            mover = mover.opponent();
            moves += 1;
            if moves.is_multiple_of(MOVES_A_LOOK) {
                let steps = u128::from(moves) * u128::from(STEPS_A_MOVE);
                limits.check_steps("a single game", steps)?;
                limits.progress(moves, moves)?;
            }
        }
    }
}
