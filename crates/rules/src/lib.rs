//! Games as engines see them: families of rules that engines can match on, recognised from rule texts or named in the
//! catalogue.
//!
//! What a game is by its definition is said in [`bouton_definition`]; here its rules are recognised as those of a family,
//! and games come in that no text, set or code defines: boards, real-valued Nim, heaps normalised in a sum.
//!
//! # Main definitions
//! * [`Game`]: what a text such as `octal:0.77/misere` means; [`Game::parse`] reads it.
//! * [`Spec`]: the normal forms of rules that engines match on.
//! * [`Position`]: a legal position; [`Game::position`] is the only way from text to one.
//! * [`Profile`]: what is provably true of the rules.
//! * [`catalogue`]: the one list of games that every front shows.
//! * [`Refusal`] and [`Limits`]: why there is no answer, with numbers in it.
//!
//! ```
//! use bouton_rules::{Game, Ruleset};
//! use bouton_values::Player;
//!
//! let game = Game::parse("subtraction:1,3,4")?;
//! let position = game.position("5")?;
//! let finite = game.finite().expect("subtraction games are finite");
//! let options: Vec<String> =
//!     finite.options(&position, Player::Left).iter().map(ToString::to_string).collect();
//! assert_eq!(options, ["4", "2", "1"]);
//! # Ok::<(), bouton_rules::Refusal>(())
//! ```

mod board;
pub mod catalogue;
mod families;
mod game;
mod games;
mod labels;
mod position;
mod profile;
mod reading;
pub mod real;
mod recognise;
mod spec;
mod text;
mod written;

use bouton_definition::{code, ending, set};

pub use board::{Board, MAX_CELLS};
pub use bouton_definition::{
    Definition, Ending, MAX_NUMBER, Ruleset, SubtractionSet, TakeAndBreakCode, TerminalLabels,
    TerminalValues, WrittenEnding,
};
pub use bouton_values::{Help, Limits, Meter, Quiet, Reference, Refusal, Unit, Watch};
pub use families::{
    BoardLook, BoardRules, Coordinates, DigraphRules, DistinctRules, EuclidRules, HeapMoves,
    HeapRule, HeapRules, LatticeMove, LatticeRules, LimitRules, MooreRules, NormalisedRules,
    Picture, RateRules, TupleRules, WrittenRules,
};
pub use game::{FiniteGame, Game, Kind};
pub use labels::parse_labels;
pub use position::Position;
pub use profile::{Fact, Profile};
pub use recognise::Understanding;
pub use spec::Spec;
pub use written::{StatedRules, Written};
