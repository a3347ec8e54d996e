//! The tests of the library for Rocq, and of the theorems that certificates become.

use crate::{Count, cargo, debian, linted};

/// Installs Debian's Coq if it is not there.
pub(crate) fn install() -> Result<(), String> {
    debian::install("coqc", &["coq"], "theorems of Rocq are checked with Debian's coq")
}

/// The tests that need it.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    install()?;
    // Of the workspace, so that what the other tests have built is not built again with other features.
    let tests = ["test", "--workspace", "--test", "tests", "rocq::"];
    count.step("theorems of Rocq", linted(&mut cargo()).args(tests))
}
