//! Engines against named baselines, measured in the same run on one core.
//!
//! `cargo run --release -p bouton-bench` runs all, with a name only those whose title contains it.
//! Every comparison asserts that both sides found the same before it prints the ratio.

mod measure;

use measure::Comparison;

/// The comparisons, by subject.
const SUBJECTS: &[(&str, fn() -> Vec<Comparison>)] = &[];

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
