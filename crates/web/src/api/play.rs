//! Games in progress: positions, replies and hints. No state is kept: the client sends the position with each
//! request.

use bouton_lab::ask::{Digraph, HintView, MoveView, Mover, PlayView, Strength, examples};
use bouton_lab::rules::{Game, Position, Ruleset};
use bouton_lab::values::Player;
use bouton_lab::{
    Play, Seats, Turn, arrows_of, ask, binary_columns, board_of, fair_start, first_start,
    is_impartial, move_in_words, move_view, mover_of, picture_of, place as cells, place_in_words,
    player_of, position_of, usual_start,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game;
use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::Problem;

/// A request for a position of a game and its moves.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    /// The game, by name or by its rules.
    game: String,
    /// The position. Without it: the usual start, another one if that is lost, or a random one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<ask::Position>,
    /// The player to move.
    #[serde(default)]
    mover: Mover,
    /// The move to make first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<ask::Position>,
    /// The player who can win the start, if no position is given: by default the one who begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Mover>,
    /// Choose a random start?
    #[serde(default)]
    random: bool,
    /// The seed of a random start.
    #[serde(default)]
    seed: u64,
}

impl Begin {
    /// A start, a move and a random start.
    pub(crate) fn examples() -> Vec<Begin> {
        let game = |game: &str| Begin { game: game.to_owned(), ..Begin::default() };
        vec![
            game(examples::GAME),
            Begin {
                position: Some(examples::WON.into()),
                to: Some(examples::WINNING_MOVE.into()),
                ..game(examples::GAME)
            },
            Begin { random: true, seed: 7, ..game(examples::PLANE) },
        ]
    }
}

/// The most options that are listed; further ones are only counted.
const MOST_LISTED: usize = 4000;

impl Page for Begin {
    const NAME: &'static str = "play";

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, ("play", self.position.as_ref().map(ask::Position::length)))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::json(&self.view(budget)?)
    }
}

impl Begin {
    pub(crate) fn view(&self, budget: &Budget) -> Result<PlayView, Problem> {
        let game = game(&self.game)?;
        let start = match &self.position {
            Some(asked) => position_of(&game, asked)?,
            None => begin(&game, self, budget)?,
        };
        let mut play = table(game, start, self.mover, budget)?;
        if let Some(asked) = &self.to {
            let to = position_of(play.game(), asked)?;
            play.make(to)?;
        }
        Ok(standing(&play))
    }
}

/// The most options of a position that can be played in the page, and the most bytes of their texts.
const MOST_OPTIONS: u128 = 50_000;
const LONGEST_OPTIONS: u128 = 2 << 20;

fn table(game: Game, start: Position, mover: Mover, budget: &Budget) -> Result<Play, Problem> {
    let length = start.to_string().len() as u128;
    match game.finite().map(|finite| finite.option_bound(&start)) {
        Some(bound) if bound > MOST_OPTIONS || bound.saturating_mul(length) > LONGEST_OPTIONS => {
            Err(Problem::bad(
                "the position has too many moves to be played in the page",
                format!(
                    "start from one with at most {MOST_OPTIONS} moves, or ask only who wins it"
                ),
            ))
        }
        _ => Ok(Play::new(game, start, player_of(mover), budget.limits())?),
    }
}

/// A position of a game, as a client sends it.
fn seated(
    text: &str,
    position: &ask::Position,
    mover: Mover,
    budget: &Budget,
) -> Result<Play, Problem> {
    let game = game(text)?;
    let start = position_of(&game, position)?;
    table(game, start, mover, budget)
}

fn begin(game: &Game, asked: &Begin, budget: &Budget) -> Result<Position, Problem> {
    let winner = asked.winner.unwrap_or(asked.mover);
    let seats = Seats { mover: player_of(asked.mover), winner: player_of(winner) };
    let start = match asked.random {
        true => fair_start(game, seats, asked.seed, &budget.limits())?,
        false => first_start(game, seats, &budget.limits())?,
    };
    start.ok_or_else(|| match usual_start(game) {
        Err(refusal) => refusal.into(),
        Ok(usual) => Problem::bad(
            format!("found no start that {} can win", player_of(winner)),
            format!("give a position, such as {usual}, or let the other player begin"),
        ),
    })
}

/// Describes a position: its moves, and who has won if the game is over.
fn standing(play: &Play) -> PlayView {
    let winner = match play.turn() {
        Turn::Won(player) => Some(mover_of(player)),
        Turn::Move(_) => None,
    };
    let options = play.options();
    let arrows = arrows_of(play.game());
    PlayView {
        game: play.game().text().to_owned(),
        title: play.game().title().to_owned(),
        position: play.position().to_string(),
        cells: cells(play.position()),
        mover: mover_of(play.mover()),
        picture: picture_of(play.game()).to_owned(),
        board: board_of(play.game()).map(str::to_owned),
        impartial: is_impartial(play.game()),
        over: winner.is_some(),
        winner,
        option_count: options.as_ref().map(Vec::len),
        options: options.map(|options| moves(play, &options)),
        digraph: arrows.map(|(vertices, arrows)| Digraph { vertices, arrows }),
        words: None,
        why: None,
    }
}

/// The options with their moves in words, at most [`MOST_LISTED`].
fn moves(play: &Play, options: &[Position]) -> Vec<MoveView> {
    let view = |option: &Position| move_view(play.game(), play.position(), option);
    options.iter().take(MOST_LISTED).map(view).collect()
}

/// A request for the opponent's move.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Respond {
    /// The game, by name or by its rules.
    game: String,
    /// The position.
    position: ask::Position,
    /// The player to move.
    #[serde(default)]
    mover: Mover,
    /// How well the opponent plays.
    #[serde(default)]
    strength: Strength,
    /// The seed of a random move.
    #[serde(default)]
    seed: u64,
}

impl Respond {
    /// A position that the player to move wins, and one that is lost.
    pub(crate) fn examples() -> Vec<Respond> {
        let example = |game: &str, position: &str| Respond {
            game: game.to_owned(),
            position: position.into(),
            mover: Mover::Right,
            strength: Strength::Perfect,
            seed: 1,
        };
        [examples::WON, examples::LOST].map(|position| example(examples::GAME, position)).into()
    }
}

impl Page for Respond {
    const NAME: &'static str = "reply";

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, ("reply", self.position.length()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let mut play = seated(&self.game, &self.position, self.mover, budget)?;
        let Some(found) = bouton_lab::reply(&play, self.strength, self.seed)? else {
            return Err(Problem::bad("the game is over", "start another one"));
        };
        let words = move_in_words(play.game(), play.position(), &found.position);
        play.make(found.position)?;
        Reply::json(&PlayView { words: Some(words), why: Some(found.why), ..standing(&play) })
    }
}

/// A request for the winning moves of a position.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    /// The game, by name or by its rules.
    game: String,
    /// The position.
    position: ask::Position,
    /// The player to move.
    #[serde(default)]
    mover: Mover,
}

impl Hint {
    /// A position that the player to move wins, and one that is lost.
    pub(crate) fn examples() -> Vec<Hint> {
        let positions = [examples::WON, examples::LOST].map(Into::into);
        let game = || examples::GAME.to_owned();
        positions.map(|position| Hint { game: game(), position, mover: Mover::Left }).into()
    }
}

impl Page for Hint {
    const NAME: &'static str = "hint";

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, ("hint", self.position.length()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        Reply::json(&self.view(budget)?)
    }
}

impl Hint {
    pub(crate) fn view(&self, budget: &Budget) -> Result<HintView, Problem> {
        let play = seated(&self.game, &self.position, self.mover, budget)?;
        let solution = play.solve()?;
        let winning = solution.winning(play.mover());
        let place =
            winning.first().and_then(|option| place_in_words(play.game(), play.position(), option));
        Ok(HintView {
            position: play.position().to_string(),
            mover: mover_of(play.mover()),
            outcome: solution.outcome.letter().to_string(),
            left_first: solution.outcome.winner_letter(Player::Left).to_string(),
            right_first: solution.outcome.winner_letter(Player::Right).to_string(),
            sentence: solution.outcome.sentence().to_owned(),
            value: solution.value.as_ref().map(ToString::to_string),
            wins: solution.outcome.is_win_for(play.mover()),
            winning: moves(&play, winning),
            winning_count: winning.len(),
            why: solution.reasons.clone(),
            columns: binary_columns(play.game(), play.position()),
            place,
        })
    }
}

/// A request to rate every option of a position.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Options(Hint);

impl Page for Options {
    const NAME: &'static str = "options";

    fn weight(&self) -> Weight {
        Weight::quick(&self.0.game, ("options", self.0.position.length()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let play = seated(&self.0.game, &self.0.position, self.0.mover, budget)?;
        Reply::json(&bouton_lab::rate_options(&play)?)
    }
}

/// A request to comment on a move.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Made {
    /// The game, by name or by its rules.
    game: String,
    /// The position before the move.
    position: ask::Position,
    /// The position after it.
    to: ask::Position,
    /// The player who made it.
    #[serde(default)]
    mover: Mover,
}

impl Made {
    /// A winning move.
    pub(crate) fn examples() -> Vec<Made> {
        let (position, to) = (examples::WON.into(), examples::WINNING_MOVE.into());
        vec![Made { game: examples::GAME.to_owned(), position, to, mover: Mover::Left }]
    }
}

impl Page for Made {
    const NAME: &'static str = "review";

    fn weight(&self) -> Weight {
        Weight::quick(&self.game, ("review", self.position.length()))
    }

    fn answer(&self, budget: &Budget) -> Result<Reply, Problem> {
        let play = seated(&self.game, &self.position, self.mover, budget)?;
        Reply::json(&bouton_lab::review(&play, position_of(play.game(), &self.to)?)?)
    }
}
