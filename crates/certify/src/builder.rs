//! Writes strategies out, for whoever can solve positions.

use std::fmt::{Debug, Display};

use bouton_definition::Definition;
use bouton_values::{Limits, Outcome, Player, Refusal};
use rustc_hash::FxHashSet;

use crate::certificate::{First, Strategy};
use crate::moves::{BYTES_PER_OPTION, Moves};

/// Writes out the strategy of a player who wins, as certificates list it.
#[derive(Clone, Copy, Debug)]
pub struct StrategyBuilder<'a, G> {
    /// The game that the certificate is about.
    pub game: &'a G,
    /// What the work may cost.
    pub limits: &'a Limits,
    /// The most positions that a strategy may list.
    pub most: usize,
}

/// Says with which option the player to move wins, if there is one.
///
/// Where play may go on for ever, the option must bring the end nearer: one that merely keeps the
/// win leads in a circle, and the builder refuses.
pub type Solver<'s, P> = dyn FnMut(&P, Player) -> Result<Option<P>, Refusal> + 's;

/// Why there is no strategy to write out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError<P: Debug + Display> {
    /// Nobody wins a draw.
    #[error("a draw has no winning strategy")]
    Draw,
    /// It would be longer than allowed.
    #[error("the strategy needs more than {most} positions")]
    TooLong {
        /// How many are allowed.
        most: usize,
    },
    /// The replies lead in a circle.
    #[error("the replies lead back to {position}")]
    Circle {
        /// A position that was met twice.
        position: P,
    },
    /// The solver, or the ending, does not let the player win who is said to.
    #[error("{position} is not won as claimed")]
    NotWon {
        /// Where it failed.
        position: P,
    },
    /// The solver failed, or a limit was exceeded.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl<G: Definition<Position: Debug>> StrategyBuilder<'_, G> {
    /// Strategies for both first players, one for both where the game is impartial.
    pub fn strategies(
        &self,
        start: &G::Position,
        outcome: Outcome,
        solve: &mut Solver<'_, G::Position>,
    ) -> Result<Vec<Strategy>, StrategyError<G::Position>> {
        let cases = match self.game.is_impartial() {
            true => vec![(First::Either, Player::Left)],
            false => Player::BOTH.map(|first| (first.into(), first)).to_vec(),
        };
        let strategy = |(label, first)| {
            let winner = outcome.winner(first).ok_or(StrategyError::Draw)?;
            let losing = self.losing(start, first, winner, solve)?;
            Ok(Strategy { first: label, losing: losing.iter().map(ToString::to_string).collect() })
        };
        cases.into_iter().map(strategy).collect()
    }

    /// The positions that `winner` always returns to, with `first` moving first from `start`: each
    /// is lost for the opponent by way of earlier ones.
    pub fn losing(
        &self,
        start: &G::Position,
        first: Player,
        winner: Player,
        solve: &mut Solver<'_, G::Position>,
    ) -> Result<Vec<G::Position>, StrategyError<G::Position>> {
        let mut search = Search {
            moves: Moves::new(self.game, self.limits),
            most: self.most,
            winner,
            solve,
            open: Vec::new(),
            opened: FxHashSet::default(),
            closed: FxHashSet::default(),
            losing: Vec::new(),
            held: 0,
        };
        match first == winner {
            true => search.reply(start)?.map_or(Ok(()), |member| search.open(member))?,
            false => search.open(start.clone())?,
        }
        search.run()
    }
}

/// Depth first through the winner's replies, with a stack of its own; a member is listed when all
/// replies that lead from it are.
struct Search<'a, 's, 't, G: Definition> {
    moves: Moves<'a, G>,
    most: usize,
    winner: Player,
    solve: &'s mut Solver<'t, G::Position>,
    open: Vec<Frame<G::Position>>,
    /// Canonical forms of all members, listed or not.
    opened: FxHashSet<G::Position>,
    /// Canonical forms of the listed members.
    closed: FxHashSet<G::Position>,
    losing: Vec<G::Position>,
    /// How many moves of the opponent the stack holds.
    held: u128,
}

/// A member, and the moves of the opponent that are still to be answered.
struct Frame<P> {
    member: P,
    moves: Vec<P>,
}

impl<G: Definition<Position: Debug>> Search<'_, '_, '_, G> {
    fn run(mut self) -> Result<Vec<G::Position>, StrategyError<G::Position>> {
        while let Some(frame) = self.open.last_mut() {
            let Some(option) = frame.moves.pop() else {
                self.close();
                continue;
            };
            self.held -= 1;
            if let Some(member) = self.reply(&option)? {
                self.open(member)?;
            }
        }
        Ok(self.losing)
    }

    /// The member that the winner moves to; `None` where none has to be added, because the game is
    /// over or a listed one can be reached.
    fn reply(
        &mut self,
        position: &G::Position,
    ) -> Result<Option<G::Position>, StrategyError<G::Position>> {
        let game = self.moves.game;
        let not_won = || StrategyError::NotWon { position: position.clone() };
        let mut replies = self.moves.options(position, self.winner)?;
        if replies.is_empty() {
            let is_won = self.moves.ends_for(self.winner, position, self.winner);
            return if is_won { Ok(None) } else { Err(not_won()) };
        }
        if replies.iter().any(|reply| self.closed.contains(&game.canonical(reply))) {
            return Ok(None);
        }
        let chosen = (self.solve)(position, self.winner)?.ok_or_else(not_won)?;
        // The option as it is listed here can be written and read; a canonical form perhaps not.
        let chosen = game.canonical(&chosen);
        let place = replies.iter().position(|reply| game.canonical(reply) == chosen);
        place.map(|place| Some(replies.swap_remove(place))).ok_or_else(not_won)
    }

    fn open(&mut self, member: G::Position) -> Result<(), StrategyError<G::Position>> {
        let opponent = self.winner.opponent();
        if !self.opened.insert(self.moves.game.canonical(&member)) {
            return Err(StrategyError::Circle { position: member });
        }
        if self.opened.len() > self.most {
            return Err(StrategyError::TooLong { most: self.most });
        }
        let moves = self.moves.options(&member, opponent)?;
        if moves.is_empty() && !self.moves.ends_for(self.winner, &member, opponent) {
            return Err(StrategyError::NotWon { position: member });
        }
        self.held += moves.len() as u128;
        let bytes = self.held.saturating_mul(BYTES_PER_OPTION);
        self.moves.meter.hold("writing the strategy out", bytes)?;
        self.open.push(Frame { member, moves });
        Ok(())
    }

    fn close(&mut self) {
        if let Some(Frame { member, .. }) = self.open.pop() {
            self.closed.insert(self.moves.game.canonical(&member));
            self.losing.push(member);
        }
    }
}
