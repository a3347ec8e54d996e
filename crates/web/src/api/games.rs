//! Lists the games of the catalogue, and describes any game.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use bouton_lab::ask::{AboutView, GameView, examples};
use bouton_lab::{all_games, facts};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Viewed;
use crate::asked::{InAddress, game};
use crate::pool::Weight;
use crate::state::Shared;

static LIST: LazyLock<Vec<GameView>> = LazyLock::new(all_games);

/// `GET /api/games`
pub(crate) async fn games() -> Json<Vec<GameView>> {
    Json(LIST.clone())
}

/// A request to describe a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// The game, by name or by its rules.
    #[schemars(example = &examples::GAME)]
    game: String,
}

/// `GET /api/game`: its positions, its endings and the questions that it supports.
pub(crate) async fn about(
    State(state): State<Shared>,
    InAddress(asked): InAddress<About>,
) -> Viewed<AboutView> {
    let weight = Weight::quick(&asked.game, "game");
    let found = state.pool.run(weight, move |_| {
        let game = game(&asked.game)?;
        let (text, title) = (game.text().to_owned(), game.title().to_owned());
        Ok(AboutView { game: text, title, facts: facts(&game) })
    });
    found.await.map(Json)
}
