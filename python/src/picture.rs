//! Pictures, which can be written as PNG or SVG.

use std::path::PathBuf;
use std::sync::Arc;

use bouton_lab::render::scene::{Format, Scene};
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::save;
use crate::errors::refused;
use crate::work::{WorkOptions, run};

/// A drawing, independent of its format.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct Picture {
    scene: Arc<Scene>,
}

impl Picture {
    /// Draws on a thread of its own.
    pub(crate) fn draw(
        py: Python<'_>,
        draw: impl FnOnce() -> Result<Scene, Refusal> + Send + 'static,
    ) -> PyResult<Picture> {
        let scene = run(py, &WorkOptions::default(), move |_| draw())?;
        Ok(Picture { scene: Arc::new(scene) })
    }

    fn file(&self, py: Python<'_>, format: Format) -> PyResult<Vec<u8>> {
        let scene = Arc::clone(&self.scene);
        run(py, &WorkOptions::default(), move |_| scene.file(format))
    }
}

#[pymethods]
impl Picture {
    /// Writes the picture in the format of the file's ending, .png or .svg.
    ///
    /// -> None
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let format = Format::of(&path).map_err(|refusal| refused(py, &refusal))?;
        save(py, path, self.file(py, format)?)
    }

    /// -> bytes
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.file(py, Format::Png)?))
    }

    /// -> str
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let svg = self.file(py, Format::Svg)?;
        Ok(String::from_utf8_lossy(&svg).into_owned())
    }
}
