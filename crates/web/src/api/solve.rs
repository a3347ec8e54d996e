use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bouton_lab::render::{self, Detail};
use bouton_lab::{Answer, Question, answer, certify};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Viewed, file};
use crate::asked::{Asked, Place, game};
use crate::pool::{Means, Weight};
use crate::problem::Problem;
use crate::state::Shared;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    game: String,
    position: Place,
}

/// `POST /api/solve`
pub(crate) async fn solve(State(state): State<Shared>, Asked(asked): Asked<Solve>) -> Viewed {
    let weight = Weight::quick(&asked.game, ("solve", asked.position.length()));
    state.pool.run(weight, move |means| asked.view(means)).await.map(Json)
}

impl Solve {
    pub(crate) fn view(&self, means: &Means) -> Result<Value, Problem> {
        let game = game(&self.game)?;
        let position = self.position.of(&game)?;
        let question = Question { limits: means.limits(), ..Question::solve(game, position) };
        let found = answer(&question)?;
        let mut view = solution(&question, &found);
        let text = render::text(&question, &found, Detail::default());
        view["text"] = json!(anstream::adapter::strip_str(&text).to_string());
        Ok(view)
    }
}

/// `POST /api/certificate/position`
pub(crate) async fn position_certificate(
    State(state): State<Shared>,
    Asked(asked): Asked<Solve>,
) -> Result<Response, Problem> {
    let weight = Weight::quick(&asked.game, ("certificate", asked.position.length()));
    let found = state.pool.run(weight, move |means| {
        let game = game(&asked.game)?;
        let position = asked.position.of(&game)?;
        let question = Question { limits: means.limits(), ..Question::solve(game, position) };
        let found = answer(&question)?;
        Ok(certify::certificate(&question, &found)?.to_json().into_bytes())
    });
    Ok(file("certificate.json", "application/json", found.await?))
}

/// Who wins a position: what the lab tells, the sentence, and not too many moves.
pub(super) fn solution(question: &Question, found: &Answer) -> Value {
    let mut view = render::json::answer(question, found);
    view["sentence"] = json!(found.solution().map(|solution| solution.outcome.sentence()));
    shorten(&mut view);
    view
}

/// Moves beyond this are counted, not listed.
const MOST_LISTED: usize = 4000;

fn shorten(view: &mut Value) {
    for key in ["winning_moves", "left_winning_moves", "right_winning_moves"] {
        if let Some(moves) = view.get_mut(key).and_then(Value::as_array_mut)
            && moves.len() > MOST_LISTED
        {
            let count = moves.len();
            moves.truncate(MOST_LISTED);
            view[format!("{key}_count")] = json!(count);
        }
    }
}
