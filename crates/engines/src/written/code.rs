//! The instructions: what is done once for a row, and what is done for all lanes of a block.
//!
//! A number is the same in all lanes (*uniform*, in a scalar), or it changes by the same amount from lane to lane
//! (a *line*: scalar and slope), or it is a *column* with a number for each lane. As long as all is uniform or
//! on lines, the lanes for which a condition holds are found by dividing, and options are read by their stride.

use bouton_lang::linear::Interval;
use bouton_lang::{Relation, Set};

/// A number that all lanes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Scalar {
    Constant(i64),
    Held(usize),
}

impl Scalar {
    pub(super) const ZERO: Scalar = Scalar::Constant(0);
}

/// A number that is equal in all lanes, or one that may differ from lane to lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operand {
    Scalar(Scalar),
    Column(usize),
}

/// `column + slope · lane + base`, which is always within the range for the lanes that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) column: Option<usize>,
    pub(super) slope: i64,
    pub(super) base: Scalar,
    pub(super) range: Interval,
}

impl Value {
    pub(super) fn constant(number: i64) -> Value {
        Value {
            column: None,
            slope: 0,
            base: Scalar::Constant(number),
            range: Interval::of(number.into()),
        }
    }

    /// The scalar, if the value is the same in all lanes.
    pub(super) fn uniform(&self) -> Option<Scalar> {
        (self.column.is_none() && self.slope == 0).then_some(self.base)
    }
}

/// Something that holds in all lanes or in none, or a mask: a byte for each lane, 0 or 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Truth {
    /// 0 or 1.
    Scalar(Scalar),
    Mask(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Sum,
    Difference,
    Product,
    Xor,
    Least,
    Greatest,
}

/// What is done once. Truths are 0 or 1, so their "and" is the least and their "or" the greatest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ScalarKind {
    Binary(Binary, Scalar, Scalar),
    Quotient(Scalar, i64),
    Remainder(Scalar, i64),
    Compare(Relation, Scalar, Scalar),
    Member(Scalar, Set),
    Not(Scalar),
    If(Scalar, Scalar, Scalar),
}

/// What is done in all lanes and gives a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ColumnKind {
    /// The numbers of a line.
    Line(i64, Scalar),
    Binary(Binary, Operand, Operand),
    Quotient(usize, i64),
    Remainder(usize, i64),
    If(usize, Operand, Operand),
}

/// What is done in all lanes and gives a mask.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum MaskKind {
    Fill(Scalar),
    Compare(Relation, usize, Scalar),
    Member(usize, Set),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
}

/// An instruction for all lanes, with the register that it fills. Registers are filled in ascending order.
#[derive(Clone, Debug)]
pub(super) enum ColumnOp {
    Column(usize, ColumnKind),
    Mask(usize, MaskKind),
}

/// What is done once the choices up to some point are made.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The choice that begins the level; the first level has none.
    pub(super) choice: Option<Choice>,
    pub(super) scalars: Vec<(usize, ScalarKind)>,
    /// Scalars that must not be 0.
    pub(super) checks: Vec<Scalar>,
    /// Lines that must not be negative: slope and base.
    pub(super) lines: Vec<(i64, Scalar)>,
    pub(super) columns: Vec<ColumnOp>,
    /// Masks that must not be 0.
    pub(super) masks: Vec<usize>,
}

/// A choice: a loop around the block.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The scalar that takes the values; the first of a run of values if the lanes are the choices.
    pub(super) register: usize,
    pub(super) kind: ChoiceKind,
    /// What can be chosen anywhere in the box.
    pub(super) range: (i64, i64),
    /// `factor · choice + rest ≥ 0`, for the range of the loop.
    pub(super) bounds: Vec<(Value, Value)>,
    /// Is the option of a lane also that of its neighbour with the next choice, or the one before?
    pub(super) shared: Option<Shared>,
}

/// The place of an option is `origin + slope · (lane ± choice)`: with the next choice, lanes lead to where their
/// neighbours led. So what stands there is read once, by its stride, and joined once for each choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) origin: Scalar,
    pub(super) slope: i64,
    /// 1 or -1.
    pub(super) sign: i64,
}

#[derive(Clone, Debug)]
pub(super) enum ChoiceKind {
    /// All integers.
    Range,
    /// The elements of a set.
    Members(Set),
    /// All integers, as many at a time as there are lanes.
    Lanes,
}

/// What is done with the lanes that are left after all conditions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// Nothing: the lanes themselves are wanted.
    Keep,
    /// The option at this place of the table is read.
    Read(Value),
    /// The flag of this ray is read.
    Flag(usize),
}

/// A program for blocks: conditions, choices, and what comes of them.
#[derive(Clone, Debug)]
pub(super) struct Routine {
    pub(super) levels: Vec<Level>,
    pub(super) action: Action,
    /// The registers that it needs.
    pub(super) scalars: usize,
    pub(super) columns: usize,
    pub(super) masks: usize,
    /// Do all columns fit 32 bits?
    pub(super) is_narrow: bool,
    /// Are the lanes choices, so that all of them belong to one position?
    pub(super) gathers: bool,
}

impl Routine {
    /// Does it work without columns and masks?
    pub(super) fn is_linear(&self) -> bool {
        self.levels.iter().all(|level| level.columns.is_empty())
    }
}
