//! Censuses: a row for each game of a family, in a folder or a store.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bouton_lab::ask::{CensusQuantity, CensusSummary};
use bouton_lab::census::{self as lab, Plan, Report, Settings};
use bouton_lab::render;
use bouton_lab::rules::{Limits, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::census_plan::{CensusPlan, Parameters, plan_of};
use crate::convert::{Count, escaped, to_python};
use crate::errors::{bad, refused};
use crate::store::Place;
use crate::work::{Means, run};

/// Makes a census: a row for each game of a family, in a folder of Parquet files.
///
/// >>> import bouton, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> sets = bouton.census("ending-partizan", out=folder.name, min=2, max=12)
/// >>> sets
/// <Census: 1024 games, complete>
/// >>> sets.eventually_left, sets.longest_period, sets.longest_period_game
/// (570, 24, 'ending-partizan:2,3,4,8,9,10,12')
///
/// The families are `"ending-partizan"` (`min`, `max`, `labels`), `"subtraction"` and `"partizan-subtraction"` (`max`),
/// `"octal"` (`digits`, `to`), a rule file (`over`, `to`), and whatever a `CensusPlan` says. If the folder holds a part
/// of the same census, the rest is made; another census is refused. `threads` is the number of threads, one for each
/// processor if 0, and `progress` is called with the games done and all games. Whatever stops the work, the same call
/// goes on. A second call for the same folder waits for the first one.
///
/// `bouton.distributed.census` does the same on many machines.
#[pyfunction]
#[pyo3(signature = (family, *, out, min = None, max = None, labels = None, digits = None, to = None, over = None, games_per_shard = None, threads = Count(0), progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn census(
    py: Python<'_>,
    family: &Bound<'_, PyAny>,
    out: Place,
    min: Option<Count>,
    max: Option<Count>,
    labels: Option<String>,
    digits: Option<Count>,
    to: Option<Count>,
    over: Option<String>,
    games_per_shard: Option<Count>,
    threads: Count,
    progress: Option<Py<PyAny>>,
) -> PyResult<Census> {
    let parameters = Parameters { min, max, labels, digits, to, over, games_per_shard };
    let plan = plan_of(family, parameters)?;
    if out.store().is_some() {
        return Err(bad(
            py,
            &format!("{} is no folder of this machine", out.path().display()),
            "bouton.distributed.census writes to stores",
        ));
    }
    let path = out.path().to_owned();
    let settings =
        Settings { threads: usize::try_from(threads.0).unwrap_or(usize::MAX), part: None };
    let means = Means::new(None, None, progress);
    let report = run(py, &means, move |limits| make(&plan, &path, settings, limits))?;
    Ok(Census::new(report, out))
}

/// The folders in which this process makes a census.
static AT_WORK: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Takes a folder back when the work is over.
struct AtWork(PathBuf);

impl Drop for AtWork {
    fn drop(&mut self) {
        AT_WORK.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

/// Work that was stopped winds down by itself, and whoever calls again at once waits for that.
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

/// What a folder or a store holds of a census.
///
/// >>> import bouton, tempfile
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> _ = bouton.census("octal", out=folder.name, digits=2, to=300)
/// >>> bouton.open_census(folder.name).command
/// 'bouton census octal --digits 2 --to 300'
#[pyfunction]
#[pyo3(signature = (folder, *, progress = None))]
pub(crate) fn open_census(
    py: Python<'_>,
    folder: Place,
    progress: Option<Py<PyAny>>,
) -> PyResult<Census> {
    look(py, folder, progress, false)
}

fn look(
    py: Python<'_>,
    place: Place,
    progress: Option<Py<PyAny>>,
    thoroughly: bool,
) -> PyResult<Census> {
    let (path, kept) = (place.path().to_owned(), place.cloned(py));
    let means = Means::new(None, None, progress);
    let report = run(py, &means, move |limits| {
        lab::summary_in(&*place.reader(), &path, limits.watch.clone(), thoroughly)
    })?;
    Ok(Census::new(report, kept))
}

/// What came of a census. `bouton.census` and `bouton.open_census` make it.
///
/// Where a family has several sequences, the numbers are those of the first one; `to_dict` has all.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Census {
    report: Report,
    place: Place,
    view: CensusSummary,
}

impl Census {
    pub(crate) fn new(report: Report, place: Place) -> Census {
        let view = render::census::view(&report, place.path());
        Census { report, place, view }
    }

    /// What was found of the first sequence of the family.
    fn first(&self) -> Option<&CensusQuantity> {
        self.view.first.as_ref()
    }

    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let (place, plan) = (self.place.cloned(py), self.report.plan.clone());
        let path = place.path().to_owned();
        run(py, &Means::default(), move |_| lab::files_in(&*place.reader(), &path, &plan))
    }

    /// A function of `bouton._store` of the files.
    fn rows<'py>(&self, py: Python<'py>, function: &str) -> PyResult<Bound<'py, PyAny>> {
        let names = self.names(py)?;
        let store = self.place.store();
        let names = match store {
            Some(_) => names,
            None => names.iter().map(|name| self.full(name)).collect(),
        };
        py.import("bouton._store")?.call_method1(function, (names, store))
    }

    fn full(&self, name: &str) -> String {
        self.place.path().join(name).display().to_string()
    }
}

#[pymethods]
impl Census {
    /// How many games there are in the shards that are made.
    #[getter]
    fn games(&self) -> u64 {
        self.report.tally.games
    }

    /// Of how many all large heaps are L.
    #[getter]
    fn eventually_left(&self) -> Option<u64> {
        self.first().map(|found| found.eventually_left)
    }

    /// How many have a proved period.
    #[getter]
    fn proved(&self) -> Option<u64> {
        self.first().map(|found| found.proved)
    }

    /// The longest period.
    #[getter]
    fn longest_period(&self) -> Option<u64> {
        self.first()?.longest_period
    }

    /// The first game with the longest period.
    #[getter]
    fn longest_period_game(&self) -> Option<&str> {
        self.first()?.longest_period_game.as_deref()
    }

    /// The longest preperiod.
    #[getter]
    fn longest_preperiod(&self) -> Option<u64> {
        self.first()?.longest_preperiod
    }

    /// The first game with the longest preperiod.
    #[getter]
    fn longest_preperiod_game(&self) -> Option<&str> {
        self.first()?.longest_preperiod_game.as_deref()
    }

    /// How many games have just these letters in their period: a dictionary.
    #[getter]
    fn letters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.first().map(|found| &found.letters))
    }

    /// How many shards are made.
    #[getter]
    fn shards(&self) -> u64 {
        self.report.shards
    }

    /// Is the whole census there?
    #[getter]
    fn complete(&self) -> bool {
        self.report.complete
    }

    /// Where it lies.
    #[getter]
    fn folder(&self) -> String {
        self.place.path().display().to_string()
    }

    /// The command that makes the same, without the folder.
    #[getter]
    fn command(&self) -> String {
        self.report.plan.command()
    }

    /// The plan that was carried out.
    #[getter]
    fn plan(&self) -> CensusPlan {
        CensusPlan::new(self.report.plan.clone())
    }

    /// What was strange on the way: shards that were damaged and made again.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.report.notes)
    }

    /// What is wrong with the files.
    #[getter]
    fn damage<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.report.damage)
    }

    /// The Parquet files, in the order of the games.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names(py)?.iter().map(|name| self.full(name)))
    }

    /// Reads every row and compares it with its checksums: `complete` and `damage` of the result tell.
    #[pyo3(signature = (*, progress = None))]
    fn verify(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Census> {
        look(py, self.place.cloned(py), progress, true)
    }

    /// All rows as a Polars data frame, if Polars is installed.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, "to_polars")
    }

    /// All rows as an Arrow table, if PyArrow is installed.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rows(py, "to_arrow")
    }

    /// The same as a dictionary: what `bouton census --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.view)
    }

    fn __repr__(&self) -> String {
        format!("<Census: {} games, {}>", self.report.tally.games, self.state())
    }

    fn _repr_html_(&self) -> String {
        let row = |name: &str, value: String| format!("<tr><th>{name}</th><td>{value}</td></tr>");
        let mut html = row("games", self.report.tally.games.to_string());
        if let Some(found) = self.first() {
            for (letters, count) in &found.letters {
                html += &row(&format!("period of {}", escaped(letters)), count.to_string());
            }
            for (name, length, game) in [
                ("longest period", found.longest_period, &found.longest_period_game),
                ("longest preperiod", found.longest_preperiod, &found.longest_preperiod_game),
            ] {
                if let Some(length) = length {
                    let game = escaped(game.as_deref().unwrap_or_default());
                    html += &row(name, format!("{length} <code>{game}</code>"));
                }
            }
        }
        html += &row("command", format!("<code>{}</code>", escaped(&self.view.command)));
        let folder = escaped(&self.view.folder);
        html += &row("folder", format!("<code>{folder}</code>, {}", self.state()));
        format!("<table>{html}</table>")
    }
}

impl Census {
    fn state(&self) -> String {
        let (there, all) = (self.report.shards, self.report.plan.shards());
        match self.report.complete {
            true => "complete".to_owned(),
            false if self.report.damage.is_empty() => format!("{there} of {all} shards"),
            false => format!("damaged, {there} of {all} shards"),
        }
    }
}

/// A refusal as an exception, where no work is done.
pub(crate) fn checked<T>(py: Python<'_>, done: Result<T, Refusal>) -> PyResult<T> {
    done.map_err(|refusal| refused(py, &refusal))
}
