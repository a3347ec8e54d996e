//! The progress bar on standard error, for long work on a terminal; and stopping by Ctrl-C or after `--time`.

use std::fmt;
use std::ops::ControlFlow;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bouton_lab::rules::Watch;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// Shows the progress of a long computation.
pub(crate) struct Bar {
    started: OnceLock<Instant>,
    bar: OnceLock<ProgressBar>,
    template: &'static str,
}

/// The bar appears after this time.
const PATIENCE: Duration = Duration::from_millis(500);

impl Watch for Bar {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        if self.started.get_or_init(Instant::now).elapsed() > PATIENCE {
            let bar = self.bar.get_or_init(|| new_bar(self.template));
            // Readers of files do not know the total.
            bar.set_length(total.max(done));
            bar.set_position(done);
        }
        Stop.progress(done, total)
    }
}

/// Shows nothing, and stops by Ctrl-C or after the time.
pub(crate) struct Stop;

impl Watch for Stop {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        match STOP.load(Ordering::Relaxed) || is_time_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

static STOP: AtomicBool = AtomicBool::new(false);

/// Is the program waiting for standard input?
static WAITING: AtomicBool = AtomicBool::new(false);

/// When the time limit ends, and how long it was.
static DEADLINE: OnceLock<(Instant, Duration)> = OnceLock::new();

/// From now on computations stop after this time.
pub(crate) fn stop_after(time: Duration) {
    DEADLINE.get_or_init(|| (Instant::now() + time, time));
}

fn is_time_over() -> bool {
    DEADLINE.get().is_some_and(|(end, _)| Instant::now() >= *end)
}

/// The time limit, if it is what stopped a computation.
pub(crate) fn time_that_is_over() -> Option<Duration> {
    let (_, time) = DEADLINE.get()?;
    (!STOP.load(Ordering::Relaxed) && is_time_over()).then_some(*time)
}

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// From now on the first Ctrl-C asks the computation to stop, and the second ends the program. If nothing is computed, the
/// first does.
pub(crate) fn stop_on_ctrl_c() {
    let handler = || {
        if STOP.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
            process::exit(INTERRUPTED.into());
        }
    };
    // Without a handler Ctrl-C still ends the program, but at once.
    let _ = ctrlc::set_handler(handler);
}

/// Waits for standard input. A Ctrl-C that comes meanwhile, or came just before, ends the program.
pub(crate) fn while_waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if STOP.load(Ordering::SeqCst) {
        process::exit(INTERRUPTED.into());
    }
    let found = read();
    WAITING.store(false, Ordering::SeqCst);
    found
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new("{bar:40} {human_pos}/{human_len}  {eta} left")
    }
}

impl Bar {
    /// A bar with this beside it.
    fn new(template: &'static str) -> Bar {
        Bar { started: OnceLock::new(), bar: OnceLock::new(), template }
    }

    /// A bar that shows a share in per cent instead of counting steps.
    #[cfg(feature = "papers")]
    pub(crate) fn of_share() -> Bar {
        Bar::new("{bar:40} {percent}%  {msg}")
    }

    /// A bar that counts games, with their rate and the time left.
    pub(crate) fn of_games() -> Bar {
        Bar::new("{bar:20} {human_pos}/{human_len} games  {rate}  {eta} left")
    }

    /// Shows a message beside the bar.
    #[cfg(feature = "papers")]
    pub(crate) fn say(&self, message: String) {
        if let Some(bar) = self.bar.get() {
            bar.set_message(message);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = text.write_str(&rate(state.per_sec()));
        });
    ProgressBar::new(0).with_style(style)
}

/// A rate in a few figures: `9.4 M/s`.
fn rate(per_second: f64) -> String {
    match per_second {
        many if many >= 1e6 => format!("{:.1} M/s", many / 1e6),
        many if many >= 1e3 => format!("{:.1} k/s", many / 1e3),
        few => format!("{few:.1} /s"),
    }
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn rates_have_a_few_figures() {
        let rates = [0.25, 12.0, 999.0, 1_500.0, 9_449_000.0].map(rate);
        assert_eq!(rates, ["0.2 /s", "12.0 /s", "999.0 /s", "1.5 k/s", "9.4 M/s"]);
    }
}
