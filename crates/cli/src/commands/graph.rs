//! `bouton graph`: solves a finite digraph as a game.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use bouton_lab::ask::AllDigraphsView;
use bouton_lab::files;
use bouton_lab::graph::{
    GraphQuestion, StateClaim, explore, graph_of_game, label_certificate, structure_certificate,
};
use bouton_lab::graphs::{Format, NamedDigraph, read};
use bouton_lab::read_game;
use bouton_lab::render;
use bouton_lab::render::digraph::{Drawing, Paint};
use bouton_lab::rules::{Limits, Refusal};
use clap::Args;

use super::PictureFile;
use crate::Failure;
use crate::args::{LimitArgs, read_count, read_seed, whole};
use crate::input::StandardInput;
use crate::output;

/// Solve a finite digraph as a game: its game structures (kernels), cogames, and who wins.
#[derive(Args)]
#[command(after_help = "Examples:
  printf 'a b\\nb c\\n' | bouton graph -
  printf 'a b\\nb a\\n' | bouton graph - --list 5
  echo 'digraph { a -> b -> c }' | bouton graph - --draw relation.svg --certificate proof.json
  bouton graph --game nim --heaps 2 --below 8
  bouton graph --all-digraphs 3

A file is an edge list (`a b` on a line for a→b, `a` alone for a state), DOT, GraphML, digraph6, or
an argumentation framework: APX (`att(a,b).` for b→a) or the format of ICCMA (`p af 3`).")]
pub(crate) struct GraphArgs {
    /// The file of the digraph; - for standard input.
    #[arg(required_unless_present_any = ["game", "all_digraphs"])]
    file: Option<PathBuf>,
    /// The format of the file: edges, dot, graphml, digraph6, apx or af [default: guessed]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Use the positions and moves of this game instead of a file.
    #[arg(long, value_name = "GAME", conflicts_with = "file")]
    game: Option<String>,
    /// With --game: how many numbers a position has [default: as many as the rules name, or one]
    #[arg(long, value_name = "N", requires = "game", value_parser = whole::<usize>)]
    heaps: Option<usize>,
    /// With --game: all numbers are less than this.
    #[arg(long, value_name = "N", default_value = "8", requires = "game", value_parser = read_count)]
    below: u64,
    /// Count the structures of all labelled digraphs with this many vertices, loops allowed.
    #[arg(long, value_name = "N", conflicts_with_all = ["file", "game"], value_parser = whole::<u32>)]
    all_digraphs: Option<u32>,
    /// List this many structures.
    #[arg(long, value_name = "K", default_value = "0", value_parser = whole::<usize>)]
    list: usize,
    /// Draw this many structures at random, each equally likely.
    #[arg(long, value_name = "K", default_value = "0", value_parser = whole::<usize>)]
    sample: usize,
    /// The seed of the random draws.
    #[arg(long, default_value = "1", value_parser = read_seed)]
    seed: u64,
    /// States that must win in the structures, separated by commas.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    winning: Vec<String>,
    /// States that must lose in the structures, separated by commas.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    losing: Vec<String>,
    /// Show which states win in all, some or no structure.
    #[arg(long)]
    backbone: bool,
    /// Draw the digraph with its labels to this .png or .svg file.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write a certificate of all structures, or that there is none; of one of them if there are more than 1000. As a
    /// theorem of Rocq if the file ends in .v.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write a certificate of the win, lose and draw labels.
    #[arg(long, value_name = "FILE")]
    label_certificate: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Show every state.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton graph FILE`
pub(crate) fn graph(args: &GraphArgs) -> Result<(), Failure> {
    if args.format.is_some() && args.file.is_none() {
        let help = "leave --format out; --json prints the answer as JSON";
        return Err(
            Refusal::bad("--format names the format of a file, and none is read", help).into()
        );
    }
    if let Some(vertices) = args.all_digraphs {
        return table(args, vertices);
    }
    let limits = args.means.limits();
    let picture = PictureFile::asked(args.draw.as_deref())?;
    let named = match &args.game {
        Some(game) => graph_of_game(&read_game(game)?, args.heaps, args.below, &limits)?,
        None => {
            let path = args.file.as_deref().unwrap_or(Path::new("-"));
            read_digraph(path, args.format.as_deref(), &limits)?
        }
    };
    let question = GraphQuestion {
        list: args.list,
        sample: args.sample,
        seed: args.seed,
        claims: claims(args, &named)?,
        backbone: args.backbone,
    };
    let found = explore(&named, &question, &limits)?;
    if let Some(picture) = picture {
        let labels = &found.labels;
        let colour = |vertex: u32| Paint::of(labels.label(vertex), labels.distance(vertex));
        picture.write(&Drawing::new(&named, &colour)?.scene()?)?;
    }
    if let Some(path) = &args.certificate {
        let certificate = structure_certificate(&named, &found, &limits)?;
        super::save_certificate(&certificate, path, &limits)?;
    }
    if let Some(path) = &args.label_certificate {
        let certificate = label_certificate(&named, &found, &limits)?;
        super::save_certificate(&certificate, path, &limits)?;
    }
    let view = render::graph::view(&named, &found);
    output::show(args.json, &view, || render::graph::text(&named, &found, args.all));
    found.exceeded().map_or(Ok(()), |refusal| Err(refusal.clone().into()))
}

/// Prints how many digraphs with this many vertices have 0, 1, 2, … structures.
fn table(args: &GraphArgs, vertices: u32) -> Result<(), Failure> {
    let rows = bouton_lab::graph::all_digraphs(vertices, &args.means.limits())?;
    let view = AllDigraphsView { vertices, digraphs_by_structures: rows };
    output::show(args.json, &view, || {
        render::graph::table_text(vertices, &view.digraphs_by_structures)
    });
    Ok(())
}

/// Reads a digraph from a file, or from standard input.
pub(super) fn read_digraph(
    path: &Path,
    format: Option<&str>,
    limits: &Limits,
) -> Result<NamedDigraph, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(BufReader::new(StandardInput))
    } else {
        Box::new(BufReader::with_capacity(1 << 20, files::open(path).map_err(failed)?.0))
    };
    let start = input.fill_buf().map_err(failed)?;
    let name = path.file_name().and_then(|name| name.to_str());
    let format = match format {
        Some(format) => format.parse::<Format>()?,
        None => Format::guess(start, name),
    };
    read(&mut *input, format, limits).map_err(Failure::from)
}

/// Reads the names of the states that must win or lose.
fn claims(args: &GraphArgs, named: &NamedDigraph) -> Result<Vec<StateClaim>, Refusal> {
    let find = |name: &String| {
        named.names.find(name).ok_or_else(|| {
            Refusal::bad(
                format!("the digraph has no state `{}`", name.escape_debug()),
                "use the names of the file",
            )
        })
    };
    let wins = args.winning.iter().map(|name| find(name).map(StateClaim::Wins));
    let loses = args.losing.iter().map(|name| find(name).map(StateClaim::Loses));
    wins.chain(loses).collect()
}
