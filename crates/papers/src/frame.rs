//! What all checkers have in common: how far they go, and what they may cost.

use std::fmt;

use bouton_lab::rules::{Limits, Refusal};

/// How far a checker goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Seconds: the default run of all claims takes under a minute on two cores.
    Quick,
    /// As far as the fast engines allow in hours.
    Deep,
}

impl Effort {
    /// `quick` or `deep`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.pick("quick", "deep")
    }

    /// The one or the other.
    pub fn pick<T>(self, quick: T, deep: T) -> T {
        match self {
            Effort::Quick => quick,
            Effort::Deep => deep,
        }
    }
}

/// How far a checker goes, and what it may cost.
#[derive(Clone, Debug)]
pub struct Frame {
    /// How far it goes.
    pub effort: Effort,
    /// What it may cost, and who hears of its progress.
    pub limits: Limits,
}

/// What is said beside a claim must hold, too: if it does not, nothing is reported.
pub(crate) fn sure(holds: bool, what: impl fmt::Display) -> Result<(), Refusal> {
    match holds {
        true => Ok(()),
        false => Err(Refusal::bug(format!("what is said beside the claim fails: {what}"))),
    }
}

impl Frame {
    /// A bound for a quick run, and one for a deep run.
    pub(crate) fn pick<T>(&self, quick: T, deep: T) -> T {
        self.effort.pick(quick, deep)
    }

    /// The frame of a quick run within the same limits.
    pub(crate) fn quick(&self) -> Frame {
        Frame { effort: Effort::Quick, limits: self.limits.clone() }
    }
}
