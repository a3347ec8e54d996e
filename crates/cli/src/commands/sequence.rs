use bouton_lab::render::{self, Detail};
use bouton_lab::rules::{Game, Refusal};
use bouton_lab::{Answer, Ask, Quantity, Question, answer};

use crate::Failure;
use crate::args::{Format, Of, SequenceArgs};
use crate::output;

/// `bouton sequence GAME --to N`
pub(crate) fn sequence(args: &SequenceArgs) -> Result<(), Failure> {
    let of = match args.of {
        Of::Outcome => Quantity::Outcome,
        Of::NimValue | Of::Value => Quantity::NimValue,
    };
    let question = Question {
        game: Game::parse(&args.game)?,
        ask: Ask::Sequence { of, to: args.to, row: args.row },
        limits: args.means.limits(),
        engine: args.means.engine.clone(),
    };
    let found = answer(&question)?;
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let (Some(path), Some(terms)) = (&args.plot, found.sequence()) {
        output::write_file(path, &render::strip::png(terms)?)?;
    }
    show(args, &question, &found)
}

fn show(args: &SequenceArgs, question: &Question, found: &Answer) -> Result<(), Failure> {
    if args.count {
        show_count(args, question, found);
        return Ok(());
    }
    if args.json {
        let mut view = render::json::answer(question, found);
        if args.of == Of::Value {
            render::json::name_values(&mut view);
        }
        output::print_json(&view);
        return Ok(());
    }
    let terms =
        found.sequence().ok_or_else(|| Refusal::bad("no sequence was found", "ask again"))?;
    output::print(&match args.format {
        Format::Text => {
            let detail = Detail { all: args.all, plan: args.explain };
            render::text(question, found, detail)
        }
        Format::Bfile => render::bfile(terms, args.row.is_some())?,
        Format::Csv => render::csv(terms),
        Format::Latex => render::latex(terms),
    });
    Ok(())
}

fn show_count(args: &SequenceArgs, question: &Question, found: &Answer) {
    let Some(view) = render::json::count_of_losing(question, found) else { return };
    if args.json {
        output::print_json(&view);
    } else {
        output::print(&format!(
            "{} of 1..{} are lost for the mover, a share of {}\n",
            view["count"], view["to"], view["density"]
        ));
    }
}
