use std::sync::LazyLock;

use axum::Json;
use bouton_lab::rules::Game;
use bouton_lab::rules::catalogue::{Entry, GAMES};
use bouton_lab::{has_charts, has_slices, numbers_of, picture_of, rule_text};
use serde_json::{Value, json};

static LIST: LazyLock<Value> = LazyLock::new(|| GAMES.iter().map(|entry| view(entry)).collect());

/// `GET /api/games`
pub(crate) async fn games() -> Json<Value> {
    Json(LIST.clone())
}

fn view(entry: &Entry) -> Value {
    let (text, position) = entry.example;
    let game = Game::parse(text).ok();
    json!({
        "name": entry.name,
        "title": entry.title,
        "parameters": entry.parameters,
        "summary": entry.summary,
        "positions": entry.positions,
        "source": entry.source,
        "example_game": text,
        "example_position": position,
        "rules_text": rule_text(text).ok(),
        "picture": game.as_ref().map_or("plain", picture_of),
        "charts": game.as_ref().is_some_and(has_charts),
        "slices": game.as_ref().is_some_and(has_slices),
        "numbers": game.as_ref().and_then(numbers_of),
    })
}
