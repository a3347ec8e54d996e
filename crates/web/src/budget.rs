//! The cost of a request: how much it is expected to take, and how much it may take.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bouton_lab::Desk;
use bouton_lab::rules::{Limits, Refusal, Watch};

use crate::problem::Problem;

/// Seconds that a question may take if nothing else is said.
pub(crate) const USUAL_SECONDS: u64 = 5;
/// About how many elementary steps fit into a second.
pub(crate) const STEPS_A_SECOND: u64 = 1_000_000_000;
/// The most bytes that a computation may hold.
pub(crate) const MOST_MEMORY: u64 = 160 << 20;

/// What a question is expected to cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Cheap enough to try in the quick lane.
    Quick {
        /// A hash of the properties that questions of about this cost have in common.
        kind: u64,
        /// Does the question contain a rule text?
        is_written: bool,
    },
    /// Expensive: goes to the slow lane directly.
    Slow,
}

impl Weight {
    /// A quick question, unless earlier ones with the same properties were slow. `text` is a game's name or its rules.
    pub(crate) fn quick(text: &str, kind: impl Hash) -> Weight {
        let mut hasher = DefaultHasher::new();
        (text, kind).hash(&mut hasher);
        // The name of a game never has a prime, and a move in a rule text always has one.
        Weight::Quick { kind: hasher.finish(), is_written: text.contains(['\'', '′']) }
    }
}

/// The steps and memory that a computation may use, and who may stop it.
#[derive(Clone)]
pub(crate) struct Budget {
    pub(crate) steps: u64,
    pub(crate) memory: u64,
    /// Is there no later try that allows more?
    pub(crate) is_last: bool,
    pub(crate) watch: Arc<dyn Watch>,
}

impl Budget {
    /// What a question may cost in all, by default, where there is only one try.
    pub(crate) fn usual(watch: Arc<dyn Watch>) -> Budget {
        let steps = USUAL_SECONDS * STEPS_A_SECOND;
        Budget { steps, memory: MOST_MEMORY, is_last: true, watch }
    }

    /// The desk that answers a question within this budget; games are never read from files.
    pub(crate) fn desk(&self) -> Desk {
        Desk { limits: self.limits(), files: false }
    }

    /// The budget as limits. A clock ends the whole question: steps and bytes decide which parts an answer has.
    pub(crate) fn limits(&self) -> Limits {
        Limits { memory: self.memory, steps: self.steps, watch: Arc::clone(&self.watch) }
    }

    /// Accepts an answer that a limit cut short, if no later lane allows more and it was not the clock that ended it.
    pub(crate) fn accept_part(&self, limit: &Refusal) -> Result<(), Problem> {
        match limit {
            Refusal::Limit { .. } if self.is_last => Ok(()),
            refusal => Err(refusal.clone().into()),
        }
    }
}
