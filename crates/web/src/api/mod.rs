//! The handlers of the API, one file for each subject. Each reads the request, asks the lab within its budget, and
//! returns the view that the command line prints too.

mod census;
mod chart;
#[cfg(feature = "papers")]
mod claims;
mod games;
mod graph;
mod play;
mod rules;
mod sequence;
mod share;
mod solve;
mod value;

pub(crate) use census::{
    CensusList, CensusPage, Censuses, News, Started, Wanted, census, census_events, censuses,
    start_census, stop_census,
};
pub(crate) use chart::{At, PointPage, Seen, Tiles, Where, overlay, point, tile};
#[cfg(feature = "papers")]
pub(crate) use claims::{Claims, HowFar, claims, report};
pub(crate) use games::{About, about, games};
pub(crate) use graph::{GraphPage, graph};
pub(crate) use play::{Begin, Hint, Made, Respond, hint, options, play, reply, review};
pub(crate) use rules::{Rules, RulesPage, rules};
pub(crate) use sequence::{Export, SequencePage, certificate, export, sequence};
pub(crate) use share::{SharePage, share};
pub(crate) use solve::{SolvePage, position_certificate, solve};
pub(crate) use value::{Expression, ValuePage, value};

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bouton_lab::Answerable;

use crate::asked::Asked;
use crate::pool::Weight;
use crate::problem::Problem;
use crate::state::Shared;

/// The result of a handler: a view as JSON, or an error response.
type Viewed<T> = Result<Json<T>, Problem>;

/// `POST /api/NAME` for every question whose view is returned unchanged.
pub(crate) async fn asked<Q: Answerable>(
    State(state): State<Shared>,
    Asked(question): Asked<Q>,
) -> Viewed<Q::View> {
    let weight = Weight::quick(question.game(), Q::NAME);
    let found = state.pool.run(weight, move |budget| Ok(question.answer(&budget.desk())?));
    found.await.map(Json)
}

/// Removes the colours of a text.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A response that the browser saves as a file.
fn file(name: &str, kind: &'static str, content: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers =
        [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, content).into_response()
}

#[cfg(test)]
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
