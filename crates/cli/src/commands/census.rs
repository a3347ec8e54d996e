use std::path::Path;
use std::sync::Arc;

use bouton_lab::census::{self, Plan, Report, Request, Settings};
use bouton_lab::render;
use bouton_lab::rules::Refusal;

use crate::Failure;
use crate::args::CensusArgs;
use crate::output;
use crate::progress::Bar;

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
    output::show(args.json, &view, || render::census::text(report, folder));
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
