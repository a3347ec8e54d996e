//! Nimrod as the duels play it: the same rules as `nimrod` of the catalogue, on plain pairs of
//! numbers, and what is known of its positions.

use bouton_engines::{Ask, Bits, Chart, Finding, Window, sector};
use bouton_rules::{Game, Limits, Position, RateRules, Refusal, Ruleset};
use bouton_values::{Player, to_index};

use crate::game::Lists;
use crate::perfect::found;
use crate::strategy::{ByWorth, Strategy, Turn};

/// Nimrod: one changes the rate by at most 1 and takes as many tokens; who cannot, loses.
#[derive(Clone, Copy, Debug)]
pub struct Nimrod;

/// A position of Nimrod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The tokens of the pile.
    pub pile: u64,
    /// The number of tokens that the last move took; at least 1.
    pub rate: u64,
}

impl State {
    /// The state that a tuple `pile,rate` names.
    #[must_use]
    pub fn of(position: &Position) -> Option<State> {
        match position.tuple()? {
            [pile, rate] => Some(State { pile: *pile, rate: *rate }),
            _ => None,
        }
    }

    /// The states that a move leads to.
    pub fn options(self) -> impl Iterator<Item = State> {
        let choices = RateRules { reach: 1 }.choices(self.pile, self.rate);
        choices.map(move |rate| State { pile: self.pile - rate, rate })
    }

    /// Does the mover win, as far as the sector theorem says?
    ///
    /// No sector reaches (r+1)²: one that contains a pile has 2k ≤ r+1 (C_k; the others need larger rates) and ends
    /// below 2kr + k, so the pile is below (r+1)r + (r+1)/2 < (r+1)². That saves most of the search.
    #[must_use]
    pub fn known(self) -> Option<bool> {
        let beyond = (u128::from(self.rate) + 1).pow(2);
        if u128::from(self.pile) >= beyond {
            return None;
        }
        sector(self.pile, self.rate).map(|sector| sector.is_won())
    }

    /// Is 2p > r², as the paper draws the boundary of the core for the strategy Proposition?
    #[must_use]
    pub fn is_beyond_half_a_square(self) -> bool {
        2 * u128::from(self.pile) > u128::from(self.rate).pow(2)
    }
}

/// The first pile of the core at a rate, r²/2 + r/4 - 3/2 rounded up.
#[must_use]
pub fn core_begins(rate: u64) -> u128 {
    let rate = u128::from(rate);
    (2 * rate * rate + rate).saturating_sub(6).div_ceil(4)
}

impl Ruleset for Nimrod {
    type Position = State;

    fn options(&self, state: &State, _: Player) -> Vec<State> {
        state.options().collect()
    }

    fn ending(&self, _: &State, mover: Player) -> Player {
        mover.opponent()
    }

    fn option_bound(&self, _: &State) -> u128 {
        3
    }
}

impl Lists for Nimrod {
    fn list(&self, state: &State, _: Player, options: &mut Vec<State>) {
        options.clear();
        options.extend(state.options());
    }
}

/// A strategy for pairs, on the tuples of the catalogue's game.
pub(crate) struct OnTuples<'a>(pub(crate) Box<dyn Strategy<State> + 'a>);

impl Strategy<Position> for OnTuples<'_> {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        let states = turn.options.iter().map(State::of).collect::<Option<Vec<State>>>();
        let (Some(position), Some(options)) = (State::of(turn.position), states) else {
            return Err(Refusal::bad(
                format!("{} is not a pile with a rate", turn.position),
                "this strategy plays Nimrod only",
            ));
        };
        self.0.pick(Turn { position: &position, options: &options, mover: turn.mover }, picked)
    }
}

/// Plays into a sector D_k where one can be reached; a careful one also avoids A_k, B_k and C_k.
pub(crate) fn sectors(careful: bool) -> impl Strategy<State> {
    ByWorth(move |option: &State| match option.known() {
        Some(false) => 2,
        Some(true) if careful => 0,
        _ => 1,
    })
}

/// The winners of all states that play from one state can reach, a bit for each position of the core.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// The lost piles at the rates 1, 2, ….
    rows: Vec<Bits>,
}

impl Outcomes {
    /// Works out all that can be reached from a state, by the engine for whole rows.
    ///
    /// Rates above the last row are met outside the core only: to get from rate r₀ to r one takes
    /// r₀+1, …, r at least, and what is left of the pile is less than the core needs.
    pub fn reachable_from(start: State, limits: &Limits) -> Result<Outcomes, Refusal> {
        let sum_to = |rate: u64| u128::from(rate) * (u128::from(rate) + 1) / 2;
        let is_met = |rate: u64| {
            let taken = sum_to(rate) - sum_to(start.rate);
            u128::from(start.pile) >= taken + core_begins(rate)
        };
        let last = (start.rate..).find(|rate| !is_met(rate + 1)).unwrap_or(start.rate);
        Outcomes::of_window(start.pile, last, limits)
    }

    /// The winners of all states with piles up to `pile` and rates from 1 to `rate`.
    pub fn of_window(pile: u64, rate: u64, limits: &Limits) -> Result<Outcomes, Refusal> {
        let game = Game::parse("nimrod")?;
        let window = Window { x: 0..pile.saturating_add(1), y: 1..rate.saturating_add(1) };
        match found(&game, &Ask::chart(window, Vec::new()), limits)? {
            Some(Finding::Chart(Chart::Losing(rows))) => Ok(Outcomes { rows }),
            _ => Err(Refusal::bad(
                format!("Nimrod's chart to {pile},{rate} is not known"),
                "start from a smaller pile",
            )),
        }
    }

    /// Is the state lost for the mover? The state lies in the window, or can be reached from the start.
    #[must_use]
    pub fn is_lost(&self, state: State) -> bool {
        match self.rows.get(to_index(state.rate) - 1) {
            Some(row) => row.get(to_index(state.pile)),
            None => state.known() == Some(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;
    use bouton_values::Outcome;

    use super::*;

    #[test]
    fn the_rules_are_those_of_the_catalogue() {
        let game = Game::parse("nimrod").unwrap();
        let game = game.finite().unwrap();
        for (pile, rate) in (0..60).flat_map(|pile| (1..20).map(move |rate| (pile, rate))) {
            let position = Position::Tuple(vec![pile, rate]);
            let wanted: Vec<State> = game
                .options(&position, Player::Left)
                .iter()
                .map(|option| State::of(option).unwrap())
                .collect();
            assert_eq!(Nimrod.options(&State { pile, rate }, Player::Left), wanted);
            assert_eq!(
                Nimrod.ending(&State { pile, rate }, Player::Left),
                game.ending(&position, Player::Left)
            );
        }
    }

    #[test]
    fn the_shortcut_misses_no_sector() {
        for rate in 1..=60 {
            for pile in 0..=4 * rate * rate + 10 {
                let wanted = sector(pile, rate).map(|sector| sector.is_won());
                assert_eq!(State { pile, rate }.known(), wanted, "({pile},{rate})");
            }
        }
        let huge = State { pile: 1_000_000_000_000_000_000, rate: 1_000_000_000_000_000_000 };
        assert_eq!(huge.known(), sector(huge.pile, huge.rate).map(|sector| sector.is_won()));
    }

    /// From each start, every position that can be reached.
    #[test]
    fn the_outcomes_are_the_oracles() {
        let mut oracle = Oracle::new(&Nimrod, Limits::default());
        for start in [(300, 1), (120, 9), (40, 12), (3, 1), (0, 1), (5, 30), (90, 14)] {
            let start = State { pile: start.0, rate: start.1 };
            let outcomes = Outcomes::reachable_from(start, &Limits::default()).unwrap();
            let (mut seen, mut stack) = (std::collections::HashSet::from([start]), vec![start]);
            while let Some(state) = stack.pop() {
                let lost = oracle.outcome(&state).unwrap() == Outcome::P;
                assert_eq!(outcomes.is_lost(state), lost, "{state:?} from {start:?}");
                let options = Nimrod.options(&state, Player::Left);
                stack.extend(options.into_iter().filter(|option| seen.insert(*option)));
            }
        }
    }
}
