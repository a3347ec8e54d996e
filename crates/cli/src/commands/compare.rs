//! `bouton compare`: compares two games.

use bouton_lab::Answerable;
use bouton_lab::ask::{self, Of};
use clap::Args;

use crate::Failure;
use crate::args::{LimitArgs, Output, one_of, read_count, whole};
use crate::output;

/// Compare two games up to a bound, and find where they first differ.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton compare kayles octal:0.77 --heaps 1 --of nim-value
  bouton compare nim nim/misere --heaps 2
  bouton compare \"game take; position n; move k in 1..3: n' = n - k\" subtraction:1,2,3 --heaps 1

The exit code is 0 whether they differ or not. With --format csv the first difference is the only
row; games that agree give the header alone.")]
pub(crate) struct CompareArgs {
    /// The first game, such as kayles.
    game: String,
    /// The second game, such as octal:0.77.
    with: String,
    /// What to compare.
    #[arg(long, value_parser = one_of(ask::words::<Of>()), default_value = "outcome")]
    of: Of,
    /// The largest number in a position [default: 1000 for one number, 60 for two, 15 for three]
    #[arg(long, value_name = "N", value_parser = read_count)]
    to: Option<u64>,
    /// The number of heaps, if the games leave it open [default: 3]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    heaps: Option<usize>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton compare GAME GAME`
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let CompareArgs { of, to, heaps, .. } = *args;
    let asked = ask::Compare { of, to, heaps, ..ask::Compare::new(&args.game, &args.with) };
    let found = asked.answer(&args.means.desk())?;
    Ok(output::show_as(args.output.format(), &found, false)?)
}
