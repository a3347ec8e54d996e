//! `bouton value`: values of short games.

use std::path::PathBuf;

use bouton_lab::render::AsText;
use bouton_lab::rules::Refusal;
use bouton_lab::{Answerable, ask, value as evaluate};
use clap::Args;

use super::PictureFile;
use crate::Failure;
use crate::args::{Format, LimitArgs, Output, whole};
use crate::output;

/// Evaluate a short game: canonical form, stops, mean, temperature; or compare two.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton value '{1|-1} + *2 - ^'
  bouton value '{3||2|-1}' --thermograph thermograph.svg
  bouton value '^ > *2'
  bouton value 'norton({1|-1}, ^)' --json
  printf '^ + *\\n{1|-1}\\n' | bouton value -
  bouton value --born-by 2")]
pub(crate) struct ValueArgs {
    /// A game in the notation of CGSuite, a sum of games, or a comparison of two; - to read one from each line of
    /// standard input and answer each with a line of JSON; a line has at most 1 MiB.
    #[arg(allow_hyphen_values = true, required_unless_present = "born_by")]
    expression: Option<String>,
    /// List all games born by this day, instead of evaluating one.
    #[arg(long, value_name = "DAY", conflicts_with_all = ["expression", "thermograph"], value_parser = whole::<u32>)]
    born_by: Option<u32>,
    /// Draw the thermograph to this .png or .svg file.
    #[arg(long, value_name = "FILE")]
    thermograph: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// Show everything, however long.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton value EXPRESSION`
pub(crate) fn value(args: &ValueArgs) -> Result<(), Failure> {
    let limits = args.means.limits();
    let picture = PictureFile::asked(args.thermograph.as_deref())?;
    let Some(expression) = &args.expression else {
        let format = args.output.format();
        if !matches!(format, Format::Text | Format::Json) {
            let help = "leave --format out, or write --format json";
            return Err(Refusal::unsupported("a list of games has no rows", help).into());
        }
        let found = ask::Born { day: args.born_by.unwrap_or(0) }.answer(&args.means.desk())?;
        output::show(format == Format::Json, &found, || found.text(args.all));
        return Ok(());
    };
    if expression == "-" {
        return super::batch::answer_lines(|line| {
            Ok(ask::Value::new(line).answer(&args.means.desk())?)
        });
    }
    let found = evaluate(expression, &limits)?;
    if let Some(picture) = picture {
        picture.write(&found.thermograph()?)?;
    }
    let view = found.view;
    Ok(output::show_as(args.output.format(), &view, args.all)?)
}
