//! Engines against named baselines, measured in the same run on one core.
//!
//! `cargo run --release -p bouton-bench` runs all, with a name only those whose title contains it.
//! Every comparison asserts that both sides found the same before it prints the ratio.

mod antonim;
mod census;
mod ending;
mod graph;
mod lattice;
mod measure;
mod nimrod;
mod octal;
mod rules;
mod subtraction;
mod theorems;
mod values;

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

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    println!("{}", Comparison::HEADING);
    for (name, run) in SUBJECTS {
        if name.contains(&wanted) {
            for comparison in run() {
                println!("{comparison}");
            }
        }
    }
}
