//! The tree of a rule text, as the generator builds it and the evaluator reads it.

use bouton_values::Player;

/// The largest number that a position may hold.
pub const LARGEST: i128 = 1_000_000_000_000_000_000;

/// A rule text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The parameters, each with its value.
    pub parameters: Vec<Parameter>,
    /// What a position is.
    pub shape: Shape,
    /// The `legal` lines.
    pub legal: Vec<Condition>,
    /// The `move` lines.
    pub moves: Vec<Move>,
    /// The `end` line, if there is one.
    pub end: Option<Winner>,
    /// Is there a line `loopy`?
    pub loopy: bool,
}

/// A parameter and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is called.
    pub name: String,
    /// Its value.
    pub value: Argument,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(i128),
    /// A set.
    Set(Vec<Element>),
}

/// What a position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number for each name, some with a default.
    Named(Vec<(String, Option<Number>)>),
    /// Any number of numbers, called so each.
    Many(Many, String),
}

/// How many numbers belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// In any order.
    Heaps,
    /// Places of coins: two on one place vanish.
    Coins,
    /// In order.
    Rows,
}

/// A `move` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose move it is; both players' if nobody is named.
    pub player: Option<Player>,
    /// The names of the choices.
    pub choices: Vec<String>,
    /// Which heaps are chosen; `None` where the numbers have names.
    pub chosen: Option<Chosen>,
    /// The conditions, joined by "and".
    pub clauses: Vec<Condition>,
    /// What a heap becomes, where no condition on the primed name says it.
    pub becomes: Option<Becomes>,
    /// What each later row becomes.
    pub later: Option<Number>,
}

/// Which heaps a move chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// One heap.
    One,
    /// At least one heap and at most this many.
    UpTo(Number),
    /// Exactly this many.
    Exactly(Number),
    /// At least one row, all among this many in a ring.
    Consecutive(Number),
}

/// What the chosen heap becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// Heaps as large as these choices.
    Parts(Vec<usize>),
    /// It goes away.
    Nothing,
    /// A heap of each size from the first to the second number.
    All(Number, Number),
}

/// An expression that is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A number that is written; below 0 with a sign before it.
    Written(i128),
    /// A number of the position, or the heap that is looked at.
    Now(usize),
    /// Its value after the move.
    After(usize),
    /// A choice of the mover.
    Choice(usize),
    /// A parameter.
    Parameter(usize),
    /// `later h`.
    Later,
    /// A number of all heaps together.
    Of(Total),
    /// The opposite.
    Opposite(Box<Number>),
    /// Two numbers and what is done with them.
    Two(Operation, Box<Number>, Box<Number>),
    /// The least of these.
    Least(Vec<Number>),
    /// The greatest of these.
    Greatest(Vec<Number>),
    /// The absolute value.
    Absolute(Box<Number>),
    /// The first number if the condition holds, else the second.
    If(Box<Condition>, Box<Number>, Box<Number>),
}

/// A number of all heaps together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// `sum h`.
    Sum,
    /// `count h`.
    Count,
    /// `least h`.
    Least,
    /// `greatest h`.
    Greatest,
    /// `first h`.
    First,
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// The quotient rounded down.
    Div,
    /// The remainder, from 0 on.
    Mod,
    /// The nim-sum.
    Xor,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// A number and comparisons with what follows, which all hold.
    Chain(Number, Vec<(Relation, Number)>),
    /// The number is in the set; with `false`, it is not.
    In(Number, Set, bool),
    /// It does not hold.
    Not(Box<Condition>),
    /// All of these hold.
    And(Vec<Condition>),
    /// One of these holds.
    Or(Vec<Condition>),
    /// No two heaps are alike.
    Distinct,
    /// No two heaps are alike that are not empty.
    DistinctNonzero,
    /// No row is longer than the one before it.
    Falling,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    More,
    /// `>=`.
    AtLeast,
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// Both ends belong to it.
    Range(Number, Number),
    /// Its elements.
    Braces(Vec<Element>),
    /// A parameter.
    Parameter(usize),
}

/// An element of a set, or a progression of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// The first.
    pub first: i128,
    /// The step to the next; no step if it is alone.
    pub step: Option<i128>,
}

/// Who wins where a player is stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The other player.
    Normal,
    /// The stuck player.
    Misere,
    /// This player.
    Is(Player),
    /// The first winner if the condition holds, else the second.
    If(Box<Condition>, Box<Winner>, Box<Winner>),
}

impl Number {
    /// Two numbers and what is done with them.
    #[must_use]
    pub fn two(operation: Operation, left: Number, right: Number) -> Number {
        Number::Two(operation, Box::new(left), Box::new(right))
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Number) -> Number {
        Number::two(Operation::Plus, self, other)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Number) -> Number {
        Number::two(Operation::Minus, self, other)
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Number) -> Number {
        Number::two(Operation::Times, self, other)
    }

    /// The numbers directly inside.
    pub fn inside(&self) -> Vec<&Number> {
        match self {
            Number::Opposite(one) | Number::Absolute(one) => vec![one],
            Number::Two(_, left, right) | Number::If(_, left, right) => vec![left, right],
            Number::Least(list) | Number::Greatest(list) => list.iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl Condition {
    /// A single comparison.
    #[must_use]
    pub fn compare(left: Number, relation: Relation, right: Number) -> Condition {
        Condition::Chain(left, vec![(relation, right)])
    }

    /// An equation.
    #[must_use]
    pub fn equal(left: Number, right: Number) -> Condition {
        Condition::compare(left, Relation::Equal, right)
    }

    /// Does such a number stand somewhere in the condition?
    pub fn mentions(&self, what: &dyn Fn(&Number) -> bool) -> bool {
        match self {
            Condition::Chain(first, rest) => {
                first.mentions(what) || rest.iter().any(|(_, number)| number.mentions(what))
            }
            Condition::In(number, set, _) => {
                number.mentions(what)
                    || matches!(set, Set::Range(low, high) if low.mentions(what) || high.mentions(what))
            }
            Condition::Not(one) => one.mentions(what),
            Condition::And(list) | Condition::Or(list) => list.iter().any(|one| one.mentions(what)),
            _ => false,
        }
    }
}

impl Number {
    /// Does such a number stand somewhere in this one?
    pub fn mentions(&self, what: &dyn Fn(&Number) -> bool) -> bool {
        what(self)
            || matches!(self, Number::If(condition, ..) if condition.mentions(what))
            || self.inside().into_iter().any(|number| number.mentions(what))
    }
}

impl Move {
    /// Does such a number stand somewhere in the line?
    pub fn mentions(&self, what: &dyn Fn(&Number) -> bool) -> bool {
        self.clauses.iter().any(|clause| clause.mentions(what))
            || self.later.as_ref().is_some_and(|number| number.mentions(what))
            || match &self.becomes {
                Some(Becomes::All(low, high)) => low.mentions(what) || high.mentions(what),
                Some(Becomes::Parts(parts)) => {
                    parts.iter().any(|part| what(&Number::Choice(*part)))
                }
                _ => false,
            }
    }
}

impl Text {
    /// How many numbers have names; 0 for heaps, coins and rows.
    #[must_use]
    pub fn named(&self) -> usize {
        match &self.shape {
            Shape::Named(names) => names.len(),
            Shape::Many(..) => 0,
        }
    }

    /// Heaps, coins or rows.
    #[must_use]
    pub fn many(&self) -> Option<Many> {
        match &self.shape {
            Shape::Named(_) => None,
            Shape::Many(many, _) => Some(*many),
        }
    }
}
