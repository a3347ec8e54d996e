//! `bouton games`: lists and describes the games of the catalogue.

use bouton_lab::render::plain_list;
use bouton_lab::render::style::{FAINT, STRONG, paint};
use bouton_lab::rules::catalogue::{self, Entry};
use bouton_lab::{all_games, game_view, rule_text};
use clap::{Args, Subcommand};

use crate::Failure;
use crate::output;

/// List the games of the catalogue, describe one, or print its rules.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton games
  bouton games nimrod
  bouton games show nimrod > mine.game")]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GamesArgs {
    #[command(subcommand)]
    action: Option<GamesAction>,
    /// The game to describe.
    name: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
pub(crate) enum GamesAction {
    /// Print the rules of a game as a text that can be changed and used as a rule file.
    #[command(after_help = "Examples:
  bouton games show nimrod > mine.game
  bouton games show subtraction:1,3,4
  bouton games show kayles/misere")]
    Show {
        /// The game, such as nimrod or subtraction:1,3,4.
        game: String,
    },
}

/// `bouton games [NAME]`, `bouton games show GAME`
pub(crate) fn games(args: &GamesArgs) -> Result<(), Failure> {
    if let Some(GamesAction::Show { game }) = &args.action {
        output::print(&rule_text(game)?);
        return Ok(());
    }
    match &args.name {
        None if args.json => output::print_view(&all_games()),
        None => output::print(&list()),
        Some(name) => {
            let entry = catalogue::find(name)?;
            output::show(args.json, &game_view(entry), || detail(entry));
        }
    }
    Ok(())
}

fn list() -> String {
    let examples: Vec<String> = catalogue::games()
        .iter()
        .map(|entry| format!("{} {}", entry.example.0, entry.example.1))
        .collect();
    let width = examples.iter().map(String::len).max().unwrap_or(0);
    let line = |(entry, example): (&Entry, &String)| {
        let summary = entry.summary.split(". ").next().unwrap_or(entry.summary);
        let summary = summary.trim_end_matches('.');
        format!("  {}  {summary}\n", paint(STRONG, format!("{example:width$}")))
    };
    let lines: String = catalogue::games().iter().zip(&examples).map(line).collect();
    let note =
        "`bouton games NAME` describes a game. /misere and /even-odd may follow a game's name.";
    format!("{lines}\n{}\n", paint(FAINT, note))
}

fn detail(entry: &Entry) -> String {
    let parameters = match entry.parameters {
        "" => "none",
        text => text,
    };
    let rows = [
        ("rules", entry.summary),
        ("parameters", parameters),
        ("position", entry.positions),
        ("source", entry.source),
    ];
    let body: String = rows.iter().map(|(label, text)| paragraph(label, text)).collect();
    let (game, position) = entry.example;
    let example = format!("bouton solve {} {}", quoted(game), quoted(position));
    let show = match rule_text(game) {
        Ok(_) => {
            let line = format!("bouton games show {} > mine.game", quoted(game));
            format!("  {}{line}\n", paint(FAINT, "change      "))
        }
        Err(_) => String::new(),
    };
    format!(
        "{}\n\n{body}\n  {}{example}\n{show}",
        paint(STRONG, entry.name),
        paint(FAINT, "try         ")
    )
}

/// A text beside its label, folded.
fn paragraph(label: &str, text: &str) -> String {
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let lines = plain_list(&words, " ", 76).join(&format!("\n{}", " ".repeat(14)));
    format!("  {}{lines}\n", paint(FAINT, format!("{label:<12}")))
}

/// Quotes a text for a shell if necessary.
fn quoted(text: &str) -> String {
    if text.contains(['|', '#', '>', '^', ';', ' ', '(']) {
        format!("'{text}'")
    } else {
        text.to_owned()
    }
}
