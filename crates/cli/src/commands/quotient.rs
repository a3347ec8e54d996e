//! `bouton quotient`: the misère quotient of a heap game.

use bouton_lab::{Answerable, ask};
use clap::Args;

use crate::Failure;
use crate::args::{LimitArgs, Output, read_count};
use crate::output;

/// Compute the misère quotient of a heap game: which sums are equivalent when the last move loses.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton quotient octal:0.123 --heaps 30
  bouton quotient kayles --heaps 20 --json")]
pub(crate) struct QuotientArgs {
    /// The game, such as octal:0.123, with or without /misere.
    game: String,
    /// The largest heap.
    #[arg(long, value_name = "N", value_parser = read_count)]
    heaps: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton quotient GAME --heaps N`
pub(crate) fn quotient(args: &QuotientArgs) -> Result<(), Failure> {
    let asked = ask::Quotient { game: args.game.clone(), heaps: args.heaps };
    let found = asked.answer(&args.means.desk())?;
    Ok(output::show_as(args.output.format(), &found, false)?)
}
