//! A report of checked claims, to keep or to print.

mod markdown;

pub use markdown::markdown;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::checkpoint::write_whole;
use crate::claims::Checked;

/// Writes the report into a folder, which is made if there is none; returns what was written.
pub fn write(folder: &Path, checked: &[Checked]) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let path = folder.join("claims.md");
    write_whole(&path, markdown(checked).as_bytes())?;
    Ok(vec![path])
}
