//! Limits: the memory and steps that a computation may use, and who observes it.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::refusal::{Refusal, Unit};

/// The limits of an answer, in memory and steps, and an observer of its progress.
#[derive(Clone)]
pub struct Limits {
    /// Bytes that an engine may hold at once.
    pub memory: u64,
    /// Elementary steps, roughly a nanosecond each.
    pub steps: u64,
    /// Informed of the progress from time to time; may ask to stop.
    pub watch: Arc<dyn Watch>,
}

/// An observer of a long computation, who is informed of its progress and may stop it.
pub trait Watch: Send + Sync {
    /// Called when `done` of `total` steps are complete; the total is 0 where it is unknown. `Break` asks to stop.
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()>;
}

/// An observer that never stops the computation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Watch for Quiet {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Default for Limits {
    /// 2 GiB and 2·10¹⁰ steps, with the observer [`Quiet`].
    fn default() -> Limits {
        Limits { memory: 2 << 30, steps: 20_000_000_000, watch: Arc::new(Quiet) }
    }
}

impl Limits {
    /// Refuses `what` if it needs more than the allowed bytes.
    pub fn check_memory(&self, what: &str, needed: u128) -> Result<(), Refusal> {
        check(what, needed, self.memory, Unit::Bytes)
    }

    /// Refuses `what` if it needs more than the allowed steps.
    pub fn check_steps(&self, what: &str, needed: u128) -> Result<(), Refusal> {
        check(what, needed, self.steps, Unit::Steps)
    }

    /// Informs the watch; [`Refusal::Interrupted`] if it asks to stop.
    pub fn progress(&self, done: u64, total: u64) -> Result<(), Refusal> {
        match self.watch.progress(done, total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Refusal::Interrupted),
        }
    }
}

fn check(what: &str, needed: u128, allowed: u64, unit: Unit) -> Result<(), Refusal> {
    let allowed = u128::from(allowed);
    if needed <= allowed {
        return Ok(());
    }
    Err(Refusal::Limit { what: what.to_owned(), needed, allowed, unit })
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("memory", &self.memory)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}
