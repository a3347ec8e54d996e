//! The plan of a census, and its shards one by one: for whoever distributes the work.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use bouton_lab::Unread;
use bouton_lab::census::{self as lab, Entry, Plan, Request, Tally};
use bouton_lab::rules::Refusal;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::{Deserialize, Serialize};

use crate::census::{Census, checked};
use crate::convert::{Count, to_python};
use crate::errors::bad;
use crate::store::Place;
use crate::work::{Means, run};

/// What tells the games of a family apart, as it was written.
#[derive(Default)]
pub(crate) struct Parameters {
    pub(crate) min: Option<Count>,
    pub(crate) max: Option<Count>,
    pub(crate) labels: Option<String>,
    pub(crate) digits: Option<Count>,
    pub(crate) to: Option<Count>,
    pub(crate) over: Option<String>,
    pub(crate) games_per_shard: Option<Count>,
}

impl Parameters {
    fn is_empty(&self) -> bool {
        let numbers = [self.min, self.max, self.digits, self.to, self.games_per_shard];
        let texts = [&self.labels, &self.over];
        numbers.iter().all(Option::is_none) && texts.iter().all(|text| text.is_none())
    }

    fn request(self, py: Python<'_>, family: String) -> PyResult<Request> {
        let small = |number: Option<Count>| -> PyResult<Option<u32>> {
            let Some(Count(number)) = number else { return Ok(None) };
            let problem = || bad(py, &format!("{number} is too large"), "choose at most 64");
            u32::try_from(number).map(Some).map_err(|_| problem())
        };
        Ok(Request {
            min: small(self.min)?,
            max: small(self.max)?,
            labels: self.labels,
            digits: small(self.digits)?,
            to: self.to.map(|count| count.0),
            over: self.over,
            family,
        })
    }
}

/// The plan that was given, or the one for a family by its name or its rule file.
pub(crate) fn plan_of(family: &Bound<'_, PyAny>, parameters: Parameters) -> PyResult<Plan> {
    let py = family.py();
    if let Ok(plan) = family.cast::<CensusPlan>() {
        return match parameters.is_empty() {
            true => Ok(plan.get().plan.clone()),
            false => Err(bad(
                py,
                "a plan says all of the census itself",
                "give a plan, or the name of a family and its parameters",
            )),
        };
    }
    let name = family.extract::<PathBuf>()?.display().to_string();
    let games_per_shard = parameters.games_per_shard.map(|count| count.0);
    let request = parameters.request(py, name)?;
    run(py, &Means::default(), move |_| -> Result<Plan, Unread> {
        Ok(Plan::new(lab::family(&request)?, games_per_shard)?)
    })
}

/// What a census is, before it is made: a family, divided into shards. Equal plans give equal bytes on any machine.
///
/// >>> from bouton import CensusPlan
/// >>> plan = CensusPlan("ending-partizan", min=2, max=12, games_per_shard=256)
/// >>> plan.games, plan.shards
/// (1024, 4)
/// >>> shard, data = plan.make(3)
/// >>> shard.rows, shard.sha256[:16] in shard.file, data[:4]
/// (256, True, b'PAR1')
///
/// It pickles as its text. `run_shard` and `finish` make a census with whatever distributes work: any number of
/// machines may make the same shard at once, and write the same.
#[pyclass(frozen, eq, hash, module = "bouton")]
pub(crate) struct CensusPlan {
    plan: Plan,
}

impl PartialEq for CensusPlan {
    fn eq(&self, other: &CensusPlan) -> bool {
        self.plan.text() == other.plan.text()
    }
}

impl Hash for CensusPlan {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.plan.text().hash(hasher);
    }
}

impl CensusPlan {
    pub(crate) fn new(plan: Plan) -> CensusPlan {
        CensusPlan { plan }
    }
}

#[pymethods]
impl CensusPlan {
    #[new]
    #[pyo3(signature = (family, *, min = None, max = None, labels = None, digits = None, to = None, over = None, games_per_shard = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn create(
        family: &Bound<'_, PyAny>,
        min: Option<Count>,
        max: Option<Count>,
        labels: Option<String>,
        digits: Option<Count>,
        to: Option<Count>,
        over: Option<String>,
        games_per_shard: Option<Count>,
    ) -> PyResult<CensusPlan> {
        let parameters = Parameters { min, max, labels, digits, to, over, games_per_shard };
        plan_of(family, parameters).map(CensusPlan::new)
    }

    /// The plan that `text` says, as `plan.json` does in the folder of a census.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: String) -> PyResult<CensusPlan> {
        run(py, &Means::default(), move |_| Plan::parse(&text)).map(CensusPlan::new)
    }

    /// The plan as JSON; equal texts are equal plans.
    #[getter]
    fn text(&self) -> &str {
        self.plan.text()
    }

    /// The command that makes this census, without the folder.
    #[getter]
    fn command(&self) -> String {
        self.plan.command()
    }

    /// The name of the family.
    #[getter]
    fn family(&self) -> &str {
        self.plan.family().name()
    }

    /// How many games there are.
    #[getter]
    fn games(&self) -> u64 {
        self.plan.family().games()
    }

    /// How many shards there are.
    #[getter]
    fn shards(&self) -> u64 {
        self.plan.shards()
    }

    /// The names of the columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.fields().into_iter().map(|field| field.name))
    }

    /// The game with this number, as one writes it.
    fn game(&self, py: Python<'_>, number: Count) -> PyResult<String> {
        if number.0 >= self.games() {
            let problem = format!("there is no game {}: the plan has {}", number.0, self.games());
            return Err(bad(py, &problem, "count from 0 on"));
        }
        Ok(self.plan.family().game(number.0))
    }

    /// Works out a shard: what there is to say of it, and the bytes of its file.
    #[pyo3(signature = (index, *, progress = None))]
    fn make<'py>(
        &self,
        py: Python<'py>,
        index: Count,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(CensusShard, Bound<'py, PyBytes>)> {
        let plan = self.plan.clone();
        let means = Means::new(None, None, progress);
        let shard = run(py, &means, move |limits| plan.make(index.0, limits))?;
        let file = format!("{:06}-{}.parquet", shard.index, &shard.digest[..16]);
        let data = PyBytes::new(py, &shard.bytes);
        Ok((CensusShard::of(index.0, file, shard.digest, shard.tally), data))
    }

    /// Reads every row of a shard and compares it with its checksums and with the plan.
    fn verify(&self, py: Python<'_>, index: Count, data: &[u8]) -> PyResult<CensusShard> {
        let (plan, bytes) = (self.plan.clone(), data.to_vec());
        run(py, &Means::default(), move |_| {
            let digest = lab::families::digest(&bytes);
            let tally = plan.verify(index.0, bytes).map_err(|problem| {
                Refusal::bad(format!("shard {}: {problem}", index.0), "make it again")
            })?;
            let file = format!("{:06}-{}.parquet", index.0, &digest[..16]);
            Ok::<_, Refusal>(CensusShard::of(index.0, file, digest, tally))
        })
    }

    /// Writes the plan into a folder or a store, or refuses one that holds something else. The names of the shards
    /// that are there.
    fn claim<'py>(&self, py: Python<'py>, out: Place) -> PyResult<Bound<'py, PyTuple>> {
        let (plan, path) = (self.plan.clone(), out.path().to_owned());
        let names = run(py, &Means::default(), move |_| {
            let storage = out.writer()?;
            lab::claim_in(&*storage, &path, &plan)?;
            lab::files_in(&*storage, &path, &plan)
        })?;
        PyTuple::new(py, names)
    }

    /// Makes a shard in a folder or a store, unless it is there and whole.
    ///
    /// The place is listed to see that, unless `known` says which files there are of this shard.
    #[pyo3(signature = (index, out, *, known = None, progress = None))]
    fn run_shard(
        &self,
        py: Python<'_>,
        index: Count,
        out: Place,
        known: Option<Vec<String>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<CensusShard> {
        let (plan, path) = (self.plan.clone(), out.path().to_owned());
        let (entry, made) = run(py, &Means::new(None, None, progress), move |limits| {
            let shard = (index.0, known.as_deref());
            lab::run_shard_in(&*out.writer()?, &path, &plan, shard, limits)
        })?;
        Ok(CensusShard { entry, made })
    }

    /// The manifest, from what is known of all shards.
    fn manifest(&self, py: Python<'_>, shards: Vec<Py<CensusShard>>) -> PyResult<String> {
        checked(py, lab::manifest_of(&self.plan, &entries(&shards)))
    }

    /// Writes the manifest of a census whose shards are all made.
    fn finish(&self, py: Python<'_>, shards: Vec<Py<CensusShard>>, out: Place) -> PyResult<Census> {
        let (plan, path, kept) = (self.plan.clone(), out.path().to_owned(), out.cloned(py));
        let entries = entries(&shards);
        let report = run(py, &Means::default(), move |_| {
            let is_folder = out.store().is_none();
            let report = lab::finish_in(&*out.writer()?, &path, &plan, &entries)?;
            if is_folder {
                lab::tidy(&path, &plan)?;
            }
            Ok::<_, Refusal>(report)
        })?;
        Ok(Census::new(report, kept))
    }

    fn __repr__(&self) -> String {
        format!("<CensusPlan: {}, {} shards>", self.plan.command(), self.plan.shards())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = py.get_type::<CensusPlan>().getattr("from_text")?;
        Ok((read, (self.plan.text().to_owned(),)))
    }
}

fn entries(shards: &[Py<CensusShard>]) -> Vec<Entry> {
    shards.iter().map(|shard| shard.get().entry.clone()).collect()
}

/// A shard that is made: its file, its hash and what its rows add up to, without the rows.
///
/// It pickles, so that it can be told from one machine to another.
#[pyclass(frozen, eq, module = "bouton")]
#[derive(PartialEq, Eq)]
pub(crate) struct CensusShard {
    entry: Entry,
    made: bool,
}

impl CensusShard {
    fn of(index: u64, file: String, digest: String, tally: Tally) -> CensusShard {
        CensusShard { entry: Entry { index, file, rows: tally.games, digest, tally }, made: true }
    }
}

#[pymethods]
impl CensusShard {
    /// Which one, from 0 on.
    #[getter]
    fn index(&self) -> u64 {
        self.entry.index
    }

    /// The name of its file.
    #[getter]
    fn file(&self) -> &str {
        &self.entry.file
    }

    /// How many rows it has.
    #[getter]
    fn rows(&self) -> u64 {
        self.entry.rows
    }

    /// The SHA-256 of the file.
    #[getter]
    fn sha256(&self) -> &str {
        &self.entry.digest
    }

    /// Was it made just now? Else it was there already.
    #[getter]
    fn made(&self) -> bool {
        self.made
    }

    /// What its rows add up to: a dictionary.
    #[getter]
    fn tally<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.entry.tally)
    }

    fn __repr__(&self) -> String {
        format!("<CensusShard {}: {} rows in {}>", self.index(), self.rows(), self.file())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let Entry { index, file, digest, tally, .. } = self.entry.clone();
        let pickled = Pickled { index, file, sha256: digest, tally, made: self.made };
        let text = serde_json::to_string(&pickled).unwrap_or_default();
        Ok((py.import("bouton._bouton")?.getattr("_read_shard")?, (text,)))
    }
}

/// A shard as a pickle holds it.
#[derive(Serialize, Deserialize)]
struct Pickled {
    index: u64,
    file: String,
    sha256: String,
    tally: Tally,
    made: bool,
}

/// A shard out of a pickle.
#[pyfunction]
pub(crate) fn _read_shard(py: Python<'_>, text: &str) -> PyResult<CensusShard> {
    match serde_json::from_str(text) {
        Ok(Pickled { index, file, sha256, tally, made }) if sha256.len() == 64 => {
            Ok(CensusShard { made, ..CensusShard::of(index, file, sha256, tally) })
        }
        _ => Err(bad(py, "this is no shard of a census", "make it again")),
    }
}
