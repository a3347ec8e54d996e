//! The questions for values of short games, and for the games born by a day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Question;

/// Evaluates a short game (canonical form, stops, mean, temperature), or compares two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// A game such as `{1|-1} + *2 - ^`, or two of them with a relation between them: `^ > *2`.
    pub expression: String,
}

impl Value {
    /// Asks for the value of an expression.
    #[must_use]
    pub fn new(expression: &str) -> Value {
        Value { expression: expression.to_owned() }
    }
}

impl Question for Value {
    type View = ValueView;
    const NAME: &'static str = "value";

    fn examples() -> Vec<Value> {
        ["{1|-1} + *2 - ^", "{3||2|-1}", "^ > *2"].map(Value::new).into()
    }
}

/// The value of a short game, or the comparison of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ValueView {
    /// The properties of one game.
    Game(Box<ValuedGame>),
    /// The comparison of two games.
    Comparison(ComparedValues),
}

/// The value of a short game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValuedGame {
    /// The expression, as asked.
    pub expression: String,
    /// The canonical form.
    pub value: String,
    /// The canonical form in LaTeX.
    pub latex: String,
    /// The outcome: L, R, N or P.
    pub outcome: String,
    /// Left's options in the canonical form; null if they are too many or too large to write down.
    pub left_options: Option<Vec<String>>,
    /// Right's options in the canonical form; null if they are too many or too large to write down.
    pub right_options: Option<Vec<String>>,
    /// The birthday; a text of digits beyond 64 bits.
    pub birthday: Birthday,
    /// The left stop: the number that play ends in if Left begins.
    pub left_stop: String,
    /// The right stop: the number that play ends in if Right begins.
    pub right_stop: String,
    /// The mean value.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The thermograph.
    pub thermograph: ThermographView,
    /// The kind of the game, in words.
    pub kind: String,
    /// Is the game a number?
    pub is_number: bool,
    /// Is the game an infinitesimal?
    pub is_infinitesimal: bool,
    /// Is the game all-small?
    pub is_all_small: bool,
    /// The atomic weight of an all-small game.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form.
    pub reduced: String,
    /// The incentives; null if they are too many or too large to write down.
    pub incentives: Option<Vec<String>>,
}

/// A number, or the text of its digits if it has more than 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Birthday {
    /// A number.
    Day(u64),
    /// Digits.
    Digits(String),
}

/// The walls of a thermograph: [temperature, value] at each turn, from below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThermographView {
    /// The corners of Left's wall.
    pub left: Vec<[String; 2]>,
    /// The corners of Right's wall.
    pub right: Vec<[String; 2]>,
}

/// How two short games compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedValues {
    /// The expression, as asked.
    pub expression: String,
    /// The canonical form on the left.
    pub left: String,
    /// The canonical form on the right.
    pub right: String,
    /// `<`, `=`, `>` or `||`.
    pub comparison: String,
    /// The relation that was asked about, if it was one.
    pub relation: Option<String>,
    /// Does the relation hold? Null for a question without a relation.
    pub holds: Option<bool>,
}

/// The short games born by a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Born {
    /// The day by which the games are born.
    #[schemars(range(max = 3))]
    pub day: u32,
}

impl Question for Born {
    type View = BornView;
    const NAME: &'static str = "born";

    fn examples() -> Vec<Born> {
        vec![Born { day: 1 }, Born { day: 2 }]
    }
}

/// The short games born by a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BornView {
    /// The day by which the games are born.
    pub day: u32,
    /// How many games there are.
    pub count: usize,
    /// The canonical forms of the games.
    pub games: Vec<String>,
}
