use bouton_values::{Limits, Refusal, Unit};

/// What has been spent, and what may be.
pub(crate) struct Budget {
    limits: Limits,
    pub(crate) steps: u64,
    next_look: u64,
    /// Steps that may be taken on an attempt that may be given up.
    ceiling: u64,
    /// Bytes of the digits of large numbers, and of what callers keep.
    pub(crate) elsewhere: u64,
}

/// Steps between two looks at the limits.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// A step takes about this many nanoseconds.
const NANOSECONDS: u64 = 16;

impl Budget {
    pub(crate) fn new(limits: Limits) -> Budget {
        Budget { limits, steps: 0, next_look: BETWEEN_LOOKS, ceiling: u64::MAX, elsewhere: 0 }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts; false if it is time to look at the limits.
    pub(crate) fn spend(&mut self, steps: u64) -> bool {
        self.steps = self.steps.saturating_add(steps);
        self.steps < self.next_look
    }

    /// Looks at the limits.
    pub(crate) fn check(&mut self, bytes: u64) -> Result<(), Refusal> {
        let look = self.steps.saturating_add(BETWEEN_LOOKS);
        self.next_look = look.min(self.ceiling.saturating_add(1));
        if self.steps > self.ceiling {
            return Err(self.given_up());
        }
        let steps = self.steps.saturating_mul(NANOSECONDS);
        self.limits.check_steps("the canonical forms", steps.into())?;
        // Tables double when they grow, and hold both sizes for a moment.
        self.limits.check_memory("the canonical forms", u128::from(bytes) * 3 / 2)?;
        self.limits.progress(steps, self.limits.steps)
    }

    /// Allows so many more steps; returns what was allowed before.
    pub(crate) fn lower_ceiling(&mut self, steps: u64) -> u64 {
        let lower = self.steps.saturating_add(steps).min(self.ceiling);
        self.next_look = self.next_look.min(lower.saturating_add(1));
        std::mem::replace(&mut self.ceiling, lower)
    }

    pub(crate) fn raise_ceiling(&mut self, to: u64) {
        self.ceiling = to;
    }

    fn given_up(&self) -> Refusal {
        Refusal::Limit {
            what: "an attempt".to_owned(),
            needed: self.steps.into(),
            allowed: self.ceiling.into(),
            unit: Unit::Steps,
        }
    }

    /// Indices have 31 bits, so that pairs of them and an answer fit into a word.
    pub(crate) fn check_count(&self, what: &str, count: usize) -> Result<(), Refusal> {
        const MOST: usize = (1 << 31) - 2;
        if count < MOST {
            return Ok(());
        }
        Err(Refusal::Limit {
            what: what.to_owned(),
            needed: 16 * count as u128,
            allowed: 16 * MOST as u128,
            unit: Unit::Bytes,
        })
    }
}
