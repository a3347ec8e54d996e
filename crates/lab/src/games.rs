//! The catalogue, as fronts show it.

use bouton_ask::{Example, GameView};
use bouton_rules::Game;
use bouton_rules::catalogue::{Entry, GAMES};

use crate::rules_file::rule_text;
use crate::show::{has_charts, has_slices, numbers_of, picture_of};

/// All games of the catalogue.
#[must_use]
pub fn all_games() -> Vec<GameView> {
    GAMES.iter().map(|entry| game_view(entry)).collect()
}

/// A game of the catalogue.
#[must_use]
pub fn game_view(entry: &Entry) -> GameView {
    let (text, position) = entry.example;
    let game = Game::parse(text).ok();
    GameView {
        name: entry.name.to_owned(),
        title: entry.title.to_owned(),
        parameters: entry.parameters.to_owned(),
        summary: entry.summary.to_owned(),
        positions: entry.positions.to_owned(),
        source: entry.source.to_owned(),
        example: Example { game: text.to_owned(), position: position.to_owned() },
        rules_text: rule_text(text).ok(),
        picture: game.as_ref().map_or("plain", picture_of).to_owned(),
        charts: game.as_ref().is_some_and(has_charts),
        slices: game.as_ref().is_some_and(has_slices),
        numbers: game.as_ref().and_then(numbers_of),
    }
}
