//! The requests of the API, one file for each subject. Each asks the lab within its budget, and returns the view that
//! the command line prints too. They are [`Page`]s, which the static edition answers as well; what needs a server
//! (folders, background work, a cache) has handlers there.

pub(crate) mod chart;
mod export;
mod games;
pub(crate) mod graph;
mod play;
pub(crate) mod rules;
pub(crate) mod sequence;
pub(crate) mod solve;
pub(crate) mod value;

pub(crate) use chart::{At, Seen, Where};
pub(crate) use export::Export;
pub(crate) use games::{About, Games};
pub(crate) use play::{Begin, Hint, Made, Options, Respond};
pub(crate) use rules::Rules;
pub(crate) use sequence::PeriodCertificate;
pub(crate) use solve::PositionCertificate;
pub(crate) use value::Expression;

use bouton_lab::rules::Game;
use bouton_lab::{Answerable, read_game_text};
use serde::Deserialize;

use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// A question whose view is returned unchanged.
#[derive(Deserialize)]
#[serde(transparent, bound = "Q: Answerable")]
pub(crate) struct Plain<Q>(Q);

impl<Q: Answerable> Page for Plain<Q> {
    const NAME: &'static str = Q::NAME;

    fn weight(&self) -> Weight {
        Weight::quick(&self.0.game(), Q::NAME)
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let desk = budget.desk();
        Reply::long_json(&self.0.answer(&desk)?, &desk.limits)
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
    use crate::server::Pool;

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
