//! Threads that make shards, and one that writes them.
//!
//! While one thread waits for the disk, the others compute the next shards.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bouton_census::{Shard, Tally};
use bouton_rules::{Limits, Refusal, Watch};

use super::board::{Board, Place};
use super::folder::{Entry, Folder, Kept};
use super::{Listing, Settings};

/// The finished shards.
#[derive(Default)]
pub(super) struct Done {
    pub(super) tally: Tally,
    /// The hashes of the shards by their index.
    pub(super) digests: BTreeMap<u64, String>,
    pub(super) notes: Vec<String>,
    pub(super) damage: Vec<String>,
}

impl Done {
    pub(super) fn add(&mut self, entry: Entry) {
        self.tally.join(&entry.tally);
        self.digests.insert(entry.index, entry.digest);
    }
}

struct Crew<'a> {
    folder: &'a Folder<'a>,
    listing: &'a Listing,
    settings: Settings,
    board: Arc<Board>,
    next: AtomicU64,
    done: Mutex<Done>,
    /// The first failure; being stopped counts only if there is no other.
    failed: Mutex<Option<Refusal>>,
}

/// Makes the requested shards that do not exist yet.
pub(super) fn work(
    folder: &Folder<'_>,
    listing: &Listing,
    settings: Settings,
    watch: Arc<dyn Watch>,
) -> Result<Done, Refusal> {
    let wanted = wanted(folder.plan.shards(), settings.part);
    let threads =
        threads(settings.threads).min(usize::try_from(wanted).unwrap_or(usize::MAX)).max(1);
    let games = folder.plan.games(0).end * wanted;
    let crew = Crew {
        folder,
        listing,
        settings,
        board: Board::new(watch, threads, games.min(folder.plan.family().games())),
        next: AtomicU64::new(0),
        done: Mutex::default(),
        failed: Mutex::default(),
    };
    let (sender, receiver) = sync_channel(1);
    thread::scope(|scope| {
        let crew = &crew;
        scope.spawn(move || crew.write(&receiver));
        for thread in 1..threads {
            let sender = sender.clone();
            scope.spawn(move || crew.make(thread, &sender));
        }
        crew.make(0, &sender);
        drop(sender);
    });
    match crew.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(refusal) => Err(refusal),
        None => Ok(crew.done.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// The number of requested shards.
fn wanted(shards: u64, part: Option<(u64, u64)>) -> u64 {
    match part {
        Some((remainder, divisor)) => shards.saturating_sub(remainder).div_ceil(divisor),
        None => shards,
    }
}

fn threads(wanted: usize) -> usize {
    match wanted {
        0 => thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

impl Crew<'_> {
    /// Takes one shard after the other.
    fn make(&self, thread: usize, sender: &SyncSender<Shard>) {
        while let Some(index) = self.next() {
            let made = self.one(thread, index, sender);
            if let Err(refusal) = made {
                return self.fail(refusal);
            }
            let games = self.folder.plan.games(index);
            self.board.finish(thread, games.end - games.start);
        }
    }

    fn next(&self) -> Option<u64> {
        let (remainder, divisor) = self.settings.part.unwrap_or((0, 1));
        let taken = self.next.fetch_add(1, Ordering::Relaxed);
        Some(taken.checked_mul(divisor)? + remainder)
            .filter(|index| *index < self.folder.plan.shards())
    }

    fn one(&self, thread: usize, index: u64, sender: &SyncSender<Shard>) -> Result<(), Refusal> {
        if self.board.report().is_break() {
            return Err(Refusal::Interrupted);
        }
        match self.folder.kept(index, self.listing)? {
            Kept::Whole(entry) => {
                self.done().add(entry);
                return Ok(());
            }
            Kept::Missing => {}
            Kept::Damaged(files) => {
                for file in files {
                    self.folder.remove(&file)?;
                    let path = self.folder.path.join(file);
                    self.done()
                        .notes
                        .push(format!("{} was damaged and has been made again", path.display()));
                }
            }
        }
        let watch = Arc::new(Place { board: self.board.clone(), thread });
        let shard = self.folder.plan.make(index, &Limits { watch, ..Limits::default() })?;
        // The writer has ended only after a failure, which it has recorded.
        sender.send(shard).map_err(|_| Refusal::Interrupted)
    }

    fn write(&self, receiver: &Receiver<Shard>) {
        for shard in receiver {
            match self.folder.keep(shard) {
                Ok(entry) => self.done().add(entry),
                Err(refusal) => return self.fail(refusal),
            }
        }
    }

    fn done(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, refusal: Refusal) {
        self.board.stop();
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|known| *known == Refusal::Interrupted) {
            *failed = Some(refusal);
        }
    }
}

/// Reads the footers of all existing shards.
pub(super) fn gather(
    folder: &Folder<'_>,
    listing: &Listing,
    watch: Arc<dyn Watch>,
) -> Result<Done, Refusal> {
    let mut done = Done::default();
    let limits = Limits { watch, ..Limits::default() };
    for index in listing.keys() {
        limits.progress(*index, folder.plan.shards())?;
        match folder.kept(*index, listing)? {
            Kept::Whole(entry) => done.add(entry),
            Kept::Missing => {}
            Kept::Damaged(files) => done.damage.extend(files.iter().map(|file| {
                format!(
                    "{} is damaged: its hash does not match its name",
                    folder.path.join(file).display()
                )
            })),
        }
    }
    Ok(done)
}

/// Reads every row of the undamaged shards, and lists what is wrong.
pub(super) fn verify(
    folder: &Folder<'_>,
    done: &Done,
    watch: Arc<dyn Watch>,
) -> Result<Vec<String>, Refusal> {
    let mut damage = Vec::new();
    let limits = Limits { watch, ..Limits::default() };
    for (index, found) in &done.digests {
        limits.progress(*index, folder.plan.shards())?;
        let name = format!("{index:06}-{}.parquet", &found[..16]);
        let bytes = folder.storage.read(&name).map_err(|error| folder.problem(&name, &error))?;
        if let Err(problem) = folder.plan.verify(*index, bytes) {
            damage.push(format!("{}: {problem}", folder.path.join(&name).display()));
        }
    }
    Ok(damage)
}
