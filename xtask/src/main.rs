//! The project's chores: `cargo xtask test` is what the README and the continuous integration run.

mod book;
mod debian;
mod documents;
mod environment;
mod python;
mod quick;
mod rocq;
mod site;
mod trusted;
mod web;
mod weekly;

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Instant;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test    format, lints, documentation and all tests, those of Python, Rocq, the page and its static edition too
  quick   the tests of the crates that differ from the last commit; their dependants are linted
  python  the tests of the Python package alone
  schema  the stubs of the Python package, from the compiled module and the JSON schemas of the views
  trusted the crates in bouton-check and bouton-check-graph, and their lines of code
  web     the tests of the page alone, in a browser
  site    the static edition of the page, in target/site: files for any web host, without a server;
          with the name `test`: its tests in a browser
  rocq    the tests of the library for Rocq alone, with coqc
  bench   engines against their baselines (a name after it chooses some);
          with the name `load`: the server while many clients ask, against an idle one
  book    the chapters of docs/ as a book with search, in target/book
  weekly  a minute of fuzzing for each target, and the licences and sources of all dependencies
";

fn main() -> ExitCode {
    if let Some(code) = documents::stand_in() {
        return code;
    }
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some("test") => test(),
        Some("quick") => alone(quick::quick),
        Some("python") => alone(python::test),
        Some("schema") => python::schema(),
        Some("trusted") => trusted::print(),
        Some("web") => alone(web::build_and_test),
        Some("site") => match arguments.next().as_deref() {
            Some("test") => alone(web::build_and_test_site),
            _ => site::site(),
        },
        Some("rocq") => alone(rocq::test),
        Some("bench") => bench(arguments.collect()),
        Some("book") => book::book(),
        Some("weekly") => weekly::weekly(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// What compiles and runs all tests. Neither `--lib` nor `--bins`: they compile programs of tests where a manifest says
/// that there are none.
const TESTS: [&str; 3] = ["test", "--workspace", "--tests"];

fn test() -> Result<(), String> {
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    let own = documents::prepare()?;
    thread::scope(|beside| {
        let compiled = beside.spawn(compile);
        // Packages travel while the processor compiles.
        let lab = site::begin()?;
        install()?;
        joined(compiled)??;
        // The last tests of each program run alone. That left an eighth of two processors idle, which is enough for the
        // documentation; all parts side by side took as long as one after the other.
        let others = beside
            .spawn(|| [counted(python::test), counted(|count| documents::check(count, &own))]);
        let rust = counted(|count| {
            count.step("tests", linted(&mut cargo()).args(TESTS).arg("--no-fail-fast"))
        });
        let [python, documents] = joined(others)?;
        let page = counted(|count| web::test(count, &site::write(&lab.finish()?)?));
        // Whoever has waited for all of them wants to know everything that is wrong.
        let (counts, problems): (Vec<_>, Vec<_>) =
            [rust, python, documents, page].into_iter().partition(Result::is_ok);
        let problems: Vec<String> = problems.into_iter().filter_map(Result::err).collect();
        match problems.is_empty() {
            true => Count::sum(counts.into_iter().flatten()).verdict(),
            false => Err(problems.join("\nxtask: ")),
        }
    })
}

/// What these tests count.
fn counted(test: impl FnOnce(&mut Count) -> Result<(), String>) -> Result<Count, String> {
    let mut count = Count::default();
    test(&mut count).map(|()| count)
}

/// Compiles the tests, and the programs and libraries that no test needs, and lints all of it.
fn compile() -> Result<(), String> {
    step("the tests", linted(&mut cargo()).args(TESTS).arg("--no-run"))?;
    let others = ["build", "--workspace", "--lib", "--bins", "--examples"];
    step("the programs", linted(&mut cargo()).args(others))
}

/// What a thread has returned.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> Result<T, String> {
    thread.join().map_err(|_| "a part of the tests panicked".to_owned())
}

/// What the tests need besides Rust.
fn install() -> Result<(), String> {
    rocq::install()?;
    debian::install("mona", &["mona"], "theorems are compared with those of Debian's mona")?;
    python::ready().map(drop)?;
    web::ready().map(drop)
}

fn alone(test: fn(&mut Count) -> Result<(), String>) -> Result<(), String> {
    let mut count = Count { is_alone: true, ..Count::default() };
    test(&mut count)?;
    count.verdict()
}

fn bench(chosen: Vec<String>) -> Result<(), String> {
    let is_load = chosen.first().is_some_and(|name| name == "load");
    if is_load {
        step("the program", cargo().args(["build", "--release", "--package", "bouton"]))?;
    }
    let program = if is_load { "bouton-load" } else { "bouton-bench" };
    let command =
        ["run", "--release", "--quiet", "--package", "bouton-bench", "--bin", program, "--"];
    step("benchmarks", cargo().args(command).args(chosen))
}

/// Builds the program with the features that it has in the tests, so that nothing is compiled twice.
fn build_program() -> Result<(), String> {
    let program = ["build", "--workspace", "--bin", "bouton"];
    step("the program", linted(&mut cargo()).args(program))
}

/// Lints what a command of cargo compiles of the workspace, and takes warnings for errors.
///
/// This is what `cargo clippy` does to `cargo check`. Here it is done to what is compiled anyway: the crates of the workspace
/// took 374 seconds with lints and 377 without, one after the other, while `cargo clippy`, which checks all packages again,
/// took a minute and a half beside the tests. What comes out is kept apart from what `cargo test` compiles, so all
/// commands that prepare tests do it.
fn linted(command: &mut Command) -> &mut Command {
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    command.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    // Continuous integration compiles once: what would make the next time faster is not worth its time.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn step(name: &str, command: &mut Command) -> Result<(), String> {
    let start = begin(name, command);
    match command.status() {
        Ok(status) if status.success() => {
            end(name, start);
            Ok(())
        }
        Ok(status) => Err(format!("{name} failed ({status})")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}

/// Says what begins, and returns when that was.
fn begin(name: &str, command: &Command) -> Instant {
    println!("── {name}: {}", shown(command));
    Instant::now()
}

/// Says how long it took.
fn end(name: &str, start: Instant) {
    println!("── {name}: done in {} s", start.elapsed().as_secs());
}

fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
    format!("{} {}", program.to_string_lossy(), words.collect::<Vec<_>>().join(" "))
}

/// The sums over the closing lines of all test programs.
#[derive(Default)]
struct Count {
    passed: u64,
    failed: u64,
    /// Does nothing else run, so that lines can be shown as they come?
    is_alone: bool,
}

/// How the last line of a program of tests begins.
const CLOSING: &str = "test result: ";

impl Count {
    fn verdict(&self) -> Result<(), String> {
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 && self.passed > 0 { Ok(()) } else { Err("not all tests pass".into()) }
    }

    /// What was counted in all parts.
    fn sum(parts: impl Iterator<Item = Count>) -> Count {
        parts.fold(Count::default(), |sum, part| Count {
            passed: sum.passed + part.passed,
            failed: sum.failed + part.failed,
            ..sum
        })
    }

    /// Runs tests, shows what they print, and counts. Beside others, what a program of tests prints is shown when it ends,
    /// or nobody could tell whose lines they are.
    fn step(&mut self, name: &str, command: &mut Command) -> Result<(), String> {
        let start = begin(name, command);
        let failed = |error: std::io::Error| format!("{name} could not be run: {error}");
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut waiting = String::new();
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line.map_err(failed)?;
                self.read(&line);
                waiting.push_str(&line);
                waiting.push('\n');
                if self.is_alone || line.starts_with(CLOSING) {
                    print!("{}", std::mem::take(&mut waiting));
                }
            }
        }
        print!("{waiting}");
        match child.wait().map_err(failed)?.success() {
            true => {
                end(name, start);
                Ok(())
            }
            false => Err(format!("{name}: {} passed, {} failed", self.passed, self.failed)),
        }
    }

    /// `test result: ok. 12 passed; 0 failed; …`, or the closing line of pytest.
    fn read(&mut self, line: &str) {
        self.read_pytest(line);
        let Some(counts) = line.strip_prefix(CLOSING) else { return };
        let number_before = |word: &str| {
            let before = counts.split(word).next().unwrap_or_default().trim_end();
            before.rsplit(' ').next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0)
        };
        self.passed += number_before("passed");
        self.failed += number_before("failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted() {
        let mut count = Count::default();
        count.read("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out");
        count.read("test result: FAILED. 2 passed; 5 failed; 0 ignored; 0 measured");
        count.read("running 3 tests");
        assert_eq!((count.passed, count.failed), (14, 5));
    }
}
