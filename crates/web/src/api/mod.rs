//! The questions, one file a family. Each reads what was asked, asks the lab within its means, and shows the view that
//! the command line shows too.

mod census;
mod chart;
mod claims;
mod games;
mod graph;
mod play;
mod rules;
mod sequence;
mod solve;
mod value;

pub(crate) use census::{Censuses, census, census_events, censuses, start_census, stop_census};
pub(crate) use chart::{Tiles, overlay, point, tile};
pub(crate) use claims::{Claims, claims, report};
pub(crate) use games::games;
pub(crate) use graph::graph;
pub(crate) use play::{hint, play, reply};
pub(crate) use rules::rules;
pub(crate) use sequence::{certificate, export, sequence};
pub(crate) use solve::{position_certificate, solve};
pub(crate) use value::value;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::problem::Problem;

/// What a handler gives: a view, or why there is none.
type Viewed = Result<Json<Value>, Problem>;

/// A file to keep.
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
    use serde_json::{from_value, json};

    use super::*;
    use crate::pool::{Means, Pool};

    type View = fn(Value, &Means) -> Result<Value, Problem>;

    /// Whatever lane a question is answered in, it is answered alike; a lane that cannot passes it on.
    #[test]
    fn the_same_question_has_the_same_answer_in_every_lane() {
        let solve: View = |asked, means| from_value::<solve::Solve>(asked).unwrap().view(means);
        let hint: View = |asked, means| from_value::<play::Hint>(asked).unwrap().view(means);
        let begin: View = |asked, means| from_value::<play::Begin>(asked).unwrap().view(means);
        let terms: View = |asked, means| from_value::<sequence::Terms>(asked).unwrap().view(means);
        let graph: View = |asked, means| from_value::<graph::Graph>(asked).unwrap().view(means);
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
            let answers = lanes.each_ref().map(|means| view(asked.clone(), means));
            let [at_once, quick, slow] = &answers;
            let Ok(slow) = slow else { panic!("{asked}: {slow:?}") };
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
