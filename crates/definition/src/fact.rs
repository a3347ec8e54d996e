//! What is known of rules.

use std::borrow::Cow;
use std::fmt;

/// Something that is known of the rules, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// It holds, for this reason.
    Proved(Cow<'static, str>),
    /// It fails, for this reason.
    Refuted(Cow<'static, str>),
    /// Nobody has shown it.
    Unknown,
}

impl Fact {
    /// It holds, for this reason.
    pub fn proved(reason: impl Into<Cow<'static, str>>) -> Fact {
        Fact::Proved(reason.into())
    }

    /// It fails, for this reason.
    pub fn refuted(reason: impl Into<Cow<'static, str>>) -> Fact {
        Fact::Refuted(reason.into())
    }

    /// Is it proved?
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
