//! Games on finite digraphs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::Question;

/// A game on a finite digraph: its game structures (kernels), its cogames, and who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// The digraph: an edge list (`a b` on a line for a→b, `a` alone for a state), DOT, GraphML or digraph6.
    pub text: String,
    /// The format of the text; guessed if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// How many structures are listed.
    #[serde(default)]
    pub list: usize,
}

impl Question for Graph {
    type View = GraphView;
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str =
        "A game on a finite digraph: its game structures (kernels), its cogames, and who wins.";

    fn examples() -> Vec<Graph> {
        let graph = |text: &str, list| Graph { text: text.to_owned(), format: None, list };
        vec![graph("a b\nb a\n", 2), graph("digraph { a -> b -> c -> a; c -> d }", 0)]
    }
}

/// What was found about a digraph. Counts are texts, as they may have thousands of digits; null where a limit was
/// exceeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphView {
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges.
    pub edges: usize,
    /// How many game structures.
    pub structures: Option<String>,
    /// How many cogames.
    pub cogames: Option<String>,
    /// How many sets are both.
    pub both: Option<String>,
    /// Is there a game structure? Null if a limit was exceeded before that was known.
    pub exists: Option<bool>,
    /// How many strongly connected components there are.
    pub components: usize,
    /// `win`, `lose` or `draw` for each vertex, in the order of the digraph.
    #[schemars(with = "BTreeMap<String, String>")]
    pub labels: Map<String, serde_json::Value>,
    /// How many moves until the end for each vertex; null for draws.
    #[schemars(with = "BTreeMap<String, Option<u32>>")]
    pub distances: Map<String, serde_json::Value>,
    /// What the counts rest on.
    pub reasons: Vec<String>,
    /// The structures that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub list: Vec<Structure>,
    /// Structures drawn at random, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sample: Vec<Structure>,
    /// In which structures each vertex wins: `all`, `some` or `none`; if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub wins_in: Option<Map<String, serde_json::Value>>,
    /// The limit that was exceeded, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A game structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Structure {
    /// The vertices that win.
    pub winning: Vec<String>,
    /// The vertices that lose.
    pub losing: Vec<String>,
}

/// How many digraphs have how many structures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AllDigraphsView {
    /// How many labelled vertices.
    pub vertices: u32,
    /// How many digraphs have 0, 1, 2, … structures.
    pub digraphs_by_structures: Vec<u64>,
}
