//! Counts computations that do not stop when their time is over.
//!
//! Every computation consults its watch and stops when asked to. One that does not is a bug in the program, and a
//! thread cannot be ended from outside. So such a computation is counted and reported on standard error, and its slot
//! is given back to its lane: a spare thread replaces it. The number of spare threads is bounded. Once all are in use,
//! only questions about games of the catalogue are started, and only while they are quick; everything else is refused
//! until a stuck computation ends or the server is restarted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The computations that are stuck now.
pub(crate) struct Stuck {
    /// The number of spare threads that may replace stuck ones.
    reserve: usize,
    /// The number of stuck computations of each kind; slow questions have the kind `None`.
    running: Mutex<HashMap<Option<u64>, usize>>,
}

impl Stuck {
    pub(crate) fn new(reserve: usize) -> Stuck {
        Stuck { reserve, running: Mutex::default() }
    }

    pub(crate) fn reserve(&self) -> usize {
        self.reserve
    }

    /// Are all spare threads in use?
    pub(crate) fn is_used_up(&self) -> bool {
        self.count() >= self.reserve
    }

    /// Is a computation of this kind stuck now?
    pub(crate) fn has(&self, kind: u64) -> bool {
        self.running().contains_key(&Some(kind))
    }

    pub(crate) fn count(&self) -> usize {
        self.running().values().sum()
    }

    /// Counts one more stuck computation until the guard is dropped.
    pub(crate) fn add(self: &Arc<Stuck>, kind: Option<u64>) -> OneStuck {
        *self.running().entry(kind).or_default() += 1;
        let (count, reserve) = (self.count(), self.reserve);
        eprintln!(
            "bouton: a computation is still running after its time limit ({count} such now, {reserve} can be replaced); \
             please report the question"
        );
        OneStuck { stuck: Arc::clone(self), kind, is_replaced: count <= reserve }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Option<u64>, usize>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stuck computation; dropped when it ends after all.
pub(crate) struct OneStuck {
    stuck: Arc<Stuck>,
    kind: Option<u64>,
    /// Has a spare thread replaced it, so that its slot is free?
    pub(crate) is_replaced: bool,
}

impl Drop for OneStuck {
    fn drop(&mut self) {
        let mut running = self.stuck.running();
        if let Some(count) = running.get_mut(&self.kind) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.kind);
            }
        }
    }
}
