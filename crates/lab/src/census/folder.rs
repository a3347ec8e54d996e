//! The files in the folder of a census, and the invariants that hold at every moment.
//!
//! * `plan.json`: the family of games and how it is divided into shards.
//! * `000007-9f86d081884c7d65.parquet`: a shard. The second half of the name is the beginning of its SHA-256, so that
//!   damage can be detected from the file alone; its footer says which plan it belongs to.
//! * `manifest.json`: all shards with their hashes; written when the census is complete.
//! * names that begin with a dot: the lock, and files that are not finished.
//!
//! Files are written under another name, synced and renamed, and the folder is synced, so that a file whose name has no
//! dot in front is always complete, unless the disk itself failed.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_census::{Plan, Shard, Tally, command_of, digest, read_notes};
use bouton_rules::{Help, Refusal};

use super::storage::{LOCK, Storage};

pub(super) const PLAN: &str = "plan.json";
pub(super) const MANIFEST: &str = "manifest.json";
const UNFINISHED: &str = ".unfinished";

/// A folder and the plan that it belongs to.
pub(super) struct Folder<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) path: PathBuf,
    pub(super) plan: &'a Plan,
}

/// An entry of the manifest: a finished shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the shard.
    pub index: u64,
    /// The name of its file.
    pub file: String,
    /// The number of its rows.
    pub rows: u64,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub digest: String,
    /// The totals of its rows.
    pub tally: Tally,
}

impl Entry {
    fn of(file: String, shard_digest: String, index: u64, tally: Tally) -> Entry {
        Entry { index, file, rows: tally.games, digest: shard_digest, tally }
    }
}

/// The state of a shard of the plan.
pub(super) enum Kept {
    Whole(Entry),
    Missing,
    /// The files that are damaged.
    Damaged(Vec<String>),
}

/// The files of the shards: the beginnings of their hashes, as numbers, by their index.
pub(super) type Listing = BTreeMap<u64, Vec<u64>>;

impl Folder<'_> {
    pub(super) fn problem(&self, name: &str, error: &io::Error) -> Refusal {
        let help = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                "make room, then run the same command again: finished shards are kept".into()
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => writable(),
            _ => {
                "check the folder and its disk, then run the same command again: finished shards are kept"
                    .into()
            }
        };
        Refusal::bad(format!("{}: {error}", self.path.join(name).display()), help)
    }

    fn try_to<T>(&self, name: &str, done: io::Result<T>) -> Result<T, Refusal> {
        done.map_err(|error| self.problem(name, &error))
    }

    /// Refuses a folder of another census or of something else, and writes the plan if there is none.
    pub(super) fn claim(&self) -> Result<(), Refusal> {
        match self.storage.read(PLAN) {
            Ok(bytes) if bytes == self.plan.text().as_bytes() => Ok(()),
            Ok(bytes) => Err(self.other_plan(&String::from_utf8_lossy(&bytes))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let names = self.try_to("", self.storage.list())?;
                if let Some(name) = names.iter().filter(|name| !is_ours(name)).min() {
                    return Err(Refusal::bad(
                        format!(
                            "{} contains files that do not belong to a census, such as {name}",
                            self.path.display()
                        ),
                        Help::from("name a new folder with ").setting("out"),
                    ));
                }
                self.put(PLAN, self.plan.text().as_bytes())
            }
            Err(error) => Err(self.problem(PLAN, &error)),
        }
    }

    fn other_plan(&self, text: &str) -> Refusal {
        let path = self.path.join(PLAN);
        match command_of(text) {
            None => Refusal::bad(
                format!("{} is damaged", path.display()),
                "remove that file and run the same command again: it is rebuilt, and the shards are kept",
            ),
            Some(command) if command == self.plan.command() => Refusal::bad(
                format!("{} was started by another version of the program", self.path.display()),
                another_folder("finish it with that version, or "),
            ),
            Some(command) => Refusal::bad(
                format!(
                    "{} holds another census\n  there: {command}\n   here: {}",
                    self.path.display(),
                    self.plan.command()
                ),
                another_folder("").and(", or remove this one"),
            ),
        }
    }

    /// Removes unfinished files that interrupted runs have left.
    pub(super) fn tidy(&self) -> Result<(), Refusal> {
        for name in self.try_to("", self.storage.list())? {
            if name.starts_with('.') && name.ends_with(UNFINISHED) {
                self.try_to(&name, self.storage.remove(&name))?;
            }
        }
        Ok(())
    }

    /// The shards by their names alone.
    pub(super) fn listing(&self) -> Result<Listing, Refusal> {
        let names = self.try_to("", self.storage.list())?;
        let listing = listing_of(names.iter().map(String::as_str));
        match listing.last_key_value() {
            Some((index, files)) if *index >= self.plan.shards() => Err(Refusal::bad(
                format!(
                    "{} is beyond the last shard of this census",
                    self.path.join(file_name(*index, files[0])).display()
                ),
                another_folder("remove that file, or "),
            )),
            _ => Ok(listing),
        }
    }

    /// Reads a shard and compares it with its name and with the plan.
    pub(super) fn kept(&self, index: u64, listing: &Listing) -> Result<Kept, Refusal> {
        let mut damaged = Vec::new();
        let mut whole: Option<Entry> = None;
        for beginning in listing.get(&index).into_iter().flatten() {
            let name = file_name(index, *beginning);
            let bytes = self.try_to(&name, self.storage.read(&name))?;
            let found = digest(&bytes);
            if !found.starts_with(&format!("{beginning:016x}")) {
                damaged.push(name);
                continue;
            }
            let notes = read_notes(bytes)
                .ok()
                .filter(|notes| notes.plan == self.plan.text() && notes.index == index);
            let Some(notes) = notes else { return Err(self.foreign(&name)) };
            if let Some(other) = &whole {
                return Err(Refusal::bad(
                    format!("{} and {name} in {} differ", other.file, self.path.display()),
                    "two versions of the program have written here; remove both files and run the same command again",
                ));
            }
            whole = Some(Entry::of(name, found, index, notes.tally));
        }
        Ok(match whole {
            Some(entry) => Kept::Whole(entry),
            None if damaged.is_empty() => Kept::Missing,
            None => Kept::Damaged(damaged),
        })
    }

    fn foreign(&self, name: &str) -> Refusal {
        Refusal::bad(
            format!("{} is not a shard of this census", self.path.join(name).display()),
            another_folder("remove that file, or "),
        )
    }

    /// Stores a finished shard.
    pub(super) fn keep(&self, shard: Shard) -> Result<Entry, Refusal> {
        let name = format!("{:06}-{}.parquet", shard.index, &shard.digest[..16]);
        self.put(&name, &shard.bytes)?;
        Ok(Entry::of(name, shard.digest, shard.index, shard.tally))
    }

    pub(super) fn remove(&self, name: &str) -> Result<(), Refusal> {
        match self.storage.remove(name) {
            // Another worker was faster.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            done => self.try_to(name, done),
        }
    }

    /// Writes a file atomically.
    pub(super) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Refusal> {
        let unfinished = self.try_to(name, self.create(name, bytes))?;
        let renamed = self.storage.rename(&unfinished, name);
        if renamed.is_err() {
            let _ = self.storage.remove(&unfinished);
        }
        self.try_to(name, renamed)?;
        self.try_to(name, self.storage.sync())
    }

    /// Writes a file under a name that nobody else uses, on this machine or another.
    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let unfinished = format!(".{name}.{}-{number}{UNFINISHED}", std::process::id());
            match self.storage.create(&unfinished, bytes) {
                Ok(()) => return Ok(unfinished),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    // Remove the partial file, and report the first error whether or not that works.
                    let _ = self.storage.remove(&unfinished);
                    return Err(error);
                }
            }
        }
    }
}

pub(super) fn file_name(index: u64, beginning: u64) -> String {
    format!("{index:06}-{beginning:016x}.parquet")
}

/// The index and the beginning of the hash, if this is the name of a shard.
fn parse(name: &str) -> Option<(u64, u64)> {
    let (index, beginning) = name.strip_suffix(".parquet")?.split_once('-')?;
    let parsed = (index.parse().ok()?, u64::from_str_radix(beginning, 16).ok()?);
    (file_name(parsed.0, parsed.1) == name).then_some(parsed)
}

/// The shards among these names.
pub(super) fn listing_of<'a>(names: impl Iterator<Item = &'a str>) -> Listing {
    let mut listing = Listing::new();
    for (index, beginning) in names.filter_map(parse) {
        listing.entry(index).or_default().push(beginning);
    }
    // The system may list them in any order.
    listing.values_mut().for_each(|files| files.sort_unstable());
    listing
}

fn is_ours(name: &str) -> bool {
    let is_unfinished = name.starts_with('.') && name.ends_with(UNFINISHED);
    name == LOCK || name == MANIFEST || is_unfinished || parse(name).is_some()
}

/// Makes the folder if there is none.
pub(super) fn make(path: &Path) -> Result<(), Refusal> {
    crate::files::make_folder(path)
        .map_err(|error| Refusal::bad(format!("{}: {error}", path.display()), writable()))
}

pub(super) fn writable() -> Help {
    Help::from("name a folder that can be written to with ").setting("out")
}

/// Advice: another remedy, if there is one, or another folder.
pub(super) fn another_folder(or: &str) -> Help {
    Help::from(or).and("name another folder with ").setting("out")
}
