//! `bouton census`: makes, continues, summarises and verifies a census.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton_lab::census::{self, Plan, Report, Request, Settings};
use bouton_lab::render::{self, AsText};
use bouton_lab::rules::Refusal;
use clap::Args;

use crate::Failure;
use crate::args::{read_count, read_part, whole};
use crate::output;
use crate::progress::Bar;

/// Compute periods of millions or billions of games, or theorems about them, a row for each, into a folder of Parquet
/// files.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton census ending-partizan --min 2 --max 24 --out sets
  bouton census lattice --max 2 --vectors 2 --out vectors
  bouton census sets --summary
  bouton census sets --verify

After any interruption the same command continues. Query the result with DuckDB or Polars:
  duckdb -c \"SELECT period, count(*) FROM 'sets/*.parquet' GROUP BY period ORDER BY period\"
  python -c \"import polars as p; print(p.scan_parquet('sets/*.parquet').filter(p.col.period > 100).collect())\"
docs/census.md explains the columns.")]
pub(crate) struct CensusArgs {
    /// The family: ending-partizan, subtraction, partizan-subtraction, octal, lattice, or a rule file; with --summary or
    /// --verify the folder.
    #[arg(value_name = "FAMILY|DIR")]
    family: String,
    /// The least element of every set.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    min: Option<u32>,
    /// The largest element that a set may have, or the largest entry of a vector.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    max: Option<u32>,
    /// Who wins the heaps 0 to MIN-1, such as LN [default: the EO rule, LRLR…]
    #[arg(long, value_name = "LETTERS")]
    labels: Option<String>,
    /// Digits after the point of a code.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    digits: Option<u32>,
    /// The most vectors that a set may have.
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    vectors: Option<u32>,
    /// Search for a period up to this heap, in families whose games need not have one.
    #[arg(long, value_name = "N", value_parser = read_count)]
    to: Option<u64>,
    /// The parameters of a rule file: k=1..10 for numbers, S=subsets:1..6 for sets, with commas.
    #[arg(long, value_name = "NAME=VALUES,…")]
    over: Option<String>,
    /// The folder to write to. If it holds a part of this census, the rest is made.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Make only the shards I, I+N, I+2N, …: for several machines that write to one folder.
    #[arg(long, value_name = "I/N", value_parser = read_part)]
    shard: Option<(u64, u64)>,
    /// The number of games in a file.
    #[arg(long, value_name = "N", value_parser = read_count)]
    games_per_shard: Option<u64>,
    /// The number of threads [default: one for each processor]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = whole::<usize>)]
    threads: usize,
    /// Continue a census. This is the default; the option only makes it explicit.
    #[arg(long)]
    resume: bool,
    /// Summarise what the folder holds.
    #[arg(long, conflicts_with_all = ["verify", "out"])]
    summary: bool,
    /// Read every row and compare the files with their checksums. Exit code 0: complete and undamaged; 1: not.
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
            "name one with --out DIR; after a stop, the same command continues in that folder",
        )
        .into());
    };
    let settings = Settings { threads: args.threads, part: args.shard };
    let found = census::run(&plan, folder, settings, Arc::new(Bar::of_games()));
    if let Err(Refusal::Interrupted) = &found {
        let kept = format!("finished parts are in {}", folder.display());
        return Err(Failure::Kept(format!("{kept}; run the same command to continue")));
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
    // The question was whether the census is complete and undamaged.
    if report.damage.is_empty() && (report.complete || !args.verify) {
        return Ok(());
    }
    Err(Failure::Exit(1))
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
        vectors: args.vectors,
        to: args.to,
        over: args.over.clone(),
    }
}
