//! How long single questions took, for programs that look for hangs. Tests do not ask.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static LONGEST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Asks a question of Bouton's, and remembers how long the longest took on this thread.
pub(super) fn timed<T>(ask: impl FnOnce() -> T) -> T {
    let since = Instant::now();
    let answer = ask();
    LONGEST.set(LONGEST.get().max(since.elapsed()));
    answer
}

/// The longest time since it was last asked for.
#[must_use]
pub fn take_longest() -> Duration {
    LONGEST.replace(Duration::ZERO)
}
