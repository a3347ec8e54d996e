//! Says of each explored position who wins it.

use bouton_rules::Ruleset;
use bouton_values::Player;

use crate::explore::Explored;

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
    /// Where positions lead in circles: the place of each state in the order in which they were
    /// decided. Each decision rests on earlier ones only.
    decided: Vec<[u32; 2]>,
}

impl Labels {
    pub(crate) fn winner(&self, id: u32, mover: Player) -> Winner {
        self.winners[id as usize][mover.index()]
    }

    /// Small for states that are near the end of the game, where play may go on for ever; else 0.
    pub(crate) fn order(&self, id: u32, mover: Player) -> u32 {
        self.decided.get(id as usize).map_or(0, |places| places[mover.index()])
    }

    /// Labels the positions that were explored since the last call.
    pub(crate) fn extend<R: Ruleset>(&mut self, rules: &R, explored: &Explored<R::Position>) {
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

/// The definition: a stuck mover's fate is the ending's; a mover wins who has an option where the
/// opponent loses, and loses if the opponent wins at every option.
fn by_definition<R: Ruleset>(
    rules: &R,
    explored: &Explored<R::Position>,
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

/// Retrograde analysis: whenever a state (position and mover) is decided, look again at the states
/// that lead to it. What is never decided is a draw.
fn backwards_from_the_ends<R: Ruleset>(rules: &R, explored: &Explored<R::Position>) -> Labels {
    let mut labels = Labels {
        winners: vec![[Winner::Nobody; 2]; explored.len()],
        decided: vec![[u32::MAX; 2]; explored.len()],
    };
    let mut place = 0;
    let mut origins: Vec<[Vec<u32>; 2]> = vec![[Vec::new(), Vec::new()]; explored.len()];
    let mut look: Vec<(u32, Player)> = Vec::new();
    for id in 0..explored.len() as u32 {
        for mover in Player::BOTH {
            for option in explored.options(id, mover) {
                origins[*option as usize][mover.index()].push(id);
            }
            look.push((id, mover));
        }
    }
    while let Some((id, mover)) = look.pop() {
        if labels.winner(id, mover) != Winner::Nobody {
            continue;
        }
        let winner = by_definition(rules, explored, &labels, id, mover);
        if winner != Winner::Nobody {
            labels.winners[id as usize][mover.index()] = winner;
            labels.decided[id as usize][mover.index()] = place;
            place += 1;
            let before = mover.opponent();
            look.extend(
                origins[id as usize][before.index()].iter().map(|origin| (*origin, before)),
            );
        }
    }
    labels
}
