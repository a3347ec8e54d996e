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

type Winners = Vec<[Winner; 2]>;

/// Labels the positions that were explored since the last call.
pub(crate) fn extend<R: Ruleset>(
    rules: &R,
    explored: &Explored<R::Position>,
    winners: &mut Winners,
) {
    if explored.cyclic {
        *winners = backwards_from_the_ends(rules, explored);
        return;
    }
    // Positions are finished after their options, so one pass in that order decides everything.
    let known = winners.len();
    winners.resize(explored.len(), [Winner::Nobody; 2]);
    for id in &explored.finished[known..] {
        for mover in Player::BOTH {
            winners[*id as usize][mover.index()] =
                by_definition(rules, explored, winners, *id, mover);
        }
    }
}

/// The definition: a stuck mover's fate is the ending's; a mover wins who has an option where the
/// opponent loses, and loses if the opponent wins at every option.
fn by_definition<R: Ruleset>(
    rules: &R,
    explored: &Explored<R::Position>,
    winners: &Winners,
    id: u32,
    mover: Player,
) -> Winner {
    let options = explored.options(id, mover);
    if options.is_empty() {
        return Winner::Is(rules.ending(explored.position(id), mover));
    }
    let after = |option: &u32| winners[*option as usize][mover.opponent().index()];
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
fn backwards_from_the_ends<R: Ruleset>(rules: &R, explored: &Explored<R::Position>) -> Winners {
    let mut winners = vec![[Winner::Nobody; 2]; explored.len()];
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
        if winners[id as usize][mover.index()] != Winner::Nobody {
            continue;
        }
        let winner = by_definition(rules, explored, &winners, id, mover);
        if winner != Winner::Nobody {
            winners[id as usize][mover.index()] = winner;
            let before = mover.opponent();
            look.extend(
                origins[id as usize][before.index()].iter().map(|origin| (*origin, before)),
            );
        }
    }
    winners
}
