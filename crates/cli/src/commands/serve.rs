use std::time::Duration;

use bouton_web::Settings;

use crate::Failure;
use crate::args::ServeArgs;
use crate::output;

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
