//! `bouton survey`: the periods of octal games with a few digits.

use bouton_lab::{Answerable, ask};
use clap::Args;

use crate::Failure;
use crate::args::{LimitArgs, Output, between, read_count};
use crate::output;

/// Find the periods of all octal games with a few digits that the heaps below a bound prove.
#[derive(Args)]
#[command(after_help = "Example:
  bouton survey --digits 3 --to 4096")]
pub(crate) struct SurveyArgs {
    /// Digits after the point.
    #[arg(long, value_name = "N", default_value = "2", value_parser = between::<1, 4, u32>)]
    digits: u32,
    /// Compute the heaps 0 to N - 1.
    #[arg(long, value_name = "N", default_value = "1024", value_parser = read_count)]
    to: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton survey --digits N --to N`
pub(crate) fn survey(args: &SurveyArgs) -> Result<(), Failure> {
    let asked = ask::Survey { digits: args.digits, to: args.to };
    let found = asked.answer(&args.means.desk())?;
    Ok(output::show_as(args.output.format(), &found, false)?)
}
