//! Engines against named baselines, measured in the same run on one core.
//!
//! `cargo run --release -p bouton-bench` runs all, with a name only those whose title contains it; `--keep FILE` writes
//! the figures to a file. Every comparison asserts that both sides found the same before it prints the ratio. In the
//! end the engines are compared with those of the last version.

mod antonim;
mod census;
mod ending;
mod graph;
mod kept;
mod lattice;
mod measure;
mod nimrod;
mod octal;
mod rules;
mod subtraction;
mod theorems;
mod values;

use std::process::ExitCode;

use measure::Comparison;

/// A name, and what is compared under it.
type Subject = (&'static str, fn() -> Vec<Comparison>);

/// The comparisons, by subject.
const SUBJECTS: &[Subject] = &[
    ("antonim", antonim::comparisons),
    ("lattice", lattice::comparisons),
    ("nimrod", nimrod::run),
    ("octal", octal::comparisons),
    ("subtraction", subtraction::comparisons),
    ("ending", ending::comparisons),
    ("census", census::comparisons),
    ("values", values::comparisons),
    ("graph", graph::comparisons),
    ("rules", rules::comparisons),
    ("theorems", theorems::comparisons),
];

fn main() -> ExitCode {
    let (mut wanted, mut keep) = (String::new(), None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--keep" => keep = Some(arguments.next().unwrap_or_default()),
            _ => wanted = argument,
        }
    }
    // Before anything is measured, so that nothing is measured in vain.
    if let Some(Err(error)) = keep.as_ref().map(|path| kept::keep(&[], path.as_ref())) {
        eprintln!("--keep: the figures cannot be written: {error}");
        return ExitCode::from(2);
    }
    println!("{}", Comparison::HEADING);
    let mut comparisons = Vec::new();
    for (name, run) in SUBJECTS {
        if name.contains(&wanted) {
            for comparison in run() {
                println!("{comparison}");
                comparisons.push(comparison);
            }
        }
    }
    if let Some(against) = kept::Against::last(&comparisons) {
        print!("\n{against}");
    }
    match keep.map(|path| kept::keep(&comparisons, path.as_ref())) {
        Some(Err(error)) => {
            eprintln!("--keep: the figures were not written: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
