//! The progress of a run over many claims: which are being worked on, and how far each is.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use bouton_lab::rules::{Refusal, Watch};

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The number of claims that are done.
    pub finished: usize,
    /// The number of claims in all.
    pub claims: usize,
    /// The share of the work that is done, every claim counted alike.
    pub share: f64,
    /// The claims that are being worked on.
    pub running: Vec<&'static str>,
}

/// Hears of progress from time to time, by any thread; may say stop.
pub type Audience = Arc<dyn Fn(&Progress) -> ControlFlow<()> + Send + Sync>;

/// The state of each claim, shared by the threads.
pub(super) struct Board {
    names: Vec<&'static str>,
    /// For each claim how much is done, of [`WHOLE`]; 0 if it has not begun.
    shares: Vec<AtomicU64>,
    audience: Audience,
    stopped: AtomicBool,
    started: Instant,
    /// When the audience last heard of it, in milliseconds from the start.
    reported: AtomicU64,
}

/// A claim that has begun has a share of at least 1, one that is done of exactly this.
const WHOLE: u64 = 1_000_000;
/// How often the audience hears of it, in milliseconds.
const INTERVAL: u64 = 40;

impl Board {
    pub(super) fn new(names: Vec<&'static str>, audience: Audience) -> Arc<Board> {
        Arc::new(Board {
            shares: names.iter().map(|_| AtomicU64::new(0)).collect(),
            names,
            audience,
            stopped: AtomicBool::new(false),
            started: Instant::now(),
            reported: AtomicU64::new(0),
        })
    }

    /// Begins a claim: the watch that its checker reports to. Refused if everybody is to stop.
    pub(super) fn place(board: &Arc<Board>, index: usize) -> Result<Arc<dyn Watch>, Refusal> {
        board.shares[index].store(1, Ordering::Relaxed);
        match board.report() {
            ControlFlow::Continue(()) => Ok(Arc::new(Place { board: Arc::clone(board), index })),
            ControlFlow::Break(()) => Err(Refusal::Interrupted),
        }
    }

    pub(super) fn finish(&self, index: usize) {
        self.shares[index].store(WHOLE, Ordering::Relaxed);
        // Whoever must stop is stopped when the next claim begins.
        let _ = self.report();
    }

    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn report(&self) -> ControlFlow<()> {
        if (self.audience)(&self.progress()).is_break() {
            self.stop();
        }
        self.reported.store(self.milliseconds(), Ordering::Relaxed);
        self.wish()
    }

    fn wish(&self) -> ControlFlow<()> {
        match self.stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn progress(&self) -> Progress {
        let shares: Vec<u64> =
            self.shares.iter().map(|share| share.load(Ordering::Relaxed)).collect();
        let running =
            shares.iter().zip(&self.names).filter(|(share, _)| (1..WHOLE).contains(*share));
        let whole = (WHOLE * shares.len().max(1) as u64) as f64;
        Progress {
            finished: shares.iter().filter(|share| **share == WHOLE).count(),
            claims: shares.len(),
            share: shares.iter().sum::<u64>() as f64 / whole,
            running: running.map(|(_, name)| *name).collect(),
        }
    }

    fn milliseconds(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// What one checker reports to.
struct Place {
    board: Arc<Board>,
    index: usize,
}

impl Watch for Place {
    /// A checker may count its steps anew in each of its parts; the bar never goes back.
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        let share = u128::from(done) * u128::from(WHOLE) / u128::from(total.max(1));
        let share = u64::try_from(share).unwrap_or(WHOLE).clamp(1, WHOLE - 1);
        self.board.shares[self.index].fetch_max(share, Ordering::Relaxed);
        let reported = self.board.reported.load(Ordering::Relaxed);
        match self.board.milliseconds() < reported.saturating_add(INTERVAL) {
            true => self.board.wish(),
            false => self.board.report(),
        }
    }
}
