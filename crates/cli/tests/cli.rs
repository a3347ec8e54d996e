//! The commands as people type them: the transcripts in `cmd` and in the documents are run.

use std::path::Path;

#[test]
fn transcripts_are_what_the_program_prints() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Files that a transcript writes belong to no source folder, and none of an earlier run is found.
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts");
    if place.exists() {
        std::fs::remove_dir_all(&place).expect("files of an earlier run can be removed");
    }
    std::fs::create_dir_all(&place).expect("the folder for tests can be written to");
    std::env::set_current_dir(&place).expect("the folder for tests exists");
    copy(&here.join("../../docs/examples"), Path::new("examples"));
    copy(&here.join("../../docs/examples"), Path::new("docs/examples"));
    copy(&here.join("tests/drafts"), Path::new("drafts"));
    trycmd::TestCases::new()
        .case(here.join("tests/cmd/*.md"))
        .case(here.join("../../README.md"))
        .case(here.join("../../docs/*.md"));
}

/// The files that the transcripts read.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder for tests can be written to");
    for entry in std::fs::read_dir(from).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        let name = path.file_name().expect("a file has a name");
        std::fs::copy(&path, to.join(name)).expect("the folder for tests can be written to");
    }
}
