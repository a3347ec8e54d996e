//! Counts the steps of a computation while it runs.

use crate::limits::Limits;
use crate::refusal::Refusal;

/// How many steps pass between two looks at the limits: about a millisecond.
const BETWEEN_LOOKS: u64 = 1 << 20;

/// Counts steps against the limits, and informs the watch of the progress from time to time.
///
/// Counting costs an addition and a comparison. The limits, and the watch, which may stop the work, are consulted
/// only once in about a million steps, or when too many are spent.
///
/// ```
/// use bouton_values::{Limits, Meter};
/// let limits = Limits { steps: 100, ..Limits::default() };
/// let mut meter = Meter::new(&limits, "the sum");
/// assert!(meter.spend(100).is_ok());
/// assert!(meter.spend(1).unwrap_err().to_string().starts_with("the sum would need"));
/// ```
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    what: &'static str,
    /// (nanoseconds, steps): the steps counted here take this many nanoseconds.
    scale: (u64, u64),
    spent: u64,
    /// More than this is refused.
    most: u64,
    /// When to look at the limits again.
    next: u64,
    between_looks: u64,
    /// What is done of the total; `None` where that is the steps themselves.
    done: Option<u64>,
    total: u64,
}

impl Meter {
    /// A meter for a computation that refusals call `what`. It reports how many of the allowed steps are spent.
    #[must_use]
    pub fn new(limits: &Limits, what: &'static str) -> Meter {
        let meter = Meter {
            limits: limits.clone(),
            what,
            scale: (1, 1),
            spent: 0,
            most: limits.steps,
            next: 0,
            between_looks: 0,
            done: None,
            total: limits.steps,
        };
        meter.every(BETWEEN_LOOKS)
    }

    /// Sets the size of a step: `steps` of them take `nanoseconds`.
    #[must_use]
    pub fn scaled(mut self, nanoseconds: u64, steps: u64) -> Meter {
        let own = |theirs: u64| {
            let own = u128::from(theirs) * u128::from(steps) / u128::from(nanoseconds);
            u64::try_from(own).unwrap_or(u64::MAX)
        };
        self.most = own(self.limits.steps);
        self.scale = (nanoseconds, steps);
        self.every(own(BETWEEN_LOOKS))
    }

    /// Sets how many steps pass between two looks at the limits.
    #[must_use]
    pub fn every(mut self, steps: u64) -> Meter {
        self.between_looks = steps;
        self.plan_look();
        self
    }

    /// Reports progress towards this total instead of the allowed steps: of the parts that are done, or of the steps.
    #[must_use]
    pub fn out_of(mut self, total: impl TryInto<u64>) -> Meter {
        self.total = total.try_into().unwrap_or(u64::MAX);
        self
    }

    /// The limits that it counts against.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The number of steps counted so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The steps that may be spent.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.most
    }

    /// The number of steps expected in all, as given to [`Meter::out_of`].
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Sets how many parts of the total are done.
    #[inline]
    pub fn done(&mut self, parts: u64) {
        self.done = Some(parts);
    }

    /// Counts `steps` more; refuses if they are too many or the watch asks to stop.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.count(steps);
        if self.is_due() { self.look() } else { Ok(()) }
    }

    /// Counts `steps` more, which may exceed 64 bits; refuses if they are too many or the watch asks to stop.
    pub fn spend_many(&mut self, steps: u128) -> Result<(), Refusal> {
        self.afford(steps)?;
        self.spend(steps as u64)
    }

    /// Counts `steps` more without a look at the limits, for a caller of [`Meter::is_due`] and [`Meter::look`].
    #[inline]
    pub fn count(&mut self, steps: u64) {
        self.spent = self.spent.saturating_add(steps);
    }

    /// Is it time to look at the limits?
    #[inline]
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.spent >= self.next
    }

    /// Looks at the limits and informs the watch; refuses if the steps are too many or the watch asks to stop.
    #[cold]
    pub fn look(&mut self) -> Result<(), Refusal> {
        self.plan_look();
        self.afford(0)?;
        let done = self.done.map_or(self.in_steps_of_limits(self.spent.into()), u128::from);
        let done = u64::try_from(done).unwrap_or(u64::MAX).min(self.total);
        self.limits.progress(done, self.total)
    }

    /// Refuses if `steps` more would be too many; counts nothing.
    pub fn afford(&self, steps: u128) -> Result<(), Refusal> {
        let needed = steps.saturating_add(self.spent.into());
        if needed <= self.most.into() {
            return Ok(());
        }
        // An attempt may be given up before the limits are reached; it would go beyond them.
        let allowed = u128::from(self.limits.steps);
        let needed = self.in_steps_of_limits(needed).max(allowed + 1);
        self.limits.check_steps(self.what, needed)
    }

    /// Refuses to hold more bytes than allowed.
    pub fn hold(&self, what: &str, bytes: u128) -> Result<(), Refusal> {
        self.limits.check_memory(what, bytes)
    }

    /// Allows at most `steps` more, for an attempt that may be given up; returns what was allowed before, to be
    /// restored with [`Meter::allow`].
    pub fn lower(&mut self, steps: u64) -> u64 {
        let before = self.most;
        self.allow(self.spent.saturating_add(steps).min(before));
        before
    }

    /// Sets how many steps are allowed in all.
    pub fn allow(&mut self, most: u64) {
        self.most = most;
        // A planned look is kept: many short attempts would put it off for ever.
        self.next = self.next.min(most.saturating_add(1));
    }

    fn plan_look(&mut self) {
        self.next = self.spent.saturating_add(self.between_looks);
        // After a refusal the next look is not at once, so that the caller can still write down what was found.
        if self.spent <= self.most {
            self.next = self.next.min(self.most.saturating_add(1));
        }
    }

    fn in_steps_of_limits(&self, steps: u128) -> u128 {
        steps.saturating_mul(self.scale.0.into()) / u128::from(self.scale.1)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::limits::Watch;
    use crate::refusal::Unit;

    /// Records each report, and stops after this many of them.
    struct Scribe(Mutex<Vec<(u64, u64)>>, usize);

    impl Watch for Scribe {
        fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
            let mut told = self.0.lock().unwrap();
            told.push((done, total));
            if told.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    fn watched(steps: u64, patience: usize) -> (Arc<Scribe>, Limits) {
        let scribe = Arc::new(Scribe(Mutex::default(), patience));
        let watch = Arc::clone(&scribe) as Arc<dyn Watch>;
        (scribe, Limits { steps, watch, ..Limits::default() })
    }

    fn needed(result: Result<(), Refusal>) -> u128 {
        match result {
            Err(Refusal::Limit { needed, allowed, unit: Unit::Steps, .. }) if needed > allowed => {
                needed
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn no_step_beyond_the_limit_goes_unnoticed() {
        for (nanoseconds, steps) in [(1, 1), (16, 1), (2, 5), (7, 3)] {
            let limits = Limits { steps: 1000, ..Limits::default() };
            let mut meter = Meter::new(&limits, "it").scaled(nanoseconds, steps);
            let most = 1000 * steps / nanoseconds;
            (0..most).for_each(|_| meter.spend(1).unwrap());
            let told = needed(meter.spend(1));
            assert!((1001..1001 + u128::from(nanoseconds)).contains(&told), "{told}");
        }
    }

    #[test]
    fn the_watch_hears_of_steps_or_of_parts_and_may_stop() {
        let (scribe, limits) = watched(1 << 30, 3);
        let mut meter = Meter::new(&limits, "it").scaled(16, 1);
        (0..1 << 16).for_each(|_| meter.spend(1).unwrap());
        let mut meter = Meter::new(&limits, "it").every(10).out_of(7_u64);
        meter.done(2);
        assert_eq!(meter.spend(9), Ok(()));
        assert_eq!(meter.spend(1), Ok(()));
        meter.done(9);
        assert_eq!(meter.spend(9), Ok(()));
        assert_eq!(meter.spend(1), Err(Refusal::Interrupted));
        assert_eq!(*scribe.0.lock().unwrap(), [(1 << 20, 1 << 30), (2, 7), (7, 7)]);
    }

    #[test]
    fn what_is_counted_waits_for_a_look() {
        let (scribe, limits) = watched(100, 2);
        let mut meter = Meter::new(&limits, "it").every(10);
        meter.count(50);
        assert!(meter.is_due() && scribe.0.lock().unwrap().is_empty());
        assert_eq!(meter.look(), Ok(()));
        assert!(!meter.is_due());
        assert_eq!((meter.afford(50), needed(meter.afford(51))), (Ok(()), 101));
    }

    #[test]
    fn an_attempt_has_a_limit_of_its_own() {
        let mut meter = Meter::new(&Limits { steps: 100, ..Limits::default() }, "it");
        meter.spend(10).unwrap();
        let outer = meter.lower(20);
        assert_eq!(meter.spend(20), Ok(()));
        let inner = meter.lower(50);
        assert_eq!(
            (outer, inner, meter.most()),
            (100, 30, 30),
            "no attempt may take more than the one around it"
        );
        assert_eq!(needed(meter.spend(1)), 101);
        meter.allow(outer);
        assert_eq!(meter.spend(69), Ok(()));
        assert_eq!(needed(meter.spend(1)), 101);
    }

    #[test]
    fn short_attempts_do_not_put_off_the_look() {
        let (scribe, limits) = watched(1000, 100);
        let mut meter = Meter::new(&limits, "it").every(10);
        for _ in 0..5 {
            let before = meter.lower(3);
            meter.spend(2).unwrap();
            meter.allow(before);
        }
        assert!(!scribe.0.lock().unwrap().is_empty());
    }

    #[test]
    fn more_than_can_be_counted_is_refused() {
        let mut meter = Meter::new(&Limits::default(), "it");
        meter.spend(1).unwrap();
        assert_eq!(needed(meter.spend(u64::MAX)), u128::from(u64::MAX));
        assert_eq!(needed(meter.spend_many(u128::MAX)), u128::MAX);
    }
}
