//! The meaning of a program, for reading: legal positions, options, the winner where a player is stuck.
//!
//! Nothing here is clever. A move's steps are followed one by one; what comes out is an option if it is legal.

mod bound;
mod context;
mod options;

use bouton_values::Player;

use crate::ir::{Condition, End, Program, Shape, Winner};
#[cfg(feature = "facts")]
pub(crate) use bound::never_holds;
use context::Context;
pub use options::Listing;

impl Program {
    /// Is the tuple a legal position? Its length is right.
    #[must_use]
    pub fn is_legal(&self, tuple: &[u64]) -> bool {
        self.broken(tuple).is_none()
    }

    /// Which of the conditions in [`Program::legal`] fails, if one does; the number of conditions, if a number is
    /// too large.
    #[must_use]
    pub fn broken(&self, tuple: &[u64]) -> Option<usize> {
        if tuple.iter().any(|number| i128::from(*number) > Program::LARGEST) {
            return Some(self.legal.len());
        }
        self.legal.iter().position(|condition| !self.holds(condition, tuple))
    }

    /// What a condition sees of a position; in the place of a chosen heap, there is none.
    fn context<'a>(&self, tuple: &'a [u64]) -> Context<'a> {
        match &self.shape {
            Shape::Named(_) => Context::new(tuple, tuple),
            Shape::Many(..) => Context::new(tuple, &[0]),
        }
    }

    fn holds(&self, condition: &Condition, tuple: &[u64]) -> bool {
        let mut context = self.context(tuple);
        match &self.shape {
            Shape::Many(..) if condition.mentions(&|slot| slot == 0) => tuple.iter().all(|heap| {
                context.set(0, (*heap).into());
                context.holds(condition)
            }),
            _ => context.holds(condition),
        }
    }

    /// The winner where `stuck` has no option.
    #[must_use]
    pub fn winner(&self, tuple: &[u64], stuck: Player) -> Player {
        let context = self.context(tuple);
        let mut end = &self.end;
        loop {
            match end {
                End::If(condition, then, otherwise) => {
                    end = if context.holds(condition) { then } else { otherwise };
                }
                End::Always(winner) => return winner.player(stuck),
            }
        }
    }

    /// Completes a tuple whose last numbers were left out and have defaults; others stay as they are.
    #[must_use]
    pub fn fill(&self, mut tuple: Vec<u64>) -> Vec<u64> {
        let Shape::Named(names) = &self.shape else { return tuple };
        while let Some((_, Some(default))) = names.get(tuple.len()) {
            let value = Context::new(&tuple, &tuple).value(default);
            // What lies beyond the largest number is left for the check of legal positions to refuse.
            tuple.push(value.clamp(0, Program::LARGEST + 1) as u64);
        }
        tuple
    }
}

impl Winner {
    /// The player who wins where `stuck` cannot move.
    #[must_use]
    pub fn player(self, stuck: Player) -> Player {
        match self {
            Winner::Left => Player::Left,
            Winner::Right => Player::Right,
            Winner::Normal => stuck.opponent(),
            Winner::Misere => stuck,
        }
    }
}
