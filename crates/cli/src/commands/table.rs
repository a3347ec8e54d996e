use bouton_lab::render::{self, Detail};
use bouton_lab::{Answer, ForEngines, Question, answer, ask};

use crate::Failure;
use crate::args::TableArgs;
use crate::output;

/// `bouton table GAME`
pub(crate) fn table(args: &TableArgs) -> Result<(), Failure> {
    let (engine, as_written) = (args.choice.engine.clone(), args.choice.as_written);
    match args.below {
        Some(below) => {
            let (game, heaps) = (args.game.clone(), args.heaps.unwrap_or(3));
            show(args, &ask::Count { game, heaps, below, engine, as_written })
        }
        None => {
            let (heaps, fix, of) = (args.heaps, args.fix.clone(), args.of.map(Into::into));
            let table = ask::Table::new(&args.game, args.size.0, args.size.1);
            show(args, &ask::Table { of, heaps, fix, engine, as_written, ..table })
        }
    }
}

fn show<Q: ForEngines>(args: &TableArgs, asked: &Q) -> Result<(), Failure> {
    let question: Question = asked.question(&args.means.desk())?;
    let found: Answer = answer(&question)?;
    if args.json {
        output::print_view(&Q::view(&question, &found)?);
    } else {
        let detail = Detail { all: true, plan: args.explain, names: false };
        output::print(&render::text(&question, &found, detail));
    }
    Ok(())
}
