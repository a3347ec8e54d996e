//! Checks the claims of the papers, one after the other.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton_lab::rules::Limits;
use bouton_papers::run::{Progress, Settings, run as run_claims};
use bouton_papers::text;
use bouton_papers::{Claim, Effort, Paper, select};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Size, to_python};
use crate::errors::internal;
use crate::work::{WorkOptions, run};

/// An iterator that checks each claim when it is reached.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabClaims {
    chosen: Vec<(&'static Paper, &'static Claim)>,
    settings: Settings,
    next: AtomicUsize,
    work_options: WorkOptions,
}

#[pymethods]
impl LabClaims {
    #[new]
    #[pyo3(signature = (selection, deep, state, memory, **work_options))]
    fn new(
        py: Python<'_>,
        selection: Vec<String>,
        deep: bool,
        state: Option<PathBuf>,
        memory: Option<Size>,
        work_options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<LabClaims> {
        let chosen = run(py, &WorkOptions::default(), move |_| select(&selection))?;
        let settings = Settings {
            effort: if deep { Effort::Deep } else { Effort::Quick },
            threads: 1,
            memory: memory.map_or(Limits::default().memory, |size| size.0),
            state,
        };
        Ok(LabClaims {
            chosen,
            settings,
            next: AtomicUsize::new(0),
            work_options: WorkOptions::read(work_options)?,
        })
    }

    fn __len__(&self) -> usize {
        self.chosen.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// The next finding, how it is known in a sentence, and the seconds it took; None after the last.
    ///
    /// -> tuple[dict[str, Any], str, float] | None
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, String, f64)>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(chosen) = self.chosen.get(index).copied() else { return Ok(None) };
        let settings = self.settings.clone();
        let found = run(py, &self.work_options, move |limits| {
            let limits = limits.clone();
            let audience = move |progress: &Progress| {
                const PARTS: f64 = 1000.0;
                let done = (progress.share * PARTS) as u64;
                let told = limits.watch.progress(done, PARTS as u64);
                if told.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            run_claims(&[chosen], &settings, Arc::new(audience))
        });
        match found.map(|run| run.checked) {
            Ok(checked) => match checked.first() {
                Some(one) => {
                    let view = to_python(py, &text::view(&checked))?.get_item(0)?;
                    Ok(Some((view, one.finding.known.sentence(), one.time.as_secs_f64())))
                }
                None => Err(internal(py, "a claim was checked without a finding")),
            },
            Err(raised) => {
                // The next call starts with the same claim again.
                self.next.fetch_sub(1, Ordering::Relaxed);
                Err(raised)
            }
        }
    }
}
