//! `bouton rules`: checks, formats and explains rule files.

use std::path::{Path, PathBuf};

use bouton_lab::ask::{Explain, RulesCheckView, RulesFilesView};
use bouton_lab::render::style::{FAINT, GOOD, STRONG, paint};
use bouton_lab::render::{AsText, diagnostics};
use bouton_lab::rules::{Limits, Refusal};
use bouton_lab::{
    Answerable, Desk, FormatResult, Mistakes, RuleText, RulesCheck, check_rules, format_rules,
};
use clap::{Args, Subcommand};

use crate::Failure;
use crate::input::StandardInput;
use crate::output;

/// Check, format and explain rule files.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton games show nimrod > mine.game
  bouton rules check mine.game
  bouton rules fmt mine.game
  bouton rules explain mine.game 100,1
  bouton solve mine.game 100,1

Start with docs/rules-tutorial.md; docs/rules.md is the reference.")]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    action: RulesAction,
}

#[derive(Subcommand)]
pub(crate) enum RulesAction {
    /// Find all mistakes in rule files. Exit code 0: no errors; 2: errors.
    #[command(after_help = "Examples:
  bouton games show nimrod > mine.game
  bouton rules check mine.game
  bouton rules check *.game --short
  bouton games show chomp | bouton rules check -

Parameters without a value are checked with an example value.")]
    Check(RulesCheckArgs),
    /// Format rule files in the standard layout. A file with syntax errors is not changed.
    #[command(after_help = "Examples:
  bouton games show nimrod > mine.game
  bouton rules fmt mine.game
  bouton rules fmt --check *.game
  bouton rules fmt - < mine.game")]
    Fmt(RulesFmtArgs),
    /// Explain a game's rules: the family, the proved facts, the engine for each question, and the cost.
    #[command(after_help = "Examples:
  bouton rules explain nimrod 1000,1
  bouton rules explain \"game take; position n; move k in 1..3: n' = n - k\" 100
  bouton rules explain subtraction:1,3,4 --json")]
    Explain(RulesExplainArgs),
}

#[derive(Args)]
pub(crate) struct RulesCheckArgs {
    /// The rule files; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one line for each mistake, for editors: FILE:LINE:COLUMN: error: ….
    #[arg(long, conflicts_with = "json")]
    short: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct RulesFmtArgs {
    /// The rule files; - reads standard input and writes standard output.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that would change, and exit with 1 if there are any.
    #[arg(long)]
    check: bool,
    /// Write to standard output instead of the files.
    #[arg(long, conflicts_with = "check")]
    stdout: bool,
}

#[derive(Args)]
pub(crate) struct RulesExplainArgs {
    /// A rule file, rules, or a game of the catalogue.
    game: String,
    /// The position whose cost is estimated [default: the usual starting position]
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[arg(long)]
    as_written: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

/// `bouton rules check|fmt|explain`
pub(crate) fn rules(args: &RulesArgs) -> Result<(), Failure> {
    match &args.action {
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
        let Some(source) = or_report(read(path)) else {
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
    if wrong { Err(Failure::Exit(2)) } else { Ok(()) }
}

/// The text; `None` if it cannot be read, which is reported on standard error.
fn or_report(read: Result<RuleText, Refusal>) -> Option<RuleText> {
    read.map_err(|refusal| output::refusal(&refusal)).ok()
}

fn read(path: &Path) -> Result<RuleText, Refusal> {
    match path.as_os_str() == "-" {
        true => RuleText::from(RuleText::STANDARD_INPUT, StandardInput),
        false => RuleText::read(path),
    }
}

/// The result for a file in one line: `nimrod.game: a game of pile, rate; no mistakes`.
fn verdict(source: &RuleText, found: &RulesCheck) -> String {
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

fn view(source: &RuleText, found: &RulesCheck) -> RulesCheckView {
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
    let mut worst = 0;
    for path in &args.files {
        let code = match or_report(read(path)) {
            Some(source) => lay_out(args, path, source)?,
            None => 2,
        };
        worst = worst.max(code);
    }
    if worst > 0 { Err(Failure::Exit(worst)) } else { Ok(()) }
}

/// Lays a file out; the exit code.
fn lay_out(args: &RulesFmtArgs, path: &Path, source: RuleText) -> Result<u8, Failure> {
    let through = args.stdout || path.as_os_str() == "-";
    match format_rules(&source.text) {
        FormatResult::InvalidRules(diagnostics) => {
            output::mistakes(&Mistakes { source, diagnostics });
            return Ok(2);
        }
        FormatResult::Changed(_) if args.check => {
            output::print(&format!("{}\n", source.name));
            return Ok(1);
        }
        FormatResult::Unchanged if through && !args.check => output::print(&source.text),
        FormatResult::Unchanged => {}
        FormatResult::Changed(text) if through => output::print(&text),
        FormatResult::Changed(text) => {
            output::write_file(path, text.as_bytes())?;
            output::print(&format!("{}: formatted\n", source.name));
        }
    }
    Ok(0)
}

/// `bouton rules explain GAME [POSITION]`
fn explain(args: &RulesExplainArgs) -> Result<(), Failure> {
    let position = args.position.as_deref().map(Into::into);
    let asked = Explain { game: args.game.clone(), position, as_written: args.as_written };
    let found = asked.answer(&Desk { limits: Limits::default(), files: true })?;
    output::show(args.json, &found, || found.text(false));
    Ok(())
}
