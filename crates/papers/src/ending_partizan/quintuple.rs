//! Definition 1 as it stands: a set of positions, two option maps and two endings.

use bouton_lab::oracle::Oracle;
use bouton_lab::rules::{Limits, Ruleset};
use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use crate::frame::{Frame, Result, Tried};
use crate::judge::{listed, tuples};

/// A game on the positions 0, 1, …, all of whose options are smaller: up to names, every game with
/// that many positions in which no play is infinite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quintuple {
    /// f_L and f_R: for each position the bits of its options.
    pub(super) options: [Vec<u32>; 2],
    /// e_L and e_R: the positions where a stuck player wins, as bits; elsewhere a stuck player loses.
    pub(super) wins: [u32; 2],
}

/// The most positions of games that are played with all strategies.
const MOST: usize = 4;

impl Quintuple {
    /// All games on this many positions, each once; endings are given only where a player is stuck.
    pub(super) fn all(positions: usize) -> impl Iterator<Item = Quintuple> {
        let words: Vec<u32> = (0..1 << positions).collect();
        tuples(2, &maps(positions)).into_iter().flat_map(move |pair| {
            let options = [pair[1].clone(), pair[0].clone()];
            let stuck = options.each_ref().map(|map| stuck_in(map));
            let endings = tuples(2, &words).into_iter().map(|pair| [pair[1], pair[0]]);
            endings
                .filter(move |wins| wins[0] & !stuck[0] == 0 && wins[1] & !stuck[1] == 0)
                .map(move |wins| Quintuple { options: options.clone(), wins })
        })
    }

    /// f_L = f_R.
    pub(super) fn same_options(&self) -> bool {
        self.options[0] == self.options[1]
    }

    /// e_L = e_R, where both are defined; elsewhere the maps have different domains.
    pub(super) fn same_endings(&self) -> bool {
        self.wins[0] == self.wins[1] && stuck_in(&self.options[0]) == stuck_in(&self.options[1])
    }

    /// The outcome by Definition 3: who has a winning strategy, over all strategies of both. `None`
    /// if none of the four cases holds, or more than one.
    pub(super) fn outcome(&self, position: u8, names: Naming) -> Option<Outcome> {
        let strategies = Player::BOTH.map(|player| self.strategies(player));
        let wins = |who: Player, first: Player| {
            strategies[who.index()].iter().any(|mine| {
                let theirs = &strategies[who.opponent().index()];
                theirs.iter().all(|theirs| self.beats(position, first, who, [mine, theirs]))
            })
        };
        let [first, second] = [Player::BOTH, [Player::Right, Player::Left]]
            .map(|movers| [wins(Player::Left, movers[0]), wins(Player::Right, movers[1])]);
        let twice = |player: usize| first[player] && second[player];
        let cases = [twice(0), twice(1), first == [true; 2], second == [true; 2]];
        only_case(cases.into_iter().zip(names))
    }

    /// Plays to the end: does the owner of the first strategy win?
    fn beats(
        &self,
        mut position: u8,
        mut mover: Player,
        who: Player,
        both: [&Strategy; 2],
    ) -> bool {
        loop {
            match both[usize::from(mover != who)][usize::from(position)] {
                Some(next) => position = next,
                None => return self.ending(&position, mover) == who,
            }
            mover = mover.opponent();
        }
    }

    /// All ways to choose an option at each position.
    fn strategies(&self, player: Player) -> Vec<Strategy> {
        let positions = self.options[player.index()].iter().enumerate();
        let free = positions.filter(|(_, options)| **options != 0);
        free.fold(vec![[None; MOST]], |strategies, (position, options)| {
            let chosen = |mut strategy: Strategy| {
                bits(*options).map(move |choice| {
                    strategy[position] = Some(choice);
                    strategy
                })
            };
            strategies.into_iter().flat_map(chosen).collect()
        })
    }

    /// The oracle's letters of all positions.
    pub(super) fn letters(&self, limits: &Limits) -> Result<Vec<Outcome>> {
        let mut oracle = Oracle::new(self, limits.clone());
        (0..self.options[0].len() as u8).map(|position| oracle.outcome(&position)).collect()
    }

    /// A line for each position.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |position: usize| {
            let [left, right] = Player::BOTH.map(|player| {
                let options = listed(bits(self.options[player.index()][position]), " or ");
                match (options.is_empty(), self.wins[player.index()] >> position & 1 == 1) {
                    (false, _) => format!("{player:?} moves to {options}"),
                    (true, true) => format!("{player:?} is stuck and wins"),
                    (true, false) => format!("{player:?} is stuck and loses"),
                }
            });
            format!("position {position}: {left}; {right}")
        };
        (0..self.options[0].len()).rev().map(line).collect()
    }
}

/// An option for each position that has any.
type Strategy = [Option<u8>; MOST];

/// Which letters name the cases of Definition 3: a winning strategy has Left, whoever moves first; Right, whoever moves
/// first; whoever moves first; whoever moves second.
pub(super) type Naming = [Outcome; 4];

/// The letters as printed.
pub(super) const NAMING: Naming = [L, R, N, P];

/// The letter of the case that holds, if it is exactly one.
pub(super) fn only_case(cases: impl IntoIterator<Item = (bool, Outcome)>) -> Option<Outcome> {
    let mut holding = cases.into_iter().filter(|(holds, _)| *holds);
    let (_, letter) = holding.next()?;
    holding.next().is_none().then_some(letter)
}

impl Ruleset for Quintuple {
    type Position = u8;

    fn options(&self, position: &u8, mover: Player) -> Vec<u8> {
        bits(self.options[mover.index()][usize::from(*position)]).collect()
    }

    fn ending(&self, position: &u8, mover: Player) -> Player {
        let wins = self.wins[mover.index()] >> position & 1 == 1;
        if wins { mover } else { mover.opponent() }
    }

    fn option_bound(&self, _: &u8) -> u128 {
        32
    }
}

/// All option maps on this many positions.
fn maps(positions: usize) -> Vec<Vec<u32>> {
    (0..positions).fold(vec![Vec::new()], |maps: Vec<Vec<u32>>, position| {
        let longer = |options: u32| maps.iter().map(move |map| [&map[..], &[options]].concat());
        (0..1 << position).flat_map(longer).collect()
    })
}

fn stuck_in(map: &[u32]) -> u32 {
    map.iter().enumerate().fold(0, |stuck, (x, options)| stuck | u32::from(*options == 0) << x)
}

fn bits(word: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |bit| word >> bit & 1 == 1)
}

/// Looks at all games on at most this many positions, with the oracle's letters, until one breaks the claim.
pub(super) fn each_game(
    most: usize,
    frame: &Frame,
    mut look: impl FnMut(&mut Tried, &Quintuple, &[Outcome]),
) -> Result<Tried> {
    let games = (1..=most).flat_map(Quintuple::all);
    frame.forall("fewest positions first", games).claim(|tried, game| {
        look(tried, &game, &game.letters(&frame.limits)?);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 arrows or none on 2 positions: f has 2 values, and each stuck position 2 endings for each player.
    #[test]
    fn all_games_are_there_once() {
        let count = |positions| {
            let games: Vec<Quintuple> = Quintuple::all(positions).collect();
            let distinct =
                games.iter().map(|g| format!("{g:?}")).collect::<std::collections::HashSet<_>>();
            assert_eq!(games.len(), distinct.len());
            games.len()
        };
        assert_eq!([1, 2, 3].map(count), [4, 36, 900]);
    }
}
