use axum::Json;
use axum::extract::State;
use bouton_lab::graph::{GraphQuestion, explore};
use bouton_lab::graphs::{Format, NamedDigraph, read};
use bouton_lab::render;
use bouton_lab::render::digraph::{Drawing, Paint};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Viewed;
use crate::asked::Asked;
use crate::pool::{Means, Weight};
use crate::problem::Problem;
use crate::state::Shared;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    text: String,
    /// Guessed if nothing is said.
    format: Option<String>,
    #[serde(default)]
    list: usize,
}

/// Larger digraphs are for the command line.
const MOST_VERTICES: usize = 20_000;
/// Structures are listed up to this, and up to so many vertices in all of them.
const MOST_LISTED: usize = 1000;
const MOST_LISTED_VERTICES: usize = 200_000;

/// `POST /api/graph`
pub(crate) async fn graph(State(state): State<Shared>, Asked(asked): Asked<Graph>) -> Viewed {
    let weight = Weight::quick("", ("graph", asked.text.len().checked_ilog2()));
    state.pool.run(weight, move |means| asked.view(means)).await.map(Json)
}

impl Graph {
    pub(crate) fn view(&self, means: &Means) -> Result<Value, Problem> {
        let limits = means.limits();
        let format = match &self.format {
            Some(format) => format.parse::<Format>()?,
            None => Format::guess(self.text.as_bytes(), None),
        };
        let named = read(&mut self.text.as_bytes(), format, &limits)?;
        let vertices = named.graph.vertices();
        if vertices > MOST_VERTICES {
            return Err(Problem::bad(
                format!("the digraph has {vertices} vertices, and the page takes {MOST_VERTICES}"),
                "ask the command line: bouton graph FILE",
            ));
        }
        let list = self.list.min(MOST_LISTED).min(MOST_LISTED_VERTICES / vertices.max(1));
        let found = explore(&named, &GraphQuestion { list, ..Default::default() }, &limits)?;
        if let Some(limit) = found.exceeded() {
            means.accept_part(limit)?;
        }
        let mut view = render::graph::json(&named, &found);
        let labels = &found.labels;
        let colour = |vertex: u32| Paint::of(labels.label(vertex), labels.distance(vertex));
        // Large digraphs are answered, but not drawn.
        view["svg"] = json!(Drawing::new(&named, &colour).ok().map(|drawing| drawing.svg()));
        view["names"] = json!(named.names.iter().collect::<Vec<_>>());
        view["drawing"] = drawing(&named);
        view["partial"] = json!(found.exceeded().is_some());
        Ok(view)
    }
}

/// Digraphs with more vertices are not sent back.
const MOST_DRAWN: usize = 300;

/// The vertices and the arrows, in whatever format they came.
fn drawing(named: &NamedDigraph) -> Value {
    let graph = &named.graph;
    if graph.vertices() > MOST_DRAWN {
        return Value::Null;
    }
    let from = |vertex: u32| graph.successors(vertex).iter().map(move |next| [vertex, *next]);
    let arrows: Vec<[u32; 2]> = (0..graph.vertices() as u32).flat_map(from).collect();
    json!({ "names": named.names.iter().collect::<Vec<_>>(), "arrows": arrows })
}
