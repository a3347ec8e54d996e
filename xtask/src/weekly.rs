//! The weekly command: fuzzing, and the policy for dependencies, which take too long for every change.

use std::process::Command;

use crate::environment::{root, tool};
use crate::step;

/// Seconds for each fuzz target.
const SECONDS: u32 = 60;

/// Fuzzes each target for a minute and checks the dependencies against `deny.toml`.
pub(crate) fn weekly() -> Result<(), String> {
    let deny = tool("cargo-deny", "0.20.2", &[])?;
    let mut policy = Command::new(deny);
    // Known vulnerabilities are looked up in a database on the internet: `cargo deny check advisories`.
    policy.current_dir(root()).args(["check", "licenses", "bans", "sources"]);
    step("dependencies", &mut policy)?;
    let fuzz = tool("cargo-fuzz", "0.13.2", &[])?;
    for target in targets()? {
        let mut run = Command::new(&fuzz);
        // The sanitisers are unstable; this makes the stable compiler accept them.
        run.current_dir(root()).env("RUSTC_BOOTSTRAP", "1").args(["fuzz", "run", &target, "--"]);
        run.args([format!("-max_total_time={SECONDS}"), "-timeout=20".to_owned()]);
        step(&format!("fuzzing {target}"), &mut run)?;
    }
    Ok(())
}

/// The names of the fuzz targets.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz").join("fuzz_targets");
    let files =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stems = files.filter_map(|file| file.ok()?.path().file_stem()?.to_str().map(str::to_owned));
    let mut names: Vec<String> = stems.collect();
    names.sort();
    Ok(names)
}
