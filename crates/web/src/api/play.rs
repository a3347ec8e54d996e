//! Games in progress. Nothing is kept here: the client sends the position with each question.

use axum::Json;
use axum::extract::State;
use bouton_lab::render::json::position as cells;
use bouton_lab::rules::{Game, Position, Ruleset};
use bouton_lab::values::Player;
use bouton_lab::{
    Column, Play, Seats, Strength, Turn, arrows_of, binary_columns, fair_start, first_start,
    is_impartial, move_in_words, picture_of, usual_start,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Viewed;
use crate::asked::{Asked, Mover, Place, game, named};
use crate::pool::{Means, Weight};
use crate::problem::Problem;
use crate::state::Shared;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    game: String,
    /// If there is none: the usual start, another one if that is lost, or a random one.
    position: Option<Place>,
    #[serde(default)]
    mover: Mover,
    /// A move to make first.
    to: Option<Place>,
    /// Who can win a start that is not given: who begins, unless something else is said.
    winner: Option<Mover>,
    #[serde(default)]
    random: bool,
    #[serde(default)]
    seed: u64,
}

/// Options beyond this are counted, not listed.
const MOST_LISTED: usize = 4000;

/// `POST /api/play`
pub(crate) async fn play(State(state): State<Shared>, Asked(asked): Asked<Begin>) -> Viewed {
    let weight = Weight::quick(&asked.game, ("play", asked.position.as_ref().map(Place::length)));
    state.pool.run(weight, move |means| asked.view(means)).await.map(Json)
}

impl Begin {
    pub(crate) fn view(&self, means: &Means) -> Result<Value, Problem> {
        let game = game(&self.game)?;
        let start = match &self.position {
            Some(place) => place.of(&game)?,
            None => begin(&game, self, means)?,
        };
        let mut play = table(game, start, self.mover, means)?;
        if let Some(place) = &self.to {
            let to = place.of(play.game())?;
            play.make(to)?;
        }
        Ok(standing(&play))
    }
}

/// Positions with more moves than this are nothing to play with in a page, and neither are those whose options are
/// longer than this when they are written down.
const MOST_OPTIONS: u128 = 50_000;
const LONGEST_OPTIONS: u128 = 2 << 20;

fn table(game: Game, start: Position, mover: Mover, means: &Means) -> Result<Play, Problem> {
    let length = start.to_string().len() as u128;
    match game.finite().map(|finite| finite.option_bound(&start)) {
        Some(bound) if bound > MOST_OPTIONS || bound.saturating_mul(length) > LONGEST_OPTIONS => {
            Err(Problem::bad(
                "the position has too many moves to play with",
                format!("start from one with at most {MOST_OPTIONS}, or ask who wins it"),
            ))
        }
        _ => Ok(Play::new(game, start, mover.into(), means.limits())?),
    }
}

fn begin(game: &Game, asked: &Begin, means: &Means) -> Result<Position, Problem> {
    let winner = asked.winner.unwrap_or(asked.mover);
    let seats = Seats { mover: asked.mover.into(), winner: winner.into() };
    let start = match asked.random {
        true => fair_start(game, seats, asked.seed, &means.limits())?,
        false => first_start(game, seats, &means.limits())?,
    };
    start.ok_or_else(|| match usual_start(game) {
        None => Problem::bad("the game has no usual start", "write a position, such as 3,4"),
        Some(usual) => Problem::bad(
            format!("no start was found that {} can win", named(winner.into())),
            format!("write a position, such as {usual}, or let the other one begin"),
        ),
    })
}

/// Where the game stands, and what can be done.
fn standing(play: &Play) -> Value {
    let winner = match play.turn() {
        Turn::Won(player) => Some(named(player)),
        Turn::Move(_) => None,
    };
    let options = play.options();
    let count = options.as_ref().map(Vec::len);
    let listed = options.map(|options| moves(play, &options[..options.len().min(MOST_LISTED)]));
    let mut view = json!({
        "game": play.game().text(),
        "title": play.game().title(),
        "position": play.position().to_string(),
        "cells": cells(play.position()),
        "mover": named(play.mover()),
        "picture": picture_of(play.game()),
        "impartial": is_impartial(play.game()),
        "over": winner.is_some(),
        "winner": winner,
        "options": listed,
        "option_count": count,
    });
    if let Some((vertices, arrows)) = arrows_of(play.game()) {
        view["digraph"] = json!({ "vertices": vertices, "arrows": arrows });
    }
    view
}

/// Positions that can be moved to, with the moves in words.
fn moves(play: &Play, options: &[Position]) -> Value {
    let view = |option: &Position| {
        json!({
            "position": option.to_string(),
            "cells": cells(option),
            "move": move_in_words(play.game(), play.position(), option),
        })
    };
    options.iter().map(view).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Respond {
    game: String,
    position: Place,
    #[serde(default)]
    mover: Mover,
    #[serde(default)]
    strength: How,
    #[serde(default)]
    seed: u64,
}

/// How well the opponent plays.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum How {
    #[default]
    Perfect,
    Weak,
    Random,
}

impl From<How> for Strength {
    fn from(how: How) -> Strength {
        match how {
            How::Perfect => Strength::Perfect,
            How::Weak => Strength::Weak,
            How::Random => Strength::Random,
        }
    }
}

/// `POST /api/reply`
pub(crate) async fn reply(State(state): State<Shared>, Asked(asked): Asked<Respond>) -> Viewed {
    let weight = Weight::quick(&asked.game, ("reply", asked.position.length()));
    let found = state.pool.run(weight, move |means| {
        let game = game(&asked.game)?;
        let position = asked.position.of(&game)?;
        let mut play = table(game, position, asked.mover, means)?;
        let found = bouton_lab::reply(&play, asked.strength.into(), asked.seed)?;
        let Some(found) = found else {
            return Err(Problem::bad("the game is over", "begin another one"));
        };
        let words = move_in_words(play.game(), play.position(), &found.position);
        play.make(found.position)?;
        let mut view = standing(&play);
        view["move"] = json!(words);
        view["why"] = json!(found.why);
        Ok(view)
    });
    found.await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    game: String,
    position: Place,
    #[serde(default)]
    mover: Mover,
}

/// `POST /api/hint`
pub(crate) async fn hint(State(state): State<Shared>, Asked(asked): Asked<Hint>) -> Viewed {
    let weight = Weight::quick(&asked.game, ("hint", asked.position.length()));
    state.pool.run(weight, move |means| asked.view(means)).await.map(Json)
}

impl Hint {
    pub(crate) fn view(&self, means: &Means) -> Result<Value, Problem> {
        let game = game(&self.game)?;
        let position = self.position.of(&game)?;
        let columns = binary_columns(&game, &position);
        let play = table(game, position, self.mover, means)?;
        let solution = play.solve()?;
        let winning = solution.winning(play.mover());
        Ok(json!({
            "position": play.position().to_string(),
            "mover": named(play.mover()),
            "outcome": solution.outcome.letter().to_string(),
            "left_first": solution.outcome.winner_letter(Player::Left),
            "right_first": solution.outcome.winner_letter(Player::Right),
            "sentence": solution.outcome.sentence(),
            "value": solution.value.as_ref().map(ToString::to_string),
            "wins": solution.outcome.is_win_for(play.mover()),
            "winning": moves(&play, &winning[..winning.len().min(MOST_LISTED)]),
            "winning_count": winning.len(),
            "why": solution.reasons,
            "columns": columns.map(|columns| columns.iter().map(column).collect::<Value>()),
        }))
    }
}

fn column(column: &Column) -> Value {
    json!({ "bit": column.bit, "ones": column.ones, "parity": column.parity() })
}
