//! Every question by its name, from keyword arguments to a view.

use bouton_lab::{Desk, answer_by_name};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::convert::{Count, Size, to_python};
use crate::errors::bad;
use crate::work::{Means, run};

/// Answers the question of this name, from a dictionary to a dictionary. `bouton.ask` makes a view of it.
#[pyfunction]
#[pyo3(signature = (name, question, *, memory = None, steps = None, progress = None))]
pub(crate) fn _ask<'py>(
    py: Python<'py>,
    name: String,
    question: &Bound<'py, PyDict>,
    memory: Option<Size>,
    steps: Option<Count>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let text: String = py.import("json")?.call_method1("dumps", (question,))?.extract()?;
    let asked: Value = serde_json::from_str(&text)
        .map_err(|error| bad(py, &error.to_string(), "write texts, numbers and lists"))?;
    let unknown = format!("there is no question `{}`", name.escape_debug());
    let found = run(py, &Means::new(memory, steps, progress), move |limits| {
        let desk = Desk { limits: limits.clone(), files: true };
        answer_by_name(&name, asked, &desk).transpose()
    })?;
    match found {
        Some(view) => to_python(py, &view),
        None => Err(bad(py, &unknown, "bouton.questions() lists them")),
    }
}

/// The names of all questions that `bouton.ask` answers, with what is asked in a sentence.
///
/// >>> import bouton
/// >>> bouton.questions()["compare"]
/// 'Whether two games are the same up to a bound, and where they first differ.'
#[pyfunction]
pub(crate) fn questions(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    use bouton_lab::ask::Question;
    macro_rules! summaries {
        ($($question:ty),*) => { [$((<$question>::NAME, <$question>::SUMMARY)),*] };
    }
    let all = PyDict::new(py);
    for (name, summary) in bouton_lab::ask::each_question!(summaries) {
        all.set_item(name, summary)?;
    }
    Ok(all)
}
