//! Games, and what engines are asked about them.

use std::sync::Arc;

use bouton_lab::graph::graph_of_game;
use bouton_lab::render;
use bouton_lab::rules as lab;
use bouton_lab::rules::{Refusal, Ruleset};
use bouton_lab::values::Player;
use bouton_lab::{
    Ask, Entries, Quantity, Question, Unread, Window, answer, ask_for_values, explain,
    game_of_rules, place, quotient_of_game, read_game, read_game_as_written, rule_text,
    table_question,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{Asked, LabAnswer};
use crate::convert::{Count, Interval, PositionText, to_python};
use crate::errors::bad;
use crate::graph::LabGraph;
use crate::sequence::LabTerms;
use crate::work::{Means, run};

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

    /// Asks, and keeps the question with its answer.
    fn ask<W>(
        &self,
        py: Python<'_>,
        means: Option<Given<'_, '_>>,
        engine: Option<String>,
        ask: W,
    ) -> PyResult<Asked>
    where
        W: FnOnce(&lab::Game) -> Result<Ask, Refusal> + Send + 'static,
    {
        let game = self.game();
        run(py, &Means::read(means)?, move |limits| {
            let ask = ask(&game)?;
            let question = Question { game: (*game).clone(), ask, limits: limits.clone(), engine };
            let answer = answer(&question)?;
            Ok::<_, Refusal>(Asked { question, answer })
        })
    }
}

/// A player by name.
pub(crate) fn player(py: Python<'_>, name: &str) -> PyResult<Player> {
    match name {
        "left" => Ok(Player::Left),
        "right" => Ok(Player::Right),
        _ => Err(bad(py, "no such player", "write \"left\" or \"right\"")),
    }
}

#[pymethods]
impl LabGame {
    #[new]
    fn read(py: Python<'_>, text: String, as_written: bool) -> PyResult<LabGame> {
        let read = if as_written { read_game_as_written } else { read_game };
        let game = run(py, &Means::default(), move |_| read(&text))?;
        Ok(LabGame { game: Arc::new(game) })
    }

    /// The game of a rule text.
    ///
    /// -> LabGame
    #[staticmethod]
    fn of_rules(py: Python<'_>, text: String, arguments: String) -> PyResult<LabGame> {
        let game = run(py, &Means::default(), move |_| game_of_rules(&text, &arguments))?;
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
        run(py, &Means::default(), move |_| match rule_text(game.text()) {
            Ok(text) => Ok(Some(text)),
            Err(Unread::Refused(Refusal::BadInput { .. })) => Ok(None),
            Err(unread) => Err(unread),
        })
    }

    /// -> dict[str, Any]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        position: Option<PositionText>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game();
        let view = run(py, &Means::default(), move |_| {
            let position = position.map(|text| game.position(&text.0)).transpose()?;
            Ok::<_, Refusal>(render::explain::view(&explain(&game, position)))
        })?;
        to_python(py, &view)
    }

    /// -> list[Any]
    fn options<'py>(
        &self,
        py: Python<'py>,
        position: PositionText,
        player: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        const MOST: u128 = 1_000_000;
        let player = self::player(py, player)?;
        let game = self.game();
        let options = run(py, &Means::default(), move |_| {
            let position = game.position(&position.0)?;
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
    fn position<'py>(&self, py: Python<'py>, text: PositionText) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game();
        let found = run(py, &Means::default(), move |_| game.position(&text.0))?;
        to_python(py, &place(&found))
    }

    /// -> LabAnswer
    #[pyo3(signature = (position, engine, **means))]
    fn solve(
        &self,
        py: Python<'_>,
        position: PositionText,
        engine: Option<String>,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<LabAnswer> {
        self.ask(py, means, engine, move |game| game.position(&position.0).map(Ask::Solve))
            .map(LabAnswer::new)
    }

    /// -> LabTerms
    #[pyo3(signature = (to, of, row, engine, **means))]
    fn sequence(
        &self,
        py: Python<'_>,
        to: Count,
        of: &str,
        row: Option<Count>,
        engine: Option<String>,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<LabTerms> {
        let (to, row) = (to.0, row.map(|row| row.0));
        let quantity = match of {
            "outcome" => Some(Quantity::Outcome),
            "nim-value" => Some(Quantity::NimValue),
            "value" => None,
            _ => {
                let help = "write of=\"outcome\", \"nim-value\" or \"value\"";
                return Err(bad(py, "no such terms", help));
            }
        };
        let asked = self.ask(py, means, engine, move |game| {
            Ok(match quantity {
                Some(of) => Ask::Sequence { of, to, row },
                None => ask_for_values(game, to, row),
            })
        })?;
        LabTerms::new(py, asked, quantity.is_none())
    }

    /// -> LabAnswer
    #[pyo3(signature = (rows, columns, of, heaps, fix, engine, **means))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn table(
        &self,
        py: Python<'_>,
        rows: Count,
        columns: Option<Count>,
        of: Option<&str>,
        heaps: Option<Count>,
        fix: Vec<Count>,
        engine: Option<String>,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<LabAnswer> {
        const LARGEST: u64 = 10_000;
        let size = (rows.0, columns.unwrap_or(rows).0);
        if !(1..=LARGEST).contains(&size.0) || !(1..=LARGEST).contains(&size.1) {
            let help = "ask for rows and columns from 1 to 10000";
            return Err(bad(py, "such a table is not drawn", help));
        }
        let entries = match of {
            None => None,
            Some("completion") => Some(Entries::Completion),
            Some("outcome") => Some(Entries::Of(Quantity::Outcome)),
            Some("nim-value") => Some(Entries::Of(Quantity::NimValue)),
            Some(_) => {
                let help = "write of=\"completion\", \"outcome\" or \"nim-value\"";
                return Err(bad(py, "no such cells", help));
            }
        };
        let fixed: Vec<u64> = fix.iter().map(|number| number.0).collect();
        let heaps = heaps.map(|heaps| heaps.0 as usize);
        let ask = move |game: &lab::Game| table_question(game, heaps, fixed, size, entries);
        self.ask(py, means, engine, ask).map(LabAnswer::new)
    }

    /// -> LabAnswer
    #[pyo3(signature = (heaps, below, engine, **means))]
    fn count(
        &self,
        py: Python<'_>,
        heaps: Count,
        below: Count,
        engine: Option<String>,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<LabAnswer> {
        let ask = move |_: &lab::Game| Ok(Ask::Count { heaps: heaps.0 as usize, below: below.0 });
        self.ask(py, means, engine, ask).map(LabAnswer::new)
    }

    /// -> LabAnswer
    #[pyo3(signature = (x, y, engine, **means))]
    fn chart(
        &self,
        py: Python<'_>,
        x: Interval,
        y: Interval,
        engine: Option<String>,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<LabAnswer> {
        if x.0.is_empty() || y.0.is_empty() {
            return Err(bad(py, "the window is empty", "write x=range(0, 200), y=range(1, 60)"));
        }
        let window = Window { x: x.0, y: y.0 };
        self.ask(py, means, engine, move |_| Ok(Ask::Chart(window))).map(LabAnswer::new)
    }

    /// -> LabGraph
    #[pyo3(signature = (numbers, below, **means))]
    fn graph(
        &self,
        py: Python<'_>,
        numbers: Option<Count>,
        below: Count,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<LabGraph> {
        const MOST_NUMBERS: u64 = 64;
        let game = self.game();
        let numbers = numbers.map(|numbers| numbers.0);
        if numbers.is_some_and(|numbers| numbers > MOST_NUMBERS) {
            return Err(bad(py, "a position has so many numbers nowhere", "ask for at most 64"));
        }
        let numbers = numbers.map(|numbers| numbers as usize);
        run(py, &Means::read(means)?, move |limits| graph_of_game(&game, numbers, below.0, limits))
            .map(LabGraph::new)
    }

    /// -> dict[str, Any]
    #[pyo3(signature = (heaps, **means))]
    fn quotient<'py>(
        &self,
        py: Python<'py>,
        heaps: Count,
        means: Option<Given<'_, '_>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game();
        let view = run(py, &Means::read(means)?, move |limits| {
            let found = quotient_of_game(&game, heaps.0, limits)?;
            Ok::<_, Refusal>(render::quotient::view(game.text(), &found))
        })?;
        to_python(py, &view)
    }
}

/// An argument of a rule text: a number, a text as it is, or some numbers.
///
/// -> str
#[pyfunction]
pub(crate) fn argument(object: PositionText) -> String {
    object.0
}
