//! The rule language: rules the way a paper states them.
//!
//! ```text
//! game nimrod(reach = 1)
//! position pile, rate
//! legal    pile >= 0 and rate >= 1
//! move     rate' in rate - reach .. rate + reach, pile' = pile - rate'
//! ```
//!
//! # From text to meaning
//! 1. [`parse`] reads a text into a [`syntax::File`] and reports all mistakes at once. It is linear in the text.
//! 2. [`check`] binds the parameters and turns the tree into a [`Program`], in which every choice has
//!    bounds, or reports what is wrong, with the place and a repair.
//! 3. A [`Program`] says what the options of a position are ([`Program::options`]), which positions are legal and
//!    who wins where a player is stuck. This is the meaning of a text, written for reading; engines are compared
//!    with it.
//! 4. `cases` reads a move as linear inequalities, and `facts` proves by them that play ends, that a move is never
//!    possible, that a number never rises. Both are a feature, on by default: a checker reads texts without it, and
//!    misses no more than warnings.
//!
//! [`print`](fn@print) writes a tree in the one usual layout, comments included.

#[cfg(feature = "facts")]
pub mod cases;
mod check;
mod diagnostic;
mod evaluate;
#[cfg(feature = "facts")]
pub mod facts;
#[cfg(feature = "formula")]
pub mod formula;
mod ir;
pub mod linear;
mod parse;
#[cfg(feature = "print")]
mod print;
pub mod structure;
pub mod syntax;
mod token;

pub use check::{Argument, bind, check, with_stand_ins};
pub use diagnostic::{Diagnostic, Severity, Span};
pub use evaluate::Listing;
pub use ir::{
    Aggregate, Becomes, Bound, Condition, End, Expr, Move, Node, Number, Program, Relation, Select,
    Set, Shape, Slot, Step, Winner,
};
pub use parse::{LONGEST_TEXT, parse};
#[cfg(feature = "print")]
pub use print::{print, print_inline};
