//! The checked program: names are slots, every choice has bounds, nothing can overflow.

mod relation;
mod visit;

use bouton_values::Player;

use crate::diagnostic::Span;
use crate::syntax::HowMany;
pub use crate::syntax::{Aggregate, Relation, Winner};
pub use visit::Node;

/// The numbers of a position and all that comes out of an expression lie within ±2¹²⁶: [`fn@crate::check`] refuses
/// expressions that could leave it, so evaluation needs no error.
pub type Number = i128;

/// Checked rules with their parameters bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name of the game.
    pub name: String,
    /// The shape of positions: named numbers, or heaps.
    pub shape: Shape,
    /// What must hold in a position, besides that no number is negative or above [`Program::LARGEST`]. In a
    /// [`Shape::Many`], a condition that mentions the heap (slot 0) must hold for every heap.
    pub legal: Vec<Condition>,
    /// The moves of the game, in the order of the text.
    pub moves: Vec<Move>,
    /// Who wins where a player is stuck.
    pub end: End,
    /// Was it said that play may go on for ever?
    pub loopy: bool,
}

/// The shape of a game's positions: named numbers, or heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number for each name; a trailing one may be left out if it has a default, an expression in the
    /// numbers before it.
    Named(Vec<(String, Option<Expr>)>),
    /// Any number of heaps, coins or rows of this name.
    Many(crate::syntax::Many, String),
}

/// Where a number is found: the slots 0, 1, … are the numbers of the position before the move (slot 0 alone, the
/// chosen heap, in a [`Shape::Many`]); then come the names of the move, in the order of [`Move::names`].
pub type Slot = usize;

/// An expression whose value is a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// A constant.
    Constant(Number),
    /// The number in a slot.
    Slot(Slot),
    /// The length, before the move, of the later row that is being changed.
    Later,
    /// The sum of two numbers.
    Sum(Box<Expr>, Box<Expr>),
    /// The difference: the first number less the second.
    Difference(Box<Expr>, Box<Expr>),
    /// The product of two numbers.
    Product(Box<Expr>, Box<Expr>),
    /// Rounded down; 0 if the divisor is 0. (`check` sees to it that the divisor is a positive constant.)
    Quotient(Box<Expr>, Number),
    /// The remainder that belongs to it, from 0 to the divisor less 1.
    Remainder(Box<Expr>, Number),
    /// The nim-sum; both must not be negative, else the value is -1.
    Xor(Box<Expr>, Box<Expr>),
    /// The least of them; not empty.
    Least(Vec<Expr>),
    /// The greatest of them; not empty.
    Greatest(Vec<Expr>),
    /// One of two numbers: the first if the condition holds, else the second.
    If(Box<Condition>, Box<Expr>, Box<Expr>),
    /// Of all heaps of the position before the move (in [`Program::legal`] and [`Program::end`]: of the position).
    Of(Aggregate),
}

/// A condition on the numbers of a move or a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// A condition that always holds, or never.
    Truth(bool),
    /// A comparison of two numbers.
    Compare(Relation, Expr, Expr),
    /// A number lies in a set.
    Member(Expr, Set),
    /// The negation of a condition.
    Not(Box<Condition>),
    /// The conjunction: all of these conditions hold.
    All(Vec<Condition>),
    /// The disjunction: at least one of these conditions holds.
    Any(Vec<Condition>),
    /// No two heaps of the position are alike.
    Distinct {
        /// Zeros may repeat.
        nonzero: bool,
    },
    /// No row is longer than the one before it.
    Falling,
}

/// A set of numbers without parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set {
    /// The elements that are written out, ascending; none of them in the progression.
    pub finite: Vec<Number>,
    /// A progression that belongs to the set: all `from + k·step` with k ≥ 0, where step ≥ 1.
    pub tail: Option<(Number, Number)>,
}

/// A move: all ways to fill the slots of its names so that every step goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The player who may make the move; `None` if both may.
    pub player: Option<Player>,
    /// The heaps that are chosen before the steps.
    pub select: Select,
    /// The names of the slots after those of the position: `k`, `rate'`, …
    pub names: Vec<String>,
    /// How the slots are filled, in order. A primed heap of a [`Select::Several`] is filled by [`Move::each`].
    pub steps: Vec<Step>,
    /// What is done for every chosen heap after that, in a [`Select::Several`]; else empty.
    pub each: Vec<Step>,
    /// The position after the move, which must be legal too.
    pub becomes: Becomes,
    /// The place of the move in the text.
    pub span: Span,
}

/// The heaps that a move acts on, and how they are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Select {
    /// The named numbers of a [`Shape::Named`].
    Position,
    /// Any one heap.
    One,
    /// Several heaps: at most this many, or exactly this many.
    Several(HowMany, Expr),
}

/// A step of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The slot takes, one after the other, all integers that satisfy every bound and lie in the set, if there is one.
    /// There are finitely many.
    Choose {
        /// The slot.
        slot: Slot,
        /// The set that is chosen from.
        set: Option<Set>,
        /// Its bounds, from slots that are filled.
        bounds: Vec<Bound>,
    },
    /// The choices so far must satisfy this.
    Check(Condition),
}

/// `factor · slot + rest ≥ 0`; neither mentions the slot. Where the factor is 0, this says `rest ≥ 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The factor of the slot in the inequality.
    pub factor: Expr,
    /// The rest of the inequality, which is added to the product.
    pub rest: Expr,
}

/// The position that a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// The numbers of the new position.
    Position(Vec<Expr>),
    /// The heaps in the place of (each of) the chosen one; none, if it goes away.
    Heaps(Vec<Expr>),
    /// A heap of each size from the first to the second in the place of the chosen one.
    Run(Expr, Expr),
    /// The new length of the chosen row, and that of each later row ([`Expr::Later`] is its old length).
    Rows(Expr, Expr),
}

/// The ending: who wins where a player is stuck.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// One winner for all positions.
    Always(Winner),
    /// The first if the condition holds, else the second. Conditions see the position: slots in a
    /// [`Shape::Named`], [`Expr::Of`] in a [`Shape::Many`].
    If(Box<Condition>, Box<End>, Box<End>),
}

impl Program {
    /// The largest number that a position may hold.
    pub const LARGEST: Number = 1_000_000_000_000_000_000;

    /// The slots that belong to the position: as many as it has names, or one for the chosen heap.
    #[must_use]
    pub fn position_slots(&self) -> usize {
        self.shape.slots()
    }

    /// The moves that this player may make.
    pub fn moves_of(&self, player: Player) -> impl Iterator<Item = &Move> {
        self.moves.iter().filter(move |one| one.player.is_none_or(|named| named == player))
    }
}

impl Shape {
    /// The slots of a position.
    pub(crate) fn slots(&self) -> usize {
        match self {
            Shape::Named(names) => names.len(),
            Shape::Many(..) => 1,
        }
    }

    /// The names of the numbers of a position, in the order of the slots.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        match self {
            Shape::Named(names) => names.iter().map(|(name, _)| name.as_str()).collect(),
            Shape::Many(_, name) => vec![name],
        }
    }
}

impl Set {
    /// Is the number in the set?
    #[must_use]
    pub fn contains(&self, number: Number) -> bool {
        self.finite.binary_search(&number).is_ok()
            || self.tail.is_some_and(|(from, step)| number >= from && (number - from) % step == 0)
    }

    /// The least and the greatest element, where there are such.
    #[must_use]
    pub fn ends(&self) -> (Option<Number>, Option<Number>) {
        let from = self.tail.map(|(from, _)| from);
        let least = self.finite.first().copied().into_iter().chain(from).min();
        (least, self.finite.last().copied().filter(|_| from.is_none()))
    }

    /// The elements that are written out from `low` to `high`.
    #[must_use]
    pub fn finite_between(&self, low: Number, high: Number) -> &[Number] {
        let from = self.finite.partition_point(|element| *element < low);
        let to = self.finite.partition_point(|element| *element <= high);
        &self.finite[from..to.max(from)]
    }
}
