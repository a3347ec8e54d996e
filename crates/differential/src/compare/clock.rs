//! How long single questions took, for programs that look for hangs. Tests do not ask.
//!
//! What counts is the time on a processor: beside other work a quick answer waits its turn, and the time of day would
//! call it slow.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long the thread that started it has run since.
#[derive(Debug)]
pub struct Stopwatch {
    /// The file in which Linux counts how long the thread has run, and what it said first; others may read it, too.
    counted: Option<(PathBuf, Duration)>,
    since: Instant,
}

impl Stopwatch {
    /// Starts for this thread.
    #[must_use]
    pub fn start() -> Stopwatch {
        let thread = fs::canonicalize("/proc/thread-self").ok();
        let counted = thread.map(|thread| thread.join("schedstat"));
        let counted = counted.and_then(|file| on_processor(&file).map(|before| (file, before)));
        Stopwatch { counted, since: Instant::now() }
    }

    /// The time on a processor, or by the clock where the system does not count it.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let counted = self.counted.as_ref();
        let run = counted.and_then(|(file, before)| on_processor(file)?.checked_sub(*before));
        run.unwrap_or_else(|| self.since.elapsed())
    }
}

fn on_processor(file: &PathBuf) -> Option<Duration> {
    let status = fs::read_to_string(file).ok()?;
    status.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

thread_local! {
    static LONGEST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Asks a question of Bouton's, and remembers how long the longest took on this thread.
pub(super) fn timed<T>(ask: impl FnOnce() -> T) -> T {
    let watch = Stopwatch::start();
    let answer = ask();
    LONGEST.set(LONGEST.get().max(watch.elapsed()));
    answer
}

/// The longest time since it was last asked for.
#[must_use]
pub fn take_longest() -> Duration {
    LONGEST.replace(Duration::ZERO)
}
