//! `bouton table`: a table over two numbers.

use std::ops::Range;

use bouton_lab::ask::{self, Cells};
use bouton_lab::render::AsText;
use bouton_lab::render::grid::AsGrid;
use bouton_lab::{ForEngines, answer};
use clap::Args;

use crate::Failure;
use crate::args::{EngineArgs, Output, one_of, read_count, read_range_or_count, read_shape, whole};
use crate::output;

/// Print a table over two numbers: completions, outcomes or nim-values.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton table antonim --size 15x13
  bouton table antonim --heaps 4 --fix 1 --size 6 --json
  bouton table antonim --size 6 --format latex
  bouton table antonim --heaps 4 --layers 0,1 --size 6
  bouton table antonim --heaps 4 --below 64 --count
  bouton table wythoff --size 12 --of nim-value")]
pub(crate) struct TableArgs {
    /// The game, such as antonim or wythoff.
    game: String,
    /// The number of heaps of a position, including the completion.
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    heaps: Option<usize>,
    /// The other numbers of the positions, which are fixed; they come before those of the row and the column.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = read_count)]
    fix: Vec<u64>,
    /// Print one table for each of these numbers, put before the fixed ones, as papers print layers; A..B are all from A
    /// to B.
    #[arg(
        long, value_name = "A,B,…", value_delimiter = ',', value_parser = read_range_or_count,
        conflicts_with = "count"
    )]
    layers: Vec<Range<u64>>,
    /// Rows and columns: 6 or 15x13.
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "10", value_parser = read_shape)]
    size: (u64, u64),
    /// What a cell shows [default: completions if the game has them, else outcomes]
    #[arg(long, value_parser = one_of(ask::words::<Cells>()))]
    of: Option<Cells>,
    /// With --count: all heaps are less than this.
    #[arg(long, value_name = "N", requires = "count", value_parser = read_count)]
    below: Option<u64>,
    /// Count the P-positions with all heaps below a bound, written in ascending order.
    #[arg(long, requires = "below")]
    count: bool,
    #[command(flatten)]
    output: Output,
    /// Show which engines declined, and why.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    choice: EngineArgs,
}

/// `bouton table GAME`
pub(crate) fn table(args: &TableArgs) -> Result<(), Failure> {
    let (engine, as_written) = (args.choice.engine.clone(), args.choice.as_written);
    match args.below {
        Some(below) => {
            let (game, heaps) = (args.game.clone(), args.heaps.unwrap_or(3));
            show(args, &ask::Count { game, heaps, below, engine, as_written })
        }
        None => {
            let (heaps, of) = (args.heaps, args.of);
            let table = ask::Table::new(&args.game, args.size.0, args.size.1);
            let table = ask::Table { of, heaps, engine, as_written, ..table };
            match &args.layers[..] {
                [] => show(args, &ask::Table { fix: args.fix.clone(), ..table }),
                layers => layers.iter().cloned().flatten().try_for_each(|layer| {
                    let fix = [&[layer], &args.fix[..]].concat();
                    show(args, &ask::Table { fix, ..table.clone() })
                }),
            }
        }
    }
}

fn show<Q: ForEngines>(args: &TableArgs, asked: &Q) -> Result<(), Failure>
where
    Q::View: AsGrid + AsText,
{
    let question = asked.question(&args.choice.means.desk())?;
    let found = answer(&question)?;
    let view = asked.view(&question, &found)?;
    let format = args.output.format();
    output::show_as(format, &view, true)?;
    output::show_plan(args.explain, format, &found);
    Ok(())
}
