//! The plan of a census, and its shards one by one, for distributed work.

use bouton_lab::ReadError;
use bouton_lab::census::{self as lab, Entry, Plan, Request, Tally};
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde::{Deserialize, Serialize};

use crate::census::LabCensus;
use crate::convert::{Count, to_python};
use crate::errors::{bad, refused};
use crate::store::Place;
use crate::work::{WorkOptions, run};

/// The plan of a census: a family, divided into shards.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct LabPlan {
    plan: Plan,
}

impl LabPlan {
    pub(crate) fn new(plan: Plan) -> LabPlan {
        LabPlan { plan }
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }
}

/// A shard as a Python dictionary.
#[derive(Serialize, Deserialize)]
struct Shard {
    index: u64,
    file: String,
    rows: u64,
    sha256: String,
    made: bool,
    tally: Tally,
}

impl Shard {
    fn of(entry: Entry, made: bool) -> Shard {
        let Entry { index, file, rows, digest, tally } = entry;
        Shard { index, file, rows, sha256: digest, made, tally }
    }

    fn new(index: u64, digest: String, tally: Tally) -> Shard {
        let file = format!("{index:06}-{}.parquet", &digest[..16]);
        Shard { index, file, rows: tally.games, sha256: digest, made: true, tally }
    }
}

/// Reads shards from JSON.
fn entries(py: Python<'_>, shards: &str) -> PyResult<Vec<Entry>> {
    let read: Option<Vec<Shard>> = serde_json::from_str(shards).ok();
    let read = read.filter(|all| all.iter().all(|shard| shard.sha256.len() == 64));
    let entry = |Shard { index, file, rows, sha256: digest, tally, .. }| Entry {
        index,
        file,
        rows,
        digest,
        tally,
    };
    let shards = read.ok_or_else(|| bad(py, "not a shard of a census", "make it again"))?;
    Ok(shards.into_iter().map(entry).collect())
}

/// Small parameters of families.
fn small(py: Python<'_>, number: Option<Count>) -> PyResult<Option<u32>> {
    let Some(Count(number)) = number else { return Ok(None) };
    let problem = || bad(py, &format!("{number} is too large"), "choose at most 64");
    u32::try_from(number).map(Some).map_err(|_| problem())
}

#[pymethods]
impl LabPlan {
    #[new]
    #[pyo3(signature = (family, *, min = None, max = None, labels = None, digits = None, vectors = None, to = None, over = None, games_per_shard = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn create(
        py: Python<'_>,
        family: String,
        min: Option<Count>,
        max: Option<Count>,
        labels: Option<String>,
        digits: Option<Count>,
        vectors: Option<Count>,
        to: Option<Count>,
        over: Option<String>,
        games_per_shard: Option<Count>,
    ) -> PyResult<LabPlan> {
        let request = Request {
            min: small(py, min)?,
            max: small(py, max)?,
            labels,
            digits: small(py, digits)?,
            vectors: small(py, vectors)?,
            to: to.map(|count| count.0),
            over,
            family,
        };
        run(py, &WorkOptions::default(), move |_| -> Result<Plan, ReadError> {
            Ok(Plan::new(lab::family(&request)?, games_per_shard.map(|count| count.0))?)
        })
        .map(LabPlan::new)
    }

    /// -> LabPlan
    #[staticmethod]
    fn parse(py: Python<'_>, text: String) -> PyResult<LabPlan> {
        run(py, &WorkOptions::default(), move |_| Plan::parse(&text)).map(LabPlan::new)
    }

    /// The text of the plan, and what it says: command, family, games, shards, columns.
    ///
    /// -> dict[str, Any]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let family = self.plan.family();
        let columns: Vec<_> =
            self.plan.fields().into_iter().map(|field| field.name.to_owned()).collect();
        let view = serde_json::json!({
            "text": self.plan.text(),
            "command": self.plan.command(),
            "family": family.name(),
            "games": family.games(),
            "shards": self.plan.shards(),
            "columns": columns,
        });
        to_python(py, &view)
    }

    /// -> str
    fn game(&self, py: Python<'_>, number: Count) -> PyResult<String> {
        let games = self.plan.family().games();
        if number.0 >= games {
            let problem = format!("there is no game {}: the plan has {games}", number.0);
            return Err(bad(py, &problem, "games are counted from 0"));
        }
        Ok(self.plan.family().game(number.0))
    }

    /// A shard, and the bytes of its file.
    ///
    /// -> tuple[dict[str, Any], bytes]
    #[pyo3(signature = (index, **work_options))]
    fn make<'py>(
        &self,
        py: Python<'py>,
        index: Count,
        work_options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyBytes>)> {
        let plan = self.plan.clone();
        let shard =
            run(py, &WorkOptions::read(work_options)?, move |limits| plan.make(index.0, limits))?;
        let data = PyBytes::new(py, &shard.bytes);
        Ok((to_python(py, &Shard::new(index.0, shard.digest, shard.tally))?, data))
    }

    /// -> dict[str, Any]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        index: Count,
        data: Vec<u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let plan = self.plan.clone();
        let shard = run(py, &WorkOptions::default(), move |_| {
            let digest = lab::families::digest(&data);
            let tally = plan.verify(index.0, data).map_err(|problem| {
                Refusal::bad(format!("shard {}: {problem}", index.0), "make it again")
            })?;
            Ok::<_, Refusal>(Shard::new(index.0, digest, tally))
        })?;
        to_python(py, &shard)
    }

    /// Writes the plan to a folder or store, and lists the shards that it holds.
    ///
    /// -> list[str]
    fn claim(&self, py: Python<'_>, out: Place) -> PyResult<Vec<String>> {
        let (plan, path) = (self.plan.clone(), out.path().to_owned());
        run(py, &WorkOptions::default(), move |_| {
            let storage = out.writer()?;
            lab::claim_in(&*storage, &path, &plan)?;
            lab::files_in(&*storage, &path, &plan)
        })
    }

    /// -> dict[str, Any]
    #[pyo3(signature = (index, out, known, **work_options))]
    fn run_shard<'py>(
        &self,
        py: Python<'py>,
        index: Count,
        out: Place,
        known: Option<Vec<String>>,
        work_options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (plan, path) = (self.plan.clone(), out.path().to_owned());
        let (entry, made) = run(py, &WorkOptions::read(work_options)?, move |limits| {
            let shard = (index.0, known.as_deref());
            lab::run_shard_in(&*out.writer()?, &path, &plan, shard, limits)
        })?;
        to_python(py, &Shard::of(entry, made))
    }

    /// -> str
    fn manifest(&self, py: Python<'_>, shards: &str) -> PyResult<String> {
        let entries = entries(py, shards)?;
        lab::manifest_of(&self.plan, &entries).map_err(|refusal| refused(py, &refusal))
    }

    /// -> LabCensus
    fn finish(&self, py: Python<'_>, shards: &str, out: Place) -> PyResult<LabCensus> {
        let (plan, path, kept) = (self.plan.clone(), out.path().to_owned(), out.cloned(py));
        let entries = entries(py, shards)?;
        let report = run(py, &WorkOptions::default(), move |_| {
            let is_folder = out.store().is_none();
            let report = lab::finish_in(&*out.writer()?, &path, &plan, &entries)?;
            if is_folder {
                lab::tidy(&path, &plan)?;
            }
            Ok::<_, Refusal>(report)
        })?;
        Ok(LabCensus::new(report, kept))
    }
}
