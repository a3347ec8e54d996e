//! Decides who wins each explored position.

use bouton_definition::Ruleset;
use bouton_values::Player;

use crate::explore::PositionGraph;

/// Who wins from a position with a given player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    Is(Player),
    /// Not decided yet; at the end, a draw by endless play.
    Nobody,
}

impl Winner {
    pub(crate) fn player(self) -> Option<Player> {
        match self {
            Winner::Is(player) => Some(player),
            Winner::Nobody => None,
        }
    }
}

/// Who wins from each position with Left, and with Right, to move.
#[derive(Default)]
pub(crate) struct Labels {
    winners: Vec<[Winner; 2]>,
    /// Where play has cycles: how many moves each decided state is from the end.
    distances: Vec<[u32; 2]>,
}

impl Labels {
    pub(crate) fn winner(&self, id: u32, mover: Player) -> Winner {
        self.winners[id as usize][mover.index()]
    }

    /// After how many moves play ends if the winner hurries and the loser delays, where play may go on for ever;
    /// 0 elsewhere. It does not depend on where the search began.
    pub(crate) fn distance(&self, id: u32, mover: Player) -> u32 {
        self.distances.get(id as usize).map_or(0, |both| both[mover.index()])
    }

    fn decide(&mut self, (id, mover): (u32, Player), winner: Winner, distance: u32) {
        self.winners[id as usize][mover.index()] = winner;
        self.distances[id as usize][mover.index()] = distance;
    }

    /// Labels the positions that were explored since the last call.
    pub(crate) fn extend<R: Ruleset>(&mut self, rules: &R, explored: &PositionGraph<R::Position>) {
        if explored.cyclic {
            *self = backwards_from_the_ends(rules, explored);
            return;
        }
        // Positions are finished after their options, so one pass in that order decides everything.
        let known = self.winners.len();
        self.winners.resize(explored.len(), [Winner::Nobody; 2]);
        for id in &explored.finished[known..] {
            for mover in Player::BOTH {
                let winner = by_definition(rules, explored, self, *id, mover);
                self.winners[*id as usize][mover.index()] = winner;
            }
        }
    }
}

/// The definition: a player who cannot move wins or loses as the ending says; a player who has an option from
/// which the opponent loses wins, and one whose opponent wins from every option loses.
fn by_definition<R: Ruleset>(
    rules: &R,
    explored: &PositionGraph<R::Position>,
    labels: &Labels,
    id: u32,
    mover: Player,
) -> Winner {
    let options = explored.options(id, mover);
    if options.is_empty() {
        return Winner::Is(rules.ending(explored.position(id), mover));
    }
    let after = |option: &u32| labels.winner(*option, mover.opponent());
    if options.iter().any(|option| after(option) == Winner::Is(mover)) {
        return Winner::Is(mover);
    }
    if options.iter().all(|option| after(option) == Winner::Is(mover.opponent())) {
        return Winner::Is(mover.opponent());
    }
    Winner::Nobody
}

/// Retrograde analysis, the states (position and mover) nearest to an end first: a mover wins as soon as
/// one option is won, and loses when the last option is lost. What is never decided is a draw.
fn backwards_from_the_ends<R: Ruleset>(rules: &R, explored: &PositionGraph<R::Position>) -> Labels {
    let mut labels = Labels {
        winners: vec![[Winner::Nobody; 2]; explored.len()],
        distances: vec![[u32::MAX; 2]; explored.len()],
    };
    let mut origins: Vec<[Vec<u32>; 2]> = vec![[Vec::new(), Vec::new()]; explored.len()];
    // How many options are not known to lose.
    let mut hopes: Vec<[usize; 2]> = vec![[0; 2]; explored.len()];
    let mut decided: Vec<(u32, Player)> = Vec::new();
    for id in 0..explored.len() as u32 {
        for mover in Player::BOTH {
            let options = explored.options(id, mover);
            for option in options {
                origins[*option as usize][mover.index()].push(id);
            }
            hopes[id as usize][mover.index()] = options.len();
            if options.is_empty() {
                let winner = by_definition(rules, explored, &labels, id, mover);
                labels.decide((id, mover), winner, 0);
                decided.push((id, mover));
            }
        }
    }
    let mut next = 0;
    while let Some((id, after)) = decided.get(next).copied() {
        next += 1;
        let (winner, distance) = (labels.winner(id, after), labels.distance(id, after) + 1);
        let mover = after.opponent();
        for origin in &origins[id as usize][mover.index()] {
            let hopes = &mut hopes[*origin as usize][mover.index()];
            *hopes -= usize::from(winner != Winner::Is(mover));
            let is_known = labels.winner(*origin, mover) != Winner::Nobody;
            if !is_known && (winner == Winner::Is(mover) || *hopes == 0) {
                labels.decide((*origin, mover), winner, distance);
                decided.push((*origin, mover));
            }
        }
    }
    labels
}
