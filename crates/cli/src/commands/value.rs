use bouton_lab::render::{self, thermograph};
use bouton_lab::rules::Refusal;
use bouton_lab::{Answered, Valued, ask, value as evaluate};

use super::PictureFile;
use crate::Failure;
use crate::args::{Format, ValueArgs};
use crate::output;

/// `bouton value EXPRESSION`
pub(crate) fn value(args: &ValueArgs) -> Result<(), Failure> {
    let limits = args.means.limits();
    let picture = PictureFile::asked(args.thermograph.as_deref())?;
    let Some(expression) = &args.expression else {
        let found = ask::Born { day: args.born_by.unwrap_or(0) }.answer(&args.means.desk())?;
        output::show(args.output.format() == Format::Json, &found, || {
            render::value::born_text(found.day, &found.games, args.all)
        });
        return Ok(());
    };
    if expression == "-" {
        return super::batch::answer_lines(|line| {
            Ok(ask::Value::new(line).answer(&args.means.desk())?)
        });
    }
    let found = evaluate(expression, &limits)?;
    if let Some(picture) = picture {
        let Valued::Game(properties) = &found else {
            return Err(Refusal::bad("a comparison has no thermograph", "write one game").into());
        };
        picture.write(&thermograph::scene(properties)?)?;
    }
    let view = render::value::view(expression, &found);
    Ok(output::show_as(args.output.format(), &view, || render::value::text(&found, args.all))?)
}
