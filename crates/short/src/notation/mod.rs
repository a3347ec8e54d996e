//! The notation of short games, after CGSuite: text to game and game to text.
//!
//! # Main definitions
//! * [`Input`]: what a person types, an [`Expression`] or the comparison of two.
//! * [`Expression`]: a game as it was written, read without any store; [`Expression::evaluate`] finds
//!   its canonical form in a store.
//! * [`Forms::text`] and [`Forms::latex`]: from a form to its text. The text depends on the game alone, and
//!   reading it gives this game again.
//!
//! # Notation
//! ```text
//! input      = sum [relation sum] [where]
//! relation   = "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "<|" | "|>" | "||" | "<>" | "?"
//! where      = "where" definition {"," definition}
//! definition = name "=" sum                  in any order, but not in circles
//! name       = capital letter {letter | digit | "_"}
//! sum        = ordinal {("+" | "-") ordinal}
//! ordinal    = multiple {":" multiple}       G:H, the ordinal sum of canonical forms
//! multiple   = operand {"." operand}         n.G, the game before the dot is an integer
//! operand    = {"-" | "±"} atom              -G, and ±G = {G|-G}
//! atom       = literal | name | braces | "(" sum [where] ")" | function "(" list ")"
//!            | "±" "(" list ")"              ±(G,H) = {G,H|-G,-H}
//! braces     = "{" [list] bars [list] "}"
//! list       = sum {"," sum}
//! literal    = [number] [ups] [star]         not all missing, no spaces between: their sum
//! number     = ["-"] digits ["/" digits]     denominators are powers of two
//! ups        = "^" {"^"} | "^" digits        ^, ^^, ^3: multiples of ↑ = {0|*}
//!            | "^<" digits ">"               ↑ⁿ = {0 | * - ↑ - ↑² - … - ↑ⁿ⁻¹}
//!            | "^[" digits "]"               ↑ + ↑² + … + ↑ⁿ; with v for ^, their negatives
//! star       = "*" [digits]                  nimbers
//! ```
//! Within braces, a list may be replaced by two lists with a shorter run of bars between: `{1||0|-2}`
//! is `{1|{0|-2}}`, and `{4|3||2|1}` is `{{4|3}|{2|1}}`. The longest run of bars is the root. Runs of
//! the same length compete: `{1|2|3}` is refused.
//!
//! Things to know:
//! * The sign belongs to the number: `-1^` is -1 + ↑, as CGSuite prints it, and `-(1^)` its negative
//!   twin -1 - ↑. Without a number the sign turns all of the literal: `-^*` is `v*`. The minus of a
//!   difference takes all that follows up to the next operator: `2-1^` is 2 - (1 + ↑).
//! * `3*2` is 3 + *2, and `1/2^3` is 1/2 + 3·↑. Products are not written with a star.
//! * `1.5` is refused: the dot makes multiples.
//! * `+-` means ± where a game begins, and is refused between two games: `1+-1` could be 1 - 1 or 1 ± 1.
//! * Names that are defined in parentheses mean nothing outside: `(G where G = *) + (G where G = ^)` is ↑*.
//! * `↑ ↓ ⇑ ⇓ ∗ ★ ± − – · ≤ ≥ ≠ ∥` are read as well.
//!
//! Functions: see [`functions`].
//!
//! # How games are written
//! The first name that fits: number + ups + star (`3`, `-1/2^*`, `vv`, `^3*2`); sums of ↑ⁿ with small
//! coefficients (`^<2>*`, `^[2]`, `1+2.^<2>-^<3>`); `±1`, `±(1,{2|1})`; `tiny(1)`, `1+miny(1/2)`; braces
//! with bars. Options are written in an order of the games themselves: numbers, ups and stars by size,
//! then the others from the shallow to the deep. Where the text would exceed 2000 characters, it is
//! written with definitions, `{G1|G2} where G1 = {…}, G2 = {…}`, and so stays in proportion to the
//! number of followers.
//!
//! # Implementation notes
//! The reader has an explicit stack, an expression is a list of instructions in reverse Polish order,
//! and the writer works on all followers from the shallow to the deep: no depth of nesting overflows the
//! call stack.
//!
//! # References
//! A. N. Siegel, *Combinatorial Game Theory*, II.4 (uptimals) and CGSuite, <https://www.cgsuite.org>.

mod evaluate;
mod expression;
mod followers;
mod functions;
mod link;
mod literal;
mod names;
mod parse;
mod print;
mod shape;
mod style;
#[cfg(test)]
mod tests;
mod token;

pub use expression::{Expression, Input, Relation};
pub use functions::functions;
pub use print::Texts;

#[cfg(doc)]
use crate::Forms;

/// The longest text that is read or written, in bytes.
pub(crate) const MAX_TEXT: usize = 4 << 20;

/// The longest integer that is read or written, in decimal digits.
pub(crate) const MAX_DIGITS: usize = 10_000;

/// How many brackets, signs and operators may wait for their end.
pub(crate) const MAX_PENDING: usize = 100_000;

/// The most steps that are looked at for names that are defined in parentheses: those in nested ones count again.
pub(crate) const MAX_RENAMED: usize = 20_000_000;

/// The most parentheses with definitions that may be open at once.
pub(crate) const MAX_SCOPES: usize = 64;

/// The highest n of ↑ⁿ.
pub(crate) const MAX_ORDER: u32 = 500;
