use std::path::Path;

use bouton_lab::ask::{RulesCheckView, RulesFilesView};
use bouton_lab::render::style::{FAINT, GOOD, STRONG, paint};
use bouton_lab::render::{self, diagnostics};
use bouton_lab::rules::Refusal;
use bouton_lab::{
    Checked, Formatted, Mistakes, RuleText, check_rules, format_rules, read_game,
    read_game_as_written,
};

use crate::Failure;
use crate::args::{RulesAction, RulesCheckArgs, RulesExplainArgs, RulesFmtArgs};
use crate::output;

/// `bouton rules check|fmt|explain`
pub(crate) fn rules(action: &RulesAction) -> Result<(), Failure> {
    match action {
        RulesAction::Check(args) => check(args),
        RulesAction::Fmt(args) => fmt(args),
        RulesAction::Explain(args) => explain(args),
    }
}

/// `bouton rules check FILE...`
fn check(args: &RulesCheckArgs) -> Result<(), Failure> {
    let mut views = Vec::new();
    let mut wrong = false;
    for path in &args.files {
        let Some(source) = told(read(path)) else {
            wrong = true;
            continue;
        };
        let found = check_rules(&source.text);
        wrong |= !found.is_game();
        if args.json {
            views.push(view(&source, &found));
        } else if args.short {
            output::print(&diagnostics::lines(&source, &found.diagnostics));
        } else {
            output::print(&diagnostics::text(&source, &found.diagnostics));
            output::print(&format!("{}\n", verdict(&source, &found)));
        }
    }
    if args.json {
        output::print_view(&RulesFilesView { files: views });
    }
    if wrong { Err(Failure::Told) } else { Ok(()) }
}

/// The text, or word on standard error why there is none.
fn told(read: Result<RuleText, Refusal>) -> Option<RuleText> {
    read.map_err(|refusal| output::refusal(&refusal)).ok()
}

fn read(path: &Path) -> Result<RuleText, Refusal> {
    match path.as_os_str() == "-" {
        true => RuleText::from(RuleText::STANDARD_INPUT, std::io::stdin()),
        false => RuleText::read(path),
    }
}

/// `nimrod.game: a game of pile, rate; no mistakes`
fn verdict(source: &RuleText, found: &Checked) -> String {
    let name = paint(STRONG, &source.name);
    let with = match found.stand_ins.is_empty() {
        true => String::new(),
        false => paint(FAINT, format!(" (checked with {})", found.stand_ins.join(", "))),
    };
    let positions = found.positions.as_deref().unwrap_or("nothing");
    match (found.is_game(), diagnostics::tally(&found.diagnostics)) {
        (_, None) => format!("{name}: a game of {positions}; {}{with}", paint(GOOD, "no mistakes")),
        (true, Some(tally)) => format!("{name}: a game of {positions}; {tally}{with}"),
        (false, Some(tally)) => format!("{name}: {tally}"),
    }
}

fn view(source: &RuleText, found: &Checked) -> RulesCheckView {
    RulesCheckView {
        file: source.name.clone(),
        game: found.game.clone(),
        positions: found.positions.clone(),
        stand_ins: found.stand_ins.clone(),
        ok: found.is_game(),
        diagnostics: diagnostics::view(source, &found.diagnostics),
    }
}

/// `bouton rules fmt FILE...`
fn fmt(args: &RulesFmtArgs) -> Result<(), Failure> {
    let mut done = Ok(());
    for path in &args.files {
        let one = match told(read(path)) {
            Some(source) => lay_out(args, path, source),
            None => Err(Failure::Told),
        };
        match (one, &done) {
            (Err(Failure::Negative), Err(_)) | (Ok(()), _) => {}
            (Err(failure @ (Failure::Negative | Failure::Told)), _) => done = Err(failure),
            (Err(other), _) => return Err(other),
        }
    }
    done
}

fn lay_out(args: &RulesFmtArgs, path: &Path, source: RuleText) -> Result<(), Failure> {
    let through = args.stdout || path.as_os_str() == "-";
    match format_rules(&source.text) {
        Formatted::Mistaken(diagnostics) => {
            output::mistakes(&Mistakes { source, diagnostics });
            Err(Failure::Told)
        }
        Formatted::Unchanged if args.check => Ok(()),
        Formatted::Changed(_) if args.check => {
            output::print(&format!("{}\n", source.name));
            Err(Failure::Negative)
        }
        Formatted::Unchanged if through => {
            output::print(&source.text);
            Ok(())
        }
        Formatted::Changed(text) if through => {
            output::print(&text);
            Ok(())
        }
        Formatted::Unchanged => Ok(()),
        Formatted::Changed(text) => {
            output::write_file(path, text.as_bytes())?;
            output::print(&format!("{}: laid out\n", source.name));
            Ok(())
        }
    }
}

/// `bouton rules explain GAME [POSITION]`
fn explain(args: &RulesExplainArgs) -> Result<(), Failure> {
    let game = match args.as_written {
        true => read_game_as_written(&args.game)?,
        false => read_game(&args.game)?,
    };
    let position = args.position.as_deref().map(|text| game.position(text)).transpose()?;
    let found = bouton_lab::explain(&game, position);
    let view = render::explain::view(&found);
    output::show(args.json, &view, || render::explain::text(&found));
    Ok(())
}
