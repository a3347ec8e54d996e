//! The views of the catalogue: lists its games, and describes one.

use bouton_ask::{Example, Facts, GameView};
use bouton_rules::Game;
use bouton_rules::catalogue::{Entry, games};

use crate::rules_file::rule_text;
use crate::show::{
    alphabet_of, board_of, ending_of, has_charts, has_nim_values, has_rows, has_sectors,
    has_slices, has_terms, has_value_charts, is_impartial, numbers_of, other_ending, picture_of,
};

/// All games of the catalogue.
#[must_use]
pub fn all_games() -> Vec<GameView> {
    games().iter().map(game_view).collect()
}

/// A game of the catalogue.
#[must_use]
pub fn game_view(entry: &Entry) -> GameView {
    let (text, position) = entry.example;
    let game = Game::parse(text).expect("the examples of the catalogue are games");
    GameView {
        name: entry.name.to_owned(),
        title: entry.title.to_owned(),
        parameters: entry.parameters.to_owned(),
        summary: entry.summary.to_owned(),
        positions: entry.positions.to_owned(),
        source: entry.source.to_owned(),
        example: Example { game: text.to_owned(), position: position.to_owned() },
        rules_text: rule_text(text).ok(),
        facts: facts(&game),
    }
}

/// What a front needs to know about a game: how it is drawn, which questions it supports, how it ends.
#[must_use]
pub fn facts(game: &Game) -> Facts {
    Facts {
        picture: picture_of(game).to_owned(),
        board: board_of(game).map(str::to_owned),
        impartial: is_impartial(game),
        ending: ending_of(game).to_owned(),
        other_ending: other_ending(game),
        alphabet: alphabet_of(game),
        charts: has_charts(game),
        has_value_charts: has_value_charts(game),
        slices: has_slices(game),
        numbers: numbers_of(game),
        has_sectors: has_sectors(game),
        has_terms: has_terms(game),
        has_nim_values: has_nim_values(game),
        has_rows: has_rows(game),
    }
}
