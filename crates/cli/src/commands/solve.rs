use bouton_lab::certify;
use bouton_lab::render::{self, Detail};
use bouton_lab::{Ask, Question, answer};

use crate::Failure;
use crate::args::SolveArgs;
use crate::output;

/// `bouton solve GAME POSITION`
pub(crate) fn solve(args: &SolveArgs) -> Result<(), Failure> {
    let game = super::game(&args.game, &args.choice)?;
    let position = game.position(&args.position)?;
    let question = Question {
        game,
        ask: Ask::Solve(position),
        limits: args.means.limits(),
        engine: args.choice.engine.clone(),
    };
    let found = answer(&question)?;
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let Some(path) = &args.value_certificate {
        let certificate = certify::value_certificate(&question, &found)?;
        output::write_file(path, certificate.to_json().as_bytes())?;
    }
    if args.json {
        output::print_json(&render::json::answer(&question, &found));
    } else {
        let detail = Detail { all: args.all, plan: args.explain, names: false };
        output::print(&render::text(&question, &found, detail));
    }
    Ok(())
}
