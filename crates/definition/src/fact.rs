//! Facts about rules: proved, refuted or unknown, each with the reason.

use std::borrow::Cow;
use std::fmt;

/// Something that is known of the rules, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The property holds, for this reason.
    Proved(Cow<'static, str>),
    /// The property fails, for this reason.
    Refuted(Cow<'static, str>),
    /// Neither is known: no proof and no counterexample was found.
    Unknown,
}

impl Fact {
    /// A property that holds, for this reason.
    pub fn proved(reason: impl Into<Cow<'static, str>>) -> Fact {
        Fact::Proved(reason.into())
    }

    /// A property that fails, for this reason.
    pub fn refuted(reason: impl Into<Cow<'static, str>>) -> Fact {
        Fact::Refuted(reason.into())
    }

    /// Is the property proved to hold?
    #[must_use]
    pub fn holds(&self) -> bool {
        matches!(self, Fact::Proved(_))
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Proved(reason) => write!(f, "yes: {reason}"),
            Fact::Refuted(reason) => write!(f, "no: {reason}"),
            Fact::Unknown => f.write_str("unknown"),
        }
    }
}
