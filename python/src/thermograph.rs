//! Thermographs.

use std::path::PathBuf;
use std::sync::Arc;

use bouton_lab::Properties;
use bouton_lab::render::scene::Scene;
use bouton_lab::render::thermograph::scene;
use bouton_lab::short::Trajectory;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{dyadic, save_picture};
use crate::work::{Means, run};

/// The thermograph of a value: how much each player would gain by moving, at each temperature. `Value.thermograph`
/// makes it.
///
/// >>> from bouton import Value
/// >>> Value("{3||2|-1}").thermograph.mean
/// Fraction(2, 1)
///
/// A notebook draws it; `save` writes the picture.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Thermograph {
    game: Arc<Properties>,
}

impl Thermograph {
    pub(crate) fn new(game: Arc<Properties>) -> Thermograph {
        Thermograph { game }
    }

    fn scene(&self, py: Python<'_>) -> PyResult<Scene> {
        let game = Arc::clone(&self.game);
        run(py, &Means::default(), move |_| scene(&game))
    }
}

#[pymethods]
impl Thermograph {
    /// The left wall as pairs (temperature, value), from below; a pair at each turn.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        wall(py, &self.game.thermograph.left)
    }

    /// The right wall as pairs (temperature, value), from below; a pair at each turn.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        wall(py, &self.game.thermograph.right)
    }

    /// Where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dyadic(py, &self.game.mean)
    }

    /// Where the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dyadic(py, &self.game.temperature)
    }

    /// Writes the picture; the ending of the file is .png or .svg.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        save_picture(py, path, || self.scene(py))
    }

    fn __repr__(&self) -> String {
        format!("<Thermograph: mean {}, temperature {}>", self.game.mean, self.game.temperature)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let scene = self.scene(py)?;
        run(py, &Means::default(), move |_| scene.svg())
    }
}

fn wall<'py>(py: Python<'py>, wall: &Trajectory) -> PyResult<Bound<'py, PyTuple>> {
    let points: PyResult<Vec<_>> = wall
        .breakpoints()
        .iter()
        .map(|(temperature, value)| Ok((dyadic(py, temperature)?, dyadic(py, value)?)))
        .collect();
    PyTuple::new(py, points?)
}
