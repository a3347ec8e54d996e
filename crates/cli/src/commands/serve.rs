use std::path::PathBuf;
use std::time::Duration;

use bouton_web::Settings;
use clap::Args;

use crate::Failure;
use crate::args::between;
use crate::output;

/// The lab as a web page, on this machine.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton serve --open
  bouton serve --port 9000 --census-dir ~/censuses
  bouton serve --host 0.0.0.0 --token 5f1d0c7a9be34a20
  bouton serve --name games.example.org --token 5f1d0c7a9be34a20

Only this machine can reach the page, unless --host says more; then everybody needs the token.
docs/web.md tells about the page and its API.")]
pub(crate) struct ServeArgs {
    /// The port; any free one if 0.
    #[arg(long, value_name = "N", default_value_t = 8801)]
    port: u16,
    /// The address to listen on, if others shall reach the page.
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// A further name of the server, for those who reach it through another one; may be repeated.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// What everybody must present; at least 16 letters and digits. The variable hides it from lists of processes.
    #[arg(long, value_name = "TEXT", env = "BOUTON_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The folder whose folders are censuses.
    #[arg(long, value_name = "DIR", default_value = "bouton-census")]
    census_dir: PathBuf,
    /// How long a question may be worked on, in seconds.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = between::<1, 600, u32>)]
    seconds: u32,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Print the description of the API (OpenAPI 3.1) instead, and start nothing.
    #[arg(long)]
    openapi: bool,
}

/// `bouton serve`
pub(crate) fn serve(args: &ServeArgs) -> Result<(), Failure> {
    if args.openapi {
        output::print(&bouton_web::description());
        return Ok(());
    }
    let settings = Settings {
        host: args.host.clone(),
        port: args.port,
        names: args.name.clone(),
        token: args.token.clone(),
        census_dir: args.census_dir.clone(),
        budget: Duration::from_secs(args.seconds.into()),
        ..Settings::default()
    };
    bouton_web::serve(settings, |running| {
        let url = running.url();
        output::print(&format!("{url}\n"));
        if let Some(others) = running.url_for_others() {
            output::note(&format!("others reach it at {others}"));
        }
        output::note("the lab is open at this address; Ctrl-C closes it");
        if args.open
            && let Err(error) = open::that_detached(url)
        {
            output::note(&format!("no browser could be started: {error}"));
        }
    })?;
    Ok(())
}
