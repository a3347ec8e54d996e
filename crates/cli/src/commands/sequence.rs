use std::path::Path;

use bouton_lab::checkpoint;
use bouton_lab::render::{self, Detail};
use bouton_lab::rules::Refusal;
use bouton_lab::{
    Answer, Ask, ForEngines, Quantity, Question, answer, ask, losing_view, name_values,
};

use super::PictureFile;
use crate::Failure;
use crate::args::{Format, Of, SequenceArgs};
use crate::output;

/// `bouton sequence GAME --to N`
pub(crate) fn sequence(args: &SequenceArgs) -> Result<(), Failure> {
    let picture = PictureFile::asked(args.plot.as_deref())?;
    let asked = ask::Sequence {
        row: args.row,
        engine: args.choice.engine.clone(),
        as_written: args.choice.as_written,
        ..ask::Sequence::new(&args.game, args.of.into(), args.to)
    };
    let question = asked.question(&args.means.desk())?;
    let found = match &args.checkpoint {
        None => answer(&question)?,
        Some(path) => from_checkpoint(&question, args.to, path)?,
    };
    super::write_certificate(&question, &found, args.certificate.as_deref())?;
    if let (Some(picture), Some(terms)) = (picture, found.sequence()) {
        picture.write(&render::strip::scene(terms)?)?;
    }
    show(args, &question, &found)?;
    match found.sequence().and_then(|terms| terms.stopped.clone()) {
        Some(refusal) => Err(refusal.into()),
        None => Ok(()),
    }
}

/// The terms of a long run, kept in a file on the way.
fn from_checkpoint(question: &Question, to: u64, path: &Path) -> Result<Answer, Failure> {
    if !matches!(question.ask, Ask::Sequence { of: Quantity::NimValue, .. }) {
        return Err(Refusal::bad("a checkpoint holds nim-values", "say --of nim-value").into());
    }
    checkpoint::nim_values(&question.game, to, path, &question.limits).map_err(|refusal| {
        if refusal == Refusal::Interrupted {
            let again = format!("the terms so far are in {}", path.display());
            output::note(&format!("{again}; the same command goes on from there"));
        }
        refusal.into()
    })
}

fn show(args: &SequenceArgs, question: &Question, found: &Answer) -> Result<(), Failure> {
    if args.count {
        show_count(args, question, found);
        return Ok(());
    }
    if args.json {
        let mut view = ask::Sequence::view(question, found)?;
        if args.of == Of::Value {
            name_values(&mut view);
        }
        output::print_view(&view);
        return Ok(());
    }
    let by_name = args.of == Of::Value && matches!(question.ask, Ask::Sequence { .. });
    if by_name && args.format != Format::Text {
        return Err(Refusal::bad(
            "values by name are written as text or JSON",
            "say --of nim-value for a file of numbers",
        )
        .into());
    }
    let terms =
        found.sequence().ok_or_else(|| Refusal::bad("no sequence was found", "ask again"))?;
    output::print(&match args.format {
        Format::Text => {
            let detail = Detail { all: args.all, plan: args.explain, names: args.of == Of::Value };
            render::text(question, found, detail)
        }
        Format::Bfile => render::bfile(terms, args.row.is_some())?,
        Format::Csv => render::csv(terms),
        Format::Latex => render::latex(terms)?,
    });
    Ok(())
}

fn show_count(args: &SequenceArgs, question: &Question, found: &Answer) {
    let Some(view) = losing_view(question, found) else { return };
    if args.json {
        output::print_view(&view);
    } else {
        output::print(&format!(
            "{} of 1..{} are lost for the mover, a share of {}\n",
            view.count, view.to, view.density
        ));
    }
}
