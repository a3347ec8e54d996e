//! Solves a position, and writes certificates of the result.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bouton_lab::ask::{Solve, SolveView};
use bouton_lab::render::AsText;
use bouton_lab::{ForEngines, answer, certify};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Viewed, file};
use crate::asked::Asked;
use crate::pool::{Budget, Weight};
use crate::problem::Problem;
use crate::state::Shared;

/// The answer for a position, with the text that the command line prints.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct SolvePage {
    /// The answer.
    #[serde(flatten)]
    view: SolveView,
    /// The answer in words, as the command line prints it.
    text: String,
}

/// `POST /api/solve`
pub(crate) async fn solve(
    State(state): State<Shared>,
    Asked(asked): Asked<Solve>,
) -> Viewed<SolvePage> {
    let weight = Weight::quick(&asked.game, ("solve", asked.position.length()));
    state.pool.run(weight, move |budget| page(&asked, budget)).await.map(Json)
}

pub(crate) fn page(asked: &Solve, budget: &Budget) -> Result<SolvePage, Problem> {
    let question = asked.question(&budget.desk())?;
    let found = answer(&question)?;
    let view = asked.view(&question, &found)?;
    let text = super::plain(&view.text(false));
    Ok(SolvePage { view: shortened(view), text })
}

/// `POST /api/certificate/position`
pub(crate) async fn position_certificate(
    State(state): State<Shared>,
    Asked(asked): Asked<Solve>,
) -> Result<Response, Problem> {
    let weight = Weight::quick(&asked.game, ("certificate", asked.position.length()));
    let found = state.pool.run(weight, move |budget| {
        let question = asked.question(&budget.desk())?;
        let found = answer(&question)?;
        Ok(certify::certificate(&question, &found)?.to_json().into_bytes())
    });
    Ok(file("certificate.json", "application/json", found.await?))
}

/// The most moves that are listed; further ones are only counted.
const MOST_LISTED: usize = 4000;

/// Shortens the list of moves to [`MOST_LISTED`].
pub(super) fn shortened(mut view: SolveView) -> SolveView {
    view.shorten(MOST_LISTED);
    view
}
