use bouton_lab::ask;
use bouton_lab::certify;
use bouton_lab::render::{self, Detail};
use bouton_lab::{ForEngines, Question, answer};

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
    let desk = args.means.desk();
    if args.position == "-" {
        let game = desk.game(&args.game, args.choice.as_written)?;
        return super::batch::answer_lines(|line| {
            let position = game.position(line)?;
            let (game, engine) = (game.clone(), asked.engine.clone());
            let limits = desk.limits.clone();
            let question = Question { limits, engine, ..Question::solve(game, position) };
            Ok(asked.view(&question, &answer(&question)?)?)
        });
    }
    let question = asked.question(&desk)?;
    let found = answer(&question)?;
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let Some(path) = &args.value_certificate {
        let certificate = certify::value_certificate(&question, &found)?;
        output::write_file(path, certificate.to_json().as_bytes())?;
    }
    if args.json {
        output::print_view(&asked.view(&question, &found)?);
    } else {
        let detail = Detail { all: args.all, plan: args.explain, names: false };
        output::print(&render::text(&question, &found, detail));
    }
    Ok(())
}
