//! A virtual environment for Python, and pytest in it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Count, cargo, step};

/// A virtual environment within the target folder.
pub(crate) struct Environment {
    python: PathBuf,
}

impl Environment {
    /// The environment of this name, made if it is not there.
    pub(crate) fn ready(name: &str) -> Result<Environment, String> {
        let folder = target()?.join(name);
        let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        if !has_pip(&python) {
            create(&folder)?;
        }
        Ok(Environment { python })
    }

    /// Its Python, in the folder of the workspace.
    pub(crate) fn python(&self) -> Command {
        let mut command = Command::new(&self.python);
        command.current_dir(root());
        command
    }

    /// `pip install`, to which the rest is added.
    pub(crate) fn install(&self) -> Command {
        let mut command = self.python();
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        // Modules are compiled when they are imported; most never are.
        command.arg("--no-compile");
        command
    }

    /// pytest, to which the folder of the tests is added.
    pub(crate) fn pytest(&self) -> Command {
        let mut command = self.python();
        command.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
        command
    }
}

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder of everything that is built.
pub(crate) fn target() -> Result<PathBuf, String> {
    let named = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    std::path::absolute(named.unwrap_or_else(|| root().join("target")))
        .map_err(|error| format!("the target folder: {error}"))
}

/// A program from the registry in this version, compiled within the target folder the first time.
pub(crate) fn tool(name: &str, version: &str, options: &[&str]) -> Result<PathBuf, String> {
    let tools = target()?.join("tools").join(version);
    let program = tools.join("bin").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let mut install = cargo();
        install.args(["install", "--locked", "--version", version, name]).args(options);
        step(name, install.arg("--root").arg(&tools))?;
    }
    Ok(program)
}

/// An environment that was made only in part has none.
fn has_pip(python: &Path) -> bool {
    let asked = Command::new(python).args(["-m", "pip", "--version"]).output();
    asked.is_ok_and(|output| output.status.success())
}

fn create(folder: &Path) -> Result<(), String> {
    let mut command = Command::new("python3");
    command.args(["-m", "venv", "--clear"]).arg(folder);
    step("a virtual environment", &mut command).map_err(|problem| {
        format!(
            "{problem}\n  what is written in Python is tested in a virtual environment, which needs \
             Python 3.10 or later and its module venv:\n  apt-get install -y python3-venv"
        )
    })
}

impl Count {
    /// Adds what pytest has counted, if this is its closing line.
    pub(crate) fn read_pytest(&mut self, line: &str) {
        if let Some((passed, failed)) = counts(line) {
            self.passed += passed;
            self.failed += failed;
        }
    }
}

/// How many tests passed and failed, if this is the closing line of pytest: `2 failed, 110 passed in 9.81s`.
///
/// What was skipped did not pass.
fn counts(line: &str) -> Option<(u64, u64)> {
    let line = line.trim_matches(['=', ' ']);
    let (tallies, time) = line.rsplit_once(" in ")?;
    if !time.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut counts = (0, 0);
    for tally in tallies.split(", ") {
        let (number, word) = tally.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match word {
            "passed" => counts.0 += number,
            "failed" | "error" | "errors" | "skipped" | "xfailed" | "xpassed" => counts.1 += number,
            "warning" | "warnings" | "deselected" => {}
            _ => return None,
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_pytest_are_counted() {
        assert_eq!(counts("110 passed in 9.81s"), Some((110, 0)));
        assert_eq!(
            counts("== 2 failed, 110 passed, 1 warning in 75.02s (0:01:15) =="),
            Some((110, 2))
        );
        assert_eq!(counts("1 passed, 3 skipped, 2 errors in 0.10s"), Some((1, 5)));
        assert_eq!(counts("test result: ok. 12 passed; 0 failed; finished in 0.2s"), None);
        assert_eq!(counts("3 mice in 2 holes"), None);
        assert_eq!(counts("a line that has passed in 9"), None);
    }
}
