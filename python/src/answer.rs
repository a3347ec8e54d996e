//! Answers of the engines: their views, and the arrays, pictures and certificates that a view does not hold.

use std::mem;
use std::sync::Arc;

use bouton_lab::render::chart::Drawing;
use bouton_lab::render::grid::AsGrid;
use bouton_lab::render::scene::Scene;
use bouton_lab::render::within::bytes_within;
use bouton_lab::rules::Refusal;
use bouton_lab::values::Outcome;
use bouton_lab::{
    Answer, Chart, Finding, Question, Sequence, Terms, Texts, ask, certificates, certify, render,
};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert::load;
use crate::errors::{bad, internal, refused};
use crate::picture::Picture;
use crate::work::{WorkOptions, run};

/// A view as JSON.
pub(crate) type Show = Box<dyn Fn(&Question, &Answer) -> Result<String, Refusal> + Send + Sync>;

/// An answer. Terms and cells are moved out of it into NumPy arrays, without a copy if the layout allows.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabAnswer {
    asked: Arc<(Question, Answer)>,
    show: Show,
    taken: Taken,
}

/// The terms or cells that were moved out.
enum Taken {
    Nothing,
    Cells(Arc<Chart>, Py<PyArray2<u8>>),
    /// Letters, with the outcomes that they do not fully describe: who wins if Left, and if Right, begins.
    Letters(Py<PyArray1<u8>>, Option<Vec<Outcome>>),
    Numbers(Py<PyArray1<u64>>),
    /// Values as texts that share definitions.
    Texts(Texts),
}

impl LabAnswer {
    pub(crate) fn new(
        py: Python<'_>,
        question: Question,
        mut answer: Answer,
        show: Show,
    ) -> PyResult<LabAnswer> {
        let taken = match &mut answer.finding {
            Finding::Sequence(sequence) => {
                let terms = mem::replace(&mut sequence.terms, Terms::Outcomes(Vec::new()));
                let room = question.limits.check_memory("the letters", terms.len() as u128);
                room.map_err(|refusal| refused(py, &refusal))?;
                take(py, terms)?
            }
            Finding::Chart(chart) => {
                let chart = mem::replace(chart, Chart::Losing(Vec::new()));
                let (rows, columns, flat) = py.detach(|| flat(&chart));
                let cells = PyArray1::from_vec(py, flat).reshape([rows, columns])?;
                freeze(cells.as_any())?;
                Taken::Cells(Arc::new(chart), cells.unbind())
            }
            _ => Taken::Nothing,
        };
        Ok(LabAnswer { asked: Arc::new((question, answer)), show, taken })
    }

    /// The sequence as the lab has it, with a copy of its first terms.
    fn sequence(&self, py: Python<'_>, most: usize) -> PyResult<Sequence> {
        let terms = match &self.taken {
            Taken::Letters(_, Some(drawn)) => {
                Terms::Outcomes(drawn.iter().take(most).copied().collect())
            }
            Taken::Letters(array, None) => {
                let array = array.bind(py).readonly();
                let outcome =
                    |letter: &u8| char::from(*letter).to_string().parse().unwrap_or(Outcome::D);
                Terms::Outcomes(array.as_array().iter().take(most).map(outcome).collect())
            }
            Taken::Numbers(array) => Terms::NimValues(
                array.bind(py).readonly().as_array().iter().take(most).copied().collect(),
            ),
            Taken::Texts(texts) => Terms::Values(texts.clone()),
            Taken::Nothing | Taken::Cells(..) => Terms::Outcomes(Vec::new()),
        };
        match self.asked.1.sequence() {
            Some(found) => Ok(Sequence { terms, ..found.clone() }),
            None => Err(internal(py, "not a sequence")),
        }
    }

    /// The view as JSON, with all terms.
    fn whole(&self, py: Python<'_>) -> PyResult<String> {
        let finding = Finding::Sequence(self.sequence(py, usize::MAX)?);
        let answer = Answer { finding, ..self.asked.1.clone() };
        (self.show)(&self.asked.0, &answer).map_err(|refusal| refused(py, &refusal))
    }
}

/// Moves the terms into a NumPy array.
fn take(py: Python<'_>, terms: Terms) -> PyResult<Taken> {
    let letters = |letters: Vec<u8>, drawn| {
        let array = PyArray1::from_vec(py, letters);
        freeze(array.as_any())?;
        Ok(Taken::Letters(array.unbind(), drawn))
    };
    match terms {
        Terms::Outcomes(outcomes) => {
            let drawn = outcomes.iter().any(|outcome| outcome.has_draw()).then(|| outcomes.clone());
            // In place: a letter takes as many bytes as an outcome.
            let letter = |outcome: Outcome| outcome.letter() as u8;
            letters(py.detach(|| outcomes.into_iter().map(letter).collect()), drawn)
        }
        Terms::Losing(bits) => {
            let letter = |n: usize| if bits.get(n) { b'P' } else { b'N' };
            letters(py.detach(|| (0..bits.len()).map(letter).collect()), None)
        }
        Terms::NimValues(values) => {
            let array = PyArray1::from_vec(py, values);
            freeze(array.as_any())?;
            Ok(Taken::Numbers(array.unbind()))
        }
        Terms::Values(texts) => Ok(Taken::Texts(texts)),
    }
}

/// Letters row after row.
fn flat(chart: &Chart) -> (usize, usize, Vec<u8>) {
    let rows = chart.letters();
    (rows.len(), rows.first().map_or(0, String::len), rows.concat().into_bytes())
}

/// Answers are immutable.
fn freeze(array: &Bound<'_, PyAny>) -> PyResult<()> {
    array.getattr("flags")?.setattr("writeable", false)
}

#[pymethods]
impl LabAnswer {
    /// The view; without terms and cells, unless those of a sequence are asked for or say more than the array.
    ///
    /// -> dict[str, Any]
    #[pyo3(signature = (whole = false))]
    fn view<'py>(&self, py: Python<'py>, whole: bool) -> PyResult<Bound<'py, PyAny>> {
        let tells_more = matches!(self.taken, Taken::Texts(_) | Taken::Letters(_, Some(_)));
        let text = match whole || tells_more {
            true => self.whole(py)?,
            false => (self.show)(&self.asked.0, &self.asked.1)
                .map_err(|refusal| refused(py, &refusal))?,
        };
        load(py, text)
    }

    /// Terms or cells.
    ///
    /// -> Any
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.taken {
            Taken::Cells(_, array) => array.bind(py).clone().into_any(),
            Taken::Letters(array, _) => array.bind(py).clone().into_any(),
            Taken::Numbers(array) => array.bind(py).clone().into_any(),
            Taken::Texts(texts) => PyTuple::new(py, &texts.games)?.into_any(),
            Taken::Nothing => return Err(internal(py, "the answer has no array")),
        })
    }

    /// The engines that declined, and why.
    ///
    /// -> list[tuple[str, str]]
    fn declined(&self) -> Vec<(String, String)> {
        self.asked
            .1
            .declined
            .iter()
            .map(|rung| (rung.engine.clone(), rung.reason.clone()))
            .collect()
    }

    /// A certificate as JSON, which the checker has accepted.
    ///
    /// -> str
    #[pyo3(signature = (of, **work_options))]
    fn certificate(
        &self,
        py: Python<'_>,
        of: &str,
        work_options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        type Write = fn(&Question, &Answer) -> Result<certificates::Certificate, Refusal>;
        let write: Write = match of {
            "outcome" => certify::certificate,
            "value" => certify::value_certificate,
            _ => {
                let help = "use of=\"outcome\" or \"value\"";
                return Err(bad(py, "unknown kind of certificate", help));
            }
        };
        let asked = Arc::clone(&self.asked);
        run(py, &WorkOptions::read(work_options)?, move |limits| {
            let question = Question { limits: limits.clone(), ..asked.0.clone() };
            write(&question, &asked.1).map(|certificate| certificate.to_json())
        })
    }

    /// The terms as a text: `"b-file"`, `"csv"` or `"latex"`.
    ///
    /// -> str
    fn written(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let (text, format) = (self.whole(py)?, format.to_owned());
        run(py, &WorkOptions::default(), move |limits| {
            let view: ask::SequenceView =
                serde_json::from_str(&text).map_err(|error| Refusal::bug(error.to_string()))?;
            let bytes = bytes_within(limits, |out| match format.as_str() {
                "csv" => view.csv(out),
                "latex" => view.latex(out),
                _ => view.bfile(out),
            })?;
            String::from_utf8(bytes).map_err(|error| Refusal::bug(error.to_string()))
        })
    }

    /// A strip of the first terms that shows the period; by default of all terms.
    ///
    /// -> Picture
    #[pyo3(signature = (most = None))]
    fn strip(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Picture> {
        let sequence = self.sequence(py, most.unwrap_or(usize::MAX))?;
        Picture::draw(py, move || render::strip::scene(&sequence))
    }

    /// A chart as a picture; None if the call only checks that it can be drawn.
    ///
    /// -> Picture
    #[pyo3(signature = (cell, sectors, only_check = false))]
    fn picture(
        &self,
        py: Python<'_>,
        cell: u32,
        sectors: bool,
        only_check: bool,
    ) -> PyResult<Option<Picture>> {
        let Taken::Cells(chart, _) = &self.taken else {
            return Err(internal(py, "not a chart"));
        };
        let (asked, chart) = (Arc::clone(&self.asked), Arc::clone(chart));
        let view = (self.show)(&asked.0, &asked.1).map_err(|refusal| refused(py, &refusal))?;
        let view: ask::ChartView =
            serde_json::from_str(&view).map_err(|error| internal(py, &error.to_string()))?;
        let scene = run(py, &WorkOptions::default(), move |_| -> Result<Option<Scene>, Refusal> {
            let Some((window, _)) = asked.0.ask.window() else { return Ok(None) };
            let drawing = Drawing::new(&asked.0.game, window, &chart, view.axes, cell, sectors)?;
            if only_check { Ok(None) } else { drawing.scene().map(Some) }
        })?;
        scene.map(|scene| Picture::draw(py, || Ok(scene))).transpose()
    }
}
