//! The catalogue, and rule texts: their mistakes and their layout.

use bouton_lab::render::diagnostics;
use bouton_lab::rules::catalogue::{self, GAMES};
use bouton_lab::{Formatted, Mistakes, RuleText, Unread};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{escaped, to_python};
use crate::work::{Means, run};

/// A game of the catalogue. `bouton.games` lists them.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Entry {
    inner: &'static catalogue::Entry,
}

#[pymethods]
impl Entry {
    /// The name, as it is typed.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name
    }

    /// What follows the name and a colon, or nothing.
    #[getter]
    fn parameters(&self) -> &str {
        self.inner.parameters
    }

    /// The rules in a sentence or two.
    #[getter]
    fn summary(&self) -> &str {
        self.inner.summary
    }

    /// What its positions are.
    #[getter]
    fn positions(&self) -> &str {
        self.inner.positions
    }

    /// Where it comes from.
    #[getter]
    fn source(&self) -> &str {
        self.inner.source
    }

    /// A game with its parameters, and a position of it.
    #[getter]
    fn example(&self) -> (&str, &str) {
        self.inner.example
    }

    fn __repr__(&self) -> String {
        format!("<Entry {}>", self.inner.name)
    }

    fn _repr_html_(&self) -> String {
        format!("<b>{}</b> {}", escaped(self.inner.name), escaped(self.inner.summary))
    }
}

/// The games that are known.
///
/// >>> import bouton
/// >>> [game.name for game in bouton.games()][:3]
/// ['nim', 'antonim', 'ending-partizan']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    let entries: PyResult<Vec<_>> =
        GAMES.iter().map(|entry| Bound::new(py, Entry { inner: entry })).collect();
    PyTuple::new(py, entries?)
}

/// All that is wrong with a rule text: a list of dictionaries with place, message and help.
///
/// >>> import bouton
/// >>> (mistake,) = bouton.check_rules("game take; position n; move k in 1..3: m' = n - k")
/// >>> mistake["severity"], mistake["line"], mistake["column"]
/// ('error', 1, 40)
#[pyfunction]
pub(crate) fn check_rules(py: Python<'_>, text: String) -> PyResult<Bound<'_, PyAny>> {
    let views = run(py, &Means::default(), move |_| {
        let source = RuleText::from(RuleText::TYPED, text.as_bytes())?;
        let found = bouton_lab::check_rules(&source.text);
        Ok::<_, Unread>(diagnostics::view(&source, &found.diagnostics))
    })?;
    to_python(py, &views)
}

/// A rule text in the usual layout.
///
/// >>> import bouton
/// >>> print(bouton.format_rules("game take; position n; move k in 1..3: n' = n-k"), end="")
/// game take
/// position n
/// move     k in 1 .. 3: n' = n - k
#[pyfunction]
pub(crate) fn format_rules(py: Python<'_>, text: String) -> PyResult<String> {
    run(py, &Means::default(), move |_| {
        let source = RuleText::from(RuleText::TYPED, text.as_bytes())?;
        match bouton_lab::format_rules(&source.text) {
            Formatted::Unchanged => Ok(source.text),
            Formatted::Changed(text) => Ok(text),
            Formatted::Mistaken(diagnostics) => {
                Err(Unread::Mistaken(Mistakes { source, diagnostics }))
            }
        }
    })
}
