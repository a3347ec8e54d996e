//! Games, and the questions that engines answer about them.

use std::sync::Arc;

use bouton_lab::graph::graph_of_game;
use bouton_lab::rules as lab;
use bouton_lab::rules::{Refusal, Ruleset};
use bouton_lab::values::Player;
use bouton_lab::{
    Answer, ForEngines, Question, ReadError, answer, ask, game_of_rules, place, read_game,
    read_game_as_written, read_question, rule_text,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::LabAnswer;
use crate::convert::{Count, from_python, to_python};
use crate::errors::{bad, internal};
use crate::graph::LabGraph;
use crate::work::{WorkOptions, run};

type Given<'a, 'py> = &'a Bound<'py, PyDict>;

/// A game that was read.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabGame {
    game: Arc<lab::Game>,
}

impl LabGame {
    pub(crate) fn game(&self) -> Arc<lab::Game> {
        Arc::clone(&self.game)
    }

    fn put<Q: ForEngines>(
        &self,
        py: Python<'_>,
        asked: serde_json::Value,
        work_options: &WorkOptions,
    ) -> PyResult<LabAnswer> {
        let game = self.game();
        let (asked, question, answer) = run(py, work_options, move |limits| {
            let asked: Q = read_question(asked)?;
            let question = asked.question_about((*game).clone(), limits)?;
            let answer = answer(&question)?;
            Ok::<_, Refusal>((asked, question, answer))
        })?;
        let show = move |question: &Question, answer: &Answer| {
            let view = asked.view(question, answer)?;
            serde_json::to_string(&view).map_err(|error| Refusal::bug(error.to_string()))
        };
        LabAnswer::new(py, question, answer, Box::new(show))
    }
}

/// A player by name.
pub(crate) fn player(py: Python<'_>, name: &str) -> PyResult<Player> {
    match name {
        "left" => Ok(Player::Left),
        "right" => Ok(Player::Right),
        _ => Err(bad(py, "unknown player", "use \"left\" or \"right\"")),
    }
}

#[pymethods]
impl LabGame {
    #[new]
    fn read(py: Python<'_>, text: String, as_written: bool) -> PyResult<LabGame> {
        let read = if as_written { read_game_as_written } else { read_game };
        let game = run(py, &WorkOptions::default(), move |_| read(&text))?;
        Ok(LabGame { game: Arc::new(game) })
    }

    /// The game of a rule text.
    ///
    /// -> LabGame
    #[staticmethod]
    fn of_rules(py: Python<'_>, text: String, arguments: String) -> PyResult<LabGame> {
        let game = run(py, &WorkOptions::default(), move |_| game_of_rules(&text, &arguments))?;
        Ok(LabGame { game: Arc::new(game) })
    }

    /// -> str
    #[getter]
    fn text(&self) -> &str {
        self.game.text()
    }

    /// -> str
    #[getter]
    fn title(&self) -> &str {
        self.game.title()
    }

    /// Are positions fractions?
    ///
    /// -> bool
    #[getter]
    fn is_real(&self) -> bool {
        self.game.finite().is_none()
    }

    /// -> str | None
    fn rules(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.game();
        run(py, &WorkOptions::default(), move |_| match rule_text(game.text()) {
            Ok(text) => Ok(Some(text)),
            Err(ReadError::Refused(Refusal::Unsupported { .. })) => Ok(None),
            Err(unread) => Err(unread),
        })
    }

    /// -> list[Any]
    fn options<'py>(
        &self,
        py: Python<'py>,
        position: String,
        player: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        const MOST: u128 = 1_000_000;
        let player = self::player(py, player)?;
        let game = self.game();
        let options = run(py, &WorkOptions::default(), move |_| {
            let position = game.position(&position)?;
            match game.finite() {
                Some(game) if game.option_bound(&position) <= MOST => {
                    Ok(game.options(&position, player).iter().map(place).collect::<Vec<_>>())
                }
                _ => Err(Refusal::bad(
                    format!("{position} has too many options to list"),
                    "ask about a smaller position",
                )),
            }
        })?;
        to_python(py, &options)
    }

    /// -> Any
    fn position<'py>(&self, py: Python<'py>, position: String) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game();
        let found = run(py, &WorkOptions::default(), move |_| game.position(&position))?;
        to_python(py, &place(&found))
    }

    /// Asks the engines: `"solve"`, `"sequence"`, `"table"`, `"count"` or `"chart"`, with the fields of that question.
    ///
    /// -> LabAnswer
    #[pyo3(signature = (name, question, **work_options))]
    fn ask(
        &self,
        py: Python<'_>,
        name: &str,
        question: &Bound<'_, PyDict>,
        work_options: Option<Given<'_, '_>>,
    ) -> PyResult<LabAnswer> {
        // The game was read before; its text is not used.
        question.set_item("game", "")?;
        let (asked, work_options) = (from_python(question)?, WorkOptions::read(work_options)?);
        match name {
            "solve" => self.put::<ask::Solve>(py, asked, &work_options),
            "sequence" => self.put::<ask::Sequence>(py, asked, &work_options),
            "table" => self.put::<ask::Table>(py, asked, &work_options),
            "count" => self.put::<ask::Count>(py, asked, &work_options),
            "chart" => self.put::<ask::Chart>(py, asked, &work_options),
            _ => Err(internal(py, "no engine question has this name")),
        }
    }

    /// -> LabGraph
    #[pyo3(signature = (numbers, below, **work_options))]
    fn graph(
        &self,
        py: Python<'_>,
        numbers: Option<Count>,
        below: Count,
        work_options: Option<Given<'_, '_>>,
    ) -> PyResult<LabGraph> {
        const MOST_NUMBERS: u64 = 64;
        let game = self.game();
        let numbers = numbers.map(|numbers| numbers.0);
        if numbers.is_some_and(|numbers| numbers > MOST_NUMBERS) {
            return Err(bad(py, "too many numbers in a position", "ask for at most 64"));
        }
        let numbers = numbers.map(|numbers| numbers as usize);
        run(py, &WorkOptions::read(work_options)?, move |limits| {
            graph_of_game(&game, numbers, below.0, limits)
        })
        .map(LabGraph::new)
    }
}
