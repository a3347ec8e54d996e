//! Embeds the folder `games`: a list of the paths of its files, without their ending, and of their texts.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("games");
    let mut files = Vec::new();
    collect(&folder, "", &mut files)?;
    files.sort();
    let mut list = String::from("&[");
    for (name, path) in files {
        write!(list, "({name:?}, include_str!({path:?})),")?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("texts.rs"), list)?;
    Ok(())
}

fn collect(folder: &Path, before: &str, files: &mut Vec<(String, String)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{before}{}", path.file_stem().unwrap_or_default().display());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else if path.extension().is_some_and(|ending| ending == "game") {
            files.push((name, path.display().to_string()));
        }
    }
    Ok(())
}
