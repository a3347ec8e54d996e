use bouton_lab::render::grid::AsGrid;
use bouton_lab::render::{self, Detail};
use bouton_lab::{ForEngines, answer, ask};

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
            let (heaps, of) = (args.heaps, args.of.map(Into::into));
            let table = ask::Table::new(&args.game, args.size.0, args.size.1);
            let table = ask::Table { of, heaps, engine, as_written, ..table };
            match &args.layers[..] {
                [] => show(args, &ask::Table { fix: args.fix.clone(), ..table }),
                layers => layers.iter().try_for_each(|layer| {
                    let fix = [&[*layer], &args.fix[..]].concat();
                    show(args, &ask::Table { fix, ..table.clone() })
                }),
            }
        }
    }
}

fn show<Q: ForEngines>(args: &TableArgs, asked: &Q) -> Result<(), Failure>
where
    Q::View: AsGrid,
{
    let question = asked.question(&args.means.desk())?;
    let found = answer(&question)?;
    let view = asked.view(&question, &found)?;
    Ok(output::show_as(args.output.format(), &view, || {
        let detail = Detail { all: true, plan: args.explain, names: false };
        render::text(&question, &found, detail)
    })?)
}
