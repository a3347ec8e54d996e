use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton_lab::claims::{Audience, Checked, Progress, Settings, run};
use bouton_lab::papers::{Effort, select};
use bouton_lab::render::{self, report::Report};
use bouton_lab::rules::{Refusal, Watch};

use crate::Failure;
use crate::args::ClaimsArgs;
use crate::output;
use crate::progress::Bar;

/// Where a deep run keeps its findings if nothing else is said.
const STATE: &str = "bouton-claims";

/// `bouton claims [PAPER|ID]...`
pub(crate) fn claims(args: &ClaimsArgs) -> Result<(), Failure> {
    let claims = select(&args.selection)?;
    if args.list {
        output::print(&render::claims::list(&claims));
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
        output::note(&format!(
            "what was found so far is in {}; the same command goes on from there",
            state.display()
        ));
    }
    let found = found?;
    found.notes.iter().for_each(|note| output::note(note));
    if let Some(folder) = &args.report {
        write_report(folder, &found.checked, settings.effort)?;
    }
    show(args, &found.checked);
    Ok(())
}

fn show(args: &ClaimsArgs, checked: &[Checked]) {
    if args.json {
        output::print_view(&render::claims::view(checked));
    } else if args.verbose {
        let texts: Vec<String> = checked.iter().map(render::claims::full).collect();
        output::print(&texts.join("\n"));
    } else {
        output::print(&render::claims::summary(checked));
    }
}

fn write_report(folder: &Path, checked: &[Checked], effort: Effort) -> Result<(), Failure> {
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
