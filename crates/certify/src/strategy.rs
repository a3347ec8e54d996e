//! Strategies: positions that are lost for the winner's opponent, in an order that ends.
//!
//! # The argument
//! Let W be a player and m₁, m₂, … positions where W's opponent is to move, such that at each mᵢ
//! * if the opponent is stuck, the ending favours W;
//! * after each move of the opponent W is stuck and the ending favours W, or W can move to some mⱼ
//!   with j < i.
//!
//! Then W wins from each mᵢ: the index falls with each round, so play ends after at most i rounds,
//! and it ends in W's favour. This also holds where other lines of play go on for ever.
//!
//! If the game is impartial, Left and Right may change places in all of this. So one list serves
//! both, and the outcome is N or P.

use bouton_definition::Definition;
use bouton_values::{Limits, Outcome, Player, counted};
use rustc_hash::FxHashSet;

use crate::certificate::{First, Strategy};
use crate::moves::Moves;
use crate::position::Claim;
use crate::rejection::Rejection;

/// Verifies that each first player has the winner that the outcome says.
pub(crate) fn check<G: Definition>(
    claim: &Claim<'_, G>,
    strategies: &[Strategy],
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let game = claim.game;
    let mut sentences = Vec::new();
    let mut moves = Moves::new(game, limits);
    for (first, strategy) in cases(game, claim.outcome, strategies)? {
        let winner = winner(claim.outcome, first)?;
        let members = Members::check(&mut moves, claim, winner, &strategy.losing)?;
        members.check_start(&mut moves, claim, first)?;
        sentences.push(sentence(strategy, winner, first));
    }
    Ok(sentences)
}

/// Which strategy is for which first player; each one once.
fn cases<'s, G: Definition>(
    game: &G,
    outcome: Outcome,
    strategies: &'s [Strategy],
) -> Result<Vec<(Player, &'s Strategy)>, Rejection> {
    if let [both @ Strategy { first: First::Either, .. }] = strategies {
        check_impartial(game, outcome)?;
        return Ok(vec![(Player::Left, both)]);
    }
    let case = |first: Player| {
        let mut fitting = strategies.iter().filter(|strategy| strategy.first == first.into());
        match (fitting.next(), strategies.len()) {
            (Some(strategy), 2) => Ok((first, strategy)),
            _ => Err(Rejection::StrategyMissing { first }),
        }
    };
    Player::BOTH.into_iter().map(case).collect()
}

fn check_impartial<G: Definition>(game: &G, outcome: Outcome) -> Result<(), Rejection> {
    let reason = match (game.is_impartial(), outcome) {
        (true, Outcome::N | Outcome::P) => return Ok(()),
        (true, _) => "an impartial position is N or P",
        (false, _) => "the game is not impartial",
    };
    Err(Rejection::does_not_apply("one strategy for both players", reason))
}

fn winner(outcome: Outcome, first: Player) -> Result<Player, Rejection> {
    outcome
        .winner(first)
        .ok_or_else(|| Rejection::does_not_apply("a strategy", "nobody wins a draw"))
}

fn sentence(strategy: &Strategy, winner: Player, first: Player) -> String {
    let members = counted(strategy.losing.len(), "position");
    match (strategy.first, winner == first) {
        (First::Either, true) => {
            format!("the next player wins, by a strategy that lists {members}")
        }
        (First::Either, false) => {
            format!("the previous player wins, by a strategy that lists {members}")
        }
        _ => {
            format!("if {first} moves first, {winner} wins, by a strategy that lists {members}")
        }
    }
}

/// Positions where `winner` wins with the opponent to move, in canonical form.
struct Members<G: Definition> {
    winner: Player,
    positions: FxHashSet<G::Position>,
}

impl<G: Definition> Members<G> {
    /// Each text in turn must be a position that the earlier ones prove lost.
    fn check(
        moves: &mut Moves<'_, G>,
        claim: &Claim<'_, G>,
        winner: Player,
        texts: &[String],
    ) -> Result<Members<G>, Rejection> {
        let mut members = Members { winner, positions: FxHashSet::default() };
        for text in texts {
            let position = claim.game.position(text)?;
            members.check_lost(moves, &position)?;
            members.positions.insert(moves.game.canonical(&position));
        }
        Ok(members)
    }

    fn has(&self, game: &G, position: &G::Position) -> bool {
        self.positions.contains(&game.canonical(position))
    }

    /// At `position`, the opponent is to move and loses.
    fn check_lost(
        &self,
        moves: &mut Moves<'_, G>,
        position: &G::Position,
    ) -> Result<(), Rejection> {
        let opponent = self.winner.opponent();
        let options = moves.options(position, opponent)?;
        if options.is_empty() {
            return self.check_end(moves, position, opponent);
        }
        for option in &options {
            if !self.wins_next(moves, option)? {
                let (member, option) = (position.to_string(), option.to_string());
                return Err(Rejection::NoReply { member, option });
            }
        }
        Ok(())
    }

    /// At `position`, the winner is to move, and wins at once or moves to a member.
    fn wins_next(
        &self,
        moves: &mut Moves<'_, G>,
        position: &G::Position,
    ) -> Result<bool, Rejection> {
        let replies = moves.options(position, self.winner)?;
        if replies.is_empty() {
            self.check_end(moves, position, self.winner)?;
            return Ok(true);
        }
        Ok(replies.iter().any(|reply| self.has(moves.game, reply)))
    }

    fn check_end(
        &self,
        moves: &Moves<'_, G>,
        position: &G::Position,
        stuck: Player,
    ) -> Result<(), Rejection> {
        if moves.ends_for(self.winner, position, stuck) {
            return Ok(());
        }
        Err(Rejection::StuckAgainst { position: position.to_string(), stuck })
    }

    /// The members decide the start, and the winning move if one is given.
    fn check_start(
        &self,
        moves: &mut Moves<'_, G>,
        claim: &Claim<'_, G>,
        first: Player,
    ) -> Result<(), Rejection> {
        let start = &claim.position;
        let is_won = match first == self.winner {
            true => self.wins_next(moves, start)?,
            false => self.has(moves.game, start),
        };
        if !is_won {
            return Err(Rejection::StartNotWon { position: start.to_string(), first });
        }
        match &claim.winning_move {
            None => Ok(()),
            Some(option) => self.check_winning_move(moves, claim, first, option),
        }
    }

    fn check_winning_move(
        &self,
        moves: &mut Moves<'_, G>,
        claim: &Claim<'_, G>,
        first: Player,
        option: &G::Position,
    ) -> Result<(), Rejection> {
        let game = moves.game;
        let wanted = game.canonical(option);
        let options = moves.options(&claim.position, first)?;
        if !options.iter().any(|listed| game.canonical(listed) == wanted) {
            return Err(claim.illegal(option, first));
        }
        if !self.positions.contains(&wanted) {
            return Err(Rejection::MoveNotWinning { option: option.to_string() });
        }
        Ok(())
    }
}
