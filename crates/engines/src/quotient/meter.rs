use bouton_rules::{Limits, Refusal};

/// The watch is told after so many steps.
const STEPS_PER_TELLING: u128 = 1 << 22;

/// Counts steps against the limits, and tells the watch which heap is at hand.
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    heap: u64,
    heaps: u64,
    steps: u128,
    told: u128,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits, heaps: u64) -> Meter<'a> {
        Meter { limits, heap: 0, heaps, steps: 0, told: 0 }
    }

    /// The heaps below this one are done.
    pub(super) fn start(&mut self, heap: u64) -> Result<(), Refusal> {
        self.heap = heap;
        self.limits.progress(heap, self.heaps)
    }

    /// Refuses where the steps taken so far and `steps` more are too many.
    pub(super) fn spend(&mut self, steps: u128) -> Result<(), Refusal> {
        self.steps += steps;
        if self.steps - self.told < STEPS_PER_TELLING && self.steps <= self.limits.steps.into() {
            return Ok(());
        }
        self.told = self.steps;
        let what = format!("the misère quotient of the heaps 0..{}, if it is finite,", self.heap);
        self.limits.check_steps(&what, self.steps)?;
        self.limits.progress(self.heap, self.heaps)
    }

    /// Refuses where something takes too many bytes.
    pub(super) fn hold(&self, what: &str, bytes: u128) -> Result<(), Refusal> {
        self.limits.check_memory(&format!("{what} at heap {}", self.heap), bytes)
    }
}
