//! Every question that can be asked of Bouton, and what its answer looks like, as plain data: one file for each
//! question.
//!
//! A question and its view are written once, here. The lab answers questions, the command line prints their views, the
//! server has an address for each, Python an attribute for each field, and the descriptions that these fronts publish
//! are made from the JSON schemas of these types.
//!
//! # Main definitions
//! * [`Question`]: a question, and the view that answers it.
//! * [`each_question!`]: all of them, for fronts that are generic.
//! * [`Position`]: a position as text or as JSON.
//! * [`Known`]: how a part of an answer is known: the engine, its theorem, and whether it is proved.
//!
//! ```
//! use bouton_ask::{Question, Solve};
//!
//! let solve: Solve = serde_json::from_str(r#"{ "game": "nim", "position": [3, 4, 6] }"#)?;
//! assert_eq!((Solve::NAME, solve.position.to_string().as_str()), ("solve", "3,4,6"));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod census;
mod chart;
mod check;
mod claims;
mod compare;
mod count;
mod duel;
pub mod examples;
mod explain;
mod games;
mod graph;
mod known;
mod lessons;
mod play;
mod position;
mod problem;
mod prove;
mod puzzle;
mod quotient;
mod rules;
mod sequence;
mod solve;
mod survey;
mod table;
mod value;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use census::{CensusFamily, CensusField, CensusQuantity, CensusSummary, CensusTheorems};
pub use chart::{AxisScale, Chart, ChartView, Kind, NimValueColour, Overlay, Region};
pub use check::{Check, CheckView};
pub use claims::{
    Cell, ClaimView, Curve, Exhibit, Fault, FindingView, KnownKind, KnownView, Picture, Proof,
    StatementView, Verdict,
};
pub use compare::{Compare, CompareView, Difference};
pub use count::{Count, CountView};
pub use duel::{
    Belt, Decade, Duel, DuelView, DuelsView, FitView, FittedModel, LearntFrom, OneDuel, ShareView,
};
pub use explain::{Cost, Explain, ExplainView, Fact, Missed, PlanView, Reach};
pub use games::{AboutView, Example, Facts, GameView, Games, GamesView};
pub use graph::{AllDigraphsView, Graph, GraphView, Structure};
pub use known::{Declined, Known, Period, Saltus};
pub use lessons::{Attempt, AttemptView, LessonView, Lessons, LessonsView, Number, Task, TaskView};
pub use play::{
    AnswerView, Column, Digraph, HintView, MoveResult, MoveVerdict, MoveView, Mover, OptionsView,
    PartView, PlayView, RatedMove, ReviewView, Strength,
};
pub use position::Position;
pub use problem::{Problem, ProblemKind};
pub use prove::{Prove, ProveVerdict, ProveView, ProvedPeriod, Vectors};
pub use puzzle::{Grade, OnePuzzle, Puzzle, PuzzlesView, StrategyChance};
pub use quotient::{Generator, Quotient, QuotientPeriod, QuotientView};
pub use rules::{Mistake, RulesCheckView, RulesFilesView};
pub use sequence::{LosingView, NeighbourView, Of, Sequence, SequenceView, Terms};
pub use solve::{Solve, SolveView};
pub use survey::{Survey, SurveyView, SurveyedCode};
pub use table::{Cells, Rows, Table, TableView};
pub use value::{
    Birthday, Born, BornView, ComparedValues, ThermographView, Value, ValueView, ValuedGame,
};

/// A question, and the view that answers it.
pub trait Question: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// The type of the answer.
    type View: Serialize + DeserializeOwned + JsonSchema + Send + 'static;

    /// The name in all fronts: the command, the address, the function.
    const NAME: &'static str;

    /// Example questions; the first one is small.
    fn examples() -> Vec<Self>;

    /// A sentence that says what the question does: the first paragraph of its documentation.
    #[must_use]
    fn summary() -> String {
        let schema = schemars::schema_for!(Self);
        let about = schema.get("description").and_then(|about| about.as_str()).unwrap_or_default();
        about.split("\n\n").next().unwrap_or_default().replace('\n', " ")
    }

    /// The game that the question is about, as typed; empty if it has no field `game`.
    fn game(&self) -> String {
        let fields = serde_json::to_value(self).unwrap_or_default();
        fields["game"].as_str().unwrap_or_default().to_owned()
    }
}

/// The words for the values of a type without fields, with what they mean and the values themselves.
#[must_use]
pub fn words<T: JsonSchema + DeserializeOwned>() -> Vec<(String, String, T)> {
    let schema = schemars::schema_for!(T);
    let values = schema.get("oneOf").and_then(|values| values.as_array()).into_iter().flatten();
    let word = |value: &serde_json::Value| {
        let (word, meaning) = (value["const"].as_str()?, value["description"].as_str()?);
        let value = serde_json::from_value(value["const"].clone()).ok()?;
        Some((word.to_owned(), meaning.to_owned(), value))
    };
    values.filter_map(word).collect()
}

/// Passes the types of all questions to a macro, in the order in which fronts list them. This is the only list of
/// questions: code that is generic over questions uses it.
///
/// ```
/// use bouton_ask::Question;
///
/// macro_rules! names {
///     ($($question:ty),*) => { [$(<$question>::NAME),*] };
/// }
/// assert!(bouton_ask::each_question!(names).contains(&"solve"));
/// ```
#[macro_export]
macro_rules! each_question {
    ($with:ident) => {
        $with!(
            $crate::Solve,
            $crate::Sequence,
            $crate::Table,
            $crate::Count,
            $crate::Chart,
            $crate::Compare,
            $crate::Prove,
            $crate::Survey,
            $crate::Quotient,
            $crate::Value,
            $crate::Born,
            $crate::Graph,
            $crate::Duel,
            $crate::Explain,
            $crate::Check,
            $crate::Games,
            $crate::Lessons,
            $crate::Attempt,
            $crate::Puzzle
        )
    };
}

/// Is the field `false`, so that serde leaves it out?
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples_can_be_read_back<Q: Question>() -> &'static str {
        assert!(!Q::examples().is_empty(), "{} has no example", Q::NAME);
        for example in Q::examples() {
            let written = serde_json::to_value(&example).unwrap();
            let read: Q = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), written, "{}", Q::NAME);
        }
        assert!(Q::summary().ends_with('.'), "{}: {}", Q::NAME, Q::summary());
        let schema = schemars::schema_for!(Q);
        assert_eq!(schema.get("additionalProperties"), Some(&false.into()), "{}", Q::NAME);
        Q::NAME
    }

    #[test]
    fn every_question_has_a_name_of_its_own_and_examples_that_can_be_read_back() {
        macro_rules! check {
            ($($question:ty),*) => { vec![$(examples_can_be_read_back::<$question>()),*] };
        }
        let names = each_question!(check);
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
    }
}
