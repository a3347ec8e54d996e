//! Gives the program a digest of its sources: findings that another build has kept are not used.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Crates on top of this one, and those that it does not use: what they say changes no finding.
const OTHERS: [&str; 7] = ["bench", "check", "check-graph", "cli", "differential", "wasm", "web"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let manifest = env::var("CARGO_MANIFEST_DIR")?;
    let crates = Path::new(&manifest).parent().ok_or("this crate is in a folder of crates")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(crates)? {
        let folder = entry?.path();
        if OTHERS.iter().any(|other| folder.ends_with(other)) {
            continue;
        }
        for part in ["Cargo.toml", "src", "games", "claims", "data"] {
            note(folder.join(part), &mut files)?;
        }
    }
    // Which versions of other packages are used; a package of its own, without the workspace, has none.
    note(crates.join("../Cargo.lock"), &mut files)?;
    files.sort();
    let mut digest = DefaultHasher::new();
    for file in files {
        file.strip_prefix(crates)?.hash(&mut digest);
        fs::read(file)?.hash(&mut digest);
    }
    println!("cargo::rustc-env=BOUTON_SOURCES={:016x}", digest.finish());
    Ok(())
}

/// Adds a file, or all files in a folder, if it is there.
fn note(path: PathBuf, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={}", path.display());
    match path.is_dir() {
        true => collect(&path, files),
        false => Ok(files.push(path)),
    }
}

/// All files in a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
