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

#[test]
fn every_picture_has_the_format_of_its_ending() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let commands: [&[&str]; 5] = [
        &["chart", "nimrod", "--x", "0..90", "--sectors", "--out"],
        &["sequence", "octal:0.77", "--to", "200", "--of", "nim-value", "--plot"],
        &["value", "{3||2|-1}", "--thermograph"],
        &["graph", "--game", "nim", "--heaps", "2", "--below", "3", "--draw"],
        &["prove", "nim", "--heaps", "2", "--draw"],
    ];
    for command in commands {
        for (ending, start) in [("png", "\u{fffd}PNG"), ("svg", "<svg xmlns="), ("jpg", "")] {
            let path = folder.join(format!("{}.{ending}", command[0]));
            let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_bouton"));
            let ran =
                program.args(command).arg(&path).output().expect("the program can be started");
            let told = String::from_utf8_lossy(&ran.stderr);
            match std::fs::read(&path) {
                Ok(file) => assert!(String::from_utf8_lossy(&file).starts_with(start), "{path:?}"),
                Err(_) => assert!(told.contains("neither in .png nor in .svg"), "{told}"),
            }
            assert_eq!(path.exists(), ending != "jpg", "{command:?}: {told}");
        }
    }
}

#[test]
fn shells_can_complete_the_names_of_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_bouton"));
        let ran =
            program.args(["completions", shell]).output().expect("the program can be started");
        let script = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && script.contains("sequence"), "{shell}");
        // Only these two propose values for what has no dashes before it.
        if ["bash", "zsh"].contains(&shell) {
            assert!(script.contains("ending-partizan") && script.contains("wythoff"), "{shell}");
        }
    }
}
