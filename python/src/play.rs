//! A game in progress, for `bouton.Play`.

use std::sync::{Mutex, PoisonError};

use bouton_lab::ask::Strength;
use bouton_lab::values::Player;
use bouton_lab::{Turn, place, reply};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Count, to_python};
use crate::errors::bad;
use crate::game::{LabGame, player};
use crate::work::{WorkOptions, run};

/// A game in progress.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabPlay {
    play: Mutex<bouton_lab::Play>,
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

impl LabPlay {
    fn now(&self) -> bouton_lab::Play {
        self.play.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, play: bouton_lab::Play) {
        *self.play.lock().unwrap_or_else(PoisonError::into_inner) = play;
    }
}

#[pymethods]
impl LabPlay {
    #[new]
    #[pyo3(signature = (game, start, first, **work_options))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, LabGame>,
        start: String,
        first: &str,
        work_options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<LabPlay> {
        let (game, first) = (game.get().game(), player(py, first)?);
        let play = run(py, &WorkOptions::read(work_options)?, move |limits| {
            let start = game.position(&start)?;
            bouton_lab::Play::new((*game).clone(), start, first, limits.clone())
        })?;
        Ok(LabPlay { play: Mutex::new(play) })
    }

    /// The start, and the position after each move.
    ///
    /// -> list[Any]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.now().positions().iter().map(place).collect::<Vec<_>>())
    }

    /// -> Literal["left", "right"]
    #[getter]
    fn mover(&self) -> &'static str {
        name(self.now().mover())
    }

    /// -> Literal["left", "right"] | None
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let play = self.now();
        run(py, &WorkOptions::default(), move |_| match play.turn() {
            Turn::Won(player) => Ok::<_, bouton_lab::rules::Refusal>(Some(name(player))),
            Turn::Move(_) => Ok(None),
        })
    }

    /// The options of the current position; None if there are infinitely many.
    ///
    /// -> list[Any] | None
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let play = self.now();
        let options = run(py, &WorkOptions::default(), move |_| {
            Ok::<_, bouton_lab::rules::Refusal>(play.options())
        })?;
        to_python(py, &options.map(|all| all.iter().map(place).collect::<Vec<_>>()))
    }

    /// -> None
    fn make(&self, py: Python<'_>, position: String) -> PyResult<()> {
        let mut play = self.now();
        let play = run(py, &WorkOptions::default(), move |_| {
            let position = play.game().position(&position)?;
            play.make(position).map(|()| play)
        })?;
        self.keep(play);
        Ok(())
    }

    /// Makes the opponent's move, and says why; None if there is no move.
    ///
    /// -> list[str] | None
    fn reply(&self, py: Python<'_>, strength: &str, seed: Count) -> PyResult<Option<Vec<String>>> {
        let name = serde_json::Value::from(strength);
        let strength: Strength = serde_json::from_value(name).map_err(|_| {
            bad(py, "unknown strength", "write \"perfect\", \"weak\" or \"random\"")
        })?;
        let mut play = self.now();
        let moved =
            run(py, &WorkOptions::default(), move |_| match reply(&play, strength, seed.0)? {
                Some(reply) => play.make(reply.position).map(|()| Some((play, reply.why))),
                None => Ok(None),
            })?;
        Ok(moved.map(|(play, why)| {
            self.keep(play);
            why
        }))
    }

    /// -> None
    fn take_back(&self, moves: usize) {
        let mut play = self.now();
        play.take_back(moves);
        self.keep(play);
    }
}
