use bouton_values::{Limits, Refusal};

/// Counts steps, and asks the limits about them every million.
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    what: &'static str,
    spent: u64,
    asked: u64,
}

/// How many steps go by between two questions to the limits.
pub(super) const INTERVAL: u64 = 1 << 20;

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits, what: &'static str) -> Meter<'a> {
        Meter { limits, what, spent: 0, asked: 0 }
    }

    pub(super) fn limits(&self) -> &'a Limits {
        self.limits
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Takes so many steps, unless they are too many or someone says stop.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.spent = self.spent.saturating_add(steps);
        if self.spent - self.asked < INTERVAL {
            return Ok(());
        }
        self.asked = self.spent;
        self.limits.check_steps(self.what, u128::from(self.spent))?;
        self.limits.progress(self.spent, self.limits.steps)
    }

    /// Refuses to hold more bytes than allowed.
    pub(super) fn hold(&self, bytes: usize) -> Result<(), Refusal> {
        self.limits.check_memory(self.what, bytes as u128)
    }
}
