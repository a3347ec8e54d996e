use std::path::Path;

use bouton_lab::ask::{self, LosingView, Terms};
use bouton_lab::checkpoint;
use bouton_lab::render::{self, Detail};
use bouton_lab::rules::Refusal;
use bouton_lab::{Answer, Ask, ForEngines, Quantity, Question, answer, losing_view};

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
    show(args, &asked, &question, &found)?;
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

fn show(
    args: &SequenceArgs,
    asked: &ask::Sequence,
    question: &Question,
    found: &Answer,
) -> Result<(), Failure> {
    let format = args.output.format();
    if args.count {
        show_count(format == Format::Json, question, found);
        return Ok(());
    }
    if let (Format::Latex, Some(terms), false) = (format, found.sequence(), args.of == Of::Losing) {
        output::print(&render::latex(terms)?);
        return Ok(());
    }
    let view = asked.view(question, found)?;
    Ok(output::show_as(format, &view, || {
        let detail = Detail { all: args.all, plan: args.explain, names: args.of == Of::Value };
        match (&view.terms, args.of) {
            (Terms::Numbers(heaps), Of::Losing) => {
                render::losing_text(question, found, heaps, detail)
            }
            _ => render::text(question, found, detail),
        }
    })?)
}

fn show_count(as_json: bool, question: &Question, found: &Answer) {
    let Some(view) = losing_view(question, found) else { return };
    output::show(as_json, &view, || {
        let LosingView { count, to, density, .. } = &view;
        format!("{count} of 1..{to} are lost for the mover, a share of {density}\n")
    });
}
