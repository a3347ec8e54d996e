//! How long single questions took, for programs that look for hangs. Tests do not ask.
//!
//! What counts is the time on a processor: beside other work a quick answer waits its turn, and the time of day would
//! call it slow.

use std::cell::Cell;
use std::fs;
use std::time::{Duration, Instant};

thread_local! {
    static LONGEST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Asks a question of Bouton's, and remembers how long the longest took on this thread.
pub(super) fn timed<T>(ask: impl FnOnce() -> T) -> T {
    let (since, before) = (Instant::now(), on_processor());
    let answer = ask();
    let took = match (before, on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => since.elapsed(),
    };
    LONGEST.set(LONGEST.get().max(took));
    answer
}

/// How long this thread has run, where Linux tells.
fn on_processor() -> Option<Duration> {
    let status = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The longest time since it was last asked for.
#[must_use]
pub fn take_longest() -> Duration {
    LONGEST.replace(Duration::ZERO)
}
