use std::path::Path;

use clap::CommandFactory;

use crate::Failure;
use crate::args::Cli;
use crate::output;

/// `bouton completions SHELL`
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "bouton", &mut script);
    output::print(&String::from_utf8_lossy(&script));
    Ok(())
}

/// `bouton man [--dir DIR]`
pub(crate) fn man(dir: Option<&Path>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::File(format!("the manual pages: {error}"));
    match dir {
        Some(dir) => clap_mangen::generate_to(Cli::command(), dir).map_err(failed),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(failed)?;
            output::print(&String::from_utf8_lossy(&page));
            Ok(())
        }
    }
}
