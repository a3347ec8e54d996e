//! `bouton serve`: starts the web server.

use std::path::PathBuf;
use std::time::Duration;

use anstyle::AnsiColor;
use bouton_web::Settings;
use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::Failure;
use crate::args::between;
use crate::output;

/// Serve Bouton as a web page, on this machine or for others.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton serve --open
  bouton serve --port 9000 --census-dir ~/censuses
  bouton serve --host 0.0.0.0 --token 5f1d0c7a9be34a20
  bouton serve --class
  bouton serve --class --origin https://games.example.org

Only this machine can reach the page, unless --host or --class is given; then everybody needs the token.
docs/web.md describes the page and its API.")]
pub(crate) struct ServeArgs {
    /// The port; 0 for any free one.
    #[arg(long, value_name = "N", default_value_t = 8801, value_parser = between::<0, 65_535, u16>)]
    port: u16,
    /// The address to listen on, such as 0.0.0.0, for other machines [default: this machine only]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// A further host name of the server, such as that of a proxy in front of it; may be repeated.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Serve a class: admit other machines, make a token, and print the address for others with a code to scan.
    #[arg(long)]
    class: bool,
    /// The address by which others reach the server, such as `https://games.example.org` of a proxy with TLS.
    #[arg(long, value_name = "URL")]
    origin: Option<String>,
    /// The access token, at least 16 letters and digits. The environment variable keeps it out of process lists.
    #[arg(long, value_name = "TEXT", env = "BOUTON_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The folder that holds a folder for each census.
    #[arg(long, value_name = "DIR", default_value = "bouton-census")]
    census_dir: PathBuf,
    /// Keep the findings about the papers' claims in this folder, as `claims --state` does, for the next start.
    #[cfg(feature = "papers")]
    #[arg(long, value_name = "DIR")]
    claims_dir: Option<PathBuf>,
    /// The time limit for a question, in seconds.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = between::<1, 600, u32>)]
    seconds: u32,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Print the description of the API (OpenAPI 3.1) instead of starting the server.
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
        origin: args.origin.clone(),
        is_class: args.class,
        token: args.token.clone(),
        census_dir: args.census_dir.clone(),
        #[cfg(feature = "papers")]
        claims_dir: args.claims_dir.clone(),
        budget: Duration::from_secs(args.seconds.into()),
        ..Settings::default()
    };
    bouton_web::serve(settings, |running| {
        let url = running.url();
        output::print(&format!("{url}\n"));
        match running.url_for_others() {
            // Addresses with the token go to standard output alone: the other stream may end up in a log.
            Some(others) if args.class => output::print(&invitation(others)),
            Some(others) => output::print(&format!("{others}\n")),
            None if args.class => output::note("this machine has no address that others can reach"),
            None => {}
        }
        output::note("Bouton is running; press Ctrl-C to stop it");
        if args.open
            && let Err(error) = open::that_detached(url)
        {
            output::note(&format!("cannot start a browser: {error}"));
        }
    })?;
    Ok(())
}

/// The address for others, and a code that cameras read: black on white, whatever the colours of the terminal.
fn invitation(address: &str) -> String {
    let Ok(code) = QrCode::new(address) else { return format!("{address}\n") };
    let drawn = code.render::<Dense1x2>().build();
    let style = AnsiColor::Black.on(AnsiColor::BrightWhite);
    let lines = drawn.lines().map(|line| format!("{style}{line}{style:#}\n"));
    format!("\n{}\nOthers scan this code, or open\n{address}\n\n", lines.collect::<String>())
}
