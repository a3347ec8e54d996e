//! The question for a game on a finite digraph.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::Question;

/// Solves a finite digraph as a game: its game structures (kernels), its cogames, and who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// The digraph: an edge list (`a b` on a line for a→b, `a` alone for a state), DOT, GraphML, digraph6, or an
    /// argumentation framework in APX or as ICCMA writes it.
    pub text: String,
    /// The format of the text; by default it is guessed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// How many structures to list.
    #[serde(default)]
    pub list: usize,
}

impl Question for Graph {
    type View = GraphView;
    const NAME: &'static str = "graph";

    fn examples() -> Vec<Graph> {
        let graph = |text: &str, list| Graph { text: text.to_owned(), format: None, list };
        vec![graph("a b\nb a\n", 2), graph("digraph { a -> b -> c -> a; c -> d }", 0)]
    }
}

/// The results about a digraph. Counts are texts, because they may have thousands of digits; null if a limit was
/// exceeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphView {
    /// The number of vertices of the digraph.
    pub vertices: usize,
    /// The number of edges of the digraph.
    pub edges: usize,
    /// The number of game structures; null if a limit was exceeded.
    pub structures: Option<String>,
    /// The number of cogames; null if a limit was exceeded.
    pub cogames: Option<String>,
    /// The number of sets that are both a game structure and a cogame; null if a limit was exceeded.
    pub both: Option<String>,
    /// Is there a game structure? Null if a limit was exceeded before that was known.
    pub exists: Option<bool>,
    /// The number of strongly connected components.
    pub components: usize,
    /// `win`, `lose` or `draw` for each vertex, in the order of the digraph.
    #[schemars(with = "BTreeMap<String, String>")]
    pub labels: Map<String, serde_json::Value>,
    /// For each vertex the number of moves until the end; null for draws.
    #[schemars(with = "BTreeMap<String, Option<u32>>")]
    pub distances: Map<String, serde_json::Value>,
    /// The reasons for the counts.
    pub reasons: Vec<String>,
    /// The structures that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub list: Vec<Structure>,
    /// Structures drawn at random, if asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sample: Vec<Structure>,
    /// In which structures each vertex wins: `all`, `some` or `none`; if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub wins_in: Option<Map<String, serde_json::Value>>,
    /// The limit that was exceeded, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A game structure: which vertices win and which lose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Structure {
    /// The vertices that win.
    pub winning: Vec<String>,
    /// The vertices that lose.
    pub losing: Vec<String>,
}

/// The number of digraphs with 0, 1, 2, … structures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AllDigraphsView {
    /// The number of vertices, which have labels.
    pub vertices: u32,
    /// The numbers of digraphs that have 0, 1, 2, … structures.
    pub digraphs_by_structures: Vec<u64>,
}
