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

/// Where the play of a game that is no number ends, and who is to move there: what decides how the
/// game compares with that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stop {
    pub(crate) number: NumberId,
    /// Right is to move at the end, who loses if the number is subtracted: just above the number.
    pub(crate) above: bool,
}

/// A number's place in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NumberId(pub(crate) u32);
