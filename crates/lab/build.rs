//! Writes the lessons as JSON, which the lab reads anyway: in the static edition a reader of TOML would be dead weight.

use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=lessons");
    let out = env::var("OUT_DIR")?;
    for entry in fs::read_dir("lessons")? {
        let path = entry?.path();
        let lesson: serde_json::Value = toml::from_str(&fs::read_to_string(&path)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let name = Path::new(path.file_name().unwrap_or_default()).with_extension("json");
        fs::write(Path::new(&out).join(name), lesson.to_string())?;
    }
    Ok(())
}
