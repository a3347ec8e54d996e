//! The project's chores: `cargo xtask test` is what the README and the continuous integration run.

mod book;
mod debian;
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
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test    format, lints, documentation and all tests, those of Python, Rocq, the page and its static edition too
  quick   the tests of the crates that differ from the last commit; their dependants are type-checked
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

fn test() -> Result<(), String> {
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    // Packages travel while the processor compiles. Then the static edition is compiled with whatever the other steps
    // leave of the processor: each of them has moments in which it keeps one core idle.
    let packages = thread::spawn(|| install().map(|()| thread::spawn(site::compile)));
    // Neither `--lib` nor `--bins`: they compile programs of tests where a manifest says that there are none.
    let tests = ["test", "--workspace", "--tests"];
    step("the tests", cargo().args(tests).arg("--no-run"))?;
    let lab = packages.join().map_err(|_| "what the tests need could not be installed")??;
    // Cargo compiles for one command at a time in a folder. So what only looks at the sources, or compiles little, waits
    // until nothing but tests is under way: these leave a core idle whenever a program of them comes to its last test.
    let (compiled, until_compiled) = mpsc::channel::<()>();
    let sources = thread::spawn(move || {
        let _ = until_compiled.recv();
        check_sources()
    });
    let mut count = Count::default();
    count.step_after("tests", cargo().args(tests).arg("--no-fail-fast"), || drop(compiled))?;
    python::test(&mut count)?;
    let lab = lab.join().map_err(|_| "the static edition could not be compiled")??;
    web::test(&mut count, &site::write(&lab)?)?;
    let examples = sources.join().map_err(|_| "the sources could not be checked")??;
    count.add(&examples);
    count.verdict()
}

/// Lints, documentation, and the examples in it, which are counted.
fn check_sources() -> Result<Count, String> {
    let clippy = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    step("lints", cargo().args(clippy))?;
    let mut documents = cargo();
    documents.args(["doc", "--quiet", "--workspace", "--no-deps"]);
    step("documentation", documents.env("RUSTDOCFLAGS", "-D warnings"))?;
    let mut count = Count::default();
    count.step("examples in the documentation", cargo().args(["test", "--workspace", "--doc"]))?;
    Ok(count)
}

/// What the tests need besides Rust.
fn install() -> Result<(), String> {
    rocq::install()?;
    debian::install("mona", &["mona"], "theorems are compared with those of Debian's mona")?;
    python::ready().map(drop)?;
    web::ready().map(drop)?;
    site::install()
}

fn alone(test: fn(&mut Count) -> Result<(), String>) -> Result<(), String> {
    let mut count = Count::default();
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
    step("the program", cargo().args(["build", "--workspace", "--bin", "bouton"]))
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
}

impl Count {
    fn verdict(&self) -> Result<(), String> {
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 && self.passed > 0 { Ok(()) } else { Err("not all tests pass".into()) }
    }

    /// Adds what was counted elsewhere.
    fn add(&mut self, other: &Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// Runs tests, shows what they print, and counts.
    fn step(&mut self, name: &str, command: &mut Command) -> Result<(), String> {
        self.step_after(name, command, || ())
    }

    /// Runs tests like [`Count::step`]; does something else when the first of them prints a line, or when they end.
    fn step_after(
        &mut self,
        name: &str,
        command: &mut Command,
        begun: impl FnOnce(),
    ) -> Result<(), String> {
        let mut begun = Some(begun);
        let start = begin(name, command);
        let failed = |error: std::io::Error| format!("{name} could not be run: {error}");
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line.map_err(failed)?;
                println!("{line}");
                self.read(&line);
                if let Some(begun) = begun.take() {
                    begun();
                }
            }
        }
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
        let Some(counts) = line.strip_prefix("test result: ") else { return };
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
