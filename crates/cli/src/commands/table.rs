use bouton_lab::render::{self, Detail};
use bouton_lab::{Ask, Entries, Quantity, Question, answer, table_question};

use crate::Failure;
use crate::args::{Cells, TableArgs};
use crate::output;

/// `bouton table GAME`
pub(crate) fn table(args: &TableArgs) -> Result<(), Failure> {
    let game = super::game(&args.game, &args.choice)?;
    let ask = match args.below {
        Some(below) => Ask::Count { heaps: args.heaps.unwrap_or(3), below },
        None => {
            let entries = args.of.map(|cells| match cells {
                Cells::Completion => Entries::Completion,
                Cells::Outcome => Entries::Of(Quantity::Outcome),
                Cells::NimValue => Entries::Of(Quantity::NimValue),
            });
            table_question(&game, args.heaps, args.fix.clone(), args.size, entries)?
        }
    };
    let question =
        Question { game, ask, limits: args.means.limits(), engine: args.choice.engine.clone() };
    let found = answer(&question)?;
    if args.json {
        output::print_json(&render::json::answer(&question, &found));
    } else {
        let detail = Detail { all: true, plan: args.explain, names: false };
        output::print(&render::text(&question, &found, detail));
    }
    Ok(())
}
