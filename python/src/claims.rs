//! The claims of the papers, checked one after the other.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton_lab::claims::{Checked, Progress, Settings, run as run_claims};
use bouton_lab::papers::{Claim, Effort, Known, Paper, Verdict, select};
use bouton_lab::render;
use bouton_lab::rules::Limits;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{Size, escaped, to_python};
use crate::errors::internal;
use crate::work::{Means, run};

/// The claims of the five papers, checked again from the rules: an iterator over findings, in the order of the papers.
///
/// >>> import bouton
/// >>> for finding in bouton.claims("A1", "A7"):
/// ...     print(finding.id, finding.verdict)
/// A1 true
/// A7 false
///
/// Papers are named by their letters A to E, claims by ids such as `"C11"`; all are checked if none is named. `deep`
/// raises the bounds to what the fast engines allow, which takes hours; `state` is a folder where findings are kept,
/// and looked for before anything is computed. Each claim is checked when the iterator comes to it.
#[pyfunction]
#[pyo3(signature = (*selection, deep = false, state = None, memory = None, progress = None))]
pub(crate) fn claims(
    py: Python<'_>,
    selection: Vec<String>,
    deep: bool,
    state: Option<PathBuf>,
    memory: Option<Size>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Claims> {
    let chosen = run(py, &Means::default(), move |_| select(&selection))?;
    let settings = Settings {
        effort: if deep { Effort::Deep } else { Effort::Quick },
        threads: 1,
        memory: memory.map_or(Limits::default().memory, |size| size.0),
        state,
    };
    Ok(Claims {
        chosen,
        settings,
        next: AtomicUsize::new(0),
        means: Means::new(memory, None, progress),
    })
}

/// An iterator over findings. `bouton.claims` makes it.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Claims {
    chosen: Vec<(&'static Paper, &'static Claim)>,
    settings: Settings,
    next: AtomicUsize,
    means: Means,
}

#[pymethods]
impl Claims {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __len__(&self) -> usize {
        self.chosen.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Finding>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(chosen) = self.chosen.get(index).copied() else { return Ok(None) };
        let settings = self.settings.clone();
        let found = run(py, &self.means, move |limits| {
            let limits = limits.clone();
            let audience = move |progress: &Progress| {
                const PARTS: f64 = 1000.0;
                let done = (progress.share * PARTS) as u64;
                let told = limits.watch.progress(done, PARTS as u64);
                if told.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            run_claims(&[chosen], &settings, Arc::new(audience))
        });
        match found {
            Ok(run) => match run.checked.into_iter().next() {
                Some(checked) => Ok(Some(Finding { checked: Box::new(checked) })),
                None => Err(internal(py, "a claim was checked without a finding")),
            },
            Err(raised) => {
                // Who goes on comes to the same claim again.
                self.next.fetch_sub(1, Ordering::Relaxed);
                Err(raised)
            }
        }
    }
}

/// What came of checking a claim.
///
/// >>> import bouton
/// >>> (finding,) = bouton.claims("A7")
/// >>> finding
/// <Finding A7: false>
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Finding {
    checked: Box<Checked>,
}

#[pymethods]
impl Finding {
    /// Such as `"A7"`.
    #[getter]
    fn id(&self) -> &str {
        self.checked.claim.id
    }

    /// The title of the paper.
    #[getter]
    fn paper(&self) -> &str {
        self.checked.paper.title
    }

    /// What the paper calls it.
    #[getter]
    fn title(&self) -> &str {
        self.checked.claim.title
    }

    /// What is claimed.
    #[getter]
    fn statement(&self) -> &str {
        self.checked.claim.statement
    }

    /// `"true"`, `"false"`, `"open"` or `"not-checkable"`.
    #[getter]
    fn verdict(&self) -> &str {
        self.checked.finding.verdict.name()
    }

    /// `"for all"`, how far the check went, `"by example"` or `"unsettled"`.
    #[getter]
    fn bound(&self) -> &str {
        self.checked.finding.known.bound()
    }

    /// How the verdict is known, in a sentence.
    #[getter]
    fn known(&self) -> String {
        self.checked.finding.known.sentence()
    }

    /// Where the claim fails first, else None.
    #[getter]
    fn counterexample(&self) -> Option<&str> {
        self.checked.finding.counterexample.as_ref().map(|found| found.what.as_str())
    }

    /// The counterexample step by step.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = self.checked.finding.counterexample.as_ref().map(|found| found.steps.clone());
        PyTuple::new(py, steps.unwrap_or_default())
    }

    /// What a reader should know besides.
    #[getter]
    fn note(&self) -> &str {
        &self.checked.finding.note
    }

    /// How many cases were looked at.
    #[getter]
    fn cases(&self) -> u128 {
        self.checked.finding.cases
    }

    /// How long that took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.checked.time.as_secs_f64()
    }

    /// The same as dictionaries and lists: what `bouton claims --json` prints of it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let views = render::claims::view(std::slice::from_ref(&*self.checked));
        to_python(py, &views)?.get_item(0)
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}: {}>", self.checked.claim.id, self.verdict())
    }

    fn __str__(&self) -> String {
        let known = match &self.checked.finding.known {
            Known::ForAll(_) | Known::UpTo(_) => format!(" ({})", self.bound()),
            Known::ByExample | Known::Unsettled(_) => String::new(),
        };
        let against = self.counterexample().map(|what| format!("; {what}")).unwrap_or_default();
        format!("{}: {}{known}{against}", self.checked.claim.id, self.verdict())
    }

    fn _repr_html_(&self) -> String {
        let finding = &self.checked.finding;
        let colour = match finding.verdict {
            Verdict::True => "#2e7d32",
            Verdict::False => "#c62828",
            Verdict::Open => "#b26a00",
            Verdict::NotCheckable => "#757575",
        };
        let mut html = format!(
            "<div><b>{}</b> {} <b style=\"color:{colour}\">{}</b><br>{}<br><i>{}</i></div>",
            self.checked.claim.id,
            escaped(self.checked.claim.title),
            self.verdict(),
            escaped(self.checked.claim.statement),
            escaped(&finding.known.sentence()),
        );
        if let Some(found) = &finding.counterexample {
            let steps: String =
                found.steps.iter().map(|step| format!("<li>{}</li>", escaped(step))).collect();
            html += &format!("<div>{}<ol>{steps}</ol></div>", escaped(&found.what));
        }
        html
    }
}
