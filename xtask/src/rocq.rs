//! The tests of the library for Rocq, and of the theorems that certificates become.

use crate::{Count, cargo, debian};

/// Debian's Coq, and the tests that need it.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    debian::install("coqc", &["coq"], "theorems of Rocq are checked with Debian's coq")?;
    // Of the workspace, so that what the other tests have built is not built again with other features.
    let tests = ["test", "--workspace", "--test", "rocq", "--", "--ignored"];
    count.step("theorems of Rocq", cargo().args(tests))
}
