//! Every question by its name, and the schemas of all questions and views.

use bouton_lab::ask::{CensusSummary, ClaimView, Question, each_question};
use bouton_lab::{Desk, answer_by_name};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use schemars::{JsonSchema, Schema, schema_for};
use serde_json::{Map, Value, json};

use crate::convert::{from_python, to_python};
use crate::errors::bad;
use crate::work::{WorkOptions, run};

/// Answers the question of this name, from a dictionary to a dictionary.
///
/// -> Any
#[pyfunction]
#[pyo3(signature = (name, question, **work_options))]
pub(crate) fn ask<'py>(
    py: Python<'py>,
    name: String,
    question: &Bound<'py, PyDict>,
    work_options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let asked = from_python(question)?;
    let unknown = format!("there is no question `{}`", name.escape_debug());
    let found = run(py, &WorkOptions::read(work_options)?, move |limits| {
        let desk = Desk { limits: limits.clone(), files: true };
        answer_by_name(&name, asked, &desk).transpose()
    })?;
    match found {
        Some(view) => to_python(py, &view),
        None => Err(bad(py, &unknown, "bouton.questions() lists them")),
    }
}

/// The names of all questions that `bouton.ask` answers, each with a sentence about it.
///
/// >>> import bouton
/// >>> bouton.questions()["compare"]
/// 'Compares two games up to a bound, and finds where they first differ.'
///
/// -> dict[str, str]
#[pyfunction]
pub(crate) fn questions(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    macro_rules! summaries {
        ($($question:ty),*) => { [$((<$question>::NAME, <$question>::summary())),*] };
    }
    let all = PyDict::new(py);
    for (name, summary) in each_question!(summaries) {
        all.set_item(name, summary)?;
    }
    Ok(all)
}

/// The schemas of all views: those that answer a question by its name, and the others in a list.
///
/// -> dict[str, Any]
#[pyfunction]
pub(crate) fn schemas(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    fn view<Q: Question>() -> (String, Value) {
        (Q::NAME.to_owned(), schema::<Q::View>())
    }
    fn schema<T: JsonSchema>() -> Value {
        let schema: Schema = schema_for!(T);
        schema.into()
    }
    macro_rules! views {
        ($($question:ty),*) => { Map::from_iter([$(view::<$question>()),*]) };
    }
    let others = [schema::<CensusSummary>(), schema::<ClaimView>()];
    to_python(py, &json!({ "questions": each_question!(views), "others": others }))
}
