//! `bouton chart`: draws a window of the plane of positions.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bouton_lab::ask::{self, AxisScale, Of};
use bouton_lab::render::chart::Drawing;
use bouton_lab::rules::{Game, Refusal};
use bouton_lab::{ForEngines, Window, answer, charted};
use clap::Args;
use serde::Serialize;

use super::PictureFile;
use crate::Failure;
use crate::args::{
    EngineArgs, Format, Output, between, one_of, one_of_but, read_count, read_range,
};
use crate::output;

/// The most cells that are printed as letters.
const MOST_LETTERS: u64 = 400 * 200;

/// Draw a chart of the positions in a window of two numbers, as PNG or SVG.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton chart nimrod --x 0..400 --y 1..60 --sectors --out nimrod.png
  bouton chart nimrod --x 0..99999 --y 1..400 --axes sqrt,linear --sectors --out core.png
  bouton chart wythoff --x 0..60 --y 0..60 --out wythoff.svg
  bouton chart euclid --x 1..30 --y 1..12")]
pub(crate) struct ChartArgs {
    /// The game, such as nimrod.
    game: String,
    /// The range of the first number, both ends included.
    #[arg(long, value_name = "A..B", default_value = "0..120", value_parser = read_range)]
    x: Range<u64>,
    /// The range of the second number [default: 0..40, or 1..40 if it cannot be 0]
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    y: Option<Range<u64>>,
    /// The numbers after the first two, which are fixed, for games with more than two.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = read_count)]
    beside: Vec<u64>,
    /// What a cell shows: outcomes or nim-values.
    #[arg(long, value_parser = one_of_but(&["value", "losing"], ask::words::<Of>()), default_value = "outcome")]
    of: Of,
    /// The .png or .svg file to write [default: letters on standard output]
    #[arg(long, visible_alias = "plot", value_name = "FILE")]
    out: Option<PathBuf>,
    /// How the axes of the picture are drawn: one word for both, or two with a comma.
    #[arg(
        long,
        value_parser = one_of(ask::words::<AxisScale>()),
        value_name = "SCALE[,SCALE]",
        value_delimiter = ',',
        requires = "out",
        conflicts_with = "cell"
    )]
    axes: Vec<AxisScale>,
    /// Tint and name Nimrod's sectors, and draw the boundary of its core.
    #[arg(long, requires = "out")]
    sectors: bool,
    /// The pixels of a cell's side; 0 chooses a size that fits.
    #[arg(long, value_name = "PIXELS", default_value = "0", value_parser = between::<0, 64, u32>)]
    cell: u32,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    choice: EngineArgs,
}

/// `bouton chart GAME --x A..B --y A..B --beside A,B,…`
pub(crate) fn chart(args: &ChartArgs) -> Result<(), Failure> {
    let desk = args.choice.means.desk();
    let game = desk.game(&args.game, args.choice.as_written)?;
    let y = args.y.clone().unwrap_or_else(|| least_second(&game, &args.beside)..41);
    let window = Window { x: args.x.clone(), y };
    let cells = (window.x.end - window.x.start).saturating_mul(window.y.end - window.y.start);
    if args.out.is_none() && cells > MOST_LETTERS {
        return Err(Refusal::bad(
            format!("{cells} cells are too many to print as letters"),
            "write the picture to a file: --out chart.png",
        )
        .into());
    }
    let axes = match args.axes[..] {
        [] => <[AxisScale; 2]>::default(),
        [both] => [both; 2],
        [across, up] => [across, up],
        _ => {
            let help = "write one word for both axes, or two: --axes sqrt,linear";
            return Err(Refusal::bad("a chart has two axes", help).into());
        }
    };
    let picture = PictureFile::asked(args.out.as_deref())?;
    let asked = ask::Chart {
        game: args.game.clone(),
        x: [window.x.start, window.x.end],
        y: [window.y.start, window.y.end],
        beside: args.beside.clone(),
        of: args.of,
        axes,
        engine: args.choice.engine.clone(),
        as_written: args.choice.as_written,
    };
    let question = asked.question(&desk)?;
    let found = answer(&question)?;
    let Some(cells) = charted(&asked, &found) else {
        return Err(Refusal::bug("the question for a chart got another answer").into());
    };
    match picture {
        Some(picture) => {
            let drawing =
                Drawing::new(&question.game, &window, &cells, axes, args.cell, args.sectors)?
                    .beside(&args.beside);
            let scene = drawing.scene()?;
            picture.write(&scene)?;
            let as_json = args.output.format() == Format::Json;
            say(as_json, picture.path, scene.size(), found.engine);
        }
        None => {
            let view = asked.view(&question, &found)?;
            output::show_as(args.output.format(), &view, false)?;
        }
    }
    Ok(())
}

/// The least second number that positions have: 1 for a rate, else 0.
fn least_second(game: &Game, beside: &[u64]) -> u64 {
    let numbers = [&[1, 0][..], beside].concat();
    u64::from(game.finite().is_some_and(|game| game.spec.tuple(numbers).is_err()))
}

/// A picture that was written.
#[derive(Serialize)]
struct Written<'a> {
    file: String,
    width: u32,
    height: u32,
    engine: &'a str,
}

fn say(as_json: bool, path: &Path, (width, height): (u32, u32), engine: &str) {
    let file = path.display().to_string();
    let text = format!("{file} ({width}×{height} pixels, by {engine})\n");
    output::show(as_json, &Written { file, width, height, engine }, || text);
}
