//! Schedules computations: how many run at a time, how long each may take, and how many may wait.
//!
//! There are three lanes with slots of their own. A question is first tried *at once*, for some milliseconds; what does
//! not finish starts over in the *quick* lane with a larger budget, and then in the *slow* lane, which has the whole
//! budget and a short queue. So cheap questions never wait for expensive ones, not even for those whose cost nobody
//! could know beforehand. Kinds of questions that were slow several times in a row are remembered for a while and go to
//! the slow lane directly. A request that finds a queue full is refused after a pause, so that a client that repeats it
//! at once does not keep the machine busy with refusals.
//!
//! An answer does not depend on its lane. The steps and bytes of a lane end a computation there, and it starts over in
//! the next one; those of the slow lane are the same on every machine; the clock ends a whole question, never a part of
//! one. [`super::stuck`] deals with computations that do not consult their watch.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bouton_lab::rules::{Refusal, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::stuck::Stuck;
pub(crate) use crate::budget::{Budget, Weight};
use crate::budget::{MOST_MEMORY, STEPS_A_SECOND};
use crate::problem::Problem;

/// The slots of all computations.
pub(crate) struct Pool {
    at_once: Lane,
    quick: Lane,
    slow: Lane,
    /// Kinds of questions that were slow lately.
    known_slow: Mutex<HashMap<u64, Slow>>,
    /// Computations that did not stop.
    stuck: Arc<Stuck>,
    /// Slots for questions with rule texts, as many as there are spare threads: even if none of them stops, all can be
    /// replaced.
    written: Arc<Semaphore>,
    /// Must all computations stop?
    stopping: Arc<AtomicBool>,
}

/// What computes an answer and keeps it. The lanes do not know the type of answers: they were compiled for each of them, with
/// the tasks of tokio, which nearly doubled the time that this crate took to compile.
type Work = Arc<dyn Fn(&Budget) -> Result<(), Problem> + Send + Sync>;

/// How often a kind of question was slow in a row, and when it last was.
#[derive(Clone, Copy)]
struct Slow {
    times: u32,
    last: Instant,
}

struct Lane {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// How long a question may wait for a slot.
    patience: Duration,
    /// The time that a computation may take.
    time: Duration,
    steps: u64,
    memory: u64,
}

/// The time limit of the first try: nobody notices a wait of this length.
const AT_ONCE: Duration = Duration::from_millis(30);
/// The time limit of the quick lane.
const QUICK: Duration = Duration::from_millis(150);
/// A kind of question is slow after this many slow runs in a row: a busy machine can delay any of them once.
const TIMES_SLOW: u32 = 3;
/// How long a refusal takes, so that clients do not repeat their request too fast.
const PAUSE: Duration = Duration::from_millis(500);
/// How long a kind of question is remembered as slow, and how many kinds are.
const MEMORY_OF_SLOW: Duration = Duration::from_secs(60);
const MOST_KNOWN: usize = 1024;
/// Bytes that a computation may hold in the first two lanes. A search for a period goes as far as the limits allow, and no
/// farther than 2^22 heaps of 12 bytes: with less memory in an early lane, the clock decided how far it went.
const MEMORY_EARLY: u64 = 64 << 20;
/// Steps that a computation may take in the first two lanes; what needs more starts over in a later lane.
const STEPS_AT_ONCE: u64 = 100_000_000;
const STEPS_QUICK: u64 = 300_000_000;
/// How long a computation may go on after its time limit before it counts as stuck: a busy machine may delay it.
const GRACE: Duration = Duration::from_secs(2);

impl Pool {
    pub(crate) fn new(budget: Duration) -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let steps = ((budget.as_secs_f64() * STEPS_A_SECOND as f64) as u64).max(STEPS_AT_ONCE);
        let lane = |slots: usize, most_waiting: usize, time: Duration, steps: u64, memory: u64| {
            let (slots, time) = (Arc::new(Semaphore::new(slots)), time.min(budget));
            let patience = 2 * time + Duration::from_secs(5);
            let waiting = AtomicUsize::new(0);
            Lane { slots, waiting, most_waiting, patience, time, steps, memory }
        };
        let reserve = (2 * cores).clamp(4, 16);
        Pool {
            // More slots than processors: the system shares the processors among them, so first tries do not delay each
            // other.
            at_once: lane((3 * cores).clamp(6, 16), 256, AT_ONCE, STEPS_AT_ONCE, MEMORY_EARLY),
            quick: lane(cores.div_ceil(2).min(4), 64, QUICK, STEPS_QUICK.min(steps), MEMORY_EARLY),
            slow: lane((cores - 1).clamp(1, 4), 24, budget, steps, MOST_MEMORY),
            known_slow: Mutex::default(),
            stuck: Arc::new(Stuck::new(reserve)),
            written: Arc::new(Semaphore::new(reserve)),
            stopping: Arc::default(),
        }
    }

    /// The most threads that may be at work, including stuck ones.
    pub(crate) fn threads(&self) -> usize {
        let lanes = [&self.at_once, &self.quick, &self.slow];
        let slots: usize = lanes.iter().map(|lane| lane.slots.available_permits()).sum();
        slots + self.stuck.reserve()
    }

    /// Asks all computations to stop.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// A flag that is set once all computations must stop.
    pub(crate) fn stopping(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopping)
    }

    /// Runs the work of a question as soon as there is a slot. If the client disconnects, the work stops.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl Fn(&Budget) -> Result<T, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let found = Arc::new(Mutex::new(None));
        let place = Arc::clone(&found);
        let work = move |budget: &Budget| {
            let one = work(budget)?;
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(one);
            Ok(())
        };
        self.run_work(weight, Arc::new(work)).await?;
        let found = found.lock().unwrap_or_else(PoisonError::into_inner).take();
        found.ok_or(Problem::Panicked)
    }

    async fn run_work(&self, weight: Weight, work: Work) -> Result<(), Problem> {
        let done = self.in_lanes(weight, work).await;
        if matches!(done, Err(Problem::Busy | Problem::Stuck))
            && !self.stopping.load(Ordering::Relaxed)
        {
            tokio::time::sleep(PAUSE).await;
        }
        done
    }

    async fn in_lanes(&self, weight: Weight, work: Work) -> Result<(), Problem> {
        let kind = match weight {
            Weight::Quick { kind, .. } if self.stuck.has(kind) => return Err(Problem::Stuck),
            Weight::Quick { is_written: true, .. } if self.stuck.is_used_up() => {
                return Err(Problem::Stuck);
            }
            Weight::Quick { kind, .. } => Some(kind),
            Weight::Slow => None,
        };
        if let Some(kind) = kind
            && !self.is_known_slow(kind)
        {
            for (lane, is_last_try) in [(&self.at_once, false), (&self.quick, true)] {
                match self.in_lane(lane, false, weight, Arc::clone(&work)).await {
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
        match self.stuck.is_used_up() {
            true => Err(Problem::Stuck),
            false => self.in_lane(&self.slow, true, weight, work).await,
        }
    }

    async fn in_lane(
        &self,
        lane: &Lane,
        is_last: bool,
        weight: Weight,
        work: Work,
    ) -> Result<(), Problem> {
        let (kind, is_written) = match weight {
            Weight::Quick { kind, is_written } => (Some(kind), is_written),
            Weight::Slow => (None, false),
        };
        let place = match is_written {
            true => {
                let place = Arc::clone(&self.written).acquire_owned();
                Some(tokio::time::timeout(lane.patience, place).await.map_err(|_| Problem::Busy)?)
            }
            false => None,
        };
        let slot = lane.slot().await?;
        let clock = Arc::new(Clock {
            deadline: Instant::now() + lane.time,
            gone: Arc::default(),
            stopping: self.stopping(),
        });
        let budget = lane.budget(is_last, Arc::clone(&clock) as Arc<dyn Watch>);
        let _guard = Gone(Arc::clone(&clock.gone));
        let (sender, receiver) = oneshot::channel();
        let (stuck, patience) = (Arc::clone(&self.stuck), lane.time + GRACE);
        // A task of its own: a client that disconnects early neither frees the slot nor ends the supervision.
        tokio::spawn(async move {
            let mut slot = Some(slot);
            let mut done = tokio::task::spawn_blocking(move || work(&budget));
            let mut is_stuck = None;
            let result = match tokio::time::timeout(patience, &mut done).await {
                Ok(result) => result,
                Err(_) => {
                    let one = is_stuck.insert(stuck.add(kind));
                    slot = slot.filter(|_| !one.is_replaced);
                    done.await
                }
            };
            drop((is_stuck, slot, place));
            let _ = sender.send(result);
        });
        let result = match tokio::time::timeout(self.slow.time + GRACE, receiver).await {
            Err(_) => return Err(Problem::Stuck),
            Ok(Ok(Ok(done))) => done,
            Ok(_) => return Err(Problem::Panicked),
        };
        match result {
            Err(Problem::Refused(Refusal::Interrupted)) => match clock.is_stopping() {
                true => Err(Problem::Ending),
                false => Err(Problem::OutOfTime(lane.time)),
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
    fn budget(&self, is_last: bool, watch: Arc<dyn Watch>) -> Budget {
        Budget { steps: self.steps, memory: self.memory, is_last, watch }
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

/// A place in a queue, until dropped.
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

/// Sets the flag that the client has disconnected, when dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The clock of a computation, and whether anybody still waits for it.
struct Clock {
    deadline: Instant,
    gone: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
}

impl Clock {
    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed) || self.gone.load(Ordering::Relaxed)
    }
}

impl Watch for Clock {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        match self.is_stopping() || Instant::now() >= self.deadline {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
use bouton_lab::rules::Quiet;

#[cfg(test)]
impl Pool {
    /// The budget of each lane without a clock, in order.
    pub(crate) fn without_clock(&self) -> [Budget; 3] {
        let lanes = [(&self.at_once, false), (&self.quick, false), (&self.slow, true)];
        lanes.map(|(lane, is_last)| lane.budget(is_last, Arc::new(Quiet)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Condvar;

    use bouton_lab::{Answerable, VALUE_MEMORY, VALUE_STEPS};

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

    /// Whichever lane answers, a search for a period that finds none went equally far.
    #[test]
    fn a_period_is_searched_for_alike_in_every_lane() {
        let asked = |question: &str| {
            let pool = Pool::new(Duration::from_secs(60));
            let lanes = [&pool.at_once, &pool.quick, &pool.slow];
            lanes.map(|lane| {
                let desk = lane.budget(true, Arc::new(Quiet)).desk();
                let question: bouton_lab::ask::Sequence = serde_json::from_str(question).unwrap();
                serde_json::to_string(&question.answer(&desk).unwrap()).unwrap()
            })
        };
        let sets = ["nim-value", "outcome"].map(|of| ("subtraction:1,8589934591", of));
        let codes = ["octal:0.007", "octal:0.16"].map(|code| (code, "nim-value"));
        for (game, of) in sets.into_iter().chain(codes) {
            let [first, second, third] =
                asked(&format!(r#"{{"game": "{game}", "to": 50, "of": "{of}"}}"#));
            assert!(first.contains("no period was found"), "{first}");
            assert!(first == second && second == third, "{first}\n{second}\n{third}");
        }
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
        let found = pool.run(Weight::quick("a game", "cheap"), |_| Ok(42)).await;
        assert_eq!(found.ok(), Some(42));
    }

    /// A door that computations wait behind, whatever their watch says.
    #[derive(Default)]
    struct Door {
        is_open: Mutex<bool>,
        opened: Condvar,
    }

    impl Door {
        fn pass(&self) {
            let is_open = self.is_open.lock().unwrap();
            drop(self.opened.wait_while(is_open, |is_open| !*is_open).unwrap());
        }
    }

    /// Opens the door when dropped: a test that fails shall end.
    struct Doorman(Arc<Door>);

    impl Drop for Doorman {
        fn drop(&mut self) {
            *self.0.is_open.lock().unwrap() = true;
            self.0.opened.notify_all();
        }
    }

    type Asked = tokio::task::JoinHandle<Result<(), Problem>>;

    /// Asks what does not look at its watch, and waits until it is being worked on.
    async fn ask(pool: &Arc<Pool>, weight: Weight, door: &Arc<Door>) -> Asked {
        let (started, mut has_started) = tokio::sync::mpsc::channel::<()>(1);
        let (pool, door) = (Arc::clone(pool), Arc::clone(door));
        let work = move |_: &Budget| {
            let _ = started.blocking_send(());
            door.pass();
            Ok(())
        };
        let asked = tokio::spawn(async move { pool.in_lanes(weight, Arc::new(work)).await });
        has_started.recv().await;
        asked
    }

    /// Lets the others work until it is so.
    async fn until(it_is_so: impl Fn() -> bool) {
        for _ in 0..100_000 {
            if it_is_so() {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("it never comes about");
    }

    /// Twelve of these once put the server out of order for good.
    #[tokio::test(start_paused = true)]
    async fn what_does_not_stop_gives_its_slot_back_and_others_are_served() {
        let pool = Arc::new(Pool::new(Duration::from_secs(1)));
        let doorman = Doorman(Arc::default());
        let slots = pool.at_once.slots.available_permits();
        let mut asked = Vec::new();
        for number in 0..pool.stuck.reserve() {
            assert!(!pool.stuck.is_used_up(), "{number}");
            asked.push(ask(&pool, Weight::quick("n' = n", number), &doorman.0).await);
            tokio::time::advance(AT_ONCE).await;
            assert_eq!(
                pool.at_once.slots.available_permits(),
                slots - 1,
                "its time is over, but not the grace"
            );
            tokio::time::advance(GRACE).await;
            until(|| pool.at_once.slots.available_permits() == slots).await;
            assert_eq!(pool.stuck.count(), number + 1);
            assert!(pool.stuck.has(kind_of(Weight::quick("n' = n", number))));
        }
        let served = |weight| pool.in_lanes(weight, Arc::new(|_: &Budget| Ok(())));
        assert!(served(Weight::quick("a game", "cheap")).await.is_ok());
        for weight in [Weight::quick("n' = n", 0), Weight::quick("m' = m", 0), Weight::Slow] {
            assert!(matches!(served(weight).await, Err(Problem::Stuck)), "{weight:?}");
        }
        tokio::time::advance(pool.slow.time + GRACE).await;
        for one in asked {
            assert!(matches!(one.await.unwrap(), Err(Problem::Stuck)), "whoever asked is told");
        }
        drop(doorman);
        until(|| pool.stuck.count() == 0).await;
        assert!(served(Weight::quick("m' = m", 0)).await.is_ok(), "all is well again");
        assert_eq!(pool.at_once.slots.available_permits(), slots);
    }

    fn kind_of(weight: Weight) -> u64 {
        match weight {
            Weight::Quick { kind, .. } => kind,
            Weight::Slow => unreachable!("no kind"),
        }
    }

    /// A stuck computation of a known kind is not begun a second time, though there is room for others.
    #[tokio::test(start_paused = true)]
    async fn what_is_stuck_is_not_begun_again() {
        let pool = Arc::new(Pool::new(Duration::from_secs(1)));
        let doorman = Doorman(Arc::default());
        let weight = Weight::quick("n' = n", "solve");
        let asked = ask(&pool, weight, &doorman.0).await;
        tokio::time::advance(pool.slow.time + GRACE).await;
        assert!(matches!(asked.await.unwrap(), Err(Problem::Stuck)));
        let served = |weight| pool.in_lanes(weight, Arc::new(|_: &Budget| Ok(())));
        assert!(matches!(served(weight).await, Err(Problem::Stuck)));
        assert!(served(Weight::quick("m' = m", "solve")).await.is_ok());
    }

    /// Work that nobody waits for any more, but that has not stopped yet, still holds its slot.
    #[tokio::test]
    async fn who_goes_away_early_makes_no_room() {
        let pool = Arc::new(Pool::new(Duration::from_secs(60)));
        let all = pool.slow.slots.available_permits();
        let doorman = Doorman(Arc::default());
        ask(&pool, Weight::Slow, &doorman.0).await.abort();
        assert_eq!(pool.slow.slots.available_permits(), all - 1);
        drop(doorman);
        let slots = Arc::clone(&pool.slow.slots);
        let everybody = slots.acquire_many_owned(all as u32).await;
        assert!(everybody.is_ok(), "the work is over, and its slot is free");
    }

    /// What an answer may leave out costs less than every lane allows, so that no lane leaves out more than another.
    #[test]
    fn every_lane_has_what_a_value_may_cost() {
        let pool = Pool::new(Duration::from_secs(1));
        for lane in [&pool.at_once, &pool.quick, &pool.slow] {
            assert!(lane.steps >= VALUE_STEPS && lane.memory >= VALUE_MEMORY);
        }
    }
}
