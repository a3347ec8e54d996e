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

/// What is provably true of a game's rules: what the plan is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// f_L = f_R: both players have the same options everywhere.
    pub same_options: Fact,
    /// e_L = e_R: a stuck player wins or loses, whoever it is.
    pub same_endings: Fact,
    /// No infinite run of moves.
    pub terminates: Fact,
    /// A position is the disjunctive sum of its heaps.
    pub independent: Fact,
    /// A single heap's options lie at most this far below it and never split it.
    pub lookback: Option<u64>,
}

impl Profile {
    /// Impartial: the same options and the same endings (Definition 2 of *On Ending Partizan Subtraction Nim*).
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.same_options.holds() && self.same_endings.holds()
    }
}
