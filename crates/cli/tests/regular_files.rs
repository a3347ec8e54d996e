//! Where a file should be, a pipe that nobody writes to, a device or a folder is refused at once.
#![cfg(unix)]

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("a folder of an earlier run can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A pipe. Whoever opens it gets nothing but its end, so that a program that does open it is caught, not waited for.
fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo can be started");
    assert!(made.success());
    let path = path.to_owned();
    thread::spawn(move || drop(OpenOptions::new().write(true).open(path)));
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program can be started")
}

fn refused(arguments: &[&str], named: &str) {
    let output = run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(
        told.contains(&format!("this is {named}, not a regular file")),
        "{arguments:?}: {told}"
    );
}

#[test]
fn pipes_devices_and_folders_are_not_read() {
    let folder = folder("read");
    let path = folder.join("pipe.game");
    pipe(&path);
    let pipe = path.to_str().expect("the path is a text");
    let place = folder.to_str().expect("the path is a text");
    for (path, named) in [(pipe, "a pipe"), ("/dev/zero", "a device"), (place, "a folder")] {
        refused(&["check", path], named);
        refused(&["graph", path], named);
        refused(&["rules", "check", path], named);
        refused(
            &["sequence", "octal:0.07", "--to", "100", "--of", "nim-value", "--checkpoint", path],
            named,
        );
    }
}

#[test]
fn certificates_are_not_written_to_pipes_and_devices() {
    let folder = folder("written");
    let path = folder.join("pipe");
    pipe(&path);
    let pipe = path.to_str().expect("the path is a text");
    for (path, named) in [(pipe, "a pipe"), ("/dev/null", "a device")] {
        refused(&["solve", "nim", "3,4,6", "--certificate", path], named);
    }
}

#[test]
fn a_pipe_among_the_shards_is_damage() {
    let folder = folder("census");
    let place = folder.to_str().expect("the path is a text");
    let made = run(&["census", "ending-partizan", "--min", "2", "--max", "6", "--out", place]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let entries = fs::read_dir(&folder).expect("the folder can be listed");
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let shard = paths.filter(|path| path.extension().is_some_and(|kind| kind == "parquet"));
    let shard = shard.last().expect("there is a shard");
    fs::remove_file(&shard).expect("a shard can be removed");
    pipe(&shard);
    let verified = run(&["census", place, "--verify"]);
    let told = [verified.stdout, verified.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    assert!(!verified.status.success(), "{told}");
    assert!(told.contains("a pipe, not a regular file"), "{told}");
}

/// A gigabyte is not read where a megabyte is allowed: the file takes no room on the disk, its length is what counts.
#[test]
fn check_keeps_to_its_memory() {
    let path = folder("memory").join("large.json");
    let file = fs::File::create(&path).expect("a file can be made");
    file.set_len(1 << 30).expect("it can be long");
    let output = run(&["check", path.to_str().expect("the path is a text"), "--memory", "1MiB"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("reading the certificate would need 8.0 GiB"), "{told}");
}
