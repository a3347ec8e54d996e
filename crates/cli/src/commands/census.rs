use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton_lab::census::{self, Plan, Report, Request, Settings};
use bouton_lab::render::{self, AsText};
use bouton_lab::rules::Refusal;
use clap::Args;

use crate::Failure;
use crate::args::{read_count, read_part};
use crate::output;
use crate::progress::Bar;

/// A row for each of a million or a billion games, in a folder of Parquet files.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton census ending-partizan --min 2 --max 24 --out sets
  bouton census sets --summary
  bouton census sets --verify

Whatever stops a census, the same command goes on. Ask it anything with DuckDB or Polars:
  duckdb -c \"SELECT period, count(*) FROM 'sets/*.parquet' GROUP BY period ORDER BY period\"
  python -c \"import polars as p; print(p.scan_parquet('sets/*.parquet').filter(p.col.period > 100).collect())\"
docs/census.md tells what the columns are.")]
pub(crate) struct CensusArgs {
    /// The family: ending-partizan, …, or a rule file; with --summary and --verify the folder.
    #[arg(value_name = "FAMILY|DIR")]
    family: String,
    /// The least element of every set.
    #[arg(long, value_name = "N")]
    min: Option<u32>,
    /// The largest element that a set may have.
    #[arg(long, value_name = "N")]
    max: Option<u32>,
    /// Who wins the heaps 0 to MIN-1, such as LN [default: the EO rule, LRLR…]
    #[arg(long, value_name = "LETTERS")]
    labels: Option<String>,
    /// Digits after the point of a code.
    #[arg(long, value_name = "N")]
    digits: Option<u32>,
    /// How far a period is sought, where it need not show.
    #[arg(long, value_name = "N", value_parser = read_count)]
    to: Option<u64>,
    /// The parameters of a rule file: k=1..10 for numbers, S=subsets:1..6 for sets, with commas.
    #[arg(long, value_name = "NAME=VALUES,…")]
    over: Option<String>,
    /// The folder. If it holds a part of this census, the rest is made.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only the shards i, i+n, i+2n, …: for many machines that write to one folder.
    #[arg(long, value_name = "I/N", value_parser = read_part)]
    shard: Option<(u64, u64)>,
    /// How many games a file has.
    #[arg(long, value_name = "N", value_parser = read_count)]
    games_per_shard: Option<u64>,
    /// How many threads work [default: one for each processor]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    threads: usize,
    /// Go on with what the folder holds, which is done anyway.
    #[arg(long)]
    resume: bool,
    /// What the folder holds.
    #[arg(long, conflicts_with_all = ["verify", "out"])]
    summary: bool,
    /// Read every row and compare it with its checksums. Exit code 0: all is there and whole; 1: it is not.
    #[arg(long, conflicts_with = "out")]
    verify: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// `bouton census FAMILY --out DIR`, or `bouton census DIR --summary`
pub(crate) fn census(args: &CensusArgs) -> Result<(), Failure> {
    if args.summary || args.verify {
        return look(args, Path::new(&args.family));
    }
    let family = census::family(&request(args))?;
    let plan = Plan::new(family, args.games_per_shard)?;
    let Some(folder) = &args.out else {
        return Err(Refusal::bad(
            "a census needs a folder for its rows",
            "name one with --out DIR; the same command with the same folder goes on where it was stopped",
        )
        .into());
    };
    let settings = Settings { threads: args.threads, part: args.shard };
    let found = census::run(&plan, folder, settings, Arc::new(Bar::of_games()));
    if let Err(Refusal::Interrupted) = &found {
        output::note(&format!(
            "what was made so far is in {}; the same command goes on from there",
            folder.display()
        ));
    }
    show(args, &found?, folder);
    Ok(())
}

fn look(args: &CensusArgs, folder: &Path) -> Result<(), Failure> {
    let bar = Arc::new(Bar::default());
    let report = match args.verify {
        true => census::verify(folder, bar)?,
        false => census::summary(folder, bar)?,
    };
    show(args, &report, folder);
    // What was asked is whether it is whole.
    if report.damage.is_empty() && (report.complete || !args.verify) {
        return Ok(());
    }
    Err(Failure::Negative)
}

fn show(args: &CensusArgs, report: &Report, folder: &Path) {
    report.notes.iter().for_each(|note| output::note(note));
    let view = render::census::view(report, folder);
    output::show(args.json, &view, || view.text(false));
}

fn request(args: &CensusArgs) -> Request {
    Request {
        family: args.family.clone(),
        min: args.min,
        max: args.max,
        labels: args.labels.clone(),
        digits: args.digits,
        to: args.to,
        over: args.over.clone(),
    }
}
