//! How many computations run at a time, how long each may take, and who waits.
//!
//! There are two lanes. A question is first tried in the *quick* lane with a small budget; what does not finish there
//! starts over in the *slow* lane, which has its own slots, the whole budget and a short queue. So cheap questions
//! never wait for expensive ones. Kinds of questions that turned out to be slow are remembered for a while and go to
//! the slow lane at once. Who finds a queue full is told to come again.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bouton_lab::rules::{Limits, Refusal, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// What a question is expected to cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// It is worth a try in the quick lane. The number names its kind: what it has in common with others that cost
    /// about as much.
    Quick(u64),
    /// It will take a while.
    Slow,
}

impl Weight {
    /// Quick, as long as no question with the same properties turned out to be slow.
    pub(crate) fn quick(kind: impl Hash) -> Weight {
        let mut hasher = DefaultHasher::new();
        kind.hash(&mut hasher);
        Weight::Quick(hasher.finish())
    }
}

/// The slots of all computations.
pub(crate) struct Pool {
    quick: Lane,
    slow: Lane,
    /// Kinds of questions that were slow, and when.
    known_slow: Mutex<HashMap<u64, Instant>>,
    /// Everybody shall stop.
    stopping: Arc<AtomicBool>,
}

struct Lane {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// How long somebody may wait for a slot.
    patience: Duration,
    budget: Duration,
    memory: u64,
}

/// The budget of the quick lane.
const QUICK: Duration = Duration::from_millis(60);
/// How long a kind of questions is known to be slow, and how many kinds are remembered.
const MEMORY_OF_SLOW: Duration = Duration::from_secs(60);
const MOST_KNOWN: usize = 1024;
/// Bytes that the computations of each lane may hold together.
const QUICK_MEMORY: u64 = 64 << 20;
const SLOW_MEMORY: u64 = 160 << 20;
/// Elementary steps that fit into a second, about.
const STEPS_A_SECOND: f64 = 1e9;

impl Pool {
    pub(crate) fn new(budget: Duration) -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let quick = Lane::new(cores.clamp(2, 4), 256, QUICK.min(budget), QUICK_MEMORY);
        let slow = Lane::new((cores - 1).clamp(1, 4), 24, budget, SLOW_MEMORY);
        let stopping = Arc::new(AtomicBool::new(false));
        Pool { quick, slow, known_slow: Mutex::default(), stopping }
    }

    /// How many computations may run at once, for the threads that carry them out.
    pub(crate) fn slots(&self) -> usize {
        self.quick.slots.available_permits() + self.slow.slots.available_permits()
    }

    /// Asks everybody to stop.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Shall everybody stop?
    pub(crate) fn stopping(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopping)
    }

    /// Works on a question as soon as there is a slot. If whoever asked goes away, the work stops.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl Fn(&Means) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let work = Arc::new(work);
        if let Weight::Quick(kind) = weight
            && !self.is_known_slow(kind)
        {
            match self.in_lane(&self.quick, false, Arc::clone(&work)).await {
                Err(Problem::OutOfTime(_) | Problem::Unfinished) => self.remember(kind),
                // An engine knows beforehand that it needs more: nothing is lost.
                Err(Problem::Refused(Refusal::Limit { .. })) => {}
                done => return done,
            }
        }
        self.in_lane(&self.slow, true, work).await
    }

    async fn in_lane<T: Send + 'static>(
        &self,
        lane: &Lane,
        is_last: bool,
        work: Arc<impl Fn(&Means) -> Result<T, Problem> + Send + Sync + 'static>,
    ) -> Result<T, Problem> {
        let slot = lane.slot().await?;
        let means = Means {
            deadline: Instant::now() + lane.budget,
            budget: lane.budget,
            memory: lane.memory,
            is_last,
            gone: Arc::new(AtomicBool::new(false)),
            stopping: self.stopping(),
        };
        let _guard = Gone(Arc::clone(&means.gone));
        // The slot is the work's: whoever goes away early does not make room for more.
        let done = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            (work(&means), means)
        });
        let done = done.await;
        let Ok((result, means)) = done else { return Err(Problem::Panicked) };
        match result {
            Err(Problem::Refused(Refusal::Interrupted)) => match means.is_stopping() {
                true => Err(Problem::Busy),
                false => Err(Problem::OutOfTime(lane.budget)),
            },
            result => result,
        }
    }

    fn is_known_slow(&self, kind: u64) -> bool {
        let known = self.known_slow.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&kind).is_some_and(|since| since.elapsed() < MEMORY_OF_SLOW)
    }

    fn remember(&self, kind: u64) {
        let mut known = self.known_slow.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.retain(|_, since| since.elapsed() < MEMORY_OF_SLOW);
        }
        if known.len() < MOST_KNOWN {
            known.insert(kind, Instant::now());
        }
    }
}

impl Lane {
    fn new(slots: usize, most_waiting: usize, budget: Duration, memory: u64) -> Lane {
        Lane {
            slots: Arc::new(Semaphore::new(slots)),
            waiting: AtomicUsize::new(0),
            most_waiting,
            patience: 2 * budget + Duration::from_secs(5),
            budget,
            memory: memory / slots as u64,
        }
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        if let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() {
            return Ok(slot);
        }
        let _waiting = Waiting::new(&self.waiting, self.most_waiting).ok_or(Problem::Busy)?;
        match tokio::time::timeout(self.patience, Arc::clone(&self.slots).acquire_owned()).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(Problem::Busy),
        }
    }
}

/// Somebody in a queue, until dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize, most: usize) -> Option<Waiting<'a>> {
        let waiting = Waiting(count);
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Says that whoever asked is gone, when dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a computation may use.
#[derive(Clone)]
pub(crate) struct Means {
    deadline: Instant,
    budget: Duration,
    memory: u64,
    is_last: bool,
    gone: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
}

impl Means {
    /// All of it.
    pub(crate) fn limits(&self) -> Limits {
        self.until(self.deadline)
    }

    /// Part of the time, so that something is left for an easier question.
    pub(crate) fn part(&self, share: f64) -> Limits {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.until(Instant::now() + left.mul_f64(share))
    }

    fn until(&self, deadline: Instant) -> Limits {
        let steps = (self.budget.as_secs_f64() * STEPS_A_SECOND) as u64;
        let watch = Arc::new(Means { deadline, ..self.clone() });
        Limits { memory: self.memory, steps, watch }
    }

    /// Is there no other lane, so that a part of the answer is better than none?
    pub(crate) fn is_last(&self) -> bool {
        self.is_last && !self.is_stopping()
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed) || self.gone.load(Ordering::Relaxed)
    }
}

impl Watch for Means {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        match self.is_stopping() || Instant::now() >= self.deadline {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that nobody waits for any more, but that has not stopped yet, still holds its slot.
    #[tokio::test]
    async fn who_goes_away_early_makes_no_room() {
        let pool = Pool::new(Duration::from_secs(60));
        let all = pool.slow.slots.available_permits();
        let (started, mut has_started) = tokio::sync::mpsc::channel::<()>(1);
        let gate = Arc::new((Mutex::new(false), std::sync::Condvar::new()));
        let inner = Arc::clone(&gate);
        let work = pool.run(Weight::Slow, move |_| {
            let _ = started.blocking_send(());
            let mut open = inner.0.lock().unwrap();
            while !*open {
                open = inner.1.wait(open).unwrap();
            }
            Ok(())
        });
        tokio::select! {
            _ = work => panic!("the gate is shut"),
            _ = has_started.recv() => {}
        }
        assert_eq!(pool.slow.slots.available_permits(), all - 1);
        *gate.0.lock().unwrap() = true;
        gate.1.notify_all();
        let slots = Arc::clone(&pool.slow.slots);
        let everybody = slots.acquire_many_owned(all as u32).await;
        assert!(everybody.is_ok(), "the work is over, and its slot is free");
    }
}
