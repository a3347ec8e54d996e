use bouton_rules::{Limits, Refusal};

/// How many steps pass before someone is told.
const PATIENCE: u64 = 1 << 20;

/// Counts steps against the limits while the work goes on, and tells how far it is.
pub(super) struct Budget<'a> {
    limits: &'a Limits,
    what: &'static str,
    spent: u64,
    /// When to look at the limits again.
    next: u64,
    done: u64,
    total: u64,
}

impl<'a> Budget<'a> {
    /// For work in `total` parts.
    pub(super) fn new(limits: &'a Limits, what: &'static str, total: usize) -> Budget<'a> {
        Budget { limits, what, spent: 0, next: 0, done: 0, total: total as u64 }
    }

    /// Refuses what goes beyond the limit.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.spent = self.spent.saturating_add(steps);
        if self.spent < self.next {
            return Ok(());
        }
        self.limits.check_steps(self.what, self.spent.into())?;
        self.limits.progress(self.done, self.total)?;
        self.next = self.spent.saturating_add(PATIENCE).min(self.limits.steps.saturating_add(1));
        Ok(())
    }

    /// So many parts are done.
    pub(super) fn done(&mut self, parts: usize) {
        self.done = parts as u64;
    }
}
