//! Makes a census shard by shard, in any store: for many machines, and for stores that are not local folders.
//!
//! The planner calls [`claim_in`], each worker [`run_shard_in`], and at the end [`finish_in`] writes the manifest from
//! the entries that the workers returned, without reading a shard again.

use std::path::Path;
use std::sync::Arc;

use bouton_rules::{Limits, Refusal, Watch};

use super::folder::{self, Folder, Kept, PLAN};
use super::storage::{Disk, Lock, Storage};
use super::work::{self, Done};
use super::{Entry, Plan, Report, manifest, parse_plan, report};

fn folder<'a>(storage: &'a dyn Storage, path: &Path, plan: &'a Plan) -> Folder<'a> {
    Folder { storage, path: path.to_owned(), plan }
}

/// Writes the plan, or refuses a store that holds something else. `path` is the name of the store in messages.
pub fn claim_in(storage: &dyn Storage, path: &Path, plan: &Plan) -> Result<(), Refusal> {
    let folder = folder(storage, path, plan);
    folder.claim()?;
    folder.listing().map(|_| ())
}

/// The names of the shards that a store holds, in the order of their numbers.
pub fn files_in(storage: &dyn Storage, path: &Path, plan: &Plan) -> Result<Vec<String>, Refusal> {
    let listing = folder(storage, path, plan).listing()?;
    let names = listing.iter().flat_map(|(index, files)| {
        files.iter().map(|beginning| folder::file_name(*index, *beginning))
    });
    Ok(names.collect())
}

/// Makes one shard, unless it exists already; a damaged one is made again. Returns its entry, and whether it was made.
///
/// A caller that knows the files of this shard can pass their names; then the store is not listed, which takes long if
/// it holds many files.
pub fn run_shard_in(
    storage: &dyn Storage,
    path: &Path,
    plan: &Plan,
    (index, known): (u64, Option<&[String]>),
    limits: &Limits,
) -> Result<(Entry, bool), Refusal> {
    let folder = folder(storage, path, plan);
    folder.claim()?;
    let listing = match known {
        Some(names) => folder::listing_of(names.iter().map(String::as_str)),
        None => folder.listing()?,
    };
    let damaged = match folder.kept(index, &listing)? {
        Kept::Whole(entry) => return Ok((entry, false)),
        Kept::Missing => Vec::new(),
        Kept::Damaged(files) => files,
    };
    damaged.iter().try_for_each(|file| folder.remove(file))?;
    Ok((folder.keep(plan.make(index, limits)?)?, true))
}

/// The text of the manifest, from the entries of all shards.
pub fn manifest_of(plan: &Plan, entries: &[Entry]) -> Result<String, Refusal> {
    Ok(manifest::text(plan, &all(plan, entries)?))
}

/// Writes the manifest from the entries of all shards.
pub fn finish_in(
    storage: &dyn Storage,
    path: &Path,
    plan: &Plan,
    entries: &[Entry],
) -> Result<Report, Refusal> {
    let folder = folder(storage, path, plan);
    let done = all(plan, entries)?;
    manifest::write(&folder, &done)?;
    Ok(report(&folder, done, true))
}

fn all(plan: &Plan, entries: &[Entry]) -> Result<Done, Refusal> {
    let mut done = Done::default();
    for entry in entries {
        let games = plan.games(entry.index.min(plan.shards()));
        let is_ours = entry.index < plan.shards() && entry.rows == games.end - games.start;
        if !is_ours || entry.digest.len() != 64 || done.digests.contains_key(&entry.index) {
            return Err(Refusal::bad(
                format!("{} is not a shard of this census, or is listed twice", entry.file),
                "list each shard of the plan once",
            ));
        }
        done.add(entry.clone());
    }
    let missing = plan.shards() - done.digests.len() as u64;
    match missing {
        0 => Ok(done),
        _ => Err(Refusal::bad(
            format!("{missing} of {} shards are missing", plan.shards()),
            "make them first",
        )),
    }
}

/// Removes unfinished files that killed workers have left in a folder, unless a worker is active there.
pub fn tidy(path: &Path, plan: &Plan) -> Result<(), Refusal> {
    match Lock::take(path, true) {
        Ok(Some(_alone)) => folder(&Disk::new(path), path, plan).tidy(),
        // Leftover files do no harm.
        Ok(None) | Err(_) => Ok(()),
    }
}

/// Summarises what a store holds; a thorough summary reads every row.
pub fn summary_in(
    storage: &dyn Storage,
    path: &Path,
    watch: Arc<dyn Watch>,
    thoroughly: bool,
) -> Result<Report, Refusal> {
    let plan = parse_plan(path, storage.read(PLAN))?;
    let folder = folder(storage, path, &plan);
    let listing = folder.listing()?;
    let mut there = work::gather(&folder, &listing, watch.clone())?;
    let mut complete = there.digests.len() as u64 == plan.shards();
    if thoroughly {
        there.damage.extend(work::verify(&folder, &there, watch)?);
    }
    if complete {
        match manifest::compare(&folder, &there)? {
            manifest::Found::Same => {}
            manifest::Found::Missing => complete = false,
            manifest::Found::Other => there.damage.push(format!(
                "{} does not say what is there",
                path.join(folder::MANIFEST).display()
            )),
        }
    }
    Ok(report(&folder, there, complete))
}
