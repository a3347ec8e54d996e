//! How many computations run at a time, how long each may take, and who waits.
//!
//! There are three lanes with slots of their own. A question is first tried *at once*, for some milliseconds; what does
//! not finish starts over in the *quick* lane with a larger budget, and then in the *slow* lane, which has the whole
//! budget and a short queue. So cheap questions never wait for expensive ones, not even for those of which nobody could
//! know that they are. Kinds of questions that turned out to be slow again and again are remembered for a while and go
//! to the slow lane directly. Who finds a queue full is told to come again, after a pause: whoever does not listen and
//! asks again at once shall not keep the machine busy with being refused.

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
    at_once: Lane,
    quick: Lane,
    slow: Lane,
    /// Kinds of questions that were slow.
    known_slow: Mutex<HashMap<u64, Slow>>,
    /// Everybody shall stop.
    stopping: Arc<AtomicBool>,
}

/// How often a kind of questions was slow in a row, and when it was last.
#[derive(Clone, Copy)]
struct Slow {
    times: u32,
    last: Instant,
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

/// The budget of what is tried at once: a wait of this length is not noticed.
const AT_ONCE: Duration = Duration::from_millis(30);
/// The budget of the quick lane.
const QUICK: Duration = Duration::from_millis(150);
/// So often in a row a kind of questions must be slow: a busy machine can hold up any of them once.
const TIMES_SLOW: u32 = 3;
/// How long it takes to be refused.
const PAUSE: Duration = Duration::from_millis(500);
/// How long a kind of questions is known to be slow, and how many kinds are remembered.
const MEMORY_OF_SLOW: Duration = Duration::from_secs(60);
const MOST_KNOWN: usize = 1024;
/// Bytes that the computations of each lane may hold together.
const MEMORY_AT_ONCE: u64 = 72 << 20;
const MEMORY_QUICK: u64 = 32 << 20;
const MEMORY_SLOW: u64 = 160 << 20;
/// Elementary steps that fit into a second, about.
const STEPS_A_SECOND: f64 = 1e9;

impl Pool {
    pub(crate) fn new(budget: Duration) -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // The system shares the processors among them, so that nobody is held up by others who are tried at once.
        let at_once = Lane::new((3 * cores).clamp(6, 16), 256, AT_ONCE.min(budget), MEMORY_AT_ONCE);
        let quick = Lane::new(cores.div_ceil(2).min(4), 64, QUICK.min(budget), MEMORY_QUICK);
        let slow = Lane::new((cores - 1).clamp(1, 4), 24, budget, MEMORY_SLOW);
        let stopping = Arc::new(AtomicBool::new(false));
        Pool { at_once, quick, slow, known_slow: Mutex::default(), stopping }
    }

    /// How many computations may run at once, for the threads that carry them out.
    pub(crate) fn slots(&self) -> usize {
        let lanes = [&self.at_once, &self.quick, &self.slow];
        lanes.iter().map(|lane| lane.slots.available_permits()).sum()
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
        let done = self.in_lanes(weight, Arc::new(work)).await;
        if matches!(done, Err(Problem::Busy)) && !self.stopping.load(Ordering::Relaxed) {
            tokio::time::sleep(PAUSE).await;
        }
        done
    }

    async fn in_lanes<T: Send + 'static>(
        &self,
        weight: Weight,
        work: Arc<impl Fn(&Means) -> Result<T, Problem> + Send + Sync + 'static>,
    ) -> Result<T, Problem> {
        if let Weight::Quick(kind) = weight
            && !self.is_known_slow(kind)
        {
            for (lane, is_last_try) in [(&self.at_once, false), (&self.quick, true)] {
                match self.in_lane(lane, false, Arc::clone(&work)).await {
                    Err(Problem::OutOfTime(_) | Problem::Unfinished) if is_last_try => {
                        self.remember(kind);
                    }
                    // An engine that knows beforehand that it needs more loses nothing.
                    Err(
                        Problem::OutOfTime(_)
                        | Problem::Unfinished
                        | Problem::Refused(Refusal::Limit { .. }),
                    ) => {}
                    done => {
                        self.forget(kind);
                        return done;
                    }
                }
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
        known.get(&kind).is_some_and(|slow| slow.times >= TIMES_SLOW && slow.is_recent())
    }

    fn remember(&self, kind: u64) {
        let mut known = self.known_slow.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.retain(|_, slow| slow.is_recent());
        }
        if known.len() < MOST_KNOWN {
            let slow = known.entry(kind).or_insert(Slow { times: 0, last: Instant::now() });
            let times = if slow.is_recent() { slow.times + 1 } else { 1 };
            *slow = Slow { times, last: Instant::now() };
        }
    }

    fn forget(&self, kind: u64) {
        self.known_slow.lock().unwrap_or_else(PoisonError::into_inner).remove(&kind);
    }
}

impl Slow {
    fn is_recent(self) -> bool {
        self.last.elapsed() < MEMORY_OF_SLOW
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

    /// One bad moment of a busy machine does not send cheap questions to the slow lane.
    #[test]
    fn a_kind_is_slow_after_several_times_in_a_row() {
        let pool = Pool::new(Duration::from_secs(60));
        let fail = |times: u32| (0..times).for_each(|_| pool.remember(7));
        fail(TIMES_SLOW - 1);
        assert!(!pool.is_known_slow(7));
        pool.forget(7);
        fail(TIMES_SLOW - 1);
        assert!(!pool.is_known_slow(7), "it was quick in between");
        fail(1);
        assert!(pool.is_known_slow(7) && !pool.is_known_slow(8));
    }

    /// Everything else may be taken: what is tried at once has slots of its own.
    #[tokio::test]
    async fn cheap_questions_wait_for_nobody() {
        let pool = Pool::new(Duration::from_secs(60));
        let mut taken = Vec::new();
        for lane in [&pool.quick, &pool.slow] {
            let all = lane.slots.available_permits() as u32;
            taken.push(Arc::clone(&lane.slots).acquire_many_owned(all).await.unwrap());
        }
        let found = pool.run(Weight::quick("cheap"), |_| Ok(42)).await;
        assert_eq!(found.ok(), Some(42));
    }

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
