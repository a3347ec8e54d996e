use std::io::{BufRead, BufReader};
use std::path::Path;

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

use super::PictureFile;
use crate::Failure;
use crate::args::GraphArgs;
use crate::output;

/// `bouton graph FILE`
pub(crate) fn graph(args: &GraphArgs) -> Result<(), Failure> {
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
        output::write_file(path, certificate.to_json().as_bytes())?;
    }
    if let Some(path) = &args.label_certificate {
        let certificate = label_certificate(&named, &found, &limits)?;
        output::write_file(path, certificate.to_json().as_bytes())?;
    }
    let view = render::graph::view(&named, &found);
    output::show(args.json, &view, || render::graph::text(&named, &found, args.all));
    found.exceeded().map_or(Ok(()), |refusal| Err(refusal.clone().into()))
}

/// How many structures the digraphs with so many vertices have.
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
    let failed = |error: std::io::Error| Failure::File(format!("{}: {error}", path.display()));
    let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(BufReader::new(std::io::stdin()))
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

/// The states that shall win or lose, by name.
fn claims(args: &GraphArgs, named: &NamedDigraph) -> Result<Vec<StateClaim>, Refusal> {
    let find = |name: &String| {
        named.names.find(name).ok_or_else(|| {
            Refusal::bad(
                format!("no state is called `{}`", name.escape_debug()),
                "name states as the file does",
            )
        })
    };
    let wins = args.winning.iter().map(|name| find(name).map(StateClaim::Wins));
    let loses = args.losing.iter().map(|name| find(name).map(StateClaim::Loses));
    wins.chain(loses).collect()
}
