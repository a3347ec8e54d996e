//! The instructions: what is done once for a row, and what is done for all lanes of a block.
//!
//! A number is the same in all lanes (*uniform*, in a scalar), or it changes by the same amount from lane to lane
//! (a *line*: scalar and slope), or it is a *column* with a number for each lane. As long as all is uniform or
//! on lines, the lanes for which a condition holds are found by dividing, and options are read by their stride.

use bouton_lang::linear::Interval;
use bouton_lang::{Relation, Set};

/// A number, and where it is kept. A truth is a number, too, 0 or 1, so that there is one kind of register for both.
/// Masks, with a byte for each lane, are made of truths where a level ends: cells of the table are joined by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operand {
    Constant(i64),
    /// The register of a number that all lanes share.
    Scalar(usize),
    /// The register of a column: a number for each lane.
    Column(usize),
}

impl Operand {
    pub(super) const ZERO: Operand = Operand::Constant(0);

    /// Is it the same in all lanes?
    pub(super) fn is_uniform(self) -> bool {
        matches!(self, Operand::Constant(_) | Operand::Scalar(_))
    }
}

/// `column + slope · lane + base`, which is always within the range for the lanes that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) column: Option<usize>,
    pub(super) slope: i64,
    /// What is added; one number for all lanes.
    pub(super) base: Operand,
    pub(super) range: Interval,
}

impl Value {
    /// The number in a register.
    pub(super) fn of(operand: Operand, range: Interval) -> Value {
        match operand {
            Operand::Column(column) => {
                Value { column: Some(column), slope: 0, base: Operand::ZERO, range }
            }
            base => Value { column: None, slope: 0, base, range },
        }
    }

    /// The scalar, if the value is the same in all lanes.
    pub(super) fn uniform(&self) -> Option<Operand> {
        (self.column.is_none() && self.slope == 0).then_some(self.base)
    }
}

/// An operation of two numbers. Of truths, the least is their "and" and the greatest their "or".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Sum,
    Difference,
    Product,
    Xor,
    Least,
    Greatest,
}

/// An instruction: it is done once if its operands are the same in all lanes, and else in all lanes. There is one set for
/// both, so that whoever builds, moves or drops instructions need not know which it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Instruction {
    /// The numbers of a line as a column.
    Line(i64, Operand),
    Binary(Binary, Operand, Operand),
    Quotient(Operand, i64),
    Remainder(Operand, i64),
    /// The first where the truth holds, else the second.
    If(Operand, Operand, Operand),
    /// The second is the same in all lanes. That a truth does not hold is that it equals 0.
    Compare(Relation, Operand, Operand),
    Member(Operand, Set),
}

impl Instruction {
    pub(super) fn operands(&self) -> Vec<Operand> {
        match self {
            Instruction::Line(_, a)
            | Instruction::Quotient(a, _)
            | Instruction::Remainder(a, _)
            | Instruction::Member(a, _) => vec![*a],
            Instruction::Binary(_, a, b) | Instruction::Compare(_, a, b) => vec![*a, *b],
            Instruction::If(truth, a, b) => vec![*truth, *a, *b],
        }
    }

    /// Is it done once?
    pub(super) fn is_uniform(&self) -> bool {
        !matches!(self, Instruction::Line(..))
            && self.operands().into_iter().all(Operand::is_uniform)
    }
}

/// What is done once the choices up to some point are made.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The choice that begins the level; the first level has none.
    pub(super) choice: Option<Choice>,
    /// What is done once, with the register that it fills.
    pub(super) scalars: Vec<(usize, Instruction)>,
    /// Scalars that must not be 0.
    pub(super) checks: Vec<Operand>,
    /// Lines that must not be negative: slope and base.
    pub(super) lines: Vec<(i64, Operand)>,
    /// What is done in all lanes, with the column that it fills. Columns are filled in ascending order.
    pub(super) columns: Vec<(usize, Instruction)>,
    /// Columns that must not be 0: lanes in which they are do not count any more.
    pub(super) truths: Vec<usize>,
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
/// neighbours led. So these cells are read once, by their stride, and joined once for each choice, side by side.
///
/// A chart of `docs/examples/fast-nimrod.game` with 20 000 piles takes a quarter of the time that it takes without this;
/// one of Nimrod, where only three choices share the cells, two thirds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) origin: Operand,
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
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Action {
    /// Nothing: the lanes themselves are wanted.
    #[default]
    Keep,
    /// The option at this place of the table is read.
    Read(Value),
    /// The flag of this ray is read.
    Flag(usize),
}

/// A program for blocks: conditions, choices, and what comes of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Routine {
    pub(super) levels: Vec<Level>,
    pub(super) action: Action,
    /// The registers that it needs.
    pub(super) scalars: usize,
    pub(super) columns: usize,
    /// Do all columns fit 32 bits?
    pub(super) is_narrow: bool,
}

impl Routine {
    /// Does it work without columns?
    pub(super) fn is_linear(&self) -> bool {
        self.levels.iter().all(|level| level.columns.is_empty())
    }
}
