//! Bouton against other people's programs, in the same run and on one core.
//!
//! With the path of a Python that has pycgt 0.2 and clingo as its argument, against those too; `run.sh`
//! makes one.

mod domineering;
mod kernels;
mod measure;
mod nim_values;
mod values;

use kernels::Kind;
use measure::Line;

fn main() {
    println!("{}", Line::HEADING);
    println!("{}", nim_values::compare(&[2, 3, 5], 10_000_000, 5.0));
    println!("{}", nim_values::compare(&[8, 26, 35, 53, 61], 10_000_000, 5.0));
    println!("{}", nim_values::compare(&[1, 2, 3, 5, 8, 13, 21, 34, 55], 1_000_000, 5.0));
    println!("{}", values::ending_partizan(&[2, 3, 5], 36, 1000.0));
    println!("{}", values::partizan_subtraction(&[1, 2], &[1, 3], 300, 10.0));
    println!("{}", domineering::compare(4, 5, 1.0));
    match std::env::args().nth(1) {
        Some(python) => {
            println!("{}", values::against_pycgt(&python, &[2, 3, 5], 337, 20.0));
            let (all, some) = kernels::agree(&python, 60);
            println!(
                "{all} digraphs with and without loops and sinks, {some} with a structure: as clingo"
            );
            println!("{}", kernels::compare(&python, &Kind::Poisson(2.0), 100_000, 2, 20.0));
            println!("{}", kernels::compare(&python, &Kind::SinkFree(2), 1000, 4, 1.0));
            println!("{}", kernels::compare(&python, &Kind::SinkFree(3), 400, 4, 1.0));
        }
        None => println!("pycgt and clingo were not measured: run bench-peers/run.sh"),
    }
}
