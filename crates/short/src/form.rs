//! Canonical forms as indices, the simple ones as numbers, and how games compare.

use crate::dyadic::Dyadic;

/// A canonical form: its number in the store that made it. Equal games have equal forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(pub(crate) u32);

impl Form {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// number + ups·↑ + *nimber: the games that are added and compared by arithmetic alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number x in x + n·↑ + *m.
    pub number: Dyadic,
    /// How many ↑ are added; negative for ↓.
    pub ups: i64,
    /// The m of the nimber *m that is added.
    pub nimber: u64,
}

impl NumberUpStar {
    /// Is the game a number, without ↑ and nimber?
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

/// The four ways in which one game can compare with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The first game is less: Right wins the difference.
    Less,
    /// Equal: the second player wins the difference.
    Equal,
    /// The first game is greater: Left wins the difference.
    Greater,
    /// Confused: the first player wins the difference.
    Confused,
}

impl Comparison {
    /// `<`, `=`, `>` or `||`, as CGSuite writes them.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::Equal => "=",
            Comparison::Greater => ">",
            Comparison::Confused => "||",
        }
    }
}

/// A stop: the number at which play ends, and who is to move there. That decides how the game compares with
/// the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stop {
    pub(crate) number: NumberId,
    /// Is Right to move there? Then Right loses if the number is subtracted: the stop is just above the number.
    pub(crate) above: bool,
}

/// The index of a number in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NumberId(pub(crate) u32);
