//! The definitions, written to be read: who wins a position, and its nim-value.
//!
//! Everything finite can be solved here, within the limits that the caller sets. The fast engines
//! are compared with this crate; it knows nothing of them.
//!
//! # Main definitions
//! * [`Oracle::outcome`]: a player wins who has an option from which the opponent, to move, loses; a player who
//!   cannot move wins or loses as the ending says (Definition 3 and Proposition 2 of *On Ending Partizan
//!   Subtraction Nim*, for games with endings). Where play may go on for ever, whatever cannot be decided
//!   backwards from the ends is a draw, for each player who may begin.
//! * [`Oracle::nim_value`]: the least nim-value that no option has (Sprague, Grundy).
//!
//! # Implementation notes
//! All positions that can be reached are listed first, by a search with an explicit stack, so that long
//! games cannot overflow the call stack. If the search met no cycle, each position is labelled after its
//! options; otherwise all are labelled backwards from the ends (retrograde analysis).
//!
//! ```
//! use bouton_definition::{Definition, Game};
//! use bouton_oracle::Oracle;
//! use bouton_values::{Limits, Nimber, Outcome};
//!
//! let game = Game::read("nim")?;
//! let mut oracle = Oracle::new(&game, Limits::default());
//! assert_eq!(oracle.outcome(&game.position("3,4,7")?)?, Outcome::P);
//! assert_eq!(oracle.nim_value(&game.position("3,4,6")?)?, Some(Nimber(1)));
//! # Ok::<(), bouton_values::Refusal>(())
//! ```

mod explore;
mod label;

use bouton_definition::Ruleset;
use bouton_values::{Limits, Nimber, Outcome, Player, Refusal, mex};

use explore::PositionGraph;
use label::{Labels, Winner};

/// Solves positions of one ruleset by definition, and remembers what it has worked out.
pub struct Oracle<'a, R: Ruleset> {
    rules: &'a R,
    explored: PositionGraph<R::Position>,
    labels: Labels,
    /// The nim-values of explored positions, in the order of `explored.finished`.
    nim_values: Vec<Option<Nimber>>,
    limits: Limits,
}

/// The verdict of the oracle: who wins from a position, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<P> {
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The options with which Left, moving first, wins.
    pub left: Vec<P>,
    /// The options with which Right, moving first, wins.
    pub right: Vec<P>,
}

impl<'a, R: Ruleset> Oracle<'a, R> {
    /// An oracle for these rules, which stays within these limits.
    pub fn new(rules: &'a R, limits: Limits) -> Oracle<'a, R> {
        Oracle {
            rules,
            explored: PositionGraph::default(),
            labels: Labels::default(),
            nim_values: Vec::new(),
            limits,
        }
    }

    /// The outcome of `position`, by the definition.
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, Refusal> {
        let id = self.explore(position)?;
        Ok(self.outcome_of(id))
    }

    /// Who wins from `position`, and by which moves.
    pub fn verdict(&mut self, position: &R::Position) -> Result<Verdict<R::Position>, Refusal> {
        let outcome = self.outcome(position)?;
        let [left, right] = Player::BOTH.map(|mover| self.winning_options(position, mover));
        Ok(Verdict { outcome, left: left?, right: right? })
    }

    /// The options with which `mover`, moving first, wins. Where play may go on for ever, those after which the
    /// game ends soonest come first: a player who always takes the first one brings the end nearer with every
    /// move, even if each position is a new question.
    pub fn winning_options(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Position>, Refusal> {
        // All options are known from here on, and their distances belong together.
        self.explore(position)?;
        let mut winning = Vec::new();
        for option in self.rules.options_within(position, mover, &self.limits)? {
            let id = self.explore(&option)?;
            if self.labels.winner(id, mover.opponent()) == Winner::Is(mover) {
                winning.push((self.labels.distance(id, mover.opponent()), option));
            }
        }
        winning.sort_by_key(|(distance, _)| *distance);
        Ok(winning.into_iter().map(|(_, option)| option).collect())
    }

    /// The least nim-value that no option has. `None` where play may go on for ever: then there may
    /// be none.
    ///
    /// The rules must be impartial and the play normal, which is not checked: only Left's options are looked at.
    pub fn nim_value(&mut self, position: &R::Position) -> Result<Option<Nimber>, Refusal> {
        let id = self.explore(position)?;
        if self.explored.cyclic {
            return Ok(None);
        }
        self.nim_values.resize(self.explored.len(), None);
        for index in 0..self.explored.finished.len() {
            let finished = self.explored.finished[index];
            if self.nim_values[finished as usize].is_none() {
                let options = self.explored.options(finished, Player::Left);
                let values = options.iter().filter_map(|option| self.nim_values[*option as usize]);
                self.nim_values[finished as usize] = Some(mex(values));
            }
        }
        Ok(self.nim_values[id as usize])
    }

    /// The number of positions that have been worked out so far.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.explored.len()
    }

    fn explore(&mut self, position: &R::Position) -> Result<u32, Refusal> {
        let known = self.explored.len();
        let added = self.explored.add(self.rules, position, &self.limits);
        if added.is_err() {
            // The list of positions was emptied; the labels go with it.
            self.labels = Labels::default();
            self.nim_values.clear();
        }
        let id = added?;
        if self.explored.len() > known {
            self.labels.extend(self.rules, &self.explored);
        }
        Ok(id)
    }

    fn outcome_of(&self, id: u32) -> Outcome {
        let [left_first, right_first] =
            Player::BOTH.map(|first| self.labels.winner(id, first).player());
        Outcome::from_winners(left_first, right_first)
    }
}
