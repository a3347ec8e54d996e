//! Strategies, and games between them from seeds, with exact chances where these can be computed.
//!
//! A [`Strategy`] is a rule that, of the options of a position, picks those it would play; it then plays one of them at
//! random, each with the same probability. Random play picks all of them, perfect play those that win. So the chance of
//! a strategy against another can be simulated from a seed and also be worked out exactly.
//!
//! # Main definitions
//! * [`StrategyName`]: every strategy, as it is typed.
//! * [`Duel`]: two strategies and a position. [`Duel::play`] plays the game with a given number: its random stream
//!   depends on the seed and that number alone, so games may be played in any order and by anybody.
//! * [`Tally`] and [`wilson`]: what came of some games, and between which bounds the chance lies.
//! * [`Duel::exact`]: the chance itself, by going through all positions.
//! * [`chance_of`]: the chance that a strategy makes one of certain moves.
//! * [`Model`]: the cosine of Henle and Schlatter for Nimrod's core.
//!
//! ```
//! use bouton_duels::{Duel, Settings, StrategyName, wilson};
//! use bouton_rules::{Game, Limits};
//!
//! let game = Game::parse("nim")?;
//! let players = [StrategyName::parse("perfect")?, StrategyName::parse("random")?];
//! let settings = Settings { seed: 1, alternate: false };
//! let duel = Duel::new(&game, &game.position("3,4,6")?, players, settings, &Limits::default())?;
//! let tally = duel.tally(0..100, &Limits::default())?;
//! assert_eq!(tally.first_wins, 100);
//! assert!(wilson(tally.first_wins, tally.games).0 > 0.96);
//! # Ok::<(), bouton_rules::Refusal>(())
//! ```

mod duel;
mod exact;
mod game;
mod model;
mod name;
mod nimrod;
mod perfect;
mod strategy;
mod tally;
mod thumb;

pub use duel::{Duel, Settings, chance_of};
pub use game::GameResult;
pub use model::{Model, Proposition};
pub use name::StrategyName;
pub use nimrod::{Nimrod, Outcomes, State, core_begins};
pub use strategy::{Strategy, Turn};
pub use tally::{Tally, wilson};
