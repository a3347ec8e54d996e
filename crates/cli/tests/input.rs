//! Standard input that is endless, not a text, or not there yet.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn given(arguments: &[&str], input: &[u8]) -> Output {
    let mut run = program(arguments).spawn().expect("the program can be started");
    // A program that refuses its input may close it before all is written.
    let _ = run.stdin.take().expect("it is a pipe").write_all(input);
    run.wait_with_output().expect("the program ends")
}

#[test]
fn a_line_has_a_bounded_length() {
    let endless = vec![0; (1 << 20) + 1];
    for arguments in
        [&["solve", "nim", "-"][..], &["value", "-"], &["play", "nim"], &["learn", "mirror"]]
    {
        let output = given(arguments, &endless);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("a line of standard input is longer than 1048576 bytes"), "{said}");
    }
}

#[test]
fn a_line_that_is_not_utf8_is_one_wrong_line() {
    let output = given(&["solve", "nim", "-"], b"3,4\n\xff\n5");
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((output.status.code(), lines.len()), (Some(2), 3), "{said}");
    assert!(lines[1].contains("the line is not UTF-8"), "{said}");
    assert!(lines[2].contains("\"position\":[5]"), "{said}");
}

fn interrupt(run: &Child) {
    let sent = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(sent.expect("kill can be started").success());
}

/// Waits until the program catches interrupts; where there is no /proc, long enough.
fn wait_until_it_catches(run: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    let path = format!("/proc/{}/status", run.id());
    let catches = || {
        let status = std::fs::read_to_string(&path).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(mask.trim(), 16).ok()? & INTERRUPT != 0)
    };
    for _ in 0..500 {
        if catches() == Some(true) {
            return;
        }
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_first_interrupt_ends_what_waits_for_input() {
    for arguments in [
        &["learn", "mirror"][..],
        &["play", "nim"],
        &["solve", "nim", "-"],
        &["value", "-"],
        &["graph", "-"],
        &["check", "-"],
        &["rules", "check", "-"],
    ] {
        let mut run = program(arguments).spawn().expect("the program can be started");
        let input = run.stdin.take();
        wait_until_it_catches(&run);
        interrupt(&run);
        let output = run.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
        drop(input);
    }
}

/// Answers are there before the next question is asked.
#[test]
fn answers_are_not_kept_back() {
    let mut run = program(&["solve", "nim", "-"]).spawn().expect("the program can be started");
    let mut input = run.stdin.take().expect("it is a pipe");
    let mut output = run.stdout.take().expect("it is a pipe");
    input.write_all(b"3,4\n").expect("the program reads");
    let mut first = [0; 1];
    output.read_exact(&mut first).expect("there is an answer");
    assert_eq!(&first, b"{");
    drop(input);
    drop(output);
    run.wait().expect("the program ends");
}

/// With --json there is one document on standard error, also where something is kept.
#[test]
fn an_interrupted_run_that_keeps_its_work_says_so_in_one_document() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted.terms");
    let _ = std::fs::remove_file(&path);
    let file = path.to_str().expect("the path is a text");
    let sequence = "sequence octal:0.6 --to 1e8 --of nim-value --json --memory 64GiB --checkpoint";
    let arguments: Vec<&str> = sequence.split(' ').chain([file]).collect();
    let run = program(&arguments).spawn().expect("the program can be started");
    wait_until_it_catches(&run);
    interrupt(&run);
    let output = run.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    let problem: serde_json::Value = serde_json::from_str(&said).expect("one document");
    let help = problem["help"].as_str().unwrap_or_default();
    assert!(help.starts_with("the terms so far are in "), "{said}");
    let _ = std::fs::remove_file(&path);
}
