//! A census: a row for each game of a family, in a folder of shards. Finished shards survive any interruption.
//!
//! # Main definitions
//! * [`run`]: makes the missing shards, on several threads, and the manifest when all exist.
//! * [`run_shard`]: one shard at a time, for many machines that write to one folder; [`run`] then adds
//!   the manifest.
//! * [`run_shard_in`], [`finish_in`]: one shard at a time in any store, such as an object store.
//! * [`summary`] and [`verify`]: what a folder holds, and whether it is undamaged.
//!
//! A shard depends on its plan and its number alone. So it does not matter which worker makes it, how often, or in
//! which order: the same bytes are written under the same name. The module `folder` describes the files.

mod board;
mod folder;
mod manifest;
mod pieces;
mod request;
mod storage;
#[cfg(test)]
mod tests;
mod work;

use std::io;
use std::path::Path;
use std::sync::Arc;

use bouton_rules::{Limits, Refusal, Watch};

pub use bouton_census as families;
pub use bouton_census::{Plan, Tally};
pub use folder::Entry;
use folder::{Folder, Listing, PLAN};
pub use pieces::{claim_in, files_in, finish_in, manifest_of, run_shard_in, summary_in, tidy};
pub use request::{FAMILIES, Request, family};
use storage::Lock;
pub use storage::{Disk, Storage};

/// Settings of a run: how many threads work, and on which shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of threads; if 0, one for each processor.
    pub threads: usize,
    /// If given, only the shards whose number leaves the first number as remainder when divided by the second.
    pub part: Option<(u64, u64)>,
}

/// The report of a run, or of reading or verifying a folder.
#[derive(Clone)]
pub struct Report {
    /// The plan of the census.
    pub plan: Plan,
    /// The counts and records of all shards that were asked for.
    pub tally: Tally,
    /// The number of finished shards, of those that were asked for.
    pub shards: u64,
    /// Is every shard of the census finished?
    pub complete: bool,
    /// Warnings about files that were not as expected.
    pub notes: Vec<String>,
    /// Damage that was found, if the census was verified; a line each.
    pub damage: Vec<String>,
}

/// Makes what is missing of a census.
pub fn run(
    plan: &Plan,
    path: &Path,
    settings: Settings,
    watch: Arc<dyn Watch>,
) -> Result<Report, Refusal> {
    folder::make(path)?;
    let _lock = lock(path, settings.part.is_none())?;
    let disk = Disk::new(path);
    let folder = Folder { storage: &disk, path: path.to_owned(), plan };
    run_in(&folder, settings, watch)
}

/// Whoever calls holds the lock.
fn run_in(
    folder: &Folder<'_>,
    settings: Settings,
    watch: Arc<dyn Watch>,
) -> Result<Report, Refusal> {
    folder.claim()?;
    if settings.part.is_none() {
        folder.tidy()?;
    }
    let listing = folder.listing()?;
    let done = work::work(folder, &listing, settings, watch.clone())?;
    let complete = match settings.part {
        None => manifest::write(folder, &done)?,
        Some(_) => finish_if_last(folder, watch)?,
    };
    Ok(report(folder, done, complete))
}

/// Writes the manifest if no shard is missing. Several may do so at once: they write the same.
fn finish_if_last(folder: &Folder<'_>, watch: Arc<dyn Watch>) -> Result<bool, Refusal> {
    let listing = folder.listing()?;
    if (listing.len() as u64) < folder.plan.shards() {
        return Ok(false);
    }
    let there = work::gather(folder, &listing, watch)?;
    match there.damage.is_empty() {
        true => manifest::write(folder, &there),
        // Whose part it is makes it again.
        false => Ok(false),
    }
}

/// Makes one shard, unless it is there already. Any number of machines may do so at once, for the same shard or others.
pub fn run_shard(plan: &Plan, index: u64, path: &Path) -> Result<Entry, Refusal> {
    let disk = Disk::shared(path)?;
    run_shard_in(&disk, path, plan, (index, None), &Limits::default()).map(|(entry, _)| entry)
}

/// The report of a folder, from the footers of its shards, each of which is compared with its hash.
pub fn summary(path: &Path, watch: Arc<dyn Watch>) -> Result<Report, Refusal> {
    summary_in(&Disk::new(path), path, watch, false)
}

/// Reads every row of every shard, and compares everything with everything.
pub fn verify(path: &Path, watch: Arc<dyn Watch>) -> Result<Report, Refusal> {
    summary_in(&Disk::new(path), path, watch, true)
}

fn report(folder: &Folder<'_>, done: work::Done, complete: bool) -> Report {
    Report {
        plan: folder.plan.clone(),
        shards: done.digests.len() as u64,
        complete: complete && done.damage.is_empty(),
        tally: done.tally,
        notes: done.notes,
        damage: done.damage,
    }
}

/// The plan that lies in a folder.
pub fn read_plan(path: &Path) -> Result<Plan, Refusal> {
    parse_plan(path, Disk::new(path).read(PLAN))
}

fn parse_plan(path: &Path, read: io::Result<Vec<u8>>) -> Result<Plan, Refusal> {
    let bytes = read.map_err(|error| {
        Refusal::bad(
            format!("{} is not a census: {}: {error}", path.display(), path.join(PLAN).display()),
            "name a folder that a census was made in",
        )
    })?;
    Plan::parse(&String::from_utf8_lossy(&bytes))
}

fn lock(path: &Path, alone: bool) -> Result<Lock, Refusal> {
    let taken = Lock::take(path, alone).map_err(|error| {
        Refusal::bad(format!("{}: {error}", path.join(storage::LOCK).display()), folder::writable())
    })?;
    taken.ok_or_else(|| {
        Refusal::bad(
            format!("another run is at work in {}", path.display()),
            folder::another_folder("wait until it is done, or "),
        )
    })
}
