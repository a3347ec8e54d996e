//! Sequences: terms as NumPy arrays, periods, strips.

use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

use bouton_lab::render::grid::AsGrid;
use bouton_lab::rules::Refusal;
use bouton_lab::values::{Nimber, Outcome, Player};
use bouton_lab::{Finding, ForEngines, Periodicity, Saltus, Terms, ask, certify, render};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString, PyTuple};

use crate::certificate::Certificate;
use crate::convert::{Count, Size, escaped, save_picture, to_python};
use crate::errors::{bad, refused};
use crate::game::Asked;
use crate::value::Value;
use crate::work::{Means, run};

/// The terms of the heaps 0, 1, 2, …, and their period. `Game.sequence` makes it.
///
/// >>> from bouton import Game
/// >>> kayles = Game("kayles").sequence(100, of="nim-value")
/// >>> kayles[70], len(kayles), kayles.period
/// (6, 101, <Period 12 after 71, proved>)
/// >>> kayles.terms[72:84]
/// array([4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7], dtype=uint64)
///
/// `terms` is the memory that the engine filled, not a copy: letters as `uint8`, nim-values as `uint64`.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Sequence {
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
    Texts(bouton_lab::short::Texts),
}

/// A sequence as the lab has it, in the answer.
fn found(asked: &Asked) -> &bouton_lab::Sequence {
    asked.answer.sequence().expect("a sequence was asked for")
}

impl Sequence {
    pub(crate) fn new(py: Python<'_>, mut asked: Asked, by_name: bool) -> PyResult<Sequence> {
        let Finding::Sequence(sequence) = &mut asked.answer.finding else {
            return Err(refused(py, &Refusal::bad("no sequence was found", "ask again")));
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
        Ok(Sequence { asked: Arc::new(asked), terms, by_name, drawn })
    }

    /// The view that all fronts show.
    fn view(&self, py: Python<'_>) -> PyResult<ask::SequenceView> {
        let whole = self.whole(py, usize::MAX);
        let of = match &whole.terms {
            Terms::NimValues(_) if !self.by_name => ask::Of::NimValue,
            Terms::NimValues(_) | Terms::Values(_) => ask::Of::Value,
            Terms::Outcomes(_) | Terms::Losing(_) => ask::Of::Outcome,
        };
        let finding = Finding::Sequence(whole);
        let answer = bouton_lab::Answer { finding, ..self.asked.answer.clone() };
        let view = ask::Sequence::new("", of, 0).view(&self.asked.question, &answer);
        view.map_err(|refusal| refused(py, &refusal))
    }

    /// The sequence as the lab has it, with a copy of its first terms.
    fn whole(&self, py: Python<'_>, most: usize) -> bouton_lab::Sequence {
        let terms = match &self.terms {
            Array::Letters(_) if self.drawn.is_some() => {
                Terms::Outcomes(self.drawn.iter().flatten().take(most).copied().collect())
            }
            Array::Letters(array) => {
                let array = array.bind(py).readonly();
                let outcome =
                    |letter: &u8| char::from(*letter).to_string().parse().unwrap_or(Outcome::D);
                Terms::Outcomes(array.as_array().iter().take(most).map(outcome).collect())
            }
            Array::Numbers(array) => Terms::NimValues(
                array.bind(py).readonly().as_array().iter().take(most).copied().collect(),
            ),
            Array::Texts(texts) => Terms::Values(texts.clone()),
        };
        bouton_lab::Sequence { terms, ..found(&self.asked).clone() }
    }

    fn winners(&self, py: Python<'_>, first: Player) -> PyResult<String> {
        match self.whole(py, usize::MAX).terms {
            Terms::Outcomes(terms) => {
                Ok(terms.iter().map(|outcome| outcome.winner_letter(first)).collect())
            }
            _ => Err(no_outcomes(py)),
        }
    }

    fn period(&self) -> Option<&Periodicity> {
        found(&self.asked).period.as_ref()
    }

    /// The term with this index, which exists.
    fn term<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        match &self.terms {
            Array::Letters(array) => {
                let letter =
                    array.bind(py).readonly().as_array().get(index).copied().unwrap_or(b'?');
                Ok(PyString::new(py, &char::from(letter).to_string()).into_any())
            }
            Array::Numbers(array) => {
                let number = array.bind(py).readonly().as_array().get(index).copied().unwrap_or(0);
                match self.by_name {
                    true => {
                        Ok(Bound::new(py, Value::canonical(Nimber(number).to_string()))?.into_any())
                    }
                    false => Ok(number.into_pyobject(py)?.into_any()),
                }
            }
            Array::Texts(texts) => Ok(Bound::new(py, value(py, texts, index)?)?.into_any()),
        }
    }

    fn length(&self, py: Python<'_>) -> usize {
        match &self.terms {
            Array::Letters(array) => array.bind(py).readonly().as_array().len(),
            Array::Numbers(array) => array.bind(py).readonly().as_array().len(),
            Array::Texts(texts) => texts.games.len(),
        }
    }
}

fn no_outcomes(py: Python<'_>) -> PyErr {
    bad(py, "these terms are values, not outcomes", "ask for of=\"outcome\"")
}

/// Where values are long they share definitions, which a value of its own has to bring along.
fn value(py: Python<'_>, texts: &bouton_lab::short::Texts, index: usize) -> PyResult<Value> {
    let text = texts.games[index].clone();
    if texts.definitions.is_empty() {
        return Ok(Value::canonical(text));
    }
    let definitions: Vec<String> =
        texts.definitions.iter().map(|(name, text)| format!("{name} = {text}")).collect();
    Value::evaluate(py, format!("{text} where {}", definitions.join(", ")), &Means::default())
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

/// Answers stay what they are.
pub(crate) fn freeze(array: &Bound<'_, PyAny>) -> PyResult<()> {
    array.getattr("flags")?.setattr("writeable", false)
}

#[pymethods]
impl Sequence {
    /// The terms: letters as an array of `uint8` (`ord("P")`, …), nim-values as an array of `uint64`, or values as a
    /// tuple of texts.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.terms {
            Array::Letters(array) => Ok(array.bind(py).clone().into_any()),
            Array::Numbers(array) => Ok(array.bind(py).clone().into_any()),
            Array::Texts(texts) => Ok(PyTuple::new(py, &texts.games)?.into_any()),
        }
    }

    /// The outcomes as one text.
    #[getter]
    fn letters(&self, py: Python<'_>) -> PyResult<String> {
        match &self.terms {
            Array::Letters(array) => {
                let array = array.bind(py).readonly();
                Ok(array.as_array().iter().map(|letter| char::from(*letter)).collect())
            }
            _ => Err(no_outcomes(py)),
        }
    }

    /// Who wins if Left begins, a letter for each outcome: L, R, or D for a draw.
    #[getter]
    fn left_first(&self, py: Python<'_>) -> PyResult<String> {
        self.winners(py, Player::Left)
    }

    /// Who wins if Right begins, a letter for each outcome: L, R, or D for a draw.
    #[getter]
    fn right_first(&self, py: Python<'_>) -> PyResult<String> {
        self.winners(py, Player::Right)
    }

    /// Names that the texts of long values mention, and what they stand for.
    #[getter]
    fn definitions(&self) -> std::collections::BTreeMap<String, String> {
        match &self.terms {
            Array::Texts(texts) => texts.definitions.iter().cloned().collect(),
            _ => Default::default(),
        }
    }

    /// The period, if one was proved, else None.
    #[getter(period)]
    fn get_period(&self) -> Option<Period> {
        self.period().cloned().map(|inner| Period { inner })
    }

    /// How the terms are known beyond the last one: `"proved"`, or `"computed to …"`.
    #[getter]
    fn standing(&self) -> String {
        self.asked.answer.standing.to_string()
    }

    /// The engine that answered.
    #[getter]
    fn engine(&self) -> &str {
        self.asked.answer.engine
    }

    /// The theorem that the engine rests on.
    #[getter]
    fn theorem(&self) -> &str {
        self.asked.answer.theorem
    }

    /// What the period, or the lack of one, rests on.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &found(&self.asked).reasons)
    }

    /// Why there are fewer terms than were asked for, else None.
    #[getter]
    fn stopped(&self) -> Option<String> {
        found(&self.asked).stopped.as_ref().map(ToString::to_string)
    }

    /// The indices of the terms that are this outcome, nim-value or value, as an array.
    ///
    /// >>> from bouton import Game
    /// >>> Game("subtraction:1,3,4").sequence(20).where("P")
    /// array([ 0,  2,  7,  9, 14, 16])
    #[pyo3(name = "where")]
    fn where_<'py>(
        &self,
        py: Python<'py>,
        term: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import("numpy")?;
        let equal = match &self.terms {
            Array::Letters(array) => match term.extract::<char>() {
                Ok(letter) => array.bind(py).as_any().eq_array(py, u32::from(letter))?,
                Err(_) => return Err(bad(py, "outcomes are letters", "write where(\"P\")")),
            },
            Array::Numbers(array) if !self.by_name => {
                array.bind(py).as_any().eq_array(py, term.extract::<Count>()?.0)?
            }
            _ => {
                let wanted = Value::read(py, term)?;
                let equal: PyResult<Vec<bool>> = (0..self.length(py))
                    .map(|index| {
                        Ok(self.term(py, index)?.extract::<PyRef<'_, Value>>()?.text()
                            == wanted.text())
                    })
                    .collect();
                PyArray1::from_vec(py, equal?).into_any()
            }
        };
        numpy.call_method1("flatnonzero", (equal,))
    }

    /// A certificate of the period that `bouton.check` verifies.
    #[pyo3(signature = (*, memory = None, steps = None, progress = None))]
    fn certificate(
        &self,
        py: Python<'_>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Certificate> {
        Certificate::write(
            py,
            &Means::new(memory, steps, progress),
            &self.asked,
            certify::certificate,
        )
    }

    /// The terms as a b-file of the OEIS.
    fn to_bfile(&self, py: Python<'_>) -> PyResult<String> {
        let view = self.view(py)?;
        run(py, &Means::default(), move |_| render::grid::bfile(&view))
    }

    /// The terms as comma-separated values.
    fn to_csv(&self, py: Python<'_>) -> PyResult<String> {
        let view = self.view(py)?;
        run(py, &Means::default(), move |_| Ok::<_, Refusal>(view.grid().csv()))
    }

    /// The terms as a LaTeX tabular.
    fn to_latex(&self, py: Python<'_>) -> PyResult<String> {
        let whole = self.whole(py, usize::MAX);
        run(py, &Means::default(), move |_| render::latex(&whole))
    }

    /// The same as dictionaries and lists: what `bouton sequence --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.view(py)?)
    }

    /// Draws the terms as a strip that shows the period; the ending of the file is .png or .svg.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        save_picture(py, path, || {
            let whole = self.whole(py, usize::MAX);
            run(py, &Means::default(), move |_| render::strip::scene(&whole))
        })
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.length(py)
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return self.terms(py)?.get_item(index);
        }
        let length = self.length(py) as i128;
        let place: i128 = index.extract()?;
        let place = if place < 0 { place + length } else { place };
        match (0..length).contains(&place) {
            true => self.term(py, place as usize),
            false => Err(PyIndexError::new_err(format!("there are {length} terms"))),
        }
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let terms = py.import("numpy")?.call_method1("asarray", (self.terms(py)?,))?;
        match (dtype, copy) {
            (Some(dtype), _) => terms.call_method1("astype", (dtype,)),
            (None, Some(true)) => terms.call_method0("copy"),
            (None, _) => Ok(terms),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let period = self.period().map_or("no period proved".to_owned(), said);
        format!(
            "<Sequence of {}: {} terms, {period}>",
            self.asked.question.game.title(),
            self.length(py)
        )
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        const SHOWN: usize = 1200;
        let length = self.length(py);
        let title = escaped(self.asked.question.game.title());
        let period = self.period().map_or("no period proved".to_owned(), said);
        let cut = if length > SHOWN { format!(", the first {SHOWN} shown") } else { String::new() };
        let caption = format!("<div><b>{title}</b> {length} terms{cut}; {period}</div>");
        let whole = self.whole(py, SHOWN);
        if let Terms::Values(texts) = &whole.terms {
            let rows: String = (0..).zip(texts.games.iter().take(100)).map(row).collect();
            return Ok(format!("{caption}<table><tr><th>n</th><th>value</th></tr>{rows}</table>"));
        }
        let strip = run(py, &Means::default(), move |_| render::strip::scene(&whole)?.svg())?;
        Ok(format!("{caption}{strip}"))
    }
}

fn row((n, text): (usize, &String)) -> String {
    format!(
        "<tr><td>{n}</td><td style=\"text-align:left\"><code>{}</code></td></tr>\n",
        escaped(text)
    )
}

fn said(period: &Periodicity) -> String {
    format!("period {} after {}, {}", period.period, period.preperiod, period.standing)
}

/// NumPy's comparison, element by element.
trait EqArray<'py> {
    fn eq_array(
        &self,
        py: Python<'py>,
        other: impl IntoPyObject<'py>,
    ) -> PyResult<Bound<'py, PyAny>>;
}

impl<'py> EqArray<'py> for Bound<'py, PyAny> {
    fn eq_array(
        &self,
        py: Python<'py>,
        other: impl IntoPyObject<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        py.import("numpy")?.call_method1("equal", (self, other))
    }
}

/// a(n + period) = a(n) + saltus for all n from the preperiod on; both are the least possible.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Period {
    inner: Periodicity,
}

#[pymethods]
impl Period {
    /// How many terms come before the periodic part.
    #[getter]
    fn preperiod(&self) -> u64 {
        self.inner.preperiod
    }

    /// The length of the period.
    #[getter]
    fn period(&self) -> u64 {
        self.inner.period
    }

    /// What each period adds: 0 if the terms just repeat, an `int`, or a `Value`.
    #[getter]
    fn saltus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.inner.saltus {
            Saltus::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
            Saltus::Game(text) => Ok(Bound::new(py, Value::canonical(text.clone()))?.into_any()),
        }
    }

    /// `"proved"`, or how far it was seen.
    #[getter]
    fn standing(&self) -> String {
        self.inner.standing.to_string()
    }

    fn __repr__(&self) -> String {
        let Periodicity { preperiod, period, saltus, standing } = &self.inner;
        let grows = match saltus {
            Saltus::Number(0) => String::new(),
            Saltus::Number(number) => format!(", saltus {number}"),
            Saltus::Game(game) => format!(", saltus {game}"),
        };
        format!("<Period {period} after {preperiod}{grows}, {standing}>")
    }
}
