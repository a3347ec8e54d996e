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

/// The codes are the same in the help, in the guide and in the program.
#[test]
fn exit_codes_are_documented() {
    let run = |arguments: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_bouton"));
        program.args(arguments).output().expect("the program can be started")
    };
    let help = run(&["--help"]);
    let help = String::from_utf8_lossy(&help.stdout);
    let (_, codes) = help.split_once("Exit codes:\n").expect("the help has the codes");
    let codes: Vec<(&str, &str)> =
        codes.lines().filter_map(|line| line.trim().split_once(' ')).collect();
    assert_eq!(
        codes.iter().map(|row| row.0).collect::<Vec<_>>(),
        ["0", "1", "2", "3", "70", "130"]
    );
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide.md");
    let guide = std::fs::read_to_string(guide).expect("there is a guide").replace('`', "");
    for (code, meaning) in codes {
        assert!(guide.contains(&format!("| {code} | {} |", meaning.trim())), "{code} {meaning}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let untidy = folder.join("untidy.game");
    std::fs::write(&untidy, "game x;position n;move k in 1..3: n' = n-k").expect("it is written");
    let untidy = untidy.to_str().expect("the path is a text");
    let rows: [(&[&str], i32); 5] = [
        (&["solve", "nim", "3"], 0),
        (&["rules", "fmt", "--check", untidy], 1),
        (&["solve", "nim"], 2),
        (&["solve", "nmi", "3"], 2),
        (&["solve", "grundy", "100000000"], 3),
    ];
    for (arguments, code) in rows {
        assert_eq!(run(arguments).status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"], &["games"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_bouton"));
        let ran =
            program.args(arguments).stdout(full).output().expect("the program can be started");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(said.contains("standard output: No space left"), "{said}");
    }
}

/// What is written to a file is named.
#[test]
fn files_that_were_written_are_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (pages, sheet) = (folder.join("pages"), folder.join("sheet.txt"));
    let named = |arguments: &[&str], path: &Path| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_bouton"));
        let ran = program.args(arguments).arg(path).output().expect("the program can be started");
        String::from_utf8_lossy(&ran.stdout).replace(&path.display().to_string(), "PATH")
    };
    assert_eq!(named(&["man", "--dir"], &pages), "PATH (a page for each command)\n");
    assert!(pages.join("bouton-solve.1").exists());
    assert_eq!(named(&["puzzle", "nim", "--count", "2", "--sheet"], &sheet), "PATH (2 puzzles)\n");
}
