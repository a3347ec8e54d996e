//! What a game is, by its definition.
//!
//! The centre is [`Ruleset`], the first definition of *On Ending Partizan Subtraction Nim*: the options of a position
//! for each player, and the winner where a player is stuck. Normal play, misère play and partizan endings are three
//! values of [`Ending`]. Checkers and the oracle see games by way of this crate: it recognises nothing and proves next
//! to nothing.
//!
//! # Main definitions
//! * [`Game`]: what the text of a game means, read as it is written; its positions are [`Tuples`].
//! * [`TupleRules`]: rules on tuples of numbers, those of a text ([`TextRules`]), of sets and codes ([`HeapRules`]) and of
//!   digraphs ([`DigraphRules`]).
//! * [`TEXTS`]: the folder `games` with the rule texts of the catalogue.
//! * [`Source`] and [`mod@text`]: how rule texts, and the names of games, are read.

pub mod code;
mod digraph;
pub mod ending;
mod fact;
mod game;
mod heap;
mod names;
mod reading;
mod ruleset;
pub mod set;
mod source;
mod stated;
pub mod text;
mod tuple;

pub use code::TakeAndBreakCode;
pub use digraph::DigraphRules;
pub use ending::{Ending, TerminalLabels, TerminalValues, WrittenEnding};
pub use fact::Fact;
pub use game::{Component, Game, Tuples};
pub use heap::{HeapMoves, HeapRule, HeapRules};
pub use names::{TEXTS, remark, rule_text, walk};
pub use ruleset::{Definition, MOVES, Ruleset};
pub use set::SubtractionSet;
pub use source::{Meaning, Source, Suffix};
pub use stated::TextRules;
pub use tuple::{
    BoardLook, Coordinates, MAX_NUMBER, Picture, TupleRules, capped, distinct, legal, read_tuple,
    replaced, sorted_without_zeros, tuple_text, with,
};
