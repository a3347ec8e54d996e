//! Strategies against each other.

use bouton_lab::duel::duels::{Settings, StrategyName};
use bouton_lab::duel::{DuelQuestion, Fought, duel as fight, start_with, usual_start};
use bouton_lab::render;
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::convert::{Count, PositionText, Size, position, to_python};
use crate::errors::internal;
use crate::game::Game;
use crate::work::{Means, run};

/// Lets two strategies play many games against each other.
///
/// >>> import bouton
/// >>> duel = bouton.duel(bouton.Game("nimrod"), "perfect", "random", start=1000, games=200)
/// >>> duel.games, duel.share > 0.9
/// (200, True)
///
/// `start` is a position, or a lone pile, or None for the game's example. The same seed gives the same games on any
/// number of threads. `alternate` lets the second strategy move first in every other game; `exact` works out the
/// chance itself, too. `bouton.strategies()` lists the strategies.
#[pyfunction]
#[pyo3(signature = (game, first = "random".to_owned(), second = "random".to_owned(), *, start = None, games = Count(2000), seed = Count(1), alternate = false, exact = false, threads = Count(0), memory = None, steps = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn duel(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    first: String,
    second: String,
    start: Option<&Bound<'_, PyAny>>,
    games: Count,
    seed: Count,
    alternate: bool,
    exact: bool,
    threads: Count,
    memory: Option<Size>,
    steps: Option<Count>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Duel> {
    let start = match start {
        None => Start::Usual,
        Some(pile) if pile.is_instance_of::<PyInt>() => Start::Pile(pile.extract::<Count>()?.0),
        Some(position) => Start::Position(position.extract::<PositionText>()?.0),
    };
    let game = game.get().lab();
    let settings = Settings { seed: seed.0, alternate };
    let fought = run(py, &Means::new(memory, steps, progress), move |limits| {
        let start = match start {
            Start::Usual => usual_start(&game)?,
            Start::Pile(pile) => start_with(&game, pile)?,
            Start::Position(text) => game.position(&text)?,
        };
        let question = DuelQuestion {
            game: (*game).clone(),
            players: [StrategyName::parse(&first)?, StrategyName::parse(&second)?],
            starts: vec![start],
            games: games.0,
            settings,
            threads: threads.0 as usize,
            exact,
            limits: limits.clone(),
        };
        let fought = fight(&question)?;
        Ok::<_, Refusal>((question, fought))
    })?;
    let (question, mut fought) = fought;
    match fought.pop() {
        Some(fought) => Ok(Duel { question, fought }),
        None => Err(internal(py, "a duel was fought without a result")),
    }
}

/// Where games start.
enum Start {
    Usual,
    Pile(u64),
    Position(String),
}

/// What came of a duel. `bouton.duel` makes it.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Duel {
    question: DuelQuestion,
    fought: Fought,
}

#[pymethods]
impl Duel {
    /// Where the games started.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        position(py, &self.fought.start)
    }

    /// The first strategy.
    #[getter]
    fn first(&self) -> String {
        self.question.players[0].to_string()
    }

    /// The second strategy.
    #[getter]
    fn second(&self) -> String {
        self.question.players[1].to_string()
    }

    /// How many games were played.
    #[getter]
    fn games(&self) -> u64 {
        self.fought.tally.games
    }

    /// How many of them the first strategy won.
    #[getter]
    fn first_wins(&self) -> u64 {
        self.fought.tally.first_wins
    }

    /// How many of them the second strategy won.
    #[getter]
    fn second_wins(&self) -> u64 {
        self.fought.tally.second_wins
    }

    /// How many games had no end.
    #[getter]
    fn unfinished(&self) -> u64 {
        self.fought.tally.unfinished
    }

    /// How many moves were made in all games.
    #[getter]
    fn moves(&self) -> u64 {
        self.fought.tally.moves
    }

    /// The share of games that the first strategy won.
    #[getter]
    fn share(&self) -> f64 {
        self.fought.tally.share()
    }

    /// Wilson's interval for the chance of the first strategy, at 95 %.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        self.fought.interval
    }

    /// The chance itself, if it was asked for, else None.
    #[getter]
    fn exact(&self) -> Option<f64> {
        self.fought.exact
    }

    /// The same as a dictionary: what `bouton duel --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &render::duel::view(&self.question, std::slice::from_ref(&self.fought)))
    }

    fn __repr__(&self) -> String {
        let tally = &self.fought.tally;
        format!(
            "<Duel: {} won {} of {} games against {}>",
            self.first(),
            tally.first_wins,
            tally.games,
            self.second()
        )
    }
}

/// The strategies by name, and what each does.
///
/// >>> import bouton
/// >>> "perfect" in bouton.strategies()
/// True
#[pyfunction]
pub(crate) fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for (name, does) in StrategyName::all() {
        all.set_item(name, does)?;
    }
    Ok(all)
}
