//! Runs the checkers of the papers' claims.
//!
//! Claims are independent of each other, so several threads take them one by one from a common
//! list; what is found depends on neither the number of threads nor who was first. Each claim's
//! time is measured here, as the checkers look at no clock.
//!
//! A deep run takes a while, so it keeps each finding in a folder as soon as it has it (`store`)
//! and goes on from there when it is started again.
//!
//! # Main definitions
//! * [`run`]: the findings for a list of claims, in the order of the list.
//! * [`Progress`]: what the caller hears on the way; the caller may say stop.

mod board;
mod store;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bouton_lab::rules::{Limits, Refusal, Watch};

use crate::{Claim, Effort, FindingView, Paper};
use board::Board;
pub use board::{Audience, Progress};
use store::{Kept, Store};

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How far each checker goes.
    pub effort: Effort,
    /// The number of claims that are worked on at once.
    pub threads: usize,
    /// Bytes that one claim may hold.
    pub memory: u64,
    /// The folder in which findings are kept; before a claim is checked, its finding is looked for there.
    pub state: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            effort: Effort::Quick,
            threads: 2,
            memory: Limits::default().memory,
            state: None,
        }
    }
}

/// A claim and what came of it.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// The paper.
    pub paper: &'static Paper,
    /// The claim.
    pub claim: &'static Claim,
    /// The finding about the claim.
    pub finding: FindingView,
    /// The time that the check took, in this run or in the one that kept the finding.
    pub time: Duration,
    /// Was it found in the folder of an earlier run?
    pub was_kept: bool,
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The findings, in the order of the list.
    pub checked: Vec<CheckedClaim>,
    /// Warnings about kept findings that were not used.
    pub notes: Vec<String>,
}

/// Checks these claims, several at once.
pub fn run(
    claims: &[(&'static Paper, &'static Claim)],
    settings: &Settings,
    audience: Audience,
) -> Result<Run, Refusal> {
    let open = |folder| Store::open(folder, settings.effort);
    let store = settings.state.as_deref().map(open).transpose()?;
    let names = claims.iter().map(|(_, claim)| claim.id.as_str()).collect();
    let worker = Worker { settings, store, board: Board::new(names, audience) };
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, Result<Done, Refusal>>> = Mutex::default();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((paper, claim)) = claims.get(index) else { break };
            let result = worker.work(index, paper, claim);
            done.lock().unwrap_or_else(PoisonError::into_inner).insert(index, result);
        }
    };
    thread::scope(|scope| {
        for _ in 1..settings.threads.min(claims.len()) {
            scope.spawn(work);
        }
        work();
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (mut run, unused) = collect(done.into_values())?;
    if let Some(folder) = &settings.state {
        let note = |(wrong, claims): (String, Vec<&str>)| {
            format!("{}: checked again: {} ({wrong})", folder.display(), claims.join(", "))
        };
        run.notes = unused.into_iter().map(note).collect();
    }
    Ok(run)
}

/// A finding, and what was wrong with the file that kept an earlier one.
type Done = (CheckedClaim, Option<String>);

/// The claims whose files were not used, by what was wrong with these.
type Unused = BTreeMap<String, Vec<&'static str>>;

/// All findings, or the first reason why one is missing; being stopped is a reason only if there is no other.
fn collect(done: impl Iterator<Item = Result<Done, Refusal>>) -> Result<(Run, Unused), Refusal> {
    let (mut run, mut unused) = (Run::default(), Unused::new());
    let mut was_stopped = false;
    for done in done {
        match done {
            Ok((checked, wrong)) => {
                if let Some(wrong) = wrong {
                    unused.entry(wrong).or_default().push(&checked.claim.id);
                }
                run.checked.push(checked);
            }
            Err(Refusal::Interrupted) => was_stopped = true,
            Err(refusal) => return Err(refusal),
        }
    }
    if was_stopped { Err(Refusal::Interrupted) } else { Ok((run, unused)) }
}

struct Worker<'a> {
    settings: &'a Settings,
    store: Option<Store>,
    board: Arc<Board>,
}

impl Worker<'_> {
    fn work(
        &self,
        index: usize,
        paper: &'static Paper,
        claim: &'static Claim,
    ) -> Result<Done, Refusal> {
        let place = Board::place(&self.board, index)?;
        let kept = self.store.as_ref().map(|store| store.load(paper, claim));
        let (kept, wrong) = match kept.transpose() {
            Ok(kept) => (kept.flatten(), None),
            Err(wrong) => (None, Some(wrong)),
        };
        let was_kept = kept.is_some();
        let (finding, time) = match kept {
            Some(kept) => kept,
            None => self.check(paper, claim, place).inspect_err(|_| self.board.stop())?,
        };
        self.board.finish(index);
        Ok((CheckedClaim { paper, claim, finding, time, was_kept }, wrong))
    }

    /// Checks a claim, and keeps what was found.
    fn check(&self, paper: &Paper, claim: &Claim, watch: Arc<dyn Watch>) -> Result<Kept, Refusal> {
        let Settings { effort, memory, .. } = *self.settings;
        let start = Instant::now();
        // What one question may cost; the checker itself decides how many it asks.
        let steps = effort.pick(1, 100) * Limits::default().steps;
        let limits = Limits { memory, steps, watch };
        let finding = claim.check(effort, &limits).map_err(|refusal| named(refusal, claim))?;
        let kept = (finding, start.elapsed());
        if let Some(store) = &self.store {
            store.save(paper, claim, &kept)?;
        }
        Ok(kept)
    }
}

/// The refusal with the claim that ran into it.
fn named(mut refusal: Refusal, claim: &Claim) -> Refusal {
    match &mut refusal {
        Refusal::Limit { what: text, .. }
        | Refusal::BadInput { problem: text, .. }
        | Refusal::Unsupported { problem: text, .. }
        | Refusal::Bug { problem: text } => *text = format!("claim {}: {text}", claim.id),
        Refusal::Interrupted => {}
    }
    refusal
}
