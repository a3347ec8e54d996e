//! The inner loop: only what a change touches is tested.

use std::collections::BTreeSet;
use std::process::Command;

use crate::environment::root;
use crate::{Count, cargo, linted, step};

/// Tests the crates with files that differ from the last commit, and lints every crate that depends on them.
pub(crate) fn quick(count: &mut Count) -> Result<(), String> {
    let changed = changed_crates()?;
    if changed.is_empty() {
        return Err("no crate differs from the last commit".to_owned());
    }
    let mut dependants: BTreeSet<String> = BTreeSet::new();
    for name in &changed {
        dependants.extend(dependants_of(name)?);
    }
    let packages = |names: &BTreeSet<String>| -> Vec<String> {
        names.iter().flat_map(|name| ["--package".to_owned(), name.clone()]).collect()
    };
    let mut check = cargo();
    step("dependants", linted(check.args(["check", "--tests"]).args(packages(&dependants))))?;
    let mut test = cargo();
    count.step("tests", linted(test.args(["test", "--tests"]).args(packages(&changed))))
}

/// The names of the crates with changed or new files.
fn changed_crates() -> Result<BTreeSet<String>, String> {
    let status =
        output(Command::new("git").args(["status", "--porcelain", "--no-renames", "-uall"]))?;
    let folders: BTreeSet<&str> =
        status.lines().filter_map(|line| crate_folder(line.get(3..)?)).collect();
    folders.into_iter().map(package_in).collect()
}

/// The folder of the crate that holds this file.
fn crate_folder(file: &str) -> Option<&str> {
    let parts = if file.starts_with("crates/") { 2 } else { 1 };
    let (end, _) = file.match_indices('/').nth(parts - 1)?;
    let folder = &file[..end];
    root().join(folder).join("Cargo.toml").is_file().then_some(folder)
}

/// The name of the package in a folder.
fn package_in(folder: &str) -> Result<String, String> {
    let manifest = root().join(folder).join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(|error| format!("{folder}: {error}"))?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.map(str::to_owned).ok_or_else(|| format!("{folder}: the package has no name"))
}

/// This package and all packages of the workspace that depend on it, also for their tests.
fn dependants_of(package: &str) -> Result<BTreeSet<String>, String> {
    let tree = ["tree", "--workspace", "--prefix", "none", "--format", "{p}"];
    let edges = ["--edges", "normal,build,dev", "--invert", package];
    let tree = output(cargo().args(tree).args(edges))?;
    Ok(tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect())
}

fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let found =
        command.current_dir(root()).output().map_err(|error| format!("{program}: {error}"))?;
    match found.status.success() {
        true => Ok(String::from_utf8_lossy(&found.stdout).into_owned()),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&found.stderr).trim_end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_crates() {
        assert_eq!(crate_folder("crates/lang/src/parse/mod.rs"), Some("crates/lang"));
        assert_eq!(crate_folder("xtask/src/quick.rs"), Some("xtask"));
        assert_eq!(crate_folder("docs/guide.md"), None);
        assert_eq!(crate_folder("README.md"), None);
        assert_eq!(package_in("crates/cli"), Ok("bouton".to_owned()));
    }

    #[test]
    fn dependants_are_found_through_the_workspace() {
        let found = dependants_of("bouton-oracle").expect("cargo tree answers");
        for name in ["bouton-oracle", "bouton-engines", "bouton-lab", "bouton"] {
            assert!(found.contains(name), "{name} in {found:?}");
        }
        assert!(!found.contains("bouton-values"), "{found:?}");
    }
}
