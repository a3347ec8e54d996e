//! `bouton puzzle`: positions with exactly one winning move.

use std::path::PathBuf;

use bouton_lab::render::AsText;
use bouton_lab::values::counted;
use bouton_lab::{Answerable, ask, puzzle as puzzles};
use clap::Args;

use crate::Failure;
use crate::args::{LimitArgs, read_seed, whole};
use crate::output;

/// Make puzzles: positions with exactly one winning move, each with its proof.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton puzzle nim
  bouton puzzle antonim --count 5 --seed 7 --answers
  bouton puzzle --daily 2026-03-14
  bouton puzzle kayles --count 12 --sheet kayles.html
  bouton puzzle \"game take; position n, m; move n' < n; move k in 1..3: m' = m - k\" --json

The same seed gives the same puzzles. A puzzle is easy if random, greedy and mirroring players miss
the winning move at most half of the time, medium up to five times in six, and otherwise hard.")]
pub(crate) struct PuzzleArgs {
    /// The game, such as nim or a rule file [default: another game of the catalogue for each puzzle]
    game: Option<String>,
    /// How many puzzles to make.
    #[arg(long, short = 'n', value_name = "N", default_value = "1", value_parser = whole::<usize>)]
    count: usize,
    /// The seed of the random numbers.
    #[arg(long, default_value = "1", value_parser = read_seed, conflicts_with = "daily")]
    seed: u64,
    /// The puzzles of this day, such as 2026-03-14.
    #[arg(long, value_name = "DATE")]
    daily: Option<String>,
    /// Show the winning moves and why they win.
    #[arg(long)]
    answers: bool,
    /// Write a sheet to print, with the answers on a page of their own: a file ending in .html or .txt.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    sheet: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton puzzle [GAME]`
pub(crate) fn puzzle(args: &PuzzleArgs) -> Result<(), Failure> {
    let PuzzleArgs { count, seed, .. } = *args;
    let asked = ask::Puzzle { game: args.game.clone(), count, seed, date: args.daily.clone() };
    let found = asked.answer(&args.means.desk())?;
    if found.puzzles.len() < count {
        output::note(&format!("found {} of {count} puzzles", found.puzzles.len()));
    }
    match &args.sheet {
        Some(path) => {
            output::write_file(path, puzzles::sheet(&found, path)?.as_bytes())?;
            let made = counted(found.puzzles.len(), "puzzle");
            output::print(&format!("{} ({made})\n", path.display()));
            Ok(())
        }
        None => {
            output::show(args.json, &found, || found.text(args.answers));
            Ok(())
        }
    }
}
