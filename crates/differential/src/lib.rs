//! A net for false answers: rule texts generated from the grammar, and everything that Bouton says of them
//! compared with a second evaluator of the rule language.
//!
//! # Main definitions
//! * [`Case`]: one or two texts near a known family or near none, in some style, and small positions.
//! * [`evaluate::Evaluator`]: options, winners, winning moves and nim-values, by brute force on the tree.
//! * [`generate::rewritten`]: the same rules in other words, which must be recognised alike and answer alike.
//! * [`compare()`]: the planned engine, the bytecode, the oracle and the certificates against it.
//! * [`compare_theorems`]: theorems about all positions against it, at small ones.
//! * [`smaller`]: the smallest case that shows the same kind of difference.

pub mod compare;
mod dice;
pub mod evaluate;
pub mod generate;
pub mod print;
mod shrink;
pub mod tree;
mod walk;

pub use compare::{Difference, Mix, compare, compare_positions, compare_theorems, shown};
pub use generate::Case;
pub use shrink::smaller;
