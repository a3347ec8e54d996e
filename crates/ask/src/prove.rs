//! The question for a theorem about all positions of a game: which are lost, which nim-values they have, or whether a
//! condition of the rule language says so.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Position, Question, is_false};

/// A theorem about all positions of a game: which are lost, whether a condition says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prove {
    /// The game, by name or by its rules.
    pub game: String,
    /// A condition in the rule language that is compared with the lost positions. The numbers have the names of the
    /// rules; heaps are called a, b, c, ….
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The number of heaps of a position, where the rules leave it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<usize>,
    /// Nim-values instead of lost positions; of heaps that do not look at each other, one heap is enough.
    #[serde(default, skip_serializing_if = "is_false")]
    pub values: bool,
    /// Also decide whether the won positions are a game structure of the reversed moves: whether a move leads to each of them
    /// from a lost position.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cogame: bool,
    /// Also list which vectors could be added as moves without changing which positions are lost.
    #[serde(default, skip_serializing_if = "is_false")]
    pub redundant: bool,
    /// Also decide whether what is proved of positions of one number is eventually periodic; of several numbers this is
    /// refused.
    #[serde(default, skip_serializing_if = "is_false")]
    pub periodic: bool,
    /// Draw the automaton, too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub draw: bool,
    /// Also return the certificate.
    #[serde(default, skip_serializing_if = "is_false")]
    pub certificate: bool,
}

impl Prove {
    /// Asks which positions of this game are lost.
    #[must_use]
    pub fn new(game: &str) -> Prove {
        Prove { game: game.to_owned(), ..Prove::default() }
    }
}

impl Question for Prove {
    type View = ProveView;
    const NAME: &'static str = "prove";

    fn examples() -> Vec<Prove> {
        let condition = Some("(a + 1) xor (b + 1) xor (c + 1) = 0".to_owned());
        vec![
            Prove { heaps: Some(2), ..Prove::new("nim") },
            Prove::new("wythoff"),
            Prove { values: true, ..Prove::new("lasker") },
            Prove { heaps: Some(3), condition, ..Prove::new("antonim") },
            Prove { heaps: Some(3), cogame: true, ..Prove::new("nim") },
            Prove { heaps: Some(2), draw: true, ..Prove::new("nim") },
        ]
    }
}

/// The result of the search for a theorem, or of deciding a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProveVerdict {
    /// There is a theorem, for all positions.
    Proved,
    /// No automaton was found; there may be one.
    #[default]
    NotFound,
    /// The rules are not a matter of automata.
    Outside,
    /// The condition holds exactly in the lost positions.
    True,
    /// The condition holds exactly in the lost positions, except at the positions that are listed.
    TrueBut,
    /// The condition does not hold exactly in the lost positions; there is a counterexample.
    False,
}

/// A theorem about all positions of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProveView {
    /// The game, as it can be typed again.
    pub game: String,
    /// The title of the game, if it differs from how the game is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The names of the numbers of a position.
    pub names: Vec<String>,
    /// The result of the search, or of deciding the condition.
    pub verdict: ProveVerdict,
    /// The theorem in words, or what was looked for in vain.
    pub statement: String,
    /// May a number rise above all numbers before it? Then the theorem is about positions from which no number rises above
    /// 10^18, where rule texts end them.
    pub rises: bool,
    /// The statement in the rule language, where that has words for it.
    pub condition: Option<String>,
    /// The positions at which the statement is wrong; at all others it is right.
    pub exceptions: Vec<Position>,
    /// The position with the least sum at which the condition that was asked about is wrong; of a cogame, the first won
    /// position to which no move leads from a lost one.
    pub counterexample: Option<Position>,
    /// How the automaton reads numbers, such as `msd_2` or `lsd_fib`.
    pub numeration: Option<String>,
    /// The number of states of the automaton; of two automata, both together.
    pub states: Option<u64>,
    /// The words of the lost positions as a regular expression, if it is short: a letter has a digit of each number, in the
    /// order in which they are read, and `*` is any digit.
    pub expression: Option<String>,
    /// A sentence that says how to win, proved for all positions; null where none was found.
    pub rule: Option<String>,
    /// The measure of play: a sum that every move lowers.
    pub measure: Option<String>,
    /// From where on terms repeat, and after how many, where a position is one number.
    pub period: Option<ProvedPeriod>,
    /// Is what is proved eventually periodic, where a position is one number?
    pub periodic: Option<bool>,
    /// Are the won positions a game structure of the reversed moves, if that was asked?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cogame: Option<bool>,
    /// The vectors that could be added as moves, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vectors>,
    /// The reasons for the verdict, a line each.
    pub reasons: Vec<String>,
    /// The automaton as a picture in SVG, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The certificate, if it was asked for: the text of a file that `check` verifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// A period that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProvedPeriod {
    /// How many terms come before the periodic part.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
}

/// A set of vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Vectors {
    /// The number of states of the automaton.
    pub states: u64,
    /// The vectors with the least sums.
    pub first: Vec<Vec<u64>>,
}
