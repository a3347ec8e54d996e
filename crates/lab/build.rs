//! Writes the lessons and the sentences about attempts as JSON, which the lab reads anyway: in the static edition a reader
//! of TOML would be dead weight.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = env::var("OUT_DIR")?;
    for folder in ["lessons", "words"] {
        println!("cargo::rerun-if-changed={folder}");
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let texts: serde_json::Value = toml::from_str(&fs::read_to_string(&path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let name = Path::new(path.file_name().unwrap_or_default()).with_extension("json");
            fs::write(Path::new(&out).join(name), texts.to_string())?;
        }
    }
    Ok(())
}
