use bouton_lab::render::{self, thermograph};
use bouton_lab::rules::Refusal;
use bouton_lab::{Valued, games_born_by, value as evaluate};

use crate::Failure;
use crate::args::ValueArgs;
use crate::output;

/// `bouton value EXPRESSION`
pub(crate) fn value(args: &ValueArgs) -> Result<(), Failure> {
    let limits = args.means.limits();
    let Some(expression) = &args.expression else {
        let day = args.born_by.unwrap_or(0);
        let games = games_born_by(day, &limits)?;
        return show(
            args,
            || render::value::born_json(day, &games),
            || render::value::born_text(day, &games, args.all),
        );
    };
    let found = evaluate(expression, &limits)?;
    if let Some(path) = &args.thermograph {
        let Valued::Game(properties) = &found else {
            return Err(Refusal::bad("a comparison has no thermograph", "write one game").into());
        };
        let drawing = thermograph::Drawing::new(properties);
        let picture = super::picture(path, || drawing.png(), || drawing.svg())?;
        output::write_file(path, &picture)?;
    }
    show(args, || render::value::json(expression, &found), || render::value::text(&found, args.all))
}

fn show(
    args: &ValueArgs,
    json: impl Fn() -> serde_json::Value,
    text: impl Fn() -> String,
) -> Result<(), Failure> {
    if args.json {
        output::print_json(&json());
    } else {
        output::print(&text());
    }
    Ok(())
}
