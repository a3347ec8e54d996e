//! The requests of the API, one file for each subject. Each asks the lab within its budget, and returns the view that
//! the command line prints too. What needs a server (folders, background work, a cache) has handlers; all others are
//! [`Page`](crate::page::Page)s, which the static edition answers as well.

#[cfg(feature = "server")]
mod census;
mod chart;
#[cfg(feature = "papers")]
mod claims;
mod games;
mod graph;
mod play;
mod rules;
mod sequence;
#[cfg(feature = "server")]
mod share;
mod solve;
#[cfg(feature = "server")]
mod tiles;
mod value;

#[cfg(feature = "server")]
pub(crate) use census::{
    CensusList, CensusPage, Censuses, News, Started, Wanted, census, census_events, censuses,
    start_census, stop_census,
};
pub(crate) use chart::{At, Seen, Where};
#[cfg(feature = "papers")]
pub(crate) use claims::{Claims, HowFar, claims, report};
pub(crate) use games::{About, Games};
pub(crate) use play::{Begin, Hint, Made, Options, Respond};
pub(crate) use rules::Rules;
pub(crate) use sequence::{Export, PeriodCertificate};
#[cfg(feature = "server")]
pub(crate) use share::{SharePage, share};
pub(crate) use solve::PositionCertificate;
#[cfg(feature = "server")]
pub(crate) use tiles::{Tiles, point, tile};
pub(crate) use value::Expression;
#[cfg(feature = "server")]
pub(crate) use {
    chart::PointPage, graph::GraphPage, rules::RulesPage, sequence::SequencePage, solve::SolvePage,
    value::ValuePage,
};

use bouton_lab::rules::Game;
use bouton_lab::{Answerable, read_game_text};
use serde::Deserialize;

use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// The result of a handler: a view as JSON, or an error response.
#[cfg(feature = "server")]
type Viewed<T> = Result<axum::Json<T>, Problem>;

/// A question whose view is returned unchanged.
#[derive(Deserialize)]
#[serde(transparent, bound = "Q: Answerable")]
pub(crate) struct Plain<Q>(Q);

impl<Q: Answerable> Page for Plain<Q> {
    const NAME: &'static str = Q::NAME;

    fn weight(&self) -> Weight {
        Weight::quick(self.0.game(), Q::NAME)
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::json(&self.0.answer(&budget.desk())?)
    }
}

/// Reads a game from its name or its rules; never opens a file.
fn game(text: &str) -> Result<Game, Problem> {
    Ok(read_game_text(text)?)
}

/// Removes the colours of a text.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use std::time::Duration;

    use bouton_lab::rules::Refusal;
    use serde_json::{Value, from_value, json};

    use super::*;
    use crate::pool::{Budget, Pool};

    type View = fn(Value, &Budget) -> Result<Value, Problem>;

    /// Whatever lane a question is answered in, it is answered alike; a lane that cannot passes it on.
    #[test]
    fn the_same_question_has_the_same_answer_in_every_lane() {
        fn read<T: serde::de::DeserializeOwned>(asked: Value) -> T {
            from_value(asked).unwrap()
        }
        let solve: View = |asked, budget| Ok(json!(solve::page(&read(asked), budget)?));
        let hint: View = |asked, budget| Ok(json!(read::<Hint>(asked).view(budget)?));
        let begin: View = |asked, budget| Ok(json!(read::<Begin>(asked).view(budget)?));
        let terms: View = |asked, budget| Ok(json!(sequence::page(&read(asked), budget)?));
        let graph: View = |asked, budget| Ok(json!(graph::page(&read(asked), budget)?));
        let arrows: String =
            (0..60).map(|n| format!("{n} {}\n{n} {}\n", (n + 1) % 60, (n * n + 7) % 60)).collect();
        let lanes = Pool::new(Duration::from_secs(2)).without_clock();
        for (view, asked) in [
            (solve, json!({ "game": "nimrod", "position": "400,3" })),
            (solve, json!({ "game": "nimrod", "position": "1000,3" })),
            (solve, json!({ "game": "nimrod", "position": "100000,3" })),
            (solve, json!({ "game": "wythoff", "position": "60,60" })),
            (solve, json!({ "game": "domineering", "position": "4x4" })),
            (hint, json!({ "game": "nimrod", "position": "1000,3" })),
            (hint, json!({ "game": "col", "position": "3x4" })),
            (begin, json!({ "game": "domineering", "random": true, "seed": 3 })),
            (begin, json!({ "game": "clobber", "random": true, "seed": 3 })),
            (terms, json!({ "game": "grundy", "to": 900_000, "of": "nim-value" })),
            (terms, json!({ "game": "grundy", "to": 3_000, "of": "nim-value" })),
            (terms, json!({ "game": "partizan-octal:0.3|0.7", "to": 300, "of": "value" })),
            (graph, json!({ "text": arrows })),
        ] {
            let answers = lanes.each_ref().map(|budget| view(asked.clone(), budget));
            let [at_once, quick, slow] = &answers;
            let Ok(slow) = slow else { panic!("{asked}: {slow:?}") };
            // Steps decide how many terms there are, and the answer says that some are missing.
            if asked["to"] == 900_000 {
                assert_eq!((&slow["partial"], &slow["asked_to"]), (&json!(true), &asked["to"]));
                assert!(slow["to"].as_u64() < Some(900_000), "{}", slow["to"]);
            }
            for other in [at_once, quick] {
                match other {
                    Ok(other) => assert_eq!(other, slow, "{asked}"),
                    Err(Problem::Refused(Refusal::Limit { .. })) => {}
                    Err(problem) => panic!("{asked}: {problem:?}"),
                }
            }
        }
    }
}
