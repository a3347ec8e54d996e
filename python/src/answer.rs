//! Answers of the engines: their views, and what no view holds.

use std::sync::Arc;

use bouton_lab::ask;
use bouton_lab::render::chart::Drawing;
use bouton_lab::rules::Refusal;
use bouton_lab::{Answer, Ask, Bits, Chart, Finding, ForEngines, Question, certificates, certify};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::to_python;
use crate::errors::{bad, refused};
use crate::picture::Picture;
use crate::work::{Means, run};

/// A question and its answer.
pub(crate) struct Asked {
    pub(crate) question: Question,
    pub(crate) answer: Answer,
}

impl Asked {
    /// The answer as dictionaries and lists.
    pub(crate) fn view<'py>(
        &self,
        py: Python<'py>,
        asked: &impl ForEngines,
    ) -> PyResult<Bound<'py, PyAny>> {
        let view = asked.view(&self.question, &self.answer);
        to_python(py, &view.map_err(|refusal| refused(py, &refusal))?)
    }

    /// A certificate as JSON, which the checker has accepted.
    pub(crate) fn certificate(
        self: &Arc<Asked>,
        py: Python<'_>,
        of: &str,
        means: &Means,
    ) -> PyResult<String> {
        type Write = fn(&Question, &Answer) -> Result<certificates::Certificate, Refusal>;
        let write: Write = match of {
            "outcome" => certify::certificate,
            "value" => certify::value_certificate,
            _ => {
                let help = "write of=\"outcome\" or \"value\"";
                return Err(bad(py, "no such certificate", help));
            }
        };
        let asked = Arc::clone(self);
        run(py, means, move |limits| {
            let question = Question { limits: limits.clone(), ..asked.question.clone() };
            write(&question, &asked.answer).map(|certificate| certificate.to_json())
        })
    }
}

/// An answer. The cells of a chart are not in its view, but in an array.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabAnswer {
    asked: Arc<Asked>,
    chart: Option<Arc<Chart>>,
}

impl LabAnswer {
    pub(crate) fn new(mut asked: Asked) -> LabAnswer {
        let empty = Finding::Chart(Chart::Losing(Vec::new()));
        let chart = match std::mem::replace(&mut asked.answer.finding, empty) {
            Finding::Chart(chart) => Some(Arc::new(chart)),
            other => {
                asked.answer.finding = other;
                None
            }
        };
        LabAnswer { asked: Arc::new(asked), chart }
    }

    fn chart(&self, py: Python<'_>) -> PyResult<Arc<Chart>> {
        let none = || bad(py, "no chart was found", "ask for another game");
        self.chart.clone().ok_or_else(none)
    }
}

#[pymethods]
impl LabAnswer {
    /// -> dict[str, Any]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.asked.question.ask {
            Ask::Solve(_) => self.asked.view(py, &ask::Solve::new("", "")),
            Ask::Table(_) => self.asked.view(py, &ask::Table::new("", 0, 0)),
            Ask::Count { heaps, below } => {
                let (game, engine) = (String::new(), None);
                let count = ask::Count { game, heaps, below, engine, as_written: false };
                self.asked.view(py, &count)
            }
            _ => self.asked.view(py, &ask::Chart::new("", [0, 0], [0, 0])),
        }
    }

    /// The engines that declined, and why.
    ///
    /// -> list[tuple[str, str]]
    fn declined(&self) -> Vec<(&str, String)> {
        self.asked.answer.declined.iter().map(|rung| (rung.engine, rung.reason.clone())).collect()
    }

    /// -> str
    #[pyo3(signature = (of, **means))]
    fn certificate(
        &self,
        py: Python<'_>,
        of: &str,
        means: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        self.asked.certificate(py, of, &Means::read(means)?)
    }

    /// The letters of a chart, a row for each y.
    ///
    /// -> NDArray[np.uint8]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let chart = self.chart(py)?;
        let (rows, columns, flat) = py.detach(|| flat(&chart));
        let cells = PyArray1::from_vec(py, flat).reshape([rows, columns])?;
        freeze(cells.as_any())?;
        Ok(cells)
    }

    /// Refuses what could not be drawn.
    ///
    /// -> None
    fn check_picture(&self, py: Python<'_>, cell: u32, sectors: bool) -> PyResult<()> {
        self.drawn(py, cell, sectors, |_| Ok(()))
    }

    /// A chart as a picture.
    ///
    /// -> Picture
    fn picture(&self, py: Python<'_>, cell: u32, sectors: bool) -> PyResult<Picture> {
        let scene = self.drawn(py, cell, sectors, |drawing| drawing.scene())?;
        Picture::draw(py, || Ok(scene))
    }
}

impl LabAnswer {
    fn drawn<T: Send + 'static>(
        &self,
        py: Python<'_>,
        cell: u32,
        sectors: bool,
        draw: impl FnOnce(&Drawing<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> PyResult<T> {
        let (asked, chart) = (Arc::clone(&self.asked), self.chart(py)?);
        run(py, &Means::default(), move |_| {
            let Some((window, _)) = asked.question.ask.window() else {
                return Err(Refusal::bad("no chart was asked for", "ask for another game"));
            };
            let drawing = Drawing::new(&asked.question.game, window, &chart, cell, sectors);
            drawing.and_then(|drawing| draw(&drawing))
        })
    }
}

/// Letters row after row.
fn flat(chart: &Chart) -> (usize, usize, Vec<u8>) {
    match chart {
        Chart::Losing(rows) => {
            let columns = rows.first().map_or(0, Bits::len);
            let letter = |is_losing| if is_losing { b'P' } else { b'N' };
            let cells = rows.iter().flat_map(|row| (0..row.len()).map(move |x| letter(row.get(x))));
            (rows.len(), columns, cells.collect())
        }
        Chart::Outcomes(rows) => {
            let columns = rows.first().map_or(0, Vec::len);
            let cells = rows.iter().flatten();
            let letters = cells.map(|cell| cell.map_or(b'X', |outcome| outcome.letter() as u8));
            (rows.len(), columns, letters.collect())
        }
    }
}

/// Answers stay what they are.
pub(crate) fn freeze(array: &Bound<'_, PyAny>) -> PyResult<()> {
    array.getattr("flags")?.setattr("writeable", false)
}
