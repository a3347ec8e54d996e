//! The catalogue.

use std::sync::LazyLock;

use axum::Json;
use bouton_lab::all_games;
use bouton_lab::ask::GameView;

static LIST: LazyLock<Vec<GameView>> = LazyLock::new(all_games);

/// `GET /api/games`
pub(crate) async fn games() -> Json<Vec<GameView>> {
    Json(LIST.clone())
}
