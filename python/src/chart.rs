//! Charts: outcomes of a window as an array and as a picture.

use std::path::PathBuf;
use std::sync::Arc;

use bouton_lab::render::chart::Drawing;
use bouton_lab::render::scene::Scene;
use bouton_lab::rules::Refusal;
use bouton_lab::{Ask, Chart as Cells, Finding};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::save_picture;
use crate::errors::refused;
use crate::game::Asked;
use crate::sequence::freeze;
use crate::work::{Means, run};

/// The outcomes of all positions (x, y) of a window. `Game.chart` makes it.
///
/// >>> from bouton import Game
/// >>> chart = Game("nimrod").chart(range(0, 400), range(1, 60), sectors=True)
/// >>> chart.cells.shape, chart.cells.dtype
/// ((59, 400), dtype('uint8'))
///
/// A notebook shows the picture; `save` writes it.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Chart {
    asked: Arc<Asked>,
    cells: Py<PyArray2<u8>>,
    cell: u32,
    sectors: bool,
}

impl Chart {
    pub(crate) fn new(py: Python<'_>, asked: Asked, cell: u32, sectors: bool) -> PyResult<Chart> {
        let Finding::Chart(found) = &asked.answer.finding else {
            return Err(refused(py, &Refusal::bad("no chart was found", "ask for another game")));
        };
        let (rows, columns, flat) = py.detach(|| flat(found));
        let cells = PyArray1::from_vec(py, flat).reshape([rows, columns])?;
        freeze(cells.as_any())?;
        let chart = Chart { asked: Arc::new(asked), cells: cells.unbind(), cell, sectors };
        // Sectors of other games, say, are refused now and not when the picture is drawn.
        chart.drawn(py, |_| Ok(()))?;
        Ok(chart)
    }

    fn scene(&self, py: Python<'_>) -> PyResult<Scene> {
        self.drawn(py, |drawing| drawing.scene())
    }

    fn drawn<T: Send + 'static>(
        &self,
        py: Python<'_>,
        draw: impl FnOnce(&Drawing<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> PyResult<T> {
        let (asked, cell, sectors) = (Arc::clone(&self.asked), self.cell, self.sectors);
        run(py, &Means::default(), move |_| {
            let (Ask::Chart(window), Finding::Chart(found)) =
                (&asked.question.ask, &asked.answer.finding)
            else {
                return Err(Refusal::bad("no chart was found", "ask for another game"));
            };
            Drawing::new(&asked.question.game, window, found, cell, sectors)
                .and_then(|drawing| draw(&drawing))
        })
    }
}

/// Letters row after row.
fn flat(chart: &Cells) -> (usize, usize, Vec<u8>) {
    match chart {
        Cells::Losing(rows) => {
            let columns = rows.first().map_or(0, bouton_lab::Bits::len);
            let letter = |is_losing| if is_losing { b'P' } else { b'N' };
            let cells = rows.iter().flat_map(|row| (0..row.len()).map(move |x| letter(row.get(x))));
            (rows.len(), columns, cells.collect())
        }
        Cells::Outcomes(rows) => {
            let columns = rows.first().map_or(0, Vec::len);
            let cells = rows.iter().flatten();
            let letters = cells.map(|cell| cell.map_or(b'X', |outcome| outcome.letter() as u8));
            (rows.len(), columns, letters.collect())
        }
    }
}

#[pymethods]
impl Chart {
    /// The letters as an array of `uint8` with a row for each y: `ord("P")`, …, and `ord("X")` where the position is
    /// not legal.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.cells.bind(py).clone()
    }

    /// Which positions are lost for the player who moves, as an array of `bool`.
    #[getter]
    fn losing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("numpy")?.call_method1("equal", (self.cells.bind(py), b'P'))
    }

    /// The first numbers.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        interval(py, &self.asked.question.ask, |window| window.x.clone())
    }

    /// The second numbers.
    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        interval(py, &self.asked.question.ask, |window| window.y.clone())
    }

    /// The engine that answered.
    #[getter]
    fn engine(&self) -> &str {
        self.asked.answer.engine
    }

    /// Writes the picture; the ending of the file is .png or .svg.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        save_picture(py, path, || self.scene(py))
    }

    /// The same as dictionaries and lists: what `bouton chart --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.asked.view(py, &bouton_lab::ask::Chart::new("", [0, 0], [0, 0]))
    }

    fn __repr__(&self) -> String {
        match &self.asked.question.ask {
            Ask::Chart(window) => {
                format!(
                    "<Chart of {}: {:?} × {:?}>",
                    self.asked.question.game.title(),
                    window.x,
                    window.y
                )
            }
            _ => "<Chart>".to_owned(),
        }
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.scene(py)?;
        let png = run(py, &Means::default(), move |_| Ok::<_, Refusal>(scene.png()))?;
        Ok(PyBytes::new(py, &png))
    }
}

/// A side of the window as a `range`.
fn interval<'py>(
    py: Python<'py>,
    ask: &Ask,
    side: impl Fn(&bouton_lab::Window) -> std::ops::Range<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let range = match ask {
        Ask::Chart(window) => side(window),
        _ => 0..0,
    };
    py.import("builtins")?.call_method1("range", (range.start, range.end))
}
