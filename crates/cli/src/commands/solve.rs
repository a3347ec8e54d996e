use bouton_lab::ask;
use bouton_lab::certify;
use bouton_lab::render::{self, Detail};
use bouton_lab::{ForEngines, answer};

use crate::Failure;
use crate::args::SolveArgs;
use crate::output;

/// `bouton solve GAME POSITION`
pub(crate) fn solve(args: &SolveArgs) -> Result<(), Failure> {
    let asked = ask::Solve {
        engine: args.choice.engine.clone(),
        as_written: args.choice.as_written,
        ..ask::Solve::new(&args.game, args.position.as_str())
    };
    let question = asked.question(&args.means.desk())?;
    let found = answer(&question)?;
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let Some(path) = &args.value_certificate {
        let certificate = certify::value_certificate(&question, &found)?;
        output::write_file(path, certificate.to_json().as_bytes())?;
    }
    if args.json {
        output::print_view(&ask::Solve::view(&question, &found)?);
    } else {
        let detail = Detail { all: args.all, plan: args.explain, names: false };
        output::print(&render::text(&question, &found, detail));
    }
    Ok(())
}
