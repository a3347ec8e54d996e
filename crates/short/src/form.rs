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
    /// The number.
    pub number: Dyadic,
    /// How many ↑, or ↓ if negative.
    pub ups: i64,
    /// The size of the nimber.
    pub nimber: u64,
}

impl NumberUpStar {
    /// Is it a number?
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

/// How one game relates to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Less: Right wins the difference.
    Less,
    /// Equal: the second player wins the difference.
    Equal,
    /// Greater: Left wins the difference.
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
