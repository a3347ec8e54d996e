//! Lists the games of the catalogue, and describes any game.

use std::sync::LazyLock;

use bouton_lab::ask::{AboutView, GameView, examples};
use bouton_lab::{all_games, facts};
use schemars::JsonSchema;
use serde::Deserialize;

use super::game;
use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

static LIST: LazyLock<Vec<GameView>> = LazyLock::new(all_games);

/// A request for the list of all games.
#[derive(Deserialize)]
pub(crate) struct Games {}

impl Page for Games {
    const NAME: &'static str = "games";

    fn weight(&self) -> Weight {
        Weight::quick("", "games")
    }

    fn answer(&self, _: &Budget) -> Result<Reply, Problem> {
        Reply::json(&*LIST)
    }
}

/// A request to describe a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// The game, by name or by its rules.
    #[schemars(example = &examples::GAME)]
    game: String,
}

/// Its positions, its endings and the questions that it supports.
impl Page for About {
    const NAME: &'static str = "game";

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, "game")
    }

    fn answer(&self, _: &Budget) -> Result<Reply, Problem> {
        let game = game(&self.game)?;
        let (text, title) = (game.text().to_owned(), game.title().to_owned());
        Reply::json(&AboutView { game: text, title, facts: facts(&game) })
    }
}
