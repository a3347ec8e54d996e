//! Opens files: regular files only, and of a bounded size. A pipe that nobody writes to, or a device that never ends,
//! would keep the reader waiting for ever. All other modules open files through this one.

use std::fs::{self, File, FileType};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Opens a regular file and returns its length in bytes. Links are followed.
pub fn open(path: &Path) -> Result<(File, u64)> {
    check_regular(path)?;
    let file = File::open(path)?;
    let known = file.metadata()?;
    Ok((file, known.len()))
}

/// Reads all bytes of a regular file of at most `most` bytes.
///
/// ```
/// use bouton_lab::files::read;
/// use std::path::Path;
/// assert!(read(Path::new("Cargo.toml"), 1 << 20).is_ok());
/// assert!(read(Path::new("Cargo.toml"), 10).is_err(), "it is larger");
/// assert!(read(Path::new("src"), 1 << 20).is_err(), "a folder");
/// ```
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let (file, length) = open(path)?;
    let too_large = |length: u64| {
        let problem = format!("the file has {length} bytes or more, and the limit is {most}");
        Err(Error::new(ErrorKind::FileTooLarge, problem))
    };
    if length > most {
        return too_large(length);
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > most => too_large(length),
        _ => Ok(bytes),
    }
}

/// Fails unless there is a regular file at this path.
pub fn check_regular(path: &Path) -> Result<()> {
    let kind = fs::metadata(path)?.file_type();
    match kind.is_file() {
        true => Ok(()),
        false => {
            let problem = format!("this is {}, not a regular file", name(kind));
            let is_folder = kind.is_dir();
            let error = if is_folder { ErrorKind::IsADirectory } else { ErrorKind::InvalidInput };
            Err(Error::new(error, problem))
        }
    }
}

/// Makes a folder, and those that it is in, unless there is one.
pub fn make_folder(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(known) if !known.is_dir() => {
            let problem = format!("this is {}, not a folder", name(known.file_type()));
            Err(Error::new(ErrorKind::NotADirectory, problem))
        }
        _ => fs::create_dir_all(path),
    }
}

/// Why a file cannot be opened, in words.
#[must_use]
pub fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "there is no permission to open it".to_owned(),
        _ => error.to_string(),
    }
}

fn name(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    match kind {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_file() => "a file",
        _ => "something else",
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_regular_file_is_refused_by_name() {
        let folder = std::env::temp_dir();
        for (path, named) in [
            (Path::new("/dev/zero"), "a device"),
            (Path::new("/dev/null"), "a device"),
            (&folder, "a folder"),
        ] {
            let error = read(path, 1 << 20).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
        assert_eq!(read(Path::new("/nowhere"), 1).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_file_is_not_made_a_folder() {
        let error = make_folder(Path::new("Cargo.toml")).unwrap_err();
        assert_eq!(error.to_string(), "this is a file, not a folder");
        assert!(make_folder(Path::new("src")).is_ok());
        assert!(reason(&ErrorKind::PermissionDenied.into()).contains("no permission"));
    }

    /// Some regular files do not know their size: they are read up to the bound, too.
    #[test]
    #[cfg(target_os = "linux")]
    fn files_without_a_size_are_bounded() {
        let path = Path::new("/proc/self/maps");
        assert!(read(path, 1 << 24).is_ok());
        assert_eq!(read(path, 10).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }
}
