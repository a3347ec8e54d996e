//! Refusals: why a question has no answer, with numbers, and what to do about it.

use std::fmt;

use crate::Help;

/// Why there is no answer, as a value with numbers in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not a game, a position, or a question that makes sense.
    #[error("{problem}")]
    BadInput {
        /// What is wrong.
        problem: String,
        /// What to write instead.
        help: Help,
    },
    /// The question makes sense, but nothing here answers it for this game.
    #[error("{problem}")]
    Unsupported {
        /// What is missing.
        problem: String,
        /// What to ask instead.
        help: Help,
    },
    /// The answer would cost more than the limits allow.
    #[error("{what} would need {}", unit.demand(*needed, *allowed))]
    Limit {
        /// What was about to be done.
        what: String,
        /// How much it takes, at least.
        needed: u128,
        /// How much is allowed.
        allowed: u128,
        /// What is counted.
        unit: Unit,
    },
    /// Two parts of the program contradict each other, so neither is shown as an answer. The user cannot do
    /// anything about it: it is a bug.
    #[error("{problem}")]
    Bug {
        /// What contradicts what.
        problem: String,
    },
    /// The caller asked the computation to stop.
    #[error("stopped before the end")]
    Interrupted,
}

impl Refusal {
    /// Bad input, with what to write instead.
    pub fn bad(problem: impl Into<String>, help: impl Into<Help>) -> Refusal {
        Refusal::BadInput { problem: problem.into(), help: help.into() }
    }

    /// Nothing here answers it, with what to ask instead.
    pub fn unsupported(problem: impl Into<String>, help: impl Into<Help>) -> Refusal {
        Refusal::Unsupported { problem: problem.into(), help: help.into() }
    }

    /// A refusal because of a bug in Bouton; `problem` says what contradicts what.
    pub fn bug(problem: impl Into<String>) -> Refusal {
        Refusal::Bug { problem: problem.into() }
    }

    /// Advice for the user on what to do about the refusal.
    #[must_use]
    pub fn help(&self) -> Help {
        match self {
            Refusal::BadInput { help, .. } | Refusal::Unsupported { help, .. } => help.clone(),
            Refusal::Limit { unit, needed, .. } => unit.raise(*needed),
            Refusal::Bug { .. } => {
                "this is a bug in Bouton, not a mistake in the question: please report both".into()
            }
            Refusal::Interrupted => "ask the question again".into(),
        }
    }
}

/// The units in which limits are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of memory.
    Bytes,
    /// Elementary steps, roughly a nanosecond each.
    Steps,
}

impl Unit {
    fn say(self, amount: u128) -> String {
        match self {
            Unit::Bytes => Bytes(amount).to_string(),
            Unit::Steps => format!("{} steps", Rounded(amount)),
        }
    }

    /// What is needed and what is allowed; where both round to the same text, that it is more.
    fn demand(self, needed: u128, allowed: u128) -> String {
        match (self.say(needed), self.say(allowed)) {
            (needed, allowed) if needed == allowed => format!("more than the allowed {allowed}"),
            (needed, allowed) => format!("{needed}, allowed {allowed}"),
        }
    }

    /// The setting that raises the limit to `needed`, rounded up.
    fn raise(self, needed: u128) -> Help {
        let raised = |help: Help| help.and(", or ask for less");
        match self {
            Unit::Bytes => match needed.div_ceil(1 << 30).max(1) {
                gib @ 0..=1024 => {
                    raised(Help::from("allow more with ").set("memory", format!("{gib}GiB")))
                }
                _ => "ask for less: no machine has that much memory".into(),
            },
            Unit::Steps => match needed.max(1).ilog10() + 1 {
                exponent @ 0..=18 => {
                    raised(Help::from("allow more with ").set("steps", format!("1e{exponent}")))
                }
                _ => "ask for less: no machine takes that many steps".into(),
            },
        }
    }
}

struct Bytes(u128);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u32, &str); 4] = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        match UNITS.iter().find(|(shift, _)| self.0 >> shift > 0) {
            Some((shift, name)) => {
                let whole = self.0 >> shift;
                if whole >= 1_000_000 {
                    return write!(f, "{} {name}", Rounded(whole));
                }
                let tenths = (self.0 >> (shift - 10)) * 10 / 1024;
                write!(f, "{whole}.{} {name}", tenths % 10)
            }
            None => write!(f, "{} bytes", self.0),
        }
    }
}

/// Exact below a million, then as a power of ten with one decimal.
struct Rounded(u128);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1_000_000 {
            return write!(f, "{}", self.0);
        }
        let exponent = self.0.ilog10();
        let tenths = self.0 / 10u128.pow(exponent - 1);
        write!(f, "{}.{}e{exponent}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_says_its_numbers_and_how_to_raise_it() {
        let refusal = Refusal::Limit {
            what: "the table".to_owned(),
            needed: (16 << 30) / 5,
            allowed: 2 << 30,
            unit: Unit::Bytes,
        };
        assert_eq!(refusal.to_string(), "the table would need 3.1 GiB, allowed 2.0 GiB");
        assert_eq!(refusal.help().to_string(), "allow more with `memory` 4GiB, or ask for less");
        assert_eq!(Unit::Bytes.demand(1001 << 10, 1001 << 10), "more than the allowed 1001.0 KiB");
        assert_eq!(Unit::Steps.say(123_456_789), "1.2e8 steps");
        assert_eq!(Unit::Steps.say(999_999), "999999 steps");
        let raised = Unit::Steps.raise(123_456_789).to_string();
        assert_eq!(raised, "allow more with `steps` 1e9, or ask for less");
        assert_eq!(Bytes(u128::MAX).to_string().split(' ').count(), 2);
        assert_eq!(Bytes(1023).to_string(), "1023 bytes");
    }
}
