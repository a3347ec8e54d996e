//! The tests of the Python package: a virtual environment, the package installed into it, and pytest.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Count, step};

/// Installs the package as a user would, and runs its tests.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let target = target(root)?;
    let venv = target.join("python-venv");
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !has_pip(&python) {
        create(&venv)?;
    }
    let mut install = Command::new(&python);
    install.current_dir(root).args(["-m", "pip", "install", "--quiet", "./python[test]"]);
    // The profile and the folder of the other tests: what they have built is not built again.
    install.env("MATURIN_PEP517_ARGS", "--profile=dev").env("CARGO_TARGET_DIR", &target);
    step("the Python package", &mut install)?;
    let mut tests = Command::new(&python);
    // From the root, where no folder is called like the package.
    tests.current_dir(root).args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    count.step("tests in Python", tests.arg("python/tests"))
}

fn target(root: &Path) -> Result<PathBuf, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    std::path::absolute(target).map_err(|error| format!("the target folder: {error}"))
}

/// An environment that was made only in part has none.
fn has_pip(python: &Path) -> bool {
    let asked = Command::new(python).args(["-m", "pip", "--version"]).output();
    asked.is_ok_and(|output| output.status.success())
}

fn create(venv: &Path) -> Result<(), String> {
    let mut command = Command::new("python3");
    command.args(["-m", "venv", "--clear"]).arg(venv);
    step("a virtual environment", &mut command).map_err(|problem| {
        format!(
            "{problem}\n  the Python package is tested in a virtual environment, which needs Python \
             3.10 or later and its module venv:\n  apt-get install -y python3-venv"
        )
    })
}

/// How many tests passed and failed, if this is the closing line of pytest: `2 failed, 110 passed in 9.81s`.
///
/// What was skipped did not pass.
pub(crate) fn counts(line: &str) -> Option<(u64, u64)> {
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
