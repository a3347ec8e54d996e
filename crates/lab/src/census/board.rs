//! The progress of all threads, and whether they must stop.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bouton_rules::Watch;

/// The progress counters, shared by all threads.
pub(super) struct Board {
    watch: Arc<dyn Watch>,
    /// Games of shards that are finished.
    finished: AtomicU64,
    /// For each thread the finished games of its current shard.
    current: Vec<AtomicU64>,
    total: u64,
    stopped: AtomicBool,
}

impl Board {
    pub(super) fn new(watch: Arc<dyn Watch>, threads: usize, total: u64) -> Arc<Board> {
        Arc::new(Board {
            watch,
            finished: AtomicU64::new(0),
            current: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            total,
            stopped: AtomicBool::new(false),
        })
    }

    pub(super) fn finish(&self, thread: usize, games: u64) {
        self.current[thread].store(0, Ordering::Relaxed);
        self.finished.fetch_add(games, Ordering::Relaxed);
    }

    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Reports the progress to the watch, which says whether to continue.
    pub(super) fn report(&self) -> ControlFlow<()> {
        let current: u64 = self.current.iter().map(|games| games.load(Ordering::Relaxed)).sum();
        let done = self.finished.load(Ordering::Relaxed) + current;
        if self.watch.progress(done.min(self.total), self.total).is_break() {
            self.stop();
        }
        match self.stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The board as one thread sees it.
pub(super) struct Place {
    pub(super) board: Arc<Board>,
    pub(super) thread: usize,
}

impl Watch for Place {
    fn progress(&self, done: u64, _: u64) -> ControlFlow<()> {
        self.board.current[self.thread].store(done, Ordering::Relaxed);
        self.board.report()
    }
}
