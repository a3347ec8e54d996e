//! Computations that do not end when their time is over.
//!
//! Every computation looks at its watch and stops when it is told to; one that does not is a mistake of the program, and
//! no thread can be ended from outside. So such a computation is counted and told on standard error, and its slot is given
//! back to its lane: a thread of the reserve stands in for it. The reserve is bounded. Once it is used up, only questions
//! whose rules are the program's own are begun, and only while they are quick; everything else is sent away, until a stuck
//! computation ends or the server is started again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Who is stuck.
pub(crate) struct Stuck {
    /// How many threads may stand in for stuck ones.
    reserve: usize,
    /// How many of each kind are stuck; the slow ones have none.
    running: Mutex<HashMap<Option<u64>, usize>>,
}

impl Stuck {
    pub(crate) fn new(reserve: usize) -> Stuck {
        Stuck { reserve, running: Mutex::default() }
    }

    pub(crate) fn reserve(&self) -> usize {
        self.reserve
    }

    /// Is no thread left that could stand in for another stuck one?
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

    /// Counts one more until the guard is dropped.
    pub(crate) fn add(self: &Arc<Stuck>, kind: Option<u64>) -> OneStuck {
        *self.running().entry(kind).or_default() += 1;
        let (count, reserve) = (self.count(), self.reserve);
        eprintln!(
            "bouton: a computation goes on although its time is over ({count} such now, room for {reserve}); \
             please report the question"
        );
        OneStuck { stuck: Arc::clone(self), kind, stands_in: count <= reserve }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Option<u64>, usize>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stuck computation, until it ends after all.
pub(crate) struct OneStuck {
    stuck: Arc<Stuck>,
    kind: Option<u64>,
    /// Does a thread of the reserve stand in for it, so that its slot is free?
    pub(crate) stands_in: bool,
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
