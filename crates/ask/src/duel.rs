//! The question how strategies do against each other, and the fit of Nimrod's model.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Position, Question, is_false};

/// Plays strategies against each other: win rates with confidence intervals, from a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    /// The game: its name with parameters, or its rules.
    pub game: String,
    /// The strategy of the first player, such as `model`, `random` or `perfect`.
    pub first: String,
    /// The strategy of the second player.
    pub second: String,
    /// The starting positions; by default the game's example.
    #[serde(default)]
    pub positions: Vec<Position>,
    /// How many games are played from each start.
    #[serde(default = "usual_games")]
    pub games: u64,
    /// The seed: the same seed gives the same games.
    #[serde(default)]
    pub seed: u64,
    /// Do the players take turns to begin?
    #[serde(default, skip_serializing_if = "is_false")]
    pub alternate: bool,
    /// Compute the exact chance as well?
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

fn usual_games() -> u64 {
    1000
}

impl Question for Duel {
    type View = DuelView;
    const NAME: &'static str = "duel";

    fn examples() -> Vec<Duel> {
        let duel = |game: &str, first: &str, second: &str, start: &str| Duel {
            game: game.to_owned(),
            first: first.to_owned(),
            second: second.to_owned(),
            positions: vec![start.into()],
            games: 100,
            seed: 1,
            alternate: false,
            exact: false,
        };
        vec![duel("nimrod", "model", "random", "100,1"), duel("nim", "perfect", "random", "3,4,5")]
    }
}

/// The result of a duel, or a list of results if there are several starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DuelView {
    /// The result of one start.
    One(OneDuel),
    /// The results of several starts.
    Several(DuelsView),
}

impl DuelView {
    /// The view of one duel, or of a list of them.
    #[must_use]
    pub fn new(mut duels: Vec<OneDuel>) -> DuelView {
        match (duels.len(), duels.pop()) {
            (1, Some(only)) => DuelView::One(only),
            (_, last) => {
                duels.extend(last);
                DuelView::Several(DuelsView { duels })
            }
        }
    }

    /// The results of all duels.
    #[must_use]
    pub fn duels(&self) -> &[OneDuel] {
        match self {
            DuelView::One(only) => std::slice::from_ref(only),
            DuelView::Several(several) => &several.duels,
        }
    }
}

/// The results of duels from several starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DuelsView {
    /// A result for each start.
    pub duels: Vec<OneDuel>,
}

/// The result of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OneDuel {
    /// The game, as it can be typed.
    pub game: String,
    /// The title of the game, if it differs from how it is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The starting position.
    pub position: String,
    /// The strategy of the first player.
    pub first: String,
    /// The strategy of the second player.
    pub second: String,
    /// How many games were played.
    pub games: u64,
    /// How many the first player won.
    pub first_wins: u64,
    /// How many the second player won.
    pub second_wins: u64,
    /// How many games did not end.
    pub unfinished: u64,
    /// The 95 % interval of the first player's share.
    pub interval: [f64; 2],
    /// How many moves were made.
    pub moves: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Did the players take turns to begin?
    pub alternate: bool,
    /// The exact chance of the first player, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
}

/// The parameters that fit Nimrod's model best, and how well they do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FitView {
    /// The parameters of G(r,p) = cos((ar+bp)/(cr+d)).
    pub model: FittedModel,
    /// The strategy, as it can be typed.
    pub strategy: String,
    /// Is this the strategy that `model` names?
    pub usual: bool,
    /// The data that it was fitted to.
    pub learnt_from: LearntFrom,
    /// How often the fitted model is right.
    pub fit: ShareView,
    /// How often the model is right in each belt of p/r².
    pub belts: Vec<Belt>,
    /// How often the model is right in all belts together, by the size of the piles.
    pub together: Vec<Decade>,
}

/// The parameters of G(r,p) = cos((ar+bp)/(cr+d)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FittedModel {
    /// The parameter a of the model.
    pub a: f64,
    /// The parameter b of the model.
    pub b: f64,
    /// The parameter c of the model.
    pub c: f64,
    /// The parameter d of the model.
    pub d: f64,
}

/// The data that a model was fitted to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LearntFrom {
    /// The largest pile.
    pub pile: u64,
    /// How many triples were drawn at random.
    pub draws: usize,
    /// How many of the best triples were improved step by step.
    pub climbs: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The usual search.
impl Default for LearntFrom {
    fn default() -> LearntFrom {
        LearntFrom { pile: 100, draws: 10_000, climbs: 40, seed: 1 }
    }
}

/// How often a model is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShareView {
    /// The number of choices.
    pub choices: u64,
    /// The number of choices that were right.
    pub right: u64,
    /// The share of right choices; null if there was no choice.
    pub share: Option<f64>,
    /// The 95 % interval of the share.
    pub interval: [f64; 2],
    /// The share by chance; null if there was no choice.
    pub chance: Option<f64>,
}

/// How often a model is right in a belt of p/r².
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Belt {
    /// The lower end of the belt: p/r² is at least this.
    pub from: f64,
    /// The upper end of the belt: p/r² is less than this.
    pub to: f64,
    /// How often the model is right in this belt, by the size of the piles.
    pub decades: Vec<Decade>,
}

/// How often a model is right for piles of a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Decade {
    /// How often the model is right for piles of this size.
    #[serde(flatten)]
    pub share: ShareView,
    /// The smallest and the largest pile.
    pub piles: [u64; 2],
}
