//! `bouton completions` and `bouton man`: completions for shells, and manual pages.

use std::path::PathBuf;

use bouton_lab::files;
use bouton_lab::rules::catalogue;
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};

use crate::Failure;
use crate::args::Cli;
use crate::output;

/// Write completions for a shell to standard output.
#[derive(Args)]
#[command(after_help = "Examples:
  source <(bouton completions bash)
  bouton completions fish > ~/.config/fish/completions/bouton.fish

The first line is for this bash only; put it into ~/.bashrc to keep it. The shell then completes
commands, options and names of games.")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Write the manual page to standard output, or a page for each command to a folder.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton man | man -l -
  mkdir pages && bouton man --dir pages")]
pub(crate) struct ManArgs {
    /// Write a page for each command into this folder.
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// `bouton completions SHELL`
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Cli::command().mut_subcommands(with_games);
    clap_complete::generate(args.shell, &mut command, "bouton", &mut script);
    output::print(&String::from_utf8_lossy(&script));
    Ok(())
}

/// The command with the names of all games as possible values. Only for the scripts of shells: games have parameters,
/// and rule texts and files can take their place.
fn with_games(command: clap::Command) -> clap::Command {
    command.mut_args(|argument| match argument.get_id().as_str() {
        "game" | "with" => argument.value_parser(PossibleValuesParser::new(
            catalogue::games().iter().map(|entry| entry.name),
        )),
        _ => argument,
    })
}

/// `bouton man [--dir DIR]`
pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::File(format!("the manual pages: {error}"));
    match &args.dir {
        Some(folder) => {
            let failed = |error| Failure::File(format!("{}: {error}", folder.display()));
            files::make_folder(folder).map_err(failed)?;
            clap_mangen::generate_to(Cli::command(), folder).map_err(failed)?;
            output::print(&format!("{} (a page for each command)\n", folder.display()));
            Ok(())
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(failed)?;
            output::print(&String::from_utf8_lossy(&page));
            Ok(())
        }
    }
}
