//! Sequences: their terms as NumPy arrays in the memory that the engine filled.

use std::mem;
use std::sync::Arc;

use bouton_lab::render::grid::AsGrid;
use bouton_lab::rules::Refusal;
use bouton_lab::values::Outcome;
use bouton_lab::{Answer, Finding, ForEngines, Terms, ask, render, short};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::{Asked, freeze};
use crate::convert::to_python;
use crate::errors::{bad, refused};
use crate::picture::Picture;
use crate::work::{Means, run};

/// Terms, and what is known of them.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabTerms {
    /// The answer, with its terms taken out.
    asked: Arc<Asked>,
    terms: Array,
    /// Nim-values stand for the values of that name.
    by_name: bool,
    /// The outcomes of which the letters do not tell all: who wins if Left, and if Right, begins.
    drawn: Option<Vec<Outcome>>,
}

/// Who owns the terms now.
enum Array {
    Letters(Py<PyArray1<u8>>),
    Numbers(Py<PyArray1<u64>>),
    /// Values as texts that share definitions.
    Texts(short::Texts),
}

impl LabTerms {
    pub(crate) fn new(py: Python<'_>, mut asked: Asked, by_name: bool) -> PyResult<LabTerms> {
        let Finding::Sequence(sequence) = &mut asked.answer.finding else {
            return Err(bad(py, "no sequence was found", "ask again"));
        };
        let terms = mem::replace(&mut sequence.terms, Terms::Outcomes(Vec::new()));
        let room = asked.question.limits.check_memory("the letters", terms.len() as u128);
        let drawn = match &terms {
            Terms::Outcomes(outcomes) if outcomes.iter().any(|outcome| outcome.has_draw()) => {
                Some(outcomes.clone())
            }
            _ => None,
        };
        let terms = match terms {
            Terms::Outcomes(outcomes) => letters(py, py.detach(|| ascii(outcomes)))?,
            Terms::Losing(bits) => {
                room.map_err(|refusal| refused(py, &refusal))?;
                let letter = |n: usize| if bits.get(n) { b'P' } else { b'N' };
                letters(py, py.detach(|| (0..bits.len()).map(letter).collect()))?
            }
            Terms::NimValues(values) => {
                let array = PyArray1::from_vec(py, values);
                freeze(array.as_any())?;
                Array::Numbers(array.unbind())
            }
            Terms::Values(texts) => Array::Texts(texts),
        };
        Ok(LabTerms { asked: Arc::new(asked), terms, by_name, drawn })
    }

    fn of(&self) -> ask::Of {
        match &self.terms {
            Array::Letters(_) => ask::Of::Outcome,
            Array::Numbers(_) if !self.by_name => ask::Of::NimValue,
            Array::Numbers(_) | Array::Texts(_) => ask::Of::Value,
        }
    }

    /// The sequence as the lab has it, with a copy of its first terms.
    fn whole(&self, py: Python<'_>, most: usize) -> PyResult<bouton_lab::Sequence> {
        let terms = match &self.terms {
            Array::Letters(array) => Terms::Outcomes(match &self.drawn {
                Some(drawn) => drawn.iter().take(most).copied().collect(),
                None => {
                    let array = array.bind(py).readonly();
                    let outcome =
                        |letter: &u8| char::from(*letter).to_string().parse().unwrap_or(Outcome::D);
                    array.as_array().iter().take(most).map(outcome).collect()
                }
            }),
            Array::Numbers(array) => Terms::NimValues(
                array.bind(py).readonly().as_array().iter().take(most).copied().collect(),
            ),
            Array::Texts(texts) => Terms::Values(texts.clone()),
        };
        match self.asked.answer.sequence() {
            Some(found) => Ok(bouton_lab::Sequence { terms, ..found.clone() }),
            None => Err(bad(py, "no sequence was found", "ask again")),
        }
    }

    /// The view that all fronts show.
    fn full(&self, py: Python<'_>) -> PyResult<ask::SequenceView> {
        let finding = Finding::Sequence(self.whole(py, usize::MAX)?);
        let answer = Answer { finding, ..self.asked.answer.clone() };
        let view = ask::Sequence::new("", self.of(), 0).view(&self.asked.question, &answer);
        view.map_err(|refusal| refused(py, &refusal))
    }
}

/// In the same memory: a letter takes as much as an outcome.
fn ascii(outcomes: Vec<Outcome>) -> Vec<u8> {
    outcomes.into_iter().map(|outcome| outcome.letter() as u8).collect()
}

fn letters(py: Python<'_>, letters: Vec<u8>) -> PyResult<Array> {
    let array = PyArray1::from_vec(py, letters);
    freeze(array.as_any())?;
    Ok(Array::Letters(array.unbind()))
}

#[pymethods]
impl LabTerms {
    /// The view without its terms, unless `whole` asks for them.
    ///
    /// -> dict[str, Any]
    fn view<'py>(&self, py: Python<'py>, whole: bool) -> PyResult<Bound<'py, PyAny>> {
        match whole || self.drawn.is_some() || matches!(self.terms, Array::Texts(_)) {
            true => to_python(py, &self.full(py)?),
            false => self.asked.view(py, &ask::Sequence::new("", self.of(), 0)),
        }
    }

    /// Letters, nim-values, or texts.
    ///
    /// -> Any
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.terms {
            Array::Letters(array) => Ok(array.bind(py).clone().into_any()),
            Array::Numbers(array) => Ok(array.bind(py).clone().into_any()),
            Array::Texts(texts) => Ok(PyTuple::new(py, &texts.games)?.into_any()),
        }
    }

    /// -> str
    #[pyo3(signature = (**means))]
    fn certificate(&self, py: Python<'_>, means: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        self.asked.certificate(py, "outcome", &Means::read(means)?)
    }

    /// The terms as a text: `"b-file"`, `"csv"` or `"latex"`.
    ///
    /// -> str
    fn written(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        if format == "latex" {
            let whole = self.whole(py, usize::MAX)?;
            return run(py, &Means::default(), move |_| render::latex(&whole));
        }
        let (view, is_csv) = (self.full(py)?, format == "csv");
        run(py, &Means::default(), move |_| match is_csv {
            true => Ok::<_, Refusal>(view.grid().csv()),
            false => render::grid::bfile(&view),
        })
    }

    /// The first terms as a strip that shows the period; all of them if no number is named.
    ///
    /// -> Picture
    #[pyo3(signature = (most = None))]
    fn picture(&self, py: Python<'_>, most: Option<usize>) -> PyResult<Picture> {
        let whole = self.whole(py, most.unwrap_or(usize::MAX))?;
        Picture::draw(py, move || render::strip::scene(&whole))
    }
}
