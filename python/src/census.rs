//! Makes and reads censuses: a row for each game of a family, in a folder or a store.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bouton_lab::census::{self as lab, Plan, Report, Settings};
use bouton_lab::render;
use bouton_lab::rules::{Limits, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::census_plan::LabPlan;
use crate::convert::{Count, to_python};
use crate::errors::bad;
use crate::store::Place;
use crate::work::{WorkOptions, run};

/// Makes a census, or its missing part.
///
/// -> LabCensus
#[pyfunction]
#[pyo3(signature = (plan, out, threads, **work_options))]
pub(crate) fn census(
    py: Python<'_>,
    plan: &Bound<'_, LabPlan>,
    out: Place,
    threads: Count,
    work_options: Option<&Bound<'_, PyDict>>,
) -> PyResult<LabCensus> {
    if out.store().is_some() {
        return Err(bad(
            py,
            &format!("{} is not a folder of this machine", out.path().display()),
            "use bouton.distributed.census to write to a store",
        ));
    }
    let (plan, path) = (plan.get().plan().clone(), out.path().to_owned());
    let settings =
        Settings { threads: usize::try_from(threads.0).unwrap_or(usize::MAX), part: None };
    let report = run(py, &WorkOptions::read(work_options)?, move |limits| {
        make(&plan, &path, settings, limits)
    })?;
    Ok(LabCensus::new(report, out))
}

/// The folders in which this process makes a census.
static AT_WORK: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes a folder from the set when the work ends.
struct AtWork(PathBuf);

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

/// Registers a folder. Stopped work takes a moment to end, and a new call for the same folder waits for that.
fn make(plan: &Plan, path: &Path, settings: Settings, limits: &Limits) -> Result<Report, Refusal> {
    const PAUSE: Duration = Duration::from_millis(10);
    let key = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    while !AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone()) {
        limits.progress(0, plan.family().games())?;
        thread::sleep(PAUSE);
    }
    let _at_work = AtWork(key);
    lab::run(plan, path, settings, limits.watch.clone())
}

/// What a folder or a store holds of a census; `thoroughly` reads every row.
///
/// -> LabCensus
#[pyfunction]
#[pyo3(signature = (folder, thoroughly, **work_options))]
pub(crate) fn open_census(
    py: Python<'_>,
    folder: Place,
    thoroughly: bool,
    work_options: Option<&Bound<'_, PyDict>>,
) -> PyResult<LabCensus> {
    let (path, kept) = (folder.path().to_owned(), folder.cloned(py));
    let report = run(py, &WorkOptions::read(work_options)?, move |limits| {
        lab::summary_in(&*folder.reader(), &path, limits.watch.clone(), thoroughly)
    })?;
    Ok(LabCensus::new(report, kept))
}

/// The result of a census.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabCensus {
    report: Report,
    place: Place,
}

impl LabCensus {
    pub(crate) fn new(report: Report, place: Place) -> LabCensus {
        LabCensus { report, place }
    }
}

#[pymethods]
impl LabCensus {
    /// -> dict[str, Any]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &render::census::view(&self.report, self.place.path()))
    }

    /// -> LabPlan
    #[getter]
    fn plan(&self) -> LabPlan {
        LabPlan::new(self.report.plan.clone())
    }

    /// -> list[str]
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.report.notes.clone()
    }

    /// The store, if the census is in one.
    ///
    /// -> Any
    #[getter]
    fn store(&self) -> Option<&Py<PyAny>> {
        self.place.store()
    }

    /// The names of the Parquet files.
    ///
    /// -> list[str]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let (place, plan) = (self.place.cloned(py), self.report.plan.clone());
        let path = place.path().to_owned();
        run(py, &WorkOptions::default(), move |_| lab::files_in(&*place.reader(), &path, &plan))
    }
}
