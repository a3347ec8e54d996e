//! The question for a chart: outcomes or nim-values in a window of the plane of positions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Known, Of, Question, is_false};

/// The outcomes or nim-values of all positions in a window of two numbers.
///
/// The positions are (x, y, beside…).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The range of the first number x: its start, and its end, which is excluded.
    pub x: [u64; 2],
    /// The range of the second number y: its start, and its end, which is excluded.
    pub y: [u64; 2],
    /// The further numbers of the positions, which are fixed, for games with more than two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<u64>,
    /// What a cell shows: outcomes or nim-values.
    #[serde(default, skip_serializing_if = "Of::is_outcome")]
    pub of: Of,
    /// How the two axes of a picture are drawn; letters and numbers do not depend on it.
    #[serde(default, skip_serializing_if = "is_linear")]
    pub axes: [AxisScale; 2],
    /// The engine that must answer; by default the first that can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[serde(default, skip_serializing_if = "is_false")]
    pub as_written: bool,
}

/// How an axis is drawn: where its numbers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AxisScale {
    /// All numbers are equally far apart.
    #[default]
    Linear,
    /// The number n is at √n.
    Sqrt,
    /// The number n is at log(n + 1).
    Log,
}

const LINEAR: [AxisScale; 2] = [AxisScale::Linear; 2];

fn is_linear(axes: &[AxisScale; 2]) -> bool {
    *axes == LINEAR
}

impl Chart {
    /// Asks for the outcomes of a window.
    #[must_use]
    pub fn new(game: &str, x: [u64; 2], y: [u64; 2]) -> Chart {
        let (game, beside, of, axes) = (game.to_owned(), Vec::new(), Of::Outcome, LINEAR);
        Chart { game, x, y, beside, of, axes, engine: None, as_written: false }
    }
}

impl Question for Chart {
    type View = ChartView;
    const NAME: &'static str = "chart";

    fn examples() -> Vec<Chart> {
        vec![
            Chart::new("wythoff", [0, 12], [0, 8]),
            Chart::new("nimrod", [0, 30], [1, 6]),
            Chart { beside: vec![3], ..Chart::new("nim", [0, 5], [0, 5]) },
            Chart { of: Of::NimValue, ..Chart::new("wythoff", [2, 7], [0, 4]) },
            Chart {
                axes: [AxisScale::Sqrt, AxisScale::Linear],
                ..Chart::new("nimrod", [0, 90], [1, 10])
            },
        ]
    }
}

/// The outcomes or nim-values in a window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartView {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The further numbers of all positions, if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<u64>,
    /// The range of the first number x: its start, and its end, which is excluded.
    pub x: [u64; 2],
    /// The range of the second number y: its start, and its end, which is excluded.
    pub y: [u64; 2],
    /// How the two axes of a picture are drawn.
    #[serde(default, skip_serializing_if = "is_linear")]
    pub axes: [AxisScale; 2],
    /// A text for each y, a letter for each x; X where the position is not legal.
    pub rows: Vec<String>,
    /// If nim-values were asked for, a list for each y, a number for each x; null where the position is not legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Vec<Option<u64>>>,
    /// The engine that answered, and whether the result is proved.
    #[serde(flatten)]
    pub known: Known,
}

/// Lines and names to draw over a map of the plane of positions (x, y).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Overlay {
    /// The names of the two numbers.
    pub axes: [String; 2],
    /// The outcomes that can occur.
    pub outcomes: Vec<String>,
    /// The boundary of the core as a line through points [x, y]; null if the game has none.
    pub boundary: Option<Vec<[u64; 2]>>,
    /// The named regions in view, each with the place for its name.
    pub regions: Vec<Region>,
    /// The kinds of regions.
    pub kinds: Vec<Kind>,
    /// The colours of some nim-values from 0 up; empty if the game has no layer of nim-values.
    pub nim_values: Vec<NimValueColour>,
}

/// A region of the plane with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Region {
    /// The name of the region, such as A2.
    pub name: String,
    /// The kind of the region, such as A.
    pub kind: String,
    /// The x of the place for the name.
    pub x: f64,
    /// The y of the place for the name.
    pub y: f64,
    /// The number of positions of that row that are in the region.
    pub width: u64,
}

/// The colour and the meaning of a kind of region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Kind {
    /// The name of the kind, such as A.
    pub name: String,
    /// The colour in which the kind is drawn, such as #1f77b4.
    pub colour: String,
    /// The meaning of the kind, in a few words.
    pub meaning: String,
}

/// The colour of a nim-value on a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NimValueColour {
    /// The nim-value that has the colour.
    pub value: u64,
    /// The colour in which it is drawn, such as #1f77b4.
    pub colour: String,
}
