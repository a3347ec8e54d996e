//! Finite automata that read several numbers at once, digit by digit.
//!
//! A number is written in a [`Numeration`]: base b, or the numeration of Ostrowski whose places count 1, k + 1, … with
//! U(n + 1) = k·U(n) + U(n - 1) (Zeckendorf's for k = 1). An automaton reads a tuple of numbers one place at a time, the
//! least or the most significant digit first; a *letter* is a digit of each number. Sets that can be recognised so are
//! closed under Boolean operations and projection, and linear equations, inequalities and congruences are among them:
//! hence every sentence of linear arithmetic can be decided (Büchi 1960; Bruyère, Hansel, Michaux, Villemaire 1994; for
//! Ostrowski numerations Hieronymi and Terry 2018).
//!
//! # Main definitions
//! * [`Numeration`]: how numbers are written, and in which order they are read.
//! * [`Automaton`]: complete, deterministic, with explicit rows: [`Automaton::product`], [`Automaton::projected`],
//!   [`Automaton::minimal`], [`Automaton::reversed`].
//! * [`Automaton::linear`]: equations, inequalities and congruences between numbers.
//! * [`Relation`]: an automaton with a name for each track, so that relations can be joined.
//!
//! # Invariants
//! An automaton accepts valid words only, and with a word all words that differ from it by padding with zeros at the
//! significant end. So it is a set of tuples of numbers. Minimisation is exact: states are merged only after their rows
//! were compared.
//!
//! ```
//! use bouton_automata::{Automaton, Comparison, Numeration};
//! use bouton_values::{Limits, Meter};
//!
//! let mut meter = Meter::new(&Limits::default(), "the automaton");
//! let numeration: Numeration = "lsd_fib".parse().expect("a numeration");
//! // x + 3 = 2y
//! let equation = Automaton::linear(numeration, &[1, -2], 3, Comparison::Zero, &mut meter)?;
//! assert!(equation.contains(numeration, &[11, 7]) && !equation.contains(numeration, &[11, 8]));
//! # Ok::<(), bouton_values::Refusal>(())
//! ```

mod automaton;
mod linear;
mod minimal;
mod numeration;
mod project;
mod relation;
mod words;

pub use automaton::Automaton;
pub use linear::Comparison;
pub use numeration::{Numeration, Order, System};
pub use relation::Relation;
