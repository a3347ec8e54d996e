//! The few file operations that a census needs, on a disk or in another store; and the lock of a folder.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use bouton_rules::Refusal;

use super::{folder, lock};
use crate::files;

/// A folder of files that are written once.
pub trait Storage: Sync {
    /// The names of all files.
    fn list(&self) -> io::Result<Vec<String>>;
    /// All bytes of a file.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;
    /// A new file with these bytes, all of which have reached the disk. Fails if the name exists.
    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Renames a file atomically; a file that has the new name already is replaced.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Makes sure that the names have reached the disk.
    fn sync(&self) -> io::Result<()>;
}

/// The largest file of a census: shards have some megabytes.
const LARGEST: u64 = 1 << 30;

/// A folder on a disk.
pub struct Disk {
    folder: PathBuf,
    /// Held while several machines may work in the folder at the same time.
    _lock: Option<Lock>,
}

impl Disk {
    /// The storage in an existing folder.
    #[must_use]
    pub fn new(folder: &Path) -> Disk {
        Disk { folder: folder.to_owned(), _lock: None }
    }

    /// The storage in a folder in which several machines may work at the same time; the folder is created if it does
    /// not exist.
    pub fn shared(folder: &Path) -> Result<Disk, Refusal> {
        folder::make(folder)?;
        Ok(Disk { folder: folder.to_owned(), _lock: Some(lock(folder, false)?) })
    }
}

impl Storage for Disk {
    fn list(&self) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.folder)?;
        names.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        files::read(&self.folder.join(name), LARGEST)
    }

    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create_new(self.folder.join(name))?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.folder.join(from), self.folder.join(to))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.folder.join(name))
    }

    fn sync(&self) -> io::Result<()> {
        // Only some systems can sync a folder; on the others names reach the disk in their own time.
        if cfg!(unix) { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }
}

/// The file whose lock shows that somebody works in the folder. It is empty; the system releases the lock when the
/// program ends, however it ends.
pub(super) const LOCK: &str = ".lock";

/// A lock that is held while somebody works in the folder.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock, alone or shared with workers on other shards; `None` if somebody else holds it.
    pub(super) fn take(folder: &Path, alone: bool) -> io::Result<Option<Lock>> {
        let path = folder.join(LOCK);
        match files::check_regular(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        let taken = if alone { file.try_lock() } else { file.try_lock_shared() };
        match taken {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks. Shards are written atomically and always the same, so the worst that can
            // happen is work done twice.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                Ok(Some(Lock { _file: file }))
            }
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
