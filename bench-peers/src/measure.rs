//! Times, and the report.

use std::fmt;
use std::time::{Duration, Instant};

use bouton_engines::{Ask, Finding, LADDER};
use bouton_rules::{Game, Limits};

/// A line of the report.
pub(crate) struct Line {
    pub(crate) subject: String,
    pub(crate) peer: &'static str,
    pub(crate) their_time: Duration,
    pub(crate) our_time: Duration,
    pub(crate) goal: f64,
}

impl Line {
    pub(crate) const HEADING: &str = "subject                                              peer            its time       bouton    ratio     goal";
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [theirs, ours] = [self.their_time, self.our_time].map(|time| time.as_secs_f64());
        write!(
            f,
            "{:<52} {:<10} {theirs:>11.4} s {ours:>10.6} s {:>8.1} {:>8.1}",
            self.subject,
            self.peer,
            theirs / ours,
            self.goal,
        )
    }
}

/// What `work` gives, and the processor time it takes on this thread: where the peer counts its own.
pub(crate) fn on_processor<T>(work: impl Fn() -> T) -> (T, Duration) {
    let start = processor_time();
    let result = work();
    (result, processor_time() - start)
}

/// How long a thread has been on a processor, as Linux counts it.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has this file");
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first field is a number"))
}

/// The result and the shortest time of a few runs: other programs can only slow it down.
pub(crate) fn best_of<T>(times: usize, work: impl Fn() -> T) -> (T, Duration) {
    let run = || {
        let start = Instant::now();
        let result = work();
        (result, start.elapsed())
    };
    (1..times).fold(run(), |best, _| {
        let again = run();
        if again.1 < best.1 { again } else { best }
    })
}

/// What the first engine of the ladder that accepts the question finds.
pub(crate) fn first_answer(game: &str, ask: &Ask) -> Finding {
    let game = Game::parse(game).expect("the game is well written");
    let run = LADDER.iter().find_map(|engine| engine.prepare(&game, ask).ok());
    run.expect("somebody accepts")(&Limits::default()).expect("it stays within the limits")
}
