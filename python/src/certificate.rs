//! Certificates, and their independent check.

use std::path::PathBuf;
use std::sync::Arc;

use bouton_lab::certificates::{
    self as lab, GraphFault, Rejection, check as verify, check_with_graph,
};
use bouton_lab::files;
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{Count, Size, os_error, save, to_python};
use crate::errors::bad;
use crate::graph::Graph;
use crate::work::{Means, run};

/// A proof that can be checked from the rules alone, without the engine that found it.
///
/// >>> from bouton import Game
/// >>> certificate = Game("subtraction:1,3,4").sequence(20).certificate()
/// >>> certificate.check()
/// <Checked: it holds>
///
/// `str` gives its JSON, `save` writes it, and `bouton.check` checks what another run wrote.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Certificate {
    inner: Arc<lab::Certificate>,
}

impl Certificate {
    pub(crate) fn new(certificate: lab::Certificate) -> Certificate {
        Certificate { inner: Arc::new(certificate) }
    }
}

#[pymethods]
impl Certificate {
    /// Checks it from the rules alone, or from the graph that it speaks of.
    #[pyo3(signature = (*, graph = None, memory = None, steps = None, progress = None))]
    fn check(
        &self,
        py: Python<'_>,
        graph: Option<&Bound<'_, Graph>>,
        memory: Option<Size>,
        steps: Option<Count>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Checked> {
        decide(py, Arc::clone(&self.inner), graph, &Means::new(memory, steps, progress))
    }

    /// Writes it to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        save(py, &path, self.inner.to_json().into_bytes())
    }

    /// The certificate as dictionaries and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(
            py,
            &serde_json::from_str::<serde_json::Value>(&self.inner.to_json()).unwrap_or_default(),
        )
    }

    fn __str__(&self) -> String {
        self.inner.to_json()
    }

    fn __repr__(&self) -> String {
        format!("<Certificate: {} characters>", self.inner.to_json().chars().count())
    }
}

/// What came of checking a certificate: true or false, with reasons. `bouton.check` makes it.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Checked {
    /// Does the certificate hold?
    #[pyo3(get)]
    holds: bool,
    reasons: Vec<String>,
}

#[pymethods]
impl Checked {
    /// What was verified, or why the certificate does not hold; a sentence each.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.reasons)
    }

    fn __bool__(&self) -> bool {
        self.holds
    }

    fn __repr__(&self) -> &str {
        if self.holds { "<Checked: it holds>" } else { "<Checked: it does not hold>" }
    }

    fn __str__(&self) -> String {
        let verdict =
            if self.holds { "the certificate holds" } else { "the certificate does not hold" };
        let reasons: String = self.reasons.iter().map(|reason| format!("\n  {reason}")).collect();
        format!("{verdict}{reasons}")
    }
}

/// Checks a certificate from the rules alone: a `Certificate`, a path, or its JSON as a `str`.
///
/// >>> import bouton
/// >>> certificate = bouton.Game("nim").solve("1,2,3").certificate()
/// >>> bool(bouton.check(certificate))
/// True
/// >>> bool(bouton.check(str(certificate).replace('"P"', '"N"')))
/// False
///
/// `graph` is the digraph that a certificate names only by its digest.
#[pyfunction]
#[pyo3(signature = (certificate, *, graph = None, memory = None, steps = None, progress = None))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: &Bound<'_, PyAny>,
    graph: Option<&Bound<'_, Graph>>,
    memory: Option<Size>,
    steps: Option<Count>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Checked> {
    let means = Means::new(memory, steps, progress);
    if let Ok(known) = certificate.cast::<Certificate>() {
        return decide(py, Arc::clone(&known.get().inner), graph, &means);
    }
    let text = match certificate.extract::<String>() {
        Ok(text) if text.trim_start().starts_with('{') => text,
        _ => read(py, certificate.extract()?)?,
    };
    let parsed = run(py, &means, move |_| Ok::<_, Refusal>(lab::Certificate::parse(&text)))?;
    match parsed {
        Ok(parsed) => decide(py, Arc::new(parsed), graph, &means),
        Err(error) => Ok(Checked {
            holds: false,
            reasons: vec![format!("this is not a certificate: {error}")],
        }),
    }
}

/// The largest file that is read.
const LARGEST: u64 = 1 << 30;

fn read(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    let text = py.detach(|| files::read(&path, LARGEST)).map(|bytes| String::from_utf8(bytes).ok());
    let text = text.map_err(|error| os_error(&error, &path))?;
    text.ok_or_else(|| {
        bad(py, "this file is no certificate", "name a file that `Certificate.save` wrote")
    })
}

fn decide(
    py: Python<'_>,
    certificate: Arc<lab::Certificate>,
    graph: Option<&Bound<'_, Graph>>,
    means: &Means,
) -> PyResult<Checked> {
    let graph = graph.map(|graph| graph.get().named());
    run(py, means, move |limits| {
        let verdict = match &graph {
            None => verify(&certificate, limits),
            Some(named) => check_with_graph(&certificate, &named.graph, limits),
        };
        match verdict {
            Ok(reasons) => Ok(Checked { holds: true, reasons }),
            // Only what a limit stops was not decided; a game that cannot be read proves nothing.
            Err(Rejection::Refused(refusal @ (Refusal::Limit { .. } | Refusal::Interrupted))) => {
                Err(refusal)
            }
            Err(rejection @ Rejection::Graph(GraphFault::NotSupplied { .. })) => {
                Err(Refusal::bad(rejection.to_string(), "hand over the graph: graph=…"))
            }
            Err(rejection) => Ok(Checked { holds: false, reasons: vec![rejection.to_string()] }),
        }
    })
}
