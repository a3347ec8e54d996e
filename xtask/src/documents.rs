//! The documentation of all libraries, and the examples in it, without compiling anything again.
//!
//! `cargo doc` checks all packages once more, which takes 80 seconds of a processor's time, before `rustdoc` works for
//! 30. `cargo test --doc` hands `rustdoc` what is compiled already. So this program takes the place of `rustdoc` there:
//! it lets the real one write the documentation of a library, with warnings as errors, and then run its examples.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::environment::target;
use crate::{Count, cargo, linted};

/// The variable that names the real `rustdoc`, if this program is to take its place.
const REAL: &str = "BOUTON_RUSTDOC";

/// Copies this program, which may be compiled again while the tests run, to where it will be started as `rustdoc`.
pub(crate) fn prepare() -> Result<PathBuf, String> {
    let copy = target()?.join(format!("xtask-as-rustdoc{}", env::consts::EXE_SUFFIX));
    let copied = env::current_exe().and_then(|own| fs::copy(own, &copy));
    copied.map(|_| copy).map_err(|error| format!("a copy of this program: {error}"))
}

/// Documents all libraries, and runs and counts the examples, with that copy.
pub(crate) fn check(count: &mut Count, own: &Path) -> Result<(), String> {
    let real = env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into());
    let mut command = cargo();
    linted(&mut command).args(["test", "--workspace", "--doc"]).env("RUSTDOC", own).env(REAL, real);
    count.step("documentation and its examples", &mut command)
}

/// Takes the place of `rustdoc` if it was started as such.
pub(crate) fn stand_in() -> Option<ExitCode> {
    let real = env::var_os(REAL)?;
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let succeeds = |command: &mut Command| {
        let status = command.status().map_err(|error| format!("rustdoc: {error}"));
        status.map(|status| status.success())
    };
    let mut document = Command::new(&real);
    document.args(documenting(&arguments)).args(["-D", "warnings", "--out-dir"]);
    let done = target().and_then(|folder| {
        let is_test = arguments.iter().any(|argument| argument == "--test");
        let documented = !is_test || succeeds(document.arg(folder.join("doc")))?;
        Ok(documented && succeeds(Command::new(&real).args(&arguments))?)
    });
    Some(match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    })
}

/// The arguments without those that are about tests.
fn documenting(arguments: &[OsString]) -> Vec<&OsStr> {
    let mut kept = Vec::new();
    let mut rest = arguments.iter().map(OsString::as_os_str);
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("--test") => {}
            Some("--test-args" | "--test-run-directory") => drop(rest.next()),
            _ => kept.push(argument),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_tests_is_left_out() {
        let arguments =
            ["--edition=2024", "--test", "src/lib.rs", "--test-run-directory", "x", "-L", "y"];
        let arguments = arguments.map(OsString::from);
        assert_eq!(documenting(&arguments), ["--edition=2024", "src/lib.rs", "-L", "y"]);
    }
}
