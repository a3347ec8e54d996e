//! A census that is killed at hundreds of random moments ends with the bytes of one that was left alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const KILLS: usize = 220;

fn census(folder: &Path, threads: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command
        .args([
            "census",
            "ending-partizan",
            "--min",
            "2",
            "--max",
            "17",
            "--games-per-shard",
            "256",
        ])
        .args(["--threads", threads, "--json", "--out"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("census-{name}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("a folder of an earlier run can be removed");
    }
    folder
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.expect("the folder can be listed");
        let bytes = fs::read(entry.path()).expect("the file can be read");
        (entry.file_name().to_string_lossy().into_owned(), bytes)
    };
    entries.map(read).collect()
}

fn finished(command: &mut Command) -> Output {
    let output = command.output().expect("the program can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[test]
fn killed_at_any_moment_it_ends_with_the_same_bytes() {
    let alone = folder("alone");
    let start = Instant::now();
    let printed = finished(&mut census(&alone, "1")).stdout;
    let whole = start.elapsed();
    let expected = files(&alone);
    assert_eq!(expected.len(), 128 + 3, "shards, plan, manifest and lock");
    let mut numbers = Numbers(2002);
    let (mut kills, mut rounds) = (0, 0);
    while kills < KILLS {
        let killed = folder("killed");
        loop {
            let threads = ["1", "2", "3"][numbers.below(3) as usize];
            let mut run = census(&killed, threads).spawn().expect("the program can be started");
            // Never longer than a third of what the whole takes, so that each round is killed several times.
            let patience = numbers.below(whole.as_micros() as u64 / 3 + 1);
            thread::sleep(Duration::from_micros(patience));
            if run.try_wait().expect("the program can be asked").is_some() || kills >= KILLS {
                run.wait().expect("the program ends");
                break;
            }
            run.kill().expect("the program can be killed");
            run.wait().expect("the program ends");
            kills += 1;
        }
        let again = finished(&mut census(&killed, "2"));
        let text =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("census-killed", "census-alone");
        assert_eq!(text(&again.stdout), text(&printed));
        assert_eq!(files(&killed), expected, "after {kills} kills");
        rounds += 1;
    }
    assert!(rounds > 0);
}

/// Ctrl-C in the middle: whole files and nothing else, and the same command makes the rest.
#[test]
fn interrupted_it_stops_at_once_and_goes_on() {
    let wanted = folder("whole");
    let stopped = folder("stopped");
    let census = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
        command
            .args("census ending-partizan --min 2 --max 20 --games-per-shard 2048".split(' '))
            .args(["--threads", "2", "--out"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    };
    finished(&mut census(&wanted));
    let run = census(&stopped).spawn().expect("the program can be started");
    let is_shard = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("the folder can be listed").file_name();
        name.to_string_lossy().starts_with("0000")
    };
    while !fs::read_dir(&stopped).is_ok_and(|mut entries| entries.any(is_shard)) {
        thread::sleep(Duration::from_millis(1));
    }
    finished(Command::new("kill").args(["-INT", &run.id().to_string()]));
    let output = run.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("run the same command to continue"), "{told}");
    let (all, part) = (files(&wanted), files(&stopped));
    assert!(part.len() < all.len());
    assert!(part.iter().all(|(name, bytes)| all.get(name) == Some(bytes)));
    finished(&mut census(&stopped));
    assert_eq!(files(&stopped), all);
}

/// A process that may not write large files runs into an error in the middle of one, as on a full disk.
#[test]
fn a_full_disk_stops_it_with_a_message_and_it_goes_on() {
    let full = folder("full");
    let program = env!("CARGO_BIN_EXE_bouton");
    let arguments = "census ending-partizan --min 2 --max 18 --out";
    let line =
        format!("ulimit -f 8; trap '' XFSZ; exec '{program}' {arguments} '{}'", full.display());
    let output = Command::new("sh").args(["-c", &line]).output().expect("there is a shell");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains(".parquet") && told.contains("run the same command again"), "{told}");
    let again = || {
        let mut command = Command::new(program);
        command.args(arguments.split(' ')).arg(&full);
        finished(&mut command)
    };
    let first = again();
    assert!(String::from_utf8_lossy(&first.stdout).contains("complete"));
    assert_eq!(again().stdout, first.stdout);
}

#[test]
fn what_cannot_be_written_to_is_refused() {
    let output =
        census(Path::new("/proc/census"), "1").output().expect("the program can be started");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out"));
}

/// The one-liners of docs/census.md by DuckDB and Polars, and every row against a second program.
#[test]
fn other_programs_read_the_rows() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite/query_census.py");
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("census-queries");
    let sets = place.join("sets");
    if sets.exists() {
        fs::remove_dir_all(&sets).expect("a folder of an earlier run can be removed");
    }
    finished(Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_bouton")).arg(place));
}
