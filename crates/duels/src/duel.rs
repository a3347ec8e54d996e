//! Two strategies against each other: games from seeds, and the exact chance.

use std::cmp::Reverse;
use std::ops::Range;

use bouton_rules::{Ending, FiniteGame, Game, Limits, Picture, Position, Refusal, Ruleset, Spec};
use bouton_values::Player;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::exact;
use crate::game::{GameResult, Table};
use crate::model::Proposition;
use crate::name::StrategyName;
use crate::nimrod::{Nimrod, OnTuples, Outcomes, State, sectors};
use crate::perfect::perfect;
use crate::strategy::{ByWorth, Strategy, Turn};
use crate::tally::Tally;
use crate::thumb::{is_paired, nim_sum};

/// Two strategies, a game and where it starts. The first strategy plays Left, the second Right.
pub struct Duel<'a> {
    arena: Arena<'a>,
    settings: Settings,
    /// The seed of these games: that of the settings, mixed with the start.
    seed: u64,
}

/// The seed of the games, and who begins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of the random numbers.
    pub seed: u64,
    /// Does the second strategy move first in every other game? Otherwise the first always does.
    pub alternate: bool,
}

/// Nimrod on plain pairs of numbers, or any game.
enum Arena<'a> {
    Nimrod(Table<'a, Nimrod>),
    Any(Table<'a, FiniteGame>),
}

/// A game that need not end is stopped after this many moves.
const MOST_MOVES: u64 = 10_000;

/// A position with more options is not played from.
const MOST_OPTIONS: u128 = 1_000_000;

impl<'a> Duel<'a> {
    /// Gets both strategies ready; perfect play may have much to work out.
    pub fn new(
        game: &'a Game,
        start: &Position,
        players: [StrategyName; 2],
        settings: Settings,
        limits: &Limits,
    ) -> Result<Duel<'a>, Refusal> {
        let seats = Seats::at(game, start, limits)?;
        let finite = seats.finite;
        if finite.option_bound(start) > MOST_OPTIONS {
            return Err(Refusal::bad(
                format!("{start} has too many moves to choose from"),
                format!("start from a position with at most {MOST_OPTIONS}"),
            ));
        }
        let arena = match seats.state {
            Some(state) if players.iter().all(|name| plays_pairs(*name)) => {
                let [left, right] = players.map(|name| seats.on_pairs(name));
                let players = [left?, right?];
                Arena::Nimrod(Table { rules: Nimrod, start: state, players, most_moves: None })
            }
            _ => {
                let [left, right] = players.map(|name| seats.on_positions(name));
                let players = [left?, right?];
                let ends = finite.profile().terminates.holds();
                let most_moves = (!ends).then_some(MOST_MOVES);
                let (rules, start) = (finite.clone(), start.clone());
                Arena::Any(Table { rules, start, players, most_moves })
            }
        };
        Ok(Duel { arena, settings, seed: mixed(settings.seed, start) })
    }

    /// Plays the game with this number. Its random numbers are the stream of this number of a
    /// generator whose seed is made of the given one and the start: they depend on nothing else.
    pub fn play(&self, index: u64, limits: &Limits) -> Result<GameResult, Refusal> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(index);
        let first = match self.settings.alternate && index % 2 == 1 {
            true => Player::Right,
            false => Player::Left,
        };
        match &self.arena {
            Arena::Nimrod(table) => table.play(first, &mut random, limits),
            Arena::Any(table) => table.play(first, &mut random, limits),
        }
    }

    /// Plays the games with these numbers.
    pub fn tally(&self, games: Range<u64>, limits: &Limits) -> Result<Tally, Refusal> {
        let mut tally = Tally::default();
        for index in games.clone() {
            tally = tally + Tally::of(self.play(index, limits)?);
            limits.progress(tally.games, games.end - games.start)?;
        }
        Ok(tally)
    }

    /// The exact chance that the first strategy wins a game; the mean over both starts if they alternate.
    pub fn exact(&self, limits: &Limits) -> Result<f64, Refusal> {
        let starts = if self.settings.alternate { &Player::BOTH[..] } else { &Player::BOTH[..1] };
        let chance = match &self.arena {
            Arena::Nimrod(table) => exact::nimrod(table, limits)?,
            Arena::Any(table) => exact::any(table, starts, limits)?,
        };
        Ok(starts.iter().map(|first| chance[first.index()]).sum::<f64>() / starts.len() as f64)
    }
}

/// The exact chance that a strategy, to move in a position, plays one of the options that are wanted.
///
/// ```
/// use bouton_duels::{StrategyName, chance_of};
/// use bouton_rules::{Game, Limits};
/// use bouton_values::Player;
///
/// let game = Game::parse("nim")?;
/// let [start, wanted] = [game.position("3,4,6")?, game.position("2,4,6")?];
/// let random = StrategyName::parse("random")?;
/// let chance = chance_of(random, &game, (&start, Player::Left), &[wanted], &Limits::default())?;
/// assert_eq!(chance, 1.0 / 13.0);
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
pub fn chance_of(
    name: StrategyName,
    game: &Game,
    (position, mover): (&Position, Player),
    wanted: &[Position],
    limits: &Limits,
) -> Result<f64, Refusal> {
    let seats = Seats::at(game, position, limits)?;
    let options = seats.finite.options_within(position, mover, limits)?;
    if options.is_empty() {
        return Ok(0.0);
    }
    let mut picked = Vec::new();
    let turn = Turn { position, options: &options, mover };
    seats.on_positions(name)?.pick(turn, &mut picked)?;
    let right = picked.iter().filter(|index| wanted.contains(&options[**index])).count();
    Ok(right as f64 / picked.len() as f64)
}

/// Games from different starts draw different numbers, so that they are independent: the hash of
/// Fowler, Noll and Vo, begun with the seed.
fn mixed(seed: u64, start: &Position) -> u64 {
    start.to_string().bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Is it Nimrod itself: a reach of 1, under normal play?
pub(crate) fn is_nimrod(game: &FiniteGame) -> bool {
    game.ending == Ending::Normal && matches!(&game.spec, Spec::Rate(rules) if rules.reach == 1)
}

/// Are its positions heaps, or coins on a line, or of a sum those of all components?
pub(crate) fn has_heaps(spec: &Spec) -> bool {
    match spec {
        Spec::Sum(components) => components.iter().all(has_heaps),
        _ => spec
            .tuple_rules()
            .is_some_and(|rules| matches!(rules.picture(), Picture::Heaps | Picture::NumberLine)),
    }
}

/// Does the strategy know how to play on plain pairs of numbers?
fn plays_pairs(name: StrategyName) -> bool {
    matches!(name, StrategyName::Random | StrategyName::Perfect) || name.is_for_nimrod()
}

/// What a strategy may need to get ready.
struct Seats<'a, 's> {
    game: &'a Game,
    finite: &'a FiniteGame,
    start: &'s Position,
    /// The start, if the game is Nimrod.
    state: Option<State>,
    limits: &'s Limits,
}

impl<'a, 's> Seats<'a, 's> {
    /// Refused unless every position has finitely many options.
    fn at(game: &'a Game, start: &'s Position, limits: &'s Limits) -> Result<Self, Refusal> {
        let finite = game.finite().ok_or_else(|| {
            Refusal::bad(
                format!("{} has endlessly many moves", game.text()),
                "choose a game with finitely many moves",
            )
        })?;
        let state = State::of(start).filter(|_| is_nimrod(finite));
        Ok(Seats { game, finite, start, state, limits })
    }

    /// A strategy for Nimrod.
    fn on_pairs(&self, name: StrategyName) -> Result<Box<dyn Strategy<State> + 'a>, Refusal> {
        let (Some(state), true) = (self.state, plays_pairs(name)) else {
            return Err(Refusal::bad(
                format!("`{name}` plays only Nimrod under normal play, not {}", self.game.text()),
                "play nimrod, or take random, perfect, greedy, mirror, leave-sum:1 or \
                 leave-multiple:4",
            ));
        };
        Ok(match name {
            StrategyName::Perfect => {
                let outcomes = Outcomes::reachable_from(state, self.limits)?;
                Box::new(ByWorth(move |option: &State| outcomes.is_lost(*option)))
            }
            StrategyName::Model(model) => Box::new(model),
            StrategyName::Proposition(model) => Box::new(Proposition { model, reversed: false }),
            StrategyName::PropositionReversed(model) => {
                Box::new(Proposition { model, reversed: true })
            }
            StrategyName::SectorRandom => Box::new(sectors(false)),
            StrategyName::SectorCareful => Box::new(sectors(true)),
            _ => Box::new(ByWorth(|_: &State| ())),
        })
    }

    /// A strategy for any game.
    fn on_positions(
        &self,
        name: StrategyName,
    ) -> Result<Box<dyn Strategy<Position> + 'a>, Refusal> {
        let spec = self.finite.spec.clone();
        // Rules of thumb about heaps need heaps, or sums of such games.
        let speaks_of_heaps = matches!(name, StrategyName::Mirror | StrategyName::LeaveSum(_));
        if speaks_of_heaps && !name.plays(self.game) {
            return Err(Refusal::bad(
                format!("`{name}` needs heaps, and {} has none", self.game.text()),
                "take random, perfect, greedy or leave-multiple:4",
            ));
        }
        Ok(match name {
            StrategyName::Random => Box::new(ByWorth(|_: &Position| ())),
            StrategyName::Greedy => {
                Box::new(ByWorth(move |at: &Position| Reverse(spec.tokens(at))))
            }
            StrategyName::Mirror => Box::new(ByWorth(is_paired)),
            StrategyName::LeaveSum(sum) => {
                Box::new(ByWorth(move |at: &Position| nim_sum(at) == Some(sum)))
            }
            StrategyName::LeaveMultiple(number) => {
                Box::new(ByWorth(move |at: &Position| spec.tokens(at).is_multiple_of(number)))
            }
            StrategyName::Perfect if self.state.is_none() => {
                perfect(self.game, self.finite, self.start, self.limits)
            }
            _ => Box::new(OnTuples(self.on_pairs(name)?)),
        })
    }
}
