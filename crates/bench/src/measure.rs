//! Measures time and memory, and prints comparisons.

use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The result of a computation, how long it took, and the most memory it held at once.
pub(crate) struct Measurement<T> {
    pub(crate) result: T,
    pub(crate) time: Duration,
    pub(crate) peak_bytes: usize,
}

/// Runs `work` once.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> Measurement<T> {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let start = Instant::now();
    let result = work();
    let time = start.elapsed();
    let peak_bytes = ALLOCATED.peak_usage().saturating_sub(before);
    Measurement { result, time, peak_bytes }
}

/// The time that this thread has run on a processor, if the system says so: other programs on the machine do not count.
pub(crate) fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = said.and_then(|said| said.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// Runs `work` once and takes the time on the processor.
pub(crate) fn on_processor<T>(work: impl FnOnce() -> T) -> Measurement<T> {
    let start = processor_time();
    let measured = measure(work);
    Measurement { time: processor_time().saturating_sub(start), ..measured }
}

/// Runs `work` a few times and keeps the fastest: other programs can only slow it down.
pub(crate) fn best_of<T>(times: usize, mut work: impl FnMut() -> T) -> Measurement<T> {
    let mut best = measure(&mut work);
    for _ in 1..times {
        let again = measure(&mut work);
        if again.time < best.time {
            best = again;
        }
    }
    best
}

/// A line of the report.
pub(crate) struct Comparison {
    /// What was computed.
    pub(crate) subject: String,
    /// The slower side, by method.
    pub(crate) baseline: String,
    /// How long it took, or would take; says so in `baseline` if extrapolated.
    pub(crate) baseline_time: Duration,
    /// How long the engine took.
    pub(crate) engine_time: Duration,
    /// The most memory that the engine held at once.
    pub(crate) engine_bytes: usize,
    /// The ratio to reach.
    pub(crate) goal: f64,
}

impl Comparison {
    pub(crate) const HEADING: &str = "subject                                       baseline                              baseline      engine    ratio     goal     memory";

    fn ratio(&self) -> f64 {
        self.baseline_time.as_secs_f64() / self.engine_time.as_secs_f64()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<45} {:<35} {:>9.4} s {:>9.4} s {:>8.1} {:>8.1} {:>7.1} MB",
            self.subject,
            self.baseline,
            self.baseline_time.as_secs_f64(),
            self.engine_time.as_secs_f64(),
            self.ratio(),
            self.goal,
            self.engine_bytes as f64 / 1e6,
        )
    }
}
