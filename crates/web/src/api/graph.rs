//! Solves games on finite digraphs, and sends what the page needs to draw them.

use bouton_lab::ask::{Graph, GraphView, Question};
use bouton_lab::graph::{GraphQuestion, explore, game_on};
use bouton_lab::graphs::NamedDigraph;
use bouton_lab::read_digraph;
use bouton_lab::render;
use bouton_lab::render::digraph::{Drawing, Paint};
use schemars::JsonSchema;
use serde::Serialize;

use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// The most vertices of a digraph; larger ones are for the command line.
const MOST_VERTICES: usize = 20_000;
/// The most structures that are listed, and the most vertices in all of them together.
const MOST_LISTED: usize = 1000;
const MOST_LISTED_VERTICES: usize = 200_000;

/// The answer for a digraph, with what the page needs to draw it.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct GraphPage {
    /// The answer.
    #[serde(flatten)]
    view: GraphView,
    /// A drawing as SVG; null if there are too many vertices.
    svg: Option<String>,
    /// The names of the vertices.
    names: Vec<String>,
    /// The vertices and the arrows; null if there are too many vertices.
    drawing: Option<DrawingView>,
    /// The game of moving a token along the arrows, as it can be typed; null if the digraph is not drawn. Vertices have
    /// their numbers, from 0, as names.
    game: Option<String>,
    /// Was a limit exceeded?
    partial: bool,
}

/// The vertices and the arrows of a digraph, whatever its input format.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DrawingView {
    /// The names of the vertices.
    names: Vec<String>,
    /// The arrows, as pairs of indices of vertices.
    arrows: Vec<[u32; 2]>,
}

impl Page for Graph {
    const NAME: &'static str = <Graph as Question>::NAME;

    fn weight(&self) -> Weight {
        Weight::quick("", ("graph", self.text.len().checked_ilog2()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::json(&page(self, budget)?)
    }
}

pub(crate) fn page(asked: &Graph, budget: &Budget) -> Result<GraphPage, Problem> {
    let limits = budget.limits();
    let named = read_digraph(&asked.text, asked.format.as_deref(), &limits)?;
    let vertices = named.graph.vertices();
    if vertices > MOST_VERTICES {
        return Err(Problem::bad(
            format!(
                "the digraph has {vertices} vertices, more than the {MOST_VERTICES} that the page takes"
            ),
            "use a smaller one, or `bouton graph`",
        ));
    }
    let list = asked.list.min(MOST_LISTED).min(MOST_LISTED_VERTICES / vertices.max(1));
    let found = explore(&named, &GraphQuestion { list, ..Default::default() }, &limits)?;
    if let Some(limit) = found.exceeded() {
        budget.accept_part(limit)?;
    }
    let labels = &found.labels;
    let colour = |vertex: u32| Paint::of(labels.label(vertex), labels.distance(vertex));
    Ok(GraphPage {
        view: render::graph::view(&named, &found),
        // Large digraphs are answered, but not drawn.
        svg: Drawing::new(&named, &colour).and_then(|drawing| drawing.scene()?.svg()).ok(),
        names: names(&named),
        game: drawing(&named).and_then(|_| game_on(&named)),
        drawing: drawing(&named),
        partial: found.exceeded().is_some(),
    })
}

fn names(named: &NamedDigraph) -> Vec<String> {
    named.names.iter().map(|name| name.into_owned()).collect()
}

/// Digraphs with more vertices are not drawn.
const MOST_DRAWN: usize = 300;

fn drawing(named: &NamedDigraph) -> Option<DrawingView> {
    let graph = &named.graph;
    let from = |vertex: u32| graph.successors(vertex).iter().map(move |next| [vertex, *next]);
    let arrows = (0..graph.vertices() as u32).flat_map(from);
    (graph.vertices() <= MOST_DRAWN)
        .then(|| DrawingView { names: names(named), arrows: arrows.collect() })
}
