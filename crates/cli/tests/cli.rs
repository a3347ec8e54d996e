//! The commands as people type them: the transcripts in `cmd` and in the documents are run.

use std::path::Path;

#[test]
fn transcripts_are_what_the_program_prints() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Files that a transcript writes belong to no source folder.
    std::env::set_current_dir(env!("CARGO_TARGET_TMPDIR")).expect("the folder for tests exists");
    trycmd::TestCases::new()
        .case(here.join("tests/cmd/*.md"))
        .case(here.join("../../README.md"))
        .case(here.join("../../docs/*.md"));
}
