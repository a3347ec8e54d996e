//! `bouton claims`: the claims of the five papers with their verdicts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton_lab::rules::{Refusal, Watch};
use bouton_papers::report::Report;
use bouton_papers::run::{Audience, CheckedClaim, Progress, Settings, run};
use bouton_papers::text;
use bouton_papers::{Effort, select};
use clap::Args;

use crate::Failure;
use crate::args::{between, read_size};
use crate::output;
use crate::progress::Bar;

/// Where a deep run keeps its findings if nothing else is said.
const STATE: &str = "bouton-claims";

/// Check the claims of the five papers, and show a verdict for each.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton claims
  bouton claims A7 --verbose
  bouton claims A B --json
  bouton claims C --deep --state findings
  bouton claims --report report

A claim is true (for all, or up to a bound), false (with a counterexample), open, or not checkable.
The exit code is 0 whatever the verdicts.")]
pub(crate) struct ClaimsArgs {
    /// Papers by their letters A to E, and claims by their ids such as C11; all if none is given.
    #[arg(value_name = "PAPER|ID")]
    selection: Vec<String>,
    /// Show everything: what was enumerated, the counterexample step by step, tables.
    #[arg(long)]
    verbose: bool,
    /// Raise the bounds to what the fast engines allow. Takes a quarter of an hour; can be stopped and resumed.
    #[arg(long)]
    deep: bool,
    /// Keep findings in this folder and reuse those that are already there [default with --deep: bouton-claims]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// List the claims without checking them.
    #[arg(long, conflicts_with_all = ["verbose", "deep", "state", "json", "report"])]
    list: bool,
    /// Write a report into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long, conflicts_with = "verbose")]
    json: bool,
    /// How many claims are worked on at once.
    #[arg(long, value_name = "N", default_value = "2", value_parser = between::<1, 256, u16>)]
    threads: u16,
    /// Memory that one claim may use, such as 512MiB or 4GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = read_size)]
    memory: u64,
}

/// `bouton claims [PAPER|ID]...`
pub(crate) fn claims(args: &ClaimsArgs) -> Result<(), Failure> {
    let claims = select(&args.selection)?;
    if args.list {
        output::print(&text::list(&claims));
        return Ok(());
    }
    let state = args.state.clone().or_else(|| args.deep.then(|| PathBuf::from(STATE)));
    let settings = Settings {
        effort: if args.deep { Effort::Deep } else { Effort::Quick },
        threads: args.threads.into(),
        memory: args.memory,
        state,
    };
    let found = run(&claims, &settings, audience());
    if let (Err(Refusal::Interrupted), Some(state)) = (&found, &settings.state) {
        let kept = format!("what was found so far is in {}", state.display());
        return Err(Failure::Kept(format!("{kept}; the same command resumes from there")));
    }
    let found = found?;
    found.notes.iter().for_each(|note| output::note(note));
    if let Some(folder) = &args.report {
        write_report(folder, &found.checked, settings.effort)?;
    }
    show(args, &found.checked);
    Ok(())
}

fn show(args: &ClaimsArgs, checked: &[CheckedClaim]) {
    if args.json {
        output::print_view(&text::view(checked));
    } else if args.verbose {
        let texts: Vec<String> = checked.iter().map(text::full).collect();
        output::print(&texts.join("\n"));
    } else {
        output::print(&text::summary(checked));
    }
}

fn write_report(folder: &Path, checked: &[CheckedClaim], effort: Effort) -> Result<(), Failure> {
    let written = Report::new(checked)
        .with_effort(effort)
        .write(folder)
        .map_err(|error| Failure::File(format!("{}: {error}", folder.display())))?;
    written.iter().for_each(|path| output::note(&format!("wrote {}", path.display())));
    Ok(())
}

/// A bar in thousandths of claims, with the claims that are being worked on.
fn audience() -> Audience {
    const PARTS: u64 = 1000;
    let bar = Bar::of_share();
    Arc::new(move |progress: &Progress| {
        let total = PARTS * progress.claims as u64;
        let done = (progress.share * total as f64) as u64;
        let wish = bar.progress(done.min(total), total);
        bar.say(format!(
            "{} of {} claims done; {}",
            progress.finished,
            progress.claims,
            progress.running.join(" ")
        ));
        wish
    })
}
