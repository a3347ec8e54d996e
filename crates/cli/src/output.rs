//! Prints answers to standard output, and errors and notes to standard error.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process;
use std::sync::Arc;

use bouton_lab::ask::{Problem, ProblemKind};
use bouton_lab::checkpoint::write_whole;
use bouton_lab::render::grid::AsGrid;
use bouton_lab::render::within::write_within;
use bouton_lab::render::{AsText, diagnostics, plan_text};
use bouton_lab::rules::{Limits, Reference, Refusal};
use bouton_lab::{Answer, Mistakes, problem_kind};

use crate::Failure;
use crate::args::Format;
use crate::progress::Stop;

/// Prints to standard output, with colours on a terminal only. If the reader has closed the pipe, the program ends
/// silently, as `head` expects.
pub(crate) fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written {
        drop(out);
        stop_writing(&error);
    }
}

/// Ends the program when standard output fails: silently if the reader has closed the pipe.
pub(crate) fn stop_writing(error: &std::io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(0);
    }
    self::error(
        ProblemKind::BadInput,
        &format!("standard output: {error}"),
        "check where the output goes",
    );
    process::exit(2);
}

/// Prints a view as one JSON document on one line.
pub(crate) fn print_view(view: &impl serde::Serialize) {
    let text = serde_json::to_string(view).expect("views have texts for keys and finite numbers");
    print(&format!("{text}\n"));
}

/// Prints a view as JSON, or its text.
pub(crate) fn show(as_json: bool, view: &impl serde::Serialize, text: impl FnOnce() -> String) {
    if as_json {
        print_view(view);
    } else {
        print(&text());
    }
}

/// Prints a view in the format that was asked for; `all` of its text. Nothing of it is kept, and Ctrl-C or the end of
/// the time stops it.
pub(crate) fn show_as<V: AsGrid + AsText + serde::Serialize>(
    format: Format,
    view: &V,
    all: bool,
) -> Result<(), Refusal> {
    let limits = Limits { memory: u64::MAX, watch: Arc::new(Stop), ..Limits::default() };
    let mut stdout = anstream::stdout().lock();
    let written = write_within(&limits, &mut stdout, |out| match format {
        Format::Text => view.write_text(all, out),
        Format::Json => {
            serde_json::to_writer(&mut *out, view)?;
            writeln!(out)
        }
        Format::Csv => view.csv(out),
        Format::Latex => view.latex(out),
        Format::Bfile => view.bfile(out),
    });
    let Err(error) = written else { return Ok(()) };
    match error.downcast::<Refusal>() {
        Ok(refusal) => Err(refusal),
        Err(error) => {
            drop(stdout);
            stop_writing(&error)
        }
    }
}

/// Prints after a text which engines declined, if that was asked for.
pub(crate) fn show_plan(is_asked: bool, format: Format, answer: &Answer) {
    if is_asked && format == Format::Text {
        print(&plan_text(answer));
    }
}

/// Was JSON asked for? Then errors are JSON too, even those about the arguments.
pub(crate) fn is_json() -> bool {
    let arguments: Vec<_> = std::env::args_os().collect();
    arguments.iter().any(|one| one == "--json" || one == "--format=json")
        || arguments
            .windows(2)
            .any(|pair| (pair[0] == "--format" || pair[0] == "-f") && pair[1] == "json")
}

/// Prints on standard error what is wrong and what to do.
pub(crate) fn error(kind: ProblemKind, problem: &str, help: &str) {
    if is_json() {
        return print_problem(&Problem::new(kind, problem, help));
    }
    let mut err = anstream::stderr().lock();
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let faint = anstyle::Style::new().dimmed();
    let text = format!("{red}error{red:#}: {problem}\n {faint}help{faint:#}: {help}\n");
    // Nothing can be reported if standard error is gone too.
    let _ = err.write_all(text.as_bytes());
}

/// Prints on standard error why a question is refused and what to do.
pub(crate) fn refusal(refusal: &Refusal) {
    error(problem_kind(refusal), &refusal.to_string(), &help(refusal));
}

/// What to do about a refusal, with options and commands as they are typed.
pub(crate) fn help(refusal: &Refusal) -> String {
    refusal.help().worded(|reference| match reference {
        Reference::Setting { name, value: None } => format!("--{name}"),
        Reference::Setting { name, value: Some(value) } => format!("--{name} {value}"),
        Reference::Games => "`bouton games`".to_owned(),
        Reference::RulesCheck => "`bouton rules check`".to_owned(),
        Reference::Claims => "`bouton claims --list`".to_owned(),
    })
}

/// Prints an error as a JSON document on standard error.
fn print_problem(problem: &Problem) {
    note(&serde_json::to_string(problem).unwrap_or_default());
}

/// Prints the mistakes of a rule text on standard error.
pub(crate) fn mistakes(found: &Mistakes) {
    if is_json() {
        let tally = diagnostics::tally(&found.diagnostics).unwrap_or_default();
        let error = format!("{}: {tally}", found.source.name);
        let help = diagnostics::lines(&found.source, &found.diagnostics);
        return print_problem(&Problem {
            mistakes: diagnostics::view(&found.source, &found.diagnostics),
            ..Problem::new(ProblemKind::BadInput, &error, &help)
        });
    }
    let drawn = diagnostics::text(&found.source, &found.diagnostics);
    let tally = diagnostics::tally(&found.diagnostics).unwrap_or_default();
    note(&format!("{drawn}{}: {tally}", found.source.name));
}

/// Prints a note on standard error.
pub(crate) fn note(text: &str) {
    // Nothing can be reported if standard error is gone.
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Writes a file atomically.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_whole(path, content)
        .map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}
